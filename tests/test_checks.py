"""The semantic checks: quiet on the shipped data, never at a loss, and no id can be changed unnoticed."""

from __future__ import annotations

import copy
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from wsdv_tools.facts import data_checks, reference_checks
from wsdv_tools.facts.data_checks import CHECKS, check_folder, run_checks
from wsdv_tools.facts.folder import FILES, DataFolder
from wsdv_tools.sources.schema import check_schema
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import Document

if TYPE_CHECKING:
    from collections.abc import Iterator

Path = tuple[str | int, ...]


@cache
def folder() -> DataFolder:
    return DataFolder.read(shipped("data"))


def test_shipped_data_passes() -> None:
    assert check_folder(shipped("data")) == []


def test_every_check_is_listed() -> None:
    written = {
        function
        for module in (data_checks, reference_checks)
        for name, function in vars(module).items()
        if getattr(function, "__annotations__", {}).get("return") == "Iterator[Finding]"
        and list(function.__annotations__) == ["data", "return"]
        and not name.startswith("_")
    }
    assert set(CHECKS) == written
    assert all(check.__doc__ for check in CHECKS)


def texts(value: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(value, dict | list):
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from texts(inner, (*path, step))
    elif isinstance(value, str):
        yield path


def samples(kind: str) -> list[Path]:
    """One path for each kind of place in a file: the first entry that has it."""
    shapes: dict[Path, Path] = {}
    for path in texts(folder().value(kind)):
        shapes.setdefault(tuple("*" if isinstance(step, int) else step for step in path), path)
    return [path for shape, path in shapes.items() if shape[0] not in ("about", "$schema")]


# Words that nothing refers to: only the tables of the printed game and the languages know them.
FREE = {"name", "title", "question", "a", "b", "why", "says", "right", "years", "emblem", "kind", "de", "hu", "es"}
FREE |= {"code", "where", "mass-protest-markers"}


@pytest.mark.parametrize("kind", [kind for kind in FILES if kind != "outlines"])
def test_no_id_changes_unnoticed(kind: str) -> None:
    original = folder().documents[kind]
    for path in samples(kind):
        value = copy.deepcopy(original.value)
        inner = value
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] += "x"
        document = Document(value, "changed.yaml", original.text, (), original._root)
        findings = check_schema(document, kind) or run_checks(folder().with_document(kind, document))
        assert findings or {path[-1], path[0]} & FREE, path


@pytest.mark.parametrize("kind", ["map", "cards", "setup", "tracks", "rules", "rulings", "errata"])
def test_checks_survive_a_file_cut_short(kind: str) -> None:
    """A list with its last entries missing has the right shape, and what refers to them finds nothing."""
    original = folder().documents[kind]
    for section, entries in original.value.items():
        if isinstance(entries, list) and len(entries) > 1:
            document = Document({**original.value, section: entries[:1]}, "cut.yaml", "", (), None)
            assert check_schema(document, kind) == []
            run_checks(folder().with_document(kind, document))
