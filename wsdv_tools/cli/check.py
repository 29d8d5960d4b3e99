"""`wsdv check`: every rule error of recorded games, of single files and of whole archives."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wsdv_tools.cli.console import data_stream
from wsdv_tools.cli.game_reports import CSV_HEAD, Reporter, Told
from wsdv_tools.cli.many import in_parallel
from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.record.record_files import find_records

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMATS = ("text", "json", "csv", "github")


@click.command("check")
@click.argument("records", nargs=-1, required=True, metavar="RECORD...")
@click.option("--rules", default="", metavar="R9b,...", help="Choose rulings, as a record's own `rules:` line does.")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="text", help="How to report.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@session_options
def command(session: Session, records: tuple[str, ...], rules: str, format_: str, as_json: bool) -> int:
    """Check recorded games: every error with its line, rule and reason.

    RECORDs are files, or folders with *.wsdv files in them.
    """
    session.format = "json" if as_json else format_
    paths = list(dict.fromkeys(find_records(Path(record) for record in records)))
    reporter = Reporter(session, rules)
    told = in_parallel(reporter, paths, session.language.say("texts.check.checking"))
    _print(session, reporter, told)
    return max((one.code for one in told), default=0)


def _print(session: Session, reporter: Reporter, told: Sequence[Told]) -> None:
    if session.format == "json":
        print(json.dumps({"records": [one.document for one in told]}, ensure_ascii=False, indent=2))
    elif session.format == "csv":
        table = csv.writer(data_stream(), lineterminator="\n")
        table.writerow(CSV_HEAD)
        table.writerows(one.row for one in told)
    else:
        for one in told:
            if one.text:
                print(one.text, end="\n\n" if session.format == "text" else "\n")
        if session.format == "text":
            for one in told:
                print(one.summary)
            if len(told) > 1:
                print(reporter.total(told))
