"""The mat: the board with everything beside it, as one square picture in which every place has its millimetres.

Tabletop Simulator makes a tile as wide and high as its picture asks for, in units that nobody documents. A square needs
no such knowledge: its edge is measured once, and all places are shares of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wsdv_tools.components.board import BoardPrinter
from wsdv_tools.components.geometry import HAND, Geometry, Place
from wsdv_tools.components.lettering import Lettering, Printer
from wsdv_tools.components.place_names import place_names
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.shapes import Box, Item, Page, moved, rect
from wsdv_tools.facts import State
from wsdv_tools.facts.cards import NUMERALS

if TYPE_CHECKING:
    from wsdv_tools.drawing.palette import Palette
    from wsdv_tools.findings import Finding

SIDE = 849.0  # millimetres
HALVES = 2
# Kinds of places on which pieces count; the others only say where to lay them.
WELLS = ("unrest", "protest", "standards", "sector", "socialists", "holding-box")
READ = ("city", "line", *WELLS, "track", "phase", "card")
LAID_ONLY = ("spot", "holding")
_NUMBERED = ("track", "phase", "decade", "half")  # kinds whose places differ by their number
_RING = 26.0  # millimetres of a space of the panel for its name, and below it for a ring
_GAP = 8.0  # millimetres around the panel of the course
_HEAD = Style("semibold", 20, 12, 10)
_LABEL = Style("semibold", 22, 16, 12)
_SPACE = Style("bold", 34, 20, 20)


class Mat(dict[str, Place]):
    """All places by their ids, in millimetres of the board; the mat begins left of it and above it."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        left, right = geometry["card-deck"].box, geometry["card-police-1"].box
        self.left = (left.x + right.right - SIDE) / 2
        self.top = (geometry.size[1] - SIDE) / 2
        kept = [place for place in geometry.values() if place.kind in (*READ, *LAID_ONLY)]
        super().__init__((place.id, place) for place in (*kept, *self._piles(), *self._course()))

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point of the board, in millimetres from the mat's upper left corner."""
        return (x - self.left, y - self.top)

    def _row(self, column: str, number: int) -> Box:
        """A place for a card, so many rows below the first of a column."""
        first, below = (self.geometry[f"card-{column}-{n}"].box for n in (1, 2))
        return first.moved(0, (below.y - first.y) * number)

    def _piles(self) -> Iterator[Place]:
        """Played cards, cards that are out, and where the marker of the dissolved Stasi lies."""
        for id_, kind, of, box in (
            ("card-removed", "card", "removed", self._row("west", HAND)),
            ("card-pile", "card", "played", self._row("west", HAND + 1)),
            ("stasi", "stasi", "stasi", self._row("east", HAND)),
        ):
            yield Place(id_, kind, of, *box.middle, box.width, box.height)
        for decade in range(1, len(NUMERALS)):  # the decks that are not in play
            box = self._row("west", decade - 1)
            yield Place(f"box-{decade}", "box", "box", self.left - box.width, box.y, box.width, box.height, 0.0, decade)

    @property
    def panel(self) -> Box:
        """The course of the game, below the police cards."""
        east, police = self._row("east", HAND), self.geometry["card-police-6"].box
        bottom = self.geometry.size[1] - _GAP
        top = police.bottom + _GAP
        return Box(east.x, top, police.right - east.x, bottom - top)

    def _course(self) -> Iterator[Place]:
        """Decade, half, and whose turn it is: a row each, below its name."""
        panel = self.panel
        rows: tuple[tuple[str, tuple[str, ...]], ...] = (
            ("decade", NUMERALS[1:]),
            ("half", tuple(map(str, range(1, HALVES + 1)))),
            ("turn", tuple(state.value for state in State)),
        )
        height = panel.height / len(rows)
        for row, (kind, spaces) in enumerate(rows):
            width = panel.width / len(spaces)
            for number, space in enumerate(spaces, 1):
                box = Box(panel.x + (number - 1) * width, panel.y + row * height + 14, width, height - 16)
                of = space if kind == "turn" else kind
                yield Place(f"{kind}-{space.lower()}", kind, of, *box.middle, box.width - 4, box.height, 0.0, number)


def middle_of(place: Place) -> tuple[float, float]:
    """Where a single piece lies in a place: in its middle, on the panel below the name of the space."""
    return (place.x, place.box.bottom - _RING / 2) if place.kind in ("decade", "half", "turn") else (place.x, place.y)


def meaning(place: Place) -> tuple[str, str, int]:
    """What a piece means by lying there; two lines of one connection mean the same."""
    return (place.kind, place.of, place.number if place.kind in _NUMBERED else 0)


def mat_names(mat: Mat, lettering: Lettering) -> dict[str, str]:
    """What every place is called: the board's names, and those of the places beside it."""
    names = place_names(mat.geometry, lettering)
    return {id_: names.get(id_) or _name(place, lettering) for id_, place in mat.items()}


def _name(place: Place, lettering: Lettering) -> str:
    if place.kind in ("decade", "box"):
        return lettering.say("texts.decade", numeral=NUMERALS[place.number])
    if place.kind == "half":
        return f"{_head('half', lettering)} {place.number}"
    if place.kind == "turn":
        return f"{_head('turn', lettering)}: {lettering.language.name(State(place.of))}"
    if place.id == "card-pile":
        return lettering.language.term("played-pile")
    return lettering.say(f"texts.tts.{place.of}")


def _head(kind: str, lettering: Lettering) -> str:
    """The name of a row of the panel."""
    if kind == "turn":
        return lettering.say("texts.tts.turn")
    term = lettering.language.term(kind)
    return term[:1].upper() + term[1:]


class MatPrinter(Printer[Lettering]):
    """Draws the mat in one language; `findings` say what did not fit."""

    def __init__(self, lettering: Lettering, palette: Palette) -> None:
        super().__init__(lettering, palette)
        self._board = BoardPrinter(lettering, palette)
        self.mat = Mat(self._board.geometry)
        self.names = mat_names(self.mat, lettering)

    @property
    def findings(self) -> list[Finding]:
        return [*self._board.findings, *self.type.findings]

    def page(self) -> Page:
        """The whole mat."""
        ground = rect(Box(0, 0, SIDE, SIDE), fill=self._palette["slate"])
        drawing = moved([*self._board.drawing, *self._beside()], -self.mat.left, -self.mat.top)
        return Page(SIDE, SIDE, (ground, drawing))

    def _beside(self) -> Iterator[Item]:
        for place in self.mat.values():
            if place.kind in ("card", "stasi") and not self._is_printed(place):
                yield from self._slot(place)
        yield from self._panel()

    def _is_printed(self, place: Place) -> bool:
        """Whether the board itself shows a place; the played pile has one there, and one beside it."""
        return place.id in self.mat.geometry and self.mat.geometry.is_on_board(place)

    def _slot(self, place: Place) -> Iterator[Item]:
        side = {"west": "west", "east": "east", "police": "east", "stasi": "east"}.get(place.of)
        edge = self._palette[f"{side}-light" if side else "line"]
        yield rect(place.box, 4, self._palette["slate-light"], edge, 0.7)
        self.type.about = place.id
        room = place.box.inset(4)
        name = self.names[place.id]
        words = name[:1].upper() + name[1:]
        yield from self.type.block(words, room, _LABEL, self._palette["paper"], "centre", "middle")[0]

    def _panel(self) -> Iterator[Item]:
        palette = self._palette
        yield rect(self.mat.panel.inset(-3), 4, palette["slate-light"], palette["line"], 0.7)
        for place in self.mat.values():
            if place.kind not in ("decade", "half", "turn"):
                continue
            self.type.about = place.id
            if place.number == 1:
                head = Box(self.mat.panel.x, place.box.y - 13, self.mat.panel.width, 12)
                yield self.type.centred(_head(place.kind, self._lettering), head, _HEAD, palette["paper"])
            side = place.of if place.kind == "turn" else None
            ground, ink = (side, f"{side}-text") if side else ("ground", "ink")
            yield rect(place.box, 3, palette[ground], palette["ink"], 0.7)
            words = place.box._replace(height=_RING)
            yield self.type.centred(self._space(place), words, _SPACE, palette[ink])

    def _space(self, place: Place) -> str:
        if place.kind == "turn":
            return self._lettering.language.name(State(place.of))
        return NUMERALS[place.number] if place.kind == "decade" else str(place.number)
