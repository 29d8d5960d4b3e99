"""Which of many parameters every run tries; `make thorough` tries the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def only(quick: Iterable[Any], many: Iterable[Any]) -> list[Any]:
    """All parameters; those that are not `quick` are thorough."""
    chosen = list(quick)
    return [one if one in chosen else _thorough(one) for one in many]


def _thorough(one: Any) -> Any:
    return pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=pytest.mark.thorough)
