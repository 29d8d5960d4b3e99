"""Checks whose turn it is and which card is played, which can be judged without the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.findings import Finding, Fix, worded
from wsdv_tools.record.table_lines import without_one
from wsdv_tools.rules.choices import Step
from wsdv_tools.rules.course import face, is_half_over, refuse_card, refuse_turn, take
from wsdv_tools.rules.hands import change_hands

if TYPE_CHECKING:
    from wsdv_tools.facts import Card
    from wsdv_tools.record.lines import Span
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.record.reader import Bad, Play
    from wsdv_tools.rules.choices import Fault
    from wsdv_tools.rules.position import Course, Position


def check_card(
    notation: Notation, position: Position, course: Course, typed: Play, card: Card, file: str
) -> Iterator[Finding]:
    """Turn and card, which can be judged even where the board is not certain."""
    if is_half_over(course) and course.half:
        rule = "3-half-ends"
        yield Finding("half-is-over", typed.span.place(file), {"n": course.half}, rule)
        return
    fault = refuse_turn(course, typed.side)
    if fault:
        yield finding_at(fault, typed.span.part(0, len(typed.span.text.split()[0])), file)
    fault = refuse_card(notation.game, position, course, typed.side, card.id, typed.from_hand)
    if fault:
        finding = finding_at(fault, typed.card_span, file)
        if typed.from_hand and card.id in course.display and finding.place:  # the h is one too many
            place = replace(finding.place, end_column=finding.place.end_column + 1)
            finding = replace(finding, place=place, fixes=(Fix("did-you-mean", {"name": card.number}),))
        yield finding


def judge_card(notation: Notation, position: Position, typed: Play, file: str) -> tuple[Position, list[Finding]]:
    """A play where nothing is known of the board: the card and the turn."""
    assert position.course is not None
    card = notation.game.cards[face(position, typed.card)]
    found = check_card(notation, position, position.course, typed, card, file)
    known = [finding for finding in found if finding.code != "special-wrong-side"]  # does the Wall stand?
    return take_only(position, typed, card), known


def take_only(position: Position, typed: Play, card: Card) -> Position:
    """The card is taken and the turn passes, whatever became of the board; hands change as typed."""
    position = take(position, typed.side, card, typed.from_hand)
    if typed.mode == "event" and (typed.side is State.EAST or not card.is_special):
        position = _with_hands(position, typed, card)
    position = position._replace(played=(*position.played, card.id))
    course = position.course
    return position._replace(course=course._replace(to_move=typed.side.other)) if course else position


def _with_hands(position: Position, typed: Play, card: Card) -> Position:
    """The price of a special card and Guillaume's swaps, which move cards and need no board."""
    course = position.course
    if course is None:
        return position
    looked = next((step.place for step, _ in typed.typed if step.verb == "look"), None)
    prices = ("draw", "discard") if card.is_special else ()
    for step, _ in typed.typed:
        if step.verb in (*prices, "swap", "drop"):
            course = change_hands(course, step, looked)
    if card.is_special and not any(step.verb in prices for step, _ in typed.typed):
        course = change_hands(course, Step("draw"))  # the price is missing: perhaps West has drawn
    return position._replace(course=course)


def take_unread(position: Position, course: Course, line: Bad) -> Position:
    """An unreadable play: its card is taken, or one that nobody knows, and the turn passes."""
    side = line.side or course.to_move
    if line.is_special:
        course = course._replace(special=course.special and side is State.WEST)
    elif line.card in course.display or not line.from_hand:
        course = course._replace(display=without_one(course.display, line.card))
    elif side is State.WEST:
        course = course._replace(west_hand=without_one(course.west_hand, line.card))
    else:
        course = course._replace(east_hand=without_one(course.east_hand, line.card))
    return position._replace(course=course._replace(to_move=side.other))


def finding_at(fault: Fault, span: Span, file: str) -> Finding:
    """A fault of a rule, where it was typed."""
    return Finding(fault.code, span.place(file), worded(fault.values | {"text": span.text}), fault.rule)
