"""The address for other devices, and its picture: a phone's camera reads it."""

from __future__ import annotations

import socket
from io import BytesIO

import segno

_NOWHERE = ("192.0.2.1", 9)  # an address for examples: nothing is sent there


def own_address() -> str:
    """The address of this computer in its network; the loopback's where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_NOWHERE)
            return str(asking.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def link(host: str, port: int, secret: str) -> str:
    """The secret follows `#`: browsers keep that part to themselves."""
    return f"http://{host}:{port}/#{secret}"


def qr_svg(address: str) -> str:
    """The picture for a page."""
    drawn = BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(
        drawn, kind="svg", border=2, scale=4, xmldecl=False, nl=False, light="white", svgclass=None, lineclass=None
    )
    return drawn.getvalue().decode()


def qr_lines(address: str) -> list[str]:
    """The picture for a terminal that writes light on dark: two modules in a character."""
    code = segno.make(address, error="l", micro=False)
    rows = [[bool(module) for module in row] for row in code.matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    blocks = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(blocks[above, below] for above, below in zip(*pair, strict=True)) for pair in pairs]
