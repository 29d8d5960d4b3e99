"""Cases as data: the files of `tests/cases/`, and what the suite as a whole says in `suite.yaml`."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import Unreadable
from wsdv_tools.sources.schema import check_schema
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FOLDER = "tests/cases"
FILE = "suite.yaml"  # the one file of the folder that holds no cases


@dataclass(frozen=True)
class Gap:
    """A rule that no case shows to say yes (`accepted`), or no (`refused`), or at all (`both`), and why."""

    side: str
    why: str


@dataclass(frozen=True)
class Suite:
    """What is in `suite.yaml`."""

    version: str
    rulings: str
    gaps: Mapping[str, Gap]


def read_suite(folder: Path | None = None) -> Suite:
    """The suite of a folder; what is not as the schema asks is raised."""
    value = _read((folder or shipped(FOLDER)) / FILE, "suite")
    return Suite(value["version"], value["rulings"], {rule: Gap(**gap) for rule, gap in value["gaps"].items()})


def _read(path: Path, kind: str) -> Any:
    document = read_yaml(path)
    findings = check_schema(document, kind)
    if findings:
        raise Unreadable(findings)
    return document.value


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
    paths = [path for path in sorted((folder or shipped(FOLDER)).glob("*.yaml")) if path.name != FILE]
    return [_case(entry, path.name) for path in paths for entry in _read(path, "case")["cases"]]


@cache
def published() -> tuple[Case, ...]:
    """The cases that are shipped, read once: reading them takes a second."""
    return tuple(read_cases())


def _case(entry: Mapping[str, Any], file: str) -> Case:
    lists = {key: tuple(entry[key]) for key in ("also", "rulings", "boundary") if isinstance(entry.get(key), list)}
    return Case(**{**entry, **lists, "file": file, "phases": _phases(entry.get("phases", []))})


def _phases(given: int | list[int]) -> tuple[int, ...]:
    """One phase, or from one to another."""
    if isinstance(given, int):
        return (given,)
    return tuple(range(given[0], given[1] + 1)) if given else ()
