"""Output for any console: what it cannot show becomes readable ASCII, and colour only where it is wanted."""

from __future__ import annotations

import codecs
import errno
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

from wsdv_tools.visible import on_terminal

# How a character is written where the console has none for it.
_ONE_FOR_ONE = zip("–—−‑×·“”„«»‘’‚øłŁ│─┌┐└┘├┤┬┴┼●○■□▲▼✓¿¡", '----x*"""""\'\'\'olL|-+++++++++*o#.^vx?!', strict=True)
READABLE = {
    **dict(_ONE_FOR_ONE),
    "…": "...",
    "→": "->",
    "←": "<-",
    "≥": ">=",
    "≤": "<=",
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ß": "ss",
}
_OF_A_FILE = re.compile(r"\s*\d* \|")
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_BLANKS = "\u00a0\u2009\u202f"


def readable(text: str) -> str:
    """The text in ASCII.

    >>> readable("Thüringen – 3 → 4 … Solidarność")
    'Thueringen - 3 -> 4 ... Solidarnosc'
    """
    return "".join(c if c.isascii() else _ascii(c) for c in text)


def _ascii(character: str) -> str:
    if character in _BLANKS:
        return " "
    if character in READABLE:
        return READABLE[character]
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return readable(error.object[error.start : error.end]), error.end


class Shown:
    """A stream for people: nothing in a text can control the terminal, wherever it came from.

    If the reader has gone or the disk is full, the command goes on silently, and `trouble` says why.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self.plain: TextIO = stream or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        self.trouble: OSError | None = None
        self._is_closed = stream is None
        self._spelt: Callable[[str], str] = on_terminal

    def write(self, text: str) -> int:
        if self._is_closed:
            self.trouble = OSError(errno.EBADF, os.strerror(errno.EBADF))
        if not self.trouble:
            self._try(lambda: self.plain.write(self._spelt(text)))
        return len(text)

    def flush(self) -> None:
        if not self.trouble:
            self._try(self.plain.flush)

    def _try(self, do: Callable[[], object]) -> None:
        try:
            do()
        except OSError as error:
            self.trouble = error
            with suppress(OSError, ValueError):  # what still waits to be written must not fail a second time
                os.dup2(os.open(os.devnull, os.O_WRONLY), self.plain.fileno())

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def take_data(self) -> None:
        """From here on write everything as it is, for other programs."""
        self._spelt = str

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plain, name)


@contextmanager
def shown() -> Iterator[None]:
    """Everything printed inside is text for people."""
    before = sys.stdin, sys.stdout, sys.stderr
    _prepare()
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout, sys.stderr = (cast("TextIO", Shown(each and plain(each))) for each in before[1:])
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def output_trouble() -> OSError | None:
    """Why not all of what was printed has arrived."""
    sys.stdout.flush()
    sys.stderr.flush()
    return sys.stdout.trouble if isinstance(sys.stdout, Shown) else None


def plain(stream: TextIO) -> TextIO:
    """The stream itself: for a progress bar, which moves the cursor, and for data that other programs read."""
    return stream.plain if isinstance(stream, Shown) else stream


def data_stream() -> TextIO:
    """Standard output for data: as it is in a file or a pipe, shown on a terminal."""
    if isinstance(sys.stdout, Shown) and not sys.stdout.isatty():
        sys.stdout.take_data()
    return sys.stdout


def _prepare() -> None:
    """Make standard output and error take any text."""
    codecs.register_error("wsdv-readable", _replace)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="wsdv-readable")
    if os.name == "nt" and sys.stdout and wants_colour(sys.stdout):
        import colorama

        colorama.just_fix_windows_console()


def spelling(stream: TextIO) -> Callable[[str], str]:
    """How to write what is put in columns: a console without umlauts shows two letters for one."""
    try:
        "ü".encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return readable
    return str


def wants_colour(stream: TextIO) -> bool:
    """On a terminal, unless NO_COLOR says otherwise."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def on_screen(text: str, stream: TextIO | None = None) -> str:
    """The text in lines that a terminal does not have to break inside a word; elsewhere as it is."""
    if not (stream or sys.stdout).isatty():
        return text
    import shutil

    width = shutil.get_terminal_size().columns
    return "\n".join(part for line in text.split("\n") for part in _fitted(line, width))


def _fitted(line: str, width: int) -> list[str]:
    """A sentence is broken between words; a line of a file, which follows a bar, stays whole."""
    bare = _COLOURS.sub("", line)
    if len(bare) <= width or _OF_A_FILE.match(bare):
        return [line]
    import textwrap

    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
