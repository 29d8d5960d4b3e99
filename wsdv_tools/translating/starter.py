"""A new language: a file with every key, an empty text for each, and the German one as a comment above it."""

from __future__ import annotations

from typing import Any

from wsdv_tools.translating.origins import Forms
from wsdv_tools.translating.strings import ONE, OTHER, SECTIONS, Strings, quoted
from wsdv_tools.words.plurals import forms_of, is_plural

_HEAD = """\
# All words of one language. Type each translation between the quotes; the German text stands above it.
# What stands in {{braces}} is filled in by the program: keep it, spelt exactly so. An empty text is shown in English.
# How far you are: wsdv translate status {file}    What is wrong: wsdv validate --lang {file}

language:
  code: {code}
  name: {name}
"""
_ABOUT = {
    "cards": "The titles of the cards, as on your printed cards if there are any.",
    "places": "Place names stay German, save Berlin's parts; `also` lists what people type besides.",
    "findings": "One sentence for each finding of the program.",
    "rules": "What each rule says.",
    "schema": "What stands in a data file where something else should.",
    "glossary": "The terms of the rules. `forms` are the stems that a text may use for the term.",
}
_WIDEST = 118


def starter(source: Strings, code: str, name: str, file: str) -> str:
    """The file's text. Every key of the German file is there, in its order."""
    lines = [_HEAD.format(code=code, name=quoted(name), file=file)]
    for section in SECTIONS:
        entries = source.value.get(section)
        if entries:
            lines.append("")
            if section in _ABOUT:
                lines.append(f"# {_ABOUT[section]}")
            lines.append(f"{section}:")
            for key, value in entries.items():
                lines += _glossary(key, value) if section == "glossary" else _entry(key, value, "  ", forms_of(code))
    return "\n".join([*lines, ""])


def _entry(key: str, value: Any, indent: str, forms: tuple[str, ...]) -> list[str]:
    if isinstance(value, str):
        return [*_comment(value, indent), f'{indent}{key}: ""']
    if isinstance(value, list):
        return [f"{indent}{key}: []"]
    if is_plural(value):
        comments = [line for form in (ONE, OTHER) for line in _comment(f"{form}: {value[form]}", indent)]
        empty = ", ".join(f'{form}: ""' for form in forms)
        return [*comments, f"{indent}{key}: {{{empty}}}" if len(forms) > 1 else f'{indent}{key}: ""']
    if list(value) == ["title"]:
        return [*_comment(value["title"], indent), f'{indent}{key}: {{title: ""}}']
    inner = [line for name, text in value.items() for line in _entry(name, text, indent + "  ", forms)]
    return [f"{indent}{key}:", *inner]


def _glossary(key: str, value: Any) -> list[str]:
    term = value if isinstance(value, str) else value["term"]
    return [*_comment(term, "  "), f'  {key}: {{term: "", forms: []}}']


def _comment(text: str, indent: str) -> list[str]:
    """The text as comment lines, cut between words."""
    lines: list[str] = []
    for part in text.split("\n"):
        line = f"{indent}#"
        for word in part.split(" "):
            if len(line) + 1 + len(word) > _WIDEST and line != f"{indent}#":
                lines.append(line)
                line = f"{indent}#"
            line += f" {word}"
        lines.append(line)
    return lines


def origins_of(source: Strings) -> dict[str, Forms]:
    """What the texts of a new file will have been translated from: the comments above them."""
    return {key: string.forms for key, string in source.by_key.items()}
