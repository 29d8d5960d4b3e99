"""Checks one play of a record: the card and the turn, without a board; the action and every step, on one board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.findings import Finding, Fix, Severity, Wording
from wsdv_tools.record.spans import Typed
from wsdv_tools.referee.answers import Answers, finding_at, proposed
from wsdv_tools.referee.gaps import Patience, Watched, outcomes
from wsdv_tools.referee.surplus import as_left_over, as_one, beyond_the_true, with_extras
from wsdv_tools.referee.table_lines import without_one
from wsdv_tools.rules.actions import refuse_action
from wsdv_tools.rules.choices import Choice, Step
from wsdv_tools.rules.course import face, is_half_over, play, put_away, refuse_card, refuse_turn, take
from wsdv_tools.rules.hands import change_hands, with_hand
from wsdv_tools.rules.position import UNKNOWN
from wsdv_tools.rules.run import How, Run, completed, steps_of
from wsdv_tools.rules.socialists import move_socialists

if TYPE_CHECKING:
    from wsdv_tools.facts import Card
    from wsdv_tools.record.lines import Bad, Play
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.record.spans import Span
    from wsdv_tools.rules.choices import Asking
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Course, Position


def check_card(notation: Notation, position: Position, typed: Play, card: Card, file: str) -> Iterator[Finding]:
    """Turn and card, which can be judged even where the board is not certain."""
    course = position.course
    assert course is not None
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
    card = notation.game.cards[face(position, typed.card)]
    found = check_card(notation, position, typed, card, file)
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
    else:
        course = with_hand(course, side, without_one(course.hand(side), line.card))
    return position._replace(course=course._replace(to_move=side.other))


def plays_meant(position: Position, line: Bad) -> Iterator[Play]:
    """The plays that a line may mean; a card that could not be read is one of those that lie there."""
    course = position.course
    if course is None:
        return
    side = line.side or course.to_move
    cards = [line.card] if line.card else course.hand(side) if line.from_hand else course.display
    if UNKNOWN not in cards and not line.is_special:
        for play in line.meant:
            yield from (replace(play, side=side, card=card) for card in cards)


class Verdict(NamedTuple):
    """What came of a play on one board.

    `results` are the boards after it, each with what was guessed where decisions are missing; none where there are
    too many, and then `position` knows of cards and turns only. `faults` counts what this board refuses.
    """

    position: Position
    findings: list[Finding]
    done: list[Step]
    results: list[tuple[Position, tuple[Step, ...]]]
    faults: int


class _Guess(NamedTuple):
    """A board after the play, what was guessed for it, and how the typed steps were answered."""

    position: Position
    picks: tuple[Step, ...]
    answers: Answers


# What the rules ask for in addition to the action: where several answers are possible one of them was given.
_BESIDES = frozenset({"import", "release", "place-socialist"})


def check_play(notation: Notation, position: Position, typed: Play, file: str, patience: Patience) -> Verdict:
    """A play on one board."""
    return _OnBoard(notation, position, typed, file).verdict(patience)


def check_strictly(notation: Notation, position: Position, typed: Play, file: str) -> Verdict | None:
    """A play on one board; none where something is wrong with it."""
    return _OnBoard(notation, position, typed, file).strictly()


def carried_out(notation: Notation, position: Position, typed: Play, file: str) -> Run[Position]:
    """A legal play carried out as it was typed, with all that was done."""
    answers = Answers(typed.typed, notation, file)
    begun = _OnBoard(notation, position, typed, file).begin()
    return Run(begun).follow(answers, answers.cross_off)


class _OnBoard:
    """A play that is being judged on one board."""

    def __init__(self, notation: Notation, position: Position, typed: Play, file: str) -> None:
        self.notation = notation
        self.game = notation.game
        self.position = position
        self.typed = typed
        self.file = file
        self.card = self.game.cards[face(position, typed.card)]
        self.may_take = not self.card.is_special or typed.side is State.EAST  # otherwise not the side's card at all
        self.fault = refuse_action(self.game, position, typed.side, self.card, typed.mode) if self.may_take else None
        self.unread = 0 if typed.is_whole else sum(steps is None for _, steps in typed.raw)
        self.done: list[Step] = []
        self.findings: list[Finding] = []
        self.is_missing = False

    def verdict(self, patience: Patience) -> Verdict:
        typed, file = self.typed, self.file
        self.findings = list(check_card(self.notation, self.position, typed, self.card, file))
        if self.fault:
            self.findings.append(finding_at(self.fault, typed.mode_span, file))
        guesses = self._guesses(patience)
        results: list[tuple[Position, tuple[Step, ...]]] = []
        told: list[Finding] = []
        for number, guess in enumerate(guesses):
            after, unused = self._with_surplus(guess)
            results.append((after, guess.picks))
            if not number:
                told += [as_left_over(typed, self.card, finding, file) for finding in guess.answers.findings]
                told += unused if not self.is_missing else []
        if self.may_take and not self.fault and not self.unread:  # one fault, one finding
            self.findings += as_one(told)
        faults = sum(finding.is_error for finding in self.findings) if self.findings else 0
        after = results[0][0] if results else take_only(self.position, typed, self.card)
        return Verdict(after, agreed(typed, self.findings), self.done, results, faults)

    def strictly(self) -> Verdict | None:
        typed = self.typed
        if self.fault or not typed.is_whole or not self.may_take:
            return None
        if any(check_card(self.notation, self.position, typed, self.card, self.file)):
            return None
        answers = Answers(typed.typed, self.notation, self.file, strict=True)
        run = Run(self.begin()).follow(answers, answers.cross_off)
        if run.result is None or answers.findings:
            return None
        self._tell_assumed(run)
        waiting = answers.waiting
        if waiting and any(beyond_the_true(self.game, self.position, run.result, typed, waiting)):
            return None
        return Verdict(run.result, self.findings, steps_of(run.log), [(run.result, ())], 0)

    def _with_surplus(self, guess: _Guess) -> tuple[Position, list[Finding]]:
        if not guess.answers.waiting:
            return guess.position, []
        waiting = guess.answers.waiting
        waiting[:] = beyond_the_true(self.game, self.position, guess.position, self.typed, waiting)
        boards = self.position, guess.position
        return with_extras(self.notation, boards, self.typed, self.card, guess.answers, self.file)

    def begin(self) -> Asking[Position]:
        typed = self.typed
        return play(self.game, self.position, typed.side, self.card, typed.from_hand, typed.mode)

    def _answers(self, typed: tuple[Typed, ...], gaps: bool = False) -> Answers:
        return Answers(typed, self.notation, self.file, insist=True, gaps=gaps)

    def _guesses(self, patience: Patience) -> list[_Guess]:
        """The boards that the play may have come to: one, unless something is missing; none: too many."""
        typed = self.typed
        answers = self._answers(typed.typed)
        if self.card.is_special and (typed.mode != "event" or not self.may_take):
            return [_Guess(take_only(self.position, typed, self.card), (), answers)]
        watched = Watched(answers, self._unread_words()) if self.unread else None
        run = Run(self.begin()).follow(watched or answers, answers.cross_off)
        self.done = steps_of(run.log)
        if run.result is not None and (watched is None or watched.is_complete):
            self._tell_assumed(run)
            if not any(one.step.verb in _READ_OTHERWISE for one in typed.typed):
                return [_Guess(run.result, (), answers)]
            return [_Guess(run.result, _declared(typed.typed), answers), *self._otherwise()]
        return self._gap(run.pending, answers, patience)

    def _unread_words(self) -> frozenset[str]:
        return frozenset(item.text.split()[0].casefold() for item, steps in self.typed.raw if steps is None)

    def _otherwise(self) -> Iterator[_Guess]:
        """The boards of what was typed and cannot be so, taken otherwise."""
        for other in _readings(self.game, self.typed.typed):
            answers = self._answers(other)
            run = Run(self.begin()).follow(answers, answers.cross_off)
            if run.result is not None:
                yield _Guess(run.result, _declared(other), answers)

    def _tell_assumed(self, run: Run[Position]) -> None:
        """A `void` that nobody typed, because nothing else could be."""
        for choice, step, how, _ in run.log:
            if choice.kind == "void" and how is How.FORCED:
                values = {"steps": self.notation.write(step), "side": choice.side}
                place = self.typed.mode_span.place(self.file)
                self.findings.append(Finding("void-assumed", place, values, "6.4-own-economy"))

    def _gap(self, pending: Choice | None, answers: Answers, patience: Patience) -> list[_Guess]:
        """Something is missing: every board that the rules allow, and the one of what was done so far."""
        typed = self.typed
        self.is_missing = pending is not None and not self.fault and not answers.findings and not self.unread
        if pending and self.is_missing:
            self.findings.append(missing(self.notation, pending, typed.mode_span, self.file, typed.mode))
        left: list[_Guess] = []
        if pending and not self.is_missing and not self.unread:
            is_open = pending.kind in _BESIDES and pending.forced is None
            left = [] if is_open else [_Guess(self._left_there(pending), (), answers)]
        if self.fault and left:
            return left
        lapsed = len(self.card.icons) if self.is_missing and not typed.typed else 0  # perhaps all were left out
        given = partial(self._answers, typed.typed, True)
        found = outcomes(self.game, self.begin, given, patience, self.unread or lapsed, self._after_icons)
        if found is None:
            return []
        return left + [
            _Guess(branch.run.result, branch.picks, branch.answers) for branch in found if branch.run.result is not None
        ]

    def _after_icons(self, position: Position) -> Asking[Position]:
        """What comes after the icons of an action."""
        position = yield from move_socialists(self.game, position)
        return put_away(position, self.typed.side, self.card)

    def _left_there(self, pending: Choice) -> Position:
        """An action that stopped after an illegal step: what was done so far is what lay on the table."""
        position = pending.position
        if pending.kind != "place-socialist":
            position = completed(move_socialists(self.game, position)) or position
        return put_away(position, self.typed.side, self.card)


def _declared(typed: tuple[Typed, ...]) -> tuple[Step, ...]:
    """What was declared void."""
    return tuple(one.step for one in typed if one.step.verb == "void")[:1]


_READ_OTHERWISE = ("void", "s>")


def _readings(game: Game, typed: tuple[Typed, ...]) -> Iterator[tuple[Typed, ...]]:
    """What else may be meant: of several voids another; a standard that stays where it cannot be passed on."""
    voids = [one for one in typed if one.step.verb == "void"]
    for void in voids[1:]:
        yield tuple(one for one in typed if one.step.verb != "void" or one is void)
    if any(one.step.verb == "s>" and one.step.place not in game.suppliers for one in typed):
        yield tuple(
            one._replace(step=Step("s+", one.step.place))
            if one.step.verb == "s>" and one.step.place not in game.suppliers
            else one
            for one in typed
        )


def agreed(typed: Play, findings: list[Finding]) -> list[Finding]:
    """A trailing `!` marks an agreed deviation: a note, never an error."""
    if not typed.agreed:
        return findings
    return [replace(finding, level=Severity.NOTE) if finding.is_error else finding for finding in findings]


# What asks for a decision in an action, where that is not the icon box.
_ASKED_BY = {("unrest", "dismantle"): "6.1-price", ("unrest", "remove-unrest"): "6.1-own"}


def missing(notation: Notation, choice: Choice, span: Span, file: str, mode: str = "") -> Finding:
    """A decision that the rules ask for and nobody typed."""
    decision = Wording("words", f"decision-{choice.kind}", choice.kind)
    values = {"side": choice.side, "decision": decision, "n": choice.left}
    rule = _ASKED_BY.get((mode, choice.kind), choice.rule)
    return Finding("decision-missing", span.place(file), values, rule, fixes=proposed(notation, choice))
