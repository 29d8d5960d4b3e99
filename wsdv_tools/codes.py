"""Every code a finding can have, with its severity, by the room that reports it.

The list is public: `docs/findings.md` is made from it, and a test fails when a code has no sentence.
"""

from __future__ import annotations

READING = {
    "cannot-open": "error",
    "too-large": "error",
    "not-utf8": "error",
    "nul-byte": "error",
    "yaml-syntax": "error",
    "too-deep": "error",
    "yaml-alias": "error",
    "yaml-tag": "error",
}

AREAS: dict[str, dict[str, str]] = {"reading": READING}
CODES: dict[str, str] = {code: severity for area in AREAS.values() for code, severity in area.items()}

# Files that could not be read as text or YAML at all: exit code 2.
UNREADABLE = frozenset(READING)
