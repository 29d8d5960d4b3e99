"""A play or a phase looked at again: is every step of its log told rightly, and does it come to the same as a value?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.referee.answers import as_typed
from wsdv_tools.rules.adjudicator import Adjudicator, Phase, Turn
from wsdv_tools.rules.choices import NOTHING, Choice, Step
from wsdv_tools.rules.plain import is_sound
from wsdv_tools.rules.play import Play
from wsdv_tools.rules.position import Position
from wsdv_tools.rules.run import How
from wsdv_tools.rules.verbs import BY_THEMSELVES, TRACKS

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.run import Raw
    from wsdv_tools.words import Language


def told_wrongly(
    notation: Notation, english: Language, before: Position, log: Iterable[Raw], after: Position
) -> Iterator[str]:
    """What is wrong with what was told on the way from one board to another.

    A reader of the log sees who decided, what kind of thing it is, the rule and the step; a step is written so that it
    can be typed. What the rules do by themselves accounts for every marker that moved, the Wall, the police, the Stasi.
    """
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


def differs_as_value(
    game: Game, before: Position, what: Turn | Phase, log: Iterable[Raw], after: Position
) -> Iterator[str]:
    """How it differs if it is answered step by step, as the page and the library do; only what was chosen is."""
    steps = [step for _, step, how, _ in log if how is How.CHOSEN]
    play: Play[Position, Turn | Phase] = Play(Adjudicator(game), before, what)
    while True:
        play, known = play.settled(), len(play.answers)
        for answer in play.answers[known:]:
            if answer.step in steps:  # it was typed, though it had to be
                steps.remove(answer.step)
        decision = play.pending
        if decision is None:
            break
        step = next((step for step in steps if decision.refuse(step) is None), None)
        if step is not None:
            steps.remove(step)
        elif decision.may_pass:
            step = NOTHING
        elif decision.kind == "attack":  # nothing was said of this province: it attacks nobody
            step = decision.choice.options[0]
        elif decision.choice.advances and steps:
            play = play.advanced()
            continue
        else:
            yield f"{what}: as a value it still asks for {decision.kind}"
            return
        play = play.take(step)
    unseen = any(step.verb == "swap" for step in steps)  # cards that nobody has seen are not offered
    if play.position != after and not unseen:
        yield f"{what}: as a value it comes to another board"
