"""Whether a translation says what the German text says: tokens, numbers, terms; and whether it is one at all."""

from __future__ import annotations

import re
from collections import Counter
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.findings import Finding, Fix
from wsdv_tools.translating.numbers import digits_in, numbers_in, understands
from wsdv_tools.translating.strings import ONE, SOURCE, TYPED, String, Strings
from wsdv_tools.translating.translation import Translation, about, texts_of
from wsdv_tools.words.plurals import forms_of

if TYPE_CHECKING:
    from collections.abc import Iterator

# Tokens: the `{places}` of a text that are filled in, and `{icon:build}`, `{province:hessen}` that are drawn or named.
# Whatever is in braces belongs to them, so that a sample such as `{french: 1}` is kept as it is, too.
TOKEN = re.compile(r"\{[^{}\n]*\}")
_COUNTED = re.compile(r"\{[a-z]+:[^\s{}]+\}")
NUMBER = "{n}"
_NO_TERMS = ("glossary.", "cards.")  # titles are names of events, not words of the rules
_CODE = re.compile(r"`[^`]*`")
_WORD = re.compile(r"[^\W\d_]+")
_NOTHING = "–"


class Token(NamedTuple):
    """A token and where it is in its text."""

    text: str
    start: int
    end: int

    @property
    def kind(self) -> str:
        """`icon` of `{icon:build}`; nothing for a place that is filled in."""
        return self.text[1:].partition(":")[0] if _COUNTED.fullmatch(self.text) else ""

    @property
    def id(self) -> str:
        return self.text[1:-1].partition(":")[2]


def tokens_in(text: str) -> list[Token]:
    """
    >>> [token.text for token in tokens_in("{side} builds {icon:build}")]
    ['{side}', '{icon:build}']
    """
    if "{" not in text:
        return []
    return [Token(found[0], found.start(), found.end()) for found in TOKEN.finditer(text)]


def without_tokens(text: str) -> str:
    return TOKEN.sub(" ", text)


def same_tokens(source: str, text: str) -> bool:
    """The quick answer for nearly all texts."""
    if "{" not in source and "{" not in text:
        return True
    return sorted(TOKEN.findall(source)) == sorted(TOKEN.findall(text))


def lacking(source: str, text: str) -> list[str]:
    """The tokens of the source that are missing in the text; drawn ones as often as they are there, others once."""
    wanted, given = _counted(source), _counted(text)
    return [token for token, times in wanted.items() if given[token] < times]


def surplus(source: str, text: str) -> list[Token]:
    """The tokens of the text that the source does not have."""
    wanted, found = _counted(source), []
    given: Counter[str] = Counter()
    for token in tokens_in(text):
        given[token.text] += 1
        allowed = wanted[token.text]
        if not allowed or (token.kind and given[token.text] > allowed):
            found.append(token)
    return found


def _counted(text: str) -> Counter[str]:
    tokens = tokens_in(text)
    return Counter({token.text: 1 for token in tokens if not token.kind}) + Counter(
        token.text for token in tokens if token.kind
    )


def token(translation: Translation) -> Iterator[Finding]:
    """A `{token}` of the German text is missing; in the form for one, `{n}` may be."""
    for source, target, form, given, text in _pairs_with_other_tokens(translation):
        misspelt = _misspelt(given, text)
        for name in lacking(given, text):
            if name in misspelt.values() or (form == ONE and name == NUMBER) or _counts(source, target, name):
                continue
            values, fixes = {"token": name}, (Fix("insert-token", {"token": name}),)
            yield about("token", source, target, place=target.place(form), values=values, fixes=fixes)


def _pairs_with_other_tokens(translation: Translation) -> Iterator[tuple[String, String, str, str, str]]:
    """Both strings, a form, and its German and own text."""
    for source, target in translation.pairs:
        for form, text in target.forms.items():
            given = source.forms.get(form, source.text)
            if not same_tokens(given, text):
                yield source, target, form, given, text


def _counts(source: String, target: String, name: str) -> bool:
    """A plural of the translation may say its number by the form alone where German has a plain text."""
    return name == NUMBER and target.is_plural and not source.is_plural


def token_extra(translation: Translation) -> Iterator[Finding]:
    """A `{token}` that the German text does not have, or that names nothing."""
    for source, target, form, given, text in _pairs_with_other_tokens(translation):
        given += NUMBER if source.is_plural else ""
        misspelt = _misspelt(given, text)
        for extra in surplus(given, text):
            meant = misspelt.get(extra)
            fixes = (target.fix(form, extra.start, extra.end, meant, "replace-text"),) if meant else ()
            place = target.place(form, extra.start, extra.end)
            yield about("token-extra", source, target, place=place, values={"token": extra.text}, fixes=fixes)


def _misspelt(source: str, text: str) -> dict[Token, str]:
    """Surplus tokens, each with the missing one that was most likely meant."""
    wanted, found = lacking(source, text), {}
    for extra in surplus(source, text):
        near = get_close_matches(extra.text, wanted, 1, 0.5) or (wanted if len(wanted) == 1 else [])
        if near:
            found[extra] = near[0]
            wanted.remove(near[0])
    return found


def token_unknown(translation: Translation) -> Iterator[Finding]:
    """An `{icon:…}` or `{province:…}` that names no icon and no province, in any language."""
    ids = translation.workshop.ids
    for string, form, text in texts_of(translation.target):
        for found in tokens_in(text):
            if found.kind and found.kind in ids and found.id not in ids[found.kind]:
                near = get_close_matches(found.id, ids[found.kind], 1, 0.6)
                better = f"{{{found.kind}:{near[0]}}}" if near else ""
                fixes = (string.fix(form, found.start, found.end, better),) if near else ()
                place = string.place(form, found.start, found.end)
                yield about("token-unknown", None, string, place=place, values={"token": found.text}, fixes=fixes)


def plural(translation: Translation) -> Iterator[Finding]:
    """`one` and `other` where the German text counts nothing: the program would not know which to choose."""
    for source, target in translation.pairs:
        if target.is_plural and not source.is_plural and NUMBER not in source.text:
            yield about("plural", source, target)


def plural_forms(translation: Translation) -> Iterator[Finding]:
    """A counted text that lacks a form of its language: Polish and Czech have `few` besides `one`."""
    wanted = forms_of(translation.target.code)
    for source, target in translation.pairs:
        missing = [form for form in wanted if form not in target.forms]
        if target.is_plural and missing and (source.is_plural or NUMBER in source.text):
            values = {"forms": ", ".join(wanted), "missing": ", ".join(missing)}
            yield about("plural-forms", source, target, values=values)


def number(translation: Translation) -> Iterator[Finding]:
    """Other numbers than in the German text; where number words are not understood, only digits count."""
    language = translation.target.code
    for source, target in translation.pairs:
        wanted, found = without_tokens(source.text), without_tokens(target.text)
        differing = _differing(wanted, found, language)
        if differing:
            values = {"wanted": _listed(differing[0]), "found": _listed(differing[1])}
            fixes = (Fix("accept-finding", {"code": "number", "key": target.key}),)
            yield about("number", source, target, place=target.place(target.main), values=values, fixes=fixes)


def _differing(source: str, text: str, language: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """The numbers that are in one text only, if there are any."""
    wanted = numbers_in(source, SOURCE)
    if understands(language):
        found = numbers_in(text, language)
        gone = wanted.stated - found.stated - found.loose
        added = found.stated - wanted.stated - wanted.loose
    else:
        digits = digits_in(text)
        gone = digits_in(source) - digits
        added = digits - wanted.stated - wanted.loose
    return (gone, added) if gone or added else None


def _listed(numbers: frozenset[str]) -> str:
    return ", ".join(sorted(numbers, key=lambda number: [(len(part), part) for part in number.split(".")])) or _NOTHING


def term(translation: Translation) -> Iterator[Finding]:
    """A term of the glossary in the German text, and none of its forms in the translation."""
    own = {name: forms for name, forms in translation.target.terms.items() if forms}
    tests = {name: _starting(forms) for name, forms in own.items()}
    german = terms_of(translation.source)
    for source, target in translation.pairs:
        for name, word in german.get(source.key, {}).items():
            if name in own and not tests[name].search(target.text):
                values = {"term": word, "forms": ", ".join(own[name])}
                fixes = (Fix("accept-finding", {"code": "term", "key": target.key}),)
                yield about("term", source, target, place=target.place(target.main), values=values, fixes=fixes)


@lru_cache(maxsize=4)
def terms_of(strings: Strings) -> dict[str, dict[str, str]]:
    """By key the terms that are in a text, each with the word that was it; where two begin alike, the longer."""
    names = {form.casefold(): name for name, forms in strings.terms.items() for form in forms}
    if not names:
        return {}
    pattern = _starting(tuple(names))
    found: dict[str, dict[str, str]] = {}
    for key, string in strings.by_key.items():
        if not key.startswith((*_NO_TERMS, *TYPED)):
            text = without_tokens(_CODE.sub(" ", string.text))
            found[key] = {names[match[0].casefold()]: match[0] for match in pattern.finditer(text)}
    return found


def _starting(forms: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(forms, key=len, reverse=True)
    return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, longest_first)) + ")", re.IGNORECASE)


def unchanged(translation: Translation) -> Iterator[Finding]:
    """The German text itself, where it has more in it than names and tokens."""
    names = translation.workshop.names
    for source, target in translation.pairs:
        if source.text != target.text or source.key.startswith(TYPED):
            continue
        words = _WORD.findall(_CODE.sub(" ", without_tokens(source.text)))
        if any(word not in names for word in words):
            fixes = (Fix("accept-finding", {"code": "unchanged", "key": target.key}),)
            yield about("unchanged", source, target, fixes=fixes)
