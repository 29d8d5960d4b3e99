"""What a person means who types something at a choice: a number of the list, a step, or just a name."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.findings import Finding, Place, worded
from wsdv_tools.record.answers import unreadable
from wsdv_tools.record.notation import Unreadable
from wsdv_tools.record.wordings import steps_meant
from wsdv_tools.rules.choices import NOTHING
from wsdv_tools.words.names import folded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Choice, Step

_ITEMS = re.compile(r"[,;]|\s+[+&]\s+")  # `hannover + 2x hamburg-hannover` are two
_NUMBER = re.compile(r"[-+−]?\d{1,9}")
_NUMBERS = re.compile(r"[-+−]?\d{1,9}(?:\s+[-+−]?\d{1,9})+")
_TYPED = Place("")
_TIMES = re.compile(r"(?<!\d)([2-9])\s*[x×]\s*(\S.*)")  # `2x leipzig-jena`, which the notation writes `leipzig-jena*2`
MOST_WORDS = 12  # of one answer without commas
# What may be left out before a name: tried in this order for each verb among the options.
_PREFIXES = {
    "lift": "-",
    "dismantle": "-",
    "down": "down ",
    "build": "+",
    "lay": "+",
    "u+": "u+",
    "u-": "u-",
    "s+": "s+",
    "s-": "s-",
    "import": "import ",
    "release": "release ",
    "soc": "soc ",
    "hamburg": "hamburg=",
    "lose": "-",
    "calm": "calm ",
    "up": "up ",
    "skip": "skip ",
    "stop": "stop ",
    "sector+": "s+",
    "void": "void ",
    "discard": "discard ",
    "look": "look ",
    "drop": "drop ",
}

# Steps that are done to a number: where they are among the options, a number typed is not a number of the list.
_OWN_NUMBER = frozenset({"at", "discard", "swap", "drop"})
_OF_ONE_PROVINCE = frozenset({"u+", "u-", "s+", "s-", "calm", "import", "release", "soc", "lose", "hamburg"})


class Answer(NamedTuple):
    """A step that somebody means, and the words that were typed for it."""

    step: Step
    typed: str


def interpret(
    text: str,
    choice: Choice,
    context: int | str,
    notation: Notation,
    labels: Sequence[str] = (),
    listed: Sequence[Step] | None = None,
) -> list[Answer] | Finding:
    """The steps that were typed, the first of them legal; or why it is not.

    `context` is the phase, or in a play its mode: it says what a bare name means.
    `labels` are the options as they are shown: the beginning of one will do, too.
    `listed` are the steps by their numbers in the list, those too that are no longer possible.
    """
    answers: list[Answer] = []

    def read(item: str, is_first: bool) -> list[Answer] | Finding:
        found = _item(item, choice, context, notation, listed or choice.options, is_first)
        if isinstance(found, Finding):
            meant = None if _NUMBER.fullmatch(item) else _by_label(item, choice, labels)
            if meant is None:
                return found
            found = [meant]
        return [Answer(step, item) for step in found]

    for item in _items(text):
        found = read(item, not answers)
        if isinstance(found, Finding):
            found = _several(item, read, not answers) or found
        if isinstance(found, Finding):
            return found
        answers += found
    return answers


def _several(
    item: str, read: Callable[[str, bool], list[Answer] | Finding], is_first: bool
) -> list[Answer] | Finding | None:
    """Names with blanks between them instead of commas: `hannover kiel`; only what comes first has to be legal now.

    Where the first words are an answer and others are not, why they are not; else None.
    """
    words, answers = item.split(), list[Answer]()
    if len(words) > MOST_WORDS:
        return None
    while words:
        for length in range(len(words), 0, -1):
            found = read(" ".join(words[:length]), is_first and not answers)
            if not isinstance(found, Finding):
                break
        else:
            return found if answers else None
        answers += found
        del words[:length]
    return answers


def with_commas(text: str, context: str, notation: Notation) -> str:
    """Steps as the notation parts them, where blanks or `+` stood between them and every word belongs to a step."""

    def read(item: str, _is_first: bool = False) -> list[Answer] | Finding:
        steps = notation.read(item, context)
        return unreadable(steps, _TYPED) if isinstance(steps, Unreadable) else [Answer(steps[0], item)]

    def parted(part: str) -> Iterator[str]:
        for item in _items(part):
            several = _several(item, read, True) if isinstance(read(item), Finding) else None
            yield from (answer.typed for answer in several) if isinstance(several, list) else [item]

    return "; ".join(", ".join(parted(part)) for part in text.split(";"))


def _items(text: str) -> Iterator[str]:
    """The parts of an answer; of numbers alone blanks are enough: `4 1` is `4, 1`."""
    parts = text.split() if _NUMBERS.fullmatch(text.strip()) else _ITEMS.split(text)
    return (_TIMES.sub(r"\2*\1", part.strip()) for part in parts if part.strip())


def _item(
    item: str, choice: Choice, context: int | str, notation: Notation, listed: Sequence[Step], is_first: bool
) -> list[Step] | Finding:
    if _NUMBER.fullmatch(item) and (choice.kind == "space" or not has_own_numbers(choice)):
        return _by_number(item, choice, listed, is_first)
    readings = list(_readings(item, choice, context, notation))
    legal = list(dict.fromkeys(steps for steps in readings if steps and choice.refuse(steps[0]) is None))
    for steps in legal or readings[:1]:
        if too_many := _too_many_lines(item, steps, notation):
            return too_many
    if len({steps[0] for steps in legal}) > 1:
        meant = [notation.write(steps[0], str(context)) for steps in legal]
        return Finding("step-several", _TYPED, {"text": item, "steps": meant})
    if legal:
        return list(legal[0])
    if readings:
        fault = choice.refuse(readings[0][0])
        if fault is None or not is_first:
            return list(readings[0])
        return Finding(fault.code, _TYPED, worded(fault.values) | {"text": item}, fault.rule)
    return _only_one(item, choice, context, notation) or _why_unreadable(item, choice, context, notation)


def _only_one(item: str, choice: Choice, context: int | str, notation: Notation) -> list[Step] | None:
    """Of several places that a name fits, the one that is among the options: `Berlin`."""
    read = (notation.read(text, str(context)) for text in _texts(item, choice, notation))
    several = (why for why in read if isinstance(why, Unreadable) and why.code == "name-several")
    names = dict.fromkeys(name for why in several for name in why.values["near"])
    found = (steps for name in names for steps in _readings(name, choice, context, notation))
    legal = dict.fromkeys(steps for steps in found if choice.refuse(steps[0]) is None)
    return list(next(iter(legal))) if len(legal) == 1 else None


def _too_many_lines(item: str, steps: Sequence[Step], notation: Notation) -> Finding | None:
    """`leipzig-jena*3`, where the connection has two."""
    game, first = notation.game, steps[0]
    if first.verb not in ("lay", "lift") or len(steps) <= game.lines[first.place]:
        return None
    values = {"text": item, "connection": game.connections[first.place], "n": game.lines[first.place]}
    return Finding("type-lines-most", _TYPED, values)


def has_own_numbers(choice: Choice) -> bool:
    """Whether cards or spaces are chosen from: their own numbers are typed, so the list gives them no others."""
    return any(step.verb in _OWN_NUMBER for step in choice.options)


def _by_label(item: str, choice: Choice, labels: Sequence[str]) -> Step | None:
    """The one option whose text begins like that, without a province's code."""
    typed = folded(item)
    fitting = [
        step
        for step, label in zip(choice.options, labels, strict=False)
        if typed and any(folded(text).startswith(typed) for text in (label, label.partition(" ")[2]))
    ]
    return fitting[0] if len(fitting) == 1 else None


def _by_number(item: str, choice: Choice, listed: Sequence[Step], is_first: bool) -> list[Step] | Finding:
    """A number of the list; for a space of a track, the space itself."""
    number = int(item.replace("−", "-"))
    options = choice.options
    if choice.kind == "space":
        for step in options:
            if number == step.place:
                return [step]
        fault = choice.refuse(options[0]._replace(place=number))
        if fault:
            return Finding(fault.code, _TYPED, worded(fault.values) | {"text": item}, fault.rule)
    elif 1 <= number <= len(listed):
        step = listed[number - 1]
        fault = choice.refuse(step) if is_first else None
        if fault is None:
            return [step]
        return Finding(fault.code, _TYPED, worded(fault.values) | {"text": item}, fault.rule)
    return Finding("statement-number", _TYPED, {"text": item, "least": 1, "most": len(listed)})


def _readings(item: str, choice: Choice, context: int | str, notation: Notation) -> Iterator[tuple[Step, ...]]:
    """As it was typed, and with what may have been left out before it."""
    for text in _texts(item, choice, notation):
        steps = notation.read(text, str(context))
        if not isinstance(steps, Unreadable):
            yield steps
    if NOTHING in choice.options and item == "-":
        yield (NOTHING,)


def _texts(item: str, choice: Choice, notation: Notation) -> Iterator[str]:
    yield item
    if choice.kind == "attack":
        attacker = notation.game.provinces[choice.options[0].place]
        yield f"{attacker.code}>{item}"
        return
    verbs = dict.fromkeys(step.verb for step in choice.options)
    yield from dict.fromkeys(_PREFIXES[verb] + item for verb in verbs if verb in _PREFIXES)


def _why_unreadable(item: str, choice: Choice, context: int | str, notation: Notation) -> Finding:
    """The reason that says most: an unknown name rather than an unknown step."""
    reasons = [notation.read(text, str(context)) for text in _texts(item, choice, notation)]
    told = [why for why in reasons if isinstance(why, Unreadable)]
    best = next((why for why in told if why.code != "step-unreadable"), told[0])
    legal = get_close_matches(folded(item), place_ids(choice, notation), 1)
    if best.code == "name-unknown" and legal:
        best = best._replace(values=best.values | {"near": legal})
    return unreadable(best, _TYPED, None if legal else _meant(item, choice, str(context), notation))


def _meant(item: str, choice: Choice, context: str, notation: Notation) -> str | None:
    """The step that everyday words mean, where it is one of those that can be answered."""
    for text in steps_meant(notation, item, context):
        steps = notation.read(text, context)
        if not isinstance(steps, Unreadable) and choice.refuse(steps[0]) is None:
            return text
    return None


def place_ids(choice: Choice, notation: Notation) -> list[str]:
    """The places of the options, as people would type them."""
    found = (place_id(step, notation) for step in choice.options)
    return [id_ for id_ in found if id_]


def place_id(step: Step, notation: Notation) -> str:
    """The place of a step as people would type it; empty where it is done to a card, or to several places."""
    game = notation.game
    id_ = ""
    if step.verb in ("lift", "lay"):
        id_ = game.connections[step.place].id
    elif step.verb in ("dismantle", "build", "down", "up", "stop"):
        id_ = game.cities[step.place].id
    elif step.verb in ("sector-", "sector+"):
        id_ = game.sectors[step.place]
    elif step.verb == "attack" and step.to is not None:
        id_ = game.provinces[step.to].id
    elif step.verb in _OF_ONE_PROVINCE:
        id_ = game.provinces[step.place].id
    return id_
