"""Runs all benchmarks, or those named: `python -m benchmarks decade_end`."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module

import benchmarks


def main(names: list[str]) -> int:
    known = [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if not module.name.startswith("_")]
    worst = 0
    for name in names or known:
        print(f"{name}:")
        worst = max(worst, import_module(f"benchmarks.{name}").main())
        print()
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
