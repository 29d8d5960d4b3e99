"""A turn of a small game as a value: the same `Play` as the big game has, with what it has to know about these games.

The checker follows a typed turn by a `Run`, which is quick; whoever holds a turn that is not finished holds a `Play`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from wsdv_tools.findings import Finding
from wsdv_tools.games.cards import UNKNOWN
from wsdv_tools.games.notation import No, Notation
from wsdv_tools.games.opening import Opened, room
from wsdv_tools.games.positions import read_position
from wsdv_tools.games.sides import SIDES, Side
from wsdv_tools.games.steps import COMMAND, EVENT, PASS
from wsdv_tools.record.lines import Record
from wsdv_tools.rules.choices import NOTHING, Asking, Choice, Fault, Step
from wsdv_tools.rules.play import Play
from wsdv_tools.rules.run import Done, How
from wsdv_tools.sources.yaml_reader import parse_yaml

Turn = Play[Any, None]


@dataclass(frozen=True)
class TurnRules:
    """How a turn begins, and how it is stored and hidden."""

    opened: Opened

    def begin(self, board: Any, _what: None) -> Asking[Any]:
        asking: Asking[Any] = room(self.opened.spec.id).turn(self.opened.game, board)
        return asking

    def refuse(self, _step: Step) -> None:
        """Every step can be put to the rules, which say what is wrong with it."""

    def can_insist(self, _choice: Choice, _step: Step) -> bool:
        """A turn goes on with legal steps only."""
        return False

    def figures(self, _board: Any, _what: None, _done: list[Step]) -> None:
        """A turn has none."""

    def as_data(self, board: Any, _what: None) -> dict[str, Any]:
        return {"rules": sorted(self.opened.game.rulings), "position": room(self.opened.spec.id).as_plain(board)}

    def from_data(self, data: Mapping[str, Any]) -> tuple[TurnRules, Any, None]:
        """The cards are not stored: they are those of these rules."""
        if data["rules"] != sorted(self.opened.game.rulings):
            raise ValueError("a turn by other rulings")
        reading = read_position(parse_yaml(json.dumps(data["position"]), "turn"), self.opened)
        if not reading.is_good:
            raise ValueError("not a position of this game")
        return self, reading.position, None

    def step_as_data(self, step: Step) -> list[Any]:
        return [step.verb, step.place, list(step.to) if isinstance(step.to, tuple) else step.to, step.number]

    def step_from_data(self, data: list[Any]) -> Step:
        verb, place, to, number = data
        where = tuple(to) if isinstance(to, list) else to
        return Step(verb, Side(place) if verb == "points" else place, where, number)

    def seen_by(self, side: Any, board: Any) -> Any:
        """Without the other side's cards and those that lie face down."""
        hidden = board.with_hand(side.other, (UNKNOWN,) * len(board.hand(side.other)))
        for kept in {"last", "aftermath"} & {*board._fields}:
            cards = [
                card if owner is side else UNKNOWN for owner, card in zip(SIDES, getattr(board, kept), strict=True)
            ]
            hidden = hidden._replace(**{kept: tuple(cards)})
        return hidden._replace(cuba_card=UNKNOWN) if "cuba_card" in board._fields else hidden

    def step_seen_by(self, _side: Any, step: Step, _before: list[Step]) -> Step:
        return step  # what is done in a turn is done in the open


def turn_of(opened: Opened, board: Any) -> Turn:
    """The turn of the side that is to move."""
    return Play(TurnRules(opened), board, None)


def choice_of(turn: Turn) -> Choice:
    """What is asked now."""
    if turn.pending is None:
        raise ValueError("nothing is asked any more")
    return turn.pending.choice


def refusal(opened: Opened, fault: Fault, typed: str) -> Finding:
    """Why a step is not legal, as a language can say it."""
    checker = room(opened.spec.id).CheckerClass(opened.game, opened.notation, Record(""))
    return Finding(fault.code, None, checker.worded({**fault.values, "text": typed}), fault.rule)


def read_answer(notation: Notation, choice: Choice, text: str) -> tuple[Step, ...]:
    """The single steps that a text means as an answer; what cannot be read is raised as `No`."""
    side: Any = choice.side
    word = text.strip().casefold()
    if choice.kind == "lay":
        return (_laid(notation, choice.position, side, text.strip()),)
    if choice.kind == "step":
        return tuple(step for item in re.split("[,;]", text) for step in notation.read(item.strip(), side))
    if word in ("none", "-") and not choice.required:
        return (NOTHING,)
    if choice.kind == "choose":
        return (Step("choose", number=int(word)),) if word.isdigit() else _no(text)
    uses = (EVENT, PASS) if choice.kind == "reply" else (COMMAND, EVENT)
    named = [use for use in uses if word and use.verb.startswith(word)]
    return tuple(named) or _no(text)


def _no(text: str) -> tuple[Step, ...]:
    raise No("use-unknown", text=text)


def _laid(notation: Notation, board: Any, side: Side, text: str) -> Step:
    match = re.fullmatch(notation.laid_pattern, text, re.IGNORECASE)
    if not match:
        raise No("line-incomplete", word=side.value, example=notation.laid_example)
    card, _ = notation.learn(match[1])
    return Step("lay", card, notation.resolved(notation.read_where(match[2], side), board))


def write_turn(notation: Notation, player: Side, done: Iterable[Done]) -> str:
    """A finished turn as a line of a record.

    Points that the rules give are written down as well: they say which of several effects was chosen.
    """
    texts: list[str] = []
    parts: list[tuple[Side, str, list[Step]]] = []
    for choice, step, how, _ in done:
        side: Any = choice.side
        if choice.kind == "lay":
            texts.append(f"{player} {notation.write([step], player)}")
        elif how is How.SILENT or step == NOTHING:
            continue
        elif choice.kind in ("reply", "use"):
            parts.append((side, step.verb, []))
        elif choice.kind in ("step", "points"):
            parts[-1][2].append(step)
    for side, use, steps in parts:
        who = "" if side is player else f"{side} "
        said = "" if use == PASS.verb else f" {notation.write(steps, side)}"
        texts.append(f"{who}{use}{said}")
    return " / ".join(texts)
