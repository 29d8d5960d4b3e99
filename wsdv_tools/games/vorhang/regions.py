"""The six regions as people name them."""

from __future__ import annotations

from wsdv_tools.words.names import folded

_NAMES = {
    "EU": ("eu", "europa", "europe"),
    "MO": ("mo", "mittlerer-osten", "naher-osten", "middle-east", "kozel-kelet", "oriente-medio"),
    "AS": ("as", "asien", "asia", "azsia"),
    "AF": ("af", "afrika", "africa"),
    "SA": ("sa", "suea", "sua", "suedamerika", "sudamerika", "south-america", "del-amerika", "sudamerica"),
    "ZA": ("za", "zea", "zentralamerika", "mittelamerika", "central-america", "kozep-amerika", "centroamerica"),
}


def region_named(text: str) -> str | None:
    """The code of a region by its code or its name.

    >>> region_named("SüA"), region_named("Mittlerer Osten")
    ('SA', 'MO')
    """
    name = folded(text)
    return next((region for region, names in _NAMES.items() if name in names), None)
