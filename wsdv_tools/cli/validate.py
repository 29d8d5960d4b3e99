"""`wsdv validate`: data, language and position files, each recognised by what stands in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wsdv_tools.cli.session import Session, format_options, session_options
from wsdv_tools.facts.checks import check_folder, run_checks
from wsdv_tools.facts.folder import FILES, TELLING_KEYS, DataFolder, kind_of
from wsdv_tools.findings import Finding, Note, Place, Severity, sorted_by_place
from wsdv_tools.sources.schema import check_schema
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import Document, examine_yaml
from wsdv_tools.words.language import is_path

if TYPE_CHECKING:
    from collections.abc import Callable


def check_data_file(document: Document, kind: str, session: Session) -> list[Finding]:
    """A file by itself, and then among the others of the data folder in place of its own kind."""
    findings = check_schema(document, kind)
    if not findings:
        folder = DataFolder.read(session.data or shipped("data"))
        if folder.is_complete:
            findings = run_checks(folder.with_document(kind, document))
    return [finding for finding in findings if finding.place and finding.place.file == document.file]


def check_position(document: Document, kind: str, session: Session) -> list[Finding]:
    """What cannot lie on the board so, and what is odd."""
    from wsdv_tools.record.position_reading import read_position

    del kind
    notation = session.notation()
    findings = read_position(document, notation.game, notation.names).findings
    return [finding for finding in findings if finding not in document.findings]


# What is done with a file of each kind that `kind_of` can tell.
CHECKERS: dict[str, Callable[[Document, str, Session], list[Finding]]] = {
    **dict.fromkeys(TELLING_KEYS, check_data_file),
    "position": check_position,
}


def check_file(path: Path, session: Session) -> list[Finding]:
    """All that is wrong with one file or one data folder."""
    if path.is_dir() and (path / FILES["map"]).exists():
        return check_folder(path)
    document, findings = examine_yaml(path)
    if document is None:
        return findings
    kind = kind_of(document.value)
    if kind is None:
        note = Note("known-kinds", {"kinds": ", ".join(CHECKERS)})
        return [*findings, Finding("unknown-kind-of-file", Place(document.file), notes=(note,))]
    return sorted_by_place([*findings, *CHECKERS[kind](document, kind, session)])


@click.command("validate")
@click.argument("files", nargs=-1, metavar="[FILE...]")
@format_options
@session_options
def command(session: Session, files: tuple[str, ...], format_: str, as_json: bool) -> int:
    """Check FILEs, or all shipped data: reading, schemas, ids, sums.

    A file is recognised by its content; a folder is checked as a whole.
    """
    session.format = "json" if as_json else format_
    if session.lang and is_path(session.lang):
        files = (*files, session.lang)
        session.lang = None
    if files:
        checked = len(files)
        findings = [finding for file in files for finding in check_file(Path(file), session)]
    else:
        folder = session.data or shipped("data")
        checked = len(FILES) + len(list((folder / "lang").glob("*.yaml")))
        findings = check_folder(folder)
    code = session.report(findings)
    if session.format == "text":
        errors = sum(finding.is_error for finding in findings)
        others = sum(finding.severity in (Severity.WARNING, Severity.HINT) for finding in findings)
        key = "texts.validate-errors" if errors else "texts.validate-ok"
        print(session.speaker.say(key, n=checked, errors=errors, others=others))
    return code
