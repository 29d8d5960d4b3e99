"""`wsdv check`: every rule error of recorded games, of single files and of whole archives."""

from __future__ import annotations

import csv
import json
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
from wsdv_tools.record.record_files import find_records

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
    printer = PRINTERS[session.format](reporter, progress)
    worst = 0
    printer.begin()
    for told in progress.over(in_parallel(reporter, paths, reporter.lost)):
        worst = max(worst, told.code)
        printer.print(told)
    printer.end()
    return worst


class Printer:
    """Prints the report on each record as it comes: findings, and at the end a line for each record and one for all.

    Of ten thousand records only those lines are kept.
    """

    def __init__(self, reporter: Reporter, progress: Progress) -> None:
        self.reporter = reporter
        self.progress = progress
        self.told: list[Told] = []

    def begin(self) -> None:
        """Before the first record."""

    def print(self, told: Told) -> None:
        if told.text:
            self.progress.make_room()
            print(on_screen(told.text), end="\n\n")
        self.told.append(told._replace(text=""))

    def end(self) -> None:
        for one in self.told:
            print(on_screen(one.summary))
        if len(self.told) > 1:
            print(on_screen(self.reporter.total(self.told)))


class GithubPrinter(Printer):
    """Only findings, a line each."""

    def print(self, told: Told) -> None:
        if told.text:
            self.progress.make_room()
            print(told.text)

    def end(self) -> None:
        """Nothing more."""


class JsonPrinter(Printer):
    """One document, which grows record by record."""

    _between = ""

    def begin(self) -> None:
        print('{\n  "records": [', end="")

    def print(self, told: Told) -> None:
        document = json.dumps(told.document, ensure_ascii=False, indent=2)
        self.progress.make_room()
        print(f"{self._between}\n{indent(document, '    ')}", end="")
        self._between = ","

    def end(self) -> None:
        print("\n  ]\n}")


class JsonLinesPrinter(JsonPrinter):
    """A document for each record, each in a line of its own and out at once: for programs that read along."""

    def begin(self) -> None:
        """A line needs no frame."""

    def print(self, told: Told) -> None:
        self.progress.make_room()
        print(json.dumps(told.document, ensure_ascii=False), flush=True)

    def end(self) -> None:
        """Nor an end."""


class CsvPrinter(Printer):
    """A row for each record."""

    def begin(self) -> None:
        self._table = csv.writer(data_stream(), lineterminator="\n")
        self._table.writerow(CSV_HEAD)

    def print(self, told: Told) -> None:
        self.progress.make_room()
        self._table.writerow(told.row)

    def end(self) -> None:
        """Nothing more."""


PRINTERS = {
    "text": Printer,
    "json": JsonPrinter,
    "jsonl": JsonLinesPrinter,
    "csv": CsvPrinter,
    "github": GithubPrinter,
}
