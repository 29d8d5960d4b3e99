"""What was typed in a play beyond what the play asked for: true words, false ones, and steps that are too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import compress
from operator import gt
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.findings import Wording
from wsdv_tools.record.turns import finding_at
from wsdv_tools.rules.actions import is_free
from wsdv_tools.rules.choices import Fault, Step
from wsdv_tools.rules.events import icons_left
from wsdv_tools.rules.execution import KINDS
from wsdv_tools.rules.icons import Setting
from wsdv_tools.rules.places import hamburg_twice, refuse_hamburg
from wsdv_tools.rules.police import police_uses, refuse_police
from wsdv_tools.rules.run import completed
from wsdv_tools.rules.verbs import can_be_done, carry_out

if TYPE_CHECKING:
    from wsdv_tools.facts import Card
    from wsdv_tools.findings import Finding
    from wsdv_tools.record.answers import Answers, Typed
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.record.reader import Play
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


def beyond_the_true(
    game: Game, before: Position, after: Position, typed: Play, extras: Sequence[Typed]
) -> Iterator[Typed]:
    """The steps that were not needed, without those that only say what is true anyway."""
    hamburg = first_hamburg(typed)
    raised = {step.to if step.verb == "s>" else step.place for step, _ in typed.typed if step.verb in ("s+", "s>")}
    moved = Counter[str]()
    for step, _ in typed.typed:
        moved[step.place] += step.number if step.verb == "arrow" else 0
    for extra in extras:
        verb, place = extra.step.verb, extra.step.place
        if verb == "hamburg" and place == hamburg and refuse_hamburg(game, typed.side, place) is None:
            continue  # it counts there, and nobody asks (10.3-anew)
        if verb == "u-" and typed.mode == "standard" and place in raised and after.unrest[place] < before.unrest[place]:
            raised.discard(place)
            continue  # the living standard took it (6.3-unrest)
        if verb == "arrow" and moved[place] == getattr(after, place) - getattr(before, place):
            continue  # given in another number of pieces
        if verb == "sector+" and typed.mode == "standard" and after.sectors[place] > before.sectors[place]:
            continue  # where the standard that was passed on lies
        yield extra


def with_extras(
    notation: Notation, boards: tuple[Position, Position], typed: Play, card: Card, answers: Answers, file: str
) -> tuple[Position, list[Finding]]:
    """The board with what was typed beyond what the play asked for, and what is wrong with it."""
    told: list[Finding] = []
    game, position = notation.game, boards[1]
    for number, extra in enumerate(answers.waiting):
        if extra.step.verb == "u-" and any(finding.code == "use-last-unrest" for finding in answers.findings):
            continue  # the police card took what this should have taken
        unused = (
            _why_unused(game, position, typed, extra.step)
            or _why_false(game, boards, typed, extra.step, card)
            or _nothing_there(game, position, typed, card, answers.waiting[number:])
        )
        told.append(finding_at(unused, extra.span, file) if unused else left_over(typed, card, extra, file))
        position = _do_anyway(notation, position, extra.step)
    return position, told


def _why_unused(game: Game, position: Position, typed: Play, step: Step) -> Fault | None:
    """Why a police card was not used, judged by the board after the action."""
    if step.verb != "use":
        return None
    return refuse_police(game, position, police_uses(position, typed.side), step, typed.card)


def _why_false(game: Game, boards: tuple[Position, Position], typed: Play, step: Step, card: Card) -> Fault | None:
    """What a word says of things that happen by themselves, and what happened."""
    before, after = boards
    if step.verb == "arrow":
        found = getattr(after, step.place) - getattr(before, step.place)
        return Fault("count-differs", "icon-arrows", {"said": f"{step.number:+d}", "found": f"{found:+d}"})
    if step.verb == "hamburg" and typed.side is State.WEST:
        return refuse_hamburg(game, typed.side, step.place) or hamburg_twice(game, step.place, first_hamburg(typed))
    if typed.mode == "standard" and step.verb == "sector+":
        sectors = [*compress(game.sectors, map(gt, after.sectors, before.sectors))]
        words = [Wording("sectors", one, one) for one in (game.sectors[step.place], *sectors)]
        if sectors:
            return Fault("count-differs", "10.2-standard", {"said": words[0], "found": words[1]})
        return Fault("word-not-so", "10.2-standard", {"card": card})
    if typed.mode == "standard" and step.verb == "u-" and any(one.step.verb in ("s+", "s>") for one in typed.typed):
        return Fault("word-not-so", "6.3-unrest", {"card": card})
    rule = _BY_ITSELF.get(step.verb)
    return Fault("word-not-so", rule, {"card": card}) if rule else None


def first_hamburg(typed: Play) -> int | None:
    """Where Hamburg counts in a play, as it was typed first."""
    return next((step.place for step, _ in typed.typed if step.verb == "hamburg"), None)


_BY_ITSELF = {"police": "icon-police", "wall": "icon-wall", "stasi": "icon-stasi"}
# What a board lacks where an icon could not be executed and was ignored.
_NOTHING_THERE = frozenset(
    {"unrest-none-there", "calm-no-protest", "standard-none-there", "repair-not-run-down", "stop-none-there"}
)


def _nothing_there(game: Game, position: Position, typed: Play, card: Card, extras: list[Typed]) -> Fault | None:
    """What was missing on the board for the first of these steps, if the card gives an icon for it (6.4-ignored)."""
    step = extras[0].step
    if typed.mode != "event":
        return None
    void = next((other for other, _ in typed.typed if other.verb == "void"), None)
    setting = Setting(Counter(), card=card.id)
    faults = [
        KINDS[unit.kind].refuse(game, position, unit, setting, step)
        for unit in icons_left(game, card, typed.side, void)
        if unit.kind in KINDS and step.verb in KINDS[unit.kind].verbs
    ]
    lacking = [fault for fault in faults if fault and fault.code in _NOTHING_THERE]
    before = _count(typed.typed, step.verb) - _count(extras, step.verb)
    return lacking[0] if before < len(lacking) else None


def _count(typed: Sequence[Typed], verb: str) -> int:
    return sum(one.step.verb == verb for one in typed)


def as_left_over(typed: Play, card: Card, finding: Finding, file: str) -> Finding:
    """A step that fits none of the open icons was one too many, or is nothing that the card gives."""
    if finding.code != "step-fits-no-icon":
        return finding
    extra = next((one for one in typed.typed if one.span.place(file) == finding.place), None)
    return replace(left_over(typed, card, extra, file), fixes=finding.fixes) if extra else finding


def left_over(typed: Play, card: Card, extra: Typed, file: str) -> Finding:
    """A step for which nothing was left to do it with."""
    points = card.values.get(typed.side, 0)
    values = {"card": card, "n": 1, "points": points, "text": extra.span.text, "side": typed.side}
    verb = extra.step.verb
    if typed.mode == "build" and verb in ("build", "lay"):
        fault = Fault("build-too-many", "6.2-points", values)
    elif typed.mode == "unrest" and verb in ("dismantle", "lift"):
        is_for_free = is_free(typed.side, card)
        code, rule = ("payment-not-needed", "6.1-free") if is_for_free else ("payment-only-one", "6.1-price")
        fault = Fault(code, rule, values)
    elif typed.mode == "unrest" and verb == "u-":
        fault = Fault("unrest-only-one", "6.1-own", values)
    elif typed.mode == "standard" and verb == "u-":
        fault = Fault("step-not-standard", "6.3-economy", values)
    elif verb == "void" and _count(typed.typed, "void") > 1:
        fault = Fault("void-only-one", "6.4-void", values)
    elif verb in NOT_ASKED:
        fault = Fault("step-not-asked", NOT_ASKED[verb], values)
    else:
        fault = Fault("no-icon-left", "6.4-all-icons" if typed.mode == "event" else "6-modes", values)
    return finding_at(fault, extra.span, file)


def as_one(findings: list[Finding]) -> list[Finding]:
    """A step typed with `*n` is reported once, and so are several steps of a play that are all too many."""
    told: list[Finding] = []
    for finding in findings:
        same = next((n for n, one in enumerate(told) if one.place == finding.place), None)
        alike = next((n for n, one in enumerate(told) if one.code == finding.code and one.code in _TOGETHER), None)
        if alike is not None:
            told[alike] = _together(told[alike], finding)
        elif same is None:
            told.append(finding)
    return told


_TOGETHER = frozenset({"build-too-many", "no-icon-left"})


def _together(one: Finding, other: Finding) -> Finding:
    """Two findings of a line as one, from the first to the last."""
    if one.place is None or other.place is None:
        return one
    text, end = one.values["text"], other.place.end_column
    if end != one.place.end_column:
        text = f"{text}, {other.values['text']}"
    values = {**one.values, "text": text, "n": one.values["n"] + 1}
    return replace(one, values=values, place=replace(one.place, end_column=end))


# What nobody has to say here, by the rule that would ask for it.
NOT_ASKED = {
    "import": "10.2-import",
    "release": "10.2-release",
    "soc": "7-duty",
    "void": "6.4-void",
    "discard": "3-special-price",
    "draw": "3-special-price",
    "hamburg": "10.3-one",
    "assign": "10.5-adds",
}


def _do_anyway(notation: Notation, position: Position, step: Step) -> Position:
    """What was typed lay on the table, so it is done if it can be."""
    if step.verb in ("soc", "use", "lose", "sector+") or not can_be_done(notation.game, position, step):
        return position
    return completed(carry_out(notation.game, position, step)) or position
