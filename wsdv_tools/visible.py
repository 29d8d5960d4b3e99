"""Text that only looks like text: characters that control a terminal, or reverse words, are shown instead."""

from __future__ import annotations

import re

# Control characters except tabs and line ends, those that change the direction of writing, halves of characters
# (a file's name that is no UTF-8), and the line ends that only some programs know.
_STEERING = re.compile(
    "\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
_LINE_END = re.compile("\r\n|\r|\n")
# The colours that this program uses itself: bold, the colours of findings, and back to plain.
_OWN_PAINT = re.compile("\x1b\\[(?:0|1|1;3[136])m")


def visible(text: str) -> str:
    r"""The text with every control character shown by its number; also in JSON that means the same character.

    >>> visible("\x1b]0;title\x07 stays text")
    '\\u001b]0;title\\u0007 stays text'
    """
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text) if _STEERING.search(text) else text


def one_line(text: str) -> str:
    r"""As :func:`visible`, and line ends, too: a quotation must not start a new line.

    >>> one_line("a\n::error::b")
    'a\\n::error::b'
    """
    return visible(_LINE_END.sub(r"\\n", text))


def on_terminal(text: str) -> str:
    """As :func:`visible`, but our own colours stay colours."""
    if "\x1b" not in text:
        return visible(text)
    paints = _OWN_PAINT.findall(text)
    plain = map(visible, _OWN_PAINT.split(text))
    return next(plain) + "".join(f"{paint}{piece}" for paint, piece in zip(paints, plain, strict=True))
