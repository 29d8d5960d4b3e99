"""The result of checking a record of a small game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from wsdv_tools.findings import Finding
from wsdv_tools.games.sides import Side
from wsdv_tools.games.spec import Spec
from wsdv_tools.rules.choices import Step

# What could not be judged: `--strict` turns these into errors.
UNJUDGED = frozenset(
    {"event-as-typed", "event-unknown", "flag-unknown", "command-unknown", "region-unknown", "bonus-unknown"}
)


class Verdict(NamedTuple):
    """How a game ended by the rules, and which one says so."""

    winner: Side | None
    reason: str
    score: str
    rule: str


class Moment(NamedTuple):
    """A play, and the board before and after it."""

    line: int
    before: Any
    after: Any


@dataclass
class Checked:
    """A checked record."""

    file: str
    spec: Spec
    findings: list[Finding] = field(default_factory=list)
    plays: int = 0
    unchecked: int = 0  # plays on a board that was not certain
    as_typed: int = 0  # events that no card file describes
    winner: Side | None = None
    reason: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    position: Any = None
    is_certain: bool = True
    moments: list[Moment] = field(default_factory=list)
    log: list[tuple[Side, str, str, Step]] = field(default_factory=list)  # of the last play
    scoring: Any = None
    extra: dict[str, Any] = field(default_factory=dict)  # what only one game has: a campaign
