"""Each phase's figures as a sum, in German and English; and replaying answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from wsdv_tools.facts import Catalogue
from wsdv_tools.record.notation import Notation
from wsdv_tools.record.statements import read_statements
from wsdv_tools.referee.endings import Given, Resumed, given_in, resume
from wsdv_tools.rules.adjudicator import Adjudicator
from wsdv_tools.rules.choices import Step
from wsdv_tools.rules.decade_end import ALL_PHASES
from wsdv_tools.rules.decade_play import DecadeEnd
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.position import Position, empty
from wsdv_tools.rules.run import How
from wsdv_tools.telling.phrases import NO_BREAK, Phrases
from wsdv_tools.telling.sums import sums
from wsdv_tools.words import Language
from wsdv_tools.words.names import Names

CATALOGUE = Catalogue.load()
GAME = Game(CATALOGUE)
NOTATION = Notation(GAME, Names(CATALOGUE))
PHRASES = {code: Phrases(Language.load(code), NOTATION) for code in ("de", "en")}


def position(text: str, game: Game = GAME) -> Position:
    """A board with only these facts."""
    statements = read_statements(text, NOTATION)
    assert isinstance(statements, list)
    made = empty(game, 2)
    for statement in statements:
        made = statement.made(game, made)
    return made


def begun(board: Position, phases: Sequence[int] = ALL_PHASES) -> DecadeEnd:
    return DecadeEnd.begin(Adjudicator(NOTATION.game), board, phases)


def told(language: str, phase: int, text: str) -> list[str]:
    before = position(text)
    lines = sums(PHRASES[language], begun(before, [phase]).outcome.reports[0])
    return [line.replace(NO_BREAK, " ") for line in lines]


# The worked example of 9.1: 2 icons + 1 red police + best West 1 − West protest.
FLIGHT = "flight-icons 2; police 5; BY unrest 4, standard 1; leipzig; jena"


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            "Flight: 2 icons + 1 red police card + 1 for the best West standard − 1 for protest in the West"
            " = 3 steps → 1 point to dismantle",
        ),
        (
            "de",
            "Republikflucht: 2 Symbole + 1 rote Staatsgewaltkarte + 1 für den besten Lebensstandard West"
            " − 1 für Massenprotest West = 3 Schritte → 1 Abbaupunkt",
        ),
    ],
)
def test_flight(language: str, expected: str) -> None:
    assert told(language, 1, FLIGHT)[0] == expected


def test_flight_never_below_zero_nor_above_twenty() -> None:
    assert told("en", 1, "HE unrest 4; leipzig")[0] == (
        "Flight: − 1 for protest in the West = −1, so 0 steps → 0 points to dismantle"
    )
    assert told("en", 1, "flight-icons 23; leipzig")[0] == (
        "Flight: 23 icons = 23, at most 20 steps → 10 points to dismantle"
    )
    assert told("en", 1, "leipzig") == ["Flight: 0 steps → 0 points to dismantle"]


def test_the_wall() -> None:
    assert told("en", 1, "wall on; prestige -2; leipzig") == [
        "The Wall stands: prestige −2 → −3, and East dismantles 1 point.",
        "East has 1 point that can be dismantled.",
    ]
    assert "R8" in told("de", 1, "wall on; prestige -6; leipzig; BY unrest 1")[0]


@pytest.mark.parametrize(
    ("text", "german", "english"),
    [
        ("prestige 0", "Die Marke steht auf 0: Nichts geschieht.", "The marker is on 0: nothing happens."),
        (
            "prestige -3",
            "Die Marke steht auf −3: West führt dieses Feld aus oder eines näher zur Mitte.",
            "The marker is on −3: West executes this space or one nearer the middle.",
        ),
        (
            "prestige 1; leipzig",
            "Die Marke steht auf +1: Ost führt aus: 1 im Osten bauen.",
            "The marker is on +1; East executes: build 1 in the East.",
        ),
    ],
)
def test_prestige(text: str, german: str, english: str) -> None:
    assert told("de", 2, text) == [german]
    assert told("en", 2, text) == [english]


def test_currency() -> None:
    text = "currency 3; leipzig; jena; SN standard 2; TH standard 5; bremen; kiel; dortmund; frankfurt; koblenz; ulm"
    assert told("en", 3, text) == [
        "Income: track +3 + 2 exporting factories = 5",
        "No factory in Bayern: every East export factory earns currency.",
        "Exporting: Sachsen 1, Thüringen 1.",
        "Cost: 7 living standards; 7 − 5 = 2 missing",
        "East has 2 intact factories; what they cannot cover costs infrastructure.",
    ]
    assert told("de", 3, text)[3] == "Kosten: 7 Lebensstandard; 7 − 5 = 2 fehlen"


def test_currency_that_is_negative_or_left_over() -> None:
    assert told("en", 3, "currency 3; SN standard 1; leipzig")[-1] == (
        "Cost: 1 living standard; 4 − 1 = 3 left over, which is lost"
    )
    assert told("en", 3, "currency -6; SN standard 1; leipzig")[-2] == ("Cost: 1 living standard; 1 − (−5) = 6 missing")


def test_police() -> None:
    assert told("en", 4, "leipzig") == ["There are no police cards: nothing to pay."]
    assert told("de", 4, "police 5 used; police 15; leipzig; jena; dresden")[0] == (
        "2 Staatsgewaltkarten (5, 15) → 2 Abbaupunkte"
    )
    assert told("en", 8, "police 5 used; police 15; SN unrest 1") == ["2 police cards − 1 used = 1 unrest to remove"]
    assert told("de", 8, "SN unrest 1") == ["Keine Staatsgewaltkarten."]


def test_living_standards() -> None:
    text = "BB standard 3; cottbus; french 2; delivered RP; koblenz"
    assert told("en", 5, text) == [
        "West Berlin: 2 − worst supplier 1 = 1 lost",
        "Brandenburg: 3 − export factory 1 = 2 lost",
    ]
    assert told("de", 5, text)[1] == "Brandenburg: 3 − Exportfabrik 1 = 2 verloren"
    assert told("de", 5, "leipzig") == ["Kein Gebiet hat mehr Lebensstandard, als seine Exportfabrik wert ist."]


def test_comparison() -> None:
    best = "; ".join(f"{code} standard 3" for code in ("SH", "NI", "NW", "HE", "RP", "BW"))
    text = f"{best}; BY standard 1; french 2"
    assert told("en", 6, text) == [
        "West: the best province has 3; new unrest: Bayern 3 − 1 − 1 = 1, West Berlin 3 − 2 = 1",
        "East: the best province has 0; no province is far enough behind.",
    ]
    assert told("de", 6, text)[0] == "West, bestes Gebiet 3; Unruhe: Bayern 3 − 1 − 1 = 1, West-Berlin 3 − 2 = 1"


def test_attacks() -> None:
    text = "BY standard 3, unrest 4; HE standard 2; TH standard 1"
    assert told("en", 7, text)[-1] == "Bayern 3 − 1 protest = 2: Sachsen (0) +2 unrest, Thüringen (1) +1 unrest"
    assert told("de", 7, text)[0] == "Hessen 2: Sachsen-Anhalt (0) +2 Unruhe, Thüringen (1) +1 Unruhe"
    assert (
        told("de", 7, "french 1")[0]
        == "West-Berlin 1, attackiert beide: Brandenburg (0) +1 Unruhe, Ost-Berlin (0) +1 Unruhe"
    )
    assert told("en", 7, "leipzig") == ["No province is better off than a neighbour across the border."]


def test_socialists() -> None:
    assert told("en", 9, "socialists 3; cadre 1") == [
        "The marker is on +3: East gains 2 socialists; holding box 1 → 3."
    ]
    assert told("de", 9, "socialists -3; cadre 1; SN socialists 2") == [
        "Die Marke steht auf −3: Ost verliert 2 Sozialisten (1 aus der Kaderschmiede, 1 aus Gebieten)."
    ]
    assert told("en", 9, "leipzig") == ["The marker is on 0: East neither gains nor loses socialists."]


def test_verdict() -> None:
    text = "WB unrest 4; imported NW 1; SN unrest 4"
    assert told("en", 10, text) == ["Mass protest markers: West 2 (1 imported), East 1; a state collapses at 4."]
    assert told("de", 10, "SN unrest 4") == ["Massenprotestmarken: West 0, Ost 1; bei 4 bricht ein Staat zusammen."]


# Replaying answers

BOARD = "flight-icons 4; leipzig; dresden; jena; rostock; prestige -1; leipzig-dresden 1"


def step(text: str, phase: int) -> Step:
    steps: Any = NOTATION.read(text, str(phase))
    return Step(*steps[0])


def plain(given: list[Given]) -> list[Given]:
    """As a file has them: without their sides."""
    return [Given(answer.phase, answer.step) for answer in given]


def answers(*typed: tuple[int, str]) -> list[Given]:
    return [Given(phase, step(text, phase)) for phase, text in typed]


def resumed(text: str, *given: tuple[int, str]) -> Resumed:
    return resume(NOTATION, begun(position(text)), answers(*given))


def test_it_stops_where_a_person_decides() -> None:
    end = resumed(BOARD, (1, "-jena")).end
    assert end.pending is not None
    assert (end.pending.kind, end.pending.left) == ("dismantle", 1)
    assert [done.how for _, done in end.log] == [How.CHOSEN]


def test_back_drops_decisions_and_what_followed() -> None:
    end = resumed(BOARD, (1, "-jena"), (1, "-rostock"), (2, "down leipzig")).end
    once = end.back()
    assert once is not None
    assert plain(given_in(once)) == answers((1, "-jena"), (1, "-rostock"))
    twice = once.back()
    assert twice is not None
    assert plain(given_in(twice)) == answers((1, "-jena"))
    start = twice.back()
    assert start is not None
    assert given_in(start) == []
    assert start.back() is None
    assert plain(given_in(end.before_phase(2))) == answers((1, "-jena"), (1, "-rostock"))
    assert given_in(end.before_phase(1)) == []


def test_what_fits_no_more_is_dropped_with_its_reason() -> None:
    result = resumed(BOARD + "; leipzig-dresden 0", (1, "-leipzig-dresden"), (1, "-rostock"))
    assert [finding.code for finding in result.dropped] == ["lift-none-there"]
    assert plain(given_in(result.end)) == answers((1, "-rostock"))


def test_later_answers_wait_for_an_earlier_decision() -> None:
    result = resumed(BOARD, (1, "-jena"), (2, "down leipzig"))
    assert result.end.phase == 1
    assert result.waiting == answers((2, "down leipzig"))
    again = resume(NOTATION, result.end, [*answers((1, "-rostock")), *result.waiting])
    assert plain(given_in(again.end))[:3] == answers((1, "-jena"), (1, "-rostock"), (2, "down leipzig"))


def test_a_forced_step_is_nobodys_decision() -> None:
    one = position("flight-icons 2; leipzig; dresden down; leipzig-dresden 1; jena down")
    end = resume(NOTATION, begun(one, [1]), []).end
    assert [done.how for _, done in end.log] == [How.FORCED]
    assert end.decisions == []


def test_an_answer_stays_its_sides_own() -> None:
    """When West's first dismantle drops out, East's is not taken for West's."""
    whole = resumed(BOARD, (1, "-leipzig-dresden"), (1, "-rostock"))
    after = begun(position(BOARD + "; leipzig-dresden 0"))
    again = resume(NOTATION, after, given_in(whole.end))
    assert again.end.pending is not None
    assert again.end.pending.left == 2
    assert plain(again.waiting) == answers((1, "-rostock"))
    last = resume(NOTATION, again.end, [*answers((1, "-jena")), *again.waiting])
    assert [(done.choice.side.value, done.step) for _, done in last.end.log[:2]] == [
        ("west", step("-jena", 1)),
        ("east", step("-rostock", 1)),
    ]
