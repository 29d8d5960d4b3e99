"""A decade end as the page shows it: the sums, what is asked now and where it is tapped, what has to be changed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from wsdv_tools.dialogue.decade_dialogue import read_answers
from wsdv_tools.dialogue.prompt import default_of
from wsdv_tools.foresight.consequences import consequences
from wsdv_tools.foresight.forecasts import Verdict, forecast
from wsdv_tools.positions.position_writer import as_yaml
from wsdv_tools.record.writer import phase_line
from wsdv_tools.referee.endings import Given, Resumed, given_in, given_lines, resume
from wsdv_tools.rules.adjudicator import Adjudicator
from wsdv_tools.rules.choices import NOTHING
from wsdv_tools.rules.decade_end import ALL_PHASES, Report
from wsdv_tools.rules.decade_play import DecadeEnd
from wsdv_tools.rules.run import How
from wsdv_tools.rules.verbs import BY_THEMSELVES
from wsdv_tools.telling.board_text import changes
from wsdv_tools.telling.forecast_text import judged, leads_to
from wsdv_tools.telling.narrator import verdict
from wsdv_tools.telling.phrases import NO_BREAK, signed
from wsdv_tools.telling.sums import sums
from wsdv_tools.web.board_calls import tapped

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Choice, Step
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.play import Decision
    from wsdv_tools.rules.position import Position
    from wsdv_tools.rules.run import Done
    from wsdv_tools.telling.phrases import Phrases
    from wsdv_tools.web.desk import Data, Desk

Written = Callable[[list[Given], "Notation"], str]  # how decisions are written: in a file of their own, in a record
_KNOWN: OrderedDict[tuple[Game, Position, str], Resumed] = OrderedDict()  # so that a tap does not replay all others
_PAST: OrderedDict[tuple[object, ...], Data] = OrderedDict()
_MOST_KNOWN = 64
SEARCHED = 3_000  # moments for an ending: people wait for the answer


def _keep(kept: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    kept[key] = value
    while len(kept) > _MOST_KNOWN:
        kept.popitem(last=False)


class Ending:
    """A decade end as far as its phase lines go, in one language."""

    def __init__(
        self, own: Desk, notation: Notation, start: Position, lines: str, written: Written = given_lines
    ) -> None:
        self.own = own
        self._written = written
        self.notation = notation
        self.phrases = own.phrases_of(notation)
        known = _KNOWN.get((notation.game, start, lines))
        if known is None:
            begun = DecadeEnd.begin(Adjudicator(notation.game), start)
            known = resume(notation, begun, read_answers(lines, "decisions", notation)[0])
            _keep(_KNOWN, (notation.game, start, lines), known)
        self.now: Resumed = known

    @property
    def end(self) -> DecadeEnd:
        return self.now.end

    @property
    def lines(self) -> str:
        """The decisions as phase lines of a record."""
        given = [*given_in(self.end), *self.now.waiting]
        lines = self._written(given, self.notation)
        _keep(_KNOWN, (self.notation.game, self.end.start, lines), self.now)
        return lines

    # Taps

    def take(self, written: str) -> None:
        """One more answer, in the spelling of its option."""
        self._go_on(taken_of(self.own, self.notation, self.end.pending, written, str(self.end.phase)))

    def _go_on(self, step: Step) -> None:
        self.now = resume(self.notation, self.end.take(step), self.now.waiting)

    def back(self) -> bool:
        """Take the last decision back; False where there is none."""
        before = self.end.back()
        if before is not None:
            self.now = resume(self.notation, before, [])
        return before is not None

    def back_to(self, phase: int) -> None:
        """To the start of a phase."""
        self.now = resume(self.notation, self.end.before_phase(phase), [])

    # What the page shows

    def view(self) -> Data:
        outcome, pending = self.end.outcome, self.end.pending
        is_over = pending is None
        before = self.end.start if is_over else self.end.plays[-1].start
        return {
            "phases": [*map(self._past, outcome.reports[:-1]), *map(self._phase, outcome.reports[-1:])],
            "pending": self._asked(pending) if pending else None,
            "decided": len(self.end.decisions),
            "dropped": [self.own.told(finding) for finding in self.now.dropped],
            "waiting": len(self.now.waiting),
            "pieces": self.own.drawing.pieces(self.end.position, before),
            "changes": list(changes(self.phrases, self.end.start, self.end.position)) if is_over else [],
            "verdict": " ".join(verdict(self.phrases, outcome)) if is_over else "",
            "winner": outcome.winner.value if outcome.winner else None,
            "over": is_over,
            "result": as_yaml(self.notation.game, self.end.position) if is_over and not outcome.winner else None,
        }

    def _past(self, report: Report) -> Data:
        """A phase that is over is reported once, however many taps follow."""
        key = (
            self.own.lang,
            report.game,
            report.phase,
            report.before,
            tuple((step, how) for _, step, how, _ in report.log),
        )
        if key not in _PAST:
            _keep(_PAST, key, self._phase(report))
        return _PAST[key]

    def _phase(self, report: Report) -> Data:
        shown = [each for each in report.done if each.how is not How.SILENT]
        shown = [each for each in shown if each.step.verb not in BY_THEMSELVES and each.step.verb != "hamburg"]
        return _told(self.phrases, report) | {"done": [self._done(each) for each in shown]}

    def _done(self, done: Done) -> Data:
        return {
            "side": done.choice.side.value,
            "text": self.phrases.done(done.step, done.choice),
            "chosen": done.how is How.CHOSEN,
        }

    def _asked(self, decision: Decision) -> Data:
        return asked_of(self.own, self.phrases, decision, self.end.phase) | {"phase": self.end.phase}


def _told(phrases: Phrases, report: Report) -> Data:
    """A phase with its sums."""
    title = phrases.say(f"phase-{report.phase}")
    return {"phase": report.phase, "title": title, "sums": sums(phrases, report)}


def asked_of(own: Desk, phrases: Phrases, decision: Decision, context: int | str) -> Data:
    """A decision as the page asks it; `context` is the phase, or in a play its mode."""
    choice = decision.question
    default = default_of(choice)
    options = [step for step in decision.options if step != NOTHING]
    has_groups = len({step.verb for step in options}) > 1
    return {
        "side": choice.side.value,
        "who": phrases.name(choice.side),
        "kind": choice.kind,
        "question": phrases.question(choice, context),
        "left": decision.left,
        "why": own.why(choice, phrases.game),
        "options": [
            {
                "do": phrases.notation.write(step, str(context)),
                "label": _label(phrases, step, choice, context),
                "group": phrases.heading(step.verb) if has_groups else None,
                "default": step == default,
                **tapped(phrases.game, step, choice.position),
            }
            for step in options
        ],
        "pass": decision.may_pass,
    }


def _label(phrases: Phrases, step: Step, choice: Choice, context: int | str) -> str:
    """Breaks anywhere. Two spaces of the prestige track may have the same icons: their numbers tell them apart."""
    label = phrases.label(step, choice, context).replace(NO_BREAK, " ")
    return f"{signed(step.place)}: {label}" if step.verb == "at" else label


def record_lines(given: list[Given], notation: Notation) -> str:
    """Decisions as a record has them."""
    phases: dict[int, list[Step]] = {}
    for one in given:
        phases.setdefault(one.phase, []).append(one.step)
    return "".join(f"{phase_line(notation, phase, steps)}\n" for phase, steps in sorted(phases.items()))


PASS = "none"  # what the page sends where nothing is to be done


def taken_of(own: Desk, notation: Notation, decision: Decision | None, written: str, context: str) -> Step:
    """The option of that spelling; raises if there is none, with the rule that says so."""
    if decision is None:
        raise own.refuse("nothing-asked")
    if written == PASS and decision.may_pass:
        return NOTHING
    for step in decision.options:
        if step != NOTHING and notation.write(step, context) == written:
            return step
    raise own.refuse("not-offered", text=written)


def figures_of(own: Desk, position: Position) -> list[Data]:
    """The result of every phase if the decade ended with this board: the sums alone, nothing decided."""
    return [_told(own.phrases, Report(own.game, phase, position, [])) for phase in ALL_PHASES]


def endings_of(own: Desk, position: Position) -> list[Data]:
    """How the decade could end with this board: every ending that is possible, and who can force it."""
    found = forecast(Adjudicator(own.game), position, SEARCHED, with_lines=False).judgements
    possible = [one for one in found if one.verdict is not Verdict.IMPOSSIBLE]
    return [
        {
            "ending": one.ending.value,
            "verdict": one.verdict.value,
            "text": judged(own.phrases, one.ending, one.verdict, one.searched),
        }
        for one in possible
    ]


BUDGET = 1_000  # moments for one option and one ending: other devices use the same processor


def hint(ending: Ending, written: str) -> Data:
    """One option at a time: so each search is short, and a player who goes on stops asking."""
    end = ending.end
    step = taken_of(ending.own, ending.notation, end.pending, written, str(end.phase))
    (found,) = consequences(end, BUDGET, [step])
    return {"do": written, "says": leads_to(ending.phrases, found)}
