"""Records as files: found in folders, read and checked whatever is in them; and the draft beside one.

A draft is the next line while it is being decided, so that nothing is lost. The page and the terminal write it after
every step and go on from it, whoever wrote it. It says after how many plays it was begun: one that is left behind when
its line is in the record no longer fits.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.findings import Finding, Place
from wsdv_tools.record.reader import read_record
from wsdv_tools.referee.checker import check_record
from wsdv_tools.referee.verdicts import Checked
from wsdv_tools.rules.actions import ACTIONS, refuse_action
from wsdv_tools.rules.adjudicator import Adjudicator, Phase, Turn, turn_as_data, turn_from_data
from wsdv_tools.rules.choices import Step
from wsdv_tools.rules.course import DISPLAY, refuse_card, refuse_turn
from wsdv_tools.rules.play import Play
from wsdv_tools.rules.position import Position
from wsdv_tools.rules.run import How
from wsdv_tools.sources.kinds import GAME_SUFFIXES, POSITION_SUFFIXES, RECORD_SUFFIX, kind_of_text, not_a_record
from wsdv_tools.sources.text_reader import read_bytes, text_lines, typed_text

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation


@dataclass
class CheckedFile:
    """A checked file: the result, and its lines for showing findings in them."""

    checked: Checked
    lines: list[str] = field(default_factory=list)
    is_read: bool = True


def is_position(text: str, path: Path) -> bool:
    """Whether a text is a position rather than a record, by what is in it or else by its file's name."""
    kind = kind_of_text(text)
    return kind == "position" if kind else path.suffix.casefold() in POSITION_SUFFIXES


def named(path: Path) -> Path:
    """The file that is meant by a name without ending: `club` is `club.wsdv`."""
    return path if path.suffix or path.exists() else path.with_suffix(RECORD_SUFFIX)


def record_text(data: bytes | str, file: str) -> tuple[str | None, list[Finding]]:
    """The text of a record, or why it is not one."""
    text, findings = typed_text(data, file)
    other = not_a_record(text, file) if text is not None else None
    return (None, [other]) if other else (text, findings)


def read_record_text(path: Path) -> tuple[str | None, list[Finding]]:
    """As :func:`record_text`, from a file."""
    data, findings = read_bytes(path)
    return (None, findings) if data is None else record_text(data, str(path))


def find_records(paths: Iterable[Path]) -> Iterator[Path]:
    """The files themselves, and all records in folders, in the order of their names."""
    for path in map(named, paths):
        if path.is_dir():
            endings = (RECORD_SUFFIX, *GAME_SUFFIXES)
            found = sorted(file for end in endings for file in path.rglob(f"*{end}") if file.is_file())
            yield from found or [path]
        else:
            yield path


def check_file(path: Path, notation: Notation) -> CheckedFile:
    """A record file; one that is not a text has the findings that say why."""
    file = str(path)
    if path.is_dir():
        return _unread(file, Finding("no-records", Place(file), {"file": file}))
    text, findings = read_record_text(path)
    return _unread(file, *findings) if text is None else check_text(text, file, notation)


def _unread(file: str, *findings: Finding) -> CheckedFile:
    return CheckedFile(Checked(file, list(findings), is_certain=False), is_read=False)


def check_text(text: str, file: str, notation: Notation) -> CheckedFile:
    """As :func:`check_file`, for what was read already."""
    record = read_record(text, file, notation)
    if not any(line.span.text for line in record.lines):
        return _unread(file, Finding("empty-file", Place(file)))
    return CheckedFile(check_record(record, notation), text_lines(text))


TurnPlay = Play[Position, Turn | Phase]

DRAFT_VERSION = 1

_MOST_STEPS = 200  # of one turn; a card has far fewer


class Unfinished(NamedTuple):
    """Cards of a row that is being laid out, or a turn that is being played; one of the two."""

    row: tuple[str, ...] = ()
    play: TurnPlay | None = None


def draft_of(record: Path) -> Path:
    """The file beside a record: `club.wsdv.draft`."""
    return record.with_name(f"{record.name}.draft")


def draft_text(checked: Checked, unfinished: Unfinished | None) -> str:
    """What is in the file, as in `schemas/draft.schema.json`; nothing where nothing is under way."""
    if unfinished is None or not (unfinished.row or unfinished.play):
        return ""
    data: dict[str, Any] = {"wsdv-draft": DRAFT_VERSION, "plays": checked.plays}
    play = unfinished.play
    if play is None:
        data["row"] = list(unfinished.row)
    else:
        assert isinstance(play.what, Turn)
        data["turn"] = turn_as_data(play.what)
        data["steps"] = [play.rules.step_as_data(step) for step, how, _ in play.answers if how is How.CHOSEN]
    return json.dumps(data) + "\n"


def read_draft(text: str, checked: Checked, notation: Notation) -> Unfinished | None:
    """What is under way after the last line of a record; None where nothing in the file fits."""
    position = checked.position
    if not text or position is None or position.course is None or not checked.is_certain:
        return None
    try:
        data = json.loads(text)
        if data["wsdv-draft"] != DRAFT_VERSION or data["plays"] != checked.plays:
            return None
        if "row" in data:
            return _row(data["row"], position, notation)
        return _turn(data, position, notation)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def _row(cards: Any, position: Position, notation: Notation) -> Unfinished | None:
    """The cards as far as they can lie there; where a row is not due, there is none."""
    if position.course is None or position.course.display or len(cards) > DISPLAY:
        return None
    known = notation.game.cards
    is_good = all(card in known and known[card].decade == position.decade for card in cards)
    return Unfinished(row=tuple(cards)) if is_good and len({*cards}) == len(cards) else None


def _turn(data: dict[str, Any], position: Position, notation: Notation) -> Unfinished | None:
    rules, turn, course = Adjudicator(notation.game), turn_from_data(data["turn"]), position.course
    assert course is not None
    if turn.mode not in ACTIONS or len(data["steps"]) > _MOST_STEPS:
        return None
    fault = refuse_turn(course, turn.side)
    fault = fault or refuse_card(notation.game, position, course, turn.side, turn.card, turn.from_hand)
    if fault or refuse_action(notation.game, position, turn.side, notation.game.cards[turn.card], turn.mode):
        return None
    steps: list[Step] = [rules.step_from_data(step) for step in data["steps"]]
    play: TurnPlay = Play(rules, position, turn)
    play = play.settled()
    for step in steps:
        play = play.take(step).settled()
    return Unfinished(play=play)
