"""What came of checking a record."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.findings import Finding
    from wsdv_tools.record import reading
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.decade_end import Outcome
    from wsdv_tools.rules.position import Position


@dataclass
class Moment:
    """What one line did: kept for transcripts and for showing the board at a line."""

    line: reading.Line
    before: Position
    after: Position
    done: list[Step]
    outcome: Outcome | None = None


@dataclass
class Checked:
    """A checked record."""

    file: str
    findings: list[Finding] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    plays: int = 0
    unchecked: int = 0
    winner: State | None = None
    reason: str | None = None
    position: Position | None = None
    is_certain: bool = True  # whether the position is known
    moments: list[Moment] = field(default_factory=list)
