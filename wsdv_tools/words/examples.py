"""Values to show a finding's sentence with: `wsdv explain CODE` prints an example, not a sentence with holes.

What has no example of its own is an ellipsis, so a new code needs none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.findings import Wording

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wsdv_tools.facts import Catalogue

_PLACEHOLDER = re.compile(r"\{([a-z0-9_-]+)\}")
_NUMBERS: Mapping[str, int] = {
    "n": 2,
    "phase": 3,
    "decade": 2,
    "half": 1,
    "points": 3,
    "line": 12,
    "limit": 5,
    "most": 12,
}
_FACTS: Mapping[str, tuple[str, ...]] = {
    "card": ("cards", "20"),
    "province": ("provinces", "sachsen"),
    "city": ("cities", "leipzig"),
    "connection": ("connections", "leipzig-jena"),
    "target": ("provinces", "hessen"),
    "provinces": ("provinces", "thueringen", "brandenburg"),
    "cities": ("cities", "leipzig", "dresden"),
    "suppliers": ("provinces", "rheinland-pfalz", "nordrhein-westfalen", "baden-wuerttemberg"),
    "neighbours": ("provinces", "niedersachsen", "hessen"),
}
_WORDS: Mapping[str, Wording] = {
    "sector": Wording("sectors", "french", "french"),
    "piece": Wording("words", "piece-infrastructure", "infrastructure"),
    "reason": Wording("words", "reason-collapse", "collapse"),
    "decision": Wording("words", "decision-dismantle", "dismantle"),
}
_SIDES: Mapping[str, State] = {"side": State.EAST, "other": State.WEST}
_TYPED: Mapping[str, str] = {  # what people type
    "near": "Hamburg, Hannover",
    "steps": "u-SN, u-TH",
    "icons": "police, u+",
    "rulings": "R2, R7, R9",
    "reasons": "collapse, resigned",
    "example": "s+NW>WB",
    "word": "end",
    "one": "1",
    "yes": "y",
    "no": "n",
    "least": "0",
}


def _each(codes: str, **values: Any) -> dict[str, Mapping[str, Any]]:
    """The same values for several findings."""
    return dict.fromkeys(codes.split(), values)


_OWN: Mapping[str, Mapping[str, Any]] = {
    **_each("attack-other-province attack-with-all", usable=3),
    **_each(
        "build-closed build-external dismantle-external factory-closed lines-external run-down-external",
        city=("cities", "cssr-ost"),
    ),
    **_each("build-wrong-state dismantle-wrong-state run-down-west", city=("cities", "hamburg")),
    **_each("card-later-decade display-other-decade", card=("cards", "43")),
    **_each(  # their sentences begin with the word for a card
        "card-in-wrong-decade card-value-or-special colour-against-almanac icon-not-of-this-state "
        "icon-place-unfit icon-by-without-effect icon-limit-without-effect",
        card="20",
    ),
    **_each("lift-wrong-state line-wrong-state", connection=("connections", "hamburg-bremen")),
    **_each("pass-on-twice release-none-there", province=("provinces", "nordrhein-westfalen")),
    **_each("police-used-not-there use-just-won use-not-collected use-twice", card=("cards", "5")),
    **_each("row-special special-east-only special-event-only special-gone", card=("cards", "II")),
    **_each("socialists-west standard-wrong-state icon-wrong-state unrest-not-own", province=("provinces", "bayern")),
    "attack-no-effect": {"usable": 2, "n": 3},
    "attack-no-neighbour": {"province": ("provinces", "sachsen-anhalt"), "target": ("provinces", "bayern")},
    "attack-wrong-number": {"usable": 3, "n": 1},
    "assign-twice": {"city": ("cities", "polska-sued"), "other": ("provinces", "brandenburg")},
    "assign-not-connected": {"city": ("cities", "polska-sued")},
    "build-rheinsberg": {"city": ("cities", "rheinsberg")},
    "card-not-in-display": {"cards": "1, 4, 12"},
    "card-two-sides": {"text": "IV", "one": "IV-wall-falls", "other": "IV-round-table"},
    "cannot-write": {"reason": "…"},
    "event-own-economy": {"card": ("cards", "15"), "n": 0},
    "hamburg-elsewhere": {"provinces": ("provinces", "niedersachsen", "schleswig-holstein")},
    "hand-too-large": {"n": 3},
    "imported-unequal": {"unrest": 8, "imported": 1},
    "lines-too-many": {"laid": 3},
    "pass-on-no-supplier": {"province": ("provinces", "bayern"), "provinces": "RP, NW, BW"},
    "pass-on-not-more": {"province": ("provinces", "nordrhein-westfalen"), "own": 1, "berlin": 1},
    "payment-not-needed": {"side": State.WEST},
    "pieces-too-many": {"n": 71, "most": 70},
    "police-not-police": {"card": ("cards", "20")},
    "repair-not-run-down": {"city": ("cities", "berlin")},
    "row-not-seven": {"n": 6},
    "row-too-early": {"cards": "4, 12"},
    "socialists-too-many": {"n": 13},
    "space-not-open": {"space": -3, "spaces": "-1, -2, -3"},
    "special-other-decade": {"card": ("cards", "III")},
    "special-wrong-side": {"card": ("cards", "IV-round-table")},
    "standard-counted-twice": {"city": ("cities", "polska-sued"), "need": 3},
    "standard-economy": {"economy": 3, "n": 2, "need": 6, "missing": 3},
    "standard-points-shared": {"need": 3, "missing": 1},
    "standard-west-berlin": {"provinces": "RP, NW, BW"},
    "step-other-phase": {"other": 1},
    "unrest-cannot-pay": {"side": State.WEST, "card": ("cards", "11")},
    "void-which-side": {"card": ("cards", "61")},
    "yaml-bracket": {"sign": "[", "other": "]"},
    "wrong-number-of-cards": {"cards": 19, "expected": 20},
}


def example_values(code: str, template: str, catalogue: Catalogue) -> dict[str, Any]:
    """A value for every place of a finding's sentence.

    >>> from wsdv_tools.facts import Catalogue
    >>> example_values("line-full", "{connection} has {n} lines.", Catalogue.load())["n"]
    2
    """
    usual: dict[str, Any] = {**_NUMBERS, **_FACTS, **_WORDS, **_SIDES, **_TYPED, **_OWN.get(code, {})}
    values = {name: _found(usual.get(name, "…"), catalogue) for name in _PLACEHOLDER.findall(template)}
    return values | {"n": usual["n"]}


def _found(value: Any, catalogue: Catalogue) -> Any:
    """A fact by its kind and id; several as a list."""
    if not isinstance(value, tuple):
        return value
    kind, *ids = value
    facts = [getattr(catalogue, kind)[id_] for id_ in ids]
    return facts[0] if len(facts) == 1 else facts
