"""The decade end once more, by hand: plain tables and texts, nothing of the rules core.

It recomputes figures from the printed rules and moves pieces as the reported steps say, so that the program's
numbers and positions can be compared with a second opinion.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from wsdv_tools.facts import Catalogue

CATALOGUE = Catalogue.load()
WEST = [p.id for p in CATALOGUE.provinces.values() if p.state == "west"]
EAST = [p.id for p in CATALOGUE.provinces.values() if p.state == "east"]
CODES = {p.code: p.id for p in CATALOGUE.provinces.values()}
INCOME = {-6: -4, -5: -3, -4: -2, -3: -2, -2: -1, -1: -1, 0: 0, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 4}  # socialists


class Board:
    """A position as counted pieces, from its plain form."""

    def __init__(self, plain: dict[str, Any]) -> None:
        self.decade = plain["decade"]
        self.tracks = {"prestige": 0, "currency": 0, "socialists": 0} | plain.get("tracks", {})
        self.wall = plain.get("wall", False)
        provinces = plain.get("provinces", {})
        self.unrest = Counter({p: inside.get("unrest", 0) for p, inside in provinces.items()})
        self.standard = Counter({p: inside.get("standard", 0) for p, inside in provinces.items()})
        self.placed = Counter({p: inside.get("socialists", 0) for p, inside in provinces.items()})
        self.sectors = Counter(provinces.get("west-berlin", {}).get("sectors", {}))
        self.cadre = plain.get("cadre", 0)
        self.factories = set(plain.get("factories", ()))
        self.rundown = set(plain.get("rundown", ()))
        self.lines = Counter(plain.get("infrastructure", {}))
        self.police = list(plain.get("police", ()))
        self.used = list(plain.get("police-used", ()))
        self.played = list(plain.get("played", ()))
        self.delivered = set(plain.get("delivered", ()))
        self.imported = Counter(plain.get("imported", {}))

    def pieces(self) -> dict[str, Any]:
        """Everything that can be compared, without zeros."""
        counted = ("unrest", "standard", "placed", "sectors", "lines", "imported")
        plain = ("decade", "wall", "cadre", "factories", "rundown", "police", "used", "played", "delivered", "tracks")
        return {name: +getattr(self, name) for name in counted} | {name: getattr(self, name) for name in plain}

    def standards(self, province: str) -> int:
        return sum(self.sectors.values()) if province == "west-berlin" else self.standard[province]

    def markers(self, province: str) -> int:
        return self.unrest[province] // 4 + self.imported[province]

    def value(self, city: str) -> int:
        base = (2 if city == "rheinsberg" else 1) - (city in self.rundown)
        working = 0
        for connection in CATALOGUE.cities[city].connections:
            ends = {end.id for end in connection.cities}
            working += ends <= self.factories and self.lines[connection.id] == connection.lines
        return base + working

    def export(self, province: str, hamburg: str) -> int | None:
        cities = [city.id for city in CATALOGUE.provinces[province].cities]
        cities += ["hamburg"] if hamburg == province else []
        return max((self.value(city) for city in cities if city in self.factories), default=None)

    def points(self) -> int:
        """East's, by the ruling R6."""
        cities = [city for p in EAST for city in CATALOGUE.provinces[p].cities if city.id in self.factories]
        factories = sum(1 for city in cities if city.id not in self.rundown) + ("rheinsberg" in self.factories)
        return factories + sum(n for id_, n in self.lines.items() if CATALOGUE.connections[id_].state == "east")

    # The figures of the phases.

    def flight(self) -> dict[str, int]:
        terms = {
            "icons": sum(CATALOGUE.cards[str(card)].flight for card in self.played),
            "west-best-standard": max(map(self.standards, WEST)),
            "red-police": sum(CATALOGUE.cards[str(card)].police == "red" for card in self.police),
            "east-protest": int(any(map(self.markers, EAST))),
            "east-worst-standard": min(map(self.standards, EAST)),
            "west-protest": int(any(map(self.markers, WEST))),
        }
        signs = (1, 1, 1, 1, -1, -1)
        steps = sum(sign * term for sign, term in zip(signs, terms.values(), strict=True))
        return terms | {"steps": min(max(steps, 0), 20)}

    def shortage(self, hamburg: str) -> int:
        worst = min(self.export(p, hamburg) or 0 for p in WEST if p != "west-berlin")
        values = [self.export(p, hamburg) for p in EAST]
        exporters = sum(value is not None and value >= worst for value in values)
        return max(0, sum(map(self.standards, EAST)) - int(self.tracks["currency"]) - exporters)

    def lost(self, hamburg: str, by_sectors: bool = False) -> dict[str, int]:
        """`by_sectors`: only suppliers whose sector has standards count (R11b)."""
        limits: dict[str, int | None] = {p: self.export(p, hamburg) or 0 for p in (*WEST, *EAST)}
        sector = {p: CATALOGUE.provinces[p].sector for p in self.delivered}
        delivered = [limits[p] or 0 for p in self.delivered if not by_sectors or self.sectors[sector[p]]]
        limits["west-berlin"] = min(delivered) if delivered else None
        kept = {p: self.standards(p) if limit is None else min(limit, self.standards(p)) for p, limit in limits.items()}
        return {p: self.standards(p) - number for p, number in kept.items() if self.standards(p) > number}

    def comparison(self) -> dict[str, int]:
        unrest: dict[str, int] = {}
        for side in (WEST, EAST):
            best = max(map(self.standards, side))
            unrest |= {p: best - self.standards(p) - (p != "west-berlin") for p in side}
        return {p: number for p, number in unrest.items() if number > 0}

    def usable(self, province: str) -> int:
        return max(0, self.standards(province) - self.markers(province))

    def figures(self, phase: int, hamburg: str, by_sectors: bool = False) -> dict[str, Any]:
        """Those of a phase that follow from the board; `by_sectors` as in `lost`."""
        protests = {side: sum(map(self.markers, of)) for side, of in (("west", WEST), ("east", EAST))}
        if phase == 1 and self.wall:
            return {"points": 1}
        by_phase: dict[int, Any] = {
            1: lambda: {"flight": self.flight(), "points": self.flight()["steps"] // 2},
            2: lambda: {"space": self.tracks["prestige"]},
            3: lambda: {"shortage": self.shortage(hamburg)},
            4: lambda: {"points": len(self.police)},
            5: lambda: {"lost": self.lost(hamburg, by_sectors)},
            6: lambda: {"unrest": self.comparison()},
            8: lambda: {"unused": len(self.police) - len(self.used)},
            9: lambda: {"change": INCOME[self.tracks["socialists"]], "cadre": self.cadre},
            10: lambda: {"protests": protests},
        }
        return by_phase[phase]() if phase in by_phase else {}

    # Moving pieces as a phase reports it.

    def take(self, phase: int, figures: dict[str, Any], steps: list[str]) -> None:
        if phase == 1 and self.wall and self.tracks["prestige"] > -6:
            self.tracks["prestige"] -= 1
        if phase == 5:
            self.standard.subtract({p: n for p, n in figures["lost"].items() if p != "west-berlin"})
        if phase in (6, 7):
            self.unrest.update(figures["unrest"])
        if phase == 9:
            self.cadre = max(0, self.cadre + figures["change"])
        for step in steps:
            self.step(phase, step)
        if phase == 1:
            self.played = []
        if phase == 8:
            self.used = []
        if phase == 10:
            self.decade += 1

    def step(self, phase: int, step: str) -> None:
        verb, name = re.fullmatch(r"(u\+|u-|s\+|s-|\+|-|down |import |release |)(.*)", step).groups()  # type: ignore[union-attr]
        if ">" in step or "=" in step or step == "none" or step.startswith("at "):
            return
        if phase == 9:
            self.socialist(CODES[name], leaves=verb == "-")
        elif phase == 8 or verb == "u-":
            self.unrest[CODES[name]] -= 1
        elif verb == "u+":
            self.unrest[CODES[name]] += 1
        elif verb == "s+":
            self.standard[CODES[name]] += 1
            self.unrest[CODES[name]] -= self.unrest[CODES[name]] > 0
        elif verb == "s-":
            self.standard[CODES[name]] -= 1
        elif verb in ("import ", "release "):
            self.imported[CODES[name]] += 1 if verb == "import " else -1
        elif phase == 5:
            self.sectors[name] -= 1
        else:
            self.build(verb, name)

    def socialist(self, province: str, leaves: bool) -> None:
        change = -1 if leaves else 1
        self.placed[province] += change
        self.unrest[province] -= change
        self.cadre -= not leaves

    def build(self, verb: str, name: str) -> None:
        if name in CATALOGUE.connections:
            self.lines[name] += 1 if verb == "+" else -1
        elif verb == "+":
            self.factories.add(name)
        elif verb in ("", "down ") or (name == "rheinsberg" and name not in self.rundown):
            self.rundown.add(name)
        else:
            self.factories.discard(name)
            self.rundown.discard(name)
