"""The transcript of a checked record: every play with its effects, every decade end with its figures.

It is made to be compared line by line: one thing on each line, in a fixed order, in ids and numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from wsdv_tools.conformance.flat import changes
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.record.lines import Play
from wsdv_tools.record.writer import LETTERS, phase_line, play_line
from wsdv_tools.rules.course import face
from wsdv_tools.rules.figures import as_data

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.referee.verdicts import Checked, Moment
    from wsdv_tools.rules.decade_end import Outcome

Title = Callable[[str], str]  # a card's title by its id
INDENT = "    "


def transcript(checked: Checked, notation: Notation, title: Title) -> str:
    """All that happened, as text."""
    return "".join(f"{line}\n" for line in _lines(checked, notation, title))


def _lines(checked: Checked, notation: Notation, title: Title) -> Iterator[str]:
    decade = 0
    for moment in checked.moments:
        if moment.before.decade != decade:
            decade = moment.before.decade
            yield f"decade {NUMERALS[decade]}"
        if isinstance(moment.line, Play):
            yield from _play(moment, moment.line, notation, title)
        elif moment.outcome:
            yield from _decade_end(moment, moment.outcome, notation)
        yield from _changes(moment, notation)
    if checked.reason:
        winner = LETTERS[checked.winner] if checked.winner else "none"
        yield f"result {winner} {checked.reason}"


def _play(moment: Moment, line: Play, notation: Notation, title: Title) -> Iterator[str]:
    """`E 9h event: Joining the Warsaw Pact`, and all steps, those too that nobody had to type."""
    card = face(moment.before, line.card)
    yield f"{play_line(notation, line.side, line.card, line.mode, (), line.from_hand)}: {title(card)}"
    done = [step for step in moment.done if step.verb != "none"]
    if done:
        steps = play_line(notation, line.side, line.card, line.mode, done)
        yield f"{INDENT}{steps.split(' ', 3)[3]}"


def _decade_end(moment: Moment, outcome: Outcome, notation: Notation) -> Iterator[str]:
    yield f"end of decade {NUMERALS[moment.before.decade]}"
    for report in outcome.reports:
        steps = [step for step in report.steps if step.verb != "none"]
        yield f"{INDENT}{phase_line(notation, report.phase, steps)}"
        for key, value in as_data(report.figures).items():
            yield f"{INDENT * 2}{key}: {_text(_shown(key, value))}"


def _shown(key: str, figure: Any) -> Any:
    """Of the attackers only those that can do something."""
    if key != "attackers":
        return figure
    return {province: attacker for province, attacker in figure.items() if attacker["targets"]}


def _changes(moment: Moment, notation: Notation) -> Iterator[str]:
    """What is different now, as `sachsen.unrest 3 → 2`; a card that was just played is not mentioned."""
    before, after = moment.before._replace(course=None), moment.after._replace(course=None)
    for name, (old, new) in changes(notation.game, before, after).items():
        if name != "played":
            yield f"{INDENT}{name} {_text(old)} → {_text(new)}"


def _text(value: Any) -> str:
    """Figures in one line: `usable 2 (thueringen 1)`; nothing at all is a dash."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        inside = (f"{key} ({_text(v)})" if isinstance(v, dict) else f"{key} {_text(v)}" for key, v in value.items())
        return ", ".join(inside) or "-"
    if isinstance(value, list):
        return " ".join(map(str, value)) or "-"
    return "-" if value is None else str(value)
