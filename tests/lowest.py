"""The lowest version of every package that the program may run with, as constraints for pip.

`python tests/lowest.py > constraints.txt` needs nothing but Python; `make bounds` tests with them.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

EXTRAS = ("translate", "cut")
_BOUND = re.compile(r"([\w-]+)>=([\w.]+)")


def lowest(pyproject: Path) -> Iterator[str]:
    """`click==8.1.7` for `click>=8.1.7`; a package without a lower bound is an error of ours."""
    project = tomllib.loads(pyproject.read_text("utf-8"))["project"]
    needed = [*project["dependencies"], *(one for extra in EXTRAS for one in project["optional-dependencies"][extra])]
    for requirement in needed:
        found = _BOUND.match(requirement)
        if found is None:
            sys.exit(f"no lower bound: {requirement}")
        marker = requirement.partition(";")[2]
        yield f"{found[1]}=={found[2]}" + (f" ;{marker}" if marker else "")


if __name__ == "__main__" and "newest" not in sys.argv:  # for the newest there is nothing to hold back
    print("\n".join(lowest(Path(__file__).resolve().parent.parent / "pyproject.toml")))
