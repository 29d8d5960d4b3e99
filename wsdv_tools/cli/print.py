"""`wsdv print`: cards, board, counters, reference sheets, or the whole kit, as PDF or SVG."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.words.language import preferred_language

if TYPE_CHECKING:
    from collections.abc import Callable

    from wsdv_tools.components.kit import Part

THINGS = ("cards", "board", "counters", "reference", "strips", "calibration", "kit")


class Pair(click.ParamType[Any]):
    """Two numbers with a sign between them: `0.8,-0.4` or `3x2`."""

    def __init__(self, name: str, sign: str, number: type) -> None:
        self.name = name
        self._sign = sign
        self._number = number

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Any, Any]:
        if isinstance(value, tuple):
            return value
        try:
            first, second = (self._number(part) for part in str(value).lower().split(self._sign))
        except ValueError:
            self.fail(f"'{value}' is not two numbers like {self.name}.", param, ctx)
        return (first, second)


class Numbers(click.ParamType[Any]):
    """Sheets to print again: `3,5`."""

    name = "3,5"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        try:
            return tuple(int(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"'{value}' is not a list of sheets like {self.name}.", param, ctx)


@click.command("print")
@click.argument("what", type=click.Choice(THINGS))
@click.option("--second-lang", metavar="LANG", help="Titles in this language as well, small.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--size", type=click.Choice(["poker", "euro", "mini-euro"]), default="poker", show_default=True)
@click.option(
    "--backs",
    type=click.Choice(["duplex-long", "duplex-short", "gutterfold", "none"]),
    default="duplex-long",
    show_default=True,
    help="How backs meet fronts: the edge your printer turns, folded sheets, or none.",
)
@click.option(
    "--back-offset",
    "offset",
    type=Pair("0.8,-0.4", ",", float),
    default="0,0",
    help="Move the backs right and down, in mm: read it off the test page (wsdv print calibration).",
)
@click.option("--bleed", type=click.FloatRange(0, 10), default=0.0, help="Colour beyond the cut, in mm.")
@click.option("--margin", type=click.FloatRange(0, 40), help="What your printer cannot print, in mm.  [default: 5]")
@click.option("--grid", type=Pair("3x2", "x", int), help="Cards across and down on a sheet.")
@click.option("--ink", type=click.Choice(["full", "low", "mono"]), default="full", show_default=True)
@click.option("--format", "format_", type=click.Choice(["pdf", "svg"]), help="Only PDF, or only SVG.")
@click.option("--cards", metavar="1-20,IV", default="", help="Only these cards.")
@click.option("--pages", type=Numbers(), default=(), help="Print single sheets of cards again.")
@click.option("--board-size", type=click.Choice(["a1", "a2"]), help="Only this size of the board.  [default: both]")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("output"), show_default=True)
@session_options
def command(session: Session, what: str, second_lang: str | None, out: Path, **choices: Any) -> int:
    """Print WHAT into a folder: sheets to cut, a board, a kit.

    Text that does not fit and letters without glyph stop the printing, with the card and the millimetres.
    """
    from wsdv_tools.components import kit
    from wsdv_tools.components.lettering import Lettering

    format_, board_size = choices.pop("format_"), choices.pop("board_size")
    boards = (board_size,) if board_size else kit.Options().boards
    options = kit.Options(boards=boards, **choices)
    language = preferred_language(session.lang)
    lettering = Lettering.load(session.catalogue, language, second_lang)
    workshop = kit.Kit(lettering, options)
    makers = workshop.makers[what]
    with _progress(session, 2 * len(makers)) as step:
        parts = [_stepped(make, step) for make in makers]
        faults = [finding for finding in workshop.findings if finding.is_error]
        if faults:
            return session.report(faults)
        made = dict(_files(parts, (format_,) if format_ else (), step))
    made[kit.MANIFEST] = kit.manifest(made, lettering.code, options)
    kit.write(out, made)
    for part in parts:
        session.say("printed-file", file=part.name, n=len(part.document.pages))
    session.say("printed-all", n=len(made), folder=str(out))
    return 0


def _stepped(make: Callable[[], Part], step: Callable[[], None]) -> Part:
    part = make()
    step()
    return part


def _files(parts: Iterable[Part], formats: tuple[str, ...], step: Callable[[], None]) -> Iterator[tuple[str, bytes]]:
    from wsdv_tools.components.kit import files

    for part in parts:
        yield from files(part, formats)
        step()


@contextmanager
def _progress(session: Session, length: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal; in a pipe nothing."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    label = session.language.say("texts.printing")
    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:
        yield lambda: bar.update(1)
