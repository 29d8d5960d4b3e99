"""Editions: the same drawing in full colour, with little ink, or in black only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml

EDITIONS = ("full", "low", "mono")


@cache
def template(name: str) -> Mapping[str, Any]:
    """A layout from `templates/`, as plain data."""
    value: Mapping[str, Any] = read_yaml(shipped("templates") / f"{name}.yaml").value
    return value


@dataclass(frozen=True, eq=False, slots=True)
class Palette:
    """One edition's colours by role; `schemes` say how a symbol's five roles are coloured."""

    edition: str
    colours: Mapping[str, str]
    schemes: Mapping[str, Mapping[str, str | None]]
    has_letters: bool  # letters mark the sides as well, because their colours are weak or absent

    @classmethod
    def load(cls, edition: str) -> Palette:
        return _palette(edition)

    def __getitem__(self, role: str) -> str:
        return self.colours[role]

    def get(self, role: str, other: str) -> str:
        """The colour of a role, or of another where the edition has none for it."""
        return self.colours.get(role, self.colours[other])


@cache
def _palette(edition: str) -> Palette:
    entry = template("palettes")["editions"][edition]
    colours: Mapping[str, str] = entry["colours"]

    def resolved(scheme: Mapping[str, str]) -> Mapping[str, str | None]:
        return MappingProxyType({role: None if name == "none" else colours[name] for role, name in scheme.items()})

    schemes = template("palettes")["schemes"] | entry.get("schemes", {})
    return Palette(
        edition=edition,
        colours=MappingProxyType(dict(colours)),
        schemes=MappingProxyType({name: resolved(scheme) for name, scheme in schemes.items()}),
        has_letters=entry["letters"],
    )
