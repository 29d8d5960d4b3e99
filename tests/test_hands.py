"""The hand of a side is for that side: two games that differ only in it look the same to everybody else.

Whatever a device asks, taps or types, and however often it tries out cards: every answer is compared.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from wsdv_tools.findings import Unreadable
from wsdv_tools.web import calls
from wsdv_tools.web.desk import Refusal, Refused, findings_as_data
from wsdv_tools.web.service import Conflict, Service

BEGIN = "wsdv-record: 1\ndecade I\n"
ROW = "row 1 4 5 12 16 17 20\n"
TRIED = ("2", "3", "6", "8", "9", "14")
THIRD = "wsdv-record: 1\nset decade 3\ndecade III\n"  # where the Guillaume Affair is
AFFAIR = f"{THIRD}row 41 42 43 44 45 46 50\nW 41 build none\n"


class Attacker:
    """A device at a seat that keeps every answer."""

    def __init__(self, folder: Path, game: str, seat: str, draft: str = "") -> None:
        folder.mkdir()
        (folder / "club.wsdv").write_text(game, "utf-8")
        if draft:
            (folder / "club.wsdv.draft").write_text(draft, "utf-8")
        self.service = Service(folder)
        enter = self.service.seats.enter
        devices = {
            one: self.service.seats.device(enter(self.service.seats.secret)) for one in ("west", "east", "watch")
        }
        for side in ("west", "east"):
            self.service.sit("club.wsdv", devices[side], "en", {"seat": side}, is_here=False)
        self.device, self.told = devices[seat], list[Any]()

    def hear(self, ask: Callable[[], Any]) -> None:
        try:
            self.told.append(ask())
        except Conflict as conflict:
            self.told.append(conflict.state)
        except Refused as refused:
            self.told.append(refused.as_data())
        except Refusal as refusal:
            self.told.append(refusal.as_data("en"))
        except Unreadable as unreadable:
            self.told.append(findings_as_data(unreadable.findings, "en"))

    def look(self) -> None:
        """Everything that can be asked, and what follows from it."""
        service, device = self.service, self.device
        for lang in ("en", "de"):
            self.hear(lambda lang=lang: service.state("club.wsdv", device, lang))  # type: ignore[misc]
        self.hear(lambda: service.download("club.wsdv", device))
        self.hear(lambda: sorted(service.version("club.wsdv")["taken"]))
        self.hear(lambda: [table["title"] for table in service.listed()["tables"]])
        for kind in ("game", "position"):
            self.hear(lambda kind=kind: self.copied(kind))  # type: ignore[misc]
        self.hear(lambda: service.sit("club.wsdv", device, "en", {"free": "west"}, is_here=False))
        self.hear(lambda: service.sit("club.wsdv", device, "en", {"seat": "open"}, is_here=False)["view"])
        self.hear(lambda: service.hint("club.wsdv", device, "en", {"do": "none"}))
        for name in ("CLUB.wsdv", "club.WSDV", "./club.wsdv", "club.wsdv.draft", "club.draft", ".wsdv-serve.json"):
            self.hear(lambda name=name: service.state(name, device, "en"))  # type: ignore[misc]
        view = service.state("club.wsdv", device, "en")["view"]
        for name, request in asked_of(view):
            self.hear(lambda name=name, request=request: calls.CALLS[name](request))  # type: ignore[misc]

    def copied(self, kind: str) -> Any:
        """A copy has no seats: everybody sees all of it."""
        name = self.service.add(self.device, "en", {"kind": kind, "from": {"table": "club.wsdv"}})["name"]
        return [self.service.state(name, None, "en"), self.service.download(name, None)]

    def tap(self, number: int, do: Any) -> None:
        version = self.service.version("club.wsdv")["version"]
        asked = {"version": version, "id": str(number), "do": do}
        self.hear(lambda: self.service.tap("club.wsdv", self.device, "en", asked))

    @property
    def heard(self) -> str:
        return re.sub(r'"version": "\w+"', "", json.dumps(self.told, default=str))


def asked_of(view: Any) -> Iterator[tuple[str, Any]]:
    """The calls with what the page would send, and with more."""
    record, board = {"lang": "en", "text": view["text"]}, {"lang": "en", "text": view["board"] or ""}
    yield from (
        ("record", record),
        ("record-board", {**record, "number": 0}),
        ("record-board", {**record, "number": 1}),
    )
    yield from (("figures", board), ("endings", board), ("position", board))
    for card in TRIED:
        yield "uses", {"lang": "en", "record": view["text"], "card": card, "hand": True}
    for file in ("club.wsdv", "club.wsdv.draft", ".wsdv-serve.json"):  # a record may name a position beside it
        yield "record", {"lang": "en", "text": f"wsdv-record: 1\nset {file}\n"}


def taps() -> Iterator[Any]:
    """Everything that might tell a card from another: each is tried as a hand, as a play, and as part of a row."""
    yield from ({"step": "+hannover"}, {"back": 1}, {"phase": 1}, {"next": True}, {"lay": True})
    for card in TRIED:
        yield {"row": card}
        yield {"line": f"row {card} 4 5 12 16 17 20"}
        yield {"back": 1}
        for letter, side in (("W", "west"), ("E", "east")):
            yield {"hand": {"side": side, "cards": [card]}}
            yield {"line": f"hand {letter} {card}"}
            yield {"back": 1}
            yield {"line": f"{letter} {card}h build none"}
            yield {"line": f"{letter} {card} build none"}
            yield {"turn": {"card": card, "hand": True, "mode": "build"}}
            yield {"step": "none"}
            yield {"back": 1}
    for card in ("4", "5", "12", "16", "17", "20", TRIED[0]):
        yield {"row": card}
    yield {"lay": True}


def heard(folder: Path, game: str, seat: str, draft: str = "") -> str:
    attacker = Attacker(folder, game, seat, draft)
    attacker.look()
    for number, do in enumerate(taps()):
        attacker.tap(number, do)
    return attacker.heard


WEST_HANDS = {
    "declared": f"{BEGIN}hand W {{}}\nhand E 9 14\n{ROW}",
    "before the row": f"{BEGIN}hand W {{}}\n",
    "in the other's turn": f"{BEGIN}hand W {{}}\n{ROW}W 20 build hannover\n",
}


@pytest.mark.parametrize("seat", ["east", "watch"])
@pytest.mark.parametrize("game", WEST_HANDS.values(), ids=WEST_HANDS)
def test_the_hand_of_west_makes_no_difference_to_others(tmp_path: Path, game: str, seat: str) -> None:
    assert heard(tmp_path / "a", game.format("2 3"), seat) == heard(tmp_path / "b", game.format("6 8"), seat)


@pytest.mark.parametrize("seat", ["west", "watch"])
def test_the_hand_of_east_makes_no_difference_to_others(tmp_path: Path, seat: str) -> None:
    game = f"{BEGIN}hand E {{}}\n{ROW}"
    assert heard(tmp_path / "a", game.format("9 14"), seat) == heard(tmp_path / "b", game.format("2 3"), seat)


def test_a_hand_makes_a_difference_to_its_own_side(tmp_path: Path) -> None:
    game = WEST_HANDS["declared"]
    assert heard(tmp_path / "a", game.format("2 3"), "west") != heard(tmp_path / "b", game.format("6 8"), "west")


# What East finds in the deck, or in West's hand

DECK = f"{AFFAIR}E 50 event u+BY; look deck; swap {{}}\n"
HAND = f"{THIRD}hand W 55 56\nhand E 57 58\n" + AFFAIR.removeprefix(THIRD) + "E 50 event u+BY; look hand; swap {}\n"


@pytest.mark.parametrize(
    ("game", "seat", "cards"),
    [
        (DECK, "west", ("52 57", "53 54")),
        (DECK, "watch", ("52 57", "53 54")),
        (HAND, "watch", ("57 55", "58 56")),
    ],
    ids=["deck, west", "deck, watch", "hand, watch"],
)
def test_what_guillaume_found_is_easts(tmp_path: Path, game: str, seat: str, cards: tuple[str, str]) -> None:
    one, other = (heard(tmp_path / name, game.format(taken), seat) for name, taken in zip("ab", cards, strict=True))
    assert one == other
    assert "look" in one


@pytest.mark.parametrize("seat", ["west", "watch"])
@pytest.mark.parametrize("taken", [("drop 47", "drop 48"), ("swap 57 47", "swap 58 48")], ids=["drop", "swap"])
def test_what_guillaume_is_about_to_do_is_easts(tmp_path: Path, seat: str, taken: tuple[str, str]) -> None:
    """The half-finished move lies in a file of its own."""
    game = AFFAIR.replace("row", "hand E 57 58\nrow")
    told = []
    for name, step in zip("ab", taken, strict=True):
        east = Attacker(tmp_path / f"east {name}", game, "east")
        begun = {"turn": {"card": "50", "hand": False, "mode": "event"}}
        for number, do in enumerate([begun, {"step": "look deck"}, {"step": step}]):
            east.tap(number, do)
        draft = (tmp_path / f"east {name}" / "club.wsdv.draft").read_text("utf-8")
        assert step.split()[1] in draft
        told.append(heard(tmp_path / name, game, seat, draft))
    assert told[0] == told[1]
    assert "E 50 event look deck" in told[0]
