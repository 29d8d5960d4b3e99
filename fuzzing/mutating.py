"""Damages a text as people and programs do: words and lines replaced, dropped, doubled, swapped; odd characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from random import Random

_TOKEN = re.compile(r"[^\W\d_]+|\d+|\s+|.", re.DOTALL)
_NUMBER = re.compile(r"\d+")
_ODD = ("\u2028", "\u0085", "\r", "\r\n", "\t", "\0", "\ufeff", "\u00a0", "\u0301", "🂡", "ß", "İ", "１", "²", "\udc80")
_SIGNS = (*"{}[],:;#&*!|>'\"%@`?-+=.~\\/()<$_^", "\n", "\n\n", " ", "  ", ": ", " #", "- ", "---", "...", "<<", "====")
_NUMBERS = ("0", "-1", "1", "2", "4", "7", "13", "20", "21", "99", "010", "1e9", "1.5", "-0", "999999999999999999999")
MOST_CHANGES = 4


class Mutator:
    """Makes one text from another. `words` and `lines` are what real files consist of."""

    def __init__(self, seeds: Iterable[bytes]) -> None:
        texts = [seed.decode("utf-8", "replace") for seed in seeds]
        self.words = sorted({word for text in texts for word in _TOKEN.findall(text) if word.strip()}) or ["a"]
        self.lines = sorted({line for text in texts for line in text.split("\n") if line.strip()}) or ["a"]
        self._by_token: tuple[Callable[[list[str], Random], None], ...] = (
            self._replaced,
            self._replaced,
            self._inserted,
            _dropped,
            _doubled,
            _swapped,
            _number,
            _odd,
        )
        self._by_line: tuple[Callable[[list[str], Random], None], ...] = (
            self._line_replaced,
            self._line_inserted,
            _dropped,
            _doubled,
            _swapped,
            _moved,
        )

    def mutate(self, data: bytes, chance: Random) -> bytes:
        text = data.decode("utf-8", "surrogateescape")
        for _ in range(chance.randint(1, MOST_CHANGES)):
            if chance.random() < 0.4:
                text = _with("\n", text.split("\n"), chance.choice(self._by_line), chance)
            else:
                text = self._in_a_line(text, chance)
        return text.encode("utf-8", "surrogateescape")

    def cross(self, one: bytes, other: bytes, chance: Random) -> bytes:
        """The beginning of one text and the end of another, cut between lines."""
        first, second = one.split(b"\n"), other.split(b"\n")
        return b"\n".join(first[: chance.randint(0, len(first))] + second[chance.randint(0, len(second)) :])

    def _in_a_line(self, text: str, chance: Random) -> str:
        lines = text.split("\n")
        at = chance.randrange(len(lines))
        lines[at] = _with("", _TOKEN.findall(lines[at]), chance.choice(self._by_token), chance)
        return "\n".join(lines)

    def _replaced(self, tokens: list[str], chance: Random) -> None:
        if tokens:
            tokens[chance.randrange(len(tokens))] = self._word(chance)

    def _inserted(self, tokens: list[str], chance: Random) -> None:
        tokens.insert(chance.randint(0, len(tokens)), self._word(chance))

    def _word(self, chance: Random) -> str:
        pool: Sequence[str] = chance.choice((self.words, self.words, _SIGNS, _NUMBERS))
        return chance.choice(pool)

    def _line_replaced(self, lines: list[str], chance: Random) -> None:
        lines[chance.randrange(len(lines))] = chance.choice(self.lines)

    def _line_inserted(self, lines: list[str], chance: Random) -> None:
        lines.insert(chance.randint(0, len(lines)), chance.choice(self.lines))


def _with(joint: str, parts: list[str], change: Callable[[list[str], Random], None], chance: Random) -> str:
    change(parts, chance)
    return joint.join(parts)


def _dropped(parts: list[str], chance: Random) -> None:
    if parts:
        start = chance.randrange(len(parts))
        del parts[start : start + chance.choice((1, 1, 1, 2, 5, 20))]


def _doubled(parts: list[str], chance: Random) -> None:
    if parts:
        start = chance.randrange(len(parts))
        parts[start:start] = parts[start : start + chance.choice((1, 1, 2, 5))] * chance.choice((1, 1, 1, 2, 8))


def _swapped(parts: list[str], chance: Random) -> None:
    if parts:
        one, other = chance.randrange(len(parts)), chance.randrange(len(parts))
        parts[one], parts[other] = parts[other], parts[one]


def _moved(parts: list[str], chance: Random) -> None:
    if parts:
        parts.insert(chance.randrange(len(parts)), parts.pop(chance.randrange(len(parts))))


def _number(parts: list[str], chance: Random) -> None:
    at = [i for i, part in enumerate(parts) if _NUMBER.fullmatch(part) and part.isascii()]
    if at:
        here = chance.choice(at)
        number = int(parts[here][:18])
        parts[here] = str(chance.choice((number + 1, number - 1, -number, number * 10, number + 100)))


def _odd(parts: list[str], chance: Random) -> None:
    parts.insert(chance.randint(0, len(parts)), chance.choice(_ODD))
