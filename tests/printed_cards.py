"""The cards once more, one row for each face, as a person reads them off the printed cards.

Written separately from `data/cards.yaml` and in another notation, so that a slip in one of them is seen.

Columns: card, decade, years, colour, points West:East, flight icons, rows of icons, arrows, at every decade end.
A row is how often, the icon, whose board (W or E), (who says where), [the text under the row], <a maximum a province>.
Arrows: P prestige, C currency, S socialists; a + for each red one (towards East), a - for each yellow one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wsdv_tools.facts import Card, Icon

PRINTED = """
1              | 1 | 1945–1948 | red    | 2:2 |    | 2 unrest- E | C- S+ |
2              | 1 | 1946      | red    | 1:3 | F  | 1 build E; 1 unrest+ E | S++ |
3              | 1 | 1948      | red    | 1:1 |    | 2 build E | C+ |
4              | 1 | 1957      | red    | 3:3 |    | 2 unrest+ W [not West Berlin] | P++ |
5              | 1 | 1950      | red    | 1:1 |    | 1 unrest- E; 1 police-red E | P+ |
6              | 1 | 1952      | red    | 1:1 |    | 2 build E; 1 unrest+ E | S+ |
7              | 1 | 1950      | red    | 2:2 |    | 2 build E [ČSSR]; 2 build E [Polska]; 1 unrest+ E | C+ |
8              | 1 | 1947–1956 | red    | 2:2 |    | 2 tear W; 1 unrest+ W [Rheinland-Pfalz] | P+ |
9              | 1 | 1955      | red    | 2:2 |    | 2 build E [ČSSR]; 2 build E [Polska]; 1 unrest+ E | P+ |
10             | 1 | 1946      | red    | 1:2 |    | 1 unrest+ W; 1 unrest- E | S++ |
11             | 1 | 1955      | dual   | 1:1 |    | 1 unrest+ W (E) [not West Berlin] | P- |
12             | 1 | 1952      | yellow | 1:1 | F  | 1 tear W; 1 unrest+ W | P-- |
13             | 1 | 1948      | yellow | 2:2 |    | 3 build W; 1 unrest- W [not West Berlin] |  |
14             | 1 | 1948–1949 | yellow | 2:2 |    | 1 build W; 2 unrest- W [West Berlin] | C- |
15             | 1 | 1952–1953 | dual   | 1:1 |    | 1 build W (W); 1 tear E (W); 1 police-pink E | S+ |
16             | 1 | 1953      | yellow | 4:1 |    | 4 unrest+ E <max 2> | S- |
17             | 1 | 1945–1953 | yellow | 3:1 |    | 3 tear E; 1 unrest+ E | S- |
18             | 1 | 1954      | yellow | 2:2 |    | 2 unrest- W | P-- |
19             | 1 | 1955      | yellow | 2:2 |    | 2 build W | P- |
20             | 1 | 1950–1973 | yellow | 4:1 |    | 3 build W; 1 unrest- W [not West Berlin]; 1 unrest+ E |  |
21             | 2 | 1961–1965 | dual   | 1:1 |    | 1 police-red E; 1 unrest- E | C- S- |
22             | 2 | 1963      | dual   | 1:1 |    | 2 unrest- W [West Berlin]; 2 unrest- E | C+ |
23             | 2 | 1963      | red    | 1:3 |    | 3 build E; 1 unrest+ E | C+ |
24             | 2 | 1964      | red    | 2:2 |    | 1 unrest+ W [not West Berlin]; 2 unrest- E | S+ |
25             | 2 | 1967      | red    | 1:3 |    | 2 unrest+ W [West Berlin]; 2 unrest+ W [not West Berlin] |  |
26             | 2 | 1968      | red    | 1:3 |    | 3 unrest+ W <max 2> | S+ |
27             | 2 | 1966      | red    | 2:2 |    | 2 build E [Rheinsberg] | P+ |
28             | 2 | 1967      | red    | 2:2 | F  | 1 unrest- E | P+ S+ |
29             | 2 | 1962      | red    | 2:2 |    | 2 build E; 1 unrest+ E | C++ |
30             | 2 | 1962–1989 | dual   | 1:1 |    | 1 unrest- E | C++ S- |
31             | 2 | 1965      | red    | 2:2 |    |  | P++ |
32             | 2 | 1962      | red    | 1:1 | F  | 1 unrest+ W | P+ |
33             | 2 | 1968      | red    | 2:2 |    | 2 unrest+ W | P+ |
34             | 2 | 1964      | red    | 1:1 |    | 1 build E; 1 unrest- E |  |
35             | 2 | 1967      | yellow | 3:3 |    | 2 standard+ W [not West Berlin] <max 1>; 1 unrest+ E |  |
36             | 2 | 1969      | yellow | 2:2 |    | 2 unrest- W | P- |
37             | 2 | 1968      | yellow | 3:1 |    | 1 stop E [ČSSR]; 1 unrest+ E | S-- |
38             | 2 | 1964      | yellow | 1:1 |    |  | P- C- |
39             | 2 | 1963      | yellow | 3:1 |    | 1 unrest- W [West Berlin]; 2 unrest- W | P- |
40             | 2 | 1963–1968 | yellow | 2:2 |    | 1 unrest+ W | P-- |
41             | 3 | 1971      | dual   | 1:1 |    | 1 build W (W); 1 unrest- W (W) | C++ |
42             | 3 | 1973      | dual   | 1:1 |    | 3 unrest- W (W) | P++ C+ |
43             | 3 | 1974–1975 | red    | 3:3 |    | 3 tear W [NRW]; 1 unrest+ W [NRW] |  |
44             | 3 | 1970–1998 | red    | 1:3 |    | 4 unrest+ W <max 2> | P+ |
45             | 3 | 1973      | dual   | 2:2 |    | 2 unrest- E (E) | C- S+ |
46             | 3 | 1976      | red    | 2:2 |    | 1 standard+ E [East Berlin]; 1 up E [East Berlin]; 1 down E | S+ |
47             | 3 | 1974      | red    | 2:2 |    | 1 standard+ E; 1 unrest- E | P+ |
48             | 3 | 1972      | dual   | 1:1 | F  | 1 unrest+ E | C-- S++ |
49             | 3 | 1970–1976 | red    | 2:2 |    | 1 unrest- E; 1 police-red E |  |
50             | 3 | 1974      | red    | 1:1 |    | 1 unrest+ W; 1 guillaume E | P+ |
51             | 3 | 1970–1983 | dual   | 1:1 |    | 1 police-pink E | P-- S+ |
52             | 3 | 1974      | red    | 2:2 | F  | 1 tear W; 1 unrest+ W | P+ |
53             | 3 | 1972–1989 | red    | 1:1 |    |  | C++ |
54             | 3 | 1973      | red    | 1:3 |    | 4 tear W |  |
55             | 3 | 1970      | yellow | 2:2 |    | 1 unrest+ W | P-- |
56             | 3 | 1974–1979 | yellow | 3:1 |    | 2 build W | C- S- |
57             | 3 | 1976      | yellow | 3:1 |    | 2 unrest+ E | S-- |
58             | 3 | 1976      | yellow | 2:2 |    | 1 unrest+ E | S-- |
59             | 3 | 1977      | yellow | 2:2 |    | 2 unrest+ E [East Berlin] | S- |
60             | 3 | 1972      | yellow | 3:1 | F  | 1 standard+alone W [Bayern]; 1 unrest+ W [Bayern] | P-- |
61             | 4 | 1980–1989 | dual   | 1:1 | F  | 2 unrest+ W (E); 2 unrest+ E (W) |  |
62             | 4 | 1981–1989 | dual   | 1:1 | F  | 2 unrest+ W (E) [not West Berlin]; 2 unrest+ E (W) |  |
63             | 4 | 1983–1987 | red    | 1:3 |    | 3 tear W [Niedersachsen/Hamburg] |  |
64             | 4 | 1983      | red    | 1:1 |    | 2 unrest- W (W); 1 unrest- E | C++ |
65             | 4 | 1987      | red    | 3:3 |    | 1 unrest- W (W); 2 unrest- E | S+ |
66             | 4 | 1987      | red    | 2:2 |    | 2 unrest> E; 1 police-pink E | S- |
67             | 4 | 1985      | red    | 2:2 |    | 1 standard+ E [Sachsen]; 1 unrest- E | P+ |
68             | 4 | 1981–1987 | red    | 2:2 |    | 1 unrest+ W [Bayern]; 2 unrest+ W [not West Berlin] | P+ |
69             | 4 | 1982–1987 | red    | 1:1 |    | 1 unrest+ W |  |
70             | 4 | 1988      | yellow | 2:2 |    | 3 build W | P- |
71             | 4 | 1980–1989 | yellow | 2:2 |    | 1 unrest+ E | C- S- |
72             | 4 | 1982      | yellow | 4:1 |    | 2 tear E | C-- |
73             | 4 | 1981–1983 | yellow | 4:1 |    | 1 stop E [Polska] | S-- |
74             | 4 | 1986      | yellow | 3:1 |    | 2 unrest+ E | S- |
75             | 4 | 1988      | yellow | 1:1 | F  |  | S- |
76             | 4 | 1984      | yellow | 2:2 |    | 1 build W; 1 unrest- W | P- |
77             | 4 | 1989      | yellow | 2:2 |    | 1 unrest+ E [Sachsen]; 2 unrest> E | S-- |
78             | 4 | 1989      | yellow | 1:1 | F  | 2 unrest> E | S- |
79             | 4 | 1983      | yellow | 2:2 |    | 1 standard+ W; 1 unrest- W | C-- |
80             | 4 | 1989      | yellow | 3:1 |    | 2 tear E; 1 unrest+ E | P- |
I              | 1 | 1953      | red    |     | FF | 2 calm E; 2 unrest- E | P- S+ |
II             | 2 | 1961      | red    |     |    | 1 wall-up E |  | 1 tear E (E) / P-
III            | 3 | 1971      | red    |     |    | 2 standard+ E | C-- S++ |
IV-round-table | 4 | 1989      | red    |     |    | 1 no-stasi E; 1 calm E (W) | C- |
IV-wall-falls  | 4 | 1989      | red    |     | F  | 1 wall-down E; 1 no-stasi E; 1 unrest- E | P+ S++ |
"""

SIGNS = {
    "build": "build",
    "dismantle": "tear",
    "place_unrest": "unrest+",
    "remove_unrest": "unrest-",
    "move_unrest": "unrest>",
    "calm_protest": "calm",
    "place_living_standard": "standard+",
    "place_living_standard_only": "standard+alone",
    "remove_living_standard": "standard-",
    "run_down": "down",
    "repair": "up",
    "stop_factory": "stop",
    "police_red": "police-red",
    "police_pink": "police-pink",
    "dissolve_stasi": "no-stasi",
    "build_wall": "wall-up",
    "open_wall": "wall-down",
    "guillaume": "guillaume",
}
PLACES = {
    "west-germany": "not West Berlin",
    "niedersachsen-hamburg": "Niedersachsen/Hamburg",
    "rheinsberg": "Rheinsberg",
    "polska": "Polska",
    "cssr": "ČSSR",
    "west-berlin": "West Berlin",
    "east-berlin": "East Berlin",
    "nordrhein-westfalen": "NRW",
    "rheinland-pfalz": "Rheinland-Pfalz",
    "bayern": "Bayern",
    "sachsen": "Sachsen",
}


def printed_rows() -> dict[str, list[str]]:
    """The table by card, each row as its cells."""
    rows = [[cell.strip() for cell in line.split("|")] for line in PRINTED.strip().splitlines()]
    return {row[0]: row[1:] for row in rows}


def read_off(card: Card) -> list[str]:
    """A card of the catalogue in the table's notation."""
    each_icons, each_arrows = card.each_decade_end
    each = f"{_rows(each_icons)} / {_arrows(each_arrows)}" if each_icons or each_arrows else ""
    values = {side.value: points for side, points in card.values.items()}
    points = f"{values['west']}:{values['east']}" if values else ""
    icons, arrows = _rows(card.icons), _arrows(card.arrows)
    return [str(card.decade), card.years, card.colour, points, "F" * card.flight, icons, arrows, each]


def _rows(icons: tuple[Icon, ...]) -> str:
    return "; ".join(map(_row, icons))


def _row(icon: Icon) -> str:
    text = f"{icon.count} {SIGNS[icon.kind]} {icon.state.value[0].upper()}"
    if icon.by:
        text += f" ({icon.by.value[0].upper()})"
    if icon.place:
        text += f" [{PLACES[icon.place]}]"
    if icon.per_province:
        text += f" <max {icon.per_province}>"
    return text


def _arrows(arrows: Mapping[str, int]) -> str:
    return " ".join(track[0].upper() + ("+" if n > 0 else "-") * abs(n) for track, n in arrows.items())
