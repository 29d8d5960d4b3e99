"""Which typed step can be meant for which choice, legal or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wsdv_tools.rules.choices import Choice, Step

# Steps that answer one kind of choice only, wherever in the line they stand.
_SEPARATE = {
    "hamburg": frozenset({"hamburg"}),
    "assign": frozenset({"hamburg", "assign"}),
    "space": frozenset({"at"}),
    "import": frozenset({"import"}),
    "release": frozenset({"release"}),
    "place-socialist": frozenset({"soc"}),
    "void": frozenset({"void"}),
    "price": frozenset({"discard", "draw"}),
}
_SEPARATE_VERBS = frozenset().union(*_SEPARATE.values())


def is_meant_for(step: Step, choice: Choice) -> bool:
    """A step of the choice's own verb, or else one that answers no other kind; attacks are their province's."""
    verbs = _SEPARATE.get(choice.kind)
    if verbs is not None:
        return step.verb in verbs
    if step.verb in _SEPARATE_VERBS:
        return False
    if choice.kind == "sector" and step.verb == "s-":
        return False  # what a province loses by itself in phase 5; it may be typed, too
    if choice.kind == "bonus" and choice.left == 1 and step.verb in ("dismantle", "lift"):
        return False  # what the Wall costs besides, typed before West's bonus
    if choice.kind == "attack" and step.verb == "u+" and not choice.required:
        return False  # what attacks bring by themselves; it may be typed, too
    return choice.kind != "attack" or step.verb != "attack" or step.place == choice.options[0].place
