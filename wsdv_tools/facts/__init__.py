"""The game's facts as frozen, typed, cross-linked values, read from `data/`."""

from wsdv_tools.facts.cards import Card, Icon, Police
from wsdv_tools.facts.catalogue import Catalogue, Flight, Pieces, Setup
from wsdv_tools.facts.map import City, Connection, Province, State
from wsdv_tools.facts.tracks import Bonus, Space, Tracks

__all__ = [
    "Bonus",
    "Card",
    "Catalogue",
    "City",
    "Connection",
    "Flight",
    "Icon",
    "Pieces",
    "Police",
    "Province",
    "Setup",
    "Space",
    "State",
    "Tracks",
]
