"""A case in words: what is on the board, what is done, and the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from wsdv_tools.conformance.bench import is_whole
from wsdv_tools.facts.cards import NUMERALS

if TYPE_CHECKING:
    from wsdv_tools.conformance.case_files import Case
    from wsdv_tools.facts import Catalogue
    from wsdv_tools.words import Language

_MINUS = "−"
_BASES = {"empty": "empty", "start": "the set-up"}
# Keys of a position, of figures and of changes that a player would call something else.
_CALLED = {
    "cadre": "holding box",
    "rundown": "run-down",
    "infrastructure": "lines",
    "police": "police cards in front of East",
    "police-used": "used police cards",
    "played": "played pile",
    "flight-icons": "flight icons in the played pile",
    "delivered": "have delivered",
    "imported": "imported markers",
    "closed": "closed for good",
    "deck-removed": "out of the deck",
    "deck-added": "put into the deck",
    "standard": "living standards",
    "position": "lies there",
    "west-best-standard": "best West province",
    "east-worst-standard": "worst East province",
    "west-worst-export": "West's worst export",
    "shortage": "missing",
    "exporters": "deliver",
    "lost": "living standards lost",
    "on-board": "socialists on the board",
}
# The keys of `expect`, as they are reported.
ORDER = ("computed", "figures", "steps", "changes", "course", "offers", "pending", "winner", "reason", "findings")


class CaseWords:
    """Describes cases with the names of places."""

    def __init__(self, catalogue: Catalogue, language: Language) -> None:
        self._names = {id_: language.spoken(province) for id_, province in catalogue.provinces.items()}
        self._names |= {id_: language.spoken(city) for id_, city in catalogue.cities.items()}
        self._names |= {id_: language.spoken(connection) for id_, connection in catalogue.connections.items()}
        self._codes = {province.code: province.id for province in catalogue.provinces.values()}

    def told(self, case: Case) -> Iterator[str]:
        """Lines of Markdown."""
        yield f"- **Board:** {self._board(case)}."
        yield from self._done(case)
        parts = [part for key in ORDER if key in case.expect for part in self._outcome(key, case.expect[key])]
        if case.is_of_a_position and not parts:
            parts.append("nothing is wrong with the board")
        elif not case.is_of_a_position and "changes" not in case.expect and "computed" not in case.expect:
            parts.append("nothing changes")
        comes_out = "; ".join(parts)
        yield f"- **Result:** {comes_out}{'' if comes_out.endswith('*') else '.'}"

    def _board(self, case: Case) -> str:
        if case.record and is_whole(case.record):
            return "as the record says"
        position = dict(case.position)
        decade = position.pop("decade", None)
        parts = [_BASES[case.base] if case.base == "start" or not position else ""]
        parts += [f"decade {NUMERALS[decade]}"] if decade else []
        parts += [self._item(key, value) for key, value in position.items()]
        return "; ".join(filter(None, parts))

    def _item(self, key: str, value: Any) -> str:
        """One entry of a position, or of what is computed or changed."""
        if key == "tracks":
            return self._value(value)
        if key == "wall":
            return "the Wall stands" if value else "no Wall"
        if key == "provinces":
            return "; ".join(f"{self._name(place)}: {self._value(inner)}" for place, inner in value.items())
        colon = ":" if isinstance(value, Mapping | list) else ""
        return f"{self._name(key)}{colon} {self._value(value)}"

    def _done(self, case: Case) -> Iterator[str]:
        if case.record:
            lines = case.record.strip().splitlines()
            if len(lines) == 1:
                yield f"- **Played:** `{lines[0]}`"
                return
            yield "- **Played:**"
            yield "  ```"
            yield from (f"  {line}" for line in lines)
            yield "  ```"
        elif case.phases:
            first, last = case.phases[0], case.phases[-1]
            phases = f"phase {first}" if first == last else f"phases {first} to {last}"
            lines = [line.strip() for line in case.decisions.strip().splitlines()]
            decided = ", ".join(f"`{line}`" for line in lines) or "nothing is said"
            yield f"- **Decade end:** {phases}; {decided}"

    def _outcome(self, key: str, value: Any) -> Iterator[str]:
        """What is under one key of `expect`."""
        if key == "changes":
            yield "; ".join(self._change(name, *pair) for name, pair in value.items()) or "nothing changes"
        elif key == "figures":
            yield f"figures: {self._value(value)}"
        elif key == "course":
            yield "; ".join(self._item(name, inner) for name, inner in value.items())
        elif key == "computed":
            yield from (self._answer(asked, answer) for asked, answer in value.items())
        elif key == "offers":
            yield from (_offer(asked, offer) for asked, offer in value.items())
        elif key == "steps":
            yield f"done: {_steps(value)}"
        elif key == "winner" and value:
            yield f"{value.capitalize()} wins"
        elif key == "reason" and value:
            yield f"by {self._name(value)}"
        elif key == "pending" and value:
            left = f", {value['left']} left" if "left" in value else ""
            options = f": {_codes(value['options'])}" if "options" in value else ""
            yield f"{value['side'].capitalize()} is asked ({value['decision']}{left}){options}"
        elif key == "findings":
            yield from map(_finding, value)

    def _answer(self, asked: str, answer: Any) -> str:
        if asked in ("worth", "triggers"):
            answer = {f"card {number}": what for number, what in answer.items()}
        return f"{self._name(asked)}: {self._value(answer)}"

    def _change(self, name: str, before: Any, after: Any) -> str:
        return f"{self._name(name)} {self._value(before)} → {self._value(after)}"

    def _name(self, key: Any) -> str:
        """Of a place, of what belongs to it (`sachsen.unrest`), or of a key."""
        text = str(key)
        if "." in text:
            place, _, kind = text.partition(".")
            if place in ("factories", "infrastructure"):
                return self._name(kind)
            return f"{self._name(place)} {self._name(kind)}"
        if "+" in text:
            return " + ".join(self._name(part) for part in text.split("+"))
        return self._names.get(self._codes.get(text, text)) or _CALLED.get(text, text.replace("-", " "))

    def _value(self, value: Any) -> str:
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return f"{_MINUS}{-value}" if value < 0 else str(value)
        if isinstance(value, Mapping):
            return ", ".join(self._pair(key, inner) for key, inner in value.items()) or "none"
        if isinstance(value, list):
            return ", ".join(self._value(item) for item in value) or "none"
        return self._name(value)

    def _pair(self, key: Any, value: Any) -> str:
        if isinstance(value, Mapping | list) and value:
            phase = "phase " if str(key).isdecimal() else ""
            return f"{phase}{self._name(key)} ({self._value(value)})"
        return f"{self._name(key)} {self._value(value)}"


def _offer(asked: str, offer: Mapping[str, Any]) -> str:
    return f"{offer['side'].capitalize()} may say ({asked}): {_codes(offer['options'])}"


def _finding(finding: Mapping[str, Any]) -> str:
    said = f" *{finding['says']}*" if "says" in finding else ""
    place = f"line {finding['line']}, column {finding['column']}: " if "line" in finding else ""
    return f"{place}`{finding['code']}`{said}"


def _steps(steps: Mapping[Any, list[str]] | list[str]) -> str:
    if isinstance(steps, Mapping):
        return ", ".join(f"phase {phase} {_codes(inner)}" for phase, inner in steps.items())
    return _codes(steps)


def _codes(steps: list[str]) -> str:
    return ", ".join(f"`{step}`" for step in steps) or "nothing"
