"""What random play has to reach, made from the program's own tables, and what a game reached of it.

Everything has a name that a person understands (`event of card 63 by east`); a thing that happened in a game yields
the names it reached. What cannot be reached is in `UNREACHABLE` with its reason.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.decisions import decisions
from tests.end_paths import IN_A_DECADE_END
from tests.policies import state_of
from tests.special_paths import IN_A_PLAY
from wsdv_tools import rules
from wsdv_tools.facts import State
from wsdv_tools.facts.rulings import ruling_choices
from wsdv_tools.facts.tracks import LAST
from wsdv_tools.record.reader import RULE_REASONS
from wsdv_tools.rules.actions import ACTIONS, refuse_action
from wsdv_tools.rules.choices import Step
from wsdv_tools.rules.events import possible_voids
from wsdv_tools.rules.execution import KINDS, SKIPS
from wsdv_tools.rules.figures import as_data
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.icons import provinces, units
from wsdv_tools.rules.position import INTACT, start
from wsdv_tools.rules.special_icons import AUTOMATIC
from wsdv_tools.rules.verbs import BY_THEMSELVES, TRACKS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wsdv_tools.facts import Card, Catalogue
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.history import Played
    from wsdv_tools.rules.icons import Unit
    from wsdv_tools.rules.position import Position

_NOT_EAST = "only East pays, so only East can become insolvent, and the rules give West the victory then"
_ALWAYS_POSSIBLE = "there is always a province that can take one"
UNREACHABLE = {
    "ending: east by insolvency": _NOT_EAST,
    "ending: west by triumph-of-socialism": "the triumph of socialism is East's (9.9)",
    "ending: east by socialism-fails": "the failure of socialism is West's victory (9.9)",
    "ending: west by both-collapse": "if both states collapse East wins (9.10)",
    "ending: west by time": "after four decades East wins (9.10)",
    "icon place_unrest ignored": _ALWAYS_POSSIBLE,
    "icon place_living_standard ignored": _ALWAYS_POSSIBLE,
    "icon place_living_standard_only ignored": _ALWAYS_POSSIBLE,
}
# What no game, or hardly any, reaches from its start: it may be reached from the boards in `BEGINNINGS`, too.
FROM_A_POSITION = {
    "Rheinsberg not placed, it stands": "one card places it, and that card is played once in a game",
    "run-down icon in phase 2 takes Rheinsberg": "East must have nothing else left, and no flight",
    "currency costs Rheinsberg": "it must have been placed, and East must have more debts than factories",
    "two protests imported at once": "a province must be five standards ahead of West Berlin",
    **dict.fromkeys(
        (f"step calm: calm {code}" for code in ("MV", "BB", "EB", "ST", "SN", "TH")),
        "two cards calm protests, and there must be one in that province when they come",
    ),
    "Stasi dissolved in an action that used the police": "East must have kept a police card unused till then",
    "all twelve socialists on the board": "one more and East has won",
    **dict.fromkeys(
        (
            *(f"step assign: {where}" for where in ("polska-nord=MV", "polska-nord=BB", "polska-sued=BB")),
            *(f"step assign: {where}" for where in ("cssr-ost=BB", "cssr-ost=SN", "cssr-west=SN", "cssr-west=TH")),
        ),
        "factories abroad must stand and be connected when standards are raised",
    ),
    "socialists move after a loss": "the marker must fall when the box is full, and protests come in phase 6 or 7",
    "police calms all unrest": "there must be less unrest in the East than police cards nobody used",
    "flight below 0": "there must be a standard everywhere in the East, and none in the West",
    "choice: repair": "Berlin must have run down two decades before the card comes that repairs it",
    "choice: repair by icon-repair": "as above",
    "step skip u-": "there must be no unrest in a state when an arrow past the end is to place some there",
    "step skip repair": "the same card must come while Berlin is intact, and its icons be taken in that order",
    **dict.fromkeys(
        ("icon stop_factory of card 73", "step stop: stop polska-nord", "step stop: stop polska-sued"),
        "a factory abroad must stand from the first decade on, and the card come in the fourth",
    ),
    "run-down icon of a card takes infrastructure": "East must have no intact factory when the card comes",
    **dict.fromkeys(
        ("Hamburg counted to NI in phase 3, which matters", "Hamburg counted to SH in phase 3, which matters"),
        "all West provinces but one of Hamburg's two must have a factory",
    ),
    "icon run_down ignored": "East must have neither an intact factory nor infrastructure (R10b)",
}


def unreachable(game: Game) -> dict[str, str]:
    """What cannot be reached under a game's rulings, each with the reason."""
    ignored = {} if "R10b" in game.rulings else {"icon run_down ignored": "without R10b the event is refused (6.4)"}
    return UNREACHABLE | ignored


class AskedGame(Game):
    """A game that remembers which rulings the rules asked for."""

    def __init__(self, catalogue: Catalogue, rulings: Iterable[str] = ()) -> None:
        super().__init__(catalogue, rulings)
        self.asked: set[str] = set()

    def follows(self, ruling: str) -> bool:
        self.asked.add(ruling)
        return super().follows(ruling)


def alternatives(catalogue: Catalogue) -> list[str]:
    """All rulings that players may choose in place of ours."""
    return sorted(choice for choice in ruling_choices(catalogue.folder) if choice.endswith("b"))


def register(notation: Notation) -> list[str]:
    """Everything that random play should reach."""
    game = notation.game
    return [
        *(f"ending: {winner.value} by {reason}" for winner in State for reason in RULE_REASONS),
        *(_play_name(side, card, mode) for side in State for card in game.cards for mode in _modes(game, side, card)),
        *_hand_names(),
        *_icon_names(game),
        *_void_names(game),
        *(f"choice: {kind}" for kind in _choices()),
        *(_step_name(notation, step) for step in _steps(game)),
        *_track_names(game),
        *(f"ruling {ruling} asked" for ruling in alternatives(game.catalogue)),
        *(name for table in (IN_A_PLAY, IN_A_DECADE_END) for name, path in table.items() if path.concerns(game)),
    ]


def reached(notation: Notation, thing: Played) -> Iterator[str]:
    """The names of what a thing reached."""
    game = notation.game
    if thing.turn:
        yield from _reached_by_play(game, thing)
    elif thing.outcome:
        yield from _reached_by_end(game, thing)
    for _, choice, step in decisions(thing):
        yield f"choice: {choice.kind}"
        if f"{choice.kind} by {choice.rule}" in _choices():
            yield f"choice: {choice.kind} by {choice.rule}"
        if step and step.verb not in BY_THEMSELVES:
            yield from (_step_name(notation, part) for part in _parts(step))


def _reached_by_play(game: Game, thing: Played) -> Iterator[str]:
    assert thing.turn
    side, card, from_hand, mode = thing.turn
    yield _play_name(side, card, mode)
    if from_hand:
        yield f"{side.value} plays from the hand"
    if mode == "event":
        yield from _reached_by_event(game, thing)
    yield from (name for name, path in IN_A_PLAY.items() if path.concerns(game) and path.is_taken(game, thing))


def _reached_by_end(game: Game, thing: Played) -> Iterator[str]:
    outcome = thing.outcome
    assert outcome
    if outcome.winner:
        yield f"ending: {outcome.winner.value} by {outcome.reason}"
    figures = {report.phase: as_data(report.figures) for report in outcome.reports}
    if 2 in figures:
        marker = figures[2]["space"]
        space = next((step.place for step in thing.phases.get(2, ()) if step.verb == "at"), marker)
        yield f"prestige marker on {marker} in phase 2"
        if space != marker:
            yield f"space {space} nearer than the marker"
        icons = units(game, game.catalogue.tracks.prestige[space], thing.before.advantage)
        yield from _executed(icons, Counter(_affected(game, thing, 2)), f"space {space}")
    if 3 in figures:
        yield f"currency marker on {thing.before.currency} in phase 3"
    if 9 in figures:
        yield f"socialist marker on {thing.before.socialists} in phase 9"
    yield from (name for name, path in IN_A_DECADE_END.items() if path.concerns(game) and path.is_taken(game, thing))


# Plays


def _modes(game: Game, side: State, card: str) -> list[str]:
    """What a side can do with a card if nothing is missing."""
    position = _abundant(game)
    return [mode for mode in ACTIONS if refuse_action(game, position, side, game.cards[card], mode) is None]


@cache
def _abundant(game: Game) -> Position:
    return start(game)._replace(factories=(INTACT,) * len(game.cities), unrest=(1,) * len(game.provinces))


def _play_name(side: State, card: str, mode: str) -> str:
    return f"event of card {card} by {side.value}" if mode == "event" else f"{mode} with card {card} by {side.value}"


def _hand_names() -> list[str]:
    return [f"{side.value} plays from the hand" for side in State]


# Icons of events and of the prestige track


def _icon_names(game: Game) -> list[str]:
    """Each kind of icon on each card and space, executed; and each kind once where it could not be."""
    cards = {f"card {card.id}": card.icons for card in game.cards.values()}
    spaces = {f"space {space}": icons for space, icons in game.catalogue.tracks.prestige.items()}
    executed = {f"icon {icon.kind} of {where}" for where, icons in (cards | spaces).items() for icon in icons}
    return sorted(executed) + [f"icon {kind} ignored" for kind in _ignorable(game)]


def _ignorable(game: Game) -> list[str]:
    """Kinds on cards that are executed by a step."""
    kinds = {icon.kind for card in game.cards.values() for icon in card.icons}
    return sorted(kinds - AUTOMATIC.keys())


def _reached_by_event(game: Game, thing: Played) -> Iterator[str]:
    assert thing.turn
    side, card = thing.turn.side, game.cards[thing.turn.card]
    before, after = thing.before, thing.after
    void = next((step for step in thing.steps if step.verb == "void"), None)
    if void:
        yield _void_name(card.id, side, void)
    done = Counter(_affected(game, thing, 0))
    stuck = _stuck(thing, card, void)
    if stuck:  # unrest may have come or gone as a bonus
        yield from stuck
        done = Counter({(verb, state): times for (verb, state), times in done.items() if verb not in ("u+", "u-")})
    icons = units(game, card.icons, side)
    yield from _executed(icons, done, f"card {card.id}", count_ignored=not void and not stuck)
    by_itself = {
        "police_red": card.id in after.police,
        "police_pink": card.id in after.police,
        "build_wall": after.wall and not before.wall,
        "open_wall": before.wall and not after.wall,
        "dissolve_stasi": after.stasi_dissolved and not before.stasi_dissolved,
    }
    yield from (f"icon {icon.kind} of card {card.id}" for icon in card.icons if by_itself.get(icon.kind))


def _stuck(thing: Played, card: Card, void: Step | None) -> list[str]:
    """The arrows whose markers were already at the end."""
    names = []
    for track, arrows in card.arrows.items():
        left = abs(arrows) - (void is not None and void.place == track)
        if left > abs(getattr(thing.after, track) - getattr(thing.before, track)):
            names.append(_stuck_name(track, State.EAST if arrows > 0 else State.WEST))
    return names


def _affected(game: Game, thing: Played, phase: int) -> Iterator[tuple[str, State]]:
    """The verbs of the steps that were done, with the state they were done to."""
    for number, choice, step in decisions(thing):
        if number == phase and step and choice.kind not in ("import", "release", "place-socialist", "space", "icon"):
            yield step.verb, _state_of(game, step)


def _state_of(game: Game, step: Step) -> State:
    """West's are the sectors; what is not about the board is East's."""
    return state_of(game, step) or (State.WEST if step.verb == "sector+" else State.EAST)


def _executed(
    icons: list[Unit], done: Counter[tuple[str, State]], where: str, count_ignored: bool = False
) -> Iterator[str]:
    """The kinds that were executed, and those of which fewer steps were done than there are icons."""
    for (kind, state), number in Counter((unit.kind, unit.state) for unit in icons).items():
        if kind in AUTOMATIC:
            continue
        times = sum(done[verb, state] for verb in KINDS[kind].verbs - {"none"})
        if times:
            yield f"icon {kind} of {where}"
        if times < number and count_ignored:
            yield f"icon {kind} ignored"


def _void_name(card: str, side: State, void: Step) -> str:
    what = f"{void.place} {void.to}" if void.to else void.place
    return f"void {what} of card {card} by {side.value}"


def _void_names(game: Game) -> list[str]:
    return [
        _void_name(card.id, side, void)
        for card in game.cards.values()
        for void in possible_voids(card)
        for side in State
    ]


# Choices


_ASKING = ("Choice", "tell", "hamburg_choice")


@cache
def _choices() -> dict[str, None]:
    """Every kind of choice in the code of the rules, and where it is beside it the rule."""
    found = {kind.decision for kind in KINDS.values()}
    found |= {f"{kind.decision} by {kind.rule}" for kind in KINDS.values()}
    for path in sorted(Path(rules.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _ASKING:
                kinds, by = (_texts(part) for part in node.args[1:3])
                found |= {*kinds, *(f"{kind} by {rule}" for kind in kinds for rule in by)}
    return dict.fromkeys(sorted(found))


def _texts(part: ast.expr) -> list[str]:
    """The texts that an expression may be: one, or either of a condition; none for a name."""
    return [node.value for node in ast.walk(part) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


# Steps


def _steps(game: Game) -> Iterator[Step]:
    """Every step that the board and the cards allow."""
    yield from (Step("build", city) for city in range(len(game.cities)))
    yield from (Step("dismantle", city) for side in State for city in game.sites_of[side])
    yield from (Step("down", city) for city in game.sites_of[State.EAST])
    yield from (Step("stop", city) for city, country in enumerate(game.external) if country)
    yield from (Step(verb, line) for verb in ("lay", "lift") for line in range(len(game.connections)))
    yield from (Step(verb, province) for verb in ("u+", "u-") for province in (*game.west, *game.east))
    yield from (Step("s+", province) for province in (*game.west_germany, *game.east))
    yield from (Step(verb, p) for verb in ("calm", "s-", "soc", "lose", "u> from", "u> to") for p in game.east)
    yield from (Step(verb, province) for verb in ("import", "release") for province in game.suppliers)
    yield from (Step("s>", province, game.west_berlin) for province in game.suppliers)
    yield from (Step(verb, sector) for verb in ("sector+", "sector-") for sector in range(len(game.sectors)))
    yield from (Step("attack", p, q) for p, neighbours in enumerate(game.neighbours) for q in neighbours)
    yield from (Step("attack", p) for p, near in enumerate(game.neighbours) if near and p != game.west_berlin)
    yield from (Step("at", space) for space in game.catalogue.tracks.prestige if space)
    yield from (Step("hamburg", province) for province in game.hamburg_joins)
    yield from (Step("assign", city, province) for city, province in _adds(game))
    yield from (Step("up", city) for city in _repairable(game))
    yield from (Step("use", card) for card in sorted(game.police_cards))
    yield from (Step("look", where) for where in ("hand", "deck"))
    yield from (Step("skip", name) for name in dict.fromkeys(SKIPS.values()))
    yield from map(Step, ("discard", "draw", "swap", "drop", "void", "none"))


def _adds(game: Game) -> list[tuple[int, int]]:
    """External cities, and the provinces they are connected to."""
    pairs: dict[tuple[int, int], None] = {}
    for one, other in game.ends:
        for city, at in ((one, other), (other, one)):
            home = game.home[at]
            if game.external[city] and home is not None:
                pairs[city, home] = None
    return list(pairs)


def _repairable(game: Game) -> list[int]:
    icons = [icon for card in game.cards.values() for icon in card.icons if icon.kind == "repair"]
    return [c for unit in units(game, icons, State.EAST) for p in provinces(game, unit) for c in game.cities_of[p]]


def _parts(step: Step) -> list[Step]:
    """A step as it is counted: a move of unrest as two, cards without the others' names, attacks of any size."""
    if step.verb == "u>":
        return [Step("u> from", step.place), Step("u> to", step.to)]
    if step.verb in ("discard", "swap", "drop", "void"):
        return [Step(step.verb)]
    return [step._replace(to=None) if step.verb == "use" else step._replace(number=0)]


def _step_name(notation: Notation, step: Step) -> str:
    if step.verb.startswith("u> "):
        return f"step {step.verb} {notation.game.provinces[step.place].code}"
    if step.verb in ("use", "look", "skip"):
        return f"step {step.verb} {step.place}"
    if step.place is None:
        return f"step {step.verb}"
    return f"step {step.verb}: {notation.write(step)}"


# Tracks


def _track_names(game: Game) -> Iterator[str]:
    tracks = game.catalogue.tracks
    yield from (f"prestige marker on {space} in phase 2" for space in tracks.prestige)
    yield from (f"space {space} nearer than the marker" for space in tracks.prestige if 0 < abs(space) < LAST)
    yield from (f"currency marker on {space} in phase 3" for space in tracks.currency)
    yield from (f"socialist marker on {space} in phase 9" for space in tracks.socialists)
    yield from (_stuck_name(track, side) for track in TRACKS for side in State)


def _stuck_name(track: str, side: State) -> str:
    return f"{track} arrow past {side.value}'s end"
