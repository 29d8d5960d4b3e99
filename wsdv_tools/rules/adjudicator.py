"""What a `Play` has to know about this game: its turns and phases, and how they are stored and hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.facts import Catalogue, State
from wsdv_tools.facts.rulings import ruling_choices
from wsdv_tools.rules.actions import ACTIONS
from wsdv_tools.rules.choices import NO_STEP, Asking, Choice, Fault, Step
from wsdv_tools.rules.course import play
from wsdv_tools.rules.decade_end import ALL_PHASES, PHASES
from wsdv_tools.rules.figures import Figures, figures_of
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.hands import with_hand
from wsdv_tools.rules.plain import as_plain, build, is_sound, step_as_plain, step_from_plain
from wsdv_tools.rules.play import flag
from wsdv_tools.rules.position import UNKNOWN, Position
from wsdv_tools.rules.verbs import VERBS, can_be_done

if TYPE_CHECKING:
    from pathlib import Path


# What answers one kind of choice only, which takes no other steps.
SEPARATE = {
    "hamburg": frozenset({"hamburg"}),
    "assign": frozenset({"hamburg", "assign"}),
    "space": frozenset({"at"}),
    "import": frozenset({"import"}),
    "release": frozenset({"release"}),
    "place-socialist": frozenset({"soc"}),
    "void": frozenset({"void"}),
    "price": frozenset({"discard", "draw"}),
}
_ALL_OR_NOTHING = frozenset({"hamburg", "import", "release"})  # what the pieces allow is legal there


class Turn(NamedTuple):
    """A way to use a card: whose turn, which card, whether it comes from the hand, and for what.

    `mode` is `event`, `build`, `standard` or `unrest`.
    """

    side: State
    card: str
    from_hand: bool
    mode: str


class Phase(NamedTuple):
    """One phase of a decade end."""

    number: int


@dataclass(frozen=True, eq=False)
class Adjudicator:
    """The rules of one game, with the rulings it follows; the same facts and rulings are the same rules."""

    game: Game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Adjudicator) and self._same == other._same

    def __hash__(self) -> int:
        return hash(self._same)

    def __reduce__(self) -> tuple[Any, ...]:
        """For copies in another process: the facts are read again there."""
        return _of, self._same

    @property
    def _same(self) -> tuple[Path, frozenset[str]]:
        return self.game.catalogue.folder, self.game.rulings

    def begin(self, board: Position, what: Turn | Phase) -> Asking[Position]:
        if isinstance(what, Phase):
            return PHASES[what.number - 1](self.game, board)
        return play(self.game, board, what.side, self.game.cards[what.card], what.from_hand, what.mode)

    def refuse(self, step: Step) -> Fault | None:
        return None if is_sound(self.game, step) and UNKNOWN not in (step.place, step.to) else NO_STEP

    def can_insist(self, choice: Choice, step: Step) -> bool:
        if not is_sound(self.game, step) or choice.kind in _ALL_OR_NOTHING:
            return False
        is_separate = choice.kind in SEPARATE or choice.kind == "attack"
        if step.verb in ("swap", "drop"):  # cards lie where nobody sees them, and may be hidden: see `step_seen_by`
            return not is_separate
        if UNKNOWN in (step.place, step.to):
            return False
        possible = VERBS[step.verb].possible
        if step.verb in {one.verb for one in choice.candidates}:
            return possible is None or possible(self.game, choice.position, step)
        return not is_separate and can_be_done(self.game, choice.position, step)

    def figures(self, board: Position, what: Turn | Phase, done: list[Step]) -> Figures | None:
        return figures_of(self.game, what.number, board, done) if isinstance(what, Phase) else None

    # Storing

    def as_data(self, board: Position, what: Turn | Phase) -> dict[str, Any]:
        data: dict[str, Any] = {"rules": sorted(self.game.rulings), "position": as_plain(self.game, board)}
        if isinstance(what, Phase):
            return data | {"phase": what.number}
        return data | {"turn": turn_as_data(what)}

    def from_data(self, data: Mapping[str, Any]) -> tuple[Adjudicator, Position, Turn | Phase]:
        rules = self.with_rulings(data["rules"])
        board = build(rules.game, data["position"])
        if "phase" in data:
            return rules, board, Phase(numbered_phases([data["phase"]])[0])
        turn = turn_from_data(data["turn"])
        if not can_be_played(rules.game, turn):
            raise ValueError("not a turn of this game")
        return rules, board, turn

    def with_rulings(self, rulings: list[str]) -> Adjudicator:
        """The same facts under stored rulings; raises ValueError for one that does not exist."""
        chosen, catalogue = frozenset(rulings), self.game.catalogue
        if chosen == self.game.rulings:
            return self
        if not chosen <= ruling_choices(catalogue.folder) or len({one.rstrip("abc") for one in chosen}) < len(chosen):
            raise ValueError("not a ruling")
        return Adjudicator(Game(catalogue, chosen))

    def step_as_data(self, step: Step) -> list[Any]:
        return step_as_plain(self.game, step)

    def step_from_data(self, data: list[Any]) -> Step:
        return step_from_plain(self.game, data)

    # Hiding

    def seen_by(self, side: State, board: Position) -> Position:
        """The other hand is hidden, and from West the cards that Guillaume put into the deck or took out of it."""
        course, side = board.course, State(side)  # it may be a word
        if course is None:
            return board
        course = with_hand(course, side.other, (UNKNOWN,) * len(course.hand(side.other)))
        if side is State.WEST and course.buried:
            course = course._replace(buried=(UNKNOWN,) * len(course.buried))
        return board._replace(course=course)

    def step_seen_by(self, side: State, step: Step, before: list[Step]) -> Step:
        """West does not see which cards of the deck East takes or drops (icon-guillaume)."""
        at_deck = Step("look", "deck") in before
        if side is State.WEST and at_deck and step.verb in ("swap", "drop"):
            return step._replace(place=UNKNOWN, to=UNKNOWN if step.verb == "swap" else None)
        return step


@cache
def _of(folder: Path, rulings: frozenset[str]) -> Adjudicator:
    return Adjudicator(Game(Catalogue.load(folder), rulings))


def numbered_phases(phases: Iterable[int]) -> tuple[int, ...]:
    """The numbers of phases, which nobody has checked yet."""
    numbers = tuple(phases)
    if not numbers or not all(type(number) is int and number in ALL_PHASES for number in numbers):
        raise ValueError(f"phases are numbers from 1 to 10: {numbers}")
    return numbers


def is_turn(game: Game, turn: Turn) -> bool:
    """Whether it is a turn at all: a side, and a card and a use that exist."""
    are_words = isinstance(turn.card, str) and isinstance(turn.mode, str)
    return isinstance(turn.side, State) and are_words and turn.card in game.cards and turn.mode in ACTIONS


def can_be_played(game: Game, turn: Turn) -> bool:
    """Whether a turn can be carried out, legal or not: a card without a value builds nothing."""
    return is_turn(game, turn) and (turn.mode in ("event", "unrest") or bool(game.cards[turn.card].values))


def turn_as_data(turn: Turn) -> dict[str, Any]:
    return {"side": turn.side.value, "card": turn.card, "hand": turn.from_hand, "mode": turn.mode}


def turn_from_data(data: Mapping[str, Any]) -> Turn:
    return Turn(State(data["side"]), data["card"], flag(data, "hand"), data["mode"])
