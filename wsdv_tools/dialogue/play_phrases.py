"""Words for what only plays know: icons declared void, cards that change hands, unrest that moves, and so on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.rules.economy import values

if TYPE_CHECKING:
    from wsdv_tools.dialogue.phrases import Phrases
    from wsdv_tools.rules.choices import Choice, Step
    from wsdv_tools.rules.position import Position

# The verbs by the keys of their headings.
PLAY_VERBS = {
    "calm": "calm",
    "up": "repair",
    "skip": "skip",
    "stop": "stop",
    "u>": "move-unrest",
    "s>": "pass-on",
    "sector+": "sector-standard",
    "hamburg": "assign",
    "assign": "assign",
    "use": "use",
    "void": "void",
    "discard": "discard",
    "draw": "draw",
    "look": "look",
    "swap": "swap",
    "drop": "drop",
}
# Decisions that are asked with other words than in the decade end, where only East builds and dismantles.
ASKED_IN_PLAY = frozenset(
    {
        *("icons", "build", "dismantle", "place-standard", "calm", "repair", "stop", "move-unrest"),
        *("place-unrest", "remove-unrest", "assign", "void", "price", "use", "look", "swap"),
    }
)
_TRACKS = ("prestige", "currency", "socialists")
_KIN = {"lay": "build", "lift": "dismantle"}
_VOIDS = {"u+": "place-unrest", "u-": "remove-unrest"}


def play_kind(choice: Choice) -> str:
    """What a choice of a play is about; where several icons wait, that is asked in general."""
    verbs = {_KIN.get(step.verb, step.verb) for step in choice.options} - {"none", "use"}
    if choice.advances and len(verbs) > 1:
        return "icons"
    return choice.kind if verbs else "use"


def left(choice: Choice) -> int:
    """How many icons can still be executed; police cards, which wait as well, are not counted."""
    able = choice.able() if choice.able else choice.left
    return able - len({step.place for step in choice.options if step.verb == "use"})


def play_label(phrases: Phrases, step: Step, position: Position) -> str:
    """An option that only plays have."""
    return _LABELS[step.verb](phrases, step, position)


def _coded(phrases: Phrases, province: int) -> str:
    return f"{phrases.game.provinces[province].code} {phrases.province(province)}"


def card_label(phrases: Phrases, card: str) -> str:
    """`14 Colour TV comes to the West`."""
    fact = phrases.game.cards[card]
    return f"{fact.number} {phrases.language.title(fact)}"


def _unrest(phrases: Phrases, province: int, position: Position) -> str:
    return f"{_coded(phrases, province)} ({phrases.say('label.remove-unrest', n=position.unrest[province])})"


def _repair(phrases: Phrases, step: Step, position: Position) -> str:
    value = phrases.say("label.value", n=values(phrases.game, position)[step.place])
    return f"{phrases.city(step.place)} ({value})"


def _use(phrases: Phrases, step: Step, position: Position) -> str:
    """The card comes last: before the place its number would look like one of the list."""
    return f"{_unrest(phrases, step.to, position)}, {phrases.language.say('words.card')} {step.place}"


def _void(phrases: Phrases, step: Step, position: Position) -> str:
    del position
    key = f"track-{step.place}" if step.place in _TRACKS else f"void.{_VOIDS.get(step.place, step.place)}"
    side = f" ({phrases.name(State(step.to))})" if step.to else ""
    return phrases.say(key) + side


_LABELS: dict[str, Callable[[Phrases, Step, Position], str]] = {
    "calm": lambda phrases, step, position: _unrest(phrases, step.place, position),
    "up": _repair,
    "skip": lambda phrases, step, _: phrases.say(f"label.skip-{_VOIDS.get(step.place, step.place)}"),
    "stop": lambda phrases, step, _: phrases.city(step.place),
    "u>": lambda phrases, step, _: f"{_coded(phrases, step.place)} → {_coded(phrases, step.to)}",
    "s>": lambda phrases, step, _: f"{_coded(phrases, step.place)} → {phrases.province(step.to)}",
    "sector+": lambda phrases, step, position: (
        f"{phrases.sector(step.place)} ({phrases.say('label.sector', n=position.sectors[step.place])})"
    ),
    "hamburg": lambda phrases, step, _: f"{phrases.city(phrases.game.hamburg)} → {_coded(phrases, step.place)}",
    "assign": lambda phrases, step, _: f"{phrases.city(step.place)} → {_coded(phrases, step.to)}",
    "use": _use,
    "void": _void,
    "discard": lambda phrases, step, _: card_label(phrases, step.place),
    "draw": lambda phrases, *_: phrases.say("label.draw", west=State.WEST),
    "look": lambda phrases, step, _: phrases.say(f"label.look-{step.place}", west=State.WEST),
    "swap": lambda phrases, step, _: f"{step.place} → {card_label(phrases, step.to)}",
    "drop": lambda phrases, step, _: card_label(phrases, step.place),
}
