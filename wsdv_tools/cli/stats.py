"""`wsdv stats`: many games as tables and plots, recorded ones or played by bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from wsdv_tools.cli.many import Progress, in_parallel, shared
from wsdv_tools.cli.session import Session, Worker, session_options
from wsdv_tools.cli.usage import Choice, Command, Number, Wrong
from wsdv_tools.findings import Finding, Place, exit_code
from wsdv_tools.games.kinds import kind_of_file
from wsdv_tools.record.reader import read_record
from wsdv_tools.referee.checker import check_record
from wsdv_tools.referee.record_files import find_records, read_record_text
from wsdv_tools.reports.rows import COLUMNS, OTHER_GAME, UNREAD, GameRows, rows, unread
from wsdv_tools.reports.simulation import POLICIES, Series

if TYPE_CHECKING:
    from wsdv_tools.reports.store import Store
    from wsdv_tools.sources.saving import Content

FORMATS = ("html", "csv", "jsonl", "sqlite")
WORK = ".wsdv-stats.work"  # where games are collected; simulated ones have a file of their own, to be continued
_policy = Choice(sorted(POLICIES))


@click.command("stats", cls=Command)
@click.argument("records", nargs=-1, metavar="[RECORD...]")
@click.option("--format", "formats", type=Choice(FORMATS), multiple=True)
@click.option("--out", "folder", metavar="DIR", default="stats", show_default=True)
@click.option("--rules", default="", metavar="R9b,...", help="option.rules")
@click.option("--simulate", type=Number(1, 10_000_000), metavar="N")
@click.option("--west", type=_policy, default="random", show_default=True)
@click.option("--east", type=_policy, default="random", show_default=True)
@click.option("--seed", type=Number(0, 2**63 - 1), metavar="N", default=1, show_default=True)
@session_options
def command(session: Session, records: tuple[str, ...], **options: Any) -> int:
    """Many games as tables and plots."""
    number = options["simulate"]
    if bool(records) is bool(number):
        raise Wrong("stats")
    from wsdv_tools.reports.store import Store

    folder = Path(options["folder"])
    session.deliver({}, folder)
    collector = Collector(session, options["rules"])
    collector.notation  # noqa: B018  # read before the work is shared, and unknown rulings are reported once
    if not number:
        paths = list(dict.fromkeys(find_records(map(Path, records))))
        with Store(folder / WORK, {}) as store:
            return _finish(session, store, _collected(session, collector, paths, store), folder, options["formats"])
    series = Series(options["west"], options["east"], options["seed"])
    about = {
        "rules": options["rules"],
        "version": version("wsdv_tools"),
        **{key: str(value) for key, value in series._asdict().items()},
    }
    work = f".wsdv-{series.west}-{series.east}-{series.seed}.work"
    with Store(folder / work, about, number) as store:
        if store.games:
            session.warn("stats.resumed", n=store.games)
        player = Player(session, options["rules"], series)
        todo = range(store.games + 1, number + 1)
        progress = Progress(len(todo), session.language.say("texts.stats.playing"))
        store.add(progress.over(shared(player, todo, player)))
        return _finish(session, store, 0, folder, options["formats"])


class Collected(NamedTuple):
    """The rows of a file, the exit code that its findings ask for, and why it is not read where it is not.

    Plain data: it travels between processes.
    """

    rows: GameRows
    code: int
    unread: Sequence[Finding] = ()


class Collector(Worker):
    """Makes rows of files, one by one."""

    def __call__(self, path: Path) -> Collected:
        file = str(path)
        if kind_of_file(path):
            return Collected(unread(file, OTHER_GAME, []), 0)
        nothing = None, [Finding("no-records", Place(file), {"file": file})]
        text, findings = nothing if path.is_dir() else read_record_text(path)
        if text is None:
            return _unread(file, findings)
        record = read_record(text, file, self.notation)
        checked = check_record(record, self.notation)
        return Collected(rows(record, checked, self.notation), exit_code(checked.findings))

    def lost(self, path: Path) -> Collected:
        """For a record whose process died."""
        return _unread(str(path), [Finding("worker-died", Place(str(path)), {"file": str(path)})])


def _unread(file: str, findings: list[Finding]) -> Collected:
    return Collected(unread(file, UNREAD, findings), exit_code(findings), findings)


class Player(Worker):
    """Plays games, by their numbers."""

    def __init__(self, session: Session, rules: str, series: Series) -> None:
        super().__init__(session, rules)
        self.series = series

    def __call__(self, number: int) -> GameRows:
        return self.series.rows(number, self.notation)


def _collected(session: Session, collector: Collector, paths: list[Path], store: Store) -> int:
    """Put the rows of all files into the store, and say which cannot be read; the highest exit code."""
    progress = Progress(len(paths), session.language.say("texts.stats.collecting"))
    worst, why = 0, list[Finding]()

    def noted() -> Iterator[GameRows]:
        nonlocal worst
        for one in progress.over(in_parallel(collector, paths, collector.lost)):
            worst = max(worst, one.code)
            why.extend(one.unread)
            yield one.rows

    store.add(noted())
    session.report(why)
    return worst


def _finish(session: Session, store: Store, code: int, folder: Path, formats: tuple[str, ...]) -> int:
    """Write the files that were asked for; the collected rows are not needed after that."""
    made: dict[Path, Content] = {}
    for format_ in dict.fromkeys(formats or FORMATS[:1]):
        made |= {folder / name: content for name, content in _files(session, store, format_)}
    session.deliver(made)
    session.say("stats.written", n=store.games, files=", ".join(map(str, made)))
    store.remove()
    return code


def _files(session: Session, store: Store, format_: str) -> Iterator[tuple[str, Content]]:
    if format_ == "html":
        from wsdv_tools.reports.summary_page import summary_page

        yield "summary.html", summary_page(store, session.common_notation.game, session.language)
    elif format_ == "sqlite":
        yield "games.sqlite", store.file()
    else:
        for table in COLUMNS:
            yield f"{table}.{format_}", store.csv(table) if format_ == "csv" else store.json_lines(table)
