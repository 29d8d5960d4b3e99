"""`wsdv score`: the end scoring of Kubakrise and Eiserner Vorhang, step by step."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wsdv_tools.cli.console import on_screen
from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.cli.usage import Command, Wrong
from wsdv_tools.findings import Finding, Place, exit_code
from wsdv_tools.games.loading import Loaded, load
from wsdv_tools.games.opening import room

if TYPE_CHECKING:
    from wsdv_tools.games.cards import Need

MISSING = 3  # something is needed, and there is nobody to ask


@click.command("score", cls=Command)
@click.argument("file", metavar="FILE")
@click.option("--region", metavar="AS")
@click.option("--cards", metavar="FILE", help="option.cards")
@click.option("--rules", default="", metavar="R5b,...", help="option.rules")
@click.option("--json", "as_json", is_flag=True, help="option.json")
@session_options
def command(session: Session, file: str, region: str | None, cards: str | None, rules: str, as_json: bool) -> int:
    """The scoring of a small game; what it needs is asked for."""
    session.speak_of_games()
    loaded = load(Path(file), Path(cards) if cards else None, rules)
    errors = [finding for finding in loaded.findings if finding.is_error]
    if errors:
        return session.report(errors)
    code = _region(loaded, region) if region else None
    rooms = room(loaded.kind.game)
    scorer = rooms.Scorer(loaded, code)
    warnings = scorer.warnings()
    needed = scorer.needs()
    if needed and not as_json and sys.stdin.isatty() and sys.stdout.isatty():
        from wsdv_tools.games.questions import ask_needs

        if not ask_needs(session.games, scorer, on_screen):
            return MISSING
        needed = []
    if as_json:
        document = {"pending": [need._asdict() for need in needed]} if needed else scorer.as_data()
        print(json.dumps(document, ensure_ascii=False, indent=2))
    elif needed:
        session.report([*warnings, _needs(loaded, needed, file)])
    else:
        session.report(warnings)
        for line in scorer.lines(session.games):
            print(on_screen(line))
    return MISSING if needed else exit_code(warnings)


def _region(loaded: Loaded, text: str) -> str:
    region = loaded.opened.notation.region(text)
    if region is None:
        raise Wrong("choice", name="--region", text=text, choices="EU, MO, AS, AF, SA, ZA")
    return region


def _needs(loaded: Loaded, needed: list[Need], file: str) -> Finding:
    from wsdv_tools.games.telling import need_note, typed_note

    notes = [need_note(need, loaded.opened) for need in needed]
    notes.append(typed_note(needed, loaded.kind.kind == "record"))
    return Finding("score-needs", Place(file), {"n": len(needed)}, notes=tuple(notes))
