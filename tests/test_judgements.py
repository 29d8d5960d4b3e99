"""A record that grows: each line is judged once, and the verdicts are those of the whole record."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from random import Random

import pytest

from tests.mistakes import FIRST
from tests.random_season import NOTATION
from tests.test_second_mistakes import game
from wsdv_tools.record.lines import Play
from wsdv_tools.record.notation import Notation
from wsdv_tools.referee import boards
from wsdv_tools.referee.gaps import Patience
from wsdv_tools.referee.ledger import Ledger
from wsdv_tools.referee.plays import Verdict, check_play
from wsdv_tools.referee.record_files import check_text
from wsdv_tools.referee.verdicts import MOST, Judgements
from wsdv_tools.rules.position import Position

KINDS = ("event without steps", "without phase 2", "unknown name in an event")


def grown(lines: list[str], ledger: Ledger) -> None:
    """Type a record line by line."""
    for text in accumulate(f"{line}\n" for line in lines):
        ledger.hold(text)
        assert ledger.checked


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_that_grows_is_judged_as_a_whole_one(kind: str, tmp_path: Path) -> None:
    lines = game(21)
    change = FIRST[kind](lines, Random(kind))
    assert change
    path = tmp_path / "game.wsdv"
    ledger = Ledger(path, NOTATION, Judgements())
    grown(change.lines, ledger)
    whole = check_text(ledger.text, str(path), NOTATION).checked
    assert any(finding.is_error for finding in whole.findings)
    assert ledger.checked.findings == whole.findings
    assert ledger.checked.position == whole.position


def test_only_the_new_line_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []

    def counted(notation: Notation, position: Position, typed: Play, file: str, patience: Patience) -> Verdict:
        judged.append(typed.span.line)
        return check_play(notation, position, typed, file, patience)

    monkeypatch.setattr(boards, "check_play", counted)
    grown(game(21), Ledger(tmp_path / "game.wsdv", NOTATION, Judgements()))
    assert len(judged) >= 20
    assert len(judged) == len(set(judged))


def test_other_rulings_judge_again(tmp_path: Path) -> None:
    """The verdict of one ruling is not taken for another's."""
    ledger = Ledger(tmp_path / "game.wsdv", NOTATION, Judgements())
    first, _, *rest = game(21)
    ledger.hold("\n".join([first, "note: as usual", *rest, ""]))
    assert not any(finding.is_error for finding in ledger.checked.findings)
    ledger.hold("\n".join([first, "rules: R9b", *rest, ""]))
    assert "space-not-open" in {finding.code for finding in ledger.checked.findings}


def test_there_is_an_end_to_what_is_kept() -> None:
    judgements, asked = Judgements(), []

    def of(line: int) -> None:
        judgements.of(line, lambda: asked.append(line) or [line] * (MOST // 2))  # type: ignore[func-returns-value]

    for line in (1, 2, 1, 2, 3, 3, 1):
        of(line)
    assert asked == [1, 2, 3, 1]
