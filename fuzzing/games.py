"""The readers of games: positions, records, and the decisions of a decade end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from fuzzing.promises import check_findings, languages, promise, scratch, told_codes
from wsdv_tools.cli.check import FORMATS
from wsdv_tools.cli.game_reports import Reporter
from wsdv_tools.cli.session import Session
from wsdv_tools.dialogue.decade_dialogue import read_answers
from wsdv_tools.facts import Catalogue
from wsdv_tools.positions.position_reader import Reading, read_position, read_position_file
from wsdv_tools.positions.position_writer import as_yaml
from wsdv_tools.record.notation import Notation
from wsdv_tools.record.reader import read_record
from wsdv_tools.record.writer import write_record
from wsdv_tools.referee.endings import adjudicate_typed, given_lines, read_decisions, result
from wsdv_tools.referee.record_files import CheckedFile, check_file, check_text
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.plain import as_plain
from wsdv_tools.rules.position import Position
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.text_reader import read_text, text_lines
from wsdv_tools.sources.yaml_reader import examine_text, read_yaml
from wsdv_tools.telling.board_text import BoardText
from wsdv_tools.telling.narrator import Narrator
from wsdv_tools.telling.phrases import Phrases
from wsdv_tools.words.language import Language, further_names
from wsdv_tools.words.names import Names

BETWEEN = b"\n====\n"  # separates the two files of an input
EXAMPLE = "decade-2.yaml"


@cache
def game() -> Game:
    return Game(Catalogue.load())


@cache
def _further() -> dict[str, list[str]]:
    return further_names()


@cache
def _names(generation: int) -> Names:
    del generation
    names = Names(game().catalogue, _further)
    names.read_further()
    return names


_made = count()


def notation() -> Notation:
    """A fresh one. Names remember what was looked up, and are made again only now and then, because they take long."""
    generation = next(_made) // 1000
    if generation and _names.cache_info().currsize > 1:
        _names.cache_clear()
    return Notation(game(), _names(generation))


def language_for(data: bytes) -> Language:
    """One of the languages, always the same for the same input."""
    return languages()[sum(data) % len(languages())]


@cache
def reporter(code: str, format_: str) -> Reporter:
    """What `wsdv check` reports with."""
    session = Session(lang=code)
    session.format = format_
    return Reporter(session, "", colour=False)


# Positions


def examine_position(data: bytes) -> None:
    with scratch(["position."]) as folder:
        path = folder / ("position.json" if data.lstrip()[:1] == b"{" else "position.yaml")
        path.write_bytes(data)
        typed = notation()
        reading = read_position_file(path, typed.game, typed.names)
        check_findings(reading.findings, {str(path): lines_of(data)})
        if sum(data) % 4 == 0:
            promise(reading == read_position_file(path, typed.game, typed.names), "read twice, read otherwise")
        if reading.position is not None:
            _check_round_trip(reading)
        if reading.is_good and reading.position is not None:
            _check_decade_end(typed, reading.position, data)


def lines_of(data: bytes) -> list[str]:
    """The lines of a file, readable or not."""
    return text_lines(data.decode("utf-8-sig", "replace"))


def _check_round_trip(reading: Reading) -> None:
    """Written and read again, it is the same position."""
    position = reading.position
    assert position is not None
    written = as_yaml(game(), position)
    for text in (written, json.dumps(as_plain(game(), position))):
        again = read_text_position(text)
        promise(again.position == position, "a position changes when it is written", written)
        if reading.is_good:
            promise(again.is_good, "a good position has flaws when it is written", again.findings, written)
    promise(as_yaml(game(), position) == written, "written twice, written otherwise")


def read_text_position(text: str) -> Reading:
    document, findings = examine_text(text, "written.yaml")
    return read_position(document, game(), notation().names) if document else Reading(None, findings)


def _check_decade_end(typed: Notation, position: Position, data: bytes, decisions: str = "") -> None:
    """The decade end is computed, described and shown as data, as far as the decisions go."""
    given = read_decisions(decisions, "game.decisions", typed)
    outcome, findings = adjudicate_typed(typed, position, given)
    check_findings([*given.findings, *findings], {"game.decisions": text_lines(decisions)})
    told = [json.dumps(result(typed, outcome, language.paragraph)) for language in languages()]
    again, same_findings = adjudicate_typed(typed, position, given)
    promise(json.dumps(result(typed, again, languages()[0].paragraph)) == told[0], "computed twice, computed otherwise")
    promise(same_findings == findings, "computed twice, judged otherwise")
    show_board(outcome.position, language_for(data))
    said: list[str] = []
    narrator = Narrator(Phrases(language_for(data), typed), said.append)
    narrator.tell(outcome)
    if not outcome.pending:
        narrator.end(position, outcome)


def show_board(position: Position, language: Language) -> None:
    list(BoardText(game(), language).lines(position))


# Decisions


def examine_decisions(data: bytes) -> None:
    """The position before the line of equals signs, the decisions after it; or decisions for the example."""
    first, found, second = data.partition(BETWEEN)
    text, findings = _text(second if found else first)
    position = _position(first) if found else example_position()
    if text is None:
        check_findings(findings, {"game.decisions": lines_of(second if found else first)})
        return
    typed = notation()
    if position is not None:
        _check_decade_end(typed, position, data, text)
    answers, _ = read_answers(text, "game.decisions", typed)
    lines = given_lines(answers, typed)
    again, unread = read_answers(lines, "game.decisions", typed)
    promise(not unread and again == answers, "decisions change when they are written", lines)


def _text(data: bytes) -> tuple[str | None, Any]:
    with scratch(["game.decisions"]) as folder:
        path = folder / "game.decisions"
        path.write_bytes(data)
        return read_text(path)


@cache
def example_position() -> Position:
    reading = read_text_position((shipped("examples") / EXAMPLE).read_text("utf-8"))
    assert reading.position is not None
    return reading.position


def _position(data: bytes) -> Position | None:
    document, _ = examine_text(data, "position.yaml")
    reading = read_position(document, game(), notation().names) if document else None
    return reading.position if reading and reading.is_good else None


# Records


def examine_record(data: bytes) -> None:
    with scratch(["game.wsdv"]) as folder:
        path = folder / "game.wsdv"
        path.write_bytes(data)
        typed = notation()
        file = check_file(path, typed)
        text = read_text(path)[0]
        lines = file.lines if text is not None else lines_of(data)
        check_findings(file.checked.findings, {str(path): lines or [""]})
        _check_reports(path, data)
        if text is None:
            return
        if sum(data) % 4 == 0:
            again = check_file(path, typed)
            promise(again.checked.findings == file.checked.findings, "checked twice, checked otherwise")
        check_formatting(text, str(path), file)
        _check_last_board(file, data)


def _check_reports(path: Path, data: bytes) -> None:
    """What `wsdv check` prints, in one of its formats."""
    report = reporter(language_for(data).code, FORMATS[len(data) % len(FORMATS)])
    report.notation = notation()
    told = report(path)
    promise(told.code in (0, 1, 2), "exit code", told.code)
    json.dumps(told.document)


def check_formatting(text: str, file: str, checked: CheckedFile) -> None:
    """Formatting keeps what a record says, and a second time changes nothing."""
    typed = notation()
    canonical = write_record(read_record(text, file, typed), typed)
    again = write_record(read_record(canonical, file, typed), typed)
    promise(canonical == again, "formatted twice, formatted otherwise", canonical, again)
    formatted = check_text(canonical, file, notation())
    before, after = (set(told_codes(each.checked.findings)) for each in (checked, formatted))
    # Equal steps become one with `*n`, which is reported once: a second code may go, never the line.
    is_same = after <= before and {line for _, line in after} == {line for _, line in before}
    promise(is_same, "formatting changes the findings", before ^ after, canonical)
    one, other = checked.checked, formatted.checked
    promise(one.position == other.position and one.plays == other.plays, "formatting changes the board", canonical)
    promise((one.winner, one.reason) == (other.winner, other.reason), "formatting changes the result")


def _check_last_board(file: CheckedFile, data: bytes) -> None:
    """The board after the last line can be shown, and written and read again where nothing is wrong with it."""
    checked = file.checked
    if checked.position is None:
        return
    show_board(checked.position, language_for(data))
    written = as_yaml(game(), checked.position)
    if checked.is_certain and not any(finding.is_error for finding in checked.findings):
        promise(read_text_position(written).position == checked.position, "the last board is lost in a file", written)


# What to begin with


def _cases() -> Iterator[dict[str, Any]]:
    for path in sorted(shipped("tests/cases").glob("*.yaml")):
        yield from read_yaml(path).value.get("cases", ())


def position_seeds() -> Iterator[bytes]:
    yield (shipped("examples") / EXAMPLE).read_bytes()
    for case in _cases():
        if isinstance(case.get("position"), dict):
            plain = {"wsdv-position": 1, "decade": 1, **case["position"]}
            yield "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in plain.items()).encode()


def record_seeds() -> Iterator[bytes]:
    for path in sorted(shipped("examples").glob("*.wsdv")):
        yield path.read_bytes()
    for case in _cases():
        if "record" in case:
            yield f"wsdv-record: 1\n{_setting(case)}{case['record']}\n".encode()


def _setting(case: dict[str, Any]) -> str:
    """A case about plays in the middle of a half begins with a decade and a row of its cards."""
    return "" if "decade" in case["record"] else "decade I\nrow 1 4 5 12 16 17 20\n"


def decision_seeds() -> Iterator[bytes]:
    yield (shipped("examples") / "decade-2.decisions").read_bytes()
    for case in _cases():
        if case.get("decisions") and isinstance(case.get("position"), dict):
            plain = {"wsdv-position": 1, "decade": 1, **case["position"]}
            yield json.dumps(plain).encode() + BETWEEN + f"{case['decisions']}\n".encode()
