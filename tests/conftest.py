"""Lets the tests import the tables that lie beside them, and what fuzzes, mutates and measures the program."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
