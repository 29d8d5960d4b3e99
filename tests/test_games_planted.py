"""One mistake of every kind, planted into a random game, is found at its line, and nothing is found before it.

`test_games_every_code.py` has the kinds that random games cannot have, and proves that none is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.games_random import play
from tests.test_games_random import opened
from wsdv_tools.findings import Severity
from wsdv_tools.games.loading import check
from wsdv_tools.games.records import read_record
from wsdv_tools.games.sides import Side
from wsdv_tools.games.vorhang.acting import reach
from wsdv_tools.games.vorhang.rules import own_cells
from wsdv_tools.games.vorhang.scoring import is_complete

Lines = list[str]
Planted = tuple[Lines, int] | None  # the record with the mistake, and its line
MOST_SEEDS = 60


def plays(lines: Lines) -> list[int]:
    return [number for number, line in enumerate(lines) if line.startswith(("US ", "SU "))]


def changed(lines: Lines, number: int, line: str) -> Planted:
    return [*lines[:number], line, *lines[number + 1 :]], number + 1


def in_plays(pattern: str, text: str | Callable[[re.Match[str]], str]) -> Callable[[Lines, Any], Planted]:
    """Replace what a play says, in the first play where it fits."""

    def plant(lines: Lines, _: Any) -> Planted:
        for number in plays(lines):
            line = re.sub(pattern, text, lines[number], count=1)
            if line != lines[number]:
                return changed(lines, number, line)
        return None

    return plant


def line_like(pattern: str, text: str) -> Callable[[Lines, Any], Planted]:
    """Replace a line that is not a play."""

    def plant(lines: Lines, _: Any) -> Planted:
        for number, old in enumerate(lines):
            line = re.sub(pattern, text, old)
            if line != old:
                return changed(lines, number, line)
        return None

    return plant


def other(side: str) -> str:
    return "SU" if side == "US" else "US"


def after_commands(make: Callable[[Any, str, str, Any], str | None]) -> Callable[[Lines, Any], Planted]:
    """Replace the steps of a command; `make` knows the board on which it begins."""

    def plant(lines: Lines, game: Any) -> Planted:
        record = read_record("".join(f"{line}\n" for line in lines), "planted", game.notation)
        checked = check(game, record)
        for moment in checked.moments:
            number = moment.line - 1
            head, found, _ = lines[number].rpartition(" / command ")
            if not found or "event" in head:
                continue
            side, card = lines[number].split()[:2]
            steps = make(moment.before, side, card, game)
            if steps:
                return changed(lines, number, f"{head} / command {steps}")
        return None

    return plant


def too_many(before: Any, side: str, card: str, game: Any) -> str | None:
    number = game.deck.card(card).command
    target = "cuba" if game.spec.id == "kubakrise" else "europa"
    if before.stock(Side(side)) <= number + 1:
        return None
    if game.spec.id == "vorhang":
        country = before.piece(target)
        if not country.markers(Side(side)) or country.is_dominated_by(Side(side).other):
            return None
    return f"{target}+{number + 1}"


def over_stock(before: Any, side: str, card: str, game: Any) -> str | None:
    stock = before.stock(Side(side))
    return f"cuba+{stock + 1}" if stock < game.deck.card(card).command else None


def wrong_cell(lines: Lines, game: Any) -> Planted:
    """A free cell beside some country, although one beside its own region is free."""
    record = read_record("".join(f"{line}\n" for line in lines), "planted", game.notation)
    for moment in check(game, record).moments:
        side, card, _, *rest = lines[moment.line - 1].split()
        own = own_cells(game.game, moment.before, card)
        astray = [cell for cell in moment.before.free_cells if own and cell not in own]
        if astray:
            line = " ".join([side, card, f"@{astray[0][0]},{astray[0][1]}", *rest])
            return changed(lines, moment.line - 1, line)
    return None


def not_there_yet(lines: Lines, _: Any) -> Planted:
    """A command on a card that is played only later."""
    later = lines[plays(lines)[-1]].split()[1]
    for number in plays(lines)[:-1]:
        line = re.sub(r"command .*$", f"command {later}+1", lines[number])
        if line != lines[number]:
            return changed(lines, number, line)
    return None


def of_nothing(before: Any, side: str, card: str, game: Any) -> str | None:
    del card
    places = before.areas if game.spec.id == "kubakrise" else before.countries
    empty = [place.card for place in places if not place.markers(Side(side))]
    if not empty or (game.spec.id == "vorhang" and before.stock(Side(side))):
        return None
    return f"{empty[0]}-1"


def taken_with_stock(before: Any, side: str, card: str, game: Any) -> str | None:
    del card, game
    held = [c.card for c in before.countries if c.markers(Side(side))]
    return f"{held[0]}-1" if held and before.stock(Side(side)) else None


def far_away(before: Any, side: str, card: str, game: Any) -> str | None:
    del card, game
    near = reach(before, Side(side))
    far = [c.card for c in before.countries if c.card not in near]
    return f"{far[0]}+1" if far and before.stock(Side(side)) else None


def two_for_one(before: Any, side: str, card: str, game: Any) -> str | None:
    own = Side(side)
    if game.deck.card(card).command != 1 or not before.stock(own):
        return None
    near = reach(before, own)
    ruled = [c.card for c in before.countries if c.is_dominated_by(own.other) and c.card in near]
    return f"{ruled[0]}+1" if ruled else None


def twice(lines: Lines, _: Any) -> Planted:
    """A card that lies there already."""
    first, *rest = plays(lines)
    card = lines[first].split()[1]
    number = rest[2]
    words = lines[number].split()
    return changed(lines, number, " ".join([words[0], card, *words[2:]]))


def out_of_turn(lines: Lines, _: Any) -> Planted:
    number = plays(lines)[2]
    line = lines[number]
    return changed(lines, number, f"{other(line[:2])}{line[2:]}")


def one_play_missing(lines: Lines, _: Any) -> Planted:
    """The second-to-last play is left out."""
    if "end" not in lines:
        return None
    number = plays(lines)[-1]
    kept = [*lines[:number], *lines[number + 1 :]]
    return kept, kept.index("end") + 1


def wrong_winner(lines: Lines, _: Any) -> Planted:
    number = len(lines) - 1
    words = lines[number].split()
    words[1] = {"US": "SU", "SU": "US", "none": "US"}[words[1]]
    return changed(lines, number, " ".join(words))


def played_on(lines: Lines, _: Any) -> Planted:
    """One play more, after the last."""
    if "end" not in lines:
        return None
    at = lines.index("end")
    last = next(line.split()[2] for line in lines if line.startswith(("last US", "aftermath US")))
    where = "neutral" if lines[0].startswith("kuba") else "@0,1"
    side = other(lines[plays(lines)[-1]][:2])
    return [*lines[:at], f"{side} {last} {where} / command none", *lines[at:]], at + 1


def inserted(lines: Lines, number: int, line: str) -> Planted:
    return [*lines[:number], line, *lines[number:]], number + 1


def after_play(at: int, line: str) -> Callable[[Lines, Any], Planted]:
    """One line more, after a play."""
    return lambda lines, _: inserted(lines, plays(lines)[at] + 1, line)


def result_early(result: str) -> Callable[[Lines, Any], Planted]:
    """The game breaks off after its third play, with a result by the rules."""

    def plant(lines: Lines, _: Any) -> Planted:
        at = plays(lines)[2] + 1
        return [*lines[:at], result], at + 1

    return plant


def held_twice(lines: Lines, _: Any) -> Planted:
    """The USSR names a hand card of the USA as its own."""
    first = next(line.split()[2] for line in lines if line.startswith("hand US"))
    number = next(number for number, line in enumerate(lines) if line.startswith("hand SU"))
    words = lines[number].split()
    return changed(lines, number, " ".join([*words[:2], first, *words[3:]]))


def drawn_early(lines: Lines, _: Any) -> Planted:
    """A card is drawn though the hand is full."""
    card = next(line.split()[2] for line in lines if line.startswith("draw US"))
    return inserted(lines, plays(lines)[0], f"draw US {card}")


def not_from_hand(lines: Lines, _: Any) -> Planted:
    """The first play is of a card that comes into a hand only later."""
    number = plays(lines)[0]
    later = [line.split()[-1] for line in lines[number:] if line.startswith(("draw", "hand"))]
    words = lines[number].split()
    return changed(lines, number, " ".join([words[0], later[-1], *words[2:]])) if later else None


def played_as(word: str) -> Callable[[Lines, Any], Planted]:
    """A card that was played is named as the one that lies elsewhere."""

    def plant(lines: Lines, _: Any) -> Planted:
        card = lines[plays(lines)[0]].split()[1]
        return line_like(rf"^({word}) \S+$", rf"\1 {card}")(lines, None)

    return plant


def after_the_flag(lines: Lines, _: Any) -> Planted:
    return changed(lines, len(lines) - 2, f"{lines[-2]} / command none") if " flag " in lines[-1] else None


def play_after_the_flag(lines: Lines, _: Any) -> Planted:
    played = {lines[number].split()[1] for number in plays(lines)}
    held = [card for line in lines if line.startswith("hand") for card in line.split()[2:] if card not in played]
    if " flag " not in lines[-1] or not held:
        return None
    return inserted(lines, len(lines) - 1, f"{other(lines[-2][:2])} {held[-1]} @9,9 / command none")


def wrong_score(lines: Lines, game: Any) -> Planted:
    """Where a region is complete a line says other points."""
    record = read_record("".join(f"{line}\n" for line in lines), "planted", game.notation)
    for moment in check(game, record).moments:
        region = game.deck.card(lines[moment.line - 1].split()[1]).region
        if is_complete(game.game, moment.after, region):
            return inserted(lines, moment.line, f"score {region} US 19 SU 0")
    return None


def no_round(lines: Lines, _: Any) -> Planted:
    """Round 2 begins without a line for it."""
    at = lines.index("round 2") if "round 2" in lines else len(lines)
    rest = [number for number in plays(lines) if number > at]
    return ([*lines[:at], *lines[rest[0] :]], at + 1) if rest else None


def event_of(card: str, steps: str) -> Callable[[Lines, Any], Planted]:
    """The event of a card with other steps."""
    return in_plays(rf"( {card} \S+ / (?:(?:US|SU) )?event) [^/]*", rf"\1 {steps} ")


KUBAKRISE: dict[str, Callable[[Lines, Any], Planted]] = {
    "bid-out-of-range": line_like(r"^bid US \d+", "bid US 14"),
    "bid-tied": line_like(r"^bid US (\d+) SU (?!\1\b)\d+", r"bid US 3 SU 3"),
    "not-your-turn": out_of_turn,
    "foreign-zone": in_plays(r"^(US|SU) (\S+) (?:home|neutral)", lambda m: f"{m[1]} {m[2]} {other(m[1])}"),
    "card-played-twice": twice,
    "event-of-opponent": in_plays(
        r"^((?:US|SU) .* / )((?:US|SU) (?:pass|event [^/]*)) / command .*", r"\1\2 / event none"
    ),
    "event-or-pass-missing": in_plays(r" / (?:US|SU) pass", ""),
    "reply-not-asked": in_plays(
        r"^(US|SU) (\S+ \S+) / (command|event)", lambda m: f"{m[1]} {m[2]} / {other(m[1])} pass / {m[3]}"
    ),
    "several-areas": in_plays(r"command (?!cuba)(\S+?)\+1$", r"command cuba+1, \1+1"),
    "not-an-area": not_there_yet,
    "card-not-known": in_plays(r"command .*$", "command nowhere+1"),
    "place-or-remove": in_plays(r"command (\S+?)\+([23])$", r"command \1+1, \1-1"),
    "command-too-large": after_commands(too_many),
    "marker-not-there": after_commands(of_nothing),
    "not-own-markers": in_plays(
        r"^(US|SU) (.* / command) (\S+?)\+(\d)$", lambda m: f"{m[1]} {m[2]} {other(m[1])}:{m[3]}+1"
    ),
    "stock-empty": after_commands(over_stock),
    "use-missing": in_plays(r" / command [^/]*$", ""),
    "used-twice": in_plays(r"( / command [^/]*)$", r"\1 / command none"),
    "too-many-turns": played_on,
    "turns-missing": one_play_missing,
    "card-elsewhere": line_like(r"^draw (US|SU) .*", r"draw \1 made-up-usa"),
    "wrong-result": wrong_winner,
    "result-unreadable": line_like(r"^result .*", "result nobody ever"),
    "use-unknown": in_plays(r" / command ", " / order "),
    "zone-unknown": in_plays(r"^(\S+ \S+) (?:home|neutral)", r"\1 elsewhere"),
    "line-unreadable": line_like(r"^end$", "ende!"),
    "card-elsewhere KK-2.2": held_twice,
    "card-elsewhere KK-2.3": played_as("cuba"),
    "card-elsewhere KK-7.3": played_as("last US"),
    "card-elsewhere KK-3.1": not_from_hand,
    "draw-not-due KK-7.1": drawn_early,
    "hand-too-many KK-7.1": line_like(r"^(hand US .*)", r"\1 made-up-unk"),
    "event-too-many KK-4.2": event_of("made-up-usa", "cuba+3"),
    "step-not-asked KK-4.2": event_of("made-up-usa", "cuba-1"),
    "result-too-early KK-7.2": result_early("result US prestige 3-2"),
    "campaign-over KK-9.1": lambda lines, _: inserted(lines, 1, "campaign US 13 SU 2"),
    "check-differs": after_play(0, "check turn 9"),
    "side-twice KK-2.4": line_like(r"^bid US (\d+) SU", r"bid US \1 US"),
}
VORHANG: dict[str, Callable[[Lines, Any], Planted]] = {
    "not-your-turn": out_of_turn,
    "turns-missing": one_play_missing,
    "card-elsewhere": line_like(r"^aftermath US .*", "aftermath US made-up-eua"),
    "cell-taken": in_plays(r" @\S+", " @0,0"),
    "not-adjacent": in_plays(r" @\S+", " @9,9"),
    "not-at-region": wrong_cell,
    "card-played-twice": twice,
    "not-on-table": not_there_yet,
    "card-not-known": in_plays(r"command .*$", "command nowhere+1"),
    "out-of-reach": after_commands(far_away),
    "command-too-large": after_commands(too_many),
    "dominated": after_commands(two_for_one),
    "taken-back": after_commands(taken_with_stock),
    "event-or-pass-missing": in_plays(r" / (?:US|SU) pass", ""),
    "event-of-opponent": in_plays(r"^((?:US|SU) .* / )((?:US|SU) pass) / command .*", r"\1\2 / event none"),
    "reply-not-asked": in_plays(
        r"^(US|SU) (\S+ \S+) / (command|event)", lambda m: f"{m[1]} {m[2]} / {other(m[1])} pass / {m[3]}"
    ),
    "not-own-markers": in_plays(
        r"^(US|SU) (.* / command) (\S+?)\+(\d).*$", lambda m: f"{m[1]} {m[2]} {other(m[1])}:{m[3]}+1"
    ),
    "command-unfit": in_plays(r"command .*$", "command ideology+1"),
    "use-missing": in_plays(r" / command [^/]*$", ""),
    "used-twice": in_plays(r"( / command [^/]*)$", r"\1 / command none"),
    "wrong-points": in_plays(r"ideology\+1\b", "ideology+7"),
    "too-many-turns": played_on,
    "wrong-result": wrong_winner,
    "cell-unreadable": in_plays(r" @\S+", " @here"),
    "round-order": line_like(r"^round 2$", "round 1"),
    "result-unreadable": line_like(r"^result .*", "result nobody ever"),
    "after-the-win EV-1.5": after_the_flag,
    "game-won EV-1.5": play_after_the_flag,
    "card-elsewhere EV-2.9": not_from_hand,
    "hand-too-many EV-2.3": line_like(r"^(hand US .*)", r"\1 made-up-eub made-up-euc"),
    "round-unknown EV-2.5": line_like(r"^round 2$", "round 3"),
    "round-missing EV-2.7": no_round,
    "result-too-early EV-2.7": result_early("result US nearer 3"),
    "wrong-chooser EV-2.6": line_like(r"by (US|SU)$", "by US"),
    "score-not-due EV-4.1": after_play(0, "score ZA US 1 SU 0"),
    "wrong-score EV-4.5": wrong_score,
    "marker-not-there EV-6.3": event_of("made-up-asi", "made-up-asi-1"),
    "event-too-many EV-6.3": event_of("made-up-eud", "europa+2"),
    "step-not-asked EV-6.3": event_of("made-up-afl", "europa+1"),
    "check-differs": after_play(0, "check turn 9"),
}


def findings(game: Any, lines: Lines) -> list[tuple[int, str, str]]:
    record = read_record("".join(f"{line}\n" for line in lines), "planted", game.notation)
    found = check(game, record).findings
    return [(f.place.line if f.place else 0, f.code, f.rule or "") for f in found if f.severity is Severity.ERROR]


@pytest.mark.parametrize(
    ("game", "code"), [*(("kubakrise", code) for code in KUBAKRISE), *(("vorhang", code) for code in VORHANG)]
)
def test_a_planted_mistake_is_found_at_its_line(game: str, code: str) -> None:
    planters = KUBAKRISE if game == "kubakrise" else VORHANG
    for seed in Random(code).sample(range(400), MOST_SEEDS):
        table = opened(game)
        played = play(table, seed)
        planted = planters[code](played.lines, opened(game))
        if planted is None or planted[0] == played.lines:
            continue
        lines, number = planted
        found = findings(opened(game), lines)
        if not found:
            continue  # it was no mistake there: a region that may lie anywhere, an equal bid
        assert min(line for line, *_ in found) >= number, (lines[number - 1], found)
        wanted, _, rule = code.partition(" ")
        if any((line, name) == (number, wanted) and rule in ("", said) for line, name, said in found):
            return
    pytest.fail(f"{code} was never found where it was planted")
