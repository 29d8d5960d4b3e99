"""Recording a small game at the table, and answering what a scoring still needs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from wsdv_tools.games.cards import Need
from wsdv_tools.games.kinds import Kind
from wsdv_tools.games.loading import load
from wsdv_tools.games.opening import room
from wsdv_tools.games.questions import ask_needs
from wsdv_tools.games.sides import Side
from wsdv_tools.games.table import GameTable, Stopped
from wsdv_tools.games.words import GameLanguage
from wsdv_tools.words import Language

ENGLISH = GameLanguage(Language.load("en"))


class Evening:
    """Somebody who types lines at a table."""

    def __init__(self, path: Path, game: str, code: str = "en", cards: Path | None = None) -> None:
        self.path = path
        self.told: list[str] = []
        self.prompts: list[str] = []
        language = GameLanguage(Language.load(code))
        self.table = GameTable(path, Kind(game, "record"), language, cards, lambda asked: [f"about {asked}"])
        self.errors = self.table.open()

    def types(self, *lines: str) -> str:
        waiting: Iterator[str] = iter([*lines, "quit"])

        def ask(prompt: str) -> str:
            self.prompts.append(prompt)
            return next(waiting)

        self.told.clear()
        with pytest.raises(Stopped):
            self.table.run(ask, self.told.append)
        return "\n".join(self.told)

    @property
    def lines(self) -> list[str]:
        return self.path.read_text("utf-8").splitlines()


@pytest.fixture(autouse=True)
def _no_cards_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def test_lines_are_in_the_file_at_once(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "a.kuba", "kubakrise")
    evening.types("us: Anna", "bid US 1 SU 2", "start US", "moskau home / SU pass / command cuba+3")
    assert evening.lines == [
        "kubakrise-record: 1",
        "us: Anna",
        "bid US 1 SU 2",
        "start US",
        "US moskau home / SU pass / command cuba+3",
    ]
    assert evening.prompts == ["> ", "> ", "> ", "USA> ", "USSR> "]


def test_a_mistake_is_told_and_not_recorded(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "a.kuba", "kubakrise")
    evening.types("bid US 1 SU 2", "start US")
    told = evening.types("moskau home / SU pass / command cuba+4")
    assert "[command-too-large]" in told
    assert "force" in told
    assert len(evening.lines) == 3
    evening.types("moskau home / SU pass / command cuba+4", "force")
    assert evening.lines[-1] == "US moskau home / SU pass / command cuba+4 !"
    assert "[line-unreadable]" in evening.types("SU> what") or len(evening.lines) == 4


def test_undo_show_explain_and_help(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "a.vorhang", "vorhang")
    evening.types("round 1", "start US by SU", "polen @1,0 / command polen+2")
    told = evening.types("show", "explain EV-3.1", "help", "undo", "force")
    assert "Poland" in told
    assert "about EV-3.1" in told
    assert "Undone: US polen @1,0 / command polen+2" in told
    assert evening.lines[-1] == "start US by SU"


def test_a_record_goes_on_where_it_stopped(tmp_path: Path) -> None:
    first = Evening(tmp_path / "a.kuba", "kubakrise")
    first.types("beginner", "start SU")
    again = Evening(tmp_path / "a.kuba", "kubakrise")
    assert again.errors == []
    again.types("mrbm home / command cuba+1")
    assert again.lines[-1] == "SU mrbm home / command cuba+1"
    assert again.prompts[0] == "USSR> "


def test_every_need_is_asked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(
        "kubakrise-position: 1\nareas:\n  cuba: {zone: US, US: 1}\n  mine: {zone: neutral, SU: 1}\n", "utf-8"
    )
    answers = iter(
        [
            "back",
            "?",
            "cuba",
            "hidden",
            "wrong",
            "back",
            "left",
            "right",
            "nonsense",
            "mil",
            "pol",
            "US",
            "2",
            "opinion",
            "UN",
            "political",
        ]
    )
    asked: list[str] = []

    def prompt(question: str, prompt_suffix: str) -> str:
        del prompt_suffix
        asked.append(question)
        return next(answers)

    monkeypatch.setattr("click.prompt", prompt)
    scorer = room("kubakrise").Scorer(load(path))
    ask_needs(ENGLISH, scorer)
    assert next(answers, None) is None
    cuba, us, su = (
        "Cuba is turned over: which card is it?",
        "Which card did the USA keep in hand?",
        "Which card did the USSR keep in hand?",
    )
    assert asked[:8] == [cuba, cuba, cuba, cuba, us, su, us, su]
    assert scorer.as_data()["aftermath"]["count"] == {"US": 2, "SU": 0}
    assert scorer.as_data()["points"] == {"US": 4, "SU": 1}


def test_a_bonus_and_a_region_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "p.yaml"
    table = "  europa: {at: [0, 0]}\n  atlantis: {at: [1, 0], SU: 2}\n"
    path.write_text(f"vorhang-position: 1\nround: 2\ntable:\n{table}", "utf-8")
    answers = iter(["atlantis", "vietnam", "brasilien", "2", "Afrika", "2"])  # a card on the table is not an aftermath
    monkeypatch.setattr("click.prompt", lambda *_, **__: next(answers))
    scorer = room("vorhang").Scorer(load(path))
    ask_needs(ENGLISH, scorer)
    assert next(answers, None) is None
    data = scorer.as_data()
    assert data["steps"][0] == {"step": "aftermath", "US": 0, "SU": 6, "ideology": -6}
    assert (data["winner"], data["reason"]) == ("SU", "flag")


def test_answers_are_understood_in_the_language_and_refused_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text("kubakrise-position: 1\nareas:\n  cuba: {zone: US}\n  moskau: {zone: SU}\n", "utf-8")
    german = GameLanguage(Language.load("de"))
    scorer = room("kubakrise").Scorer(load(path))
    cuba, last = Need("cuba-card"), Need("last", side=Side.US)
    assert scorer.take(cuba, "moskau", german) == "Moskau ist unser Kopf kann nicht hier sein: sie liegt schon aus."
    assert scorer.take(cuba, "mrbm", german) is None
    assert scorer.take(last, "MRBM", german) == "MRBM & IRBM kann nicht hier sein: sie ist Kuba."
    kind, flag = Need("type", "mrbm-irbm"), Need("flag", "mrbm-irbm")
    assert [scorer.take(kind, text, german) for text in ("Militär", "öffentlich", "pol")] == [None] * 3
    assert [scorer.take(flag, text, german) for text in ("UdSSR", "Vereinte", "us")] == [None] * 3
    kinds = "„US“ passt hier nicht. Möglich sind: Militär, Politik und öffentliche Meinung."
    assert scorer.take(kind, "US", german) == kinds
    flags = "„keine“ passt hier nicht. Möglich sind: USA, UdSSR und Vereinte Nationen."
    assert scorer.take(flag, "keine", german) == flags
    assert [scorer.take(last, text, german) for text in ("?", "Kuba")] == [
        "Gefragt ist der Name der Karte. Kennt ihn keine Kartendatei, wird danach nach ihren Angaben gefragt."
    ] * 2
    command = Need("command", "mrbm-irbm")
    assert scorer.take(command, "drei", german) == "Gefragt ist eine Zahl von 1 bis 3."
    assert [text for text in ("0", "3", "4", "drei") if scorer.take(command, text, german) is None] == ["3"]


def test_who_has_enough_may_stop_the_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "p.yaml"
    path.write_text("kubakrise-position: 1\nareas:\n  cuba: {zone: US}\n", "utf-8")
    monkeypatch.setattr("click.prompt", lambda *_, **__: "quit")
    scorer = room("kubakrise").Scorer(load(path))
    assert not ask_needs(ENGLISH, scorer)
    assert len(scorer.needs()) == 3


def test_only_a_card_is_typed_and_the_rest_is_asked_for(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "a.kuba", "kubakrise")
    evening.types("bid US 1 SU 2", "start US")
    told = evening.types("moskau home", "ev", "moskau+2, cuba+2", "", "cuba+4", "cuba+3")
    assert "“cuba+4” is more than" in told
    assert (
        evening.lines[-1] == "US moskau-ist-unser-kopf home / SU event moskau-ist-unser-kopf+2, cuba+2 / command cuba+3"
    )
    assert "USSR: trigger the event of Moskau ist unser Kopf?" in told
    assert "   1  trigger the event (event)\n   2  pass (pass)" in told
    evening.types("undo", "moskau home", "what", "pass", "back", "back")
    assert evening.lines[-1] == "start US"


def test_a_turn_goes_on_the_grid_as_well(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "a.vorhang", "vorhang")
    evening.types("round 1", "start US by SU", "polen w of europa", "command", "polen+2", "none")
    assert evening.lines[-1] == "US polen @-1,0 / command polen+2"


MADE_UP = Path(__file__).parent / "games" / "made_up_kubakrise.yaml"
# A turn by numbers, by words of the language and by a card alone; then two mistakes, the rule, and the way back.
GERMAN = ("bid US 1 SU 1", "bid US 1 SU 2", "start SU", "made-up-suh neutral", "befehl", "1 1", "")
TURNS = {
    "de": ("made-up-usa neutral", "ereignis", "Kuba", "1", ""),
    "en": ("made-up-usa neutral", "trigger", "Cuba", "1", ""),
    "es": ("made-up-usa neutral", "evento", "Cuba", "1", ""),
    "hu": ("made-up-usa neutral", "esemény", "Kuba", "1", ""),
}
ASKED = {
    "de": ("USA: Wofür wird Made up US a genutzt?", "1 Marker auf Kuba platzieren (cuba+1)", "Enter: nichts mehr"),
    "en": ("USA: what is Made up US a used for?", "place 1 marker on Cuba (cuba+1)", "Enter: nothing more"),
    "es": ("EE. UU.: ¿para qué se usa Made up US a?", "colocar 1 marcador en Cuba (cuba+1)", "Intro: nada más"),
    "hu": ("USA: mire használod: Made up US a?", "1 jelző lerakása: Kuba (cuba+1)", "Enter: nincs több"),
}


@pytest.mark.parametrize("code", TURNS)
def test_a_turn_is_asked_for_in_the_language(code: str, tmp_path: Path) -> None:
    evening = Evening(tmp_path / "a.kuba", "kubakrise", code, MADE_UP)
    told = evening.types("beginner", "start US", *TURNS[code])
    assert evening.lines[-1] == "US made-up-usa neutral / event cuba+2"
    assert [text for text in ASKED[code] if text not in told] == []


def test_answers_by_number_and_what_comes_next(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "a.kuba", "kubakrise", "de", MADE_UP)
    told = evening.types(*GERMAN)
    assert evening.lines[-1] == "SU made-up-suh neutral / command cuba+2"
    expected = ["Wie viele Marker bietet", "Gleich viel geboten", "Wer beginnt?", "Zug 1 von 10: UdSSR am Zug"]
    assert [text for text in expected if text not in told] == []
    assert told.splitlines()[-1] == "Zug 2 von 10: USA am Zug"


def test_a_wrong_answer_is_told_and_asked_again(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "a.kuba", "kubakrise", "de", MADE_UP)
    evening.types("beginner", "start US")
    told = evening.types("made-up-usb home", "", "tanzen", "7", "befehl", "cuba-1", "?", "auswahl", "zurück", "zurück")
    assert evening.lines[-1] == "start US"
    assert "Hier ist eine Entscheidung nötig" in told
    assert "„tanzen“ ist keine Nutzung" in told
    assert "„7“ ist keine Nutzung" in told
    assert "Auf Kuba liegt kein solcher Marker der USA." in told
    assert "about KK-5.1" in told
    assert told.count("noch 2 Marker. Wo?") == 3  # at first, after the rule, and by the word that asks for the list
    assert "Der Zug ist verworfen" in told


def test_the_end_of_a_record_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "a.kuba"
    path.write_text("kubakrise-record: 1\nset cuba zone US; turn 11; to-move US\nend\nlast US made-up-usa\n", "utf-8")
    evening = Evening(path, "kubakrise", "en", MADE_UP)
    assert "The record still needs: `cuba`, `last SU`, `result`." in evening.types()
    won = tmp_path / "b.vorhang"
    won.write_text("vorhang-record: 1\nset europa @0,0; ideology 8; to-move US\n", "utf-8")
    assert "The record still needs: `result`." in Evening(won, "vorhang").types()
    assert Evening(won, "vorhang").types("result US flag +8").endswith("The record is complete.")


def test_rounds_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "b.vorhang"
    told = Evening(path, "vorhang").types("round 1", "start US by SU")
    assert "Round 1 starts with the line `round 1`." in told
    assert "Round 1: the USSR decides who starts, for example `start SU by SU`." in told
    path.write_text("vorhang-record: 1\nset europa @0,0; ideology -2; turn 9; to-move US\n", "utf-8")
    told = Evening(path, "vorhang").types("round 2")
    assert "Round 2 starts with the line `round 2`." in told
    assert "Round 2: the USA decides who starts, for example `start US by US`." in told


def test_questions_are_broken_between_words(tmp_path: Path) -> None:
    pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")
    from tests.player import seats

    (tmp_path / "p.yaml").write_text("kubakrise-position: 1\nareas:\n  cuba: {zone: US}\n", "utf-8")
    with seats("score") as seat:
        player = seat(tmp_path, "p.yaml", "--lang", "de")
        player.sees("Welche Karte ist es?")
        player.types("?")
        said = player.sees("Welche Karte ist es?").splitlines()
    assert "Gefragt ist der Name der Karte. Kennt ihn keine Kartendatei, wird danach nach" in said
    assert all(len(line) <= 80 for line in said)
