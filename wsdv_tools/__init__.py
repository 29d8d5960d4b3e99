"""Tools for the two-player board game *Wir sind das Volk!* (histogame, 2nd edition 2014).

The names below are the library; `docs/library.md` shows how they are used. Each is loaded when it is first
used, so that importing the package is quick and pulls in nothing else.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wsdv_tools.bots.random_play import Anything, Broken, Greedy, Policy, Sides
    from wsdv_tools.facts import Card, Catalogue, City, Connection, Province, State
    from wsdv_tools.findings import Finding, Unreadable, as_text
    from wsdv_tools.foresight.forecasts import Forecast, Verdict
    from wsdv_tools.foresight.questions import Ending
    from wsdv_tools.library import (
        Match,
        Rulebook,
        adjudicate,
        board_svg,
        check_position,
        check_record,
        consequences,
        decade_end,
        explain_finding,
        figures_as_data,
        forecast,
        forecast_as_data,
        format_record,
        load_decade_end,
        load_play,
        open_rulebook,
        outcome_as_data,
        position_as_data,
        position_from_data,
        random_game,
        read_position,
        what_tips,
        write_position,
    )
    from wsdv_tools.referee.verdicts import Checked
    from wsdv_tools.rules.adjudicator import Turn
    from wsdv_tools.rules.card_decisions import Hand, Keep, Row, Top
    from wsdv_tools.rules.choices import NOTHING, Step
    from wsdv_tools.rules.decade_end import Outcome
    from wsdv_tools.rules.decade_play import DecadeEnd
    from wsdv_tools.rules.play import Play, Refused
    from wsdv_tools.rules.position import Course, Position
    from wsdv_tools.words import Language

__version__ = "0.2.0"

# Every public name, by the module it comes from.
_HOMES = {
    "bots.random_play": "Anything Broken Greedy Policy Sides",
    "facts": "Card Catalogue City Connection Province State",
    "findings": "Finding Unreadable as_text",
    "foresight.forecasts": "Forecast Verdict",
    "foresight.questions": "Ending",
    "library": """
        Match Rulebook adjudicate board_svg check_position check_record consequences decade_end explain_finding
        figures_as_data forecast forecast_as_data format_record load_decade_end load_play open_rulebook
        outcome_as_data position_as_data position_from_data random_game read_position what_tips write_position
    """,
    "referee.verdicts": "Checked",
    "rules.adjudicator": "Turn",
    "rules.card_decisions": "Hand Keep Row Top",
    "rules.choices": "NOTHING Step",
    "rules.decade_end": "Outcome",
    "rules.decade_play": "DecadeEnd",
    "rules.play": "Play Refused",
    "rules.position": "Course Position",
    "words": "Language",
}
_HOME_OF = {name: f"{__name__}.{module}" for module, names in _HOMES.items() for name in names.split()}
__all__ = [
    "NOTHING",
    "Anything",
    "Broken",
    "Card",
    "Catalogue",
    "Checked",
    "City",
    "Connection",
    "Course",
    "DecadeEnd",
    "Ending",
    "Finding",
    "Forecast",
    "Greedy",
    "Hand",
    "Keep",
    "Language",
    "Match",
    "Outcome",
    "Play",
    "Policy",
    "Position",
    "Province",
    "Refused",
    "Row",
    "Rulebook",
    "Sides",
    "State",
    "Step",
    "Top",
    "Turn",
    "Unreadable",
    "Verdict",
    "__version__",
    "adjudicate",
    "as_text",
    "board_svg",
    "check_position",
    "check_record",
    "consequences",
    "decade_end",
    "explain_finding",
    "figures_as_data",
    "forecast",
    "forecast_as_data",
    "format_record",
    "load_decade_end",
    "load_play",
    "open_rulebook",
    "outcome_as_data",
    "position_as_data",
    "position_from_data",
    "random_game",
    "read_position",
    "what_tips",
    "write_position",
]


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(home), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
