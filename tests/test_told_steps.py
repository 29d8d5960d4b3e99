"""What the rules tell of themselves: the cases notice when it is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from tests.records import english, notation
from wsdv_tools.conformance.second_looks import told_wrongly
from wsdv_tools.facts import State
from wsdv_tools.rules.choices import Choice, Step
from wsdv_tools.rules.position import start
from wsdv_tools.rules.run import How

BEFORE = start(notation().game)
ARROW = Step("arrow", "prestige", None, -1)
GOOD: dict[str, Any] = {"side": State.WEST, "kind": "icon", "rule": "icon-arrows", "position": BEFORE}


def faults(step: Step = ARROW, prestige: int = -1, wall: bool = False, **odd: Any) -> list[str]:
    """What is wrong with one step that is told, when the markers end there."""
    choice = Choice(**(GOOD | odd), candidates=(step,), refuse=lambda _: None, automatic=True)
    after = BEFORE._replace(prestige=BEFORE.prestige + prestige, wall=wall)
    return list(told_wrongly(notation(), english(), BEFORE, [(choice, step, How.AUTOMATIC, None)], after))


def test_what_is_told_rightly() -> None:
    assert faults() == []
    assert faults(Step("wall", "on"), prestige=0, wall=True) == []


@pytest.mark.parametrize(
    ("key", "value"), [("side", None), ("kind", "XXiconXX"), ("rule", "icon-none"), ("position", None)]
)
def test_who_why_and_where(key: str, value: Any) -> None:
    (fault,) = faults(**{key: value})
    assert str(value) in fault


def test_a_step_that_there_is_not() -> None:
    assert "the step itself" in faults(Step("wall", "up"), prestige=0)[0]


def test_steps_account_for_what_changed() -> None:
    assert faults(prestige=-2)[0].startswith("prestige")
    assert faults(wall=True)[0].startswith("the Wall")
    assert faults(Step("police", "5"), prestige=0)[0].startswith("the police")
    assert faults(Step("stasi"), prestige=0)[0].startswith("the Stasi")
