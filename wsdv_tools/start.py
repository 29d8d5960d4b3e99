"""Where `wsdv` begins: Ctrl-C is answered before anything else is read."""

from __future__ import annotations

import os
import sys

from wsdv_tools.interrupts import INTERRUPTED, is_interrupt


def main() -> None:
    try:
        _keep_places()
        from wsdv_tools.cli import main as door

        door()
    except BaseException as error:
        if not is_interrupt(error):
            raise
        sys.exit(INTERRUPTED)


def _keep_places() -> None:
    """If a standard stream is closed, the next file opened would get its number, and everything that is printed."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
