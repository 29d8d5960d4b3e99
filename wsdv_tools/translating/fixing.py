"""Applies the fixes that are safe: blanks, quotes and words typed twice. Nothing else in a file changes."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from wsdv_tools.translating.checks import SAFE_TO_FIX
from wsdv_tools.translating.files import read_text, write_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wsdv_tools.findings import Finding

_LINE_END = re.compile("\r\n|\r|\n")


def apply_fixes(findings: Iterable[Finding]) -> list[Finding]:
    """Fix what can be fixed, file by file, and give the findings that were fixed."""
    by_file: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        fix = finding.fixes[0] if finding.fixes else None
        if finding.code in SAFE_TO_FIX and fix and fix.place and fix.replacement is not None:
            by_file[fix.place.file].append(finding)
    done: list[Finding] = []
    for file, several in by_file.items():
        text, has_bom = read_text(Path(file))
        fixed, applied = _fixed(text, several)
        write_text(Path(file), fixed, has_bom)
        done += applied
    return done


def _fixed(text: str, findings: list[Finding]) -> tuple[str, list[Finding]]:
    """The text with all fixes made that do not overlap; the others wait for the next time."""
    starts = [0, *(found.end() for found in _LINE_END.finditer(text))]
    changes = []
    for finding in findings:
        fix = finding.fixes[0]
        if fix.place and fix.replacement is not None:
            start = starts[fix.place.line - 1] + fix.place.column - 1
            width = fix.place.end_column - fix.place.column
            changes.append((start, start + width, fix.replacement, finding))
    applied: list[Finding] = []
    pieces, at = [], 0
    for start, end, replacement, finding in sorted(changes, key=lambda change: change[:2]):
        if start >= at:
            pieces += [text[at:start], replacement]
            at = end
            applied.append(finding)
    return "".join([*pieces, text[at:]]), applied
