"""The readers of the game's own files: facts, layouts, languages, and translations that come back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from fuzzing.games import BETWEEN, lines_of
from fuzzing.promises import check_findings, promise, scratch, told_codes
from wsdv_tools.facts import Catalogue
from wsdv_tools.facts.catalogue import FACTS
from wsdv_tools.facts.data_checks import run_checks
from wsdv_tools.facts.folder import FILES, TELLING_KEYS, DataFolder, kind_of
from wsdv_tools.findings import Finding, Unreadable, exit_code
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.position import start
from wsdv_tools.sources.schema import check_schema
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import Document, examine_text, examine_yaml, read_yaml
from wsdv_tools.translating.checks import check_document
from wsdv_tools.translating.editing import apply_fixes
from wsdv_tools.translating.exchange import rows_of, take_in
from wsdv_tools.translating.spreadsheets import read_sheet, write_sheet
from wsdv_tools.translating.strings import Strings
from wsdv_tools.translating.translation import Translation, Workshop
from wsdv_tools.words.language import Language

_SCHEMA = re.compile(rb"#\s*schema: ([a-z]+)\n")  # the first line of an input whose keys do not show its kind
_LAYOUTS = ("board", "card", "counters", "palettes", "reference", "sheets")


@cache
def folder() -> DataFolder:
    return DataFolder.read(shipped("data"))


@cache
def workshop() -> Workshop:
    return Workshop.open(shipped("data"), folder())


# Facts and layouts


def examine_data(data: bytes) -> None:
    document, findings = examine_text(data, "data.yaml")
    sources = {"data.yaml": lines_of(data)}
    check_findings(findings, sources)
    if document is None or exit_code(findings):
        return
    named = _SCHEMA.match(data)
    kind = named[1].decode() if named and named[1].decode() in _LAYOUTS else kind_of(document.value)
    if kind is None or (kind not in FILES and kind not in _LAYOUTS):
        return
    found = check_schema(document, kind)
    check_findings(found, sources)
    again, _ = examine_text(data, "data.yaml")
    promise(again is not None and told_codes(check_schema(again, kind)) == told_codes(found), "checked otherwise")
    if kind in FILES and not found:
        _check_facts(kind, document, sources)


def _check_facts(kind: str, document: Document, sources: dict[str, list[str]]) -> None:
    """Among the other files; and what is found good can be played with."""
    data = folder().with_document(kind, document)
    found = run_checks(data)
    check_findings(found, sources)
    if kind in FACTS and not exit_code(found):
        game = Game(Catalogue.build(shipped("data"), {each: data.value(each) for each in FACTS}))
        start(game)


def data_seeds() -> Iterator[bytes]:
    for name in FILES.values():
        yield (shipped("data") / name).read_bytes()
    for name in _LAYOUTS:
        yield f"# schema: {name}\n".encode() + (shipped("templates") / f"{name}.yaml").read_bytes()
    for kind in TELLING_KEYS:
        if kind in FILES:
            yield _shortened(read_yaml(shipped("data") / FILES[kind]).value).encode()


def _shortened(value: Any) -> str:
    """The first two entries of every list: short texts are fuzzed sooner."""
    return json.dumps(_first_two(value), ensure_ascii=False, indent=1)


def _first_two(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _first_two(inner) for key, inner in value.items()}
    return [_first_two(item) for item in value[:2]] if isinstance(value, list) else value


# Languages


def examine_language(data: bytes) -> None:
    with scratch(["cs.yaml"]) as here:
        path = here / "cs.yaml"
        path.write_bytes(data)
        document, findings = examine_yaml(path)
        check_findings(findings, {str(path): lines_of(data)})
        if document is None or exit_code(findings) or kind_of(document.value) != "language":
            return
        found = check_document(document, workshop())
        check_findings(found, {str(path): lines_of(data)})
        if not check_schema(document, "language"):
            check_findings(run_checks(folder().with_document("language", document)), {})
            _check_speaking(path, found)
        _check_fixing(path, data, found)


def _check_speaking(path: Path, findings: list[Finding]) -> None:
    """A file of the right shape can be spoken, whatever it leaves out."""
    language = Language.load(str(path))
    for finding in findings[:5]:
        language.sentence(finding)


def _check_fixing(path: Path, data: bytes, findings: list[Finding]) -> None:
    """`--fix` changes nothing but what it says, leaves a file that can be read, and comes to an end."""
    for _ in range(5):
        fixed = apply_fixes(findings)
        if not fixed:
            promise(path.read_bytes() == data, "nothing was fixed, and the file has changed")
            return
        data = path.read_bytes()
        document, faults = examine_yaml(path)
        promise(document is not None and not exit_code(faults), "a fixed file cannot be read", data[:300], faults)
        assert document is not None
        before, findings = findings, check_document(document, workshop())
        promise(len(findings) <= len(before), "a fix makes new faults", told_codes(findings), fixed[:2])
    promise(False, "fixing comes to no end", [finding.code for finding in fixed])


def language_seeds() -> Iterator[bytes]:
    yield SMALL.encode()
    planted = Path(__file__).parent.parent / "tests" / "planted_translations.yaml"
    for entry in read_yaml(planted).value:
        yield f"language: {{code: cs, name: x}}\n{entry['text'].replace('^', '')}\n".encode()
    yield (shipped("data") / "lang" / "hu.yaml").read_bytes()


SMALL = """\
# Moje poznámka
language: {code: cs, name: "Čeština"}

cards:
  1: {title: "Pozemková reforma"}   # hotovo
  44: {title: 'RAF'}
  80: {title: Maďarsko}
texts:
  label.attack: "+{n} nepokojů"
  validate-ok: {one: "V pořádku: {n} soubor.", other: "V pořádku: {n} souborů."}
  # konec
"""


# Translations that come back


def examine_exchange(data: bytes) -> None:
    """The language file before the line of equals signs, the sheet after it; or a sheet for a small language."""
    first, found, second = data.partition(BETWEEN)
    language, sheet = (first, second) if found else (SMALL.encode(), data)
    name = "sheet.xlsx" if sheet[:2] == b"PK" else "sheet.po" if b"msgid" in sheet else "sheet.csv"
    with scratch(["cs.yaml", name]) as here:
        path = here / "cs.yaml"
        path.write_bytes(language)
        (here / name).write_bytes(sheet)
        document, findings = examine_yaml(path)
        if document is None or exit_code(findings) or kind_of(document.value) != "language":
            return
        translation = workshop().translation(document)
        try:
            outcome = take_in(read_sheet(here / name), translation)
        except Unreadable as no:
            check_findings(no.findings, {str(here / name): lines_of(sheet), str(path): lines_of(language)})
            return
        check_findings(outcome.findings, {})
        promise(all(f.place.line >= 1 for f in outcome.findings if f.place), "row outside the sheet")
        _check_taken_in(here / name, translation, outcome.text, outcome.changed)


def _check_taken_in(sheet: Path, translation: Translation, text: str, changed: list[str]) -> None:
    """The file is still a language file, only what was changed has changed, and doing it again changes nothing."""
    before = translation.target
    if not changed:
        promise(text == before.document.text, "nothing was changed, and the text has")
    document, findings = examine_text(text, before.file)
    promise(document is not None and not exit_code(findings), "the language file is spoilt", text[:600], findings)
    assert document is not None
    after = Strings.of(document, workshop().data)
    for key, string in before.by_key.items():
        if key not in changed:
            kept = after.by_key.get(key)
            promise(kept is not None and kept.forms == string.forms, "another text has changed", key, text[:600])
    again = take_in(read_sheet(sheet), Translation(translation.workshop, after, {}))
    promise(not again.changed, "taken in twice, changed twice", again.changed, text[:600])


def exchange_seeds() -> Iterator[bytes]:
    document, _ = examine_text(SMALL, "cs.yaml")
    assert document is not None
    translation = workshop().translation(document)
    english = Strings.of(read_yaml(shipped("data") / "lang" / "en.yaml"), workshop().data)
    keys = set(list(translation.source.by_key)[::150])
    rows = [row for row in rows_of(translation, english, {}) if row.text]
    more = [row for row in rows_of(translation, english, {}) if row.key in keys and not row.text]
    for format_ in ("csv", "po"):
        yield write_sheet(format_, "cs", [*rows, *more])
        yield SMALL.encode() + BETWEEN + write_sheet(format_, "cs", rows)
    yield SMALL.encode() + BETWEEN + b"key;form;de;cs\r\ncards.1.title;;Bodenreform;Reforma\r\ncards.2.title;;;Jine\r\n"
    yield write_sheet("xlsx", "cs", rows[:3])
