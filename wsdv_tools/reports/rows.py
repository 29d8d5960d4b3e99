"""A recorded game as rows of three tables: the game, its plays, its decade ends. Plain data, for other programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.record import lines as reading
from wsdv_tools.record.writer import set_line
from wsdv_tools.reports.stops import Standing, standing, stops
from wsdv_tools.reports.turning import turning
from wsdv_tools.rules.course import face

if TYPE_CHECKING:
    from wsdv_tools.findings import Finding
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.referee.verdicts import Checked, Moment
    from wsdv_tools.reports.stops import Stop
    from wsdv_tools.rules.decade_end import Outcome

Cell = str | int | None
# The columns of each table; the first one is the number of the game. Columns in TEXTS are text, the rest numbers.
COLUMNS = {
    "games": (
        *("game", "file", "legal", "winner", "reason", "decade", "plays", "unchecked", "errors", "first_error"),
        *("west", "east", "title", "date", "rules", "tip_decade", "tip_phase", "tip_line"),
    ),
    "plays": (
        *("game", "play", "line", "decade", "half", "side", "card", "mode", "from_hand", "steps", "errors"),
        *Standing._fields,
        *("wall", "board"),
    ),
    "ends": (
        *("game", "decade", "line", "wall", "flight", "dismantles", "prestige_space", "currency", "exporters"),
        *("west_worst_export", "east_standards", "shortage", "police", "standards_lost", "unrest_at_home"),
        *("attacks", "attack_unrest", "police_unused", "socialists_change", "socialists", "west_protests"),
        *("east_protests", "last_phase", "winner", "reason"),
    ),
}
TEXTS = {
    *("file", "legal", "winner", "reason", "first_error", "west", "east", "title", "date", "rules"),
    *("side", "card", "mode", "steps", "board"),
}
LEGAL, ILLEGAL, UNREAD, OTHER_GAME = "yes", "no", "unread", "other-game"


class GameRows(NamedTuple):
    """The rows of one game, without the number that they share."""

    game: tuple[Cell, ...]
    plays: list[tuple[Cell, ...]]
    ends: list[tuple[Cell, ...]]


def unread(file: str, why: str, findings: list[Finding]) -> GameRows:
    """A file that is not a record of this game; it is still counted."""
    errors = [finding.code for finding in findings if finding.is_error]
    first = errors[0] if errors else None
    none: list[tuple[Cell, ...]] = []
    return GameRows((file, why, None, None, None, 0, 0, len(errors), first, *(None,) * 8), none, none)


def rows(record: reading.Record, checked: Checked, notation: Notation) -> GameRows:
    """The rows of a record that was read and checked."""
    if chosen := checked.headers.get("rules"):
        notation, _ = notation.with_rulings(chosen)
    course = stops(checked)
    by_line = {moment.line.span.line: moment for moment in checked.moments}
    ends = [moment for moment in checked.moments if moment.outcome]
    return GameRows(
        _game_row(checked, notation, course),
        [*_play_rows(record, checked, notation, by_line)],
        [_end_row(moment, moment.outcome) for moment in ends if moment.outcome],
    )


def _game_row(checked: Checked, notation: Notation, course: list[Stop]) -> tuple[Cell, ...]:
    errors = [finding.code for finding in checked.findings if finding.is_error]
    headers = checked.headers
    tip = turning(notation.game, course, checked.winner, checked.reason)
    tipped = course[tip.tip] if tip and tip.tip is not None else None
    return (
        checked.file,
        ILLEGAL if errors else LEGAL,
        checked.winner.value if checked.winner else "none" if checked.reason else None,
        checked.reason,
        course[-1].decade if course else checked.position.decade if checked.position else None,
        checked.plays,
        checked.unchecked,
        len(errors),
        errors[0] if errors else None,
        *(headers.get(key) for key in ("west", "east", "title", "date", "rules")),
        *((tipped.decade, tipped.phase, tipped.line) if tipped else (None, None, None)),
    )


def _play_rows(
    record: reading.Record, checked: Checked, notation: Notation, by_line: dict[int, Moment]
) -> Iterator[tuple[Cell, ...]]:
    """Every play that could be read, with the board before it where that is known."""
    errors = Counter(one.place.line for one in checked.findings if one.is_error and one.place)
    decade, half = None, 0
    number = 0
    for line in record.lines:
        if isinstance(line, reading.Decade):
            decade, half = line.number, 0
        elif isinstance(line, reading.Row):
            half += 1
        if not isinstance(line, reading.Play):
            continue
        number += 1
        moment = by_line.get(line.span.line)
        card = face(moment.before, line.card) if moment else line.card
        steps = "; ".join(notation.write(step, line.mode) for step in moment.done) if moment else None
        said = (line.side.value, card, line.mode, int(line.from_hand), steps, errors[line.span.line])
        board: tuple[Cell, ...] = (None,) * (len(Standing._fields) + 2)
        if moment:
            decade = moment.before.decade
            half = moment.before.course.half if moment.before.course else half
            board = (
                *standing(notation.game, moment.before),
                int(moment.before.wall),
                set_line(notation, moment.before).removeprefix("set "),
            )
        yield (number, line.span.line, decade, half or None, *said, *board)


def _end_row(moment: Moment, outcome: Outcome) -> tuple[Cell, ...]:
    """The figures of the phases as far as the decade end came; the later ones are empty."""
    by_phase: dict[int, Any] = {report.phase: report.figures for report in outcome.reports}

    def figure(phase: int, name: str) -> Any:
        found = by_phase.get(phase)
        return None if found is None else getattr(found, name)

    flight = figure(1, "flight")
    attacks = [report for report in outcome.reports if report.phase == 7]
    protests = figure(10, "protests") or {}
    return (
        *(moment.before.decade, moment.line.span.line, int(moment.before.wall)),
        *(flight.steps if flight else None, figure(1, "points"), figure(2, "space")),
        *(figure(3, name) for name in ("track", "exporters", "west_worst_export", "standard", "shortage")),
        figure(4, "points"),
        _total(figure(5, "lost")),
        _total(figure(6, "unrest")),
        sum(done.step.verb == "attack" and done.step.to is not None for done in attacks[0].done) if attacks else None,
        _total(figure(7, "unrest")),
        *(figure(8, "unused"), figure(9, "change"), figure(9, "on_board")),
        *(protests.get(side.value) for side in State),
        outcome.reports[-1].phase if outcome.reports else None,
        outcome.winner.value if outcome.winner else None,
        outcome.reason,
    )


def _total(numbers: dict[str, int] | None) -> int | None:
    return None if numbers is None else sum(numbers.values())
