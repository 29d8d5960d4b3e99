"""Cases as data: reading the files of `tests/cases/`."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from wsdv_tools.conformance.suite import FILE, FOLDER
from wsdv_tools.findings import Unreadable
from wsdv_tools.sources.schema import check_schema
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@dataclass(frozen=True)
class Case:
    """One case. `rulings` names those it proves; a lettered one (`R9b`) is also the one it is played by."""

    id: str
    rule: str
    title: str
    why: str
    file: str
    expect: Mapping[str, Any]
    also: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    base: str = "empty"
    position: Mapping[str, Any] = field(default_factory=dict)
    phases: tuple[int, ...] = ()
    decisions: str = ""
    record: str | None = None
    boundary: bool | tuple[str, ...] = False

    @property
    def number(self) -> int:
        """Its running number among those of its rule."""
        return int(self.id.rpartition("/")[2])

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule the case proves."""
        return (self.rule, *self.also)

    @property
    def refusing(self) -> tuple[str, ...]:
        """Those of its rules that refuse something in it, or have no effect."""
        if isinstance(self.boundary, tuple):
            return self.boundary
        return self.rules if self.boundary or self.expect.get("findings") else ()

    @property
    def is_of_a_position(self) -> bool:
        """Whether it only asks what is wrong with a position."""
        return self.record is None and not self.phases and "computed" not in self.expect

    @property
    def chosen(self) -> tuple[str, ...]:
        """The alternatives it is played by."""
        return tuple(ruling for ruling in self.rulings if ruling[-1].isalpha())


def read_cases(folder: Path | None = None) -> list[Case]:
    """All cases of a folder, in the order of its files; what is not as the schema asks is raised."""
    cases: list[Case] = []
    for path in sorted((folder or shipped(FOLDER)).glob("*.yaml")):
        if path.name == FILE:
            continue
        document = read_yaml(path)
        findings = check_schema(document, "case")
        if findings:
            raise Unreadable(findings)
        cases.extend(_case(entry, path.name) for entry in document.value["cases"])
    return cases


@cache
def published() -> tuple[Case, ...]:
    """The cases that are shipped, read once: reading them takes a second."""
    return tuple(read_cases())


def _case(entry: Mapping[str, Any], file: str) -> Case:
    boundary = entry.get("boundary", False)
    return Case(
        id=entry["id"],
        rule=entry["rule"],
        title=entry["title"],
        why=entry["why"],
        file=file,
        expect=entry["expect"],
        also=tuple(entry.get("also", ())),
        rulings=tuple(entry.get("rulings", ())),
        base=entry.get("base", "empty"),
        position=entry.get("position", {}),
        phases=_phases(entry.get("phases", [])),
        decisions=entry.get("decisions", ""),
        record=entry.get("record"),
        boundary=tuple(boundary) if isinstance(boundary, list) else boundary,
    )


def _phases(given: int | list[int]) -> tuple[int, ...]:
    """One phase, or from one to another."""
    if isinstance(given, int):
        return (given,)
    return tuple(range(given[0], given[1] + 1)) if given else ()
