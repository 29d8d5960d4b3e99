"""The suite as a whole: its version, the rulings it was made for, and what it leaves out with a reason."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

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
    document = read_yaml((folder or shipped(FOLDER)) / FILE)
    findings = check_schema(document, "suite")
    if findings:
        raise Unreadable(findings)
    value = document.value
    return Suite(value["version"], value["rulings"], {rule: Gap(**gap) for rule, gap in value["gaps"].items()})


def fingerprint(data: Path) -> str:
    """Of all that the rulings of a data folder decide: their ids and options, the first of which applies."""
    rulings = read_yaml(data / "rulings.yaml").value["rulings"]
    decided = [f"{ruling['id']}{letter}: {text}" for ruling in rulings for letter, text in ruling["options"].items()]
    return hashlib.sha256("\n".join(decided).encode()).hexdigest()[:12]
