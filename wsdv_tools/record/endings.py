"""A decade end from a typed position and typed decisions, and its result as data (schemas/decade-end.schema.json)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.findings import Finding, Severity, sorted_by_place
from wsdv_tools.record.answers import NOT_YET, Decisions, Typed, TypedAnswers, finding_of, is_meant_for
from wsdv_tools.record.lines import Span
from wsdv_tools.record.surplus import NOT_ASKED
from wsdv_tools.rules.choices import NOTHING, Fault, Step
from wsdv_tools.rules.decade_end import ALL_PHASES, Outcome, Report, adjudicate
from wsdv_tools.rules.figures import (
    Attacks,
    Comparison,
    Currency,
    Flight,
    LivingStandards,
    PoliceWork,
    Prestige,
    Socialists,
    as_data,
)
from wsdv_tools.rules.phases_people import ALL, refuse_attack
from wsdv_tools.rules.places import hamburg_twice, refuse_hamburg
from wsdv_tools.rules.plain import as_plain
from wsdv_tools.rules.police import police_uses, refuse_police
from wsdv_tools.rules.run import Done, How

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Choice
    from wsdv_tools.rules.decade_play import DecadeEnd
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


# What ends a game before its last phase, and the rule that does.
ENDED_BY = {
    "insolvency": "9-insolvency",
    "triumph-of-socialism": "9.9-triumph",
    "socialism-fails": "9.9-fails",
}


def adjudicate_typed(
    notation: Notation, position: Position, decisions: Decisions, phases: Iterable[int] = ALL_PHASES
) -> tuple[Outcome, list[Finding]]:
    """The decade end as far as the decisions go, and what is wrong with them."""
    answers = TypedAnswers(decisions, notation)
    outcome = adjudicate(notation.game, position, answers, phases, answers.cross_off)
    findings = [*decisions.findings, *answers.findings]
    for report in outcome.reports:
        left = answers.left_over(report.phase)
        findings.extend(not_needed(notation, outcome, report.phase, left, decisions.file))
    if outcome.pending and answers.findings:
        findings.extend(_further(notation, decisions, outcome, answers.findings))
    if outcome.winner:
        findings.extend(_after_the_end(decisions, outcome))
    return outcome, sorted_by_place(findings)


def _further(
    notation: Notation,
    decisions: Decisions,
    outcome: Outcome,
    told: Sequence[Finding],
) -> Iterator[Finding]:
    """What else is wrong in the phase that stopped at an illegal decision, taking that one as it was typed."""
    stopped = outcome.reports[-1].phase
    start = outcome.reports[-1].before
    insisting = TypedAnswers(decisions, notation, insist=True)
    adjudicate(notation.game, start, insisting, [stopped], insisting.cross_off)
    known = {finding.place for finding in told}
    yield from (finding for finding in insisting.findings if finding.place not in known)


def _after_the_end(decisions: Decisions, outcome: Outcome) -> Iterator[Finding]:
    """Decisions of phases that did not come, because the game was over."""
    for phase, typed in sorted(decisions.phases.items()):
        if typed and phase > outcome.reports[-1].phase:
            place, rule = typed[0].span.place(decisions.file), ENDED_BY[outcome.reason or ""]
            yield Finding("phase-after-the-end", place, {"n": phase}, rule, level=Severity.WARNING)


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
            yield Finding(fault.code, typed.span.place(file), fault.values | {"text": typed.span.text}, fault.rule)


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


def result(notation: Notation, outcome: Outcome, paragraph: Callable[[str], str]) -> dict[str, Any]:
    """The result as JSON; `paragraph` gives the German rulebook's number of a rule."""
    return {
        "winner": outcome.winner.value if outcome.winner else None,
        "reason": outcome.reason,
        "position": as_plain(notation.game, outcome.position),
        "phases": [
            {
                "phase": report.phase,
                "rule": report.rule,
                "figures": as_data(report.figures),
                "steps": [notation.write(step, str(report.phase)) for step in report.steps],
            }
            for report in outcome.reports
        ],
        "pending": _pending(notation, outcome, paragraph),
    }


def _pending(notation: Notation, outcome: Outcome, paragraph: Callable[[str], str]) -> dict[str, Any] | None:
    choice: Choice | None = outcome.pending
    if choice is None:
        return None
    phase = outcome.reports[-1].phase
    return {
        "phase": phase,
        "decision": choice.kind,
        "side": choice.side.value,
        "left": choice.left,
        "options": [notation.write(step, str(phase)) for step in choice.options],
        "rule": paragraph(choice.rule),
    }


class Given(NamedTuple):
    """A decision of a decade end as it was given; `side` is whose it was, where that is known: a file does not say."""

    phase: int
    step: Step
    side: State | None = None


def given_lines(given: Iterable[Given], notation: Notation) -> str:
    """The phase lines of a record, in canonical spelling."""
    phases: dict[int, list[str]] = {}
    for answer in given:
        phases.setdefault(answer.phase, []).append(notation.write(answer.step, str(answer.phase)))
    return "".join(f"{phase}: {', '.join(steps)}\n" for phase, steps in sorted(phases.items()))


def given_in(end: DecadeEnd) -> list[Given]:
    """What a decade end was given so far; what left nothing to decide is included, for those who read it."""
    return [Given(phase, done.step, done.choice.side) for phase, done in end.log if _is_given(done)]


def _is_given(done: Done) -> bool:
    return done.how is How.CHOSEN or (done.how is How.FORCED and done.step != NOTHING)


class Resumed(NamedTuple):
    """How far answers take a decade end, which of them wait for later, and what no longer fits."""

    end: DecadeEnd
    waiting: list[Given]
    dropped: list[Finding]


def resume(notation: Notation, end: DecadeEnd, given: Sequence[Given]) -> Resumed:
    """Answer a decade end from what was given before, as far as it fits; stop where a person has to decide."""
    left, dropped, tried = list(given), [], None
    while True:
        end = _settled(end, left)
        decision = end.pending
        if decision is None:
            break
        phase, choice = end.phase, decision.choice
        fitting = [one for one in left if one.phase == phase and is_meant_for(one.step, choice)]
        meant = next((one for one in fitting if one.side in (None, choice.side)), None)
        if meant is None:
            is_attack = choice.kind == "attack" and not choice.required
            if fitting:
                break  # they are the other side's answers, and stay them
            if not any(one.phase > phase for one in left) or not (is_attack or decision.may_pass):
                break
            end = end.take(choice.options[0] if is_attack else NOTHING)  # nothing is said here, but something later on
            continue
        fault = decision.refuse(meant.step)
        if fault and choice.advances and fault.code in NOT_YET and tried != (phase, choice.left):
            tried = phase, choice.left
            end = end.advanced()
            continue
        left.remove(meant)
        if fault is None:
            end = end.take(meant.step)
        else:
            dropped.append(finding_of(notation, fault, typed_of(notation, meant), choice, ""))
    outcome = end.outcome
    for report in outcome.reports:
        if outcome.pending is None or report.phase < end.phase:
            extra = [one for one in left if one.phase == report.phase]
            dropped += not_needed(notation, outcome, report.phase, [typed_of(notation, one) for one in extra], "")
            left = [one for one in left if one not in extra]
    return Resumed(end, [one for one in left if one.phase in end.phases and not end.winner], dropped)


def _settled(end: DecadeEnd, left: list[Given]) -> DecadeEnd:
    """Go on over what leaves nothing to decide; what was given for it is used up, too."""
    before = len(end.log)
    end = end.settled()
    for phase, done in end.log[before:]:
        said = next((one for one in left if (one.phase, one.step) == (phase, done.step)), None)
        if said:
            left.remove(said)
    return end


def typed_of(notation: Notation, given: Given) -> Typed:
    """An answer as somebody would have typed it."""
    text = notation.write(given.step, str(given.phase))
    return Typed(given.step, Span(text, 1, 1, len(text) + 1))
