"""`wsdv serve`: the page at the table, for this computer or for all phones in the same Wi-Fi."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from wsdv_tools.cli.console import plain, spelling, wants_colour
from wsdv_tools.cli.session import USAGE, Session, session_options
from wsdv_tools.cli.usage import Command, Number

if TYPE_CHECKING:
    from socket import socket

    from wsdv_tools.web.server import Server

_QR_COLOURS = "\x1b[97;40m{}\x1b[0m"  # light on dark, whatever the terminal's own colours are


port_option = click.option("--port", type=Number(0, 65535), metavar="N", help="option.port")
browser_option = click.option("--no-browser", is_flag=True, help="option.no-browser")


@click.command("serve", cls=Command)
@click.option("--lan", is_flag=True)
@port_option
@click.option("--folder", metavar="DIR", default=".", show_default=True)
@browser_option
@session_options
def command(session: Session, lan: bool, port: int | None, folder: str, no_browser: bool) -> int:
    """The page at the table."""
    return open_page(session, Path(folder), lan, port, not no_browser)


def open_page(
    session: Session, folder: Path, lan: bool = False, port: int | None = None, browser: bool = True, table: str = ""
) -> int:
    """Serve a folder until somebody stops it; the page begins with a `table`, if one is named."""
    from wsdv_tools.web.joining import link, own_address
    from wsdv_tools.web.running import serve
    from wsdv_tools.web.server import Server

    if not folder.is_dir():
        session.warn("type.no-folder", folder=str(folder))
        return USAGE
    bound = listen(session, lan, port)
    number = bound.getsockname()[1]
    folder = folder.resolve()
    os.chdir(folder)  # `set FILE` in a record that is sent means a position of this folder, and of no other
    server = Server(folder, session.language.code)
    if table:
        _look_for(session, server, table)
    here = link("127.0.0.1", number, server.service.seats.secret) + (f"/t/{quote(table)}" if table else "")
    session.say("serve.open", address=here)
    if lan:
        server.address = link(own_address(), number, server.service.seats.secret)
        session.say("serve.join", address=server.address)
        _print_qr(server.address)
    session.say("serve.folder", folder=str(folder))
    show(here, browser)
    serve(server, bound)
    return 0


def listen(session: Session, lan: bool, port: int | None) -> socket:
    """A socket that listens; if another program has the port, the command says so and ends."""
    from wsdv_tools.web.running import listening

    try:
        return listening(lan, port)
    except OSError:
        session.warn("serve.port-taken", port=port)
        raise click.exceptions.Exit(USAGE) from None


def show(address: str, browser: bool) -> None:
    """Open the browser, if it is wanted and possible; what was printed before must be visible by then."""
    sys.stdout.flush()
    if browser and has_screen():
        import webbrowser

        webbrowser.open(address)


def _look_for(session: Session, server: Server, table: str) -> None:
    """A name that is not a table is reported before anything is opened."""
    from wsdv_tools.web.desk import Refusal

    try:
        server.service.folder.table(table)
    except Refusal as refusal:
        print(refusal.as_data(session.language.code)["sentence"], file=sys.stderr)
        raise click.exceptions.Exit(USAGE) from None


def has_screen() -> bool:
    """Whether a browser would open a window: without a screen it would take this terminal."""
    named = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    return os.name == "nt" or sys.platform == "darwin" or named


def _print_qr(address: str) -> None:
    """Where the console has no blocks, only the address is shown."""
    from wsdv_tools.web.joining import qr_lines

    if spelling(sys.stdout)("█") != "█":
        return
    for line in qr_lines(address):
        plain(sys.stdout).write((_QR_COLOURS.format(line) if wants_colour(sys.stdout) else line) + "\n")
