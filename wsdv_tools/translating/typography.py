"""How a text is set: blanks, quotes, words typed twice. `--fix` can correct what is found here."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from wsdv_tools.findings import Finding
from wsdv_tools.translating.strings import Strings
from wsdv_tools.translating.translation import Translation, about, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_BLANKS = re.compile(r"^[ \u00a0]+|[ \u00a0]+$|(?<=\S) {2,}(?=\S)|(?<=\w) +(?=[,.;!?](?:\s|$))")
_SUSPECT = ("  ", " ,", " .", " ;", " !", " ?")
_CODE = re.compile(r"`[^`]*`")
_MARKS = '"„“”«»'
_QUOTED = re.compile(f"([{_MARKS}])([^{_MARKS}]*)([{_MARKS}])")
_TWICE = re.compile(r"(?<![\w-])([^\W\d_]{2,})((?:[ \u00a0]+\1)+)(?![\w-])")

# The quotes of a language, the first pair being the usual one.
QUOTES = {
    "de": ("„“", "»«"),
    "en": ("“”",),
    "hu": ("„”", "»«"),
    "es": ("«»", "“”"),
    "cs": ("„“", "»«"),
    "sk": ("„“", "»«"),
    "pl": ("„”", "«»"),
    "fr": ("«»", "“”"),
    "it": ("«»", "“”"),
    "pt": ("«»", "“”"),
    "nl": ("“”", "„”"),
    "ru": ("«»", "„“"),
}
_BLANK_BEFORE_SIGNS = frozenset({"fr"})


def spaces(translation: Translation) -> Iterator[Finding]:
    """Blanks at the ends, two in a row, or before a comma; unless the German text has the same."""
    target, german = translation.target, translation.source.by_key
    for string, form, text in texts_of(target):
        if text == text.strip() and not any(sign in text for sign in _SUSPECT):
            continue
        source = german.get(string.key)
        model = source.text if source and source is not string else "x"
        for found in _BLANKS.finditer(_without_code(text)):
            at_start, at_end = found.start() == 0, found.end() == len(text)
            before_sign = not at_end and text[found.end()] in ",.;!?"
            meant = (at_start and model[0].isspace()) or (at_end and model[-1].isspace())
            meant = meant or (not at_start and not at_end and "  " in model)
            if meant or (before_sign and target.code in _BLANK_BEFORE_SIGNS):
                continue
            fix = string.fix(form, found.start(), found.end(), "" if at_start or at_end or before_sign else " ")
            place = string.place(form, found.start(), found.end())
            yield about("spaces", None, string, place=place, fixes=(fix,))


def quotes(translation: Translation) -> Iterator[Finding]:
    """Quotes that are not the language's, or one without its other half; signs of YAML in samples aside."""
    styles = _styles(translation.target)
    german = translation.source.by_key
    for string, form, text in texts_of(translation.target):
        if string.key.startswith("schema.") or not any(mark in text for mark in _MARKS):
            continue
        source = german.get(string.key)
        if source and source is not string and '"' in text and source.text.count('"') == text.count('"'):
            continue
        bare = _without_code(text)
        pairs = list(_QUOTED.finditer(bare))
        for pair in pairs:
            if styles and pair[1] + pair[3] not in styles:
                better = f"{styles[0][0]}{text[pair.start(2) : pair.end(2)]}{styles[0][1]}"
                fix = string.fix(form, pair.start(), pair.end(), better)
                place = string.place(form, pair.start(), pair.end())
                yield about("quotes", None, string, place=place, values={"quotes": " ".join(styles)}, fixes=(fix,))
        if sum(bare.count(mark) for mark in _MARKS) > 2 * len(pairs):
            yield about("quote-alone", None, string, place=string.place(form))


def _styles(strings: Strings) -> tuple[str, ...]:
    """The quotes of the language; of one that is not known, those that its file mostly uses."""
    known = QUOTES.get(strings.code[:2])
    if known:
        return known
    used = Counter(pair[1] + pair[3] for _, _, text in texts_of(strings) for pair in _QUOTED.finditer(text))
    return tuple(style for style, _ in used.most_common(1))


def duplicate_word(translation: Translation) -> Iterator[Finding]:
    """A word typed twice, unless the German text does so, too."""
    german = translation.source.by_key
    for string, form, text in texts_of(translation.target):
        source = german.get(string.key)
        if source and source is not string and _TWICE.search(source.text):
            continue
        for found in _TWICE.finditer(_without_code(text)):
            fix = string.fix(form, found.start(2), found.end(2), "")
            place = string.place(form, found.start(2) + 1, found.end(2))
            yield about("duplicate-word", None, string, place=place, values={"word": found[1]}, fixes=(fix,))


def _without_code(text: str) -> str:
    """The text with its samples blanked out by digits, every other character where it was."""
    return _CODE.sub(lambda found: "0" * len(found[0]), text) if "`" in text else text
