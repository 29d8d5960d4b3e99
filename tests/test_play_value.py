"""The play and the match as values: stored, forked, hidden, refused; at every decision of random games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest

import wsdv_tools
from tests.matches import ALTERNATIVES, GAME, MATCHES, RULES, moments
from wsdv_tools import Finding, explain_finding, open_rulebook
from wsdv_tools.facts import State
from wsdv_tools.rules.adjudicator import Phase, Turn
from wsdv_tools.rules.card_decisions import Asked, Hand, Keep, Row, Top, asked_to_keep
from wsdv_tools.rules.choices import NOTHING, Choice, Fault, Step
from wsdv_tools.rules.decade_play import DecadeEnd
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.match import Match
from wsdv_tools.rules.play import Play, Refused
from wsdv_tools.rules.position import UNKNOWN, Course, Position, start
from wsdv_tools.rules.run import How
from wsdv_tools.rules.verbs import VERBS, Kind, places_of
from wsdv_tools.sources.schema import _validator
from wsdv_tools.sources.shipped import shipped


@pytest.mark.parametrize("seed", sorted({*range(MATCHES), 29}))  # in 29 Guillaume takes a card from the deck
def test_every_moment_can_be_stored_forked_and_hidden(seed: int) -> None:
    rules = ALTERNATIVES if seed % 3 == 2 else RULES
    chance = Random(seed)
    last = None
    for number, match in enumerate(moments(seed, rules)):
        last = match
        now = match.now.plays[-1] if isinstance(match.now, DecadeEnd) else match.now
        if now is not None:
            data = now.as_data()
            assert Play.from_data(json.loads(json.dumps(data)), rules) == now
            if number % 40 == 0:
                _validator("play").validate(data)
            forks_do_not_disturb(now, chance)
            hidden(now)
        if number % 40 == 0:
            whole(match)
    assert last is not None
    assert last.is_over
    whole(last)


def whole(match: Match) -> None:
    """The match as data, and as either side sees it."""
    _validator("match").validate(match.as_data())
    again = Match.from_data(json.loads(json.dumps(match.as_data())), match.rules)
    assert again == match
    assert again.position == match.position
    assert again.deck == match.deck
    for side in State:
        seen = match.seen_by(side)
        text = json.dumps(seen.as_data()) + repr([(one.before, one.after, one.deck) for one in seen.history])
        assert seen.seed is None
        assert [one.turn for one in seen.history] == [one.turn for one in match.history]
        course, real = seen.position.course, match.position.course
        assert (course is None) == (real is None)
        if course and real:
            assert course.hand(side) == real.hand(side)
            secret = {*real.hand(side.other), *match.deck} - known_to(match, side)
            assert not [card for card in secret if f'"{card}"' in text or f"'{card}'" in text]


def known_to(match: Match, side: State) -> set[str]:
    """Cards that a side has seen: laid out, played, removed; its own; those Guillaume moved."""
    seen: set[str] = {UNKNOWN}
    deck: tuple[str, ...] = ()
    for event in match.history:
        if side is State.EAST and Step("look", "deck") in event.steps:
            seen |= {*deck[-2:]}
        deck = event.deck
        if event.turn:
            seen.add(event.turn.card)
        unseen: set[str] = set()
        moved = [step for step in event.steps if step.verb in ("swap", "drop")]
        if side is State.WEST and Step("look", "deck") in event.steps:
            unseen = {str(part) for step in moved for part in (step.place, step.to)}
        elif moved:
            seen |= {str(part) for step in moved for part in (step.place, step.to)}
        course = event.after.course
        if course:
            seen |= {*course.display, *course.hand(side)} | ({*course.removed} - unseen)
        if side is State.EAST and Step("look", "hand") in event.steps and event.before.course:
            seen |= {*event.before.course.west_hand}
    now = match.now
    if side is State.EAST and isinstance(now, Play) and Step("look", "hand") in now.steps and now.start.course:
        seen |= {*now.start.course.west_hand}
    if side is State.EAST and isinstance(now, Play) and Step("look", "deck") in now.steps:
        seen |= {*match.deck[-2:]}
    return seen


def forks_do_not_disturb(play: Play[Position, Turn | Phase], chance: Random) -> None:
    """Two steps from one play: neither changes what the other, or the play itself, tells."""
    decision = play.pending
    assert decision is not None
    options, board = decision.options, play.position
    if not options:
        return
    one, other = play.take(chance.choice(options)), play.take(chance.choice(options))
    told = (one.position, one.pending.options if one.pending else None)
    assert other.settled().position is not None
    again = play.take(one.answers[-1].step)
    assert (again.position, again.pending.options if again.pending else None) == told
    fresh = Play(play.rules, play.start, play.what, play.answers)
    assert (play.pending.options, play.position) == (options, board)  # type: ignore[union-attr]
    assert fresh.pending is not None
    assert [fresh.pending.refuse(step) for step in options] == [None] * len(options)


def hidden(play: Play[Position, Turn | Phase]) -> None:
    for side in State:
        seen = play.seen_by(side)
        course = seen.start.course
        assert course is None or set(course.hand(side.other)) <= {UNKNOWN}
        assert seen.position.unrest == play.position.unrest
        assert (seen.pending is None) == (play.pending is None)
        if seen.pending and play.pending and play.pending.kind not in ("swap", "price", "look"):
            assert without_cards(seen.pending.options) == without_cards(play.pending.options)


def without_cards(options: Iterable[Step]) -> list[Step]:
    """What does not depend on cards that one side does not see; Guillaume may wait beside other icons."""
    return [step for step in options if step.verb not in ("swap", "drop")]


@pytest.mark.parametrize("seed", range(MATCHES))
def test_nothing_fails_with_unknown_hands(seed: int) -> None:
    """The same game at a table where hands are `?`: rows are reported, cards come from hands unseen."""
    unknown = Match.of(GAME)
    for match in moments(seed):
        if match.taken:
            option, insisted = match.taken[-1]
            if isinstance(option, Keep):
                option = Keep(option.side, (UNKNOWN,) * len(option.cards))
            assert unknown.pending is not None
            assert isinstance(unknown.legal_plays() + unknown.refused_plays(), list)
            unknown = unknown.take(option, insisted)
    assert (unknown.winner, unknown.reason) == (match.winner, match.reason)
    assert unknown.position._replace(course=None) == match.position._replace(course=None)


def every_step(chance: Random) -> Iterator[Step]:
    """Steps of every verb, sound ones and foreign ones."""
    odd: list[Any] = [None, -1, 999, "?", "14", "french", "prestige", 3.5, ()]
    for name, verb in VERBS.items():
        for kind_place, kind_to in ((verb.takes, verb.to), (Kind.WORD, Kind.WORD)):
            places = list(range(len(places_of(GAME, kind_place) or ()))) or odd
            targets = list(range(len(places_of(GAME, kind_to) or ()))) or odd
            yield Step(name, chance.choice(places), chance.choice(targets))
        yield Step(name, chance.choice(odd), chance.choice(odd), chance.choice((0, 1, 7, -2)))
    yield Step("nonsense")


@pytest.mark.parametrize("seed", range(MATCHES))
def test_any_step_may_be_asked_about(seed: int) -> None:
    chance = Random(seed)
    for match in moments(seed):
        if match.pending and match.now:
            legal = set(match.pending.options)
            for step in every_step(chance):
                fault = match.pending.refuse(step)
                assert fault is None or step not in legal
                if fault and chance.random() < 0.3:
                    insisted_on(match, step, fault)


def insisted_on(match: Match, step: Step, fault: Fault) -> None:
    """What somebody insists on is done, or refused like before where it cannot be done; nothing fails."""
    assert explain_finding(Finding.of(fault))
    with suppress(Refused):
        after = match.take(step, insist=True)
        assert after.taken[-1] == (step, True)
        if match.now is not None and after.now is not None:
            assert type(after.now).from_data(after.now.as_data(), match.rules) == after.now


def test_an_illegal_step_is_refused_or_insisted_on() -> None:
    play = Play(RULES, start(GAME), Turn(State.WEST, "20", False, "build")).settled()
    leipzig = Step("build", GAME.city("leipzig"))
    with pytest.raises(Refused) as refused:
        play.take(leipzig)
    assert refused.value.fault.code == "build-occupied" or refused.value.fault.code == "build-wrong-state"
    insisted = play.take(leipzig, insist=True)
    assert insisted.log[-1].fault is not None
    assert Play.from_data(insisted.as_data(), RULES) == insisted


def test_nobody_can_insist_on_hamburg_elsewhere() -> None:
    """In a phase it counts for one of two provinces; a decade end with another would be no decade end."""
    board = wsdv_tools.read_position((shipped("examples") / "decade-2.yaml").read_text(encoding="utf-8"))
    play = Play(RULES, board, Phase(3))
    assert play.pending is not None
    assert play.pending.kind == "hamburg"
    for province in range(len(GAME.provinces)):
        if province in GAME.hamburg_joins:
            assert play.take(Step("hamburg", province)).pending
        else:
            with pytest.raises(Refused):
                play.take(Step("hamburg", province), insist=True)


def test_the_log_tells_arrows_and_icons_by_themselves() -> None:
    play = Play(RULES, start(GAME), Turn(State.EAST, "5", False, "event"))
    while play.pending:
        play = play.take(play.pending.options[0])
    by_itself = {entry.step.verb for entry in play.log if entry.how is How.AUTOMATIC}
    assert "police" in by_itself
    assert all(entry.before != entry.after for entry in play.log if entry.step.verb in ("police", "arrow"))


def test_saying_nothing_is_an_option_where_it_is_allowed() -> None:
    play = Play(RULES, start(GAME), Turn(State.WEST, "20", False, "build")).settled()
    assert play.pending is not None
    assert NOTHING in play.pending.options
    assert play.take(NOTHING).is_over


def test_refused_plays_tell_why() -> None:
    match = Match.of(GAME, seed=1)
    match = match.take(match.pending.options[0])  # type: ignore[union-attr]
    refused = match.refused_plays()
    assert refused
    assert {turn for turn, _ in refused}.isdisjoint(match.legal_plays())
    assert all(fault.code and fault.rule for _, fault in refused)


def test_a_row_of_a_table_is_judged() -> None:
    match = Match.of(GAME)
    assert isinstance(match.pending, Asked)
    fault = match.pending.refuse(Row(("1", "4", "5", "12", "16", "17")))
    assert fault is not None
    assert fault.code == "row-not-seven"
    match = match.take(Row(("1", "4", "5", "12", "16", "17", "20")))
    course = match.board.course
    assert isinstance(course, Course)
    assert course.display == ("1", "4", "5", "12", "16", "17", "20")


def test_a_card_that_was_seen_can_be_kept_unseen() -> None:
    """East took card 58 with Guillaume, so everybody knows it; what it keeps it need not show, unless it was dealt."""
    hand = ("58", UNKNOWN)
    asked = asked_to_keep(GAME, State.EAST, hand, is_dealt=False)
    legal: list[tuple[str, ...]] = [(UNKNOWN,), (UNKNOWN, UNKNOWN), ("58", UNKNOWN), ("58",)]
    assert [asked.refuse(Keep(State.EAST, cards)) for cards in legal] == [None] * 4
    assert asked.refuse(Keep(State.EAST, ("12",)))
    assert asked.refuse(Keep(State.EAST, (UNKNOWN,) * 3))
    dealt = asked_to_keep(GAME, State.EAST, ("58", "12"), is_dealt=True)
    fault = dealt.refuse(Keep(State.EAST, (UNKNOWN,)))
    assert fault is not None
    assert explain_finding(Finding.of(fault))


def test_values_by_the_same_rulings_are_equal() -> None:
    """Whoever opened the rulebook: what was stored and read is the same value."""
    match = Match.of(open_rulebook("R9b").game, seed=1)
    assert wsdv_tools.Match.load(match.as_data()) == wsdv_tools.Match.start(1, open_rulebook("R9b"))
    assert hash(Match.from_data(match.as_data(), RULES)) == hash(match)
    assert Match.from_data(match.as_data(), RULES) != Match.of(GAME, seed=1)


def at_the_deck() -> Match:
    """East has looked at the deck with Guillaume."""
    match = Match.of(GAME, 3, start(GAME)._replace(decade=3))
    chance = Random(1)
    while not (isinstance(match.now, Play) and Step("look", "deck") in match.now.steps):
        assert match.pending is not None
        options: list[Any] = list(match.pending.options)
        meant = [one for one in options if one in (Step("look", "deck"), Turn(State.EAST, "50", False, "event"))]
        others = [one for one in options if not (isinstance(one, Turn) and one.card == "50")]
        match = match.take(chance.choice(meant or others))
    return match


def test_east_takes_what_lies_on_top_of_the_deck_and_nothing_else() -> None:
    match = at_the_deck()
    assert len(match.deck) > 2
    seen = match.seen_by(State.EAST)
    assert seen.deck == match.deck[-2:]
    for one in (match, seen, Match.from_data(seen.as_data(), RULES)):
        assert one.pending is not None
        steps = [step for step in one.pending.options if isinstance(step, Step)]
        assert {step.place for step in steps if step.verb == "drop"} == {*match.deck[-2:]}
        with pytest.raises(Refused, match="card-not-in-deck"):
            one.take(Step("drop", match.deck[0]))
        after = one.take(Step("drop", match.deck[-1]))
        while after.now:
            assert after.pending is not None
            after = after.take(after.pending.options[0])
        assert after.deck == (match.deck[:-1] if one is match else ())
    assert match.seen_by(State.WEST).deck == ()


def test_hands_are_shown_at_a_table() -> None:
    match = Match.of(GAME).take(Hand(State.WEST, ("1", "14")))
    assert match.course.hand(State.WEST) == ("1", "14")
    assert Match.from_data(match.as_data(), RULES) == match
    with pytest.raises(Refused, match="card-not-in-hand"):
        match.take(Hand(State.EAST, ("1", "3")))
    dealt = Match.of(GAME, 1)
    for told in (Hand(State.WEST, dealt.course.west_hand), Hand(State.WEST, ("2", "3")), Top(("2", "3"))):
        with pytest.raises(Refused):
            dealt.take(told, insist=True)  # the match knows


def test_what_was_shown_at_a_table_lies_nowhere_else() -> None:
    match = Match.of(GAME).take(Hand(State.WEST, ("1", "14")))
    row = ("1", "4", "5", "12", "16", "17", "20")
    with pytest.raises(Refused, match="card-not-in-deck"):
        match.take(Row(row))
    with pytest.raises(Refused, match="row-card-twice"):
        match.take(Row((*row[1:6], "4", UNKNOWN)))
    playing = match.take(Row((*row[1:], UNKNOWN))).take(Turn(State.WEST, "14", True, "build"))
    for told in (Hand(State.WEST, ("2", "3")), Hand(State.EAST, ("2", "14")), Top(("2", "3"))):
        with pytest.raises(Refused):
            playing.take(told)
    assert playing.take(Hand(State.EAST, ("2", "3"))).position.course.east_hand == ("2", "3")  # type: ignore[union-attr]


def test_cards_of_a_dealt_match_are_where_they_are() -> None:
    match = Match.of(GAME, 3)
    assert match.pending is not None
    match = match.take(match.pending.options[0])
    for turn in (
        Turn(State.WEST, match.deck[-1], False, "standard"),
        Turn(State.WEST, match.course.display[0], True, "build"),
        Turn(State.EAST, "I", False, "standard"),
    ):
        with pytest.raises(Refused):
            match.take(turn, insist=True)
    assert match.take(Turn(State.EAST, match.course.display[0], False, "build"), insist=True).now


def test_an_insisted_turn_is_marked_in_the_record() -> None:
    match = wsdv_tools.Match.start(seed=1)
    assert match.pending is not None
    match = match.take(match.pending.options[0])
    match = match.take(match.refused_plays()[0][0], insist=True)
    while match.now:
        assert match.pending is not None
        match = match.take(match.pending.options[0])
    assert match.record().splitlines()[-1].endswith(" !")


class Cheat(wsdv_tools.Anything):
    """Takes what is not offered: as its step, or as its turn."""

    def __init__(self, step: Any, turn: Any) -> None:
        super().__init__(Random(1))
        self.cheats = step, turn

    def turn(self, game: Game, position: Position, turns: Sequence[Turn]) -> Turn:
        return self.cheats[1] or super().turn(game, position, turns)

    def step(self, _game: Game, _choice: Choice, _options: Sequence[Step | None]) -> Step | None:
        step: Step | None = self.cheats[0]
        return step


@pytest.mark.parametrize(
    ("step", "turn"),
    [(Step("build", 0), None), ("build", None), (None, "20"), (None, Turn(State.WEST, "99", True, "x"))],
)
def test_a_policy_takes_what_is_offered(step: Any, turn: Any) -> None:
    with pytest.raises(wsdv_tools.Broken, match="not among the options"):
        wsdv_tools.random_game(1, policy=Cheat(step, turn))


def test_a_refusal_names_what_was_typed() -> None:
    play = wsdv_tools.load_play(Play(RULES, start(GAME), Turn(State.WEST, "20", False, "build")).settled().as_data())
    for step, text in ((Step("u+", 0), "u+"), (None, "None"), ("build", "build")):
        with pytest.raises(Refused) as refused:
            play.take(step)  # type: ignore[arg-type]
        for code in ("en", "de", "hu", "es"):
            assert text in explain_finding(refused.value, code)


@pytest.mark.parametrize("side", ["west", "east"])
def test_a_side_may_be_named_by_its_word(side: str) -> None:
    match = Match.of(GAME, 1)
    seen = match.seen_by(side)  # type: ignore[arg-type]
    assert seen == match.seen_by(State(side))
    assert seen.course.hand(side) == match.course.hand(State(side))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="north"):
        match.seen_by("north")  # type: ignore[arg-type]
