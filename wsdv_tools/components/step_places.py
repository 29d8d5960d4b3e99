"""Which places of the board a step concerns: to light them up, and to know what a tap may mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.facts.tracks import FIRST, LAST

if TYPE_CHECKING:
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


def places_of(game: Game, step: Step, position: Position | None = None) -> tuple[str, ...]:
    """The ids of the places that a step touches: first where it is done, then what else changes or takes part.

    A line is given by its number if the position is known, or all lines of the connection are meant. Steps that
    concern no place of the board (none, skip, void, look, swap) touch nothing.

    >>> from wsdv_tools.facts import Catalogue
    >>> from wsdv_tools.rules.choices import Step
    >>> from wsdv_tools.rules.game import Game
    >>> game = Game(Catalogue.load())
    >>> places_of(game, Step("s+", game.province("bayern")))
    ('standards-bayern', 'unrest-bayern')
    """
    concerned = _CONCERNED.get(step.verb)
    return tuple(concerned(_Touched(game, step, position))) if concerned else ()


class _Touched(NamedTuple):
    """A step, and the ids of what is around it."""

    game: Game
    step: Step
    position: Position | None

    @property
    def city(self) -> str:
        return f"city-{self.game.cities[self.step.place].id}"

    def lines(self, connection: int) -> list[str]:
        id_ = self.game.connections[connection].id
        return [f"line-{id_}-{number}" for number in range(1, self.game.lines[connection] + 1)]

    def line(self, added: int) -> list[str]:
        """The last line that was laid, or the next one."""
        lines = self.lines(self.step.place)
        if self.position is None:
            return lines
        number = self.position.lines[self.step.place] + added
        return lines[number - 1 : number]

    def own(self, *kinds: str) -> list[str]:
        """Wells of the province where it is done."""
        return [f"{kind}-{self.game.provinces[self.step.place].id}" for kind in kinds]

    @property
    def target(self) -> list[str]:
        """The unrest of the other province; who attacks nobody stays alone."""
        return [] if self.step.to is None else [f"unrest-{self.game.provinces[self.step.to].id}"]

    def stop(self) -> list[str]:
        """The factory goes with all lines of its connections (icon-stop)."""
        return [
            self.city,
            *(line for number in self.game.connections_of[self.step.place] for line in self.lines(number)),
        ]

    def attack(self) -> list[str]:
        """West Berlin has sectors."""
        return [*self.own("province" if self.step.place == self.game.west_berlin else "standards"), *self.target]

    def passed_on(self) -> list[str]:
        """A supplier's standard goes on to its sector, and calms West Berlin (10.2-standard, 10.2-unrest)."""
        return [*self.own("standards"), f"sector-{self.game.provinces[self.step.place].sector}", "unrest-west-berlin"]

    @property
    def sector(self) -> str:
        return f"sector-{self.game.sectors[self.step.place]}"

    def province_and_city(self, province: int, city: int) -> list[str]:
        return [f"province-{self.game.provinces[province].id}", f"city-{self.game.cities[city].id}"]

    @property
    def police(self) -> tuple[str, ...]:
        """The cards in front of East, where they are known."""
        return self.position.police if self.position else ()

    def used(self) -> list[str]:
        """The unrest that goes, and the card that is used for it, where it is known to lie."""
        return [*self.target, *_in(self.police, self.step.place, "card-police")]

    def discarded(self) -> list[str]:
        hand = self.position.course.east_hand if self.position and self.position.course else ()
        return _in(hand, self.step.place, "card-east")

    def arrow(self) -> list[str]:
        """The space of the track's marker, where it is known; else the whole track is meant."""
        track = self.step.place
        spaces = range(FIRST, LAST + 1) if self.position is None else (getattr(self.position, track),)
        return [f"track-{track}-{number}" for number in spaces]

    def laid_police(self) -> list[str]:
        """Where the card lies in front of East, or will lie."""
        found = _in(self.police, self.step.place, "card-police")
        return found or [f"card-police-{len(self.police) + 1}"]


def _in(cards: Sequence[str], card: Any, row: str) -> list[str]:
    """The place of a card in a row of cards."""
    return [f"{row}-{cards.index(card) + 1}"] if card in cards else []


_CONCERNED: Mapping[str, Callable[[_Touched], Iterable[str]]] = {
    **dict.fromkeys(("build", "dismantle", "down", "up"), lambda at: [at.city]),
    "stop": _Touched.stop,
    "lay": lambda at: at.line(1),
    "lift": lambda at: at.line(0),
    **dict.fromkeys(("u+", "u-"), lambda at: at.own("unrest")),
    "calm": lambda at: at.own("protest", "unrest"),
    "s+": lambda at: at.own("standards", "unrest"),
    "s-": lambda at: at.own("standards"),
    **dict.fromkeys(("import", "release"), lambda at: at.own("protest")),
    "soc": lambda at: [*at.own("socialists", "unrest"), "holding-box"],
    "lose": lambda at: at.own("socialists", "unrest"),
    "u>": lambda at: [*at.own("unrest"), *at.target],
    "attack": _Touched.attack,
    "s>": _Touched.passed_on,
    "sector+": lambda at: [at.sector, "unrest-west-berlin"],
    "sector-": lambda at: [at.sector],
    "at": lambda at: [f"track-prestige-{at.step.place}"],
    "hamburg": lambda at: at.province_and_city(at.step.place, at.game.hamburg),
    "assign": lambda at: at.province_and_city(at.step.to, at.step.place),
    "use": _Touched.used,
    "discard": _Touched.discarded,
    "draw": lambda _: ["card-deck"],
    "arrow": _Touched.arrow,
    "wall": lambda _: ["wall"],
    "police": _Touched.laid_police,
    "stasi": lambda at: [f"card-police-{number}" for number in range(1, 1 + len(at.police))],  # all go (icon-stasi)
}
