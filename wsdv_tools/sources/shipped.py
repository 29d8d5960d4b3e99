"""Finds the files that ship with the program.

They lie at the root of the repository and, in a wheel, in `wsdv_tools/shipped/` (see pyproject.toml).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def shipped_name(*parts: str) -> str:
    """The name of a file or folder that ships; importing `Path` would take longer than `wsdv --help`."""
    inside = os.path.join(_PACKAGE, "shipped")
    return os.path.join(inside if os.path.isdir(inside) else os.path.dirname(_PACKAGE), *parts)


def shipped(folder: str) -> Path:
    """The folder `data`, `schemas`, `templates`, `examples` or `tests/cases`, wherever it was installed."""
    from pathlib import Path

    return Path(shipped_name(folder))


def is_installed(path: Path) -> bool:
    """Whether a file is part of an installed program, which nobody should write to.

    >>> is_installed(shipped("data") / "cards.yaml") == (shipped("data").parent.name == "shipped")
    True
    """
    return path.resolve().is_relative_to(_PACKAGE)
