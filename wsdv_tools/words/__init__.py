"""Languages: names and their resolver, sentences by code, plurals."""

from wsdv_tools.words.language import Language

__all__ = ["Language"]
