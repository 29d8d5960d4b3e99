"""A record on the page: its lines with findings, the board at every stop of the game, charts of its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.positions.position_writer import as_yaml
from wsdv_tools.referee.record_files import record_text
from wsdv_tools.reports.charts import NAMES, WORDS, charts
from wsdv_tools.reports.stops import stops
from wsdv_tools.sources.text_reader import text_lines
from wsdv_tools.telling.board_text import changes
from wsdv_tools.web.game_table import held
from wsdv_tools.web.masking import FILE

if TYPE_CHECKING:
    from wsdv_tools.reports.stops import Stop
    from wsdv_tools.web.desk import Data, Desk

MOST_FINDINGS = 200


def record(own: Desk, text: str) -> Data:
    """The record checked: findings at their lines, the stops that have a board, and the course of the numbers."""
    read, findings = record_text(text, FILE)
    if read is None:
        raise own.refused(findings[0])
    ledger = held(read)
    checked, course = ledger.checked, stops(ledger.checked)
    titles = {name: own.phrases.say(key) for name, key in WORDS.items()}
    titles |= {side.value: own.phrases.name(side) for side in State}
    drawn = charts(ledger.notation.game, course, titles) if course else {}
    return {
        "text": read,
        "lines": text_lines(read),
        "plays": checked.plays,
        "findings": [own.told(finding) for finding in checked.findings[:MOST_FINDINGS]],
        "stops": [_stop(own, stop) for stop in course],
        "result": own.phrases.ended(checked.winner, checked.reason) if checked.reason else None,
        "charts": [
            {"name": name, "title": titles[name], "svg": drawn[name].svg, "values": drawn[name].values}
            for name in NAMES
            if name in drawn
        ],
    }


def _stop(own: Desk, stop: Stop) -> Data:
    title = own.phrases.say(f"phase-{stop.phase}") if stop.phase else ""
    return {"line": stop.line, "decade": stop.decade, "phase": stop.phase, "title": title}


def board_at(own: Desk, text: str, number: int) -> Data:
    """The board at one of the stops, and what changed there."""
    course = stops(held(text).checked)
    if not 0 <= number < len(course):
        raise own.refuse("request")
    stop = course[number]
    told = changes(own.phrases, stop.before, stop.position) if stop.before else ()
    return {
        "number": number,
        "pieces": own.drawing.pieces(stop.position, stop.before),
        "changes": list(told),
        "position": as_yaml(own.game, stop.position._replace(course=None)),
    }
