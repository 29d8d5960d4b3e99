"""How many positions a second are evaluated, and how many decade ends are played, on one core."""

from __future__ import annotations

import sys
import time
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks._yardstick import yardstick
from wsdv_tools.conformance.sampling import random_answers, random_position
from wsdv_tools.facts import Catalogue
from wsdv_tools.record.adjudicating import adjudicate_typed
from wsdv_tools.record.decisions import read_decisions
from wsdv_tools.record.notation import Notation
from wsdv_tools.record.position_reading import read_position
from wsdv_tools.rules.decade_end import adjudicate
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.phases_economy import currency_figures, flight_figures, standard_figures
from wsdv_tools.sources.yaml_reader import parse_yaml
from wsdv_tools.words.names import Names

if TYPE_CHECKING:
    from collections.abc import Callable

    from wsdv_tools.rules.position import Position

FIGURES_A_SECOND, ENDS_A_SECOND = 10_000, 2_000
SAMPLE, RUNS = 1_500, 5

# A decade end in which every phase has something to decide, and nobody wins.
WHOLE_POSITION = """
wsdv-position: 1
decade: 2
tracks: {prestige: -4, currency: -2, socialists: 3}
provinces:
  bayern: {unrest: 1, standard: 2}
  hessen: {standard: 2}
  niedersachsen: {standard: 1}
  west-berlin: {unrest: 3, sectors: {french: 1, british: 1}}
  sachsen: {unrest: 3, standard: 2}
  thueringen: {unrest: 3, standard: 1}
  brandenburg: {unrest: 2, standard: 1}
factories: [hamburg, kiel, bremen, dortmund, frankfurt, koblenz, stuttgart, muenchen, nuernberg, fulda, berlin, bitterfeld, leipzig, dresden, jena, magdeburg, rostock, cottbus]
infrastructure: {nuernberg-muenchen: 1, fulda-frankfurt: 1, hamburg-bremen: 1, berlin-bitterfeld: 2, bitterfeld-leipzig: 1, leipzig-dresden: 1, leipzig-jena: 1, cottbus-dresden: 1}
police: [5, 15]
delivered: [rheinland-pfalz, nordrhein-westfalen]
played: [28, 32, 2, 12]
"""  # noqa: E501
WHOLE_DECISIONS = """
1: -rostock, -magdeburg, -leipzig-jena
2: at -4; u+TH, -cottbus-dresden
3: leipzig
4: -cottbus, -jena
5: french
6: import NW
7: NI>MV, HE>ST, BY>TH
8: SN, TH
"""


def figures(game: Game, positions: list[Position]) -> None:
    """Phases 1, 3, 4 and 5, as shown before anybody decides; Hamburg both ways, as asking about it needs it."""
    for position in positions:
        flight_figures(game, position)
        for hamburg in game.hamburg_joins:
            currency_figures(game, position, hamburg)
            standard_figures(game, position, hamburg)
        len(position.police)


def ends(game: Game, positions: list[Position]) -> None:
    """Decade ends of random positions, decided at random."""
    answers = random_answers(Random(0))
    for position in positions:
        adjudicate(game, position, answers)


class Typed:
    """A whole decade end from typed decisions, as often as there are positions."""

    def __init__(self, game: Game) -> None:
        names = Names(game.catalogue)
        self.notation = Notation(game, names)
        reading = read_position(parse_yaml(WHOLE_POSITION, "benchmark"), game, names)
        assert reading.position, [finding.code for finding in reading.findings]
        self.position = reading.position
        self.decisions = read_decisions(WHOLE_DECISIONS, "benchmark", self.notation)

    def __call__(self, game: Game, positions: list[Position]) -> None:
        del game
        for _ in positions:
            outcome, findings = adjudicate_typed(self.notation, self.position, self.decisions)
            assert len(outcome.reports) == 10 and not findings and not outcome.pending  # noqa: PT018


def best(run: Callable[[Game, list[Position]], Any], game: Game, positions: list[Position]) -> tuple[float, float]:
    """The most positions a second in several runs, and the yardstick of that run."""
    results = []
    for _ in range(RUNS):
        measure = yardstick()
        start = time.process_time()
        run(game, positions)
        results.append((len(positions) / (time.process_time() - start), measure))
    return max(results)


def main() -> int:
    game = Game(Catalogue.load())
    random = Random(1)
    positions = [random_position(game, random) for _ in range(SAMPLE)]
    rows: list[tuple[str, Callable[[Game, list[Position]], Any], int]] = [
        ("figures of phases 1, 3, 4, 5", figures, FIGURES_A_SECOND),
        ("random decade ends", ends, ENDS_A_SECOND),
        ("one whole decade end, typed", Typed(game), ENDS_A_SECOND),
    ]
    broken = 0
    for name, run, least in rows:
        speed, measure = best(run, game, positions)
        broken += speed < least
        rounds = measure / speed
        print(f"{name:30} {speed:8,.0f} a second (at least {least:,}); each {rounds:5,.0f} rounds of the yardstick")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
