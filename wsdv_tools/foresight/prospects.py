"""What may still follow from a moment, without searching on: bounds that are always true, and often enough.

East's points, standards and unrest lie between a least and a most. From these it follows what can no longer happen and
what can no longer be avoided. At the start of phase 5 least and most are the same, and the bounds are the answer.
"""

from __future__ import annotations

from collections import Counter
from functools import reduce
from itertools import product
from math import prod
from operator import and_, or_
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.facts.tracks import FIRST
from wsdv_tools.foresight import closing
from wsdv_tools.foresight.closing import Attack, Numbers
from wsdv_tools.foresight.fates import Fates, Spread
from wsdv_tools.foresight.questions import ALL_BITS, Answers
from wsdv_tools.foresight.standing import NEVER, Kept, Loss, Standing, kept
from wsdv_tools.rules import figures
from wsdv_tools.rules.economy import exports, intact_east, points, values, worst_west_export
from wsdv_tools.rules.phases_1_to_5 import icons_of
from wsdv_tools.rules.position import put

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wsdv_tools.foresight.moments import Moment
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.icons import Unit
    from wsdv_tools.rules.position import Position

MOST_FATES = 400  # so many are looked at one by one
Shares = tuple[tuple[int, int], ...]  # sets of questions that are answered yes, and by how many fates


class Prospects(NamedTuple):
    """What may follow from a moment. `insolvent`: surely, surely not, or None."""

    insolvent: bool | None
    answers: Answers = Answers(0, ALL_BITS)  # if East is not insolvent
    shares: Shares = ()


class Worst(NamedTuple):
    """The points that East may still lose, and the unrest that there may be at the end, by side; never too low."""

    points: int
    west: int
    east: int


class Icons(NamedTuple):
    """What phase 2 may do to East: the points that go, at least and at most; the most of all else."""

    least: int = 0
    most: int = 0
    gone: int = 0  # of the most: by dismantling
    down: int = 0
    built: int = 0
    placed: int = 0  # unrest
    removed: int = 0
    raised: int = 0  # standards
    lowered: int = 0


class Early(NamedTuple):
    """Up to the start of phase 3: what phase 2 may do, the most that is lost before the shortage, and all losses."""

    icons: Icons
    before: Loss
    least: int
    loss: Loss


_NO_ICONS = Icons()
_ZEROS = _NO_ICONS[1:]
_OPEN = Prospects(None)


class Outlook:
    """The bounds for one decade end."""

    def __init__(self, game: Game, start: Position) -> None:
        self.game = game
        self.start = start
        self.fates = Fates(game, start)
        self.standing = Standing(game)
        self.worst_exports = {worst_west_export(game, exports(game, start, hamburg)) for hamburg in game.hamburg_joins}
        self._icons: dict[int, Icons] = {}
        self._known: dict[object, tuple[Answers, Shares]] = {}
        self._mattering: dict[object, tuple[bool, ...]] = {}

    def prospects(self, moment: Moment) -> Prospects:
        """The bounds of a moment up to the start of phase 5."""
        known = self._losses(moment)
        if known is None:
            return _OPEN
        (icons, least_lost, loss), board = known, moment.board
        have = points(self.game, board, State.EAST)
        if least_lost > have + icons.built:
            return Prospects(True)
        return Prospects(False if loss.total <= have else None, *self._answers(board, icons, loss))

    def worst(self, moment: Moment) -> Worst | None:
        """The most that both sides may have lost at the end; None where it is not known."""
        known = self._losses(moment)
        if known is None:
            return None
        (icons, _, loss), board = known, moment.board
        low, high, calm, angry = spread_of(self.kept(board, icons, loss), self._unrest(board, State.EAST), icons)
        west = east = 0
        strong = self.fates.attackers(State.EAST, high, calm)
        for one in self.fates.wests(self._unrest(board, State.WEST)):
            west = max(west, sum(one.unrest) + most_hits(strong, one.standards))
            always = sum(number for _, number in closing.hits_of(one.berlin, low))
            east = max(east, sum(angry) + always + most_hits(one.attackers, low) + self.fates.later.lost)
        return Worst(min(loss.total, points(self.game, board, State.EAST) + icons.built), west, east)

    def _unrest(self, board: Position, side: State) -> Numbers:
        return tuple(board.unrest[p] for p in self.game.own(side))

    def kept(self, board: Position, icons: Icons, loss: Loss) -> tuple[tuple[Kept, ...], ...]:
        """The standards that East's provinces may keep in phase 5."""
        found = []
        for province, industry in zip(self.game.east, self.standing.industries(board), strict=True):
            have, limit = board.standards[province], max(0, industry.best)
            highest = max(limit, self._built(board, province)) if icons.built else limit
            at_least = min(max(0, have - icons.lowered), limit)
            found.append(kept(industry, at_least, min(have + icons.raised, highest), loss))
        return tuple(found)

    def _answers(self, board: Position, icons: Icons, loss: Loss) -> tuple[Answers, Shares]:
        west, east = (self._unrest(board, side) for side in State)
        ranges = self.kept(board, icons, loss)
        most = loss.total + min(loss.gone, self.standing.shared(board) + icons.built)
        key = west, east, ranges, most, icons.placed, icons.removed
        if key not in self._known:  # most moments differ in what makes no difference here
            unrests = _unrests(east, icons.placed, icons.removed)
            if prod(map(len, ranges)) * len(unrests) > MOST_FATES:
                self._known[key] = self.fates.between(west, spread_of(ranges, east, icons)), ()
            else:
                standards = list(_within(ranges, most))
                count = Counter(self.fates.exact(west, unrest, one) for unrest in unrests for one in standards)
                self._known[key] = Answers(reduce(and_, count), reduce(or_, count)), tuple(count.items())
        return self._known[key]

    def what_matters(self, board: Position, loss: Loss) -> tuple[bool, ...]:
        """By East's provinces, from phase 3 on: whether any answer may depend on what it keeps."""
        ranges = self.kept(board, _NO_ICONS, loss)
        west, east = (self._unrest(board, side) for side in State)
        key = west, east, ranges
        if key not in self._mattering:
            self._mattering[key] = self._matter(west, east, [[one.standards for one in each] for each in ranges])
        return self._mattering[key]

    def _matter(self, west: Numbers, east: Numbers, ranges: list[list[int]]) -> tuple[bool, ...]:
        is_open = [len(one) > 1 for one in ranges]
        if prod(map(len, ranges)) > MOST_FATES:
            return tuple(is_open)
        answers = {one: self.fates.exact(west, east, one) for one in product(*ranges)}
        for number, one in enumerate(ranges):
            if is_open[number]:
                is_open[number] = any(answers[at] != answers[put(at, number, one[0])] for at in answers)
        return tuple(is_open)

    def _losses(self, moment: Moment) -> tuple[Icons, int, Loss] | None:
        """What phase 2 may do, and the points that East still loses, at least and at most; None: not looked at."""
        if moment.phase > 3 or (moment.phase == 3 and moment.rule):
            loss = self.still_lost(moment)
            return _NO_ICONS, loss.total, loss
        known = self.early_losses(moment)
        return known and (known.icons, known.least, known.loss)

    def early_losses(self, moment: Moment) -> Early | None:
        """The same up to the start of phase 3."""
        known = self._before_shortage(moment)
        if known is None:
            return None
        (icons, first), after = known, self.still_lost(moment)
        before = self._loss_before(moment.board, icons, first)
        least_short, short = self._shortage(moment.board, before, icons)
        # What is missing beyond the factories that can run down is infrastructure (9.3-infrastructure).
        intact = len(intact_east(self.game, moment.board)) - before.total
        gone = before.gone + min(short, max(0, short - intact)) + after.gone
        loss = Loss(before.total + short + after.total, gone, before.down + short)
        return Early(icons, before, first + icons.least + least_short + after.total, loss)

    def _before_shortage(self, moment: Moment) -> tuple[Icons, int] | None:
        """What phase 2 may do, and the points of phase 1; None: not looked at."""
        game, board = self.game, moment.board
        marker = board.prestige
        if moment.phase == 1 and not moment.rule and board.wall:
            if marker == FIRST and not game.follows("R8b"):
                return None
            marker = max(FIRST, marker - 1)
        icons = self._of(moment.icons) if moment.icons is not None else _NO_ICONS
        if moment.phase <= 2 and moment.icons is None:
            icons = self.icons(marker)
        if moment.phase > 1:
            return icons, 0
        return icons, moment.left if moment.rule else figures.flight(game, board).points

    def _loss_before(self, board: Position, icons: Icons, first: int) -> Loss:
        """The most that is lost in phases 1 and 2."""
        if len(intact_east(self.game, board)) < first + icons.most:  # an icon may find no factory (R10)
            return Loss(first + icons.most, first + icons.most, icons.down)
        return Loss(first + icons.most, first + icons.gone, icons.down)

    def still_lost(self, moment: Moment) -> Loss:
        """The points that East loses in phases 3 and 4, as far as they are known."""
        police = len(moment.board.police) if moment.phase <= 4 else 0
        if not moment.rule or moment.phase < 3:
            return Loss(police, police, 0)
        if moment.phase == 4:
            return Loss(moment.left, moment.left, 0)
        if moment.rule == "9.3-run-down":
            return Loss(moment.left + police, police, moment.left)
        return Loss(moment.left + police, moment.left + police, 0)

    def icons(self, marker: int) -> Icons:
        """What phase 2 may do by the marker's space, or by those that may be executed instead."""
        if marker not in self._icons:
            spaces = figures.prestige(self.game, self.start._replace(prestige=marker)).choices
            each = [self._of(icons_of(self.game, space, State.WEST)) for space in spaces]
            self._icons[marker] = Icons(min(one.least for one in each), *map(max, *(one[1:] for one in each), _ZEROS))
        return self._icons[marker]

    def _of(self, units: Iterable[Unit]) -> Icons:
        count = Counter(unit.kind for unit in units)
        gone = count["dismantle"] + count["run_down"]
        least = count["dismantle"] if self.game.follows("R10b") else gone
        raised = count["place_living_standard"]
        removed = count["remove_unrest"] + raised  # with a standard one unrest is removed
        lowered = count["remove_living_standard"]
        dismantled, down = count["dismantle"], count["run_down"]
        return Icons(least, gone, dismantled, down, count["build"], count["place_unrest"], removed, raised, lowered)

    def _shortage(self, board: Position, loss: Loss, icons: Icons) -> tuple[int, int]:
        """What East will lack in phase 3 after losing up to so many points, at least and at most."""
        game = self.game
        low, high = min(self.worst_exports), max(self.worst_exports)
        maybe = now = 0
        prices = []  # of each province that sells now, until it no longer does
        for province, industry in zip(game.east, self.standing.industries(board), strict=True):
            if industry.best >= high:
                now += 1
                prices.append(self.standing.price_of_selling(board, province, industry, high, loss))
            maybe += industry.best >= low or bool(icons.built and self._built(board, province) >= low)
        left = 2 * loss.total  # a point lowers the factories of two provinces at most
        for needed in sorted(needed for needed in prices if needed < NEVER):
            left -= needed
            now -= left >= 0
        income = game.catalogue.tracks.currency[board.currency]
        standards = sum(board.standards[p] for p in game.east)
        at_least = standards - icons.lowered - income - maybe
        return max(0, at_least), max(0, standards + icons.raised - income - now)

    def _built(self, board: Position, province: int) -> int:
        """The most that an export factory of a province is worth after one more point is built."""
        game, value = self.game, values(self.game, board)
        best = 0
        for city in game.cities_of[province]:
            if board.factories[city]:
                best = max(best, value[city] + 1)
            else:
                full = sum(board.lines[n] == game.lines[n] for n in game.connections_of[city])
                best = max(best, 1 + full)
        return best


def spread_of(ranges: Iterable[tuple[Kept, ...]], unrest: Numbers, icons: Icons) -> Spread:
    """Between which limits East's standards and unrest are."""
    low = tuple(one[-1].standards for one in ranges)
    high = tuple(one[0].standards for one in ranges)
    calm = tuple(max(0, number - icons.removed) for number in unrest)
    angry = tuple(number + icons.placed for number in unrest)
    return Spread(low, high, closing.compared(calm, max(low), high), closing.compared(angry, max(high), low))


def _within(ranges: Iterable[tuple[Kept, ...]], most: int) -> Iterator[Numbers]:
    """All standards that so many points can lead to together."""
    for each in product(*ranges):
        if sum(one.price for one in each) <= most:
            yield tuple(one.standards for one in each)


def _unrests(unrest: Numbers, placed: int, removed: int) -> set[Numbers]:
    """Every unrest after placing and removing up to so much."""
    found = {unrest}
    for change, times in ((1, placed), (-1, removed)):
        for _ in range(times):
            found |= {put(one, p, one[p] + change) for one in found for p in range(len(one)) if one[p] + change >= 0}
    return found


def most_hits(attackers: Iterable[Attack], standards: Numbers) -> int:
    """The most unrest that attacks can bring."""
    return sum(max((n for _, n in closing.hits_of(attack, standards)), default=0) for attack in attackers)
