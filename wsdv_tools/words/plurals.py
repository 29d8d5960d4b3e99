"""Which form of a counted text belongs to a number, by CLDR (data/plurals.json, made by `docs.maker.plurals`)."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from wsdv_tools.sources.shipped import shipped

if TYPE_CHECKING:
    from collections.abc import Mapping

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
_LETTERS = dict(zip("zotfmx", CATEGORIES, strict=True))
_USUAL = "en"  # of a language that CLDR does not know
_RIGHT_TO_LEFT = frozenset({"arab", "hebr", "syrc", "thaa", "nkoo", "rohg", "adlm"})  # scripts, as in `az-Arab`


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = json.loads((shipped("data") / "plurals.json").read_text("utf-8"))
    return table


def _rule(code: str) -> dict[str, Any]:
    table = _table()
    number = table["languages"].get(code.partition("-")[0], table["languages"][_USUAL])
    rule: dict[str, Any] = table["rules"][number]
    return rule


def forms_of(code: str) -> tuple[str, ...]:
    """The forms that a counted text has in a language.

    >>> forms_of("pl"), forms_of("de"), forms_of("ja")
    (('one', 'few', 'many'), ('one', 'other'), ('other',))
    """
    return tuple(_rule(code)["forms"])


def form_of(code: str, number: int) -> str:
    """The form for a number: in Polish `few` for 2 and 22, `many` for 5 and 12."""
    rule, number = _rule(code), abs(number)
    letter: str = rule["to-99"][number] if number < len(rule["to-99"]) else rule["from-100"][number % 100]
    return _LETTERS[letter]


def gettext_rule(code: str) -> str:
    """The header `Plural-Forms` of a PO file."""
    return str(_rule(code)["gettext"])


def chosen(template: Mapping[str, str], code: str, number: int) -> str:
    """The text for a number; where its form is missing, that for most numbers."""
    return template.get(form_of(code, number)) or main_form(template)


def main_form(template: Mapping[str, str]) -> str:
    """The form for most numbers, by which a counted text is compared with others."""
    return next(template[form] for form in reversed(CATEGORIES) if form in template)


def is_plural(value: Any) -> bool:
    """Whether a value of a language file is a text in several forms."""
    return isinstance(value, dict) and bool(value) and value.keys() <= {*CATEGORIES}


def why_unsupported(code: str) -> str | None:
    """Why cards of a language would be broken: its script runs from right to left, or it has digits of its own."""
    base, _, script = code.partition("-")
    reason: str | None = _table()["unsupported"].get(base)
    return "right-to-left" if script.casefold() in _RIGHT_TO_LEFT else reason
