"""Facts of Eiserner Vorhang that no card is needed for (EV-1)."""

from __future__ import annotations

CARDS = 18
FLAGS = {"US": 10, "SU": 8}  # EV-1.1
HIGHEST = 4  # command number
MARKERS = 24  # a side
START = "europa"
REGIONS = ("EU", "MO", "AS", "AF", "SA", "ZA")  # in the order of the ideology track (EV-7.3)
ALL_CARDS = CARDS + 1  # with the start card
FLAG_AT = 8  # steps from the middle to a flag (EV-1.4)
ROUNDS = 2
PLAYS = 8  # a round, four a side (EV-2.5)
HANDS = {1: 5, 2: 4}  # EV-2.3, 2.8
LEAD_TO_DOMINATE = 2  # EV-5.5
