"""The rules of Kubakrise, chapters 2 to 7: set-up, a turn, events, commands, and how areas move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from wsdv_tools.games.acting import Acting, Where, laying, marker_steps, mover, take, unfit, used
from wsdv_tools.games.cards import UNKNOWN, Effect, Game, without
from wsdv_tools.games.kubakrise.facts import CUBA, DRAWS, HIGHEST, MARKERS, TYPES
from wsdv_tools.games.kubakrise.position import Area, Position
from wsdv_tools.games.sides import Side
from wsdv_tools.games.steps import PLACING, REMOVING, placing, removing
from wsdv_tools.rules.choices import NOTHING, Asking, Choice, Fault, Step, ask

_FULL = 5  # by ruling R6b
_OF_COMMANDS = frozenset({"not-own-markers", "command-unfit", "several-areas", "place-or-remove", "command-too-large"})


def refuse_bid(game: Game, number: int) -> Fault | None:
    """A bid is a number of the side's own markers (KK-2.4)."""
    least = 1 if "R1b" in game.rulings else 0
    if least <= number <= MARKERS:
        return None
    return Fault("bid-out-of-range", "KK-2.4", {"number": number, "least": least, "most": MARKERS})


def start(bids: tuple[int, int], starter: Side) -> Position:
    """Both bids are out of the game (KK-2.5)."""
    return Position(out=bids, to_move=starter)


def beginners_start(starter: Side) -> Position:
    """The other player puts one marker out of the game (KK-2.7)."""
    return start((0, 1) if starter is Side.US else (1, 0), starter)


def turn(game: Game, position: Position) -> Asking[Position]:
    """One turn: lay a card, use it (KK-3, 4, 5); the hand is filled up by whoever deals (KK-7.1)."""
    side = mover(position)
    lay = yield from ask(_laying(position, side))
    if position.piece(lay.place) is None:
        position = position.laid(lay.place, lay.to)
    position = position.with_hand(side, without(position.hand(side), lay.place))
    begin = partial(KubaActing, game, this=lay.place)
    position = yield from used(begin, position, game.deck.card(lay.place))
    return _drawn(position._replace(to_move=side.other, turn=position.turn + 1), side)


def _drawn(position: Position, side: Side) -> Position:
    """The player draws a card while the pile lasts; nobody has named it yet (KK-7.1)."""
    if position.turn - 1 > DRAWS:
        return position
    return position.with_hand(side, (*position.hand(side), UNKNOWN))


def _laying(position: Position, side: Side) -> Choice:
    """A hand card goes into the player's own zone or the neutral one (KK-3.1), each only once (KK-3.2)."""

    def refuse(_card: str, zone: int) -> Fault | None:
        return Fault("foreign-zone", "KK-3.1", {"side": side}) if zone == side.other.way else None

    return laying(position, side, (side.way, 0), refuse, ("KK-3.1", "KK-3.2", "KK-3.1"))


class KubaActing(Acting):
    """A side that places and removes markers; the areas move with them (KK-6)."""

    event_rule = "KK-4.2"
    reply_rule = "KK-4.4"
    use_rules = ("KK-3.3", "KK-4.1")
    all_or_nothing = "R13b"
    highest = HIGHEST
    board: Position

    def __init__(self, game: Game, board: Position, side: Side, this: str) -> None:
        super().__init__(game, board, side, this)
        # Areas that were moved already, by whom, and whether by placing.
        self._moved: set[tuple[str, Side, bool]] = set()

    def places(self, where: Where) -> list[str]:
        if isinstance(where, tuple):
            return [area.card for area in self.board.areas if area.card in where]
        return [area.card for area in self.board.areas if self._is_meant(area, where)]

    def _is_meant(self, area: Area, where: str) -> bool:
        if where in TYPES:
            return self._may_be(area.card, where)
        zones = {"home": self.side.way, "neutral": 0, "away": -self.side.way}
        if where in zones:
            return area.zone == zones[where]
        if where == "own":
            return area.markers(self.side) > 0
        return where == "any" or area.card == (self.this if where == "this" else where)

    def _may_be(self, card: str, type_: str) -> bool:
        """Whether a card is of a type, or of one that nobody has said; face down, Cuba is of none (R7, R7b)."""
        if card == CUBA and "R7b" not in self.game.rulings:
            return False
        return self.game.deck.card(self.board.cuba_card if card == CUBA else card).type in (type_, None)

    def refuse(self, step: Step) -> Fault | None:
        """Events, too, take markers that are there (KK-5.3) and place what the stock has (KK-5.4)."""
        if step.verb == "shift":
            return self._refuse_shift(step)
        side = PLACING.get(step.verb) or REMOVING.get(step.verb)
        if side is None:
            return unfit(self)
        area = self.board.piece(step.place)
        if area is None:
            return Fault("not-an-area", "KK-5.1", {"card": step.place})
        if step.verb in REMOVING:
            if not area.markers(side):
                return Fault("marker-not-there", "KK-5.3", {"card": step.place, "side": side})
        elif self.board.stock(side) < 1:
            return Fault("stock-empty", "KK-5.4", {"side": side})
        elif "R6b" in self.game.rulings and area.markers(side) >= _FULL:
            return Fault("area-full", "KK-5.5", {"card": step.place, "number": _FULL})
        return None

    def _refuse_shift(self, step: Step) -> Fault | None:
        area = self.board.piece(step.place)
        if area is None:
            return Fault("not-an-area", "KK-5.1", {"card": step.place})
        return None if abs(area.zone - step.to) == 1 else unfit(self)

    def do(self, step: Step) -> None:
        area = self.board.piece(step.place)
        if area is None:
            return
        if step.verb == "shift":
            self.board = self.board.with_piece(area._replace(zone=step.to))
            return
        is_placed = step.verb in PLACING
        owner = PLACING[step.verb] if is_placed else REMOVING[step.verb]
        area = area.with_markers(owner, 1 if is_placed else -1)
        if (area.card, self.side, is_placed) not in self._moved:
            self._moved.add((area.card, self.side, is_placed))
            area = area.moved(self._way(owner) * (1 if is_placed else -1))
        self.board = self.board.with_piece(area)

    def _way(self, owner: Side) -> int:
        """Placing pulls an area towards the side that acts, removing pushes it away (KK-6.1, 6.2; R4)."""
        if owner is self.side or not self.game.rulings & {"R4b", "R4c"}:
            return self.side.way
        return owner.way if "R4b" in self.game.rulings else 0

    def start_sentence(self) -> None:
        """However many markers, an area moves once by an event (R5), or once a sentence (R5b)."""
        if "R5b" in self.game.rulings:
            self._moved.clear()

    def free_steps(self) -> Iterator[Step]:
        yield from marker_steps(self)
        for area in self.board.areas:
            yield from (Step("shift", area.card, zone) for zone in (-1, 0, 1) if abs(zone - area.zone) == 1)

    def carry_out(self, effect: Effect) -> Asking[None]:
        if effect.kind == "command":
            yield from self.command(effect.number, is_event=True)
        else:
            yield from self._shift(effect)

    def _shift(self, effect: Effect) -> Asking[None]:
        """Areas moved by a text, without markers."""
        ways = {"own": (self.side.way,), "opponent": (-self.side.way,), "either": (1, -1)}[effect.towards]
        shifted: set[str] = set()

        def refuse(step: Step) -> Fault | None:
            return None if step in options else unfit(self)

        for count in range(effect.cards):
            cards = [self.board.piece(card) for card in self.places(effect.where) if card not in shifted]
            areas = [area for area in cards if area]
            options = [Step("shift", a.card, a.zone + way) for a in areas for way in ways if abs(a.zone + way) <= 1]
            step = yield from take(self, options, refuse, self.event_rule, effect.cards - count)
            if step is None:
                return
            self.do(step)
            shifted.add(step.place)

    def command(self, number: int, is_event: bool = False) -> Asking[None]:
        """Place or remove, in one area (KK-5.1), at most as many as the number (KK-5.2).

        What does not fit a command that an event allows may be meant for what the event says next.
        """
        done: list[Step] = []
        had_none = self.board.stock(self.side) == 0

        def refuse(step: Step) -> Fault | None:
            fault = self._refuse_command(step, done, number, had_none)
            return unfit(self) if fault and is_event and fault.code in _OF_COMMANDS else fault

        while True:
            areas = [area.card for area in self.board.areas]
            options = [make(self.side, card) for card in areas for make in (placing, removing)]
            must = not done and "R2b" in self.game.rulings and any(refuse(step) is None for step in options)
            step = yield from take(self, options, refuse, "KK-5.1", number - len(done), must)
            if step is None:
                return
            self.do(step)
            done.append(step)

    def _refuse_command(self, step: Step, done: list[Step], number: int, had_none: bool) -> Fault | None:
        if step.verb not in (f"{self.side}+", f"{self.side}-"):
            code = "not-own-markers" if step.verb in (*PLACING, *REMOVING) else "command-unfit"
            return Fault(code, "KK-5.3", {"side": self.side})
        taking_back = "R3b" in self.game.rulings and had_none
        if taking_back:
            return self._refuse_again(step, done, number) or self.refuse(step)
        if self.board.piece(step.place) and done and step.place != done[0].place:
            return Fault("several-areas", "KK-5.1", {"first": done[0].place})
        if done and step.verb != done[0].verb:
            return Fault("place-or-remove", "KK-5.1", {})
        return self.refuse(step) or self._refuse_more(len(done), number)

    def _refuse_more(self, done: int, number: int) -> Fault | None:
        if done < number:
            return None
        return Fault("command-too-large", "KK-5.2", {"card": self.this, "number": number})

    def _refuse_again(self, step: Step, done: list[Step], number: int) -> Fault | None:
        """With an empty stock, markers from elsewhere are placed in one area by the same command (R3b)."""
        taken = [d for d in done if d.verb in REMOVING]
        placed = [d for d in done if d.verb in PLACING]
        if step.verb in REMOVING:
            if placed:
                return Fault("place-or-remove", "KK-5.1", {})
            return self._refuse_more(len(taken), number)
        if placed and step.place != placed[0].place:
            return Fault("several-areas", "KK-5.1", {"first": placed[0].place})
        if any(d.place == step.place for d in taken):
            return Fault("place-or-remove", "KK-5.1", {})
        return self._refuse_more(len(placed), number)


def is_possible(position: Position, step: Step) -> bool:
    """Whether the pieces can be moved like that at all, legal or not."""
    if step.verb in PLACING:
        return position.piece(step.place) is not None and position.stock(PLACING[step.verb]) > 0
    if step.verb in REMOVING:
        area = position.piece(step.place)
        return area is not None and area.markers(REMOVING[step.verb]) > 0
    if step.verb == "shift":
        return position.piece(step.place) is not None and abs(step.to) <= 1
    return step == NOTHING
