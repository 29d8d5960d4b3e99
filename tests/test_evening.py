"""A whole evening in German at a terminal of 80 × 24: nothing too long, no question out of sight, no English word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")

from tests.clock import seconds
from tests.player import FRESH, Player, Sit, seats
from tests.records import notation
from wsdv_tools.facts import Catalogue
from wsdv_tools.referee.ledger import Due, Ledger
from wsdv_tools.referee.record_files import check_file
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml
from wsdv_tools.translating.strings import Strings
from wsdv_tools.words import Language
from wsdv_tools.words.vocabulary import WORDS, Vocabulary

WIDTH, HEIGHT = 80, 24
GAME = shipped("examples") / "four-decades.wsdv"
OWN = Vocabulary(Language.load("de"))
HEADERS = ["Vier Dekaden", "Anna", "Bert"]
# What a person does besides playing: looks, asks, is refused, takes back, plays by questions. Nothing of it stays.
ASIDE = ["hilfe", "zeige", "erkläre 20", "erkläre leipzig", "13 bauen hambrug", "warum", "notiz Guten Abend", "unsinn"]
BY_QUESTIONS = ["13", "bauen", "auswahl", "?", "stuttgart", "bw", "zeige", "hilfe", "zurück", "zurück"]
END_ASIDE = ["?", "hilfe", "zeige", "liste", "hinweis", "auswahl", "berichtige BY Unruhe 3", "99", "unsinn"]
_ASKS = re.compile(r"(?:West|Ost): .*\?|Dekade [IV]+, Halbdekade \d: |.*\(Enter: |.*Enter (?:beendet|schließt ab)")
_IS_PLAYED = re.compile(r"Dekade [IV]+, Halbdekade \d: |Das Spiel ist vorbei|Die Partie ist zu Ende")
_PHASE = re.compile(r"^Phase (\d+): ", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]{4,}")


@pytest.fixture
def sit() -> Iterator[Sit]:
    with seats("play") as seat:
        yield seat


class Evening:
    """Plays a recorded game at the terminal; `typed` is all that was typed, prompt by prompt."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.typed: list[str] = []
        self._told = player.is_asked("")

    def answer(self, line: str) -> None:
        self.typed.append(line)
        self.player.types(line)
        self._told = self.player.is_asked("")

    def play(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.answer(OWN.own(line))

    def end(self, phases: dict[int, str], aside: Iterable[str] = ()) -> None:
        """A decade end: each answers with the next step of the phase's line; what is no answer there waits.

        All else is Enter.
        """
        for line in aside:
            self.answer(line)
        steps = {phase: line.split(", ") for phase, line in phases.items()}
        while not _IS_PLAYED.search(self._told):
            waiting = steps.get(int(_PHASE.findall(self.player.seen)[-1]), [])
            if waiting:
                self.answer(OWN.own(waiting[0]))
            if waiting and "\n  ! " not in self._told:
                waiting.pop(0)
            else:
                self.answer("")


def decades() -> Iterator[tuple[list[str], dict[int, str]]]:
    """The example, decade by decade: what is typed, and the decisions of its end."""
    plays: list[str] = []
    phases: dict[int, str] = {}
    for line in GAME.read_text("utf-8").splitlines():
        text = re.sub(r"\s+#.*|^(?:row|[WE]) ", "", line)
        if line.startswith(("hand ", "row ", "W ", "E ")):
            plays.append(text)
        elif re.match(r"\d+: ", line):
            phases[int(text.partition(":")[0])] = text.partition(": ")[2]
        elif line.startswith("decade ") and plays:
            yield plays, phases
            plays, phases = [], {}
    yield plays, phases


def words_of(code: str) -> set[str]:
    strings = Strings.of(read_yaml(shipped("data") / "lang" / f"{code}.yaml"))
    texts = (text for string in strings.by_key.values() for text in string.forms.values())
    return {word.casefold() for text in texts for word in _WORD.findall(re.sub(r"`[^`]*`|\{[^}]*\}", " ", text))}


def english_words() -> set[str]:
    """Words that are English, not German and not a name."""
    typed = {"build", "unrest", "event", "quit", "back", "hand", "decade", "standard", "socialists", "prestige"}
    cities = (city.name for city in Catalogue.load().cities.values())
    names = {word.casefold() for word in _WORD.findall(" ".join([*HEADERS, *cities]))}
    own = {word.casefold() for word in OWN.all_of(WORDS)}
    return (words_of("en") | typed) - words_of("de") - names - own


def shown(seen: str, typed: list[str]) -> tuple[list[str], list[int]]:
    """The lines on the screen without what was typed, which is no word of ours; and where somebody was asked."""
    before, *rest = seen.split(FRESH)
    lines, prompts = before.splitlines(), []
    for text, answer in zip(rest, [*typed, ""], strict=True):
        prompts.append(len(lines))
        line, _, told = text.partition("\n")
        while answer and answer in line:  # readline writes a line again where more than one came at once
            line = line.replace(answer, "", 1)
        lines += [line, *told.splitlines()]
    return lines, prompts


def test_a_whole_evening_in_german(tmp_path: Path, sit: Sit) -> None:
    player = sit(tmp_path, "club", "--lang", "de")
    evening = Evening(player)
    evening.play(HEADERS)
    for number, (plays, phases) in enumerate(decades()):
        if number == 0:
            first = next(n for n, line in enumerate(plays) if line.startswith("13 "))
            evening.play(plays[:first])
            for line in (*ASIDE, *BY_QUESTIONS):
                evening.answer(line)
            plays = plays[first:]
        evening.play(plays)
        evening.end(phases, END_ASIDE if number == 1 else ())
    player.types("")
    assert player.ends() == 0
    assert "Traceback" not in player.seen
    played, example = (check_file(path, notation()).checked for path in (tmp_path / "club.wsdv", GAME))
    assert [finding for finding in played.findings if finding.is_error] == []
    assert (played.reason, played.position) == (example.reason, example.position)
    lines, prompts = shown(player.seen, evening.typed)
    assert [line for line in lines if len(line) > WIDTH] == []
    assert len(prompts) == len(evening.typed) + 1
    for row in prompts:
        screen = lines[max(0, row - HEIGHT + 1) : row + 1]
        assert any(_ASKS.match(line) for line in screen), "\n".join(screen)
    found = {word.casefold(): line for line in lines for word in _WORD.findall(line)}
    english = english_words()
    assert {word: line for word, line in found.items() if word in english} == {}


def test_a_decade_end_begins_at_once(tmp_path: Path) -> None:
    """All boards that its undecided phases may lead to would take seconds, while everybody waits."""
    text = GAME.read_text("utf-8")
    begun = text[: text.index("\nend", text.index("decade II")) + 1]
    ledger = Ledger(tmp_path / "club.wsdv", notation())
    ledger.hold(begun)
    drafts: list[Any] = []
    assert seconds(lambda: drafts.append(ledger.with_line("end"))) < 2
    (draft,) = drafts
    assert draft.findings == []
    assert ledger.keep(draft)
    assert ledger.due is Due.DECADE_END
