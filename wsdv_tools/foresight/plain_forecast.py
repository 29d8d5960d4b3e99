"""A forecast as plain data: what `wsdv forecast --json` prints (schemas/forecast.schema.json)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wsdv_tools.foresight.forecasts import stakes
from wsdv_tools.rules.figures import as_data
from wsdv_tools.rules.plain import as_plain
from wsdv_tools.rules.run import steps_of

if TYPE_CHECKING:
    from wsdv_tools.foresight.consequences import Consequence
    from wsdv_tools.foresight.forecasts import Forecast, Judgement, Moved, Stake
    from wsdv_tools.foresight.tipping import Tip, Tips
    from wsdv_tools.record.notation import Notation


def forecast_data(notation: Notation, forecast: Forecast, tips: Tips | None = None) -> dict[str, Any]:
    """A whole forecast; `tips` where somebody asked what tips it."""
    game = notation.game
    return {
        "position": as_plain(game, forecast.position),
        "in-midst": forecast.is_in_midst,
        "phases": [
            {"phase": report.phase, "rule": report.rule, "figures": as_data(report.figures), "steps": []}
            for report in forecast.reports
        ],
        "stakes": {stake.side.value: _stake(stake) for stake in stakes(game, forecast.position)},
        "endings": [judgement_data(notation, one) for one in forecast.judgements],
        "tips": _tips(notation, tips) if tips else None,
    }


def _stake(stake: Stake) -> dict[str, int]:
    return {name: value for name, value in stake._asdict().items() if name != "side"}


def judgement_data(notation: Notation, judgement: Judgement) -> dict[str, Any]:
    """One ending: its verdict, the moments searched, and the line of play that leads to it."""
    return {
        "ending": judgement.ending.value,
        "verdict": judgement.verdict.value,
        "searched": judgement.searched,
        "line": [_moved(notation, one) for one in judgement.line if steps_of([one.done])],
    }


def consequence_data(notation: Notation, phase: int, one: Consequence) -> dict[str, Any]:
    """An option of a decade end: the endings possible after it, and what may be lost at most."""
    return {
        "option": notation.write(one.step, str(phase)),
        "endings": [{"ending": each.ending.value, "verdict": each.verdict.value} for each in one.endings],
        "points": one.points,
        "unrest": {"west": one.west_unrest, "east": one.east_unrest},
    }


def _moved(notation: Notation, moved: Moved) -> dict[str, Any]:
    return {
        "phase": moved.phase,
        "side": moved.done.choice.side.value,
        "step": notation.write(moved.done.step, str(moved.phase)),
        "meant": moved.is_meant,
    }


def _tips(notation: Notation, tips: Tips) -> dict[str, Any]:
    return {
        "found": [_tip(notation, tip) for tip in tips.found],
        "looked-at": tips.looked_at,
        "changes": tips.changes,
    }


def _tip(notation: Notation, tip: Tip) -> dict[str, Any]:
    change = tip.change
    written = f"{change.place} {change.number:+}" if change.verb == "arrow" else notation.write(change)
    if tip.ending is None:
        return {"change": written, "sum": tip.sum, "number": tip.number}
    assert tip.verdict is not None
    return {"change": written, "ending": tip.ending.value, "verdict": tip.verdict.value}
