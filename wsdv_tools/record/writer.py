"""Writes records: what was read, in canonical spelling, and games that were played, even those that failed.

Ids, codes and full words; equal neighbouring steps become one with `*n`; commas and semicolons stay as they were typed,
because they show what belongs together. Comments are kept, and so are lines that cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.record import lines
from wsdv_tools.record.notation import MOST_REPEATS, No
from wsdv_tools.record.reader import HEADERS
from wsdv_tools.record.spans import Span, items
from wsdv_tools.record.statements import READY, USED, Statement, StatementReader, write_item, write_statement
from wsdv_tools.rules.position import UNKNOWN, empty, start
from wsdv_tools.rules.verbs import TRACKS

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.history import Played
    from wsdv_tools.rules.position import Position

COMMENT_COLUMN = 40  # comments start behind so many characters, or two blanks after longer text
LETTERS = {State.WEST: "W", State.EAST: "E"}
# Verbs that people think of as one thing; a semicolon separates it from the next.
_KIN = {"lay": "build", "lift": "dismantle", "s>": "s+", "sector+": "s+", "assign": "hamburg", "drop": "swap"}


def write_record(record: lines.Record, notation: Notation) -> str:
    """The whole record; blank lines at its end are dropped."""
    texts = [_commented(line, write_line(line, notation)) for line in record.lines]
    while texts and not texts[-1]:
        texts.pop()
    return "".join(f"{text}\n" for text in texts)


def write_line(line: lines.Line, notation: Notation) -> str:
    """What one line says, without its comment."""
    return _WRITERS[type(line)](line, notation)


def play_line(
    notation: Notation,
    side: State,
    card: str,
    mode: str,
    steps: Iterable[Step],
    from_hand: bool = False,
    agreed: bool = False,
) -> str:
    """The line of a play: `E 9h event +polska-nord; u+MV`."""
    head = f"{LETTERS[side]} {card}{'h' if from_hand else ''} {mode}"
    texts = write_steps(notation, steps, mode)
    return " ".join([head, *([texts] if texts else []), *(["!"] if agreed else [])])


def phase_line(notation: Notation, phase: int, steps: Iterable[Step]) -> str:
    """The line of a phase: `3: hamburg=NI; leipzig, jena`."""
    return f"{phase}: {write_steps(notation, steps, str(phase))}".rstrip()


def write_steps(notation: Notation, steps: Iterable[Step], context: str) -> str:
    """Steps in order; a semicolon where something of another kind begins."""
    kinds = groupby(steps, key=lambda step: _KIN.get(step.verb, step.verb))
    return "; ".join(", ".join(_merged(notation, group, context)) for _, group in kinds)


def _merged(notation: Notation, steps: Iterable[Step], context: str) -> Iterator[str]:
    """The texts of steps, equal neighbours as one. Behind an attack `*n` means something else."""
    for step, equal in groupby(steps):
        times = len(list(equal))
        text = notation.write(step, context)
        if step.verb == "attack":
            yield from [text] * times
            continue
        while times > 0:
            yield text if times == 1 else f"{text}*{min(times, MOST_REPEATS)}"
            times -= MOST_REPEATS


def _commented(line: lines.Line, text: str) -> str:
    """The line with its comment; a comment that is alone stays where it was."""
    if not line.comment or isinstance(line, lines.Bad):
        return text.rstrip()
    if not text:
        return " " * (line.span.column - 1) + line.comment
    return (text.ljust(COMMENT_COLUMN) if len(text) < COMMENT_COLUMN else f"{text}  ") + line.comment


def _header(line: lines.Header, _: Notation) -> str:
    """A header that this program does not know keeps its spelling."""
    known = line.key in HEADERS
    key = line.key if known else line.span.text.partition(":")[0].rstrip()
    if line.value.startswith("#") and line.key not in lines.WITH_HASH:  # behind a blank it would be a comment
        return f"{key}:{line.value}"
    return f"{key}: {line.value}".rstrip()


def _cards(word: str, cards: Iterable[tuple[str, Span]]) -> str:
    """A lone `#` among them keeps a comma before it, or it would begin a comment."""
    return word + "".join(f" ,{card}" if card.startswith("#") else f" {card}" for card, _ in cards)


def _play(line: lines.Play, notation: Notation) -> str:
    head = f"{LETTERS[line.side]} {line.card}{'h' if line.from_hand else ''} {line.mode}"
    texts = _raw_steps(line.span, line.raw, notation, line.mode)
    if line.agreed:
        texts += "!" if texts.endswith("#") else " !"  # behind a blank the `#` would begin a comment
    elif texts.endswith("!"):
        texts += ";"  # or it would be a sign of agreement
    return f"{head} {texts.strip()}".rstrip()


def _phase(line: lines.Phase, notation: Notation) -> str:
    return f"{line.number}: {_raw_steps(line.span, line.raw, notation, str(line.number))}".rstrip()


def _raw_steps(line: Span, raw: lines.Raw, notation: Notation, context: str) -> str:
    """Typed items with the separators between them; what cannot be read stays as it is."""
    texts: list[tuple[Span, str]] = []
    for is_read, group in groupby(raw, key=lambda item: item[1] is not None):
        if not is_read:
            texts += [(span, span.text) for span, _ in group]
            continue
        steps = [(step, span) for span, found in group for step in found or ()]
        for _, equal in groupby(steps, key=lambda pair: pair[0]):
            pairs = list(equal)
            merged = _merged(notation, [step for step, _ in pairs], context)
            texts += [(pairs[0][1], text) for text in merged]
    return _separated(line, texts)


def _separated(line: Span, texts: Iterable[tuple[Span, str]]) -> str:
    """Texts joined by what stood before each of them: a semicolon if there was one, else a comma.

    Behind a blank a lone `#` would begin a comment: it keeps its separator close, even as the first.
    """
    result = ""
    for span, text in texts:
        between = line.text[: span.column - line.column].rstrip()
        sign = ";" if between.endswith(";") else ","
        if text.startswith("#"):
            result += sign
        elif result:
            result += f"{sign} "
        result += text
    return result


def _statements(line: lines.Statements, notation: Notation) -> str:
    """Statements with canonical names; a position's file stays as it is."""
    if line.word == "set" and line.names_file:
        return f"set {line.said.text}"
    reader = StatementReader(notation)
    texts: list[tuple[Span, str]] = []
    for item in items(line.said):
        had = len(reader.statements)
        try:
            reader.take(item.text)
        except No:
            texts.append((item, item.text))
        else:
            texts.append((item, write_item(notation, item.text, reader.statements[had:])))
    return f"{line.word} {_separated(line.span, texts)}".rstrip()


_WRITERS: dict[type[lines.Line], Callable[[Any, Notation], str]] = {
    lines.Line: lambda *_: "",
    lines.Header: _header,
    lines.Decade: lambda line, _: f"decade {NUMERALS[line.number]}",
    lines.Hand: lambda line, _: _cards(f"hand {LETTERS[line.side]}", line.cards),
    lines.Row: lambda line, _: _cards("row", line.cards),
    lines.Play: _play,
    lines.End: lambda *_: "end",
    lines.Phase: _phase,
    lines.Statements: _statements,
    lines.ResultLine: lambda line, _: f"result {LETTERS[line.winner] if line.winner else 'none'} {line.reason}",
    lines.Bad: lambda line, _: line.whole,
}


def game_lines(notation: Notation, played: Iterable[Played]) -> Iterator[str]:
    """The lines of a record, with the hands after filling up and the rows as they were laid out."""
    yield "wsdv-record: 1"
    if notation.game.rulings:
        yield f"rules: {', '.join(sorted(notation.game.rulings))}"
    for number, thing in enumerate(played):
        if not number and thing.before != start(notation.game):
            yield set_line(notation, thing.before)
        yield from _lines_of(notation, thing)


def set_line(notation: Notation, position: Position) -> str:
    """Everything on the board: `set decade 2; SN unrest 2; leipzig`."""
    return "set " + "; ".join(write_statement(notation.game, said) for said in _said_of(notation, position))


def _said_of(notation: Notation, position: Position) -> Iterator[Statement]:
    game, nothing = notation.game, empty(notation.game)
    yield Statement("decade", None, position.decade)
    for part in (*TRACKS, "cadre", "flight_icons", "wall", "stasi_dissolved"):
        if getattr(position, part):
            yield Statement(part, None, getattr(position, part))
    for part in ("unrest", "standards", "sectors", "placed", "factories", "lines", "delivered", "imported"):
        for place, (here, before) in enumerate(zip(getattr(position, part), getattr(nothing, part), strict=True)):
            if here != before and (part, place) != ("standards", game.west_berlin):  # these are its sectors'
                yield Statement(part, place, here)
    yield from (Statement("closed", city, True) for city in sorted(position.closed))
    yield from (Statement("police", card, USED if card in position.police_used else READY) for card in position.police)
    yield from (Statement("played", card, True) for card in position.played)


def _lines_of(notation: Notation, thing: Played) -> Iterator[str]:
    course = thing.after.course
    if thing.turn:
        side, card, from_hand, mode = thing.turn
        number = notation.game.cards[card].number
        line = play_line(notation, side, number, mode, thing.steps, from_hand)
        yield f"{line} !" if thing.insisted else line
    elif thing.outcome:
        yield "end"
        for phase, steps in thing.phases.items():
            if steps:
                yield phase_line(notation, phase, steps)
        if thing.outcome.winner:
            yield f"result {LETTERS[thing.outcome.winner]} {thing.outcome.reason}"
    elif course and not course.half:
        yield ""
        yield f"decade {NUMERALS[thing.after.decade]}"
        for side in State:
            if UNKNOWN not in course.hand(side):
                yield " ".join([f"hand {LETTERS[side]}", *course.hand(side)])
    elif course:
        yield " ".join(["row", *course.display])
