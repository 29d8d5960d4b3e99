"""`wsdv check`: every rule error of recorded games, of single files and of whole archives."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from itertools import chain
from pathlib import Path
from textwrap import indent
from typing import Any

import click

from wsdv_tools.cli.console import data_stream, on_screen
from wsdv_tools.cli.game_reports import CSV_HEAD, Reporter, Told
from wsdv_tools.cli.many import Progress, in_parallel
from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.cli.usage import Choice, Command
from wsdv_tools.games.kinds import kind_of_file
from wsdv_tools.referee.record_files import find_records

FORMATS = ("text", "json", "jsonl", "csv", "github")


@click.command("check", cls=Command)
@click.argument("records", nargs=-1, required=True, metavar="RECORD...")
@click.option("--rules", default="", metavar="R9b,...", help="option.rules")
@click.option("--cards", metavar="FILE", help="option.cards")
@click.option("--strict", is_flag=True)
@click.option("--format", "format_", type=Choice(FORMATS), default="text")
@click.option("--json", "as_json", is_flag=True, help="option.json")
@session_options
def command(
    session: Session, records: tuple[str, ...], rules: str, cards: str | None, strict: bool, **_format: Any
) -> int:
    """Every error of recorded games, of files and folders."""
    paths = list(dict.fromkeys(find_records(Path(record) for record in records)))
    reporter = Reporter(session, rules, cards=cards, strict=strict)
    if not all(map(kind_of_file, paths)):
        reporter.notation  # noqa: B018  # read before the work is shared, and unknown rulings are reported once
    progress = Progress(len(paths), session.language.say("texts.check.checking"))
    worst = 0

    def noted() -> Iterator[Told]:
        nonlocal worst
        for told in progress.over(in_parallel(reporter, paths, reporter.lost)):
            worst = max(worst, told.code)
            yield told

    stream = data_stream() if session.format == "csv" else sys.stdout
    for piece in PRINTED[session.format](noted(), reporter):
        progress.make_room()
        stream.write(piece)
        if session.format == "jsonl":  # for programs that read along
            stream.flush()
    return worst


# What is printed, piece by piece as the reports on the records come: of ten thousand only a line each is kept.


def _as_text(reports: Iterable[Told], reporter: Reporter) -> Iterator[str]:
    """Findings, and at the end a line for each record and one for all."""
    kept: list[Told] = []
    for told in reports:
        if told.text:
            yield f"{on_screen(told.text)}\n\n"
        kept.append(told._replace(text=""))
    for told in kept:
        yield f"{on_screen(told.summary)}\n"
    if len(kept) > 1:
        yield f"{on_screen(reporter.total(kept))}\n"


def _for_github(reports: Iterable[Told], _: Reporter) -> Iterator[str]:
    """Only findings, a line each."""
    return (f"{told.text}\n" for told in reports if told.text)


def _as_json(reports: Iterable[Told], _: Reporter) -> Iterator[str]:
    """One document, which grows record by record."""
    yield '{\n  "records": ['
    between = ""
    for told in reports:
        document = json.dumps(told.document, ensure_ascii=False, indent=2)
        yield f"{between}\n{indent(document, '    ')}"
        between = ","
    yield "\n  ]\n}\n"


def _as_json_lines(reports: Iterable[Told], _: Reporter) -> Iterator[str]:
    """A document for each record, each in a line of its own."""
    return (f"{json.dumps(told.document, ensure_ascii=False)}\n" for told in reports)


def _as_csv(reports: Iterable[Told], _: Reporter) -> Iterator[str]:
    """A row for each record."""
    for row in chain([CSV_HEAD], (told.row for told in reports)):
        line = StringIO()
        csv.writer(line, lineterminator="\n").writerow(row)
        yield line.getvalue()


PRINTED: dict[str, Callable[[Iterable[Told], Reporter], Iterator[str]]] = {
    "text": _as_text,
    "json": _as_json,
    "jsonl": _as_json_lines,
    "csv": _as_csv,
    "github": _for_github,
}
