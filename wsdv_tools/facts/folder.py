"""A data folder as documents: reading all of its files, and checking them against schemas and each other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from wsdv_tools.sources.schema import check_schema
from wsdv_tools.sources.yaml_reader import Document, examine_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from wsdv_tools.findings import Finding

# Every file of the folder by the name of its schema, and the top-level key by which its content is recognised.
FILES = {
    "map": "map.yaml",
    "tracks": "tracks.yaml",
    "cards": "cards.yaml",
    "setup": "setup.yaml",
    "rules": "rules.yaml",
    "rulings": "rulings.yaml",
    "errata": "errata.yaml",
    "outlines": "outlines.json",
}
_TELLING_KEY = {"wsdv-position": "position", "language": "language", "cases": "case", "gaps": "suite"}  # alone
TELLING_KEYS = {
    "map": ("provinces", "connections"),
    "tracks": ("tracks",),
    "cards": ("cards", "almanac-colours"),
    "setup": ("pieces", "setup"),
    "rules": ("rules",),
    "rulings": ("rulings",),
    "errata": ("errata",),
    "outlines": ("about", "cities"),
}


def kind_of(value: Any) -> str | None:
    """Which schema a file's content is meant for, by its top-level keys.

    >>> kind_of({"language": {"code": "cs"}, "cards": {}})
    'language'
    """
    if not isinstance(value, dict):
        return None
    for key, kind in _TELLING_KEY.items():
        if key in value:
            return kind
    known = ((sum(key in value for key in keys) / len(keys), kind) for kind, keys in TELLING_KEYS.items())
    share, kind = max(known, key=lambda pair: pair[0])
    return kind if share else None


@dataclass(frozen=True)
class DataFolder:
    """The documents of a data folder that have the shape their schemas ask for; the rest is in `findings`."""

    documents: Mapping[str, Document]
    languages: Mapping[str, Document]
    findings: tuple[Finding, ...] = field(default=())

    @classmethod
    def read(cls, folder: Path, kinds: Iterable[str] = FILES) -> DataFolder:
        """Read every file and every language of the folder, and check it against its schema."""
        findings: list[Finding] = []
        documents: dict[str, Document] = {}
        for kind in kinds:
            document = read_checked(folder / FILES[kind], kind, findings)
            if document:
                documents[kind] = document
        languages: dict[str, Document] = {}
        for path in sorted((folder / "lang").glob("*.yaml")):
            document = read_checked(path, "language", findings)
            if document:
                languages[path.stem] = document
        return cls(documents, languages, tuple(findings))

    @property
    def is_complete(self) -> bool:
        return all(kind in self.documents for kind in FILES)

    def with_document(self, kind: str, document: Document) -> DataFolder:
        """The folder with one of its files, or one more language, taken from elsewhere."""
        if kind == "language":
            code = document.value["language"]["code"]
            return replace(self, languages={**self.languages, code: document}, findings=())
        return replace(self, documents={**self.documents, kind: document}, findings=())

    def value(self, kind: str) -> Any:
        return self.documents[kind].value


def read_checked(path: Path, kind: str, findings: list[Finding]) -> Document | None:
    """The document of a file, if it has the shape of its kind; all that is wrong with it goes to `findings`."""
    document, faults = examine_yaml(path)
    if document:
        faults = [*faults, *check_schema(document, kind)]
    findings.extend(faults)
    return None if any(fault.is_error for fault in faults) else document
