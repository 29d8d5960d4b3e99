"""Gives ids among a finding's values their words: sectors and pieces are named in the user's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import Wording

if TYPE_CHECKING:
    from collections.abc import Mapping


def worded(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with words for those that the rules give by their id.

    >>> worded({"sector": "french", "n": 2})
    {'sector': Wording(section='sectors', id='french', english='french'), 'n': 2}
    """
    words = dict(values)
    if "sector" in values:
        words["sector"] = Wording("sectors", values["sector"], values["sector"])
    if "piece" in values:
        words["piece"] = Wording("words", f"piece-{values['piece']}", values["piece"])
    return words
