"""Where words may be divided, by the patterns that come with pyphen.

A dictionary has up to 100,000 patterns, and a sheet has few words that must be divided. pyphen splits all patterns
before the first word, which took longer than drawing the whole kit; here only those of the word are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

_LEAST = 3  # letters before and after a hyphen


@cache
def syllables(word: str, language: str) -> tuple[str, ...]:
    """The parts of a word between which a line may end.

    >>> syllables("Wiedergutmachung", "de")
    ('Wie', 'der', 'gut', 'ma', 'chung')
    """
    patterns = _patterns(language)
    framed = f".{word.lower()}."
    levels, is_plain = [0] * (len(framed) + 1), [True] * (len(framed) + 1)
    for start in range(len(framed)):
        for end in range(start + 1, len(framed) + 1):
            pattern, slash, _ = patterns.get(framed[start:end], "").partition("/")
            for place, level in _levels(pattern):
                if level >= levels[start + place]:
                    levels[start + place], is_plain[start + place] = level, not slash
    # The first sign of the frame is not a letter; where a word would change its spelling it stays whole.
    odd = [place - 1 for place, level in enumerate(levels) if level % 2 and is_plain[place]]
    cuts = [place for place in odd if _LEAST <= place <= len(word) - _LEAST]
    return tuple(word[a:b] for a, b in pairwise((0, *cuts, len(word))))


def _levels(pattern: str) -> Iterator[tuple[int, int]]:
    """The digits of a pattern, with the number of letters before each; odd ones allow a hyphen, the highest rules."""
    letters = 0
    for sign in pattern:
        if sign.isdigit():
            yield letters, int(sign)
        else:
            letters += 1


@cache
def _patterns(language: str) -> dict[str, str]:
    """The patterns of a language by their letters (`a1bc` by `abc`), none for a language that has no patterns."""
    import pyphen

    name = pyphen.language_fallback(language)
    if name is None:
        return {}
    text = pyphen.LANGUAGES[name].read_bytes().translate(None, b" \t\r")
    encoding = text.partition(b"\n")[0].decode()
    letters = text.translate(None, b"0123456789").decode(encoding).split("\n")
    patterns = dict(zip(letters, text.decode(encoding).split("\n"), strict=True))
    respelling = {key.partition("/")[0]: line for key, line in patterns.items() if "/" in key}
    return patterns | respelling
