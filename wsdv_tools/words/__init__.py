"""Languages: names and their resolver, sentences by code, plurals."""

from wsdv_tools.words.language import Language, further_names, known_languages, preferred_language

__all__ = ["Language", "further_names", "known_languages", "preferred_language"]
