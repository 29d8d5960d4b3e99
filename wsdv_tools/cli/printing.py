"""`wsdv print`: cards, board, counters, reference sheets, pictures, or the whole kit, as PDF, SVG or PNG."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wsdv_tools.cli.console import plain
from wsdv_tools.cli.session import Session, letters_option, session_options
from wsdv_tools.cli.usage import Choice, Command, Number, Wrong, nearest, option_name
from wsdv_tools.findings import Unreadable
from wsdv_tools.visible import one_line
from wsdv_tools.words.choosing import preferred_language

if TYPE_CHECKING:
    from wsdv_tools.components.kit import Options, Part

SMALL_GAMES = ("kubakrise", "vorhang")
THINGS = ("cards", "board", "counters", "reference", "strips", "calibration", "images", "kit", *SMALL_GAMES)

FARTHEST = 30  # millimetres that backs are moved
MOST_ACROSS = 40  # cards on a sheet


def _pair(sign: str, number: type, example: str, least: int, most: int) -> Callable[..., Any]:
    """Reads two numbers with a sign between them: `0.8,-0.4` or `3x2`, each within its bounds."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[Any, ...] | None:
        if value is None:
            return None
        try:
            first, second = (number(part) for part in value.lower().split(sign))
            if not all(least <= each <= most for each in (first, second)):  # nor is nan
                raise ValueError
        except ValueError:
            bounds = f"{least}–{most}"
            raise Wrong("pair", ctx, name=option_name(param), text=value, bounds=bounds, example=example) from None
        return (first, second)

    return read


def _paper(ctx: click.Context, param: click.Parameter, value: str) -> str:
    from wsdv_tools.components.paper import is_paper, papers

    if not is_paper(value.lower()):
        known = ", ".join(papers())
        near = nearest(value.lower(), papers())
        raise Wrong("size", ctx, near, name=option_name(param), text=value, known=known, example="320x450")
    return value.lower()


def _size(ctx: click.Context, param: click.Parameter, value: str) -> str:
    from wsdv_tools.components.card_layout import LARGEST, SMALLEST, is_size, sizes

    if not is_size(value.lower()):
        bounds = "–".join(f"{width:g}x{height:g}" for width, height in (SMALLEST, LARGEST))
        near = nearest(value.lower(), sizes())
        raise Wrong("size", ctx, near, name=option_name(param), text=value, known=", ".join(sizes()), example=bounds)
    return value.lower()


def _numbers(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in value.split(",") if part.strip())
    except ValueError:
        raise Wrong("list", ctx, name=option_name(param), text=value, example="3,5") from None


@click.command("print", cls=Command)
@click.argument("what", metavar="WHAT", type=Choice(THINGS))
@click.option("--second-lang", metavar="LANG")
@click.option("--paper", metavar="NAME|MMxMM", default="a4", show_default=True, callback=_paper)
@click.option("--size", metavar="NAME|MMxMM", default="poker", show_default=True, callback=_size)
@click.option(
    "--backs",
    type=Choice(["duplex-long", "duplex-short", "gutterfold", "none"]),
    default="duplex-long",
    show_default=True,
)
@click.option(
    "--back-offset",
    "offset",
    metavar="RIGHT,DOWN",
    default="0,0",
    callback=_pair(",", float, "0.8,-0.4", -FARTHEST, FARTHEST),
)
@click.option("--bleed", metavar="MM", type=Number(0, 10, float), default=0.0)
@click.option("--gap", metavar="MM", type=Number(0, 30, float), default=0.0)
@click.option("--machine", type=Choice(["silhouette"]))
@click.option("--cut-file", "cut_files", type=Choice(["svg", "dxf"]), multiple=True)
@click.option("--margin", metavar="MM", type=Number(0, 40, float))
@click.option("--grid", metavar="3x2", callback=_pair("x", int, "3x2", 1, MOST_ACROSS))
@click.option("--ink", type=Choice(["full", "low", "mono"]), default="full", show_default=True)
@click.option("--format", "format_", type=Choice(["pdf", "svg"]))
@letters_option
@click.option("--cards", metavar="1-20,IV", default="")
@click.option("--pages", metavar="3,5", default="", callback=_numbers)
@click.option("--board-size", type=Choice(["a1", "a2"]))
@click.option(
    "--preset",
    type=Choice(["plain", "game-crafter", "make-playing-cards", "tabletop-simulator"]),
    default="plain",
    show_default=True,
)
@click.option("--dpi", metavar="N", type=Number(30, 1200, float))
@click.option("--out", metavar="DIR", type=Path, default="output", show_default=True)
@session_options
def command(session: Session, what: str, second_lang: str | None, out: Path, **choices: Any) -> int:
    """Sheets to cut, a board, a kit."""
    from wsdv_tools.components import kit
    from wsdv_tools.components.lettering import Lettering

    if what == "images":
        _look_at_size(choices["preset"], choices["size"], choices["dpi"])
    format_, board_size, letters = (choices.pop(name) for name in ("format_", "board_size", "letters"))
    work = Work(session, out, (format_,) if format_ else (), letters)
    if what in SMALL_GAMES:
        return _print_small_game(work, what, kit.Options(**choices))
    boards = (board_size,) if board_size else kit.Options().boards
    options = kit.Options(boards=boards, **choices)
    lettering = Lettering.load(session.catalogue, preferred_language(session.lang), second_lang)
    workshop = kit.Kit(lettering, options)
    makers = workshop.makers[what]
    with progress(session, 2 * len(makers)) as step:
        work.do(makers, workshop, step)
    return work.deliver(kit.MANIFEST, kit.manifest(work.made, lettering.code, options))


@dataclass
class Work:
    """What is printed: first the parts, then, if nothing is wrong with any of them, their files."""

    session: Session
    out: Path
    formats: tuple[str, ...]
    letters: str
    parts: list[Part] = field(default_factory=list)
    made: dict[str, bytes] = field(default_factory=dict)

    def do(self, makers: Sequence[Callable[[], Part]], maker: Any, step: Callable[[], object] = lambda: None) -> None:
        from wsdv_tools.components.kit import files

        for make in makers:
            self.parts.append(make())
            step()
        faults = [finding for finding in maker.findings if finding.is_error]
        if faults:
            raise Unreadable(faults)
        for part in self.parts:
            self.made.update(files(part, self.formats, has_outlines=self.letters == "outlines"))
            step()

    def deliver(self, name: str, manifest: bytes) -> int:
        made = {**self.made, name: manifest}
        self.session.deliver({self.out / file: content for file, content in made.items()}, self.out)
        for part in self.parts:
            if part.document.pages:
                self.session.say("printed-file", file=part.name, n=len(part.document.pages))
        self.session.say("printed-all", n=len(made), folder=str(self.out))
        return 0


def _look_at_size(preset: str, size: str, dpi: float | None) -> None:
    """A service takes only its own sizes and resolution."""
    from wsdv_tools.components.images import card_sizes, fits_preset

    if not fits_preset(preset, size):
        known = ", ".join(card_sizes(preset))
        raise Wrong("preset-size", preset=preset, known=known)
    if dpi and card_sizes(preset):
        raise Wrong("preset-dpi", preset=preset)


def _print_small_game(work: Work, game: str, options: Options) -> int:
    """Rules, table, markers and score sheet of a small game; its cards from the owner's file."""
    from wsdv_tools.components.kit import MANIFEST, manifest
    from wsdv_tools.games.opening import open_game, owners_file
    from wsdv_tools.games.sheets import sheets_of

    work.session.speak_of_games()
    cards = Path(options.cards) if options.cards else owners_file(game)
    sheets = sheets_of(open_game(game, cards), work.session.games, options, has_cards=cards is not None)
    work.do(sheets.makers(), sheets)
    return work.deliver(f"{game}-{MANIFEST}", manifest(work.made, sheets.language.code, options))


@contextmanager
def progress(session: Session, length: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal; in a pipe nothing."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    label = one_line(session.language.say("texts.printing"))
    with click.progressbar(length=length, label=label, file=plain(sys.stderr)) as bar:
        yield lambda: bar.update(1)
