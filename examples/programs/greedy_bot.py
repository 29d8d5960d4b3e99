"""East looks one play ahead, West takes anything: python greedy_bot.py [GAMES]

East counts what a decade end would cost it if it came now, and takes the play after which that is least.
"""

import random
import sys
from collections import Counter

import wsdv_tools as wsdv


def cost(position: wsdv.Position) -> int:
    """What East would have to dismantle or run down, and the protests it would have."""
    end = wsdv.decade_end(position).outcome
    flight = end.reports[0].figures
    now = [wsdv.decade_end(position, phases=[phase]).outcome.reports[0].figures for phase in (3, 4, 10)]
    return flight.points + now[0].shortage + now[1].points + 3 * now[2].protests["east"]


def finished(match: wsdv.Match, chance: random.Random) -> wsdv.Match:
    """The match after the play that is under way, its steps taken at random."""
    plays = sum(event.turn is not None for event in match.history)
    while match.pending and sum(event.turn is not None for event in match.history) == plays:
        match = match.take(chance.choice(match.pending.options))
    return match


def best(match: wsdv.Match, chance: random.Random) -> wsdv.Match:
    """Of six plays the one that is cheapest for East."""
    turns = match.legal_plays()
    tried = [finished(match.take(turn), chance) for turn in chance.sample(turns, min(6, len(turns)))]
    return min(tried, key=lambda after: cost(after.history[-1].after))


def play(seed: int) -> str:
    chance = random.Random(seed)
    match = wsdv.Match.start(seed=seed)
    while match.pending:
        is_east = match.pending.kind == "turn" and match.pending.side is wsdv.State.EAST
        match = best(match, chance) if is_east else match.take(chance.choice(match.pending.options))
    return f"{match.winner.value} by {match.reason}"


games = int(sys.argv[1]) if len(sys.argv) > 1 else 3
for ending, times in Counter(play(seed) for seed in range(games)).most_common():
    print(times, ending)
