"""The page `docs/glossary.md`: the terms of the rules in all languages, for translators."""

from __future__ import annotations

from typing import Any

from wsdv_tools.sources.shipped import shipped
from wsdv_tools.words.choosing import known_languages
from wsdv_tools.words.language import read_words

_HEAD = """# Glossary

The terms of the rules, for translators: what each means, and what it is called in every language. Under the term are
the beginnings of words by which `wsdv validate` recognises it in a text; where there are none, the term itself is
looked for. German is the language of the rulebook that counts. This page is made by `make docs` from `data/lang/`.

A new language starts with these: `wsdv translate new cs` puts them at the end of `cs.yaml`
([how to translate](translating.md)).
"""
_FIRST = ("en", "de")  # what most translators read comes first


def glossary_page() -> str:
    """One row per term: its meaning, then each language with the forms that are accepted."""
    codes = [*_FIRST, *(code for code in known_languages() if code not in _FIRST)]
    words = {code: read_words(shipped("data") / "lang" / f"{code}.yaml") for code in codes}
    names = [words[code]["language"]["name"] for code in codes]
    lines = [_HEAD, f"| meaning | {' | '.join(names)} |", f"|---{'|---' * len(codes)}|"]
    for id_, english in words["en"]["glossary"].items():
        cells = [_term(words[code]["glossary"].get(id_, "")) for code in codes]
        lines.append(f"| {english['note']} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def _term(entry: Any) -> str:
    """`**unrest**`, and below it the forms that are accepted for it."""
    if isinstance(entry, str):
        return f"**{entry}**" if entry else ""
    forms = ", ".join(f"`{form}…`" for form in entry.get("forms", ()))
    return f"**{entry['term']}**" + (f"<br>{forms}" if forms else "")
