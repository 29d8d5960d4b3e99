"""Mistakes that people make when they write down a game: kinds of first ones, and second ones after them.

A kind changes one line of a record and says which. Second mistakes are illegal on every board, so that they must be
found whatever the first one left open.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import NamedTuple

PLAY = re.compile(r"([WE]) (\S+?)(h?) (\w+)(?: (.*))?$")
PHASE = re.compile(r"(\d+): (.*)$")
# What a step is, by how it begins; the first that fits.
STEPS = {
    "place-unrest": r"u\+",
    "remove-unrest": r"u-",
    "move-unrest": r"u \w+>",
    "place-standard": r"s\+",
    "lose-standard": r"s-",
    "calm": r"calm ",
    "run-down": r"down ",
    "repair": r"up ",
    "stop": r"stop ",
    "import": r"import ",
    "release": r"release ",
    "socialist": r"soc ",
    "police": r"use ",
    "void": r"void ",
    "discard": r"discard ",
    "draw": r"draw",
    "line": r"\+[a-z]+-(?!nord|sued|ost|west)[a-z]",
    "factory": r"\+",
    "lift": r"-[a-z]+-(?!nord|sued|ost|west)[a-z]",
    "dismantle": r"-",
}


class Change(NamedTuple):
    """A record with a mistake in it, and the line where it is."""

    lines: list[str]
    line: int  # counted from 1


Kind = Callable[[list[str], Random], Change | None]


def items(text: str) -> list[str]:
    return [item.strip() for item in re.split("[,;]", text) if item.strip()]


def _some(lines: list[str], chance: Random, fits: Callable[[str], bool]) -> int | None:
    """One of the lines that fit, by its index; none of the last ones, so that something can follow."""
    found = [number for number, line in enumerate(lines[: max(0, len(lines) - 12)]) if fits(line)]
    return chance.choice(found) if found else None


def _with(lines: list[str], number: int, *texts: str) -> Change:
    return Change([*lines[:number], *texts, *lines[number + 1 :]], number + 1)


def _phases_of(line: str, phase: str) -> bool:
    match = PHASE.match(line)
    return match is not None and match[1] == phase


def without_step(name: str) -> Kind:
    """A step of an event left out."""
    pattern = re.compile(STEPS[name])

    def kind(lines: list[str], chance: Random) -> Change | None:
        def has(line: str) -> bool:
            match = PLAY.match(line)
            return bool(match and match[5] and any(_is(name, step) for step in items(match[5])))

        number = _some(lines, chance, has)
        if number is None:
            return None
        match = PLAY.match(lines[number])
        assert match
        steps = items(match[5])
        steps.remove(chance.choice([step for step in steps if _is(name, step)]))
        return _with(lines, number, f"{match[1]} {match[2]}{match[3]} {match[4]} {', '.join(steps)}".strip())

    def _is(name: str, step: str) -> bool:
        return next((kind for kind, start in STEPS.items() if re.match(start, step)), "") == name and bool(
            pattern.match(step)
        )

    return kind


def without_phase(phase: str) -> Kind:
    """A line of a phase left out."""

    def kind(lines: list[str], chance: Random) -> Change | None:
        number = _some(lines, chance, lambda line: _phases_of(line, phase))
        return None if number is None else Change([*lines[:number], *lines[number + 1 :]], number + 1)

    return kind


def without_part(phase: str) -> Kind:
    """One decision of a phase left out."""

    def kind(lines: list[str], chance: Random) -> Change | None:
        number = _some(lines, chance, lambda line: _phases_of(line, phase) and len(items(line)) > 1)
        if number is None:
            return None
        steps = items(lines[number].partition(":")[2])
        steps.pop(chance.randrange(len(steps)))
        return _with(lines, number, f"{phase}: {', '.join(steps)}")

    return kind


def _of_plays(change: Callable[[re.Match[str], Random], str | None], fits: str = "") -> Kind:
    def kind(lines: list[str], chance: Random) -> Change | None:
        number = _some(lines, chance, lambda line: bool(PLAY.match(line)) and bool(re.search(fits, line)))
        if number is None:
            return None
        match = PLAY.match(lines[number])
        assert match
        text = change(match, chance)
        return None if text is None else _with(lines, number, text)

    return kind


def _head(match: re.Match[str]) -> str:
    return f"{match[1]} {match[2]}{match[3]} {match[4]}"


def _without_steps(match: re.Match[str], _: Random) -> str | None:
    return _head(match) if match[5] else None


def _one_more(step: str) -> Callable[[re.Match[str], Random], str]:
    return lambda match, _: f"{_head(match)} {', '.join([*items(match[5] or ''), step])}"


def _one_misspelt(match: re.Match[str], chance: Random) -> str | None:
    steps = items(match[5] or "")
    if not steps:
        return None
    number = chance.randrange(len(steps))
    steps[number] = re.sub(r"[\w-]+$", "nowhere", steps[number]) if steps[number][0] not in "+-" else "+nowhere"
    return f"{_head(match)} {', '.join(steps)}"


def _other(choose: Callable[[re.Match[str]], str]) -> Callable[[re.Match[str], Random], str]:
    return lambda match, _: choose(match)


def _without_line(start: str) -> Kind:
    def kind(lines: list[str], chance: Random) -> Change | None:
        number = _some(lines, chance, lambda line: line.startswith(start))
        return None if number is None else Change([*lines[:number], *lines[number + 1 :]], number + 1)

    return kind


def _changed_phase(phase: str, more: str) -> Kind:
    def kind(lines: list[str], chance: Random) -> Change | None:
        number = _some(lines, chance, lambda line: _phases_of(line, phase))
        return None if number is None else _with(lines, number, f"{lines[number]}, {more}")

    return kind


FIRST: dict[str, Kind] = {
    **{f"without {name}": without_step(name) for name in STEPS},
    **{f"without phase {phase}": without_phase(str(phase)) for phase in (1, 2, 3, 4, 5, 6, 8, 9)},
    **{f"phase {phase} in part": without_part(str(phase)) for phase in (1, 2, 3, 4, 5, 6, 8, 9)},
    "event without steps": _of_plays(_without_steps, " event "),
    "unrest without steps": _of_plays(_without_steps, " unrest "),
    "special card without price": _of_plays(
        lambda match, _: (
            f"{_head(match)} {', '.join(s for s in items(match[5] or '') if s.split()[0] not in ('draw', 'discard'))}"
        ),
        r"^E [IV]+ ",
    ),
    "unknown name in an event": _of_plays(_one_misspelt, " event "),
    "unknown name in a build": _of_plays(_one_misspelt, " build "),
    "unknown name in a standard": _of_plays(_one_misspelt, " standard "),
    "unknown name in an unrest": _of_plays(_one_misspelt, " unrest "),
    "a factory of the other state": _of_plays(
        lambda match, _: _one_more("+leipzig" if match[1] == "W" else "+kiel")(match, _), " build "
    ),
    "a standard of the other state": _of_plays(
        lambda match, _: _one_more("s+SN" if match[1] == "W" else "s+BY")(match, _), " standard "
    ),
    "an unrest too many": _of_plays(_one_more("u-HB"), " event "),
    "a second payment": _of_plays(_one_more("-nowhere"), " unrest "),
    "a needless import": _of_plays(_one_more("import NW")),
    "a needless socialist": _of_plays(_one_more("soc SN")),
    "a needless discard": _of_plays(_one_more("discard 14"), r"^[WE] \d+ build"),
    "an unknown void": _of_plays(_one_more("void rain"), " event "),
    "an unknown remark": _of_plays(_one_more("lovely"), " event "),
    "the card typed with h": _of_plays(_other(lambda m: m[0].replace(f" {m[2]} ", f" {m[2]}h ", 1)), r"^[WE] \d+ "),
    "the card typed without h": _of_plays(_other(lambda m: m[0].replace("h ", " ", 1)), r"^[WE] \d+h "),
    "the other side": _of_plays(
        _other(lambda m: m[0].replace(m[1], "E" if m[1] == "W" else "W", 1)), r"^[WE] \d+ build"
    ),
    "an unknown mode": _of_plays(_other(lambda m: m[0].replace(m[4], "play", 1))),
    "an unknown card": _of_plays(_other(lambda m: m[0].replace(m[2], "99", 1)), r"^[WE] \d+ build"),
    "a row left out": _without_line("row"),
    "a hand left out": _without_line("hand"),
    "an end left out": _without_line("end"),
    "a decade left out": _without_line("decade"),
    "too much in phase 1": _changed_phase("1", "-kiel"),
    "too much in phase 3": _changed_phase("3", "rostock"),
    "too much in phase 8": _changed_phase("8", "BY"),
    "too much in phase 9": _changed_phase("9", "BY"),
}


class Second(NamedTuple):
    """A record with two mistakes, and whether the second one moves pieces, so that more may follow from it."""

    lines: list[str]
    first: int
    second: int
    moves: bool


# What no board accepts in a play that builds: nothing asks for it.
_NEEDLESS = ("import NW", "release NW", "soc SN", "void police", "discard 14")


def second_mistake(change: Change, chance: Random) -> Second | None:
    """A line after the first mistake that no board accepts."""
    behind = [
        number
        for number, line in enumerate(change.lines)
        if number > change.line
        and (match := PLAY.match(line))
        and match[4] in ("build", "standard")
        and match[2].isdigit()
    ]
    if not behind:
        return None
    number = chance.choice(behind)
    before, line, after = change.lines[:number], change.lines[number], change.lines[number + 1 :]
    match = PLAY.match(line)
    assert match
    steps, how = items(match[5] or ""), chance.randrange(3)
    if how == 0:
        return Second([*before, "check SN unrest 60", line, *after], change.line, number + 1, moves=False)
    if how == 1:
        wrong, moves = chance.choice(_NEEDLESS), False
    else:  # in the other state, which the pieces allow
        wrong, moves = {"build": ("+leipzig", "+kiel"), "standard": ("s+SN", "s+BY")}[match[4]][match[1] == "E"], True
    text = f"{_head(match)} {', '.join([wrong, *steps])}"
    return Second([*before, text, *after], change.line, number + 1, moves)
