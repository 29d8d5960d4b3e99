"""Phases 6 to 10 in closed form: can West collapse, can East, and who can bring it about?

The rules ask for attacks, police and socialists one by one. Here each side's best answers are worked out at once. This
is quick, and the tests prove that the result is the same as going through the rules. What makes it possible:

- Attacks use the standards and markers that there are when phase 7 begins. So each side's attacks are independent. More
  unrest never helps a state, and a province may always decline.
- Where West Berlin's protests are imported makes no difference here: its suppliers have no neighbour to attack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.rules import figures
from wsdv_tools.rules.phases_6_to_10 import COLLAPSE
from wsdv_tools.rules.protests import PROTEST

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

Numbers = tuple[int, ...]
Attack = tuple[int, Numbers]  # usable standards, and the provinces they may go to
# Who wants something to happen, as a sum: 0 is nobody, both are 3.
WEST, EAST = 1, 2
WHO = range(4)
Wishes = tuple[bool, bool, bool, bool]  # whether it happens, by who wants it
NEVER: Wishes = (False,) * 4
ALWAYS: Wishes = (True,) * 4


def wish_of(side: State) -> int:
    return WEST if side is State.WEST else EAST


class Later(NamedTuple):
    """What happens to East's unrest after the attacks (phases 8 and 9)."""

    police: int  # unused cards: East removes so much
    lost: int  # socialists that West removes from provinces; each is replaced by one unrest
    placed: Numbers  # where they are, by East's provinces
    cadre: int  # those that then calm protests


def later(game: Game, position: Position) -> Later:
    """Phases 8 and 9 of a board at the start of phase 8, or before."""
    change, cadre, _ = figures.socialists(game, position)
    from_box = min(-change, cadre) if change < 0 else 0
    return Later(
        figures.police_work(game, position).unused,
        max(0, -change - from_box),
        tuple(position.placed[p] for p in game.east),
        cadre + max(change, 0) - from_box,
    )


def hits_of(attack: Attack, standards: Numbers) -> list[tuple[int, int]]:
    """The provinces that an attack can hit, each with the unrest that it brings there."""
    usable, targets = attack
    return [(target, usable - standards[target]) for target in targets if usable > standards[target]]


def _ways(attackers: Iterable[Attack], standards: Numbers) -> list[list[tuple[int, int]]]:
    """What each attacker can choose from, if anything."""
    return [hits for attack in attackers if (hits := hits_of(attack, standards))]


# East


def east_collapses(unrest: Numbers, attackers: Iterable[Attack], standards: Numbers, after: Later) -> Wishes:
    """From East's unrest when phase 7 begins; provinces are counted among East's."""
    quiet = _after_attacks(unrest, after)
    options = _ways(attackers, standards)
    if not options or quiet == ALWAYS or _after_attacks(_everywhere(unrest, options), after) == NEVER:
        return quiet
    found = list(quiet)
    for hits in product(*options):
        loud = _after_attacks(hit(unrest, hits), after)
        found[WEST] |= loud[WEST]
        found[WEST | EAST] |= loud[WEST | EAST]
        if found[WEST]:
            break
    return found[0], found[1], found[2], found[3]


def hit(unrest: Numbers, hits: Iterable[tuple[int, int]]) -> Numbers:
    added = list(unrest)
    for target, number in hits:
        added[target] += number
    return tuple(added)


def _everywhere(unrest: Numbers, options: Sequence[Sequence[tuple[int, int]]]) -> Numbers:
    """More than any attacks can bring: every attacker goes everywhere."""
    return hit(unrest, (way for ways in options for way in ways))


@lru_cache(maxsize=200_000)
def _after_attacks(unrest: Numbers, after: Later) -> Wishes:
    """Police, losses and socialists, each as the side that decides it prefers."""
    most = sum((u + min(after.lost, there)) // PROTEST for u, there in zip(unrest, after.placed, strict=True))
    if most < COLLAPSE:
        return NEVER
    if _fewest(unrest, after.police + after.cadre) >= COLLAPSE:
        return ALWAYS
    return (_police(unrest, after, 0), _police(unrest, after, 1), _police(unrest, after, 2), _police(unrest, after, 3))


def _police(unrest: Numbers, after: Later, who: int) -> bool:
    """East removes unrest for each unused police card (9.8-remove)."""
    ways = _shares(min(after.police, sum(unrest)), unrest)
    boards = (tuple(map(int.__sub__, unrest, way)) for way in ways)
    results = (_losses(board, after, who) for board in boards)
    return any(results) if who & EAST else all(results)


def _losses(unrest: Numbers, after: Later, who: int) -> bool:
    """West says where socialists are removed (9.9-loss)."""
    boards = (tuple(map(int.__add__, unrest, way)) for way in _shares(after.lost, after.placed))
    results = (_calmed(board, after.cadre, who) for board in boards)
    return any(results) if who & WEST else all(results)


def _calmed(unrest: Numbers, cadre: int, who: int) -> bool:
    """Socialists calm protests (7-enough, 7-too-few), as East chooses."""
    needed = sum(u - PROTEST + 1 for u in unrest if u >= PROTEST)
    if needed <= cadre:
        return False
    return (_most(unrest, cadre) if who & EAST else _fewest(unrest, cadre)) >= COLLAPSE


def _shares(number: int, at_most: Numbers) -> Iterator[Numbers]:
    """Every way to take so many from provinces that have so many."""
    if not at_most:
        if not number:
            yield ()
        return
    rest = sum(at_most[1:])
    for share in range(max(0, number - rest), min(number, at_most[0]) + 1):
        for others in _shares(number - share, at_most[1:]):
            yield (share, *others)


def _fewest(unrest: Numbers, removed: int) -> int:
    """The fewest markers after removing so much unrest: the cheapest first."""
    markers = 0
    prices = []
    for u in unrest:
        if u >= PROTEST:
            own = u // PROTEST
            markers += own
            prices.append(u % PROTEST + 1)
            prices += [PROTEST] * (own - 1)
    for price in sorted(prices):
        removed -= price
        if removed < 0:
            break
        markers -= 1
    return markers


def _most(unrest: Numbers, calmed: int) -> int:
    """The most markers after so many socialists have gone to protests, who stop at the last unrest below one."""
    markers, free, doubled = 0, 0, 0
    for u in unrest:
        if u >= PROTEST:
            markers += u // PROTEST
            free += u % PROTEST
            doubled += u // PROTEST - 1
    left = calmed - free
    while left > 0:
        markers -= 1
        left -= PROTEST if doubled > 0 else 1
        doubled -= 1
    return markers


# West


def west_markers(unrest: Numbers, hits: Iterable[tuple[int, int]] = ()) -> int:
    """West Berlin is the last of West's provinces, and its protests count twice: each is imported, too."""
    after = hit(unrest, hits)
    return sum(u // PROTEST for u in after) + after[-1] // PROTEST


@lru_cache(maxsize=200_000)
def west_can_collapse(unrest: Numbers, standards: Numbers, attackers: tuple[Attack, ...]) -> bool:
    """Whether East's attacks can bring it about."""
    options = _ways(attackers, standards)
    if west_markers(_everywhere(unrest, options)) < COLLAPSE:
        return False
    return any(west_markers(unrest, hits) >= COLLAPSE for hits in product(*options))


def compared(unrest: Numbers, best: int, standards: Numbers, with_berlin: bool = False) -> Numbers:
    """The unrest after phase 6 (9.6-difference, 9.6-west-berlin)."""
    last = len(unrest) - 1 if with_berlin else -1
    return tuple(
        u + max(0, best - have - (number != last))
        for number, (u, have) in enumerate(zip(unrest, standards, strict=True))
    )
