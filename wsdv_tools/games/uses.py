"""What a laid card is used for: the same in both games except for the paragraphs."""

from __future__ import annotations

from typing import Any

from wsdv_tools.games.sides import Side
from wsdv_tools.games.steps import COMMAND, EVENT, PASS, decision
from wsdv_tools.rules.choices import Choice, Fault, Step


def mover(board: Any) -> Side:
    """Whose turn it is; a board where nobody is to move has none."""
    return Side(board.to_move)


def reply(board: Any, side: Side, flag: str | None, rule: str) -> Choice:
    """Before a command the side of the flag may trigger the event, or pass; with an unknown flag nobody has to say."""

    def refuse(step: Step) -> Fault | None:
        return None if step in (EVENT, PASS) else Fault("event-or-pass-missing", rule, {"side": side})

    return decision(side, "reply", rule, board, (EVENT, PASS), refuse, required=flag is not None)


def use(board: Any, side: Side, card: str, flag: str | None, rules: tuple[str, str]) -> Choice:
    """A command is always possible; the event not with the opponent's flag (`rules`: of both uses, of the event)."""

    def refuse(step: Step) -> Fault | None:
        if step == EVENT and flag == side.other:
            return Fault("event-of-opponent", rules[1], {"card": card, "side": side})
        return None if step in (EVENT, COMMAND) else Fault("use-missing", rules[0], {"card": card})

    return decision(side, "use", rules[0], board, (COMMAND, EVENT), refuse)
