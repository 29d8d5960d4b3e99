"""The search for the answer to one question: always where it seems nearest.

Each place has two numbers: how far a yes seems to be, and how far a no (proof numbers, depth first).
The search goes on where the answer seems nearest, and comes back as soon as another place seems nearer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Place = TypeVar("Place", bound=Hashable)
Missing = tuple[int, int]  # to a yes, and to a no
_FAR = 1 << 30


class Search(Generic[Place]):
    """One question, with all that is known about it.

    `decided` is what can be said of a place at once. `options` says whether one yes is enough among the places that
    come next, where one no is enough otherwise; and which they are.
    """

    def __init__(
        self,
        decided: Callable[[Place], bool | None],
        options: Callable[[Place], tuple[bool, list[Place]]],
        guess: Callable[[Place], Missing],
    ) -> None:
        self._decided = decided
        self._options = options
        self._guess = guess
        self._known: dict[Place, bool] = {}
        self._missing: dict[Place, Missing] = {}
        self._left: dict[Place, tuple[bool, list[Place]]] = {}  # options that were not answered at once

    def answer(self, place: Place) -> bool:
        """Search until there is one."""
        if self._at_once(place) is None:
            self._go_on(place, (_FAR, _FAR))
        return self._known[place]

    def _at_once(self, place: Place) -> bool | None:
        if place not in self._known:
            found = self._decided(place)
            if found is None:
                return None
            self._known[place] = found
        return self._known[place]

    def _go_on(self, place: Place, limit: Missing) -> None:
        """Search on from a place until it is answered, or until an answer seems farther than the limit."""
        one_yes, left = self._opened(place)
        near, far = (0, 1) if one_yes else (1, 0)
        known, missing = self._known, self._missing
        while place not in known:
            left = [option for option in left if known.get(option) is None or known[option] is one_yes]
            if not left or any(option in known for option in left):
                known[place] = one_yes if left else not one_yes
                return
            numbers = [missing[option] for option in left]
            by_near = [number[near] for number in numbers]
            nearest = min(by_near)
            best = by_near.index(nearest)
            others = len(left) - 1
            farthest = max(number[far] for number in numbers) + others  # the sum would count the same places often
            missing[place] = (nearest, farthest) if one_yes else (farthest, nearest)
            if nearest >= limit[near] or farthest >= limit[far]:
                return
            by_near[best] = _FAR
            until = min(limit[near], min(by_near) * 5 // 4 + 1)  # so that it does not go to and fro
            self._go_on(left[best], (until, limit[far] - others) if one_yes else (limit[far] - others, until))

    def _opened(self, place: Place) -> tuple[bool, list[Place]]:
        if place not in self._left:
            one_yes, options = self._options(place)
            answers = list(map(self._at_once, options))
            left = [option for option, answer in zip(options, answers, strict=True) if answer is None]
            for option in left:
                if option not in self._missing:
                    self._missing[option] = self._guess(option)
            self._left[place] = one_yes, options if one_yes in answers else left
        return self._left[place]
