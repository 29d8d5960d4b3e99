"""All checks of a translation, each a small function, and what a language file accepts of their findings.

`fit` and `glyph` come from the drawing itself; what a file accepts of them is removed by :func:`accept_drawn`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from wsdv_tools.codes import PRINTING
from wsdv_tools.findings import Finding, Place, Severity, Unreadable, sorted_by_place
from wsdv_tools.sources.schema import check_schema
from wsdv_tools.sources.yaml_reader import examine_yaml
from wsdv_tools.translating.completeness import missing, stale, unknown
from wsdv_tools.translating.consistency import inconsistent, vote
from wsdv_tools.translating.faithfulness import (
    number,
    plural,
    plural_forms,
    term,
    token,
    token_extra,
    token_unknown,
    unchanged,
)
from wsdv_tools.translating.strings import Strings
from wsdv_tools.translating.translation import Translation, Workshop
from wsdv_tools.translating.typography import duplicate_word, quotes, spaces
from wsdv_tools.words.choosing import language_file, languages_of_games
from wsdv_tools.words.language import unsupported

if TYPE_CHECKING:
    from pathlib import Path

    from wsdv_tools.facts.folder import DataFolder
    from wsdv_tools.sources.yaml_reader import Document

Check = Callable[[Translation], Iterator[Finding]]

# Those that compare with the German text, and those that any language can be asked, German, too.
COMPARING: tuple[Check, ...] = (
    missing,
    unknown,
    stale,
    token,
    token_extra,
    plural,
    plural_forms,
    number,
    term,
    inconsistent,
    unchanged,
)
ALONE: tuple[Check, ...] = (token_unknown, vote, spaces, quotes, duplicate_word)
CHECKS = COMPARING + ALONE

# Findings that another one about the same string already covers.
_TOLD_BY = {"term": ("unchanged",), "inconsistent": ("unchanged", "term")}


def check_translation(translation: Translation, release: bool = False) -> list[Finding]:
    """What the checks find and the file does not accept; for a release a missing string is an error."""
    checks = ALONE if translation.is_source else CHECKS
    found = [finding for check in checks for finding in check(translation)]
    accepted = translation.target.accepted
    used = {(finding.code, finding.values["key"]) for finding in found} & accepted.keys()
    kept = [finding for finding in found if (finding.code, finding.values["key"]) not in used]
    idle = [
        Finding("accepted-idle", place, {"code": code, "key": key})
        for (code, key), place in accepted.items()
        if (code, key) not in used and code not in PRINTING
    ]
    told = [*_single(kept), *idle]
    return [replace(one, level=Severity.ERROR) if release and one.code == "missing" else one for one in told]


def _single(findings: list[Finding]) -> list[Finding]:
    """One fault, one finding: a text left in German lacks the terms, too, and a wrong term differs from elsewhere."""
    told = {(finding.code, finding.values["key"]) for finding in findings}
    return [
        finding
        for finding in findings
        if not any((graver, finding.values["key"]) in told for graver in _TOLD_BY.get(finding.code, ()))
    ]


def accept_drawn(findings: list[Finding], document: Document) -> list[Finding]:
    """Findings of the drawing about a language file without those that it accepts, and acceptances that are not needed.

    The drawing names places, not keys, so both are compared by where they are.
    """
    strings = Strings.of(document)
    wanted = {(code, key): place for (code, key), place in strings.accepted.items() if code in PRINTING}
    stands = {key: _spot(strings.place_of(key)) for _, key in wanted}
    used = {(code, stands[key]) for code, key in wanted} & {(f.code, _spot(f.place)) for f in findings}
    kept = [finding for finding in findings if (finding.code, _spot(finding.place)) not in used]
    idle = [
        Finding("accepted-idle", place, {"code": code, "key": key})
        for (code, key), place in wanted.items()
        if (code, stands[key]) not in used
    ]
    return [*kept, *idle]


def _spot(place: Place | None) -> tuple[int, int]:
    return (place.line, place.column) if place else (0, 0)


def check_document(document: Document, workshop: Workshop, release: bool = False) -> list[Finding]:
    """A language file that can be read: its shape, and its strings as far as the shape is right."""
    translation = workshop.translation(document)
    shape = check_schema(document, translation.target.kind)
    places = {finding.place for finding in shape}
    found = check_translation(translation, release)
    refused = unsupported(translation.target.code, document.place(("language", "code")))
    told = [*shape, *(finding for finding in found if finding.place not in places)]
    return sorted_by_place([refused, *told] if refused else told)


def check_languages(folder: Path, data: DataFolder, release: bool = False) -> list[Finding]:
    """All languages of a data folder; their shape was checked when the folder was read."""
    try:
        workshop = Workshop.open(folder, data)
    except Unreadable:
        return []  # German itself cannot be read, as was reported with the folder
    findings: list[Finding] = []
    for path in sorted((folder / "lang").glob("*.yaml")):
        document = data.languages.get(path.stem) or examine_yaml(path)[0]
        if document:
            findings += check_translation(workshop.translation(document), release)
    for code in languages_of_games(folder):
        document, faults = examine_yaml(language_file(code, folder))
        findings += [*faults, *(check_document(document, workshop, release) if document else ())]
    return findings
