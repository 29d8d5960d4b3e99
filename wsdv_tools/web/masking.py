"""What a seat may know of a record: the other side's hand stays hidden, and so does what East finds in the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.record import lines as reading
from wsdv_tools.record.reader import read_record
from wsdv_tools.record.writer import play_line
from wsdv_tools.rules.choices import Step
from wsdv_tools.sources.text_reader import text_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wsdv_tools.record.notation import Notation

FILE = "record"  # as findings name it; a name without a folder reads no other file
HIDDEN = "# hand {side}"  # what replaces a line that a seat may not see
LOOK_HAND = Step("look", "hand")
LOOK_DECK = Step("look", "deck")
SECRET_KINDS = ("swap", "price", "look")  # decisions that would reveal a hand
SECRET_VERBS = ("swap", "drop", "discard")
_TAKEN = ("swap", "drop")


def seen(seat: str) -> tuple[State, ...]:
    """The sides whose secrets a seat may know."""
    return tuple(State) if seat == "open" else tuple(side for side in State if side.value == seat)


def masked_record(text: str, seat: str, notation: Notation, looks: bool = False) -> str:
    """The record as a seat may see it, line by line: no line is added or removed.

    Where East `looks` at West's hand right now, it knows that hand.
    """
    known = seen(seat)
    if len(known) == len(State):
        return text
    lines = text_lines(text)
    read = read_record(text, FILE, notation).lines
    shown = _shown_to_east(read, looks) if State.EAST in known else ()
    for line in read:
        at = line.span.line - 1
        if isinstance(line, reading.Hand) and line.side not in known and line not in shown:
            lines[at] = HIDDEN.format(side=line.side.value[0].upper())
        elif isinstance(line, reading.Play) and State.EAST not in known:
            lines[at] = _without_swap(line, lines[at], notation, known)
        elif isinstance(line, reading.Bad) and _may_tell(lines[at]):
            lines[at] = f"# {line.span.text.split(None, 1)[0]}"
    return "\n".join(lines)


def _shown_to_east(lines: Iterable[reading.Line], looks: bool) -> list[reading.Line]:
    """West's hand whenever East looked at it (icon-guillaume); a deviation that one side writes down shows nothing."""
    told: reading.Line | None = None
    shown: list[reading.Line] = []
    for line in lines:
        if isinstance(line, reading.Decade):
            told = None
        elif isinstance(line, reading.Hand) and line.side is State.WEST:
            told = line
        elif told and isinstance(line, reading.Play) and looks_at_hand(line) and not line.agreed:
            shown.append(told)
    return [*shown, told] if told and looks else shown


def is_hidden(step: Step, steps: Sequence[Step], known: tuple[State, ...]) -> bool:
    """Whether a step of East's play is hidden from those who may know these sides' secrets.

    Which card East took (icon-guillaume) is East's secret if it is of the deck, and West's, too, if it is of its hand.
    """
    if step.verb not in _TAKEN or State.EAST in known:
        return False
    return LOOK_DECK in steps or (LOOK_HAND in steps and State.WEST not in known)


def looks_at_hand(line: reading.Play) -> bool:
    return line.side is State.EAST and any(typed.step == LOOK_HAND for typed in line.typed)


def _without_swap(line: reading.Play, text: str, notation: Notation, known: tuple[State, ...]) -> str:
    """Without the cards that East took, where they are hidden."""
    steps = [typed.step for typed in line.typed]
    told = [step for step in steps if not is_hidden(step, steps, known)]
    if told == steps:
        return text
    return play_line(notation, line.side, line.card, line.mode, told, line.from_hand, line.agreed)


def _may_tell(text: str) -> bool:
    """A line that nobody can read may still tell a hand, or what Guillaume found."""
    words = text.casefold()
    return any(word in words for word in ("hand", "swap", "drop"))
