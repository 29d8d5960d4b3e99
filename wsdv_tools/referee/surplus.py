"""What was typed beyond what was asked for: true words, false ones, and steps that are too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import compress
from operator import gt
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.findings import Finding, Wording
from wsdv_tools.record.spans import Span, Typed
from wsdv_tools.referee.answers import finding_at, is_meant_for
from wsdv_tools.rules.actions import is_free
from wsdv_tools.rules.choices import Fault, Step
from wsdv_tools.rules.decade_end import Outcome, Report
from wsdv_tools.rules.events import icons_left
from wsdv_tools.rules.execution import KINDS
from wsdv_tools.rules.figures import (
    Attacks,
    Comparison,
    Currency,
    Flight,
    LivingStandards,
    PoliceWork,
    Prestige,
    Socialists,
)
from wsdv_tools.rules.icons import Setting
from wsdv_tools.rules.phases_6_to_10 import ALL, refuse_attack
from wsdv_tools.rules.police import police_uses, refuse_police
from wsdv_tools.rules.run import How, completed
from wsdv_tools.rules.special_cities import hamburg_twice, refuse_hamburg
from wsdv_tools.rules.verbs import can_be_done, carry_out

if TYPE_CHECKING:
    from wsdv_tools.facts import Card
    from wsdv_tools.record.lines import Play
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.referee.answers import Answers
    from wsdv_tools.rules.choices import Choice
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


def beyond_the_true(
    game: Game, before: Position, after: Position, typed: Play, extras: Sequence[Typed]
) -> Iterator[Typed]:
    """The steps that were not needed, without those that only say what is true anyway."""
    hamburg = first_hamburg(typed)
    raised = {step.to if step.verb == "s>" else step.place for step, _ in typed.typed if step.verb in ("s+", "s>")}
    moved = Counter[str]()
    for step, _ in typed.typed:
        moved[step.place] += step.number if step.verb == "arrow" else 0
    for extra in extras:
        verb, place = extra.step.verb, extra.step.place
        if verb == "hamburg" and place == hamburg and refuse_hamburg(game, typed.side, place) is None:
            continue  # it counts there, and nobody asks (10.3-anew)
        if verb == "u-" and typed.mode == "standard" and place in raised and after.unrest[place] < before.unrest[place]:
            raised.discard(place)
            continue  # the living standard took it (6.3-unrest)
        if verb == "arrow" and moved[place] == getattr(after, place) - getattr(before, place):
            continue  # given in another number of pieces
        if verb == "sector+" and typed.mode == "standard" and after.sectors[place] > before.sectors[place]:
            continue  # where the standard that was passed on lies
        yield extra


def with_extras(
    notation: Notation, boards: tuple[Position, Position], typed: Play, card: Card, answers: Answers, file: str
) -> tuple[Position, list[Finding]]:
    """The board with what was typed beyond what the play asked for, and what is wrong with it."""
    told: list[Finding] = []
    game, position = notation.game, boards[1]
    for number, extra in enumerate(answers.waiting):
        if extra.step.verb == "u-" and any(finding.code == "use-last-unrest" for finding in answers.findings):
            continue  # the police card took what this should have taken
        unused = (
            _why_unused(game, position, typed, extra.step)
            or _why_false(game, boards, typed, extra.step, card)
            or _nothing_there(game, position, typed, card, answers.waiting[number:])
        )
        told.append(finding_at(unused, extra.span, file) if unused else left_over(typed, card, extra, file))
        position = _do_anyway(notation, position, extra.step)
    return position, told


def _why_unused(game: Game, position: Position, typed: Play, step: Step) -> Fault | None:
    """Why a police card was not used, judged by the board after the action."""
    if step.verb != "use":
        return None
    return refuse_police(game, position, police_uses(position, typed.side), step, typed.card)


def _why_false(game: Game, boards: tuple[Position, Position], typed: Play, step: Step, card: Card) -> Fault | None:
    """What a word says of things that happen by themselves, and what happened."""
    before, after = boards
    if step.verb == "arrow":
        found = getattr(after, step.place) - getattr(before, step.place)
        return Fault("count-differs", "icon-arrows", {"said": f"{step.number:+d}", "found": f"{found:+d}"})
    if step.verb == "hamburg" and typed.side is State.WEST:
        return refuse_hamburg(game, typed.side, step.place) or hamburg_twice(game, step.place, first_hamburg(typed))
    if typed.mode == "standard" and step.verb == "sector+":
        sectors = [*compress(game.sectors, map(gt, after.sectors, before.sectors))]
        words = [Wording("sectors", one, one) for one in (game.sectors[step.place], *sectors)]
        if sectors:
            return Fault("count-differs", "10.2-standard", {"said": words[0], "found": words[1]})
        return Fault("word-not-so", "10.2-standard", {"card": card})
    if typed.mode == "standard" and step.verb == "u-" and any(one.step.verb in ("s+", "s>") for one in typed.typed):
        return Fault("word-not-so", "6.3-unrest", {"card": card})
    rule = _BY_ITSELF.get(step.verb)
    return Fault("word-not-so", rule, {"card": card}) if rule else None


def first_hamburg(typed: Play) -> int | None:
    """Where Hamburg counts in a play, as it was typed first."""
    return next((step.place for step, _ in typed.typed if step.verb == "hamburg"), None)


_BY_ITSELF = {"police": "icon-police", "wall": "icon-wall", "stasi": "icon-stasi"}
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
    setting = Setting({}, card=card.id)
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


def as_left_over(typed: Play, card: Card, finding: Finding, file: str) -> Finding:
    """A step that fits none of the open icons was one too many, or is nothing that the card gives."""
    if finding.code != "step-fits-no-icon":
        return finding
    extra = next((one for one in typed.typed if one.span.place(file) == finding.place), None)
    return replace(left_over(typed, card, extra, file), fixes=finding.fixes) if extra else finding


def left_over(typed: Play, card: Card, extra: Typed, file: str) -> Finding:
    """A step for which nothing was left to do it with."""
    several = extra.step.verb == "void" and _count(typed.typed, "void") > 1
    fault = Fault("void-only-one", "6.4-void", {}) if several else not_left(typed.side, card, typed.mode, extra.step)
    values = {**_given(card, typed.side), "text": extra.span.text}
    return finding_at(fault._replace(values=values), extra.span, file)


def not_left(side: State, card: Card, mode: str, step: Step) -> Fault:
    """Why a card used for something does not give a step, or no longer does."""
    verb = step.verb
    if mode == "build" and verb in ("build", "lay"):
        code, rule = "build-too-many", "6.2-points"
    elif mode == "unrest" and verb in ("dismantle", "lift"):
        code, rule = ("payment-not-needed", "6.1-free") if is_free(side, card) else ("payment-only-one", "6.1-price")
    elif mode == "unrest" and verb == "u-":
        code, rule = "unrest-only-one", "6.1-own"
    elif mode == "standard" and verb == "u-":
        code, rule = "step-not-standard", "6.3-economy"
    elif verb in NOT_ASKED:
        code, rule = "step-not-asked", NOT_ASKED[verb]
    else:
        code, rule = "no-icon-left", "6.4-all-icons" if mode == "event" else "6-modes"
    return Fault(code, rule, _given(card, side))


def _given(card: Card, side: State) -> dict[str, Any]:
    """What sentences about a step too many name."""
    return {"card": card, "n": 1, "points": card.values.get(side, 0), "side": side}


def as_one(findings: list[Finding]) -> list[Finding]:
    """A step typed with `*n` is reported once, and so are several steps of a play that are all too many."""
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


# What nobody has to say here, by the rule that would ask for it.
NOT_ASKED = {
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
    if step.verb in ("soc", "use", "lose", "sector+") or not can_be_done(notation.game, position, step):
        return position
    return completed(carry_out(notation.game, position, step)) or position


def not_needed(notation: Notation, outcome: Outcome, phase: int, left: Sequence[Typed], file: str) -> Iterator[Finding]:
    """Typed decisions that the phase did not ask for; what only says what happened anyway is not a fault."""
    if not left or (outcome.pending and phase == outcome.reports[-1].phase):
        return
    report = next(report for report in outcome.reports if report.phase == phase)
    is_insolvent = outcome.reason == "insolvency" and report is outcome.reports[-1]
    happened = _happened(notation.game, report)
    settled = [choice for choice, _, how, _ in report.log if how is How.AUTOMATIC]
    told: set[Span] = set()
    for typed in left:
        if happened[typed.step]:
            happened[typed.step] -= 1
            continue
        said = sum(one.step == typed.step for one in left)
        fault = _why_other(settled, typed.step) or _why_not_needed(notation.game, outcome.position, report, typed, said)
        if is_insolvent and fault and typed.step.verb not in _TRUE_ANYWAY:
            fault = Fault("insolvent-before", "9-insolvency", {"phase": phase})
        if fault and typed.span not in told:  # a step typed with `*n` is reported once
            told.add(typed.span)
            yield finding_at(fault, typed.span, file)


_TRUE_ANYWAY = frozenset({"at", "hamburg", "sum"})  # what can be said of a phase in which East is insolvent, too


def _happened(game: Game, report: Report) -> Counter[Step]:
    """What a phase did without being asked: standards lost in phase 5, unrest placed in 6 and 7."""
    done: Counter[Step] = Counter()
    match report.figures:
        case LivingStandards(lost=lost):
            done.update({Step("s-", game.province(id_)): n for id_, n in lost.items()})
        case Comparison(unrest=unrest) | Attacks(unrest=unrest):
            done.update({Step("u+", game.province(id_)): n for id_, n in unrest.items()})
    return done


def _why_other(settled: list[Choice], step: Step) -> Fault | None:
    """Why another step than the one that had to be was not possible; each such choice is compared with one step."""
    for choice in settled:
        fault = choice.refuse(step) if is_meant_for(step, choice) else None
        if fault:
            settled.remove(choice)
            return fault
    return None


def _why_not_needed(game: Game, position: Position, report: Report, typed: Typed, said: int) -> Fault | None:
    """What is wrong with a step nobody asked for: nothing, where it only says what holds anyway."""
    figures, step = report.figures, typed.step
    match step.verb, figures:
        case "hamburg", Currency() | LivingStandards():
            return hamburg_twice(game, step.place, game.province(figures.hamburg))
        case "hamburg", _:  # true, and nobody asks
            return refuse_hamburg(game, State.WEST, step.place)
        case "at", Prestige() if all(done.verb != "at" for done in report.steps):
            values = {"space": figures.space, "spaces": figures.choices}
            return None if step.place in figures.choices else Fault("space-not-open", "9.2-nearer", values)
        case "attack", Attacks():
            return _why_no_attack(game, position, report.steps, figures, step)
        case "sum", _:
            return _why_no_sum(report, step)
        case ("u+", Comparison() | Attacks()) | ("s-", LivingStandards()):
            found = _happened(game, report)[step]
            return Fault("count-differs", OF_PHASE[report.phase], {"said": said, "found": found})
        case "sector-", LivingStandards() if not figures.lost.get(game.provinces[game.west_berlin].id):
            return Fault("sector-not-due", "9.5-west-berlin", {})
        case "lose", Socialists():
            return Fault("lose-not-due", "9.9-loss", {"change": f"{figures.change:+d}", "cadre": figures.cadre})
        case "use", PoliceWork():
            return refuse_police(game, report.before, police_uses(report.before, State.EAST), step)
        case "soc", _:
            return Fault("socialist-not-due", "7-duty", {})
    counted = COUNTED.get(report.phase)
    if counted and step.verb in counted.verbs:
        rule = "9.1-wall" if isinstance(figures, Flight) and figures.wall else counted.rule
        return Fault("decision-too-many", rule, {"phase": report.phase, "n": getattr(figures, counted.figure)})
    rule = NOT_ASKED.get(step.verb, OF_PHASE[report.phase])
    return Fault("decision-not-asked", rule, {"phase": report.phase})


def _why_no_sum(report: Report, step: Step) -> Fault | None:
    """What a phase comes to; in phase 1 somebody may count the steps of flight or what is dismantled."""
    counted, figures = COUNTED.get(report.phase), report.figures
    match figures:
        case Flight(flight=flight) if flight:
            sums = [flight.steps, figures.points]
        case Socialists():
            sums = [figures.change]
        case _ if counted:
            sums = [getattr(figures, counted.figure)]
        case _:
            return Fault("decision-not-asked", OF_PHASE[report.phase], {"phase": report.phase})
    if step.number in sums:
        return None
    return Fault("count-differs", OF_PHASE[report.phase], {"said": step.number, "found": sums[-1]})


# The paragraph that says what a phase does.
OF_PHASE = {
    1: "9.1-dismantle",
    2: "9.2-space",
    3: "9.3-run-down",
    4: "9.4-pay",
    5: "9.5-limit",
    6: "9.6-difference",
    7: "9.7-attack",
    8: "9.8-remove",
    9: "9.9-track",
    10: "9.10-count",
}


class _Counted(NamedTuple):
    """A phase that asks for a number of steps of one kind: which figure says how many."""

    figure: str
    rule: str
    verbs: frozenset[str]
    by_turns: bool = False


_DISMANTLED = frozenset({"dismantle", "lift"})
COUNTED = {
    1: _Counted("points", "9.1-dismantle", _DISMANTLED, by_turns=True),
    3: _Counted("shortage", "9.3-run-down", _DISMANTLED | {"down"}, by_turns=True),
    4: _Counted("points", "9.4-pay", _DISMANTLED),
    8: _Counted("unused", "9.8-remove", frozenset({"u-"})),
}


def _why_no_attack(game: Game, position: Position, steps: Sequence[Step], figures: Attacks, step: Step) -> Fault | None:
    """An attack that was not made. Usable standards are those of the phase's start (9.7-markers-later)."""
    province = game.provinces[step.place]
    attacker = figures.attackers.get(province.id)
    usable = attacker.usable if attacker else 0
    attacked = any(done.verb == "attack" and done.place == step.place for done in steps)
    if step.to is None and not attacked:
        return None
    if step.number == usable and step._replace(number=ALL) in steps:
        return None  # with all, as it was made
    if attacked and step.place != game.west_berlin:
        return Fault("attack-once", "9.7-attack", {"province": province})
    return refuse_attack(game, position, step.place, usable, step)
