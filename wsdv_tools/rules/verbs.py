"""The verbs: everything a step can do, one row each.

A row says what kind of place the verb takes, how the notation writes it, whether the pieces can be moved like that at
all, and what it does to the pieces. Which steps are legal is not said here: that is the work of the `refuse_...`
functions. A verb that people type or are asked for also needs its words: `telling/phrases.py`, `words/vocabulary.py`
and, unless it is a word followed by one place, a pattern in `record/notation.py`, which also has its example.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.rules.choices import ask
from wsdv_tools.rules.position import INTACT, NONE, RUN_DOWN, put
from wsdv_tools.rules.protests import PROTEST, change_unrest

if TYPE_CHECKING:
    from wsdv_tools.rules.choices import Asking, Choice, Step
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


class Kind(Enum):
    """What a verb is done to. Places of the board are numbers of `Game`, all else is what it says."""

    CITY = auto()
    LINE = auto()  # a connection, of which one line is meant
    PROVINCE = auto()
    SECTOR = auto()
    SPACE = auto()  # of the prestige track
    TRACK = auto()
    CARD = auto()
    WORD = auto()
    NOTHING = auto()


Change = Callable[["Game", "Position", int], "Position"]
Possible = Callable[["Game", "Position", "Step"], bool]


class Verb(NamedTuple):
    """One row."""

    takes: Kind
    spelling: str  # `{}` is the place, `{to}` where it goes
    possible: Possible | None = None  # whether the pieces can be moved like that; None: it moves no pieces
    change: Change | None = None  # what it does to the pieces, apart from unrest
    to: Kind = Kind.NOTHING
    words: tuple[str, ...] = ()  # what may be used as a WORD


def _factory(state: int) -> Change:
    return lambda _, at, city: at._replace(factories=put(at.factories, city, state))


def _line(by: int) -> Change:
    return lambda _, at, connection: at._replace(lines=put(at.lines, connection, at.lines[connection] + by))


def _standard(by: int) -> Change:
    return lambda _, at, province: at._replace(standards=put(at.standards, province, at.standards[province] + by))


def _sector(by: int) -> Change:
    """West Berlin counts as a whole (10.2-one-province)."""

    def change(game: Game, at: Position, sector: int) -> Position:
        sectors = put(at.sectors, sector, at.sectors[sector] + by)
        return at._replace(sectors=sectors, standards=put(at.standards, game.west_berlin, sum(sectors)))

    return change


fill_sector = _sector(1)
place_standard = _standard(1)


def dismantle(game: Game, at: Position, city: int) -> Position:
    """Rheinsberg is turned to run down first and removed second (10.4-flips, 10.4-leaves)."""
    flips = city == game.rheinsberg and at.factories[city] == INTACT
    return at._replace(factories=put(at.factories, city, RUN_DOWN if flips else NONE))


def stop(game: Game, at: Position, city: int) -> Position:
    """The factory is removed with all lines of its connections, and the site is closed for good (icon-stop)."""
    lines = list(at.lines)
    for connection in game.connections_of[city]:
        lines[connection] = 0
    factories = put(at.factories, city, NONE)
    return at._replace(factories=factories, lines=tuple(lines), closed=at.closed | {city})


def pass_on(game: Game, at: Position, supplier: int) -> Position:
    """A supplier's standard goes on to its sector, and it has delivered (10.2-standard, 9.5-west-berlin)."""
    sector = game.suppliers.index(supplier)
    delivered = tuple(done or number == sector for number, done in enumerate(at.delivered))
    return fill_sector(game, at._replace(delivered=delivered), sector)


def _lose_socialist(_: Game, at: Position, province: int) -> Position:
    return at._replace(placed=put(at.placed, province, at.placed[province] - 1))


def _always(*_: Any) -> bool:
    return True


def _has_factory(_: Game, at: Position, step: Step) -> bool:
    return bool(at.factories[step.place])


VERBS: dict[str, Verb] = {
    # Factories and infrastructure
    "build": Verb(Kind.CITY, "+{}", lambda _, at, s: at.factories[s.place] == NONE, _factory(INTACT)),
    "lay": Verb(Kind.LINE, "+{}", lambda game, at, s: at.lines[s.place] < game.lines[s.place], _line(1)),
    "dismantle": Verb(Kind.CITY, "-{}", _has_factory, dismantle),
    "lift": Verb(Kind.LINE, "-{}", lambda _, at, s: at.lines[s.place] > 0, _line(-1)),
    "down": Verb(Kind.CITY, "down {}", lambda _, at, s: at.factories[s.place] == INTACT, _factory(RUN_DOWN)),
    "up": Verb(Kind.CITY, "up {}", lambda _, at, s: at.factories[s.place] == RUN_DOWN, _factory(INTACT)),
    "stop": Verb(Kind.CITY, "stop {}", _has_factory, stop),
    # Unrest
    "u+": Verb(Kind.PROVINCE, "u+{}", _always),
    "u-": Verb(Kind.PROVINCE, "u-{}", lambda _, at, s: at.unrest[s.place] > 0),
    "u>": Verb(
        Kind.PROVINCE, "u {}>{to}", lambda _, at, s: at.unrest[s.place] > 0 and s.place != s.to, to=Kind.PROVINCE
    ),
    "calm": Verb(Kind.PROVINCE, "calm {}", lambda _, at, s: at.unrest[s.place] >= PROTEST),
    "import": Verb(Kind.PROVINCE, "import {}"),
    "release": Verb(Kind.PROVINCE, "release {}"),
    # Living standards: only `s-` and `sector-` remove them (6.3-stays), and in phase 5
    "s+": Verb(Kind.PROVINCE, "s+{}", lambda game, _, s: s.place != game.west_berlin, place_standard),
    "s-": Verb(
        Kind.PROVINCE,
        "s-{}",
        lambda game, at, s: s.place != game.west_berlin and at.standards[s.place] > 0,
        _standard(-1),
    ),
    "s>": Verb(Kind.PROVINCE, "s+{}>{to}", lambda game, _, s: s.place in game.suppliers, pass_on, Kind.PROVINCE),
    "sector+": Verb(Kind.SECTOR, "s+{}", _always, fill_sector),
    "sector-": Verb(Kind.SECTOR, "{}", lambda _, at, s: at.sectors[s.place] > 0, _sector(-1)),
    # Socialists, which only `lose` removes (7-stays), and police
    "soc": Verb(
        Kind.PROVINCE,
        "soc {}",
        lambda game, at, s: s.place in game.east and at.cadre > 0 and at.unrest[s.place] > 0,
    ),
    "lose": Verb(Kind.PROVINCE, "-{}", lambda _, at, s: at.placed[s.place] > 0, _lose_socialist),
    "use": Verb(
        Kind.CARD,
        "use {} {to}",
        lambda _, at, s: {s.place} <= {*at.police} - {*at.police_used} and at.unrest[s.to] > 0,
        to=Kind.PROVINCE,
    ),
    # What is said, and moves nothing by itself
    "attack": Verb(Kind.PROVINCE, "{}>{to}", to=Kind.PROVINCE),
    "at": Verb(Kind.SPACE, "at {}", lambda game, _, s: s.place in game.catalogue.tracks.prestige),
    "hamburg": Verb(Kind.PROVINCE, "hamburg={}"),
    "assign": Verb(Kind.CITY, "{}={to}", to=Kind.PROVINCE),
    "void": Verb(Kind.WORD, "void {} {to}", _always, to=Kind.WORD),
    "skip": Verb(Kind.WORD, "skip {}", words=("repair", "u-")),
    "none": Verb(Kind.NOTHING, "none"),
    "advance": Verb(Kind.NOTHING, "advance"),  # an answer to icons, never typed: see `ADVANCE`
    # Cards
    "discard": Verb(Kind.CARD, "discard {}", lambda _, at, __: bool(at.course and at.course.east_hand)),
    "draw": Verb(Kind.NOTHING, "draw", _always),
    "look": Verb(Kind.WORD, "look {}", words=("hand", "deck")),
    "swap": Verb(Kind.CARD, "swap {} {to}", to=Kind.CARD),
    "drop": Verb(Kind.CARD, "drop {}"),
    # What the rules do by themselves (icon-arrows, icon-police, icon-wall, icon-open-wall, icon-stasi)
    "arrow": Verb(Kind.TRACK, "{}"),
    "police": Verb(Kind.CARD, "police"),
    "wall": Verb(Kind.WORD, "wall {}", words=("on", "off")),
    "stasi": Verb(Kind.NOTHING, "stasi dissolved"),
    "sum": Verb(Kind.NOTHING, "="),  # the sum of a phase
}
OF_CITIES = frozenset(name for name, verb in VERBS.items() if verb.takes is Kind.CITY)
OF_LINES = frozenset(name for name, verb in VERBS.items() if verb.takes is Kind.LINE)
BY_THEMSELVES = frozenset({"arrow", "police", "wall", "stasi", "sum"})
_CALMING = frozenset({"u-", "s+", "s>", "sector+"})
TRACKS = ("prestige", "currency", "socialists")


def carry_out(game: Game, position: Position, step: Step) -> Asking[Position]:
    """Do a step that concerns the board. A new living standard removes one unrest, if any (6.3-unrest).

    One that is passed on calms West Berlin, not its supplier (10.2-unrest).
    """
    verb, place = step.verb, step.place
    change = VERBS[verb].change
    if change is not None:
        position = change(game, position, place)
    unrest = position.unrest
    if verb in ("u+", "lose"):  # a socialist who is removed is replaced by one unrest (9.9-loss)
        return (yield from change_unrest(game, position, {place: 1}))
    if verb == "u>":
        return (yield from change_unrest(game, position, {place: -1, step.to: 1}))
    if verb == "calm":
        return (yield from change_unrest(game, position, {place: PROTEST - 1 - unrest[place]}))
    if verb in _CALMING:
        calmed = place if verb in ("u-", "s+") else game.west_berlin
        if unrest[calmed]:
            return (yield from change_unrest(game, position, {calmed: -1}))
    return position


def one_by_one(
    game: Game, position: Position, number: int, available: int, choice_at: Callable[[Position, int], Choice]
) -> Asking[Position]:
    """Do so many steps, each chosen on the board that the last one left; where everything goes nobody chooses.

    `choice_at` makes the choice; it is called once for each step, with how many are left, so that sides may take turns.
    """
    for left in range(number, 0, -1):
        choice = choice_at(position, left)
        if number == available:
            yield choice.decided()
            step = choice.options[0]
        else:
            step = yield from ask(choice)
        position = yield from carry_out(game, position, step)
    return position


def can_be_done(game: Game, position: Position, step: Step) -> bool:
    """Whether the pieces can be moved like that at all, legal or not."""
    verb = VERBS.get(step.verb)
    return verb is not None and verb.possible is not None and verb.possible(game, position, step)


def places_of(game: Game, kind: Kind) -> tuple[Any, ...] | None:
    """The places of a kind in the order of their numbers; None where a place is not a number."""
    match kind:
        case Kind.CITY:
            return game.cities
        case Kind.LINE:
            return game.connections
        case Kind.PROVINCE:
            return game.provinces
        case Kind.SECTOR:
            return game.sectors
    return None
