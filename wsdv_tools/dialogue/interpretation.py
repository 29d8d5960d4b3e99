"""What a person means who types an answer to a choice (a number of the list, a step, a name) or a whole move."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.findings import Finding, Place
from wsdv_tools.record.lines import Play
from wsdv_tools.record.notation import Unreadable
from wsdv_tools.record.reader import SIDES, read_record
from wsdv_tools.record.wordings import steps_meant, unreadable
from wsdv_tools.record.writer import LETTERS
from wsdv_tools.referee.answers import asked
from wsdv_tools.rules.choices import NOTHING
from wsdv_tools.rules.position import UNKNOWN
from wsdv_tools.rules.verbs import VERBS, Kind, places_of
from wsdv_tools.telling.board_text import special_card
from wsdv_tools.words.names import SHORTEST_PREFIX, folded
from wsdv_tools.words.vocabulary import MODES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wsdv_tools.facts import Card, State
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Choice, Step
    from wsdv_tools.rules.position import Course, Position
    from wsdv_tools.telling.phrases import Phrases

_ITEMS = re.compile(r"[,;]|\s+[+&]\s+")  # `hannover + 2x hamburg-hannover` are two
_NUMBER = re.compile(r"[-+−]?\d{1,9}")
_NUMBERS = re.compile(r"[-+−]?\d{1,9}(?:\s+[-+−]?\d{1,9})+")
_TYPED = Place("")
_TIMES = re.compile(r"(?<!\d)([2-9])\s*[x×]\s*(\S.*)")  # `2x leipzig-jena`, which the notation writes `leipzig-jena*2`
MOST_WORDS = 12  # of one answer without commas
# Steps that are done to a number: where they are among the options, a number typed is not a number of the list.
_OWN_NUMBER = frozenset({"at", "discard", "swap", "drop"})


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
        return Finding.of(fault, _TYPED, item)
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
            return Finding.of(fault, _TYPED, item)
    elif 1 <= number <= len(listed):
        step = listed[number - 1]
        fault = choice.refuse(step) if is_first else None
        return Finding.of(fault, _TYPED, item) if fault else [step]
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
    yield from dict.fromkeys(f"{prefix}{item}" for prefix in map(_prefix, verbs) if prefix)


def _prefix(name: str) -> str:
    """What may be left out before a place: `u+`, `down `; empty where a step has more than that, or nothing before."""
    verb = VERBS[name]
    is_more = verb.to not in (Kind.NOTHING, Kind.WORD) or verb.takes is Kind.SPACE
    before, place, _ = verb.spelling.partition("{}")
    return before if place and not is_more else ""


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
    verb, place = VERBS[step.verb], step.place
    if step.verb == "attack":
        place = step.to
    elif verb.to is not Kind.NOTHING:
        return ""
    places = places_of(notation.game, verb.takes)
    if places is None or place is None:
        return ""
    return str(getattr(places[place], "id", places[place]))


# A whole move, as it is typed at the table


MOVE = re.compile(
    r"(?:(?P<side>[^\W\d]+)\s+)?(?P<card>\d+|[iv]+(?:-[a-z-]+)?)(?:\s*(?P<hand>h))?\b"
    r"(?:\s+(?P<mode>[^\W\d]+))?(?P<steps>.*)",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"\s*(?:([^\W\d]+)\s+)??((?:\d+|[iv]+(?:-[a-z-]+)?)\s*h?)\s+([^\W\d]+)\s+(.*)", re.IGNORECASE | re.DOTALL
)
_LAST = re.compile(r"(.*[,;])?(.*)", re.DOTALL)


def offered(phrases: Phrases, position: Position, course: Course, text: str) -> Iterator[str]:
    """What may follow a move typed so far; each completes its last step."""
    notation, head = phrases.notation, _HEAD.fullmatch(text)
    if head is None:
        yield from _cards(phrases, position, course)
        return
    side = phrases.vocabulary.canonical(text).split()[0] if head[1] else LETTERS[course.to_move]
    mode = phrases.vocabulary.mode(head[3])
    behind = _LAST.fullmatch(head[4])
    before = phrases.vocabulary.canonical((behind[1] if behind else None) or "")
    line = read_record(f"{side} {head[2]} {mode or head[3]} {before}", "", notation).lines[0]
    if not isinstance(line, Play) or not line.is_whole:
        return
    prefix = "" if before else text[: len(text) - len(head[4])].lstrip()
    for choice in asked(notation, position, line, [typed.step for typed in line.typed]):
        for step in choice.options:
            if step != NOTHING:
                yield from (prefix + word for word in _spellings(notation, step, line.mode))


def _spellings(notation: Notation, step: Step, mode: str) -> Iterator[str]:
    """The canonical one, and the place's name where that alone says it."""
    written, place = notation.write(step, mode), place_id(step, notation)
    yield written
    if place and place != written and notation.read(place, mode) == (step,):
        yield place


def by_number(phrases: Phrases, position: Position, course: Course, typed: str) -> str:
    """A move whose card was named by its title, with the card's number instead: `wirtschaftswunder bauen kiel`."""
    words = typed.split()
    if not words or not words[0][0].isalpha() or words[0].casefold() in SIDES:
        return typed
    lying = [*course.display, *course.hand(course.to_move), *([special_card(position)] if course.special else [])]
    cards = [phrases.game.cards[card] for card in lying if card != UNKNOWN]
    for length in range(len(words), 0, -1):
        name = folded(" ".join(words[:length]))
        fitting = [card for card in cards if len(name) >= SHORTEST_PREFIX and _is_called(phrases, card, name)]
        if len(fitting) == 1:
            return " ".join([fitting[0].number, *words[length:]])
    return typed


def _is_called(phrases: Phrases, card: Card, name: str) -> bool:
    """Whether a card's title, or a word of it, begins like that."""
    titles = [phrases.language.title(card), *phrases.language.other_titles(card)]
    return any(f"-{name}" in f"-{folded(title)}" for title in titles)


def is_from_hand(course: Course, side: State, card: str) -> bool:
    """Whether a card can only come from the hand: it is not in the display, where every card is known."""
    return card.isdecimal() and not {card, UNKNOWN} & {*course.display} and UNKNOWN in course.hand(side)


def _cards(phrases: Phrases, position: Position, course: Course) -> Iterator[str]:
    shown = [card for card in course.display if card != UNKNOWN]
    hand = [f"{card}h" for card in course.hand(course.to_move) if card != UNKNOWN]
    special = [special_card(position).partition("-")[0]] if course.special else []
    modes = phrases.vocabulary.all_of(MODES)
    yield from (f"{card} {mode} " for card in [*shown, *hand] for mode in modes)
    yield from (f"{card} {modes[-1]} " for card in special)
