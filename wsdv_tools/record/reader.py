"""Reads a record (`.wsdv`): one line, one fact, with a span on every part. Nothing is judged here.

Any case, blanks, forgiving names and the words of four languages are taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.findings import Finding, Fix
from wsdv_tools.record import lines
from wsdv_tools.record.lines import Cannot, LineReader, did_you_mean
from wsdv_tools.record.notation import No, Notation, Unreadable
from wsdv_tools.record.spans import Span, items
from wsdv_tools.record.wordings import not_read, reason_meant, result_meant, says_who_won, statement_meant
from wsdv_tools.rules.position import UNKNOWN
from wsdv_tools.words.vocabulary import MODES

if TYPE_CHECKING:
    from wsdv_tools.rules.choices import Step

SIDES = {
    **dict.fromkeys(("w", "west", "brd", "frg", "nszk", "rfa", "nyugat", "ny", "oeste"), State.WEST),
    **dict.fromkeys(("e", "east", "ost", "ddr", "gdr", "ndk", "rda", "kelet", "este"), State.EAST),
}
# What people write if they do not know the English words.
ALSO = {
    **dict.fromkeys(("unruhe", "unruhen", "nyugtalanság", "agitación"), "unrest"),
    **dict.fromkeys(("builds", "building", "bauen", "bau", "baut", "építés", "épít", "construir"), "build"),
    **dict.fromkeys(("standards", "lebensstandard", "wohlstand", "életszínvonal", "nivel"), "standard"),
    **dict.fromkeys(("events", "ereignis", "esemény", "evento"), "event"),
}
# What they write if they name the action instead.
LIKE = {
    **ALSO,
    **dict.fromkeys(("raise", "raises", "erhöht", "emel", "sube"), "standard"),
    **dict.fromkeys(("remove", "removes", "calm", "entfernt", "eltávolít", "quita"), "unrest"),
    **dict.fromkeys(("factory", "fabrik", "gyár", "fábrica"), "build"),
}
# How a line may begin in another language.
ALSO_WORDS = {
    **dict.fromkeys(("jahrzehnt", "dekade", "évtized", "década"), "decade"),
    **dict.fromkeys(("display", "auslage", "sor", "fila"), "row"),
    **dict.fromkeys(("kéz", "mano"), "hand"),
    **dict.fromkeys(("ende", "dekadenende", "jahrzehntende", "vége", "fin"), "end"),
    **dict.fromkeys(("ergebnis", "eredmény", "resultado"), "result"),
}
AFTER_END = frozenset({"of", "the", "des", "decade", "jahrzehnts", "jahrzehnt", "évtized", "década", "de", "la"})
NOBODY = frozenset({"none", "niemand", "keiner", "senki", "nadie"})

DECADES = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "1": 1, "2": 2, "3": 3, "4": 4}
RULE_REASONS = ("insolvency", "triumph-of-socialism", "socialism-fails", "collapse", "both-collapse", "time")
MOST_STEPS = 200  # in one line; nobody plays so many
MOST_STATEMENTS = 1_000  # in one `check` or `set` line; the whole board needs fewer
REASONS = (*RULE_REASONS, "resigned", "agreed", "unfinished")
HEADERS = ("wsdv-record", "title", "date", "west", "east", "rules", "note")
_HEADERS_ALSO = {
    **{name: side.value for name, side in SIDES.items()},
    **dict.fromkeys(("titel", "cim", "titulo"), "title"),
    **dict.fromkeys(("datum", "fecha"), "date"),
    **dict.fromkeys(("regeln", "szabalyok", "reglas"), "rules"),
    **dict.fromkeys(("notiz", "anmerkung", "jegyzet", "megjegyzes", "nota"), "note"),
}
_WORDS = ("decade", "hand", "row", "end", "check", "set", "result")
_PLAY = re.compile(
    r"(\S+?):?\s+(?:(?:plays?|played|spielt|játszik|kijátssza|juega)\s+)?(?:(?:card|karte|kártya|lap|carta)\s+)?"
    r"(\d+|[iv]+(?:-[a-z-]+)?)(\s*h|\s+(?:from|out of|aus)\s+(?:the |der |his |her )?hand|\s+kézből|\s+de la mano)?"
    r"\s*:?\s+(?:living\s+)?([^\W\d_]+)\b",
    re.IGNORECASE,
)
_TITLED = re.compile(r"(\S+)\s+(.+?)(\s+h)?\s*:?\s+(unrest|build|standard|event)\b", re.IGNORECASE)
_HEADER = re.compile(r"((?![we]\s)[^\W\d_]+(?:[ -]+[^\W\d_]+)*)\s*:", re.IGNORECASE)
_GLUED = re.compile(rf"({'|'.join(SIDES)})\W*([0-9]+h?)\W+(.+)", re.IGNORECASE)
_PHASE = re.compile(r"(?:(?:phase|fázis|fase)\s*)?(\d+)(?:\.?\s*(?:phase|fázis|fase))?\s*:", re.IGNORECASE)
_DECADE = re.compile(r"([1-4]|[iv]+)\.\s*(?:decade|jahrzehnt|dekade|évtized|década)", re.IGNORECASE)
_WORD = re.compile(r"[^\s,;]+")


def read_record(text: str, file: str, notation: Notation) -> lines.Record:
    """All lines of a record."""
    return _Reader(notation, file).record(text)


class _Reader(LineReader):
    headers = HEADERS
    also = _HEADERS_ALSO

    def __init__(self, notation: Notation, file: str) -> None:
        super().__init__(file)
        self.notation = notation

    def line(self, span: Span, comment: str) -> lines.Line:
        text = span.text
        if not text:
            return lines.Line(span, comment)
        play = _matched(text)
        if play:
            side = SIDES.get(play[1].casefold())
            is_header = text[play.end(1)] == ":" and not _modes(play[4])  # `west: 4 friends`
            if side is not None and not is_header:
                return self._play(span, comment, side, play)
        phase = _PHASE.match(text)
        if phase:
            return self._phase(span, comment, phase)
        word = _first_word(text)
        keyword = _KEYWORDS.get(word)
        if keyword is not None:
            return keyword(self, span, comment)
        decade = _DECADE.fullmatch(text)
        if decade and decade[1].casefold() in DECADES:
            return lines.Decade(span, comment, DECADES[decade[1].casefold()])
        header = _HEADER.match(text)
        if header:
            return self.header(span, comment, header)
        raise Cannot(self._unknown_line(span, word))

    def unread(self, span: Span, comment: str, whole: str) -> lines.Bad:
        return lines.Bad(span, comment, is_play=False, whole=whole)

    def bad(self, span: Span, comment: str, whole: str) -> lines.Bad:
        span = span._replace(text=_as_play_or_phase(span.text) or span.text)
        word = _first_word(span.text)
        side = SIDES.get(word)
        play = None if word in _KEYWORDS or _PHASE.match(span.text) else _matched(span.text)
        if play is None:
            is_play = side is not None and not says_who_won(span.text)
            return lines.Bad(span, comment, is_play, whole, side)
        try:
            card = self.notation.card(play[2])
        except No:
            card = None
        meant = tuple(self._meant(span, comment, side, card, play))
        is_special = not card.isdecimal() if card else _looks_special(play[2], span.part(play.end(), len(span.text)))
        return lines.Bad(span, comment, True, whole, side, card, play[3] is not None, is_special, meant)

    def _meant(
        self, span: Span, comment: str, side: State | None, card: str | None, match: re.Match[str]
    ) -> Iterator[lines.Play]:
        """The plays of every mode in which all steps can be read; an unknown side or card is to be filled in."""
        rest = span.part(match.end(), len(span.text))
        for mode in _modes(match[4]) or MODES:
            raw = [(item, self.notation.read(item.text, mode)) for item in items(rest)]
            read = tuple((item, steps) for item, steps in raw if not isinstance(steps, Unreadable))
            if len(read) == len(raw):
                yield _play_of(span, comment, read, side or State.WEST, card or UNKNOWN, mode, match)

    def _play(self, span: Span, comment: str, side: State, match: re.Match[str]) -> lines.Line:
        mode = _modes(match[4])
        card = self._card(span.found(match, 2))
        if not mode:
            like = LIKE.get(match[4].casefold())
            fixes = did_you_mean(like or match[4].casefold(), MODES)
            place = span.found(match, 4).place(self.file)
            raise Cannot(Finding("mode-unknown", place, {"text": match[4]}, fixes=fixes))
        rest = span.part(match.end(), len(span.text))
        agreed = rest.text.endswith("!")
        if agreed:
            rest = rest.part(0, len(rest.text) - 1)
        return _play_of(span, comment, self._steps(rest, mode[0]), side, card, mode[0], match, agreed)

    def _steps(self, span: Span, context: str) -> lines.Raw:
        raw: list[tuple[Span, tuple[Step, ...] | None]] = []
        self._refuse_endless(span, MOST_STEPS)
        for item in items(span):
            steps = self.notation.read(item.text, context)
            if isinstance(steps, Unreadable):
                self.findings.append(not_read(self.notation, steps, item, context, self.file))
                raw.append((item, None))
            else:
                raw.append((item, steps))
        return tuple(raw)

    def _refuse_endless(self, span: Span, most: int) -> None:
        if span.text.count(",") + span.text.count(";") > most:
            raise Cannot(Finding("too-many-steps", span.place(self.file), {"n": most}))

    def _phase(self, span: Span, comment: str, match: re.Match[str]) -> lines.Line:
        number = int(match[1]) if len(match[1]) < 3 else 0
        if not 1 <= number <= 10:
            raise Cannot(Finding("phase-unknown", span.part(0, match.end(1)).place(self.file), {"text": match[1]}))
        return lines.Phase(span, comment, self._steps(span.part(match.end(), len(span.text)), str(number)), number)

    def _card(self, span: Span) -> str:
        try:
            return self.notation.card(span.text)
        except No as no:
            raise Cannot(Finding(no.why.code, span.place(self.file), no.why.values)) from None

    def _words(self, span: Span) -> list[Span]:
        return [span.found(match) for match in _WORD.finditer(span.text)]

    def decade(self, span: Span, comment: str) -> lines.Line:
        words = self._words(span)
        number = DECADES.get(words[1].text.casefold()) if len(words) == 2 else None
        if number is None:
            raise Cannot(Finding("decade-unknown", words[-1].place(self.file), {"text": words[-1].text}))
        return lines.Decade(span, comment, number)

    def hand(self, span: Span, comment: str) -> lines.Line:
        words = self._words(span)
        side = SIDES.get(words[1].text.casefold()) if len(words) > 1 else None
        if side is None:
            raise Cannot(self._no_side(words[min(1, len(words) - 1)]))
        known = [word for word in words[2:] if word.text != UNKNOWN]
        return lines.Hand(span, comment, side, tuple((self._card(word), word) for word in known))

    def row(self, span: Span, comment: str) -> lines.Line:
        cards = []
        for word in self._words(span)[1:]:
            try:
                cards.append((self._card(word), word))
            except Cannot as cannot:  # the other cards are still there
                self.findings.append(cannot.finding)
                cards.append((word.text, word))
        return lines.Row(span, comment, tuple(cards))

    def end(self, span: Span, comment: str) -> lines.Line:
        if any(word.text.casefold() not in AFTER_END | DECADES.keys() for word in self._words(span)[1:]):
            raise Cannot(Finding("line-too-long", span.place(self.file), {"word": "end"}))
        return lines.End(span, comment)

    def statements(self, span: Span, comment: str) -> lines.Line:
        word = span.text.split(None, 1)[0]
        self._refuse_endless(span, MOST_STATEMENTS)
        if word == span.text:
            raise Cannot(Finding("statement-unreadable", span.place(self.file), {"text": word}))
        return lines.Statements(span, comment, _first_word(word), span.part(len(word), len(span.text)))

    def result(self, span: Span, comment: str) -> lines.Line:
        words = self._words(span)
        reason = "-".join(word.text.casefold() for word in words[2:])
        who = words[1].text.casefold() if len(words) > 1 else ""
        if reason not in REASONS or (who not in NOBODY and who not in SIDES):
            wrong = words[1] if reason in REASONS else words[-1]
            fixes = _meant(reason_meant([reason], REASONS)) if reason not in REASONS else ()
            values = {"reasons": ", ".join(REASONS)}
            raise Cannot(Finding("result-unreadable", wrong.place(self.file), values, fixes=fixes))
        return lines.ResultLine(span, comment, SIDES.get(who), reason)

    def _no_side(self, span: Span) -> Finding:
        code = "side-ambiguous" if span.text.casefold() == "o" else "side-unknown"
        return Finding(code, span.place(self.file), {"text": span.text})

    def _unknown_line(self, span: Span, word: str) -> Finding:
        first = span.part(0, len(word))
        if _PLAY.match(span.text):
            return self._no_side(first)
        if word in SIDES and says_who_won(span.text):
            fixes = _meant(result_meant(span.text, SIDES[word], REASONS))
            return Finding("result-unreadable", span.place(self.file), {"reasons": ", ".join(REASONS)}, fixes=fixes)
        apart = _as_play_or_phase(span.text)
        if apart:
            return Finding("line-unreadable", first.place(self.file), {"text": first.text}, fixes=_meant(apart))
        if word in SIDES:
            return Finding("play-incomplete", span.place(self.file), {"text": span.text})
        fixes = _meant(statement_meant(self.notation, span.text)) or did_you_mean(word, (*_WORDS, *HEADERS))
        return Finding("line-unreadable", first.place(self.file), {"text": first.text}, fixes=fixes)


def _play_of(
    span: Span,
    comment: str,
    raw: lines.Raw,
    side: State,
    card: str,
    mode: str,
    match: re.Match[str],
    agreed: bool = False,
) -> lines.Play:
    card_span, mode_span = span.found(match, 2), span.found(match, 4)
    return lines.Play(span, comment, raw, side, card, match[3] is not None, mode, agreed, card_span, mode_span)


def _as_play_or_phase(text: str) -> str | None:
    """A play or a phase in which a space or a colon is missing, or commas are too many: `W20 build kiel`, `1 -jena`."""
    play = _GLUED.match(text)
    if play and _PLAY.match(meant := f"{play[1]} {play[2]} {play[3]}"):
        return meant
    phase = re.match(r"([1-9]|10)\s+(?=[-+]|down|up|at|none|[A-Z]{2}\b)", text)
    return f"{phase[1]}: {text[phase.end() :]}" if phase else None


def _looks_special(card: str, steps: Span) -> bool:
    """Whether a card that cannot be read is probably one of I to IV, by its number or because it is paid for."""
    is_roman = re.fullmatch(r"[ivxl]+", card, re.IGNORECASE) is not None
    return is_roman or any(item.text.split()[0].casefold() in ("draw", "discard") for item in items(steps))


def _meant(line: str | None) -> tuple[Fix, ...]:
    return (Fix("did-you-mean", {"name": line}),) if line else ()


def _first_word(text: str) -> str:
    """The word that a line begins with, in English; without a colon that follows it."""
    word = text.split(None, 1)[0].casefold()
    bare = word.removesuffix(":")
    bare = ALSO_WORDS.get(bare, bare)
    return bare if bare in _KEYWORDS else word


def _modes(text: str) -> list[str]:
    """The modes that a word may mean."""
    if text in MODES:
        return [text]
    word = ALSO.get(text.casefold(), text.casefold())
    return [mode for mode in MODES if mode.startswith(word)]


def _matched(text: str) -> re.Match[str] | None:
    """A play by its card's number, or by its title."""
    match = _PLAY.match(text)
    if match or text.split(None, 1)[0].casefold() not in SIDES:
        return match
    return _TITLED.match(text)


_KEYWORDS: dict[str, Callable[[_Reader, Span, str], lines.Line]] = {
    "decade": _Reader.decade,
    "hand": _Reader.hand,
    "row": _Reader.row,
    "end": _Reader.end,
    "check": _Reader.statements,
    "set": _Reader.statements,
    "result": _Reader.result,
}
