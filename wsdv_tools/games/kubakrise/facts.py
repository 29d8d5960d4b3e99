"""Facts of Kubakrise that no card is needed for (KK-1)."""

from __future__ import annotations

CARDS = 13
FLAGS = {"US": 5, "SU": 5, "UN": 3}  # KK-1.1
HIGHEST = 3  # command number
TYPES = ("military", "political", "opinion")
COUNTING_TYPE = "military"  # KK-8.4
MARKERS = 13  # a side
HAND = 2
PLAYS = 10  # five a side (KK-7.2)
DRAWS = 8  # then the pile is empty
CUBA = "cuba"
FEWEST_FOR_WAR = 3  # cards of one type in a zone (KK-8.7)
CAMPAIGN = 13  # points (KK-9.1)
ZONES = {-1: "SU", 0: "neutral", 1: "US"}
NUMBER_OF_ZONE = {name: zone for zone, name in ZONES.items()}
