"""Checks the lines that tell where cards are: `hand` and `row`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.findings import Finding
from wsdv_tools.record.wording import worded
from wsdv_tools.rules.choices import Fault
from wsdv_tools.rules.course import DISPLAY, HAND, lay_out, refuse_row
from wsdv_tools.rules.position import UNKNOWN
from wsdv_tools.rules.special_icons import seen_elsewhere

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from wsdv_tools.facts import Card
    from wsdv_tools.record.lines import Span
    from wsdv_tools.record.reading import Hand, Play, Row
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Course, Position


class CardMemory:
    """What a record has told of cards besides where they lie now."""

    def __init__(self) -> None:
        self.gone: set[str] = set()  # played or discarded in this game
        self.kept: dict[State, set[str]] = {side: set() for side in State}  # known hands when the last decade ended

    def keep(self, course: Course | None) -> None:
        """A decade is over; old hand cards are kept or discarded, so nobody else can have them."""
        if course:
            self.gone.update(course.removed)
            self.kept = {side: {*course.hand(side)} - {UNKNOWN} for side in State}

    def note(self, line: Play, card: Card, decade: int) -> Fault | None:
        """A card was played; refused if it comes from a hand though the other side had kept it."""
        is_kept = line.from_hand and card.id in self.kept[line.side.other]
        if not card.is_special or card.decade == decade:
            self.gone.add(card.id)
        for typed in line.typed:
            if typed.step.verb == "swap":
                for cards in self.kept.values():
                    cards -= {typed.step.place, typed.step.to}
        return Fault("card-seen-elsewhere", "3-one-card", {"card": card, "side": line.side}) if is_kept else None

    def without_gone(self, position: Position, course: Course) -> Course:
        """The course with all that is gone, save what the position names elsewhere."""
        named = {*position.played, *position.police, *course.display, *course.west_hand, *course.east_hand}
        return course._replace(removed=tuple(sorted({*course.removed, *self.gone} - named)))


def check_hand(
    game: Game, position: Position, course: Course, line: Hand, file: str, findings: list[Finding], kept: set[str]
) -> Position:
    """A hand as it is after filling up; `kept` are cards that the other side had when the last decade ended."""
    seen = seen_elsewhere(position, course, line.side) | kept
    cards: list[str] = []
    if len(line.cards) > HAND:  # which of them are really there nobody can tell
        findings.append(Finding("hand-too-large", line.span.place(file), {"n": len(line.cards)}, "3-hands"))
    else:
        for card, span in line.cards:
            fact, place = game.cards.get(card), span.place(file)
            if fact is None or fact.is_special:
                findings.append(Finding("card-unknown", place, {"text": span.text}))
            elif fact.decade > position.decade:
                values = {"card": fact, "decade": position.decade}
                findings.append(Finding("card-later-decade", place, values, "3-hands"))
            elif card in seen or card in cards:
                findings.append(Finding("card-seen-elsewhere", place, {"card": fact, "side": line.side}, "3-hands"))
            else:
                cards.append(card)
    hand = tuple(cards) + (UNKNOWN,) * (HAND - len(cards))
    course = course._replace(west_hand=hand) if line.side is State.WEST else course._replace(east_hand=hand)
    return position._replace(course=course)


def check_row(
    game: Game,
    position: Position,
    course: Course,
    line: Row,
    file: str,
    findings: list[Finding],
    taken: Collection[str],
) -> Position:
    """The display of the next half; `taken` are cards played from it before anybody typed it."""
    known = [(card, span) for card, span in line.cards if card in game.cards]
    cards = tuple(card for card, _ in known)
    elsewhere = {*course.removed, *position.played, *position.police, *course.west_hand, *course.east_hand}
    seen = elsewhere - {*taken}
    fault = refuse_row(game, position, course, cards)
    if fault and fault.code == "row-not-seven" and len(line.cards) == DISPLAY:  # told as an unknown card
        fault = None
    if fault:
        wrong = fault.values.get("card")
        span = next((span for card, span in reversed(known) if wrong is not None and card == wrong.id), line.span)
        findings.append(Finding(fault.code, span.place(file), worded(fault.values), fault.rule))
    else:
        findings.extend(_seen(game, known, seen, file))
    good = [card for card in cards if game.cards[card].decade == position.decade and card not in seen]
    normal = tuple(dict.fromkeys(card for card in good if not game.cards[card].is_special))
    display = normal + (UNKNOWN,) * (DISPLAY - len(normal))
    for card in taken:
        display = without_one(display, card)
    return lay_out(position, course, display)


def _seen(game: Game, known: list[tuple[str, Span]], seen: set[str], file: str) -> Iterator[Finding]:
    for card, span in known:
        if card in seen:
            values = {"card": game.cards[card], "side": ""}
            yield Finding("card-seen-elsewhere", span.place(file), values, "3-display-seven")


def without_one(cards: tuple[str, ...], card: str | None) -> tuple[str, ...]:
    """The cards less one; where nobody can tell which, none of those left is known any more."""
    rest = list(cards)
    gone = card if card in cards else UNKNOWN
    if gone in rest:
        rest.remove(gone or UNKNOWN)
        return tuple(rest)
    return (UNKNOWN,) * (len(rest) - 1)
