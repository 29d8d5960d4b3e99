"""The board once more, as a person reads it off: provinces, every city with the cities it is joined to, tracks, pieces.

Written separately from `data/map.yaml`, `tracks.yaml` and `setup.yaml`, and the other way round where that can be done:
here each connection is read from both of its ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wsdv_tools.facts import Catalogue, City, Province

# Code | name | state | unrest at the start | sector it supplies | neighbours across the border.
PROVINCES = """
SH | Schleswig-Holstein         | west | 3 |          | MV
NI | Niedersachsen              | west | 3 |          | MV BB ST
NW | Nordrhein-Westfalen        | west | 2 | british  |
HE | Hessen                     | west | 3 |          | ST TH
RP | Rheinland-Pfalz            | west | 2 | french   |
BW | Baden-Württemberg          | west | 2 | american |
BY | Bayern                     | west | 3 |          | SN TH
WB | Berlin (West)              | west | 3 |          | BB EB
MV | Mecklenburg-Vorpommern     | east | 3 |          | SH NI
BB | Brandenburg                | east | 3 |          | NI WB
EB | Berlin – Hauptstadt der DDR| east | 3 |          | WB
ST | Sachsen-Anhalt             | east | 3 |          | NI HE
SN | Sachsen                    | east | 3 |          | BY
TH | Thüringen                  | east | 3 |          | HE BY
"""

# Province or provinces or country, city (* a factory is there at the start): its connections (=2 for two lines).
CITIES = """
SH     flensburg: kiel, hamburg=2
SH     kiel: flensburg, hamburg
NI+SH  hamburg*: flensburg=2, kiel, bremen, hannover=2, wolfsburg
NI     bremen: hamburg, duisburg=2, bielefeld
NI     hannover: hamburg=2, bielefeld, wolfsburg
NI     wolfsburg: hamburg, hannover, kassel
NW     bielefeld: bremen, hannover, dortmund
NW     duisburg: bremen=2, dortmund, koeln
NW     dortmund*: bielefeld, duisburg, koeln, kassel
NW     koeln: duisburg, dortmund, frankfurt, koblenz
HE     kassel: wolfsburg, dortmund, giessen
HE     giessen: kassel, frankfurt
HE     fulda: frankfurt, bayreuth=2, nuernberg
HE     frankfurt: koeln, giessen, fulda, koblenz, mannheim
RP     koblenz: koeln, frankfurt, saarbruecken
RP     saarbruecken: koblenz, kaiserslautern
RP     kaiserslautern: saarbruecken, mannheim, stuttgart
BW     mannheim: frankfurt, kaiserslautern, heilbronn, stuttgart
BW     heilbronn: mannheim, stuttgart, nuernberg, muenchen
BW     stuttgart: kaiserslautern, mannheim, heilbronn, ulm, muenchen
BW     ulm: stuttgart, muenchen
BY     bayreuth: fulda=2, nuernberg, ingolstadt
BY     nuernberg: fulda, heilbronn, bayreuth, ingolstadt, muenchen
BY     ingolstadt: bayreuth, nuernberg, muenchen
BY     muenchen: heilbronn, stuttgart, ulm, nuernberg, ingolstadt
MV     rostock: neubrandenburg, magdeburg=2
MV     neubrandenburg: rostock, schwedt, polska-nord
BB     schwedt: neubrandenburg, berlin, polska-nord, polska-sued
BB     rheinsberg:
EB     berlin*: schwedt, cottbus, magdeburg, bitterfeld=2, polska-sued
BB     cottbus: berlin, dresden, cssr-ost
ST     magdeburg: rostock=2, berlin, eisenach=2, bitterfeld
ST     bitterfeld*: berlin=2, magdeburg, leipzig, eisenach, jena
SN     leipzig: bitterfeld, dresden, jena=2
SN     dresden: cottbus, leipzig, karl-marx-stadt, cssr-ost
SN     karl-marx-stadt: dresden, jena, cssr-west
TH     eisenach: magdeburg=2, bitterfeld, jena
TH     jena: bitterfeld, leipzig=2, karl-marx-stadt, eisenach, cssr-west
polska polska-nord: neubrandenburg, schwedt
polska polska-sued: schwedt, berlin
cssr   cssr-ost: cottbus, dresden
cssr   cssr-west: karl-marx-stadt, jena
"""

# Space: icons of the prestige track, all for East; currency; socialists.
SPACES = """
-6: standard- unrest+ tear | -6 | -4
-5: standard- unrest+ | -5 | -3
-4: tear unrest+ | -4 | -2
-3: unrest+ | -3 | -2
-2: down | -2 | -1
-1: down | -1 | -1
0: | 0 | 0
1: build | 1 | 1
2: unrest- | 2 | 1
3: build unrest- | 3 | 2
4: standard+ | 4 | 2
5: standard+ unrest- | 5 | 3
6: standard+ unrest- build | 6 | 4
"""

# What a side does if its arrow cannot move the marker: one of these.
ENDS = """
prestige west: unrest- W, unrest+ E
prestige east: unrest- E, unrest+ W
currency west: unrest+ E
currency east: unrest- E
socialists west: unrest+ E
socialists east: unrest- E
"""

# The flight track goes from 0 to 20, two steps a point; the pieces as the rulebook lists them.
BOX = """
flight 21 2
unrest 50, living standards 35, socialists 12, infrastructure 70, mass protests 10
factories: east 11, external 4, rheinsberg 1, rundown 12, west 24
start: hamburg dortmund berlin bitterfeld, 1 socialist
sectors: french british american
"""


def read_off_provinces(catalogue: Catalogue) -> list[str]:
    return [_province(province) for province in catalogue.provinces.values()]


def _province(province: Province) -> str:
    neighbours = " ".join(other.code for other in province.neighbours)
    cells = (
        province.code,
        province.name,
        province.state.value,
        province.setup_unrest,
        province.sector or "",
        neighbours,
    )
    return "|".join(str(cell) for cell in cells)


def read_off_cities(catalogue: Catalogue) -> list[str]:
    return [_city(city) for city in catalogue.cities.values()]


def _city(city: City) -> str:
    home = city.external or "+".join(province.code for province in city.provinces)
    joined = [
        other.id + ("=2" if connection.lines == 2 else "" if connection.lines == 1 else "=?")
        for connection in city.connections
        for other in connection.cities
        if other is not city
    ]
    return f"{home} {city.id}{'*' if city.is_setup else ''}: {', '.join(joined)}".strip()


def read_off_tracks(catalogue: Catalogue, signs: dict[str, str]) -> list[str]:
    tracks = catalogue.tracks
    lines = []
    for space, icons in tracks.prestige.items():
        shown = " ".join(signs[icon.kind] + ("" if icon.state.value == "east" else "(W)") for icon in icons)
        lines.append(f"{space}: {shown}".rstrip() + f"|{tracks.currency[space]}|{tracks.socialists[space]}")
    return lines


def read_off_ends(catalogue: Catalogue, signs: dict[str, str]) -> list[str]:
    return [
        f"{track} {side.value}: "
        + ", ".join(f"{signs[icon.kind]} {icon.state.value[0].upper()}" for icon in bonus.icons)
        for (track, side), bonus in catalogue.tracks.overflow.items()
    ]


def read_off_box(catalogue: Catalogue) -> list[str]:
    box, flight, start = catalogue.pieces, catalogue.flight, catalogue.setup
    factories = ", ".join(f"{kind} {count}" for kind, count in sorted(box.factories.items()))
    plain = f"unrest {box.unrest}, living standards {box.living_standard}, socialists {box.socialists}"
    return [
        f"flight {flight.spaces} {flight.steps_per_point}",
        f"{plain}, infrastructure {box.infrastructure}, mass protests {box.mass_protest}",
        f"factories: {factories}",
        f"start: {' '.join(city.id for city in start.factories)}, {start.cadre} socialist",
        f"sectors: {' '.join(catalogue.sectors)}",
    ]


def squeezed(table: str) -> list[str]:
    """A table's lines without the blanks that only align it."""
    lines = []
    for line in table.strip().splitlines():
        cells = [" ".join(cell.split()) for cell in line.split("|")]
        lines.append("|".join(cells))
    return lines
