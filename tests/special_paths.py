"""Corners of the rules that random play has to reach in a play: each a name, and how it is seen in what happened.

Those of the decade end are in end_paths.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tests.decisions import decisions
from wsdv_tools.rules.actions import ACTIONS, refuse_action
from wsdv_tools.rules.position import INTACT, NONE, RUN_DOWN
from wsdv_tools.rules.protests import markers

if TYPE_CHECKING:
    from tests.decisions import Decision
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.history import Played
    from wsdv_tools.rules.position import Course


class Path(NamedTuple):
    """How a thing that happened shows that a path was taken; `ruling` if the path exists only with it."""

    is_taken: Callable[[Game, Played], bool]
    ruling: str = ""

    def concerns(self, game: Game) -> bool:
        """Whether a game with these rulings can take it at all."""
        if self.ruling.endswith("a"):
            return f"{self.ruling[:-1]}b" not in game.rulings
        return not self.ruling or self.ruling in game.rulings


def course_of(thing: Played) -> Course:
    course = thing.before.course
    assert course is not None
    return course


def done(thing: Played, *verbs: str, phase: int | None = None) -> Iterator[tuple[Decision, Step]]:
    """The decisions answered with one of these verbs."""
    for decision in decisions(thing):
        if decision.step and decision.step.verb in verbs and phase in (None, decision.phase):
            yield decision, decision.step


def has(thing: Played, *verbs: str, phase: int | None = None) -> bool:
    return next(done(thing, *verbs, phase=phase), None) is not None


def _event_of(game: Game, thing: Played, kind: str) -> bool:
    turn = thing.turn
    return bool(turn and turn.mode == "event" and any(icon.kind == kind for icon in game.cards[turn.card].icons))


def _is_special(game: Game, thing: Played) -> bool:
    return bool(thing.turn and game.cards[thing.turn.card].is_special)


def _beyond_own_economy(game: Game, thing: Played) -> bool:
    course = course_of(thing)
    for card in (*course.display, *course.hand(course.to_move)):
        fault = refuse_action(game, thing.before, course.to_move, game.cards[card], "event")
        if fault and fault.code == "event-own-economy":
            return True
    return False


def _dissolves(thing: Played) -> bool:
    return thing.after.stasi_dissolved and not thing.before.stasi_dissolved


def _rheinsberg_goes(game: Game, thing: Played, stood: int) -> bool:
    return any(
        step.place == game.rheinsberg and decision.choice.position.factories[game.rheinsberg] == stood
        for decision, step in done(thing, "dismantle")
    )


def _no_rheinsberg(game: Game, thing: Played, stands: bool) -> bool:
    """Its card was played, and it could not be placed."""
    card = game.cards[thing.turn.card] if thing.turn and thing.turn.mode == "event" else None
    if card is None or all(icon.place != "rheinsberg" for icon in card.icons):
        return False
    if stands:
        return thing.before.factories[game.rheinsberg] != NONE
    home = game.home[game.rheinsberg]
    is_free = thing.before.factories[game.rheinsberg] == NONE
    return is_free and home is not None and markers(game, thing.before, home) > 0


def _stops_with_lines(game: Game, thing: Played) -> bool:
    return any(
        decision.choice.position.lines[line]
        for decision, step in done(thing, "stop")
        for line in game.connections_of[step.place]
    )


def _second_line(game: Game, thing: Played, factories: int) -> bool:
    """A double connection is completed that has so many factories."""
    return any(
        game.lines[step.place] == 2
        and decision.choice.position.lines[step.place] == 1
        and sum(decision.choice.position.factories[city] != NONE for city in game.ends[step.place]) == factories
        for decision, step in done(thing, "lay")
    )


def _line_to_nowhere(game: Game, thing: Played) -> bool:
    return any(
        game.external[city] and decision.choice.position.factories[city] == NONE
        for decision, step in done(thing, "lay")
        for city in game.ends[step.place]
    )


def _standard_number(_: Game, thing: Played, number: int) -> bool:
    return any(
        decision.choice.position.standards[step.place] == number - 1 for decision, step in done(thing, "s+", "s>")
    )


def draws_socialists(thing: Played, enough: bool, phase: int) -> bool:
    return any(
        decision.choice.kind == "place-socialist"
        and not decision.choice.automatic
        and decision.choice.required is not enough
        and (enough or len(decision.choice.options) > 1)
        for decision in decisions(thing)
        if decision.phase == phase
    )


def _is_calmed(province: int, thing: Played) -> bool:
    return thing.after.unrest[province] < thing.before.unrest[province]


def _uses_police(_: Game, thing: Played, mode: str) -> bool:
    return bool(thing.turn and thing.turn.mode == mode and has(thing, "use"))


def _counts_hamburg(game: Game, thing: Played, code: str) -> bool:
    return any(game.provinces[step.place].code == code for _, step in done(thing, "hamburg"))


IN_A_PLAY: dict[str, Path] = {
    "special card taken with an empty hand": Path(
        lambda game, thing: _is_special(game, thing) and not course_of(thing).east_hand
    ),
    "special card taken in the second half": Path(
        lambda game, thing: _is_special(game, thing) and course_of(thing).half == 2
    ),
    "card of an earlier decade played": Path(
        lambda game, thing: bool(thing.turn and game.cards[thing.turn.card].decade < thing.before.decade)
    ),
    "West holds three cards": Path(lambda _, thing: len(course_of(thing).west_hand) == 3),
    "West holds no card": Path(lambda _, thing: not course_of(thing).west_hand),
    "card laid out that East put into the deck": Path(
        lambda _, thing: bool(set(course_of(thing).buried).intersection(course_of(thing).display))
    ),
    "nothing said where there is but one outcome": Path(
        lambda _, thing: any(choice.advances and step is None for _, choice, step in decisions(thing))
    ),
    "event refused for want of an own economy": Path(_beyond_own_economy),
    "void forced by want of an own economy": Path(
        lambda _, thing: any(choice.kind == "void" and choice.required for _, choice, _ in decisions(thing))
    ),
    **{f"police card used while playing for {mode}": Path(partial(_uses_police, mode=mode)) for mode in ACTIONS},
    "police card used in the action that wins it": Path(
        lambda _, thing: any(thing.turn and step.place == thing.turn.card for _, step in done(thing, "use")), "R7a"
    ),
    "police icon after the Stasi was dissolved": Path(
        lambda game, thing: (
            thing.before.stasi_dissolved
            and (_event_of(game, thing, "police_red") or _event_of(game, thing, "police_pink"))
        )
    ),
    "Stasi dissolved with unrest on police cards": Path(
        lambda _, thing: _dissolves(thing) and bool(thing.before.police_used)
    ),
    "Stasi dissolved in an action that used the police": Path(lambda _, thing: _dissolves(thing) and has(thing, "use")),
    "enough socialists for all protests": Path(lambda _, thing: draws_socialists(thing, True, 0)),
    "too few socialists for all protests": Path(lambda _, thing: draws_socialists(thing, False, 0)),
    "Rheinsberg flips in a play": Path(lambda game, thing: _rheinsberg_goes(game, thing, INTACT)),
    "Rheinsberg leaves in a play": Path(lambda game, thing: _rheinsberg_goes(game, thing, RUN_DOWN)),
    "Rheinsberg not placed, it stands": Path(lambda game, thing: _no_rheinsberg(game, thing, True)),
    "Rheinsberg not placed under a protest": Path(lambda game, thing: _no_rheinsberg(game, thing, False)),
    "external factory leaves with its lines": Path(_stops_with_lines),
    "double connection completed between two factories": Path(lambda game, thing: _second_line(game, thing, 2)),
    "double connection completed with one factory": Path(lambda game, thing: _second_line(game, thing, 1), "R2a"),
    "line to an external city without a factory": Path(_line_to_nowhere, "R3b"),
    "run-down icon of a card takes infrastructure": Path(
        lambda game, thing: _event_of(game, thing, "run_down") and has(thing, "lift")
    ),
    "three standards in one action": Path(
        lambda _, thing: bool(thing.turn and thing.turn.mode == "standard" and len(list(done(thing, "s+", "s>"))) == 3)
    ),
    **{
        f"standard number {number} of a province": Path(partial(_standard_number, number=number))
        for number in (1, 2, 3, 4)
    },
    "passed-on standard calms West Berlin": Path(
        lambda game, thing: has(thing, "s>") and _is_calmed(game.west_berlin, thing)
    ),
    **{f"Hamburg counted to {code} in a play": Path(partial(_counts_hamburg, code=code)) for code in ("NI", "SH")},
}
