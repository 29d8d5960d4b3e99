"""Every code a finding can have, with its severity, by the room that reports it.

The list is public: `docs/findings.md` is made from it, and a test fails when a code has no sentence.
"""

from __future__ import annotations

READING = {
    "cannot-open": "error",
    "unknown-language": "error",
    "too-large": "error",
    "too-many-entries": "error",
    "too-deep": "error",
    "not-utf8": "error",
    "nul-byte": "error",
    "control-character": "error",
    "empty-file": "error",
    "several-documents": "error",
    "yaml-syntax": "error",
    "yaml-colon": "error",
    "yaml-no-blank": "error",
    "yaml-no-colon": "error",
    "yaml-sign": "error",
    "yaml-quote": "error",
    "yaml-tab": "error",
    "yaml-bracket": "error",
    "yaml-indentation": "error",
    "yaml-key": "error",
    "yaml-alias": "error",
    "yaml-anchor": "error",
    "yaml-tag": "error",
    "duplicate-key": "error",
    "cut-text": "warning",
}

# Laying out what is printed; `fit` and `glyph` come from the same call that draws.
PRINTING = {
    "fit": "error",
    "fit-shrunk": "warning",
    "glyph": "error",
    "sheet-too-small": "error",
    "unknown-print-card": "error",
    "unknown-sheet": "error",
}

SCHEMAS = {
    "unknown-kind-of-file": "error",
    "unknown-key": "error",
    "missing-key": "error",
    "misspelt-key": "error",
    "wrong-key": "error",
    "wrong-value": "error",
    "empty-value": "error",
    "repeated-entry": "error",
}

# What schemas cannot see: facts/checks.py.
DATA = {
    "duplicate-id": "error",
    "unknown-id": "error",
    "ambiguous-name": "error",
    "unknown-placeholder": "error",
    "not-drawn": "error",
    "neighbour-not-mutual": "error",
    "neighbour-in-same-state": "error",
    "city-without-home": "error",
    "connection-twice": "error",
    "connection-between-states": "error",
    "wrong-sum-of-lines": "error",
    "wrong-setup-unrest": "error",
    "setup-factory-differs": "error",
    "sector-without-supplier": "error",
    "wrong-number-of-cards": "error",
    "wrong-special-card": "error",
    "card-in-wrong-decade": "error",
    "card-value-or-special": "error",
    "colour-against-almanac": "error",
    "icon-not-of-this-state": "error",
    "icon-place-unfit": "error",
    "icon-by-without-effect": "error",
    "icon-limit-without-effect": "error",
    "track-uneven": "error",
}

AREAS: dict[str, dict[str, str]] = {"reading": READING, "schemas": SCHEMAS, "data": DATA, "printing": PRINTING}
CODES: dict[str, str] = {code: severity for area in AREAS.values() for code, severity in area.items()}

# Files that could not be read as text or YAML at all: exit code 2.
UNREADABLE = frozenset(READING) - {"duplicate-key", "cut-text"}
