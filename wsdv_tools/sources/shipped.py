"""Finds the files that ship with the program.

They lie at the root of the repository and, in a wheel, in `wsdv_tools/shipped/` (see pyproject.toml).
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped(folder: str) -> Path:
    """The folder `data`, `schemas`, `templates`, `examples` or `tests/cases`, wherever it was installed."""
    inside = _PACKAGE / "shipped" / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder


def is_installed(path: Path) -> bool:
    """Whether a file is part of an installed program, which nobody should write to.

    >>> is_installed(shipped("data") / "cards.yaml") == (shipped("data").parent.name == "shipped")
    True
    """
    return path.resolve().is_relative_to(_PACKAGE)
