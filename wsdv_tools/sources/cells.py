"""Cells of a CSV file. A spreadsheet takes some texts for formulas and runs them; an apostrophe makes them text."""

from __future__ import annotations

import re

_FORMULA = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")


def guarded(cell: str) -> str:
    """
    >>> guarded("=1+1"), guarded("1+1")
    ("'=1+1", '1+1')
    """
    return f"'{cell}" if _FORMULA.match(cell) else cell


def unguarded(cell: str) -> str:
    """What :func:`guarded` was given."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
