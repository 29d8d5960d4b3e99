"""Who can bring an ending about: a search over the moments of a decade end.

A question is an ending and who wants it. A side that wants it needs one good option, one that does not want it needs
one bad option. Nobody wanting it asks whether it is certain, both wanting it whether it is possible.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from wsdv_tools.foresight.closing import EAST, WEST, wish_of
from wsdv_tools.foresight.likeness import likeness
from wsdv_tools.foresight.moments import LAST, Moment, following
from wsdv_tools.foresight.proof_search import Search
from wsdv_tools.foresight.prospects import Outlook, Prospects
from wsdv_tools.foresight.questions import Ending, Question, bit
from wsdv_tools.rules import figures
from wsdv_tools.rules.phases_6_to_10 import LAST_DECADE

if TYPE_CHECKING:
    from collections.abc import Hashable

    from wsdv_tools.facts import State
    from wsdv_tools.rules.adjudicator import Adjudicator
    from wsdv_tools.rules.position import Position

BUDGET = 60_000  # moments searched for one ending
_FAR = 4  # how far away an answer seems if no fate gives it


class OutOfBudget(Exception):
    """More moments would have to be searched than was allowed."""


class Node:
    """A moment, and all that are like it; with its bounds and what may come next, as soon as somebody asks."""

    __slots__ = ("moment", "next", "prospects")

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self.prospects: Prospects | None = None
        self.next: tuple[State | None, list[Node | None]] | None = None  # None among them is insolvency


class Solver:
    """Answers questions about one decade end, and remembers everything it found out."""

    def __init__(self, rules: Adjudicator, start: Position, budget: int = BUDGET) -> None:
        self.rules = rules
        self.start = start
        self.budget = budget
        self.outlook = Outlook(rules.game, start)
        self.searched = 0  # moments, in all
        self._limit = budget
        self._nodes: dict[Hashable, Node] = {}
        self._searches: dict[Question, Search[Node | None]] = {}
        self.after_phase_8 = _socialist_ending(rules, start)

    def begin_budget(self) -> None:
        """Allow a whole budget from here on."""
        self._limit = self.searched + self.budget

    def endings(self) -> list[Ending]:
        """Those that this decade can have at all, by the rules."""
        last = Ending.TIME if self.start.decade == LAST_DECADE else Ending.NOBODY
        return [ending for ending in Ending if ending not in (Ending.TIME, Ending.NOBODY) or ending is last]

    def is_brought_about(self, moment: Moment | None, question: Question) -> bool:
        """Whether the ending comes about from a moment on; None is insolvency."""
        ending, who = question
        if ending in (Ending.TRIUMPH, Ending.FAILURE):  # fixed at the start, unless East is insolvent first
            if self.after_phase_8 is not ending:
                return False
            return not self.is_brought_about(moment, Question(Ending.INSOLVENCY, WEST + EAST - who))
        if self.after_phase_8 is not None and ending is not Ending.INSOLVENCY:
            return False
        if question not in self._searches:
            self._searches[question] = Search(
                partial(self._decided, question), partial(self._options, question.who), partial(_guess, question)
            )
        return self._searches[question].answer(self._node(moment))

    def _node(self, moment: Moment | None) -> Node | None:
        if moment is None:
            return None
        like = likeness(self.outlook, moment)
        node = self._nodes.get(like)
        if node is None:
            node = self._nodes[like] = Node(moment)
        return node

    def _options(self, who: int, node: Node | None) -> tuple[bool, list[Node | None]]:
        """Whether the side that decides wants the ending, and what may come next."""
        assert node is not None
        self.searched += 1
        if self.searched > self._limit:
            raise OutOfBudget
        if node.next is None:
            side, moments = following(self.rules, node.moment)
            node.next = side, list(dict.fromkeys(map(self._node, moments)))
        side, options = node.next
        return side is None or bool(who & wish_of(side)), options

    def _decided(self, question: Question, node: Node | None) -> bool | None:
        """What the bounds say."""
        if node is None:
            return question.ending is Ending.INSOLVENCY
        if node.prospects is None:
            node.prospects = self.outlook.prospects(node.moment)
        if question.ending is Ending.INSOLVENCY:
            return False if node.moment.phase >= LAST else node.prospects.insolvent
        return judged(node.prospects, question)


def _guess(question: Question, node: Node | None) -> tuple[int, int]:
    """How far a yes and a no seem to be, by the share of fates that say so. It only says where to look first."""
    assert node is not None
    shares = node.prospects.shares if node.prospects and question.ending is not Ending.INSOLVENCY else ()
    if not shares:
        return 1 + _FAR // 2, 1 + _FAR // 2
    mark, every = bit(question), sum(number for _, number in shares)
    yes = sum(number for answers, number in shares if answers & mark)
    return 1 + _FAR * (every - yes) // every, 1 + _FAR * yes // every


def judged(prospects: Prospects, question: Question) -> bool | None:
    """Whether a collapse, or none, comes about by bounds alone."""
    if prospects.insolvent:
        return False
    mark = bit(question)
    if prospects.insolvent is False and prospects.answers.surely & mark:
        return True
    return None if prospects.answers.maybe & mark else False


def _socialist_ending(rules: Adjudicator, start: Position) -> Ending | None:
    """The result of phase 9, which nothing before it changes (9.9-triumph, 9.9-fails)."""
    change, _, on_board = figures.socialists(rules.game, start)
    if on_board + change > rules.game.catalogue.pieces.socialists:
        return Ending.TRIUMPH
    return Ending.FAILURE if on_board + change < 0 else None
