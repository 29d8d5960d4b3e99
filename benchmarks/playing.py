"""How long `wsdv play` takes from Enter to the next prompt, on the record of a whole game."""

from __future__ import annotations

import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from benchmarks._yardstick import yardstick
from wsdv_tools.cli.session import Session
from wsdv_tools.conformance.game_writing import game_lines
from wsdv_tools.conformance.random_play import Anything, play_game
from wsdv_tools.dialogue.asking import Left
from wsdv_tools.dialogue.narrator import Narrator
from wsdv_tools.dialogue.phrases import Phrases
from wsdv_tools.dialogue.table import Table
from wsdv_tools.dialogue.terminal import Terminal
from wsdv_tools.record.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wsdv_tools.record.notation import Notation

LONGEST = 0.050  # seconds
GAMES, RUNS = 60, 5
WRONG = ("99 build", "hannver", "W 1 build hannver", "E I standard", "why", "show", "help")


class Wait(NamedTuple):
    """How long a person waits: by the processor's time, which is what an idle machine needs, and by the clock."""

    busy: float
    clock: float
    typed: str


class Hands(Terminal):
    """Types lines as soon as it is asked, and takes the time till it is asked again."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = list(lines)
        self.waits: list[Wait] = []
        self._typed = ""
        self._since = (0.0, 0.0)

    def ask(self, prompt: str, words: Sequence[str] | Callable[[str], Iterable[str]] = (), default: str = "") -> str:
        del prompt, words, default
        if self._typed:
            busy, clock = (now - since for now, since in zip(_now(), self._since, strict=True))
            self.waits.append(Wait(busy, clock, self._typed))
        if not self.lines:
            raise Left
        self._typed, self._since = self.lines.pop(0), _now()
        return self._typed


def _now() -> tuple[float, float]:
    return time.process_time(), time.perf_counter()


def longest_game(notation: Notation) -> list[str]:
    """The lines of the random legal game with the most plays, up to its last decade end."""
    games = []
    for seed in range(GAMES):
        chance = Random(seed)
        games.append(list(game_lines(notation, play_game(notation.game, Anything(chance), chance))))
    game = max(games, key=len)
    return game[: max(number for number, line in enumerate(game) if line == "end")]


def waits(game: Sequence[str]) -> tuple[Ledger, list[Wait]]:
    """Type the last half of the game, with mistakes before every play; the first mistake of each kind counts, too."""
    session = Session(None, "en")
    notation = session.notation()
    notation.names.read_further()
    session.language.rule_ids()
    cut = max(number for number, line in enumerate(game) if line.startswith("row ")) + 1
    hands = Hands([text for line in game[cut:] for text in (*WRONG, line)][:-1])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.wsdv"
        path.write_text("\n".join([*game[:cut], ""]), "utf-8")
        ledger = Ledger(path, notation)
        ledger.open()
        narrator = Narrator(Phrases(session.language, notation), lambda _: None)
        with suppress(Left):
            Table(narrator, hands, ledger, lambda _: ()).run()
    return ledger, sorted(hands.waits)


def main() -> int:
    game = longest_game(Session(None, "en").notation())
    ledger, found = min((waits(game) for _ in range(RUNS)), key=lambda run: run[1][-1])
    worst = found[-1]
    moves = sorted(wait.busy for wait in found if wait.typed not in WRONG)
    print(f"  {ledger.checked.plays} plays; {len(found)} prompts; yardstick {yardstick():,.0f}")
    print(f"  Enter to prompt after a move: {1000 * moves[len(moves) // 2]:.1f} ms, longest {1000 * moves[-1]:.1f} ms")
    print(f"  of all: {1000 * worst.busy:.1f} ms ({worst.typed}) (wanted: {1000 * LONGEST:.0f} ms)")
    print(f"  by the clock of this machine, which may be busy: {1000 * max(wait.clock for wait in found):.1f} ms")
    return 0 if worst.busy <= LONGEST else 1


if __name__ == "__main__":
    sys.exit(main())
