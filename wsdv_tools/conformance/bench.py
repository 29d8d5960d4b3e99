"""Runs cases: the whole result is compared, so that everything expected is there, and nothing else happened."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from wsdv_tools.conformance.flat import changes, computed, flat
from wsdv_tools.conformance.second_looks import differs_as_value, told_wrongly
from wsdv_tools.facts import State
from wsdv_tools.findings import Severity
from wsdv_tools.positions.position_reader import Reading, read_position
from wsdv_tools.record.lines import Play, Record
from wsdv_tools.record.notation import Notation
from wsdv_tools.record.reader import read_record
from wsdv_tools.referee.answers import asked
from wsdv_tools.referee.checker import check_record
from wsdv_tools.referee.endings import adjudicate_typed, read_decisions, result
from wsdv_tools.referee.plays import carried_out
from wsdv_tools.referee.verdicts import Checked
from wsdv_tools.rules.adjudicator import Phase, Turn
from wsdv_tools.rules.course import HAND, face
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.plain import as_plain, course_as_plain
from wsdv_tools.rules.position import UNKNOWN, Course, start
from wsdv_tools.sources.yaml_reader import parse_yaml
from wsdv_tools.words import Language
from wsdv_tools.words.names import Names

if TYPE_CHECKING:
    from wsdv_tools.conformance.case_files import Case
    from wsdv_tools.facts import Catalogue
    from wsdv_tools.findings import Finding
    from wsdv_tools.rules.decade_end import Outcome
    from wsdv_tools.rules.position import Position

# What is there unless a case says otherwise: nothing changed, nobody won, nothing is open, nothing is wrong.
NOTHING_HAPPENED: Mapping[str, Any] = {"changes": {}, "winner": None, "reason": None, "pending": None, "findings": []}


class Bench:
    """Runs the cases of one catalogue."""

    def __init__(self, catalogue: Catalogue, english: Language | None = None) -> None:
        self.catalogue = catalogue
        self.names = Names(catalogue)
        self.english = english or Language.load("en")
        self._games: dict[tuple[str, ...], Game] = {}

    def game(self, chosen: tuple[str, ...]) -> Game:
        if chosen not in self._games:
            self._games[chosen] = Game(self.catalogue, chosen)
        return self._games[chosen]

    def differences(self, case: Case) -> list[str]:
        """How what happens differs from what a case expects; nothing where it holds."""
        notation = Notation(self.game(case.chosen), self.names)
        reading = self._reading(case, notation.game)
        if case.is_of_a_position:
            happened = {**NOTHING_HAPPENED, "findings": [_told(finding, self.english) for finding in reading.findings]}
        elif reading.position is None or not reading.is_good:
            faults = [f"the position has {fault.code}: {self.english.sentence(fault)}" for fault in reading.findings]
            return faults or ["the position cannot be read, and nobody says why"]
        else:
            happened = self._happened(case, notation, reading.position)
        told = happened.pop("told", ())
        return [*_compare({**NOTHING_HAPPENED, **case.expect}, happened), *_open_places(happened["findings"]), *told]

    def _happened(self, case: Case, notation: Notation, position: Position) -> dict[str, Any]:
        """What happened, with the keys of `expect`; how it is run is seen by what a case gives."""
        if case.record is not None:
            return _run_record(self, case.record, case, notation, position)
        if case.phases:
            return _run_phases(self, case, notation, position)
        # What follows from a position without anybody doing anything.
        return {**NOTHING_HAPPENED, "computed": computed(notation.game, position, case.expect["computed"])}

    def _reading(self, case: Case, game: Game) -> Reading:
        base = as_plain(game, start(game)) if case.base == "start" else {"wsdv-position": 1, "decade": 1}
        if case.record is not None:
            base["decade"] = decade_of(case.record, game)
        text = json.dumps(_merged(base, case.position))
        return read_position(parse_yaml(text, case.id), game, self.names)


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """The base with another laid over it; mappings are laid over each other in turn."""
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = _merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged


def _run_phases(bench: Bench, case: Case, notation: Notation, position: Position) -> dict[str, Any]:
    """A decade end, or some of its phases, with typed decisions."""
    decisions = read_decisions(case.decisions, case.id, notation)
    outcome, findings = adjudicate_typed(notation, position, decisions, case.phases)
    happened = result(notation, outcome, bench.english.paragraph)
    phases = happened.pop("phases")
    single = len(case.phases) == 1
    for key in ("figures", "steps"):
        by_phase = {str(phase["phase"]): phase[key] for phase in phases}
        happened[key] = by_phase[str(case.phases[0])] if single else by_phase
    happened["changes"] = changes(notation.game, position, outcome.position)
    happened["findings"] = [_told(finding, bench.english) for finding in findings]
    happened["told"] = list(_told_in_phases(bench, notation, outcome))
    return happened


def _told_in_phases(bench: Bench, notation: Notation, outcome: Outcome) -> Iterator[str]:
    """What the phases tell wrongly, each from the board before it to the board before the next."""
    boards = [report.before for report in outcome.reports[1:]] + [outcome.position]
    for report, after in zip(outcome.reports, boards, strict=True):
        yield from told_wrongly(notation, bench.english, report.before, report.log, after)
        if not outcome.pending or report is not outcome.reports[-1]:
            yield from differs_as_value(notation.game, report.before, Phase(report.phase), report.log, after)


def _told(finding: Finding, english: Language) -> dict[str, Any]:
    place = finding.place
    return {
        "code": finding.code,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "rule": finding.rule,
        "says": english.sentence(finding),
        "legal": [step for fix in finding.fixes for step in str(fix.values.get("steps", "")).split(", ")],
    }


def _run_record(bench: Bench, text: str, case: Case, notation: Notation, position: Position) -> dict[str, Any]:
    """A record, or plays in the middle of a half; hints about headers are left out."""
    before, checked = check_text(text, case.id, notation, position)
    findings = [finding for finding in checked.findings if finding.severity is not Severity.HINT]
    after = checked.position if checked.position and checked.is_followed else before
    happened = changes(notation.game, before._replace(course=None), after._replace(course=None))
    is_named = "played" in case.expect.get("changes", {})
    if not is_named and happened.get("played") == pile_as_told(notation.game, before, checked):
        del happened["played"]
    return {
        "winner": checked.winner.value if checked.winner else None,
        "reason": checked.reason,
        "pending": None,
        "changes": happened,
        "course": course_as_plain(after.course) if after.course else None,
        "offers": _offers(notation, checked) if "offers" in case.expect else {},
        "findings": [_told(finding, bench.english) for finding in findings],
        "told": list(_told_in_plays(bench, notation, checked)),
    }


def _told_in_plays(bench: Bench, notation: Notation, checked: Checked) -> Iterator[str]:
    """What the plays without an error tell wrongly."""
    wrong = {finding.place.line for finding in checked.findings if finding.place and finding.is_error}
    if "rules" in checked.headers:
        notation, _ = notation.with_rulings(checked.headers["rules"])
    for moment in checked.moments:
        line = moment.line
        if isinstance(line, Play) and line.is_whole and line.span.line not in wrong:
            run = carried_out(notation, moment.before, line, checked.file)
            yield from told_wrongly(notation, bench.english, moment.before, run.log, moment.after)
            turn = Turn(line.side, face(moment.before, line.card), line.from_hand, line.mode)
            yield from differs_as_value(notation.game, moment.before, turn, run.log, moment.after)


def _offers(notation: Notation, checked: Checked) -> dict[str, Any]:
    """What could still be decided in the last play, after the steps that are typed: by kind, who may do what."""
    moment = checked.moments[-1]
    if not isinstance(moment.line, Play):
        return {}
    typed = [step for _, steps in moment.line.raw for step in steps or ()]
    return {
        choice.kind: {
            "side": choice.side.value,
            "rule": choice.rule,
            "left": choice.able() if choice.able else choice.left,
            "options": [notation.write(step) for step in choice.options],
        }
        for choice in asked(notation, moment.before, moment.line, typed)
        if choice.options
    }


_WHOLE = frozenset(
    {"changes", "offers", "steps", "targets", "unrest", "lost", "attackers", "exports", "limits", "options"}
)


def _open_places(findings: list[Mapping[str, Any]]) -> Iterator[str]:
    """A sentence that lacks one of its facts is wrong whether the case quotes it or not."""
    for number, finding in enumerate(findings, 1):
        if re.search(r"\{[a-z0-9_-]+\}", finding["says"]):
            yield f"finding {number} leaves a place open: {finding['says']}"


def _compare(expected: Any, happened: Any, path: str = "") -> Iterator[str]:
    """Mappings may give a part, except those of `_WHOLE`; anything else is compared whole."""
    key = path.rpartition(".")[2]
    if isinstance(expected, dict) and isinstance(happened, dict):
        for name, value in expected.items():
            inner = f"{path}.{name}" if path else str(name)
            if name not in happened:
                yield f"{inner}: expected {_text(value)}, which is not there"
            elif name == "legal":
                yield from _compare_legal(value, happened[name], inner)
            else:
                yield from _compare(value, happened[name], inner)
        if key in _WHOLE:
            yield from (f"{path}.{k}: {_text(v)} was not expected" for k, v in happened.items() if k not in expected)
    elif key == "findings" and len(expected) == len(happened):
        for number, (one, other) in enumerate(zip(expected, happened, strict=True), 1):
            yield from _compare(one, other, f"finding {number}")
    elif expected != happened:
        yield f"{path}: expected {_text(expected)}, but it is {_text(happened)}"


def _compare_legal(expected: list[str], happened: list[str], path: str) -> Iterator[str]:
    """Of the legal alternatives a finding names, a case may give some."""
    for step in expected:
        if step not in happened:
            yield f"{path}: {step} is not named as legal; {_text(happened)} is"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


# Cases that are records: whole ones, or just plays in the middle of a half.

_BEGINNING = re.compile(r"\s*(wsdv-record|decade)\b", re.IGNORECASE)
_CARD = re.compile(r"^\s*[WE] +(\d+|[IV]+)", re.MULTILINE)


def is_whole(text: str) -> bool:
    """Whether a record begins its decade itself."""
    return bool(_BEGINNING.match(text))


def decade_of(text: str, game: Game) -> int:
    """The decade plays are made in, unless the case says another: that of the latest card."""
    decades = {card.number: card.decade for card in game.cards.values()}
    return max((decades.get(number, 1) for number in _CARD.findall(text)), default=1)


def check_text(text: str, name: str, notation: Notation, position: Position) -> tuple[Position, Checked]:
    """A case's record, checked, and the board before its first play."""
    record = read_record(text, name, notation)
    if is_whole(text):
        checked = check_record(record, notation)
        return (checked.moments[0].before if checked.moments else position), checked
    if position.course is None:
        position = position._replace(course=_middle_of_a_half(notation.game, position, record))
    return position, check_record(record, notation, start_from=position)


def _middle_of_a_half(game: Game, position: Position, record: Record) -> Course:
    """Whose turn it is, with the cards that are played lying there, and one more."""
    plays = [line for line in record.lines if isinstance(line, Play)]
    normal = [card.id for card in game.cards.values() if card.decade == position.decade and not card.is_special]
    used = {*(line.card for line in plays), *position.played, *position.police}
    display = [line.card for line in plays if not line.from_hand and line.card in normal]
    display += [card for card in normal if card not in used][:1]
    hand = (UNKNOWN,) * HAND
    return Course(1, plays[0].side if plays else State.WEST, tuple(dict.fromkeys(display)), True, hand, hand)


def pile_as_told(game: Game, before: Position, checked: Checked) -> list[Any]:
    """The change of the played pile that goes without saying: all cards that were played."""
    plays = [moment for moment in checked.moments if isinstance(moment.line, Play)]
    cards = tuple(face(moment.before, moment.line.card) for moment in plays if isinstance(moment.line, Play))
    after = before._replace(played=(*before.played, *cards))
    return [flat(game, before)["played"], flat(game, after)["played"]]
