"""Checks one play of a record: the card, the turn, the action, and every typed step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.findings import Finding, Severity, Wording, worded
from wsdv_tools.record.answers import Answers, proposed
from wsdv_tools.record.gaps import outcomes
from wsdv_tools.record.table_lines import without_one
from wsdv_tools.rules.actions import is_free, refuse_action
from wsdv_tools.rules.choices import Choice, Fault, Step
from wsdv_tools.rules.course import face, is_half_over, play, put_away, refuse_card, refuse_turn, take
from wsdv_tools.rules.events import icons_left
from wsdv_tools.rules.execution import KINDS
from wsdv_tools.rules.hands import change_hands
from wsdv_tools.rules.icons import Setting
from wsdv_tools.rules.police import police_uses, refuse_police
from wsdv_tools.rules.protests import move_socialists
from wsdv_tools.rules.run import Run, completed, steps_of
from wsdv_tools.rules.verbs import can_be_done, carry_out

if TYPE_CHECKING:
    from wsdv_tools.facts import Card
    from wsdv_tools.record.answers import Typed
    from wsdv_tools.record.lines import Span
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.record.reader import Bad, Play
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Course, Position


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


# A step that the rules ask for besides: an illegal one does not leave the rest of the play undone, and where it went
# nobody can tell.
_NOBODYS_GUESS = frozenset({"import", "release", "place-socialist"})


def check_play(notation: Notation, position: Position, course: Course, typed: Play, file: str) -> Verdict:
    """A play on one board."""
    game = notation.game
    card = game.cards[face(position, typed.card)]
    findings = list(check_card(notation, position, course, typed, card, file))
    may_take = not card.is_special or typed.side is State.EAST  # else it is not his card at all
    fault = refuse_action(game, position, typed.side, card, typed.mode) if may_take else None
    if fault:
        findings.append(_finding(fault, typed.mode_span, file))
    answers = Answers(typed.typed, notation, file, insist=True)
    unread = 0 if typed.is_whole else sum(steps is None for _, steps in typed.raw)
    done: list[Step] = []
    is_missing = False
    guessed: list[tuple[Position, tuple[Step, ...], Answers]] = []
    if card.is_special and (typed.mode != "event" or not may_take):
        guessed.append((take_only(position, typed, card), (), answers))
    else:
        begin = partial(play, game, position, typed.side, card, typed.from_hand, typed.mode)
        run = Run(begin()).follow(answers, answers.cross_off)
        done = steps_of(run.done)
        pending = run.pending
        is_missing = pending is not None and not fault and not answers.findings and not unread
        if run.result is not None and not unread:
            guessed.append((run.result, (), answers))
        elif pending and not is_missing and not unread and pending.kind not in _NOBODYS_GUESS:
            guessed.append((_left_there(notation, pending.position, typed, card), (), answers))
        else:
            if pending and is_missing:
                findings.append(missing(notation, pending, typed.mode_span, file, typed.mode))
            given = partial(Answers, typed.typed, notation, file, insist=True, gaps=True)
            lapsed = len(card.icons) if is_missing and not typed.typed else 0  # perhaps all steps were left out
            for branch in outcomes(begin, given, unread or lapsed) or ():
                assert branch.run.result is not None
                guessed.append((branch.run.result, branch.picks, branch.answers))
            if guessed:
                answers = guessed[0][2]
    told = [_as_left_over(typed, card, finding, file) for finding in answers.findings]
    results: list[tuple[Position, tuple[Step, ...]]] = []
    for number, (board, picks, answered) in enumerate(guessed):
        after, unused = board, list[Finding]()
        if answered.waiting:
            answered.waiting[:] = _beyond_the_true(game, position, board, typed, answered.waiting)
            after, unused = _with_extras(notation, board, typed, card, answered, file)
        results.append((after, picks))
        if not number and not is_missing:
            told += unused
    if may_take and not fault and not unread:  # one fault, one finding
        findings += _as_one(told)
    faults = sum(finding.is_error for finding in findings) if findings else 0
    after = results[0][0] if results else take_only(position, typed, card)
    return Verdict(after, agreed(typed, findings), done, results, faults)


def _beyond_the_true(
    game: Game, before: Position, after: Position, typed: Play, extras: Sequence[Typed]
) -> Iterator[Typed]:
    """The steps that were not needed, less those which only say what is so anyway."""
    hamburg = {step.place for step, _ in typed.typed if step.verb == "hamburg"}
    raised = {step.to if step.verb == "s>" else step.place for step, _ in typed.typed if step.verb in ("s+", "s>")}
    for extra in extras:
        verb, place = extra.step.verb, extra.step.place
        if verb == "hamburg" and typed.side is State.WEST and len(hamburg) == 1 and hamburg <= {*game.hamburg_joins}:
            continue  # it counts there, and nobody asks (10.3-anew)
        if verb == "u-" and typed.mode == "standard" and place in raised and after.unrest[place] < before.unrest[place]:
            raised.discard(place)
            continue  # the living standard took it (6.3-unrest)
        yield extra


def _with_extras(
    notation: Notation, position: Position, typed: Play, card: Card, answers: Answers, file: str
) -> tuple[Position, list[Finding]]:
    """The board with what was typed beyond what the play asked for, and what is wrong with it."""
    told: list[Finding] = []
    game = notation.game
    for number, extra in enumerate(answers.waiting):
        if extra.step.verb == "u-" and any(finding.code == "use-last-unrest" for finding in answers.findings):
            continue  # the police card took what this should have taken
        unused = _why_unused(game, position, typed, extra.step) or _nothing_there(
            game, position, typed, card, answers.waiting[number:]
        )
        told.append(_finding(unused, extra.span, file) if unused else _left_over(typed, card, extra, file))
        position = _do_anyway(notation, position, extra.step)
    return position, told


def _why_unused(game: Game, position: Position, typed: Play, step: Step) -> Fault | None:
    """Why a police card was not used, judged by the board after the action."""
    if step.verb != "use":
        return None
    return refuse_police(game, position, police_uses(position, typed.side), step, typed.card)


# What a board lacks where an icon could not be executed and was ignored.
_NOTHING_THERE = frozenset(
    {"unrest-none-there", "calm-no-protest", "standard-none-there", "repair-not-run-down", "stop-none-there"}
)


def _nothing_there(game: Game, position: Position, typed: Play, card: Card, extras: list[Typed]) -> Fault | None:
    """What was missing on the board for the first of these steps, if the card gives an icon for it (6.4-ignored)."""
    step = extras[0].step
    if typed.mode != "event":
        return None
    void = next((other for other, _ in typed.typed if other.verb == "void"), None)
    setting = Setting(Counter(), card=card.id)
    faults = [
        KINDS[unit.kind].refuse(game, position, unit, setting, step)
        for unit in icons_left(game, card, typed.side, void)
        if unit.kind in KINDS and step.verb in KINDS[unit.kind].verbs
    ]
    lacking = [fault for fault in faults if fault and fault.code in _NOTHING_THERE]
    before = _count(typed.typed, step.verb) - _count(extras, step.verb)
    return lacking[0] if before < len(lacking) else None


def _count(typed: Sequence[Typed], verb: str) -> int:
    return sum(one.step.verb == verb for one in typed)


def _left_there(notation: Notation, position: Position, typed: Play, card: Card) -> Position:
    """An action that stopped after an illegal step: what was done so far is what lay on the table."""
    calmed = completed(move_socialists(notation.game, position))
    return put_away(calmed or position, typed.side, card)


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
        yield _finding(fault, typed.span.part(0, len(typed.span.text.split()[0])), file)
    fault = refuse_card(notation.game, position, course, typed.side, card.id, typed.from_hand)
    if fault:
        yield _finding(fault, typed.card_span, file)


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


def _finding(fault: Fault, span: Span, file: str) -> Finding:
    return Finding(fault.code, span.place(file), worded(fault.values | {"text": span.text}), fault.rule)


def _as_left_over(typed: Play, card: Card, finding: Finding, file: str) -> Finding:
    """A step that fits none of the open icons was one too many, or is nothing that the card gives."""
    if finding.code != "step-fits-no-icon":
        return finding
    extra = next((one for one in typed.typed if one.span.place(file) == finding.place), None)
    return replace(_left_over(typed, card, extra, file), fixes=finding.fixes) if extra else finding


def _left_over(typed: Play, card: Card, extra: Typed, file: str) -> Finding:
    """A step for which nothing was left to do it with."""
    points = card.values.get(typed.side, 0)
    values = {"card": card, "n": 1, "points": points, "text": extra.span.text, "side": typed.side}
    verb = extra.step.verb
    if typed.mode == "build" and verb in ("build", "lay"):
        fault = Fault("build-too-many", "6.2-points", values)
    elif typed.mode == "unrest" and verb in ("dismantle", "lift"):
        fault = Fault("payment-not-needed", "6.1-free" if is_free(typed.side, card) else "6.1-price", values)
    elif typed.mode == "unrest" and verb == "u-":
        fault = Fault("unrest-only-one", "6.1-own", values)
    elif typed.mode == "standard" and verb == "u-":
        fault = Fault("step-not-standard", "6.3-economy", values)
    elif verb in _NOT_ASKED:
        fault = Fault("step-not-asked", _NOT_ASKED[verb], values)
    else:
        fault = Fault("no-icon-left", "6.4-all-icons" if typed.mode == "event" else "6-modes", values)
    return _finding(fault, extra.span, file)


def _as_one(findings: list[Finding]) -> list[Finding]:
    """A step typed with `*n` is told once, and so are several steps of a play that are all too many."""
    told: list[Finding] = []
    for finding in findings:
        same = next((n for n, one in enumerate(told) if one.place == finding.place), None)
        alike = next((n for n, one in enumerate(told) if one.code == finding.code and one.code in _TOGETHER), None)
        if alike is not None:
            told[alike] = _together(told[alike], finding)
        elif same is None:
            told.append(finding)
    return told


_TOGETHER = frozenset({"build-too-many", "no-icon-left"})


def _together(one: Finding, other: Finding) -> Finding:
    """Two findings of a line as one, from the first to the last."""
    if one.place is None or other.place is None:
        return one
    text, end = one.values["text"], other.place.end_column
    if end != one.place.end_column:
        text = f"{text}, {other.values['text']}"
    values = {**one.values, "text": text, "n": one.values["n"] + 1}
    return replace(one, values=values, place=replace(one.place, end_column=end))


_NOT_ASKED = {
    "import": "10.2-import",
    "release": "10.2-release",
    "soc": "7-duty",
    "void": "6.4-void",
    "discard": "3-special-price",
    "draw": "3-special-price",
    "hamburg": "10.3-one",
    "assign": "10.5-adds",
}


def _do_anyway(notation: Notation, position: Position, step: Step) -> Position:
    """What was typed lay on the table, so it is done if it can be."""
    if step.verb in ("soc", "use", "lose") or not can_be_done(notation.game, position, step):
        return position
    return completed(carry_out(notation.game, position, step)) or position
