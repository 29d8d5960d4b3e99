"""Somebody at a pseudo-terminal, for the tests of the dialogues."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

LONGEST_WAIT = 20.0
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>()][A-Z0-9]?|\r|\x07")
FRESH = "»"  # is where a prompt begins: the terminal is asked to mark what is pasted


class Player:
    """Somebody at a terminal of 80 × 24."""

    def __init__(self, folder: Path, command: str, *arguments: str, environment: dict[str, str] | None = None) -> None:
        self.leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        code = "import sys; from wsdv_tools.cli import main; main()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, command, *arguments],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            cwd=folder,
            env={**os.environ, "TERM": "xterm", "WSDV_LANG": "en", **(environment or {})},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(follower)
        self.seen = ""
        self._told = 0

    def is_asked(self, prompt: str) -> str:
        """Wait for a fresh prompt."""
        return self.sees(FRESH + prompt)

    def is_told(self) -> str:
        """Everything printed before the next prompt, which is still to be answered."""
        told = self.is_asked("")
        self._told -= len(FRESH)
        return told.removesuffix(FRESH)

    def sees(self, text: str) -> str:
        """Wait for a text; gives all that came before it since the last one."""
        until = time.monotonic() + LONGEST_WAIT
        while text not in self.seen[self._told :]:
            if time.monotonic() > until or not self._read():
                raise AssertionError(f"{text!r} does not come; instead:\n{self.seen[self._told :]}")
        end = self.seen.index(text, self._told) + len(text)
        told, self._told = self.seen[self._told : end], end
        return told

    def _read(self) -> bool:
        if not select.select([self.leader], [], [], 0.2)[0]:
            return self.process.poll() is None
        try:
            data = os.read(self.leader, 65536)
        except OSError:  # the other end is closed
            return False
        text = data.decode("utf-8", "replace").replace("\x1b[?2004h", FRESH)
        self.seen += _ESCAPES.sub("", text)
        return bool(data)

    def types(self, text: str) -> None:
        os.write(self.leader, f"{text}\r".encode())

    def answers(self, *pairs: tuple[str, str]) -> None:
        for prompt, text in pairs:
            self.is_asked(prompt)
            self.types(text)

    def ends(self) -> int:
        """Read to the end; gives the exit code."""
        until = time.monotonic() + LONGEST_WAIT
        while self._read() and time.monotonic() < until:
            pass
        return self.process.wait(LONGEST_WAIT)


Sit = Callable[..., Player]


@contextmanager
def seats(command: str) -> Iterator[Sit]:
    """Seat players before a command; any that are still there at the end are removed."""
    seated: list[Player] = []

    def seat(*arguments: object, environment: dict[str, str] | None = None) -> Player:
        folder, *rest = arguments
        player = Player(Path(str(folder)), command, *map(str, rest), environment=environment)
        seated.append(player)
        return player

    yield seat
    for player in seated:
        if player.process.poll() is None:
            player.process.kill()
            player.process.wait()
        os.close(player.leader)
