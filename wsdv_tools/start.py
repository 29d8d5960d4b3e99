"""Where `wsdv` begins: Ctrl-C is answered before anything else is read."""

from __future__ import annotations

import os
import sys

INTERRUPTED = 130


def main() -> None:
    try:
        _keep_places()
        from wsdv_tools.cli import main as door

        door()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _keep_places() -> None:
    """Where a standard stream is closed, the next file that is opened would get its number, and all that is printed."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
