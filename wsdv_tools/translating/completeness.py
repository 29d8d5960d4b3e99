"""Whether a translation is complete and up to date: missing, unknown and stale strings."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches
from typing import TYPE_CHECKING

from wsdv_tools.findings import Finding, Fix, Note, Severity
from wsdv_tools.sources.schema import did_you_mean
from wsdv_tools.translating import origins
from wsdv_tools.translating.strings import SECTIONS, String
from wsdv_tools.translating.translation import Translation, about

if TYPE_CHECKING:
    from collections.abc import Iterator

_PIECES = re.compile(r"\s+|\{[^{}]*\}|\w+|[^\w\s]")
_MOST_GUESSED = 100  # misspelt keys; with more of them the file is another one, and guessing takes seconds
_MARKUP = re.compile(r"[^\w{}]+|_")


def missing(translation: Translation) -> Iterator[Finding]:
    """A German string without translation."""
    misspelt = set(_misspelt(translation).values())
    sections = _misspelt_sections(translation)
    for key, string in translation.source.by_key.items():
        if key in translation.target.by_key or key in misspelt or key.partition(".")[0] in sections:
            continue
        fixes = () if key in translation.target.blank else (_addition(string),)
        yield about("missing", string, None, place=translation.target.place_of(key), fixes=fixes)


def _addition(string: String) -> Fix:
    """The line to add where a key is not even in the file."""
    *parents, name = map(str, string.path)
    text = '{one: "…", other: "…"}' if string.is_plural else '"…"'
    return Fix("add-text", {"where": ".".join(parents), "line": f"{name}: {text}"})


def unknown(translation: Translation) -> Iterator[Finding]:
    """A key that no German string has, or a place that is not on the map."""
    yield from _unknown_places(translation)
    near = _misspelt(translation)
    for key in _unknown_keys(translation):
        string = translation.target.by_key[key]
        place = string.document.place(string.path, key=True) if string.document else string.place()
        fixes = (Fix("did-you-mean", {"name": near[key]}),) if key in near else ()
        yield Finding("unknown", place, {"key": key, "translation": string.shown}, fixes=fixes)


def _unknown_places(translation: Translation) -> Iterator[Finding]:
    """Places may have names to type where German has none, so they are compared with the map."""
    known = translation.workshop.ids["province"] | translation.workshop.ids["city"]
    given = translation.target.value.get("places")
    for name in given if isinstance(given, dict) else ():
        if name not in known:
            place = translation.target.document.place(("places", name), key=True)
            yield Finding("unknown", place, {"key": f"places.{name}"}, fixes=did_you_mean(name, known, place))


def _unknown_keys(translation: Translation) -> list[str]:
    known = translation.source.by_key
    found = [key for key in translation.target.by_key if key not in known and not key.startswith("places.")]
    return [key for key in found if not (key.startswith("glossary.") and key.endswith(".note"))]  # a term's note


def _misspelt(translation: Translation) -> dict[str, str]:
    """Unknown keys, each with the missing one that was most likely meant."""
    lacking = [key for key in translation.source.by_key if key not in translation.target.by_key]
    found: dict[str, str] = {}
    for key in _unknown_keys(translation)[:_MOST_GUESSED]:
        near = get_close_matches(key, [other for other in lacking if other[:4] == key[:4]], 1, 0.8)
        if near:
            found[key] = near[0]
            lacking.remove(near[0])
    return found


def _misspelt_sections(translation: Translation) -> set[str]:
    """Sections that are in the file under a name so near that the schema's finding says it all."""
    given = translation.target.value
    free = [section for section in SECTIONS if section not in given]
    unknown_names = [name for name in given if name not in (*SECTIONS, "language", "accepted")]
    return {near for name in unknown_names for near in get_close_matches(name, free, 1, 0.6)}


def stale(translation: Translation) -> Iterator[Finding]:
    """The German text has changed since the string was translated; a hint if only its punctuation did."""
    for source, target in translation.pairs:
        before = translation.origins.get(source.key)
        if before is None or before == source.forms:
            continue
        old, new = marked(origins.shown(before), source.shown)
        only_markup = _MARKUP.sub("", origins.shown(before)) == _MARKUP.sub("", source.shown)
        fix = Fix("accept-source", {"language": translation.target.code, "key": source.key})
        finding = about(
            "stale",
            source,
            target,
            values={"before": old, "now": new},
            level=Severity.HINT if only_markup else None,
            fixes=(fix,),
        )
        notes = (Note("source-before", {"text": old}), Note("source-now", {"text": new}))
        yield replace(finding, notes=notes)


def marked(old: str, new: str) -> tuple[str, str]:
    """Both texts with what was taken out and what was put in between marks.

    >>> marked("2 Unruhe entfernen", "3 Unruhe entfernen")
    ('[-2-] Unruhe entfernen', '[+3+] Unruhe entfernen')
    """
    one, other = _PIECES.findall(old), _PIECES.findall(new)
    before, after = [], []
    for change, i, j, k, m in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        taken, put = "".join(one[i:j]), "".join(other[k:m])
        before.append(taken if change == "equal" or not taken else f"[-{taken}-]")
        after.append(put if change == "equal" or not put else f"[+{put}+]")
    return "".join(before), "".join(after)
