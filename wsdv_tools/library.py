"""The library's functions: reading, checking, adjudicating and playing, by plain calls on plain text.

A `Rulebook` holds what all of them need: the facts, the rulings that were chosen, and how places are spelt.
It takes a tenth of a second to open; whoever handles many files opens one and passes it on.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from wsdv_tools.facts import Catalogue
from wsdv_tools.facts.rulings import unknown_ruling
from wsdv_tools.findings import Finding, Unreadable, readable
from wsdv_tools.positions.position_reader import Reading, read_position_file, read_position_text
from wsdv_tools.positions.position_writer import as_yaml
from wsdv_tools.record.notation import Notation
from wsdv_tools.record.reader import read_record
from wsdv_tools.record.writer import write_record
from wsdv_tools.referee.endings import adjudicate_typed, read_decisions, result
from wsdv_tools.referee.record_files import check_file, check_text, read_record_text, record_text
from wsdv_tools.rules import match
from wsdv_tools.rules.adjudicator import Adjudicator, Turn, numbered_phases
from wsdv_tools.rules.decade_end import ALL_PHASES
from wsdv_tools.rules.decade_play import DecadeEnd
from wsdv_tools.rules.figures import as_data
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.plain import as_plain, build, is_sound
from wsdv_tools.rules.play import Play, Refused
from wsdv_tools.rules.status import status
from wsdv_tools.words import Language, further_names
from wsdv_tools.words.names import Names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from wsdv_tools.bots.random_play import Policy
    from wsdv_tools.foresight.forecasts import Forecast
    from wsdv_tools.foresight.tipping import Tips
    from wsdv_tools.referee.verdicts import Checked
    from wsdv_tools.rules.adjudicator import Phase
    from wsdv_tools.rules.decade_end import Outcome
    from wsdv_tools.rules.figures import Figures
    from wsdv_tools.rules.position import Position


class Rulebook:
    """The facts of the game, chosen rulings (`R9b`), and the notation in which games are typed."""

    def __init__(self, catalogue: Catalogue, rulings: Iterable[str] = ()) -> None:
        self.catalogue = catalogue
        self.game = Game(catalogue, rulings)
        self.notation = Notation(self.game, Names(catalogue, lambda: further_names(catalogue.folder)))


def open_rulebook(*rulings: str) -> Rulebook:
    """The shipped facts with these rulings (`R9b`); one that does not exist is raised as `Unreadable`."""
    catalogue = Catalogue.load()
    game, unknown = Game(catalogue).with_rulings(", ".join(rulings))
    if unknown:
        raise Unreadable([unknown_ruling(name, catalogue.folder) for name in unknown])
    return Rulebook(catalogue, game.rulings)


@cache
def _shipped() -> Rulebook:
    return open_rulebook()


def check_position(text: str | bytes | Path, file: str = "position.yaml", rulebook: Rulebook | None = None) -> Reading:
    """A position from YAML or JSON: `.position`, None where none could be built, and all `.findings`.

    A `Path` is the file that is read; a text may say in `file` what its findings call it.
    """
    rulebook = rulebook or _shipped()
    if isinstance(text, Path):
        return read_position_file(text, rulebook.game, rulebook.notation.names)
    return read_position_text(text, file, rulebook.game, rulebook.notation.names)


def read_position(text: str | bytes | Path, file: str = "position.yaml", rulebook: Rulebook | None = None) -> Position:
    """A position without errors; what is wrong is raised as `Unreadable`."""
    reading = check_position(text, file, rulebook)
    if reading.position is None or not reading.is_good:
        raise Unreadable(reading.findings)
    return reading.position


def write_position(position: Position, rulebook: Rulebook | None = None) -> str:
    """The canonical YAML of a position."""
    return as_yaml((rulebook or _shipped()).game, position)


def position_as_data(position: Position, rulebook: Rulebook | None = None) -> dict[str, Any]:
    """A position as plain data, as in `schemas/position.schema.json`."""
    return as_plain((rulebook or _shipped()).game, position)


def board_svg(
    position: Position, language: str = "en", before: Position | None = None, rulebook: Rulebook | None = None
) -> str:
    """The printed board with all pieces as an SVG file; what differs from `before` is marked."""
    from wsdv_tools.components.board_pieces import BoardPieces
    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.drawing.palette import Palette
    from wsdv_tools.drawing.svg import svg

    game = (rulebook or _shipped()).game
    pieces = BoardPieces(game, Lettering.load(game.catalogue, language), Palette.load("full"))
    return svg(pieces.page(position, before), language)


def check_record(text: str | bytes | Path, file: str = "game.wsdv", rulebook: Rulebook | None = None) -> Checked:
    """A checked record: its findings, plays, winner and reason, and the board after its last line.

    A `Path` is the file that is read; a text may say in `file` what its findings call it.
    """
    from wsdv_tools.referee.verdicts import Checked

    notation = (rulebook or _shipped()).notation
    if isinstance(text, Path):
        return check_file(text, notation).checked
    read, findings = record_text(text, file)
    if read is None:
        return Checked(file, findings, is_certain=False)
    return check_text(read, file, notation).checked


def format_record(text: str | bytes | Path, rulebook: Rulebook | None = None) -> str:
    """A record in canonical spelling; a text, or the file of a `Path`, that is no record is raised as `Unreadable`."""
    notation = (rulebook or _shipped()).notation
    file = str(text) if isinstance(text, Path) else "game.wsdv"
    read = readable(read_record_text(text) if isinstance(text, Path) else record_text(text, file))
    return write_record(read_record(read, file, notation), notation)


def adjudicate(
    position: Position, decisions: str = "", rulebook: Rulebook | None = None, phases: Iterable[int] = ALL_PHASES
) -> tuple[Outcome, list[Finding]]:
    """A decade end as far as the typed decisions go, and what is wrong with them."""
    notation = (rulebook or _shipped()).notation
    typed = read_decisions(decisions, "decisions", notation)
    return adjudicate_typed(notation, position, typed, numbered_phases(phases))


def random_game(seed: int, rulebook: Rulebook | None = None, policy: Policy | None = None) -> str:
    """The record of a whole game; the same seed gives the same game.

    Both sides take any legal play, unless a policy says what they do (`Anything`, `Greedy`, `Sides`, or your own).
    """
    from random import Random

    from wsdv_tools.bots.random_play import Anything, play_game
    from wsdv_tools.record.writer import game_lines

    rulebook = rulebook or _shipped()
    chance = Random(seed)
    played = play_game(rulebook.game, policy or Anything(chance), chance)
    return "".join(f"{line}\n" for line in game_lines(rulebook.notation, played))


class Match(match.Match):
    """A game in progress: `pending` is what has to be decided now, `take` gives the match after a decision.

    A match is a value: taking a decision leaves the old one as it was, so you can go back to it.
    """

    @classmethod
    def start(cls, seed: int | None = None, rulebook: Rulebook | None = None, position: Position | None = None) -> Self:
        """A new game. With a seed the cards are dealt; without one, people at a table say which cards lie there.

        `position` begins with the board at the start of a decade.
        """
        return cls.of((rulebook or _shipped()).game, seed, position)

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """A match from plain data, as `as_data` gives it; raises ValueError for anything else."""
        match = cls.from_data(data, Adjudicator(_shipped().game))
        flaws = [flaw for flaw in status(match.game, match.begin) if Finding.of(flaw).is_error]
        if flaws:
            raise ValueError(f"a board that cannot be: {flaws[0].code}")
        return match

    def record(self) -> str:
        """What was played so far, as a record."""
        from wsdv_tools.record.writer import game_lines

        notation = Notation(self.game, _shipped().notation.names)
        return "".join(f"{line}\n" for line in game_lines(notation, self.history))


def decade_end(position: Position, rulebook: Rulebook | None = None, phases: Sequence[int] = ALL_PHASES) -> DecadeEnd:
    """A decade end to be answered step by step: `pending`, `take`, `settled`, `back`, `outcome`."""
    return DecadeEnd.begin(Adjudicator((rulebook or _shipped()).game), position, phases)


def load_play(data: Mapping[str, Any]) -> Play[Position, Turn | Phase]:
    """A turn or a phase from plain data, as its `as_data` gives it; raises ValueError for anything else."""
    return Play.from_data(data, Adjudicator(_shipped().game))


def load_decade_end(data: Mapping[str, Any]) -> DecadeEnd:
    """A decade end from plain data, as its `as_data` gives it; raises ValueError for anything else."""
    return DecadeEnd.from_data(data, Adjudicator(_shipped().game))


def forecast(position: Position, rulebook: Rulebook | None = None, budget: int | None = None) -> Forecast:
    """What would happen if the decade ended now: `judgements` says for each ending who can force it.

    `budget` is how many moments are searched for an ending, at most.
    """
    from wsdv_tools.foresight import forecasts
    from wsdv_tools.foresight.solver import BUDGET

    rules = Adjudicator((rulebook or _shipped()).game)
    return forecasts.forecast(rules, position, BUDGET if budget is None else budget)


def what_tips(forecast: Forecast, rulebook: Rulebook | None = None) -> Tips:
    """The changes by one unrest, factory, standard or space of a track after which it would end differently."""
    from wsdv_tools.foresight import tipping

    return tipping.what_tips(Adjudicator((rulebook or _shipped()).game), forecast)


def forecast_as_data(forecast: Forecast, rulebook: Rulebook | None = None, tips: Tips | None = None) -> dict[str, Any]:
    """A forecast as plain data: what `wsdv forecast --json` prints."""
    from wsdv_tools.foresight.plain_forecast import forecast_data

    return forecast_data((rulebook or _shipped()).notation, forecast, tips)


def consequences(end: DecadeEnd) -> list[dict[str, Any]]:
    """What each option of a decade end's pending decision leads to in the worst case, as plain data.

    `endings` are those that are possible after it, with their verdicts; `points` (East's) and `unrest` are what may
    still be lost and added at most. Nothing is decided by it.
    """
    from wsdv_tools.foresight import consequences as worst_cases
    from wsdv_tools.foresight.plain_forecast import consequence_data

    rules = end.plays[0].rules
    assert isinstance(rules, Adjudicator)
    notation = Notation(rules.game, _shipped().notation.names)
    return [consequence_data(notation, end.phase, one) for one in worst_cases.consequences(end)]


def figures_as_data(figures: Figures) -> dict[str, Any]:
    """The figures of a phase as plain data, as in `schemas/decade-end.schema.json`."""
    return as_data(figures)


def outcome_as_data(outcome: Outcome, rulebook: Rulebook | None = None) -> dict[str, Any]:
    """A decade end as plain data: what `wsdv decade-end --json` prints."""
    return result((rulebook or _shipped()).notation, outcome, _language("en").paragraph)


def position_from_data(data: Mapping[str, Any], rulebook: Rulebook | None = None) -> Position:
    """A position from plain data, as `position_as_data` gives it; raises ValueError for anything else.

    Whether there can be such a board nobody asks here: that, and what people type, is for `check_position`.
    """
    return build((rulebook or _shipped()).game, data)


def explain_finding(finding: Finding | Refused, language: str = "en") -> str:
    """The finding's sentence in a language; of `Refused`, why it was refused."""
    if isinstance(finding, Refused):
        finding = Finding.of(finding.fault, text=_as_typed(finding.step))
    return _language(language).sentence(finding)


def _as_typed(option: Any) -> str:
    """What was refused, as in a record where it can be written there."""
    if isinstance(option, Turn):
        return f"{option.card} {option.mode}"
    if isinstance(cards := getattr(option, "cards", None), tuple):
        return " ".join(map(str, cards))
    return _shipped().notation.write(option) if is_sound(_shipped().game, option) else str(option)


@cache
def _language(code: str) -> Language:
    return Language.load(code)
