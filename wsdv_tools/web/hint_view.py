"""What an option of a decade end leads to in the worst case. Nothing is decided by it, and nobody waits for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.foresight.consequences import consequences
from wsdv_tools.telling.forecast_text import leads_to
from wsdv_tools.web.end_view import taken_of

if TYPE_CHECKING:
    from wsdv_tools.web.desk import Data
    from wsdv_tools.web.end_view import Ending

BUDGET = 1_000  # moments for one option and one ending: other devices use the same processor


def hint(ending: Ending, written: str) -> Data:
    """One option at a time: so each search is short, and a player who goes on stops asking."""
    end = ending.end
    step = taken_of(ending.own, ending.notation, end.pending, written, str(end.phase))
    (found,) = consequences(end, BUDGET, [step])
    return {"do": written, "says": leads_to(ending.phrases, found)}
