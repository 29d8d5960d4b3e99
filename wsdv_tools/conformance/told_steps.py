"""What the rules tell of a play or a phase: whether every step of the log is told rightly.

A reader of the log sees who decided, what kind of thing it is, the rule and the step; a step is written so that it can
be typed. What the rules do by themselves accounts for every marker that moved, for the Wall, the police and the Stasi.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.record.answers import as_typed
from wsdv_tools.rules.choices import Choice, Step
from wsdv_tools.rules.plain import is_sound
from wsdv_tools.rules.position import Position
from wsdv_tools.rules.run import How
from wsdv_tools.rules.verbs import BY_THEMSELVES, TRACKS

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.run import Raw
    from wsdv_tools.words import Language


def told_wrongly(
    notation: Notation, english: Language, before: Position, log: Iterable[Raw], after: Position
) -> Iterator[str]:
    """What is wrong with what was told on the way from one board to another."""
    by_themselves = []
    for choice, step, how, _ in log:
        yield from (f"{what} of a step that is told: {shown}" for what, shown in _odd(notation, english, choice, step))
        by_themselves += [step] if how is How.AUTOMATIC else []
    for what, is_told in _effects(before, by_themselves, after):
        if not is_told:
            yield f"{what} is not what the steps tell: {by_themselves}"


def _odd(notation: Notation, english: Language, choice: Choice, step: Step) -> Iterator[tuple[str, object]]:
    if not isinstance(choice.side, State):
        yield "the side", choice.side
    if choice.kind != "icon" and not english.has(f"words.decision-{choice.kind}"):
        yield "the kind", choice.kind
    if not english.has_rule(choice.rule):
        yield "the rule", choice.rule
    if not isinstance(choice.position, Position):
        yield "the board", choice.position
    if not is_sound(notation.game, step):
        yield "the step itself", step
    elif step.verb in BY_THEMSELVES and notation.read(notation.write(step), "event") != (as_typed(step),):
        yield "the text", notation.write(step)


def _effects(before: Position, steps: list[Step], after: Position) -> Iterator[tuple[str, bool]]:
    for track in TRACKS:
        moved = sum(step.number for step in steps if step.verb == "arrow" and step.place == track)
        yield track, getattr(after, track) - getattr(before, track) == moved
    walls = [step.place == "on" for step in steps if step.verb == "wall"]
    yield "the Wall", after.wall == (walls[-1] if walls else before.wall)
    gone = any(step.verb == "stasi" for step in steps)
    yield "the Stasi", (after.stasi_dissolved and not before.stasi_dissolved) == gone
    cards = [step.place for step in steps if step.verb == "police"]
    yield "the police", gone or list(after.police) == [*before.police, *cards]
