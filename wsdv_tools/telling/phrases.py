"""What is said to people, in the user's language: places by short names, steps as sentences, questions, options."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.findings import reason_words
from wsdv_tools.rules.economy import values
from wsdv_tools.rules.figures import currency_with, standards_with
from wsdv_tools.rules.position import RUN_DOWN
from wsdv_tools.rules.protests import markers
from wsdv_tools.rules.verbs import TRACKS, VERBS, Kind, places_of
from wsdv_tools.words.vocabulary import Vocabulary

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Choice, Step
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position
    from wsdv_tools.words import Language


WIDTH = 78
MINUS = "−"
NO_BREAK = "\N{NO-BREAK SPACE}"

# The verbs by the keys of their sentences.
_OWN_NAMES = ("lift", "dismantle", "down", "build", "lay", "import", "release", "attack", "hamburg")
SENTENCES = {name: name for name in _OWN_NAMES} | {
    "u+": "place-unrest",
    "u-": "remove-unrest",
    "s+": "place-standard",
    "s-": "remove-standard",
    "sector-": "sector",
    "soc": "place-socialist",
    "lose": "lose-socialist",
    "at": "space",
    "none": "nothing",
}


def signed(number: int) -> str:
    """`−2`, `0`, `+1`."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"


def plain(number: int) -> str:
    """`−2`, `0`, `1`."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def wrapped(text: str, first: str = "  ", rest: str | None = None) -> list[str]:
    """The text in lines that fit a terminal of 80 columns."""
    rest = " " * len(first) if rest is None else rest
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace(NO_BREAK, " ") for line in lines]


def unbroken(text: str) -> str:
    """The text so that no line ends within it."""
    return text.replace(" ", NO_BREAK)


class Phrases:
    """Sentences about one game; `options` are those that a command needs to go on in the same way (`--lang de`)."""

    def __init__(self, language: Language, notation: Notation, options: str = "") -> None:
        self.language = language
        self._options = f"{options} " if options else ""
        self.notation = notation
        self.game: Game = notation.game

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary(self.language)

    def say(self, key: str, /, **values: Any) -> str:
        named = {name: self.name(value) for name, value in values.items()}
        if "n" in values:
            named["n"] = values["n"]  # it decides between one and several
        return self.language.say(f"texts.{key}", **named).replace("`wsdv ", f"`wsdv {self._options}")

    def is_said(self, command: str, typed: str) -> bool:
        """Whether one of the words for a command was typed: `ja` is `yes`."""
        return typed.casefold() in self.say(f"command.{command}").split()

    def name(self, value: Any) -> str:
        """Places by short names, numbers with a true minus, the rest as the language names it."""
        if isinstance(value, bool) or not isinstance(value, int):
            return self.language.spoken(value)
        return plain(value)

    def province(self, number: int) -> str:
        return self.name(self.game.provinces[number])

    def coded(self, province: int) -> str:
        """`SN Sachsen`."""
        return f"{self.game.provinces[province].code} {self.province(province)}"

    def city(self, number: int) -> str:
        return self.name(self.game.cities[number])

    def sector(self, number: int) -> str:
        return self.language.say(f"sectors.{self.game.sectors[number]}")

    def listed(self, items: Iterable[str]) -> str:
        """`Leipzig 3, Dresden 1`: lines break between the items only."""
        return ", ".join(unbroken(item) for item in items)

    def ended(self, winner: State | None, reason: str) -> str:
        """`West wins (collapse)`."""
        return self.say("check.won" if winner else "check.not-won", side=winner or "", reason=reason_words(reason))

    # Steps

    def done(self, step: Step, choice: Choice) -> str:
        """What a step did, as a sentence without who did it."""
        key = SENTENCES.get(step.verb)
        if key is None:
            return self.notation.write(step)
        if step.verb == "attack" and step.to is None:
            key = "attack-none"
        if step.verb == "dismantle" and step.place == self.game.rheinsberg:
            is_intact = choice.position.factories[step.place] != RUN_DOWN
            key = "down" if is_intact else key
        named: dict[str, Any] = {"place": self.place(step)}
        if step.verb == "attack" and step.to is not None:
            named |= {"target": self.province(step.to), "n": self._attack_adds(step, choice)}
        if step.verb in _COUNTED:
            before = _COUNTED[step.verb](choice.position, step.place)
            change = -1 if step.verb in ("u-", "s-", "sector-", "lose", "soc") else 1
            named |= {"before": before, "after": max(0, before + change)}
        return self.say(f"done.{key}", **named)

    def place(self, step: Step) -> str:
        """Where a step is done."""
        kind = VERBS[step.verb].takes
        if kind is Kind.SECTOR:
            return self.sector(step.place)
        if kind is Kind.SPACE:
            return signed(step.place)
        places = places_of(self.game, kind)
        return self.name(places[step.place]) if places else ""

    def _attack_adds(self, step: Step, choice: Choice) -> int:
        position = choice.position
        usable = position.standards[step.place] - markers(self.game, position, step.place)
        return (step.number or usable) - int(position.standards[step.to])

    # Questions

    def question(self, choice: Choice, context: int | str = 0) -> str:
        """What a choice asks, without the side; `context` is the phase, or in a play its mode."""
        named: dict[str, Any] = {"n": left(choice), "east": State.EAST, "west": State.WEST}
        if isinstance(context, str):
            kind = play_kind(choice)
            return self.say(f"ask.play-{kind}" if kind in ASKED_IN_PLAY else f"ask.{kind}", **named)
        offered = {step.verb for step in choice.options} - {"none"}
        is_mixed = choice.advances and len(offered - {"lay", "build"}) + bool(offered & {"lay", "build"}) > 1
        kind = "icons" if is_mixed and offered != {"dismantle", "lift"} else choice.kind
        if choice.kind == "attack":
            named["province"] = self.province(choice.options[0].place)
        return self.say(f"ask.{kind}", **named)

    def heading(self, verb: str) -> str:
        """The heading above the options of one verb."""
        return self.say(f"group.{_HEADINGS.get(verb) or SENTENCES[verb]}")

    def label(self, step: Step, choice: Choice, context: int | str) -> str:
        """An option: its place, and the number that matters for choosing it."""
        position = choice.position
        if step.verb in _LABELS and (step.verb != "hamburg" or isinstance(context, str)):
            return _LABELS[step.verb](self, step, position)
        if step.verb == "none":
            return self.say("label.nothing")
        if step.verb == "attack":
            return self._attack_label(step, choice)
        if step.verb == "at":
            return self.icons(step.place)
        if step.verb == "hamburg":
            return f"{self.place(step)}: {self._hamburg(step.place, position, context)}"
        name = self.place(step)
        if step.verb == "lift":
            lines = self.game.lines[step.place]
            return f"{name} ({position.lines[step.place]}/{lines})" if lines > 1 else name
        if step.verb in ("down", "up"):
            return f"{name} ({self.say('label.value', n=values(self.game, position)[step.place])})"
        if step.verb in ("import", "release"):
            number = self.say("label.markers", n=markers(self.game, position, step.place))
            return f"{self.coded(step.place)} ({number})"
        if step.verb in _COUNTED:
            number = self.say(f"label.{SENTENCES[step.verb]}", n=_COUNTED[step.verb](position, step.place))
            return f"{name if step.verb == 'sector-' else self.coded(step.place)} ({number})"
        return name

    def _attack_label(self, step: Step, choice: Choice) -> str:
        if step.to is None:
            return self.say("label.attack-none")
        return f"{self.coded(step.to)} ({self.say('label.attack', n=self._attack_adds(step, choice))})"

    def _hamburg(self, province: int, position: Position, phase: int | str) -> str:
        """What it would mean if Hamburg counted there, as far as that makes a difference."""
        if phase == 3:
            return self.say("label.shortage", n=currency_with(self.game, position, province).shortage)
        every = [standards_with(self.game, position, other).lost for other in self.game.hamburg_joins]
        mine = every[self.game.hamburg_joins.index(province)]
        told = [
            f"{self.province(self.game.province(id_))} {MINUS}{number}"
            for id_, number in mine.items()
            if any(other.get(id_) != number for other in every)
        ]
        return self.listed(told) or self.say("label.none-lost")

    def icons(self, space: int) -> str:
        """The icons of a space of the prestige track."""
        icons = self.game.catalogue.tracks.prestige[space]
        return self.listed(self.say(f"icon.{icon.kind.replace('_', '-')}") for icon in icons)


# The number of pieces that a step changes, before it.
_COUNTED: dict[str, Callable[[Position, int], int]] = {
    "u+": lambda position, province: position.unrest[province],
    "u-": lambda position, province: position.unrest[province],
    "s+": lambda position, province: position.standards[province],
    "s-": lambda position, province: position.standards[province],
    "sector-": lambda position, sector: position.sectors[sector],
    "soc": lambda position, province: position.unrest[province],
    "lose": lambda position, province: position.placed[province],
}


# The verbs by the keys of their headings.
_OWN_NAMES_IN_PLAY = ("calm", "skip", "stop", "assign", "use", "void", "discard", "draw", "look", "swap", "drop")
_HEADINGS = {name: name for name in _OWN_NAMES_IN_PLAY} | {
    "up": "repair",
    "u>": "move-unrest",
    "s>": "pass-on",
    "sector+": "sector-standard",
    "hamburg": "assign",
}
# Decisions that are asked with other words than in the decade end, where only East builds and dismantles.
ASKED_IN_PLAY = frozenset(
    {
        *("icons", "build", "dismantle", "place-standard", "calm", "repair", "stop", "move-unrest"),
        *("place-unrest", "remove-unrest", "assign", "void", "price", "use", "look", "swap"),
    }
)
_KIN = {"lay": "build", "lift": "dismantle"}
_VOIDS = {"u+": "place-unrest", "u-": "remove-unrest"}


def play_kind(choice: Choice) -> str:
    """What a choice of a play is about; where several icons wait, that is asked in general."""
    offered = {_KIN.get(step.verb, step.verb) for step in choice.options} - {"none", "use"}
    if choice.advances and len(offered) > 1:
        return "icons"
    return choice.kind if offered else "use"


def left(choice: Choice) -> int:
    """How many icons can still be executed; police cards, which wait as well, are not counted."""
    able = choice.able() if choice.able else choice.left
    return able - len({step.place for step in choice.options if step.verb == "use"})


def card_label(phrases: Phrases, card: str) -> str:
    """`14 Colour TV comes to the West`."""
    fact = phrases.game.cards[card]
    return f"{fact.number} {phrases.language.title(fact)}"


def _unrest(phrases: Phrases, province: int, position: Position) -> str:
    return f"{phrases.coded(province)} ({phrases.say('label.remove-unrest', n=position.unrest[province])})"


def _use(phrases: Phrases, step: Step, position: Position) -> str:
    """The card comes last: before the place its number would look like one of the list."""
    card = unbroken(phrases.language.say("words.card", number=step.place))
    return f"{_unrest(phrases, step.to, position)}, {card}"


def _void(phrases: Phrases, step: Step, _position: Position) -> str:
    key = f"track-{step.place}" if step.place in TRACKS else f"void.{_VOIDS.get(step.place, step.place)}"
    side = f" ({phrases.name(State(step.to))})" if step.to else ""
    return phrases.say(key) + side


# Options that only plays have.
_LABELS: dict[str, Callable[[Phrases, Step, Position], str]] = {
    "calm": lambda phrases, step, position: _unrest(phrases, step.place, position),
    "skip": lambda phrases, step, _: phrases.say(f"label.skip-{_VOIDS.get(step.place, step.place)}"),
    "u>": lambda phrases, step, _: f"{phrases.coded(step.place)} → {phrases.coded(step.to)}",
    "s>": lambda phrases, step, _: f"{phrases.coded(step.place)} → {phrases.province(step.to)}",
    "sector+": lambda phrases, step, position: (
        f"{phrases.sector(step.place)} ({phrases.say('label.sector', n=position.sectors[step.place])})"
    ),
    "hamburg": lambda phrases, step, _: f"{phrases.city(phrases.game.hamburg)} → {phrases.coded(step.place)}",
    "assign": lambda phrases, step, _: f"{phrases.city(step.place)} → {phrases.coded(step.to)}",
    "use": _use,
    "void": _void,
    "discard": lambda phrases, step, _: card_label(phrases, step.place),
    "draw": lambda phrases, *_: phrases.say("label.draw", west=State.WEST),
    "look": lambda phrases, step, _: phrases.say(f"label.look-{step.place}", west=State.WEST),
    "swap": lambda phrases, step, _: f"{step.place} → {card_label(phrases, step.to)}",
    "drop": lambda phrases, step, _: card_label(phrases, step.place),
}


_GAP = 2  # between two columns


def in_columns(entries: list[str]) -> Iterator[str]:
    """In two columns, filled downwards, where two fit."""
    entries = [entry.replace(NO_BREAK, " ") for entry in entries]
    width = max(map(len, entries))
    if len(entries) < 4 or 2 * width + _GAP + 2 > WIDTH:
        for entry in entries:
            yield from wrapped(entry.lstrip(), " " * (2 + len(entry) - len(entry.lstrip())), " " * 6)
        return
    rows = (len(entries) + 1) // 2
    for left, right in zip(entries[:rows], [*entries[rows:], ""], strict=False):
        yield f"  {left:{width + _GAP}}{right}".rstrip()


def in_flow(entries: list[str]) -> list[str]:
    """One after the other, as many in a line as fit."""
    return wrapped("  ".join(unbroken(entry.strip()) for entry in entries), "    ")
