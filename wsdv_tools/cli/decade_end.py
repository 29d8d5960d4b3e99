"""`wsdv decade-end`: the ten phases from a typed position, led by a dialogue or computed from decisions."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from wsdv_tools.cli.completing import files
from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.cli.usage import Command, Number, Wrong
from wsdv_tools.findings import Finding, as_dict, exit_code
from wsdv_tools.positions.position_reader import Reading, read_position_file
from wsdv_tools.referee.endings import Decisions, adjudicate_typed, read_decisions, result
from wsdv_tools.rules.decade_end import ALL_PHASES, Outcome
from wsdv_tools.rules.position import Position
from wsdv_tools.sources.text_reader import read_text

UNDECIDED = 3
_PHASE = Number(1, 10)


@click.command("decade-end", cls=Command)
@click.argument("position", required=False, metavar="[POSITION]", shell_complete=files)
@click.option("--only", type=_PHASE, metavar="N")
@click.option("--from", "first", type=_PHASE, metavar="N")
@click.option("--decisions", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="option.json")
@click.option("--rules", default="", metavar="R9b,...", help="option.rules")
@click.option("--fresh", is_flag=True)
@session_options
def command(session: Session, position: str | None, rules: str, fresh: bool, **options: Any) -> int:
    """The ten phases: by a dialogue on a terminal, otherwise as far as the decisions go."""
    run = Run(session, rules, **options)
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty() and not run.as_json and not run.only
    if on_terminal:
        from wsdv_tools.cli.leading import lead

        return lead(run, Path(position) if position else None, fresh)
    if position is None:
        raise Wrong("no-position")
    return run.compute(Path(position))


class Run:
    """What one run is about: the game with its rulings, the phases, where the decisions come from."""

    def __init__(
        self,
        session: Session,
        rules: str = "",
        only: int | None = None,
        first: int | None = None,
        decisions: str | None = None,
        as_json: bool = False,
    ) -> None:
        if only and first:
            raise Wrong("only-from")
        self.session = session
        self.only = only
        self.as_json = as_json
        self.decisions_file = decisions
        self.phases: Sequence[int] = [only] if only else range(first or 1, ALL_PHASES.stop)
        self.notation = session.notation(rules)

    def read(self, path: Path) -> Reading:
        return read_position_file(path, self.notation.game, self.notation.names)

    def read_decisions(self) -> Decisions | list[Finding]:
        """The decisions of the file that was named; none without one."""
        if self.decisions_file is None:
            return Decisions("")
        text, findings = read_text(Path(self.decisions_file))
        return findings if text is None else read_decisions(text, self.decisions_file, self.notation)

    def compute(self, path: Path) -> int:
        """Without asking anybody: the figures and the result, as far as the decisions go."""
        reading = self.read(path)
        if not reading.is_good or reading.position is None:
            return self._print(None, reading.findings)
        decisions = self.read_decisions()
        if isinstance(decisions, list):
            return self._print(None, [*reading.findings, *decisions])
        outcome, findings = adjudicate_typed(self.notation, reading.position, decisions, self.phases)
        if self.as_json:
            code = self._print(outcome, [*reading.findings, *findings])
        else:
            self.session.report(reading.findings)
            self._tell(reading.position, outcome, any(finding.is_error for finding in findings))
            code = self.session.report(findings)
        is_undecided = outcome.pending is not None and not self.only
        return code or (UNDECIDED if is_undecided else 0)

    def _print(self, outcome: Outcome | None, findings: Sequence[Finding]) -> int:
        """One JSON document, or the findings as text."""
        if self.as_json:
            empty: dict[str, Any] = {"winner": None, "reason": None, "position": None, "phases": [], "pending": None}
            document = result(self.notation, outcome, self._paragraph) if outcome else empty
            if findings:
                document["findings"] = [as_dict(finding, self.session.speaker) for finding in findings]
            print(json.dumps(document, ensure_ascii=False, indent=2))
        else:
            self.session.report(findings)
        return exit_code(findings)

    def _paragraph(self, rule: str) -> str:
        return self.session.language.paragraph(rule)

    def _tell(self, start: Position, outcome: Outcome, decisions_fail: bool) -> None:
        from wsdv_tools.telling.narrator import pending_lines

        narrator = self.session.narrator(self.notation)
        narrator.tell(outcome)
        if self.only or decisions_fail:
            print()
        elif outcome.pending:
            for line in pending_lines(narrator.phrases, outcome.pending, outcome.reports[-1].phase):
                print(line)
        else:
            narrator.end(start, outcome)
