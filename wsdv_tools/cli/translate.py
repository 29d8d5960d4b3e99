"""`wsdv translate`: the translator's workbench."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wsdv_tools.cli.serve import browser_option, listen, port_option, show
from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.cli.usage import Choice, Group, Wrong, group_options
from wsdv_tools.findings import Finding, Fix, Place, Severity, Unreadable, exit_code
from wsdv_tools.sources.schema import check_schema, did_you_mean
from wsdv_tools.sources.shipped import is_installed, shipped
from wsdv_tools.sources.text_reader import read_bytes
from wsdv_tools.sources.yaml_reader import examine_yaml
from wsdv_tools.translating.checks import check_document
from wsdv_tools.translating.completeness import stale
from wsdv_tools.translating.editing import encoded, read_text, write_all
from wsdv_tools.translating.exchange import rows_of, take_in
from wsdv_tools.translating.origins import Forms, origins_file, origins_text
from wsdv_tools.translating.spreadsheets import CODE, FORMATS, read_sheet, write_sheet
from wsdv_tools.translating.starter import origins_of, starter
from wsdv_tools.translating.strings import Strings
from wsdv_tools.translating.translation import Translation, Workshop
from wsdv_tools.visible import one_line
from wsdv_tools.words.choosing import OF_GAMES, is_path, known_languages, language_file, languages_of_games
from wsdv_tools.words.language import unsupported

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_COLUMNS = ("language", "strings", "done", "missing", "stale", "errors", "warnings", "hints")


@click.group("translate", cls=Group)
@group_options
def command() -> None:
    """The translator's workbench."""


class Bench:
    """A session's workshop, and the language files that are worked on in it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.folder = session.data or shipped("data")
        self.workshop = Workshop.open(self.folder)

    def file(self, name: str) -> Path:
        """The language file that a code or a path means."""
        if is_path(name):
            return Path(name)
        here = Path(f"{name}.yaml")
        return here if here.is_file() else language_file(name, self.folder)

    def translation(self, name: str) -> Translation:
        path = self.file(name)
        if not is_path(name) and not path.is_file():
            known = ", ".join(self.known())
            fix = Fix("start-language", {"code": name})
            raise Unreadable([Finding("unknown-language", None, {"code": name, "known": known}, fixes=(fix,))])
        document, findings = examine_yaml(path)
        if document is None or any(finding.is_error for finding in findings):
            raise Unreadable(findings)
        translation = self.workshop.translation(document)
        if not CODE.fullmatch(translation.target.code):  # files are named after it
            raise Unreadable(check_schema(document, translation.target.kind))
        return translation

    def check(self, translation: Translation) -> list[Finding]:
        return check_document(translation.target.document, self.workshop)

    def known(self) -> list[str]:
        return [*known_languages(self.folder), *languages_of_games(self.folder)]

    def english(self, translation: Translation) -> Strings:
        code = "en-games" if translation.target.kind == "game-language" else "en"
        document = examine_yaml(language_file(code, self.folder))[0]
        return Strings.of(document, self.workshop.data) if document else translation.source


def _save(translation: Translation, name: str, text: bytes, origins: Mapping[str, Forms]) -> Path:
    """Write a language file and its origins; those of an installed program stay as they are, and a copy is made here.

    The language file comes last: where it is not there yet or is the old one, the same command makes it again.
    """
    path = Path(translation.target.file)
    if not is_path(name) and is_installed(path):
        path = Path(path.name)
    beside = origins_file(str(path))
    made = {beside: encoded(origins_text(str(path), origins))} if origins or beside.exists() else {}
    write_all({**made, path: text})
    return path


def _refuse_existing(path: Path, but: bytes | None = None) -> None:
    """What is there already stays, unless it is what would be written."""
    if path.exists() and (but is None or read_bytes(path)[0] != but):
        raise Unreadable([Finding("file-exists", None, {"file": str(path)})])


@command.command("status")
@click.argument("languages", nargs=-1, metavar="[LANG...]")
@session_options
def status(session: Session, languages: tuple[str, ...]) -> int:
    """How complete each language is."""
    bench = Bench(session)
    say = session.speaker.say
    table = [[say(f"texts.translate.head-{name}") for name in _COLUMNS]]
    for name in languages or bench.known():
        translation = bench.translation(name)
        found = bench.check(translation)
        levels = [finding.severity for finding in found if finding.code not in ("missing", "stale")]
        numbers = (
            len(translation.source.by_key),
            len(translation.pairs),
            sum(finding.code == "missing" for finding in found),
            sum(finding.code == "stale" for finding in found),
            *(levels.count(level) for level in (Severity.ERROR, Severity.WARNING, Severity.HINT)),
        )
        table.append([translation.target.code or name, *map(str, numbers)])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *others in table:
        cells = (number.rjust(width) for number, width in zip(others, widths[1:], strict=True))
        print("  ".join([first.ljust(widths[0]), *cells]))
    return 0


@command.command("new")
@click.argument("code", metavar="LANG")
@click.option("--name", metavar="NAME")
@session_options
def new(session: Session, code: str, name: str | None) -> int:
    """Start a language, with the German text above each empty one."""
    if not CODE.fullmatch(code):
        raise Wrong("code", text=code)
    if name and not name.isprintable():
        raise Wrong("unprintable", text=name)
    refused = unsupported(code)
    if refused:
        raise Unreadable([refused])
    bench = Bench(session)
    path = Path(f"{code}.yaml")
    shown = f"./{path}"
    workshop = bench.workshop.of_games if code.endswith(OF_GAMES) else bench.workshop
    source = workshop.source
    text = encoded(starter(source, code, name or code, shown))
    _refuse_existing(path, but=text)
    if code in bench.known():
        _refuse_existing(language_file(code, bench.folder))
    write_all({origins_file(str(path)): encoded(origins_text(str(path), origins_of(source))), path: text})
    session.say("translate.started", file=shown, n=len(source.by_key))
    session.say("translate.next", file=shown)
    return 0


@command.command("export")
@click.argument("language", metavar="LANG")
@click.option("--format", "format_", type=Choice(FORMATS), default="xlsx", show_default=True)
@click.option("--out", metavar="FILE")
@click.option("--todo", is_flag=True)
@session_options
def export(session: Session, language: str, format_: str, out: str | None, todo: bool) -> int:
    """The strings of a language for a spreadsheet or for Poedit."""
    bench = Bench(session)
    translation = bench.translation(language)
    code = translation.target.code
    path = Path(out or f"{code}.{format_}")
    remarks: dict[str, str] = {}
    for finding in bench.check(translation):
        key = str(finding.values.get("key", ""))
        remarks[key] = "\n".join(filter(None, [remarks.get(key), session.speaker.sentence(finding)]))
    rows = [
        row
        for row in rows_of(translation, bench.english(translation), remarks)
        if not todo or row.is_stale or not row.text
    ]
    if session.deliver({path: write_sheet(format_, code, rows)}):
        session.say("translate.exported", file=str(path), n=len(rows))
    return 0


@command.command("import")
@click.argument("file", metavar="FILE")
@click.option("--into", metavar="FILE")
@session_options
def import_(session: Session, file: str, into: str | None) -> int:
    """Read an exported file back: only texts that were changed change in the language file."""
    bench = Bench(session)
    sheet = read_sheet(Path(file))
    name = into or sheet.code
    if not name or (not is_path(name) and not bench.file(name).is_file()):
        fixes = (Fix("start-language", {"code": sheet.code}), Fix("name-file", {"code": sheet.code}))
        return session.report([Finding("exchange-language", Place(file), {"code": sheet.code}, fixes=fixes)])
    translation = bench.translation(name)
    outcome = take_in(sheet, translation)
    has_bom = read_text(Path(translation.target.file))[1]
    path = _save(translation, name, encoded(outcome.text, has_bom), outcome.origins)
    session.report(outcome.findings)
    session.say("translate.imported", file=str(path), n=len(outcome.changed), empty=outcome.empty)
    if path != Path(translation.target.file):
        session.say("translate.next", file=f"./{path}")
    return exit_code(outcome.findings)


@command.command("accept")
@click.argument("language", metavar="LANG")
@click.argument("keys", nargs=-1, metavar="[KEYS]")
@session_options
def accept(session: Session, language: str, keys: tuple[str, ...]) -> int:
    """Confirm that texts fit the current German ones."""
    bench = Bench(session)
    translation = bench.translation(language)
    translated = {source.key: source.forms for source, _ in translation.pairs}
    source = translation.source.by_key
    chosen, faults = _matching(keys, translated, source)
    if session.report(faults):
        return exit_code(faults)
    kept = {key: forms for key, forms in translation.origins.items() if key in source}
    text = Path(translation.target.file).read_bytes()
    _save(translation, language, text, {**kept, **{key: translated[key] for key in chosen}})
    session.say("translate.accepted", n=len(chosen))
    return 0


def _matching(
    keys: tuple[str, ...], translated: Iterable[str], known: Iterable[str]
) -> tuple[list[str], list[Finding]]:
    """The translated keys that the typed ones mean, all where none was typed; and what was typed and means none."""
    names = list(translated)
    found = [name for name in names if not keys or any(fnmatchcase(name, key) for key in keys)]
    faults = []
    for key in keys:
        if any(fnmatchcase(name, key) for name in names):
            continue
        if any(fnmatchcase(name, key) for name in known):
            faults.append(Finding("missing", None, {"key": key}))
        else:
            fixes = tuple(Fix(fix.code, fix.values) for fix in did_you_mean(key, names, Place("")))
            faults.append(Finding("unknown", None, {"key": key}, fixes=fixes))
    return found, faults


@command.command("diff")
@click.argument("language", metavar="LANG")
@session_options
def diff(session: Session, language: str) -> int:
    """How the German text of stale strings has changed."""
    bench = Bench(session)
    say = session.speaker.say
    found = list(stale(bench.translation(language)))
    for finding in found:
        values = finding.values
        place = finding.place
        print(f"{values['key']} ({one_line(place.file)}:{place.line})" if place else values["key"])
        for name, text in (("then", values["before"]), ("now", values["now"]), ("here", values["translation"])):
            print(f"  {say(f'texts.translate.{name}')}: {text}")
        print()
    if not found:
        session.say("translate.none-stale")
    return 0


@command.command("preview")
@click.argument("language", metavar="LANG")
@port_option
@browser_option
@session_options
def preview(session: Session, language: str, port: int | None, no_browser: bool) -> int:
    """Cards and sheets of a language in the browser, with what `wsdv validate` finds."""
    from wsdv_tools.cli.validate import Asked, check_file
    from wsdv_tools.web.joining import link
    from wsdv_tools.web.preview import Preview, PreviewServer
    from wsdv_tools.web.running import serve

    bench = Bench(session)
    path = bench.file(language)
    document = examine_yaml(path)[0] if path.is_file() else None
    if not path.is_file() or (document and Strings.of(document).kind == "game-language"):
        bench.translation(language)  # or it says that there is none
        raise Wrong("no-cards", text=language)
    asked = Asked(session, (path,), release=False)
    lang = session.speaker.code
    server = PreviewServer(Preview(path, session.catalogue, lambda: check_file(path, asked), lang), lang)
    bound = listen(session, lan=False, port=port)
    address = link("127.0.0.1", bound.getsockname()[1], server.devices.secret)
    session.say("translate.preview", file=str(path), address=address)
    session.say("translate.preview-ends")
    show(address, not no_browser)
    serve(server, bound)
    return 0
