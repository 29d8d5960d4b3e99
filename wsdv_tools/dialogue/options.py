"""The options of a choice as a numbered list, and what completes while typing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.interpreting import place_ids
from wsdv_tools.dialogue.phrases import NO_BREAK, WIDTH, signed, wrapped

if TYPE_CHECKING:
    from wsdv_tools.dialogue.phrases import Phrases
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Choice, Step

COMMANDS = ("back", "fix", "help", "list", "show", "quit")
_GAP = 2


def default_of(choice: Choice) -> Step | None:
    """What Enter means: the attack of a province that has one useful target."""
    return choice.options[0] if choice.kind == "attack" and not choice.required else None


def listed_options(phrases: Phrases, choice: Choice, context: int | str) -> Iterator[str]:
    """The options by what is done, each with its number; headings only where there are several kinds."""
    groups: dict[str, list[str]] = {}
    for number, step in enumerate(choice.options, 1):
        sign = signed(step.place) if step.verb == "at" else str(number)
        groups.setdefault(step.verb, []).append(f"{sign:>3} {phrases.label(step, choice, context)}")
    for verb, entries in groups.items():
        if len(groups) > 1:
            yield f"  {phrases.heading(verb)}"
        yield from in_columns(entries)


def in_columns(entries: list[str], indent: str = "  ") -> Iterator[str]:
    """In two columns, filled downwards, where two fit."""
    entries = [entry.replace(NO_BREAK, " ") for entry in entries]
    width = max(map(len, entries))
    if len(entries) < 4 or 2 * width + _GAP + len(indent) > WIDTH:
        for entry in entries:
            yield from wrapped(entry.lstrip(), indent + " " * (len(entry) - len(entry.lstrip())), indent + " " * 4)
        return
    rows = (len(entries) + 1) // 2
    for left, right in zip(entries[:rows], [*entries[rows:], ""], strict=False):
        yield f"{indent}{left:{width + _GAP}}{right}".rstrip()


def completions(
    notation: Notation, choice: Choice, context: int | str, commands: Iterable[str] = COMMANDS
) -> list[str]:
    """What Tab offers: the options in canonical spelling, their places alone, and the commands."""
    steps = [notation.write(step, str(context)) for step in choice.options]
    return list(dict.fromkeys([*steps, *place_ids(choice, notation), *commands]))
