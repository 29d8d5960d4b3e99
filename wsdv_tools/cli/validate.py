"""`wsdv validate`: data, language, position and record files, each recognised by what is in it."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.cli.usage import Choice, Command
from wsdv_tools.facts.data_checks import check_folder, run_checks
from wsdv_tools.facts.folder import FILES, TELLING_KEYS, DataFolder, kind_of
from wsdv_tools.findings import Finding, Note, Place, Severity, exit_code, sorted_by_place
from wsdv_tools.games.kinds import kind_of_file
from wsdv_tools.sources.kinds import RECORD_SUFFIX
from wsdv_tools.sources.outputs import MARK
from wsdv_tools.sources.schema import check_schema
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import Document, examine_yaml
from wsdv_tools.translating.page import Progress, page
from wsdv_tools.visible import visible
from wsdv_tools.words.choosing import is_path, known_languages, language_file, languages_of_games
from wsdv_tools.words.language import Language

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_MISSING = 10  # missing texts that are reported one by one on a terminal


@dataclass(frozen=True)
class Asked:
    """What was asked to be checked, and how strictly; no files mean all data."""

    session: Session
    files: tuple[Path, ...]
    release: bool

    @property
    def folder(self) -> Path:
        return self.session.data or shipped("data")

    @property
    def number(self) -> int:
        """How many files that is."""
        languages = [*known_languages(self.folder), *languages_of_games(self.folder)]
        return len(self.files) or len(FILES) + len(languages)

    def check(self) -> list[Finding]:
        if not self.files:
            return check_data(self.folder, self.release)
        return [finding for file in self.files for finding in check_file(file, self)]


def check_data_file(document: Document, kind: str, asked: Asked) -> list[Finding]:
    """A file by itself, and then among the others of the data folder in place of its own kind."""
    findings = check_schema(document, kind)
    if not findings:
        folder = DataFolder.read(asked.folder)
        if folder.is_complete:
            findings = run_checks(folder.with_document(kind, document))
    return [finding for finding in findings if _is_of(finding, document)]


def check_language(document: Document, kind: str, asked: Asked) -> list[Finding]:
    """A language file: its shape, what it names, whether it is a good translation, and fits what is printed."""
    from wsdv_tools.components.fit_checks import check_fit
    from wsdv_tools.translating.checks import accept_drawn, check_document
    from wsdv_tools.translating.strings import Strings
    from wsdv_tools.translating.translation import Workshop

    data = DataFolder.read(asked.folder)
    findings = check_document(document, Workshop.open(asked.folder, data), asked.release)
    if Strings.of(document).kind == kind and data.is_complete and not check_schema(document, kind):
        findings += [f for f in run_checks(data.with_document(kind, document)) if _is_of(f, document)]
        drawn = check_fit(asked.session.catalogue, str(Path(document.file).absolute()))
        findings += accept_drawn([_in_file(finding, document) for finding in drawn], document)
    return findings


def _in_file(finding: Finding, document: Document) -> Finding:
    """The finding with the file's name as it was typed."""
    return replace(finding, place=replace(finding.place, file=document.file)) if finding.place else finding


def _is_of(finding: Finding, document: Document) -> bool:
    return finding.place is not None and finding.place.file == document.file


def check_position(document: Document, _: str, asked: Asked) -> list[Finding]:
    """What is impossible on the board, and what is odd."""
    from wsdv_tools.positions.position_reader import read_position

    notation = asked.session.notation()
    findings = read_position(document, notation.game, notation.names).findings
    return [finding for finding in findings if finding not in document.findings]


# What is done with a file of each kind that `kind_of` can tell.
CHECKERS: dict[str, Callable[[Document, str, Asked], list[Finding]]] = {
    **dict.fromkeys(TELLING_KEYS, check_data_file),
    "language": check_language,
    "position": check_position,
    # Only the shape of cases; `wsdv cases` says whether they hold.
    **dict.fromkeys(("case", "suite"), lambda document, kind, _: check_schema(document, kind)),
}


def check_data(folder: Path, release: bool) -> list[Finding]:
    """A data folder as a whole: its facts and all of its languages."""
    from wsdv_tools.translating.checks import check_languages

    if not folder.is_dir():
        return check_folder(folder)
    data = DataFolder.read(folder)
    return sorted_by_place([*check_folder(folder, data), *check_languages(folder, data, release)])


def check_file(path: Path, asked: Asked) -> list[Finding]:
    """All that is wrong with one file or one data folder."""
    if path.is_dir() and (path / FILES["map"]).exists():
        return check_data(path, asked.release)
    small = kind_of_file(path)
    if small:
        from wsdv_tools.cli.small_games import validated

        asked.session.speak_of_games()
        return validated(path, small)
    if path.suffix.casefold() == RECORD_SUFFIX:  # a record is not YAML; its name says what it is
        from wsdv_tools.referee.record_files import check_file as check_game

        return check_game(path, asked.session.notation()).checked.findings
    document, findings = examine_yaml(path)
    if document is None:
        return findings
    kind = kind_of(document.value)
    if kind is None:
        note = Note("known-kinds", {"kinds": ", ".join(CHECKERS)})
        return [*findings, Finding("unknown-kind-of-file", Place(document.file), notes=(note,))]
    return sorted_by_place([*findings, *CHECKERS[kind](document, kind, asked)])


@click.command("validate", cls=Command)
@click.argument("files", nargs=-1, metavar="[FILE...]")
@click.option("--release", is_flag=True)
@click.option("--fix", is_flag=True)
@click.option("--out", metavar="FILE")
@click.option("--format", "format_", type=Choice(("text", "json", "github", "html")), default="text")
@click.option("--json", "as_json", is_flag=True, help="option.json")
@session_options
def command(session: Session, files: tuple[str, ...], release: bool, fix: bool, out: str | None, **_format: Any) -> int:
    """Data, schemas and translations."""
    asked = Asked(session, _asked_files(session, files), release)
    findings = asked.check()
    fixed = 0
    if fix:
        from wsdv_tools.translating.editing import apply_fixes

        fixed = len(apply_fixes(findings))
        findings = asked.check() if fixed else findings
    printed = StringIO()
    with redirect_stdout(printed if out else sys.stdout):
        _report(asked, findings, fixed, whole=out is not None)
    if out:
        mark = f"# {MARK}\n\n" if session.format in ("text", "github") else ""
        if session.deliver({Path(out): (mark + visible(printed.getvalue())).encode()}):
            session.say("validate-written", file=out)
    return exit_code(findings)


def _report(asked: Asked, findings: list[Finding], fixed: int, whole: bool) -> None:
    """Print the findings in the chosen format; on a terminal not every missing text of a new language."""
    session = asked.session
    if session.format == "html":
        print(_html(asked, findings, whole))
        return
    shown = findings if whole or session.format != "text" else _shortened(findings)
    session.report(shown)
    if session.format != "text":
        return
    say = session.speaker.say
    if len(shown) < len(findings):
        print(say("texts.validate-more", n=len(findings) - len(shown)), end="\n\n")
    if fixed:
        print(say("texts.validate-fixed", n=fixed))
    errors = sum(finding.is_error for finding in findings)
    others = sum(finding.severity in (Severity.WARNING, Severity.HINT) for finding in findings)
    key = "texts.validate-errors" if errors or others else "texts.validate-ok"
    print(say(key, n=asked.number, errors=errors, others=others))


def _shortened(findings: list[Finding]) -> list[Finding]:
    missing = [finding for finding in findings if finding.code == "missing"]
    more = set(map(id, missing[MOST_MISSING:]))
    return [finding for finding in findings if id(finding) not in more]


def _html(asked: Asked, findings: list[Finding], as_file: bool) -> str:
    """The page; for a console, whatever its encoding, in ASCII, since browsers understand that, too."""
    files = asked.files or (asked.folder,)
    text = page(findings, asked.session.speaker, ", ".join(map(str, files)), _progress(asked))
    return text if as_file else text.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _progress(asked: Asked) -> Progress | None:
    """How far the translation is, if one file was asked for and it is a translation."""
    from wsdv_tools.translating.translation import Workshop

    document = examine_yaml(asked.files[0])[0] if len(asked.files) == 1 else None
    if document is None or kind_of(document.value) != "language":
        return None
    translation = Workshop.open(asked.folder).translation(document)
    return Progress(len(translation.source.by_key), len(translation.pairs))


def _asked_files(session: Session, files: tuple[str, ...]) -> tuple[Path, ...]:
    """The files that were named; a language that was named without any is the file of that language."""
    if session.lang and is_path(session.lang):
        path = Path(session.lang)
        session.lang = None  # a faulty language is not used for messages
        return (*map(Path, files), path)
    if session.lang and not files:
        Language.load(session.lang, session.catalogue if session.data else None)  # or say that there is none
        return (language_file(session.lang, session.data or shipped("data")),)
    return tuple(map(Path, files))
