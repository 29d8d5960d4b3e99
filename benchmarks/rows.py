"""The rows of the table: what is done, what ten times as much is, and how fast it has to be."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from benchmarks import page_ready, page_rows
from benchmarks.measuring import Row, Took, timed
from tests.forecast_boards import decade_ends
from tests.samples import random_answers, random_position
from wsdv_tools.bots.random_play import Anything, play_game
from wsdv_tools.cli import many
from wsdv_tools.cli.game_reports import Reporter
from wsdv_tools.cli.session import Session
from wsdv_tools.dialogue.evening import Evening
from wsdv_tools.dialogue.prompt import Left, Terminal
from wsdv_tools.facts import Catalogue
from wsdv_tools.foresight.forecasts import forecast
from wsdv_tools.positions.position_reader import read_position_file
from wsdv_tools.record.notation import Notation
from wsdv_tools.record.writer import game_lines, set_line
from wsdv_tools.referee.endings import adjudicate_typed, read_decisions
from wsdv_tools.referee.ledger import Ledger
from wsdv_tools.referee.record_files import check_text
from wsdv_tools.rules.adjudicator import Adjudicator
from wsdv_tools.rules.decade_end import adjudicate
from wsdv_tools.rules.figures import currency_with, flight, standards_with
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.position import Position, start
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.telling.narrator import Narrator
from wsdv_tools.telling.phrases import Phrases

SAMPLE, GAMES, LONG = 300, 20, 10
LANGUAGES = ("de", "en", "es", "hu")
EXAMPLE = shipped("examples") / "decade-2.yaml"
WRONG = ("99 build", "hannver", "W 1 build hannver", "E I standard", "why", "show", "help")


def _positions(amount: int) -> tuple[Game, list[Position]]:
    game, chance = Game(Catalogue.load()), Random(1)
    return game, [random_position(game, chance) for _ in range(SAMPLE * amount)]


def figures(amount: int) -> Took:
    """Phases 1, 3, 4 and 5, as shown before anybody decides; Hamburg both ways, as asking about it needs it."""
    game, positions = _positions(amount)

    def work() -> None:
        for position in positions:
            flight(game, position)
            for hamburg in game.hamburg_joins:
                currency_with(game, position, hamburg)
                standards_with(game, position, hamburg)
            len(position.police)

    return timed(len(positions), work)


def ends(amount: int) -> Took:
    """Decade ends of random positions, decided at random."""
    game, positions = _positions(amount)
    answers = random_answers(Random(0))

    def work() -> None:
        for position in positions:
            adjudicate(game, position, answers)

    return timed(len(positions), work)


def typed_ends(amount: int) -> Took:
    """A whole decade end from typed decisions, in which every phase has something to decide."""
    notation = Session(None, "en").notation()
    position = read_position_file(EXAMPLE, notation.game, notation.names).position
    decisions = read_decisions(EXAMPLE.with_suffix(".decisions").read_text("utf-8"), "decisions", notation)
    assert position

    def work() -> None:
        for _ in range(SAMPLE * amount):
            outcome, findings = adjudicate_typed(notation, position, decisions)
            assert len(outcome.reports) == 10 and not findings and not outcome.pending  # noqa: PT018

    return timed(SAMPLE * amount, work)


def forecasts(amount: int) -> Took:
    """Forecasts with lines of play: where the decades of random games ended, by all kinds of players."""
    notation = Session(None, "en").notation()
    rules = Adjudicator(notation.game)
    boards = [board for _, board in decade_ends(notation, 1, GAMES * amount)]

    def work() -> None:
        for board in boards:
            forecast(rules, board)

    return timed(len(boards), work)


def _games(notation: Notation, number: int = GAMES) -> list[list[str]]:
    """Records of random legal games; beyond the first ones they come again."""
    chances = [Random(seed) for seed in range(min(number, GAMES))]
    games = [[*game_lines(notation, play_game(notation.game, Anything(chance), chance))] for chance in chances]
    return (games * (number // GAMES + 1))[:number]


def _record(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def plays(amount: int) -> Took:
    """Records of random legal games, from text to verdict."""
    notation = Session(None, "en").notation()
    games = [*map(_record, _games(notation, GAMES * amount))]
    counted = []

    def work() -> None:
        for game in games:
            checked = check_text(game, "game.wsdv", notation).checked
            assert not any(finding.is_error for finding in checked.findings)
            counted.append(checked.plays)

    return timed(0, work)._replace(units=sum(counted))


def long_record(amount: int) -> Took:
    """One record that goes back to the start of the game again and again."""
    notation = Session(None, "en").notation()
    header, _, *game = _games(notation, 1)[0]
    decade = game[: game.index("end")]
    again = set_line(notation, start(notation.game))
    text = _record([header, *(line for _ in range(LONG * amount) for line in (*decade, again))])
    checked = []
    took = timed(0, lambda: checked.append(check_text(text, "game.wsdv", notation).checked))
    return took._replace(units=checked[0].plays)


def _files(amount: int, processes: int) -> Took:
    """Checking files as `wsdv check` does, by the clock: processor time does not show what parallel processes gain."""
    session = Session(None, "en")
    notation, reporter = session.notation(), Reporter(session, "")
    many._processors = lambda: processes
    with tempfile.TemporaryDirectory() as folder:
        games = _games(notation, 5 * GAMES * amount)
        paths = [Path(folder) / f"{number:04}.wsdv" for number in range(len(games))]
        for path, game in zip(paths, games, strict=True):
            path.write_text(_record(game), "utf-8")
        began = time.perf_counter()
        list(many.in_parallel(reporter, paths, reporter.lost))
        seconds = time.perf_counter() - began
    return Took(seconds, sum(line.startswith(("W ", "E ")) for game in games for line in game))


def two_cores(amount: int) -> Took:
    return _files(amount, 2)


def gain(amount: int) -> Took:
    """How many times as fast two processes are as one, the fastest of some runs each, taken in turn."""
    runs = [[_files(amount, processes).seconds for processes in (1, 2)] for _ in range(3)]
    one, two = map(min, zip(*runs, strict=True))
    return Took(two, one / two)


def faces(amount: int) -> Took:
    """All card faces, with templates and fonts still to be read; ten times are those of other sizes and languages."""
    from wsdv_tools.components.card_faces import CardPrinter
    from wsdv_tools.components.card_layout import sizes
    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.drawing.palette import Palette

    catalogue = Catalogue.load()
    kinds = [(code, size) for code in LANGUAGES for size in sizes()][:amount]
    letterings = [(Lettering.load(catalogue, code), size) for code, size in kinds]

    def work() -> None:
        for lettering, size in letterings:
            printer = CardPrinter(lettering, Palette.load("full"), size)
            assert len([printer.face(card) for card in catalogue.cards.values()]) == 85

    return timed(85 * amount, work)


class Hands(Terminal):
    """Types lines as soon as it is asked, and takes the processor's time until it is asked again."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = list(lines)
        self.waits: list[float] = []

    def ask(self, prompt: str, words: Sequence[str] | Callable[[str], Iterable[str]] = (), default: str = "") -> str:
        del prompt, words, default
        self.waits.append(time.process_time())
        if not self.lines:
            raise Left
        return self.lines.pop(0)


def prompts(amount: int) -> Took:
    """From Enter to the next prompt, early and late in the longest of some games, with mistakes before every play."""
    session = Session(None, "en")
    notation = session.notation()
    notation.names.read_further()
    session.language.rule_ids()
    game = max(_games(notation), key=len)
    rows = [number for number, line in enumerate(game) if line.startswith("row ")]
    cut = rows[(amount - 1) * (len(rows) - 1) // 9] + 1
    after = next(number for number in range(cut, len(game)) if not game[number].startswith(("W ", "E ")))
    hands = Hands([text for line in game[cut:after] for text in (*WRONG, line)][:-1])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.wsdv"
        path.write_text(_record(game[:cut]), "utf-8")
        ledger = Ledger(path, notation)
        ledger.open()
        narrator = Narrator(Phrases(session.language, notation), lambda _: None)
        with suppress(Left):
            Evening(narrator, hands, ledger).run()
    longest = max(after - before for before, after in zip(hands.waits, hands.waits[1:], strict=False))
    return Took(longest, len(hands.waits))


def kits(amount: int, folder: str) -> list[list[str]]:
    """Ten kits differ in language and ink."""
    kinds = [(code, ink) for ink in ("full", "low", "mono") for code in LANGUAGES][:amount]
    return [["print", "kit", "--lang", code, "--ink", ink, "--out", f"{folder}/{code}-{ink}"] for code, ink in kinds]


def data_folders(amount: int, folder: str) -> list[list[str]]:
    copies = [f"{folder}/{number}" for number in range(amount)]
    for copy in copies:
        shutil.copytree(shipped("data"), copy)
    return [["validate", *copies]]


def language_files(amount: int, folder: str) -> list[list[str]]:
    copies = [f"{folder}/hu{number}.yaml" for number in range(amount)]
    for copy in copies:
        shutil.copyfile(shipped("data") / "lang" / "hu.yaml", copy)
    return [["validate", *copies]]


def collected(amount: int, folder: str) -> list[list[str]]:
    """Games as tables: a hundred of them, or a thousand."""
    notation = Session(None, "en").notation()
    for number, game in enumerate(_games(notation, 5 * GAMES * amount)):
        Path(folder, f"{number:04}.wsdv").write_text(_record(game), "utf-8")
    return [["stats", folder, "--format", "sqlite", "--format", "csv", "--out", f"{folder}/out"]]


def told(_amount: int, folder: str) -> list[list[str]]:
    return [["report", str(shipped("examples") / "four-decades.wsdv"), "-o", f"{folder}/game.html"]]


BARE = "x bare Python"
ROWS = (
    Row("decade-end figures", "a second", figures, least=10_000),
    Row("decade ends, random", "a second", ends, least=2_000),
    Row("decade ends, typed", "a second", typed_ends, least=2_000),
    Row("forecasts of decade ends", "a second", forecasts, least=10, grows=False),
    Row("plays checked, one core", "a second", plays, least=3_000),
    Row("plays checked, in one long record", "a second", long_record, least=3_000),
    Row("plays checked, two cores", "a second", two_cores, is_long=True),
    Row("plays checked, gain of two cores", "x", gain, least=1.7, grows=False, is_long=True),
    Row("play, longest prompt", "ms", prompts, most=50, shows_most=True),
    Row("page, a step of a decade end", "x", page_rows.steps, most=5, grows=False),
    Row("page, a tap that is saved", "x", page_rows.taps, grows=False, is_long=True),
    Row("page, ready on a slow phone", "x", page_ready.ready, most=2, grows=False, is_long=True),
    Row("print, 85 card faces", "s", faces, most=1),
    Row("print kit", "s", commands=kits, most=4),
    Row("report, a whole game", "s", commands=told, most=4, grows=False),
    Row("stats, 100 games", "s", commands=collected, most=10, is_long=True),
    Row("validate", "s", commands=data_folders, most=1),
    Row("validate, a language with its fit", "s", commands=language_files, most=2),
    Row("cases", "s", commands=lambda *_: [["cases"]], grows=False, is_long=True),
    Row("start-up: --help", BARE, commands=lambda *_: [["--help"]], grows=False),
    Row("start-up: explain 9.6", BARE, commands=lambda *_: [["explain", "9.6"]], grows=False),
    Row(
        "start-up: decade-end --json",
        BARE,
        commands=lambda *_: [["decade-end", str(EXAMPLE), "--json"]],
        grows=False,
    ),
)
