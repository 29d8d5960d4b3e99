"""`wsdv demo`: what the catalogue holds."""

from __future__ import annotations

import click

from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.facts import State


@click.command("demo")
@session_options
def command(session: Session) -> None:
    """Show what the program knows of the game."""
    facts = session.catalogue
    places = {"provinces": facts.provinces, "cities": facts.cities, "connections": facts.connections}
    lines = {side: sum(c.lines for c in facts.connections.values() if c.state is side) for side in State}
    session.say("demo-map", **{name: len(entries) for name, entries in places.items()})
    session.say("demo-lines", west=lines[State.WEST], east=lines[State.EAST])
    session.say("demo-cards", faces=len(facts.cards), spaces=len(facts.tracks.prestige))
    for card in (facts.cards["20"], facts.cards["77"], facts.cards["IV-wall-falls"]):
        session.say("demo-card", card=card, years=card.years)
