"""Random matches, decision by decision, for the tests of values.

`WSDV_MATCHES=1000` plays more of them than the few of every run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import wsdv_tools
from wsdv_tools import open_rulebook
from wsdv_tools.rules.adjudicator import Adjudicator
from wsdv_tools.rules.card_decisions import Option
from wsdv_tools.rules.match import Match
from wsdv_tools.rules.position import Position, start
from wsdv_tools.sources.shipped import shipped

MATCHES = int(os.environ.get("WSDV_MATCHES", "3"))
GAME = open_rulebook().game
RULES = Adjudicator(GAME)
ALTERNATIVES = Adjudicator(open_rulebook("R2b", "R3b", "R7b", "R8b", "R9b", "R10b", "R11b", "R14b", "R16b").game)


def chosen(match: Match, chance: Random) -> Option:
    """Any option; cards are used for anything equally often."""
    pending = match.pending
    assert pending is not None
    if pending.kind != "turn":
        return chance.choice(pending.options)
    turns = match.legal_plays()
    mode = chance.choice(sorted({turn.mode for turn in turns}))
    return chance.choice([turn for turn in turns if turn.mode == mode])


def moments(seed: int, rules: Adjudicator = RULES) -> Iterator[Match]:
    """A random match at every decision."""
    chance = Random(seed)
    match = Match(rules, seed, start(rules.game), board=start(rules.game))._moved_on()
    while match.pending:
        yield match
        match = match.take(chosen(match, chance))
    yield match


def open_position() -> Position:
    return wsdv_tools.read_position(shipped("examples") / "decade-2.yaml")
