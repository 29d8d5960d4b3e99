"""Writes data/plurals.json from CLDR: which forms of a counted word a language has for 0 to 999, and when.

Babel, which carries CLDR, is needed only here: `python -m docs.maker.plurals` (with `pip install babel`).
"""

from __future__ import annotations

import gettext
import json
from pathlib import Path
from typing import Any

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
LETTERS = dict(zip(CATEGORIES, "zotfmx", strict=True))
TARGET = Path(__file__).resolve().parents[2] / "data" / "plurals.json"


def table() -> dict[str, Any]:
    """The whole table: rules, the rule of each language, and the languages that cannot be printed."""
    from babel import Locale, localedata

    rules: list[dict[str, Any]] = []
    languages: dict[str, int] = {}
    unsupported: dict[str, str] = {}
    for code in sorted(code for code in localedata.locale_identifiers() if "_" not in code):
        locale = Locale.parse(code)
        if locale.text_direction != "ltr":
            unsupported[code] = "right-to-left"
        elif locale.default_numbering_system != "latn":
            unsupported[code] = "digits"
        rule = _rule(locale)
        if rule not in rules:
            rules.append(rule)
        languages[code] = rules.index(rule)
    return {"rules": rules, "languages": languages, "unsupported": unsupported}


def _rule(locale: Any) -> dict[str, Any]:
    forms = [locale.plural_form(n) for n in range(1000)]
    letters = "".join(LETTERS[form] for form in forms)
    assert all(letters[n] == letters[100 + n % 100] for n in range(100, 1000)), f"{locale} needs another table"
    reached = [category for category in CATEGORIES if category in forms]
    return {
        "forms": reached,
        "to-99": letters[:100],
        "from-100": letters[100:200],
        "gettext": _gettext(reached, forms),
    }


def _gettext(reached: list[str], forms: list[str]) -> str:
    """The rule as Poedit reads it: for each form except the last, the numbers that have it."""
    text = str(len(reached) - 1)
    for place in range(len(reached) - 2, -1, -1):
        text = f"({_having(reached[place], forms)}) ? {place} : {text}"
    count = gettext.c2py(text)
    assert all(reached[count(n)] == form for n, form in enumerate(forms)), text
    return f"nplurals={len(reached)}; plural={text};"


def _having(category: str, forms: list[str]) -> str:
    """The numbers of one form, by their last one or two digits where these are enough."""
    first, later = ([n for n in range(100) if forms[start + n] == category] for start in (0, 100))
    if not later:
        return _ranges(first, "n")
    if first != later:
        return f"(n < 100 && ({_ranges(first, 'n')})) || (n >= 100 && ({_ranges(later, 'n % 100')}))"
    digits = [n for n in later if n < 10]
    by_digit = [n for n in range(100) if n % 10 in digits]
    return _ranges(digits, "n % 10") if by_digit == later else _ranges(later, "n % 100")


def _ranges(numbers: list[int], what: str) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = (f"{what} == {run[0]}" if len(run) == 1 else f"({what} >= {run[0]} && {what} <= {run[-1]})" for run in runs)
    return " || ".join(told) or "0"


if __name__ == "__main__":
    made = table()
    rows = ",\n    ".join(json.dumps(rule) for rule in made.pop("rules"))
    rest = ",\n  ".join(f'"{key}": {json.dumps(value)}' for key, value in made.items())
    TARGET.write_text(f'{{\n  "rules": [\n    {rows}\n  ],\n  {rest}\n}}\n', "utf-8")
