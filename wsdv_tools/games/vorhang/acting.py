"""Markers in Eiserner Vorhang: the four rules of commanding (EV-5), infiltrating, moving and gaining (EV-6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from wsdv_tools.games.acting import Acting, Where, marker_steps, take, unfit
from wsdv_tools.games.cards import Effect, Game
from wsdv_tools.games.sides import SIDES, Side
from wsdv_tools.games.steps import MOVING, PLACING, REMOVING, decision, moving, placing, points, removing
from wsdv_tools.games.vorhang.facts import HIGHEST, REGIONS
from wsdv_tools.games.vorhang.position import Position
from wsdv_tools.games.vorhang.scoring import region_of, region_points
from wsdv_tools.rules.choices import Asking, Fault, Step


class Reached(Exception):
    """The marker reached a flag: the game is over at once (EV-1.5)."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self.position = position


def reach(position: Position, side: Side) -> frozenset[str]:
    """Countries that hold a marker of the side, or lie next to one that does (EV-5.2)."""
    held = [country for country in position.countries if country.markers(side)]
    beside = {near.card for country in held for near in position.neighbours(country.at)}
    return frozenset(beside.union(country.card for country in held))


class VorhangActing(Acting):
    """A side that commands or carries out an event."""

    event_rule = "EV-6.3"
    reply_rule = "EV-5.8"
    use_rules = ("EV-5.1", "EV-6.1")
    all_or_nothing = "R12b"
    highest = HIGHEST
    board: Position

    def __init__(self, game: Game, board: Position, side: Side, this: str, start: frozenset[str]) -> None:
        super().__init__(game, board, side, this)
        self.start = start  # the reach when the action began

    def places(self, where: Where) -> list[str]:
        """A country that is not on the table does not count (R10)."""
        return [country.card for country in self.board.countries if self._is_meant(country.card, where)]

    def _is_meant(self, card: str, where: Where) -> bool:
        if isinstance(where, tuple):
            return card in where
        if where == "neighbours":
            this = self.board.piece(self.this)
            return this is not None and any(card == c.card for c in self.board.neighbours(this.at))
        if where == "own":
            return self.markers(self.side, card) > 0
        if where in REGIONS:
            return region_of(self.game, card) in (where, None)  # one that nobody has said may be meant
        return where == "any" or card == self.this

    def refuse(self, step: Step) -> Fault | None:
        """Events, too, take markers that are there (EV-6.3) and place what the stock has (EV-5.6)."""
        if step.verb == "points":
            return None if step.number > 0 else unfit(self)
        side = PLACING.get(step.verb) or REMOVING.get(step.verb) or MOVING.get(step.verb)
        if side is None:
            return unfit(self)
        for card in (step.place, step.to) if step.verb in MOVING else (step.place,):
            if self.board.piece(card) is None:
                return Fault("not-on-table", "EV-5.1", {"card": card})
        if step.verb in PLACING:
            return None if self.board.stock(side) else Fault("stock-empty", "EV-5.6", {"side": side})
        if not self.markers(side, step.place):
            return Fault("marker-not-there", "EV-6.3", {"card": step.place, "side": side})
        return unfit(self) if step.verb in MOVING and step.place == step.to else None

    def do(self, step: Step) -> None:
        if step.verb == "points":
            self.board = self.board.with_points(step.place, step.number)
            if self.board.winner:
                raise Reached(self.board)
            return
        changes = {step.place: 1 if step.verb in PLACING else -1}
        if step.verb in MOVING:
            changes[step.to] = 1
        for card, change in changes.items():
            country = self.board.piece(card)
            if country:
                self.board = self.board.with_piece(country.with_markers(Side(step.verb[:2]), change))

    def free_steps(self) -> Iterator[Step]:
        yield from marker_steps(self)
        for side in SIDES:
            held = [card for card in self.places("any") if self.markers(side, card)]
            yield from (moving(side, card, to) for card in held for to in self.places("any") if to != card)
            yield points(side, 1)

    def carry_out(self, effect: Effect) -> Asking[None]:
        kinds: dict[str, Callable[[Effect], Asking[None]]] = {
            "command": self._commanded,
            "infiltrate": self._infiltrate,
            "gain": self._gain,
            "score": self._score,
        }
        yield from kinds[effect.kind](effect)

    def _gain(self, effect: Effect) -> Asking[None]:
        """Ideology points, once or for each country where the side leads; the marker moves at once (EV-6.6)."""
        led = [card for card in self.places(effect.where) if self._leads(card)]
        yield from self._told_points(self.side, effect.points * (len(led) if effect.is_for_led else 1))

    def _leads(self, card: str) -> bool:
        return self.markers(self.side, card) > self.markers(self.side.other, card)

    def _score(self, effect: Effect) -> Asking[None]:
        region = region_of(self.game, self.this) if effect.where == "this" else str(effect.where)
        if region is None:
            return
        found = region_points(self.game, self.board, region)
        self.board = self.board._replace(is_sure=self.board.is_sure and found.is_sure)
        lead = found.points[Side.US] - found.points[Side.SU]
        yield from self._told_points(Side.US if lead > 0 else Side.SU, abs(lead))

    def _told_points(self, side: Side, number: int) -> Asking[None]:
        """Nothing is decided: points that were typed must be right."""
        if number < 1:
            return
        step = points(side, number)

        def refuse(other: Step) -> Fault | None:
            if other == step:
                return None
            return Fault("wrong-points", "EV-6.6", {"card": self.this, "number": number, "side": side})

        yield decision(self.side, "points", "EV-6.6", self.board, (step,), refuse, automatic=True)
        self.do(step)

    def _commanded(self, effect: Effect) -> Asking[None]:
        """To command by a text means the same four rules (EV-5.1), on the countries that it names."""
        yield from self.command(effect.number, effect)

    def command(self, number: int, effect: Effect | None = None) -> Asking[None]:
        """Up to so many markers, by the reach of the command's own beginning (R3), or of the action's (R3b)."""
        is_of_action = effect is None and "R3b" in self.game.rulings
        start = self.start if is_of_action else reach(self.board, self.side)
        holds_nothing = not any(country.markers(self.side) for country in self.board.countries)
        if holds_nothing and "R7b" in self.game.rulings:
            loose = Placing(self, number, frozenset(self.places("any")), False, effect)
            yield from loose.run()
            return
        yield from Placing(self, number, start, True, effect).run()

    def _infiltrate(self, effect: Effect) -> Asking[None]:
        """Like commanding, but reach and cost do not apply (EV-6.4)."""
        yield from Placing(self, effect.number, frozenset(self.places("any")), False, effect).run()


class Placing:
    """Markers placed by a command, or by infiltrating, one by one, and taken back where the stock is empty."""

    def __init__(
        self, acting: VorhangActing, number: int, reach: Collection[str], is_command: bool, effect: Effect | None
    ) -> None:
        self.acting = acting
        self.side = acting.side
        self.number = self.left = number
        self.reach = reach
        self.is_command = is_command  # the rules of reach and cost apply
        self.effect = effect  # the text that allows it; None for the number of a card
        self.taken: list[str] = []  # where markers were taken back from (EV-5.7)
        self.placed: Counter[str] = Counter()
        self.waiting = 0  # markers taken back that must be placed again

    def run(self) -> Asking[None]:
        acting = self.acting
        rule = "EV-5.1" if self.is_command else "EV-6.4"
        while self.effect is None or self.left > 0:
            cards = [country.card for country in acting.board.countries]
            options = [make(self.side, card) for card in cards for make in (placing, removing)]
            can = any(self.refuse(step) is None for step in options)
            required = can and (self.waiting > 0 or (self.effect is not None and self.effect.exactly))
            if self.effect is not None and not can:
                return
            step = yield from take(acting, options, self.refuse, rule, self.left, required)
            if step is None:
                return
            self._do(step)

    def _do(self, step: Step) -> None:
        if step.verb == f"{self.side}-":
            self.taken.append(step.place)
            self.waiting += 1
        elif step.verb == f"{self.side}+":
            self.left -= self._cost(step.place)
            self.placed[step.place] += 1
            self.waiting = max(0, self.waiting - 1)
        self.acting.do(step)

    def _cost(self, card: str) -> int:
        """2 where the opponent dominates, looked at again for every marker (EV-5.3, 5.4, 5.5)."""
        country = self.acting.board.piece(card)
        return 2 if self.is_command and country and country.is_dominated_by(self.side.other) else 1

    def refuse(self, step: Step) -> Fault | None:
        acting = self.acting
        if step.verb not in (f"{self.side}+", f"{self.side}-"):
            if self.effect is not None:
                return unfit(acting)
            code = "not-own-markers" if step.verb in (*PLACING, *REMOVING) else "command-unfit"
            return Fault(code, "EV-5.1", {"side": self.side})
        if acting.board.piece(step.place) is None:
            return Fault("not-on-table", "EV-5.1", {"card": step.place})
        if self.effect is not None and step.verb in PLACING:
            fault = self._refuse_by_text(step, self.effect)
            if fault:
                return fault
        return self._refuse_back(step) if step.verb in REMOVING else self._refuse_placing(step)

    def _refuse_by_text(self, step: Step, effect: Effect) -> Fault | None:
        """What the event's own text says about the places."""
        if step.place not in self.acting.places(effect.where):
            return unfit(self.acting)
        is_new = step.place not in self.placed
        if self.placed[step.place] >= effect.each or (is_new and len(self.placed) >= effect.cards):
            return Fault("event-too-many", self.acting.event_rule, {"card": self.acting.this})
        return None

    def _refuse_placing(self, step: Step) -> Fault | None:
        acting, card = self.acting, step.place
        if not self._is_in_reach(card):
            return Fault("out-of-reach", "EV-5.2", {"card": card, "side": self.side})
        if card in self.taken:
            return Fault("placed-where-taken", "EV-5.7", {"card": card})
        cost = self._cost(card)
        if self.left < 1:
            return Fault("command-too-large", "EV-5.3", {"card": acting.this, "number": self.number})
        if cost > self.left:
            return Fault("dominated", "EV-5.4", {"card": card, "side": self.side.other})
        needed = cost if "R13b" in acting.game.rulings else 1
        if acting.board.stock(self.side) < needed:
            return Fault("stock-empty", "EV-5.6", {"side": self.side})
        return None

    def _is_in_reach(self, card: str) -> bool:
        """As it was at the start (R6); by R6b reach is lost with the marker that gave it."""
        can_be_lost = self.is_command and "R6b" in self.acting.game.rulings
        return card in self.reach and (not can_be_lost or card in reach(self.acting.board, self.side))

    def _refuse_back(self, step: Step) -> Fault | None:
        """Markers are taken back only with an empty stock (EV-5.7; R4b), and only to be placed again."""
        acting, side, card = self.acting, self.side, step.place
        if "R4b" not in acting.game.rulings and acting.board.stock(side) > self.waiting:
            return Fault("taken-back", "EV-5.7", {"side": side, "number": acting.board.stock(side)})
        if not acting.markers(side, card):
            return Fault("marker-not-there", "EV-6.3", {"card": card, "side": side})
        places = {c.card for c in acting.board.countries if self._is_in_reach(c.card)} - {*self.taken, card}
        if self.effect is not None:
            places &= {*acting.places(self.effect.where)}
        if self.waiting >= self.left or not any(self._cost(place) <= self.left for place in places):
            return Fault("taken-for-nothing", "EV-5.7", {"card": card})
        if card in self.placed:
            return Fault("placed-where-taken", "EV-5.7", {"card": card})
        return None


def is_possible(position: Position, step: Step) -> bool:
    """Whether the pieces can be moved like that at all, legal or not."""
    if step.verb == "points":
        return True
    country, side = position.piece(step.place), Side(step.verb[:2])
    if country is None:
        return False
    if step.verb in PLACING:
        return position.stock(side) > 0
    return country.markers(side) > 0 and (step.verb in REMOVING or position.piece(step.to) is not None)
