"""Whether a language agrees with itself: one rendering for one text, one spelling for one word."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.findings import Finding, Fix, Note
from wsdv_tools.translating.strings import TYPED
from wsdv_tools.translating.translation import Translation, about, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wsdv_tools.translating.strings import String

_WORD = re.compile(r"[^\W\d_]+(?:[-‑][^\W\d_]+)*")
_MOST_OTHERS = 3
SHORTEST = 6  # letters of a word whose spelling is put to the vote
MAJORITY = 6  # times that the other spelling occurs
_HEAD, _TAIL = 2, 4  # letters at the ends that must be the same, since inflections differ there


def inconsistent(translation: Translation) -> Iterator[Finding]:
    """The same German text rendered differently; capitals aside."""
    groups: dict[str, list[tuple[String, String]]] = defaultdict(list)
    for source, target in translation.pairs:
        if source.key.startswith(("cards.", *TYPED)):
            continue  # titles are names; an icon of the same word may be called otherwise
        groups[source.shown].append((source, target))
    for group in groups.values():
        votes = Counter(target.shown.casefold() for _, target in group)
        if len(votes) == 1:
            continue
        usual = votes.most_common(1)[0][0]
        model = next(target for _, target in group if target.shown.casefold() == usual)
        for source, target in group:
            if target.shown.casefold() != usual:
                values = {"other": model.shown}
                others = [other for _, other in group if other is not target][:_MOST_OTHERS]
                notes = tuple(Note("other-rendering", {"text": o.shown}, o.place()) for o in others)
                fixes = (Fix("accept-finding", {"code": "inconsistent", "key": target.key}),)
                yield about("inconsistent", source, target, values=values, notes=notes, fixes=fixes)


class _Use(NamedTuple):
    """A word and its place."""

    string: String
    form: str
    start: int
    end: int


def vote(translation: Translation) -> Iterator[Finding]:
    """A spelling that is alone against many: another accent, hyphen or inner letter."""
    uses: dict[str, list[_Use]] = defaultdict(list)
    spelt: dict[str, str] = {}
    for string, form, text in texts_of(translation.target):
        if string.key.startswith("glossary."):
            continue
        for found in _WORD.finditer(_blanked(text)):
            word = found[0].casefold()
            if len(word) >= SHORTEST:
                uses[word].append(_Use(string, form, found.start(), found.end()))
                spelt.setdefault(word, found[0])
    often = {word: len(places) for word, places in uses.items() if len(places) >= MAJORITY}
    index = _index(often)
    for word, places in uses.items():
        if len(places) > 1:
            continue
        other = _rival(word, index, often)
        if other:
            use = places[0]
            better = _cased(spelt[other], use.string.forms[use.form][use.start : use.end])
            fix = use.string.fix(use.form, use.start, use.end, better)
            values = {"word": spelt[word], "other": better, "n": often[other]}
            place = use.string.place(use.form, use.start, use.end)
            yield about("vote", None, use.string, place=place, values=values, fixes=(fix,))


def _blanked(text: str) -> str:
    """The text with code and tokens blanked out, every other letter where it was."""
    if "`" not in text and "{" not in text:
        return text
    return re.sub(r"`[^`]*`|\{[^{}\n]*\}", lambda found: " " * len(found[0]), text)


def _folded(word: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    return re.sub("[-‑]", "", bare)


def _keys(word: str) -> set[str]:
    """What two spellings of one word share: the word without accents, and without any one of its inner letters."""
    bare = _folded(word)
    keys = {bare}
    if len(bare) > SHORTEST:
        keys |= {bare[:i] + bare[i + 1 :] for i in range(_HEAD, len(bare) - _TAIL)}
    return keys


def _index(often: dict[str, int]) -> dict[str, list[str]]:
    index: dict[str, list[str]] = defaultdict(list)
    for word in often:
        for key in _keys(word):
            index[key].append(word)
    return index


def _rival(word: str, index: dict[str, list[str]], often: dict[str, int]) -> str | None:
    """The frequent word that this one most likely is: a letter too many or too few, two swapped, an accent."""
    rivals = {other for key in _keys(word) for other in index.get(key, ()) if _is_slip(word, other)}
    rivals.discard(word)
    return max(rivals, key=lambda other: often[other]) if rivals else None


def _is_slip(word: str, often: str) -> bool:
    """Another letter makes another word far too often (auflösen, auslösen); one more or less seldom does."""
    if word[-_TAIL:] != often[-_TAIL:]:
        return False
    one, other = _folded(word), _folded(often)
    if one == other or one[:_HEAD] != other[:_HEAD]:
        return one == other
    return abs(len(one) - len(other)) == 1 or (len(one) == len(other) and sorted(one) == sorted(other))


def _cased(word: str, model: str) -> str:
    """The word with the capital, or none, of another."""
    return word[0].upper() + word[1:] if model[0].isupper() else word[0].lower() + word[1:]
