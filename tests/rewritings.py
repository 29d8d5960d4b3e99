"""Other ways to write the same game, as people do: each changes every line that it can."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.mistakes import PHASE, PLAY
from tests.records import notation

Rewriting = Callable[[str], str]
CODES = {province.code: province for province in notation().game.provinces}
ENGLISH = {"BY": "Bavaria", "HE": "Hesse", "NI": "Lower Saxony", "RP": "Rhineland-Palatinate", "SN": "Saxony"}
_CODE = re.compile(r"(?<![\w-])(u[+-]|s[+-]|calm |import |release |soc |u |>|)([A-Z]{2})(?![\w])")


def _sides(west: str, east: str) -> Rewriting:
    return lambda line: re.sub(r"^[WE] (?=\S+ \w+)", lambda m: f"{west if m[0][0] == 'W' else east} ", line)


def _modes(**words: str) -> Rewriting:
    def write(line: str) -> str:
        match = PLAY.match(line)
        return line if match is None else line.replace(f" {match[4]}", f" {words.get(match[4], match[4])}", 1)

    return write


def _steps(change: Callable[[str], str]) -> Rewriting:
    """Change what follows the mode of a play, or the number of a phase."""

    def write(line: str) -> str:
        play, phase = PLAY.match(line), PHASE.match(line)
        at = play.start(5) if play and play[5] else phase.start(2) if phase else len(line)
        return line[:at] + change(line[at:])

    return write


def _in_mode(mode: str, change: Callable[[str], str]) -> Rewriting:
    return lambda line: _steps(change)(line) if re.match(rf"[WE] \S+ {mode} ", line) else line


def _in_phase(phase: str, change: Callable[[str], str]) -> Rewriting:
    return lambda line: _steps(change)(line) if line.startswith(f"{phase}: ") else line


def _each(change: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: re.sub(r"[^,;]+", lambda m: re.sub(r"\S.*\S|\S", lambda n: change(n[0]), m[0]), text)


def _names(name: Callable[[str], str]) -> Rewriting:
    def change(text: str) -> str:
        return _CODE.sub(lambda m: m[1] + name(m[2]) if m[2] in CODES and m[2] != "WB" else m[0], text)

    return _steps(change)


def _dashes(sign: str) -> Rewriting:
    return _steps(lambda text: text.replace("-", sign))


def _words_of(line: str, *words: str) -> str:
    return line if not re.match(rf"({'|'.join(words)})\b", line) else line.replace(" ", "; ").replace("; ", " ", 1)


def _reversed(text: str) -> str:
    def turn(match: re.Match[str]) -> str:
        found = notation().names.connection_of_id(match[2])
        if found is None:
            return match[0]
        one, other = (city.id for city in notation().game.catalogue.connections[found].cities)
        return f"{match[1]}{other}-{one}" if match[2] == f"{one}-{other}" else f"{match[1]}{one}-{other}"

    return re.sub(r"(^|[ +-])([a-z]+(?:-[a-z]+)+)", turn, text)


def _titled(line: str) -> str:
    match = PLAY.match(line)
    title = TITLES.get(match[2]) if match else None
    return line if match is None or title is None or match[3] else line.replace(f" {match[2]} ", f" {title} ", 1)


def _built(step: str) -> str:
    return step if re.match(r"[+]|.*=|use|soc|import|release|none", step) else f"+{step}"


NUMERALS = ("", "I", "II", "III", "IV")
TITLES = {"1": "Land reform", "4": "Göttingen Eighteen", "43": "Stahlkrise", "46": "Palace of the Republic"}


REWRITINGS: dict[str, Rewriting] = {
    "small letters": _sides("w", "e"),
    "West and East": _sides("West", "East"),
    "BRD and DDR": _sides("BRD", "DDR"),
    "FRG and GDR": _sides("FRG", "GDR"),
    "NSZK and NDK": _sides("NSZK", "NDK"),
    "RFA and RDA": _sides("RFA", "RDA"),
    "nyugat and kelet": _sides("nyugat", "kelet"),
    "oeste and este": _sides("oeste", "este"),
    "West plays": _sides("West plays", "East plays"),
    "played card": _sides("West played card", "East played card"),
    "spielt Karte": _sides("West spielt Karte", "Ost spielt Karte"),
    "a colon behind the card": lambda line: re.sub(r"^([WE] \S+) (?=\w)", r"\1: ", line),
    "the mode's first letter": _modes(unrest="u", build="b", standard="s", event="e"),
    "three letters of the mode": _modes(unrest="unr", build="bui", standard="sta", event="eve"),
    "large letters": _modes(unrest="UNREST", build="BUILD", standard="STANDARD", event="EVENT"),
    "German modes": _modes(unrest="Unruhe", build="bauen", standard="Lebensstandard", event="Ereignis"),
    "Hungarian modes": _modes(unrest="nyugtalanság", build="építés", standard="életszínvonal", event="esemény"),
    "Spanish modes": _modes(unrest="agitación", build="construir", standard="nivel", event="evento"),
    "titles": _titled,
    "semicolons": _steps(lambda text: text.replace(",", ";")),
    "commas": _steps(lambda text: text.replace(";", ",")),
    "many blanks": lambda line: re.sub(r" ", "   ", line),
    "no blanks": _steps(lambda text: re.sub(r"([,;]) ", r"\1", text)),
    "tabs": lambda line: line.replace(" ", "\t", 1),
    "a separator at the end": _steps(lambda text: f"{text};" if text else text),
    "a comment": lambda line: f"{line}   # said so" if line and ":" not in line.split()[0] else line,
    "a blank line behind each": lambda line: f"{line}\n",
    "hyphens U+2010": _dashes("‐"),
    "hyphens U+2011": _dashes("‑"),
    "dashes U+2012": _dashes("‒"),
    "dashes U+2013": _dashes("–"),
    "dashes U+2014": _dashes("—"),
    "dashes U+2015": _dashes("―"),
    "minus signs": _dashes("−"),
    "times": _steps(lambda text: text.replace("*", "×")),
    "x": _steps(lambda text: text.replace("*", " x")),
    "blanks around the star": _steps(lambda text: text.replace("*", " * ")),
    "rows with semicolons": lambda line: _words_of(line, "row"),
    "hands with semicolons": lambda line: _words_of(line, "hand [WE]"),
    "rows with commas": lambda line: line.replace(" ", ", ").replace(", ", " ", 1) if line[:3] == "row" else line,
    "decades by number": lambda line: (
        line if line[:6] != "decade" else f"decade {['I', 'II', 'III', 'IV'].index(line[7:]) + 1}"
    ),
    "ids of provinces": _names(lambda code: CODES[code].id),
    "names of provinces": _names(lambda code: CODES[code].name),
    "English names": _names(lambda code: ENGLISH.get(code, code)),
    "West Berlin by its beginning": _steps(lambda text: re.sub(r"\bWB\b", "west", text)),
    "connections the other way": _steps(_reversed),
    "a plus before what is built": _in_mode(
        "build", _each(lambda one: one if re.match(r"[+]|.*=|use|soc|import|release|none", one) else f"+{one}")
    ),
    "a minus before what is removed": _in_mode("unrest", _each(lambda one: f"u-{one}" if one in CODES else one)),
    "a plus before standards": _in_mode(
        "standard", _each(lambda one: f"s+{one}" if re.match(r"[A-Z]{2}(>|$)", one) else one)
    ),
    "run down in phase 3": _in_phase("3", _each(lambda one: one if re.match(r"-|.*=", one) else f"down {one}")),
    "removed in phase 8": _in_phase("8", _each(lambda one: f"u-{one}")),
    "socialists in phase 9": _in_phase(
        "9", _each(lambda one: one if re.match(r"-|import|release", one) else f"soc {one}")
    ),
    "Hamburg in phases": lambda line: f"{line}, hamburg=NI" if re.match("[14678]:", line) else line,
    "Hamburg in the West": lambda line: (
        f"{line}; hamburg=NI" if re.match(r"W \S+ (event|unrest) (?!.*hamburg)", line) else line
    ),
}
