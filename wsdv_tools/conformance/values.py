"""The same play or phase as a value: answered step by step, as the page and the library do, it comes to the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from wsdv_tools.rules.adjudicator import Adjudicator, Phase, Turn
from wsdv_tools.rules.choices import NOTHING
from wsdv_tools.rules.play import Play
from wsdv_tools.rules.run import How

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position
    from wsdv_tools.rules.run import Raw


def differs_as_value(
    game: Game, before: Position, what: Turn | Phase, log: Iterable[Raw], after: Position
) -> Iterator[str]:
    """How it differs from what was done; only what somebody chose is answered again."""
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
