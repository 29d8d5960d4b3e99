"""The options of a question, listed so that they fit a terminal of 24 lines; each keeps its number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.interpretation import has_own_numbers
from wsdv_tools.rules.choices import NOTHING
from wsdv_tools.telling.phrases import in_columns, in_flow, signed, wrapped

if TYPE_CHECKING:
    from wsdv_tools.rules.choices import Choice, Step
    from wsdv_tools.telling.phrases import Phrases

ROOM = 16  # lines; with question, hint and prompt the list must leave nothing out of sight
_OF_CITIES, _OF_LINES = ("build", "dismantle"), ("lay", "lift")


class Numbers:
    """The numbers by which options are chosen: what has one keeps it through all questions of a play or a phase."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def begin(self, steps: list[Step]) -> None:
        """Another question: where it offers nothing of the one before, its list starts at 1."""
        if not set(steps) & set(self.steps) - {NOTHING}:
            self.steps = []

    def of(self, step: Step) -> int:
        if step not in self.steps:
            self.steps.append(step)
        return self.steps.index(step) + 1


class OptionList:
    """The options of one question; `is_silent`: Enter means nothing, so that option is not listed."""

    def __init__(
        self, phrases: Phrases, choice: Choice, context: int | str, numbers: Numbers, is_silent: bool = False
    ) -> None:
        self.phrases = phrases
        self.choice = choice
        self.context = context
        self.numbers = numbers
        self._shown = [step for step in choice.options if step != NOTHING or not is_silent]
        self._has_own = has_own_numbers(choice)
        if not self._has_own:
            numbers.begin(self._shown)
            self._shown.sort(key=numbers.of)

    def lines(self) -> Iterator[str]:
        """In columns; closer together where they are many; and by province where they are too many."""
        groups = self._groups(self._shown)
        if len(self._shown) <= ROOM * 2:
            lines = [line for verb, steps in groups.items() for line in self._heading(verb, groups) + _columns(steps)]
            if len(lines) <= ROOM:
                return iter(lines)
        lines = [line for verb, steps in groups.items() for line in self._heading(verb, groups) + in_flow(steps)]
        return iter(lines if len(lines) <= ROOM else self._by_province())

    def _groups(self, shown: list[Step]) -> dict[str, list[str]]:
        groups: dict[str, list[str]] = {}
        for step in shown:
            groups.setdefault(step.verb, []).append(self._entry(step))
        return groups

    def _heading(self, verb: str, groups: dict[str, list[str]]) -> list[str]:
        """Only if there are several kinds."""
        return [f"  {self.phrases.heading(verb)}"] if len(groups) > 1 else []

    def _entry(self, step: Step) -> str:
        label = self.phrases.label(step, self.choice, self.context)
        if self._has_own:
            return _unnumbered(self.phrases, step, label, self.context)
        return f"{self.numbers.of(step):>3} {label}"

    def _by_province(self) -> list[str]:
        """How many options each province has."""
        phrases = self.phrases
        counts: dict[int, int] = {}
        for step in self._shown:
            home = self._home(step)
            if home is not None:
                counts[home] = counts.get(home, 0) + 1
        entries = [f"  {phrases.coded(province)}: {number}" for province, number in sorted(counts.items())]
        return [*in_columns(entries), *wrapped(phrases.say("dialogue.options-many"))]

    def _home(self, step: Step) -> int | None:
        """The province of a city, or of the first city of a connection; Hamburg's lines are reported with the other."""
        game = self.phrases.game
        cities = (step.place,) if step.verb in _OF_CITIES else game.ends[step.place] if step.verb in _OF_LINES else ()
        return next((home for city in cities if (home := game.home[city]) is not None), None)

    def there(self, typed: str) -> Iterator[str]:
        """The options in a province that was named where cities and connections are chosen from."""
        found = self.phrases.notation.names.provinces.find(typed)
        if not isinstance(found, str) or not {step.verb for step in self._shown} <= {
            *_OF_CITIES,
            *_OF_LINES,
            NOTHING.verb,
        }:
            return
        province = self.phrases.game.province(found)
        groups = self._groups([step for step in self._shown if self._home(step) == province])
        for verb, steps in groups.items():
            yield from self._heading(verb, groups) + _columns(steps)


def _columns(entries: list[str]) -> list[str]:
    return list(in_columns(entries))


def _unnumbered(phrases: Phrases, step: Step, label: str, context: int | str) -> str:
    """An option by what is typed for it, where a number of the list could be mistaken for a space's or a card's."""
    if step.verb == "at":
        return f"{signed(step.place):>3}: {label}"
    if step.verb in ("discard", "drop"):
        number, _, title = label.partition(" ")
        return f"{number:>3} {title}"
    return f"  {phrases.vocabulary.own(phrases.notation.write(step, str(context)))}: {label}"
