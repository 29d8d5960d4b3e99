"""What schemas cannot see: each check is one small function, listed in `CHECKS`.

They look at the documents of a folder whose shape is right, and say where two places disagree. The expected
sums are those of the printed game (2nd edition).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.facts.catalogue import ICON_KEYS
from wsdv_tools.facts.folder import DataFolder
from wsdv_tools.facts.reference_checks import REFERENCE_CHECKS
from wsdv_tools.findings import Finding, Note, Place, sorted_by_place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Check = Callable[[DataFolder], Iterator[Finding]]

LINES = {"west": 46, "east": 30}
CARDS_IN_A_DECADE = 20
SETUP_UNREST = 39

_WITHOUT_PLACE = frozenset(
    {"police_red", "police_pink", "dissolve_stasi", "build_wall", "open_wall", "guillaume", "stop_factory"}
)
_EAST_ONLY = _WITHOUT_PLACE | {"run_down", "repair", "calm_protest"}
_JOINED: tuple[set[str], ...] = ({"west"}, {"east", "external"})
_COUNTRIES = ("polska", "cssr")
_TRIGGERED_BY = {"red": "east", "yellow": "west"}


def check_folder(folder: Path, data: DataFolder | None = None) -> list[Finding]:
    """Everything that is wrong with a data folder: reading, schemas and, where every file has its shape, all checks.

    `data` is the folder where it was read already.
    """
    if not folder.is_dir():
        reason = "no-such-file" if not folder.exists() else "no-folder"
        return [Finding("cannot-open", Place(str(folder)), {"file": str(folder)}, notes=(Note(reason),))]
    data = data or DataFolder.read(folder)
    return sorted_by_place([*data.findings, *(run_checks(data) if data.is_complete else ())])


def run_checks(data: DataFolder) -> list[Finding]:
    return [finding for check in CHECKS for finding in check(data)]


def neighbours_are_mutual(data: DataFolder) -> Iterator[Finding]:
    """Neighbours name each other, and lie in different states."""
    document = data.documents["map"]
    provinces = {entry["id"]: entry for entry in document.value["provinces"]}
    for i, entry in enumerate(document.value["provinces"]):
        for j, other in enumerate(entry["neighbours"]):
            place = document.place(("provinces", i, "neighbours", j))
            values = {"province": entry["id"], "neighbour": other}
            if other not in provinces:
                continue
            if provinces[other]["state"] == entry["state"]:
                yield Finding("neighbour-in-same-state", place, values)
            elif entry["id"] not in provinces[other]["neighbours"]:
                yield Finding("neighbour-not-mutual", place, values)


def cities_lie_somewhere(data: DataFolder) -> Iterator[Finding]:
    """A city has one province, joins two, or is external."""
    document = data.documents["map"]
    for i, city in enumerate(document.value["cities"]):
        homes = (city["province"] is not None) + ("joins" in city) + ("external" in city)
        if homes != 1:
            yield Finding("city-without-home", document.place(("cities", i)), {"city": city["id"]})


def connections_stay_in_one_state(data: DataFolder) -> Iterator[Finding]:
    """A connection joins two cities of one state, or a city of the East and an external one; and only once."""
    document = data.documents["map"]
    states = _states_of_cities(document.value)
    seen: dict[frozenset[str], int] = {}
    for i, (one, other, *_) in enumerate(document.value["connections"]):
        place = document.place(("connections", i))
        first = seen.setdefault(frozenset((one, other)), i)
        if first != i or one == other:
            line = document.place(("connections", first)).line
            yield Finding("connection-twice", place, {"cities": f"{one}–{other}", "line": line})
        ends = {states.get(city, "") for city in (one, other)}
        if ("" not in ends and not any(ends <= allowed for allowed in _JOINED)) or ends == {"external"}:
            yield Finding("connection-between-states", place, {"cities": f"{one}–{other}"})


def _states_of_cities(map_: Any) -> dict[str, str]:
    of_province = {entry["id"]: entry["state"] for entry in map_["provinces"]}
    states: dict[str, str] = {}
    for city in map_["cities"]:
        home = city["province"] or next(iter(city.get("joins", ())), None)
        states[city["id"]] = "external" if "external" in city else of_province.get(home, "")
    return states


def lines_add_up(data: DataFolder) -> Iterator[Finding]:
    """46 lines in the West, 30 in the East."""
    document = data.documents["map"]
    states = _states_of_cities(document.value)
    lines: Counter[str] = Counter()
    for one, other, *count in document.value["connections"]:
        ends = {states.get(one), states.get(other)}
        lines["west" if "west" in ends else "east"] += count[0] if count else 1
    for state, expected in LINES.items():
        if lines[state] != expected:
            values = {"state": state, "lines": lines[state], "expected": expected}
            yield Finding("wrong-sum-of-lines", document.place(("connections",), key=True), values)


def setup_adds_up(data: DataFolder) -> Iterator[Finding]:
    """39 unrest lie on the board at the start, and the map marks the cities that start with a factory."""
    document = data.documents["map"]
    unrest = sum(entry["setup-unrest"] for entry in document.value["provinces"])
    if unrest != SETUP_UNREST:
        place = document.place(("provinces",), key=True)
        yield Finding("wrong-setup-unrest", place, {"unrest": unrest, "expected": SETUP_UNREST})
    listed = data.value("setup")["setup"]["factories"]
    for i, city in enumerate(document.value["cities"]):
        if city.get("setup", False) != (city["id"] in listed):
            yield Finding("setup-factory-differs", document.place(("cities", i)), {"city": city["id"]})


def sectors_have_a_supplier(data: DataFolder) -> Iterator[Finding]:
    """Each sector of West Berlin is supplied by one province of the West."""
    document = data.documents["map"]
    for i, sector in enumerate(document.value["west-berlin-sectors"]):
        suppliers = [p for p in document.value["provinces"] if p.get("supplies-sector") == sector]
        if len(suppliers) != 1 or suppliers[0]["state"] != "west":
            place = document.place(("west-berlin-sectors", i))
            yield Finding("sector-without-supplier", place, {"sector": sector, "n": len(suppliers)})


def decades_are_complete(data: DataFolder) -> Iterator[Finding]:
    """20 cards and one special card belong to each decade, card 1 to 20 to the first, and so on."""
    document = data.documents["cards"]
    cards = document.value["cards"]
    for decade, special in enumerate(NUMERALS[1:], start=1):
        normal = [card for card in cards if card["decade"] == decade and not card.get("special")]
        if len(normal) != CARDS_IN_A_DECADE:
            values = {"decade": decade, "cards": len(normal), "expected": CARDS_IN_A_DECADE}
            yield Finding("wrong-number-of-cards", document.place(("cards",), key=True), values)
        numbers = {_number(card) for card in cards if card["decade"] == decade and card.get("special")}
        if numbers != {special}:
            place = document.place(("cards",), key=True)
            yield Finding("wrong-special-card", place, {"decade": decade, "expected": special})
    for i, card in enumerate(cards):
        if isinstance(card["id"], int) and (card["id"] - 1) // CARDS_IN_A_DECADE + 1 != card["decade"]:
            values = {"card": card["id"], "decade": card["decade"]}
            yield Finding("card-in-wrong-decade", document.place(("cards", i, "decade")), values)


def _number(card: Any) -> str:
    return str(card["id"]).partition("-")[0]


def colours_follow_the_almanac(data: DataFolder) -> Iterator[Finding]:
    """The rulebooks list the dual and the yellow cards; all others are red."""
    document = data.documents["cards"]
    lists = document.value["almanac-colours"]
    for i, card in enumerate(document.value["cards"]):
        listed = next((colour for colour, numbers in lists.items() if card["id"] in numbers), "red")
        if card["colour"] != listed:
            values = {"card": card["id"], "colour": card["colour"], "listed": listed}
            yield Finding("colour-against-almanac", document.place(("cards", i, "colour")), values)


def values_fit_the_kind(data: DataFolder) -> Iterator[Finding]:
    """Normal cards have points, special ones none."""
    document = data.documents["cards"]
    for i, card in enumerate(document.value["cards"]):
        is_special = not isinstance(card["id"], int)
        if card.get("special", False) != is_special or ("value" in card) == is_special:
            yield Finding("card-value-or-special", document.place(("cards", i)), {"card": card["id"]})


def icons_make_sense(data: DataFolder) -> Iterator[Finding]:
    """An icon's place lies in its state, its coat of arms has something to say, its limit limits."""
    document = data.documents["cards"]
    provinces = {entry["id"]: entry["state"] for entry in data.value("map")["provinces"]}
    for i, card in enumerate(document.value["cards"]):
        rows: list[tuple[tuple[str | int, ...], Any]] = [
            (("cards", i, "icons", j), icon) for j, icon in enumerate(card["icons"])
        ]
        later = card.get("each-decade-end", {}).get("icons", ())
        rows += [(("cards", i, "each-decade-end", "icons", j), icon) for j, icon in enumerate(later)]
        for path, icon in rows:
            side = _TRIGGERED_BY.get(card["colour"]) if path[2] == "icons" else None
            for key, code in _icon_faults(icon, provinces, side):
                yield Finding(code, document.place((*path, key)), {"card": card["id"], "value": icon[key]})


def _icon_faults(icon: Any, provinces: dict[str, str], triggered_by: str | None) -> Iterator[tuple[str, str]]:
    """The keys of an icon that make no sense, each with a finding's code."""
    (kind,) = icon.keys() - ICON_KEYS
    place, state = icon.get("in"), icon["state"]
    if kind in _EAST_ONLY and state != "east":
        yield "state", "icon-not-of-this-state"
    if place is not None and not _place_fits(kind, place, state, provinces):
        yield "in", "icon-place-unfit"
    if "by" in icon and (kind in _WITHOUT_PLACE or icon["by"] == triggered_by):
        yield "by", "icon-by-without-effect"
    if icon.get("per-province", 0) >= icon[kind] or ("per-province" in icon and place in provinces):
        yield "per-province", "icon-limit-without-effect"


def _place_fits(kind: str, place: str, state: str, provinces: dict[str, str]) -> bool:
    if place in _COUNTRIES:
        return state == "east" and kind in ("build", "stop_factory")
    if place == "rheinsberg":
        return state == "east" and kind == "build"
    if place in ("west-germany", "niedersachsen-hamburg"):
        return state == "west"
    return kind not in _WITHOUT_PLACE and provinces.get(place) == state


def tracks_mirror(data: DataFolder) -> Iterator[Finding]:
    """Currency and socialists: what a space gives East, its mirror image takes; and towards East it never falls."""
    document = data.documents["tracks"]
    for track in ("currency", "socialists"):
        numbers = document.value["tracks"][track]
        for space in range(1, 7):
            here, mirror, before = numbers[str(space)], numbers[str(-space)], numbers[str(space - 1)]
            if here != -mirror or here < before:
                note = Note("mirror-space", {"space": -space, "number": mirror})
                values = {"track": track, "space": space, "number": here}
                place = document.place(("tracks", track, str(space)))
                yield Finding("track-uneven", place, values, notes=(note,))


CHECKS: tuple[Check, ...] = (
    *REFERENCE_CHECKS,
    neighbours_are_mutual,
    cities_lie_somewhere,
    connections_stay_in_one_state,
    lines_add_up,
    setup_adds_up,
    sectors_have_a_supplier,
    decades_are_complete,
    colours_follow_the_almanac,
    values_fit_the_kind,
    icons_make_sense,
    tracks_mirror,
)
