"""Corners of the rules that random play has to reach in a decade end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from tests.decisions import decisions
from tests.special_paths import Path, course_of, done, draws_socialists, has
from wsdv_tools.facts import State
from wsdv_tools.facts.tracks import FIRST
from wsdv_tools.rules.economy import intact_east, points
from wsdv_tools.rules.figures import as_data
from wsdv_tools.rules.phases_6_to_10 import COLLAPSE

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.history import Played


def _figures(thing: Played, phase: int) -> dict[str, Any]:
    """Empty where the game was over before that phase, or in it before there were any."""
    reports = thing.outcome.reports if thing.outcome else []
    return next((as_data(report.figures) for report in reports if report.phase == phase), {})


def _came_to(thing: Played, phase: int) -> bool:
    return bool(thing.outcome and thing.outcome.reports[-1].phase >= phase)


def _insolvent(_: Game, thing: Played, phase: int) -> bool:
    outcome = thing.outcome
    return bool(outcome and outcome.reason == "insolvency" and outcome.reports[-1].phase == phase)


def _wall_at_the_end(thing: Played) -> bool:
    return thing.before.wall and thing.before.prestige == FIRST


def _dismantles_first(_: Game, thing: Played, side: State) -> bool:
    several = len(list(done(thing, "dismantle", "lift", phase=1))) > 1
    return several and not thing.before.wall and thing.before.advantage is side


def _hamburg_matters(game: Game, thing: Played, code: str, phase: int) -> bool:
    return any(
        game.provinces[step.place].code == code and decision.choice.required
        for decision, step in done(thing, "hamburg", phase=phase)
    )


def _touches(game: Game, thing: Played, side: State, phase: int, figure: str) -> bool:
    """Whether a province of a side is among those of a figure."""
    return any(game.states[game.province(id_)] is side for id_ in _figures(thing, phase).get(figure, ()))


def _has_no_limit(game: Game, thing: Played) -> bool:
    limits = _figures(thing, 5).get("limits", {"west-berlin": 0})
    return limits["west-berlin"] is None and thing.after.standards[game.west_berlin] > 0


def _counts_forsaken(_: Game, thing: Played) -> bool:
    """West Berlin loses standards, and nothing is left of what one supplier delivered."""
    pairs = zip(thing.before.delivered, thing.before.sectors, strict=True)
    return "west-berlin" in _figures(thing, 5).get("lost", ()) and any(came and not left for came, left in pairs)


def _survives(_: Game, thing: Played, side: State) -> bool:
    return bool(_figures(thing, 10).get("protests", {}).get(side.value) == COLLAPSE - 1)


def _ends_without_a_point(game: Game, thing: Played) -> bool:
    is_insolvent = bool(thing.outcome and thing.outcome.reason == "insolvency")
    return not is_insolvent and points(game, thing.after, State.EAST) == 0


def _flight_sum(thing: Played) -> int:
    terms = _figures(thing, 1).get("flight") or {}
    minus = ("east-worst-standard", "west-protest")
    return sum(-number if name in minus else number for name, number in terms.items() if name != "steps")


def _everything_goes(thing: Played, phase: int, kind: str) -> bool:
    return any(
        decision.phase == phase and decision.choice.automatic and decision.choice.kind == kind
        for decision in decisions(thing)
    )


def _run_down_icon_takes(thing: Played, verb: str) -> bool:
    return any(decision.choice.kind == "run-down" for decision, _ in done(thing, verb, phase=2))


def _attackers(thing: Played) -> dict[str, Any]:
    return dict(_figures(thing, 7).get("attackers", {}))


def _weakened(game: Game, thing: Played) -> bool:
    """A province attacks with fewer standards, or not at all, because of a protest; phase 7 takes none away."""
    return any(
        attacker["usable"] < thing.after.standards[game.province(province)]
        for province, attacker in _attackers(thing).items()
    )


def _west_berlin_attacks(_: Game, thing: Played, number: int) -> bool:
    return bool(_attackers(thing)) and len(_attackers(thing)["west-berlin"]["targets"]) == number


def _several_attack_one(thing: Played) -> bool:
    targets = [step.to for _, step in done(thing, "attack") if step.to is not None]
    return len(targets) > len(set(targets))


def _imports(thing: Played, number: int) -> bool:
    return any(decision.choice.left == number for decision, _ in done(thing, "import"))


def _collapse_by_imports(thing: Played) -> bool:
    protests = _figures(thing, 10).get("protests", {"west": 0})["west"]
    return bool(protests >= COLLAPSE > protests - sum(thing.after.imported))


IN_A_DECADE_END: dict[str, Path] = {
    "special card never taken": Path(lambda _, thing: course_of(thing).special),
    "insolvent by the cost of the Wall": Path(lambda game, thing: _insolvent(game, thing, 1) and thing.before.wall),
    "insolvent by flight": Path(lambda game, thing: _insolvent(game, thing, 1) and not thing.before.wall),
    **{f"insolvent in phase {phase}": Path(partial(_insolvent, phase=phase)) for phase in (2, 3, 4)},
    "Wall: the prestige marker moves": Path(
        lambda _, thing: thing.before.wall and thing.before.prestige > FIRST and _came_to(thing, 2)
    ),
    "Wall with the marker at the end: a bonus": Path(
        lambda _, thing: _wall_at_the_end(thing) and has(thing, "u+", "u-", phase=1), "R8a"
    ),
    "Wall with the marker at the end: nothing": Path(lambda _, thing: _wall_at_the_end(thing), "R8b"),
    "flight below 0": Path(lambda _, thing: _flight_sum(thing) < 0),
    "flight of an odd number of steps": Path(lambda _, thing: _flight_sum(thing) % 2 == 1),
    **{f"{side.value} dismantles first": Path(partial(_dismantles_first, side=side)) for side in State},
    "all of East's economy goes by flight": Path(lambda _, thing: _everything_goes(thing, 1, "dismantle")),
    "all of East's economy goes for the police": Path(lambda _, thing: _everything_goes(thing, 4, "dismantle")),
    "run-down icon in phase 2 takes infrastructure": Path(lambda _, thing: _run_down_icon_takes(thing, "lift")),
    "run-down icon in phase 2 takes Rheinsberg": Path(
        lambda _, thing: _run_down_icon_takes(thing, "dismantle"), "R10a"
    ),
    "currency suffices": Path(lambda _, thing: _figures(thing, 3).get("shortage") == 0),
    "some factories run down": Path(lambda _, thing: has(thing, "down", phase=3)),
    "all factories run down": Path(lambda _, thing: _everything_goes(thing, 3, "run-down")),
    "currency costs infrastructure": Path(lambda _, thing: has(thing, "lift", phase=3)),
    "currency costs all infrastructure": Path(lambda _, thing: _everything_goes(thing, 3, "dismantle")),
    "currency costs Rheinsberg": Path(lambda _, thing: has(thing, "dismantle", phase=3)),
    "West province without a factory": Path(lambda _, thing: _figures(thing, 3).get("west-worst-export") == 0),
    "every West province with a factory": Path(lambda _, thing: _figures(thing, 3).get("west-worst-export", 0) > 0),
    "no East province exports": Path(lambda _, thing: _figures(thing, 3).get("exporters") == 0),
    **{
        f"Hamburg counted to {code} in phase {phase}, which matters": Path(
            partial(_hamburg_matters, code=code, phase=phase)
        )
        for code in ("NI", "SH")
        for phase in (3, 5)
    },
    "several police cards paid": Path(lambda _, thing: len(list(done(thing, "lift", "dismantle", phase=4))) > 1),
    **{
        f"standards lost in the {side.value}": Path(partial(_touches, side=side, phase=5, figure="lost"))
        for side in State
    },
    "West Berlin loses all standards": Path(lambda _, thing: _everything_goes(thing, 5, "sector")),
    "West Berlin has standards and no limit": Path(_has_no_limit),
    "supplier without standards in West Berlin counts": Path(_counts_forsaken, "R11a"),
    **{
        f"behind the best in the {side.value}": Path(partial(_touches, side=side, phase=6, figure="unrest"))
        for side in State
    },
    "West Berlin behind the best": Path(lambda _, thing: "west-berlin" in _figures(thing, 6).get("unrest", ())),
    "West Berlin attacks one neighbour": Path(partial(_west_berlin_attacks, number=1)),
    "West Berlin attacks both neighbours": Path(partial(_west_berlin_attacks, number=2)),
    "protest weakens an attack": Path(_weakened),
    "choice between two to attack": Path(
        lambda _, thing: any(len(decision.choice.options) > 2 for decision, _ in done(thing, "attack"))
    ),
    "several attack one province": Path(lambda _, thing: _several_attack_one(thing)),
    "attack with fewer than all": Path(lambda _, thing: any(step.number for _, step in done(thing, "attack")), "R14b"),
    "two protests imported at once": Path(lambda _, thing: _imports(thing, 2)),
    "police calms all unrest": Path(lambda _, thing: _everything_goes(thing, 8, "police")),
    "used police cards ready again": Path(
        lambda _, thing: bool(thing.before.police_used) and not thing.after.police_used
    ),
    "socialists lost from the box only": Path(
        lambda _, thing: _figures(thing, 9).get("change", 0) < 0 and not has(thing, "lose") and _came_to(thing, 10)
    ),
    "all placed socialists lost": Path(lambda _, thing: _everything_goes(thing, 9, "lose-socialist")),
    "all twelve socialists on the board": Path(
        lambda game, thing: thing.after.socialists_on_board == game.catalogue.pieces.socialists
    ),
    "enough socialists in phase 9": Path(lambda _, thing: draws_socialists(thing, True, 9)),
    "too few socialists in phase 9": Path(lambda _, thing: draws_socialists(thing, False, 9)),
    "socialists move after a loss": Path(
        lambda _, thing: _figures(thing, 9).get("change", 0) < 0 and has(thing, "soc", phase=9)
    ),
    **{f"{side.value} survives with three markers": Path(partial(_survives, side=side)) for side in State},
    "West collapses by imported markers": Path(lambda _, thing: _collapse_by_imports(thing)),
    "East ends the decade without a point": Path(_ends_without_a_point),
    "East goes on without an intact factory": Path(
        lambda game, thing: not intact_east(game, thing.after) and bool(thing.outcome and not thing.outcome.winner)
    ),
}
