"""Ways to play at random that reach what uniform chance seldom does: each a few words that a side prefers.

A policy still chooses only among what the rules offer. Its words have weights; the option with the largest sum is
taken, of equal ones that which was taken least often, and now and then (`WHIM`) whatever comes.

The words of a play: its mode, `flight` for each flight icon of the card, `special`, and of an event the arrows
(`prestige+`) and the icons with their state or place (`place_unrest west`, `build rheinsberg`). The words of a step:
its verb, the verb with the state or the province it concerns (`u+ west`, `lay brandenburg`), with `heap` for each
unrest and `high` for each standard there (`heap u+`), an attack with its target (`attack west-berlin`), and `silent`
where nothing is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from tests.samples import random_beginning
from wsdv_tools.bots.random_play import Anything, Policy
from wsdv_tools.facts import State
from wsdv_tools.record.statements import read_statements
from wsdv_tools.rules.adjudicator import Turn
from wsdv_tools.rules.position import empty
from wsdv_tools.rules.verbs import OF_CITIES, OF_LINES

DECADES = 4

if TYPE_CHECKING:
    from random import Random

    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Choice, Step
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

Words = dict[str, int]
Option = TypeVar("Option")
WordsOf = Callable[[Option], Iterator[tuple[str, int]]]

WHIM = 0.15
_OF_PROVINCES = frozenset(("u+", "u-", "u>", "calm", "s+", "s-", "s>", "import", "release", "soc", "lose", "attack"))


class Leaning(Anything):
    """Takes what it likes best, and of this what was taken least often.

    `words` are those of the four decades; `memory` counts what all players took in all games of a run.
    """

    def __init__(self, chance: Random, words: Sequence[Mapping[State, Words]], memory: Counter[object]) -> None:
        super().__init__(chance)
        self.words = words
        self.memory = memory
        self.event = ""

    def turn(self, game: Game, position: Position, turns: Sequence[Turn]) -> Turn:
        words = self.words[position.decade - 1][turns[0].side]
        liked = self._liked(words, turns, lambda turn: _words_of_turn(game, turn))
        turn = self._rarest(liked, lambda turn: turn._replace(from_hand=False))
        self.event = turn.card if turn.mode == "event" else ""
        return turn

    def step(self, game: Game, choice: Choice, options: Sequence[Step | None]) -> Step | None:
        words = self.words[choice.position.decade - 1][choice.side]
        liked = self._liked(words, options, lambda step: _words_of_step(game, choice.position, step))
        return self._rarest(liked, lambda step: (self.event, step))

    def _liked(self, words: Words, options: Sequence[Option], words_of: WordsOf[Option]) -> Sequence[Option]:
        """The options that are worth most; on a whim all of them."""
        if not words or len(options) == 1 or self.chance.random() < WHIM:
            return options
        worths = [sum(words.get(word, 0) * times for word, times in words_of(option)) for option in options]
        most = max(worths)
        return [option for option, worth in zip(options, worths, strict=True) if worth == most]

    def _rarest(self, options: Sequence[Option], seen_as: Callable[[Option], object]) -> Option:
        if self.chance.random() >= WHIM:
            least = min(self.memory[seen_as(option)] for option in options)
            options = [option for option in options if self.memory[seen_as(option)] == least]
        option = self.chance.choice(options)
        self.memory[seen_as(option)] += 1
        return option


def _words_of_turn(game: Game, turn: Turn) -> Iterator[tuple[str, int]]:
    card = game.cards[turn.card]
    yield turn.mode, 1
    yield "flight", card.flight
    yield "special", int(card.is_special)
    if turn.mode == "event":
        for track, arrows in card.arrows.items():
            yield f"{track}{'+' if arrows > 0 else '-'}", abs(arrows)
        for icon in card.icons:
            yield f"{icon.kind} {icon.state.value}", icon.count
            yield f"{icon.kind} {icon.place}", icon.count


def _words_of_step(game: Game, position: Position, step: Step | None) -> Iterator[tuple[str, int]]:
    if step is None:
        yield "silent", 1
        return
    yield step.verb, 1
    state = state_of(game, step)
    if state:
        yield f"{step.verb} {state.value}", 1
    if step.verb in _OF_PROVINCES:
        yield f"heap {step.verb}", position.unrest[step.place]
        yield f"high {step.verb}", position.standards[step.place]
        if step.verb == "attack" and step.to is not None:
            yield f"attack {game.provinces[step.to].id}", 1
    elif step.verb in OF_CITIES:
        yield from _in_provinces(game, step.verb, step.place)
    elif step.verb in OF_LINES:
        yield from _in_provinces(game, step.verb, *game.ends[step.place])


def state_of(game: Game, step: Step) -> State | None:
    """The state in which a step is done, if it is done to a province, a city or a connection."""
    if step.verb in _OF_PROVINCES:
        return State(game.states[step.place])
    if step.verb in OF_CITIES:
        return State(game.city_states[step.place])
    return State(game.line_states[step.place]) if step.verb in OF_LINES else None


def _in_provinces(game: Game, verb: str, *cities: int) -> Iterator[tuple[str, int]]:
    for home in {game.home[city] for city in cities} - {None}:
        yield f"{verb} {game.provinces[home or 0].id}", 1


_BUILD = {"build": 3, "lay": 3, "none": -3, "silent": -1}
_RAISE = {"standard": 4, "build": 2, "lay": 2, "s+": 3, "none": -3, "silent": -1}
_WASTE = {"build": -5, "none": 5, "unrest": 5, "dismantle": 1, "standard": -9, "flight": -9, "police_red east": -9}
_KEEP = {
    "dismantle east": -5, "dismantle west": -5, "socialists-": -2, "heap u+": -1, "heap u-": 1, "none": -3, "lay": 1,
}  # fmt: skip
_POOR = {"standard": -9, "flight": -9, "socialists-": -9, "currency-": -5, "u+ west": 2, "heap u+": 1}
_RUHR = {"build nordrhein-westfalen": 2, "lay nordrhein-westfalen": 2, "s>": -9, "high s+": 2, "flight": -3}
_POLICE = {"police_red east": 9, "police_pink east": 9, "use": -5, "unrest": 4, "remove_unrest east": 4, "lay": 3}
_SPARE = {"dismantle brandenburg": -3, "lift brandenburg": 2, "build brandenburg": 9}  # Rheinsberg lies there
_ABROAD = {"build cssr": 5, "build polska": 5, "standard": 3, "assign": 1}


def _moved(track: str, by: str) -> Words:
    """Moves a marker one way, and never the other way."""
    other = "-" if by == "+" else "+"
    return {"event": 1, f"{track}{by}": 5, f"{track}{other}": -9}


def _riot(side: State) -> Words:
    """Heaps up unrest in a state."""
    its = side.value
    return {
        f"place_unrest {its}": 5, f"u+ {its}": 3, "heap u+": 2, f"remove_unrest {its}": -9, "event": 1,
        f"u- {its}": -3, "unrest": -4, "standard": -2,
    }  # fmt: skip


_WEST_RIOTS, _EAST_RIOTS = _riot(State.WEST), _riot(State.EAST)
# What West likes, and what East likes, the whole game long.
POLICIES: dict[str, tuple[Words, Words]] = {
    "curious": ({}, {}),
    "long life": (_KEEP, _KEEP | {"build": 1}),
    "builders": (_BUILD, _BUILD),
    "West starves": (_WASTE, _BUILD | {"dismantle west": 5, "place_unrest west": 1, "event": 1}),
    "East starves": (
        _BUILD | {"dismantle east": 5, "event": 1},
        _WASTE | {"police_red east": 5, "police_pink east": 5},
    ),
    "events": ({"event": 3}, {"event": 3}),
    "flight": (
        _RAISE | {"flight": 9, "u+ east": 3},
        {"flight": 9, "special": -9, "standard": -2, "police_red east": 5},
    ),
    "West collapses": (_WEST_RIOTS, _WEST_RIOTS | _BUILD),
    "East collapses": (_EAST_RIOTS | {"socialists-": 2}, _EAST_RIOTS | _BUILD),
    "both collapse": (_WEST_RIOTS | _EAST_RIOTS, _WEST_RIOTS | _EAST_RIOTS | {"lay": 3}),
    "socialism": (_moved("socialists", "+"), _BUILD | _moved("socialists", "+")),
    "socialism fails": (_moved("socialists", "-"), _BUILD | _moved("socialists", "-")),
    "rich West": (_RAISE | _RUHR, _BUILD | {"dismantle west": -9, "socialists-": -3}),
    "East's prestige": (_moved("prestige", "+") | {"socialists-": -9}, _BUILD | _moved("prestige", "+")),
    "the Wall": (_moved("prestige", "-"), _BUILD | {"special": 9, "prestige+": -9, "prestige-": 3}),
    "abroad": (_KEEP | {"stop_factory east": 9}, _BUILD | _ABROAD | {"socialists-": -9}),
}
# What would end a game at once, and is liked later.
LATER: dict[str, tuple[Words, Words]] = {
    "the Ruhr": (_BUILD | _RUHR, _BUILD | {"dismantle west": -9, "socialists-": -3}),
    "poor West": (_POOR, _BUILD),
    "rich East": (
        _WEST_RIOTS | _POOR | {"place_living_standard west": -9},
        _RAISE | {"flight": -9, "high s+": -3, "currency+": 5, "socialists-": -5},
    ),
    "East attacks": (_KEEP | _BUILD, _RAISE | {"high s+": 1, "attack west-berlin": 5}),
    "police state": (_KEEP | {"place_unrest east": -9, "u+ east": -3}, _POLICE),
    "debts": (_moved("currency", "-"), _BUILD | _moved("currency", "-") | {"standard": 3, "s+": 1}),
    "splurge": (_moved("currency", "-"), _RAISE | _moved("currency", "-") | {"lay": 5, "dismantle brandenburg": 3}),
    "reactor": (_KEEP, _BUILD | {"build rheinsberg": 9, "standard": 2}),
    "only a reactor": (
        _POOR | _SPARE | {"dismantle east": 5, "prestige-": 2},
        _WASTE | _SPARE | {"build rheinsberg": 20},
    ),
    "special cards": (_KEEP, _BUILD | {"special": 9, "use": 5}),
    "idle": (_POOR, {"unrest": -5, "build": -9, "none": 5, "prestige+": -9, "run_down east": -9, "flight": -9}),
    "spies": (_KEEP, {"event": 1, "s+": 1, "guillaume east": 9, "run_down east": 9}),
}
# Policies that change: one for each decade.
LIVES: dict[str, tuple[str, ...]] = {
    "late curiosity": ("long life", "long life", "curious", "curious"),
    "late events": ("long life", "long life", "events", "events"),
    "decline": ("builders", "builders", "splurge", "splurge"),
    "ruins": ("builders", "debts", "spies", "spies"),
    "turncoats": ("socialism", "socialism", "socialism fails", "socialism fails"),
    "splendour": ("the Ruhr", "the Ruhr", "the Ruhr", "rich West"),
    "solidarity": ("poor West", "rich East", "rich East", "rich East"),
    "order": ("builders", "police state", "police state", "police state"),
    "meltdown": ("builders", "reactor", "debts", "splurge"),
    "last light": ("long life", "only a reactor", "only a reactor", "only a reactor"),
    "threat": ("builders", "East attacks", "East attacks", "East attacks"),
}
# Boards at the start of a decade, as a `set` line has them, and by which policy they are played on.
BEGINNINGS: dict[str, tuple[str, str]] = {
    "second reactor": (
        "reactor",
        "decade 2; hamburg; dortmund; berlin; bitterfeld; leipzig; dresden; rheinsberg; cadre 3",
    ),
    "dying reactor": (
        "idle",
        "decade 3; prestige -2; hamburg; dortmund; berlin down; bitterfeld down; rheinsberg down; cadre 4; "
        "NW unrest 4; MV standard 2; BB standard 2; EB standard 2; ST standard 2; SN standard 2; TH standard 2",
    ),
    "debts of a reactor": (
        "idle",
        "decade 3; currency -5; NW unrest 4; EB standard 1; hamburg; dortmund; berlin down; bitterfeld down; "
        "rheinsberg down; cadre 4; berlin-bitterfeld 1; bitterfeld-leipzig 1; berlin-cottbus 1; schwedt-berlin 1; "
        "bitterfeld-jena 1; berlin-magdeburg 1; bitterfeld-eisenach 1; magdeburg-bitterfeld 1",
    ),
    "great Ruhr": (
        "the Ruhr",
        "decade 3; hamburg; dortmund; bielefeld; duisburg; koeln; kassel; bielefeld-dortmund 1; duisburg-dortmund 1; "
        "dortmund-koeln 1; dortmund-kassel 1; NW standard 5; WB unrest 3; berlin; bitterfeld; leipzig; jena; cadre 4",
    ),
    "rich republic": (
        "rich East",
        "decade 2; currency 6; hamburg; dortmund; berlin; bitterfeld; rostock; leipzig; jena; cottbus; cadre 4; "
        "MV standard 2; BB standard 2; EB standard 2; ST standard 2; SN standard 2; TH standard 2; NW unrest 4",
    ),
    "open borders": (
        "abroad",
        "decade 4; hamburg; dortmund; berlin; bitterfeld; schwedt; dresden; jena; neubrandenburg; polska-nord; "
        "polska-sued; cssr-ost; cssr-west; berlin-polska-sued 1; dresden-cssr-ost 1; jena-cssr-west 1; "
        "schwedt-polska-nord 1; neubrandenburg-polska-nord 1; cadre 4",
    ),
    "quiet republic": (
        "police state",
        "decade 2; currency 3; hamburg; dortmund; berlin; bitterfeld; leipzig; jena; dresden; berlin-bitterfeld 1; "
        "bitterfeld-leipzig 1; police 5; police 15; cadre 4",
    ),
    "nothing left": (
        "spies",
        "decade 3; hamburg; dortmund; bitterfeld down; leipzig down; cadre 4",
    ),
    "no factory left": (
        "spies",
        "decade 3; hamburg; dortmund; bitterfeld down; leipzig down; bitterfeld-leipzig 1; bitterfeld-jena 1; cadre 4",
    ),
    "two-faced Hamburg": (
        "idle",
        "decade 2; currency -2; hamburg; kiel; dortmund; frankfurt; koblenz; stuttgart; muenchen; berlin down; "
        "bitterfeld down; leipzig; jena; EB standard 1; cadre 4",
    ),
    "full box": (
        "idle",
        "decade 3; currency 4; socialists -3; cadre 6; hamburg; dortmund; berlin; bitterfeld; cottbus; leipzig; jena; "
        "berlin-bitterfeld 1; berlin-cottbus 1; EB standard 3; ST unrest 3; SN unrest 3; TH unrest 3",
    ),
    "ten comrades": (
        "long life",
        "decade 3; currency 2; socialists 3; cadre 4; SN socialists 3; TH socialists 3; hamburg; dortmund; berlin; "
        "bitterfeld; cottbus; leipzig; jena; berlin-bitterfeld 1; bitterfeld-leipzig 1; berlin-cottbus 1",
    ),
    "uprising": (
        "special cards",
        "decade 1; hamburg; dortmund; berlin; bitterfeld; leipzig; MV unrest 4; BB unrest 4; EB unrest 4; ST unrest 5; "
        "SN unrest 5; TH unrest 4",
    ),
    "round table": (
        "special cards",
        "decade 4; hamburg; dortmund; berlin; bitterfeld; leipzig; jena; dresden; rostock; police 5; police 49; "
        "MV unrest 4; BB unrest 4; EB unrest 4; ST unrest 2; SN unrest 2; TH unrest 2",
    ),
    "quiet ends": (
        "events",
        "decade 3; prestige 6; currency -6; socialists 6; hamburg; dortmund; berlin; bitterfeld; leipzig; cadre 4",
    ),
    "palace in order": (
        "spies",
        "decade 3; currency 2; hamburg; dortmund; berlin; bitterfeld; leipzig; jena; dresden; cadre 4",
    ),
    "palace in ruins": (
        "spies",
        "decade 3; hamburg; dortmund; berlin down; bitterfeld down; leipzig down; jena down; cadre 4",
    ),
}
ANYWHERE = "anywhere"  # curious, too, but from the start of a decade with any sound board
# Those of a round; some need more games than others to get there.
PLAYERS = ("anything", *POLICIES, "abroad", "both collapse", *LIVES, "fickle", *BEGINNINGS, ANYWHERE)


def player(name: str, chance: Random, memory: Counter[object]) -> Policy:
    """Who plays so; `anything` is chance alone, `fickle` has other likes in each decade."""
    if name == "anything":
        return Anything(chance)
    known = POLICIES | LATER
    names = LIVES.get(name, (name,) * DECADES)
    if name in BEGINNINGS:
        names = (BEGINNINGS[name][0],) * DECADES
    elif name == ANYWHERE:
        names = ("curious",) * DECADES
    elif name == "fickle":
        names = ("long life", *(chance.choice(list(known)) for _ in range(DECADES - 1)))
    return Leaning(chance, [dict(zip(State, known[one], strict=True)) for one in names], memory)


def beginning(name: str, notation: Notation, chance: Random) -> Position | None:
    """The board that a player starts from; None for that of the rulebook."""
    if name == ANYWHERE:
        return random_beginning(notation.game, chance)
    if name not in BEGINNINGS:
        return None
    position = empty(notation.game)
    statements = read_statements(BEGINNINGS[name][1], notation)
    assert isinstance(statements, list), statements
    for statement in statements:
        position = statement.made(notation.game, position)
    return position
