"""The options of a choice as a numbered list, and what completes while typing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.interpreting import has_own_numbers, place_ids
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
    own_numbers = has_own_numbers(choice)
    for number, step in enumerate(choice.options, 1):
        label = phrases.label(step, choice, context)
        entry = _unnumbered(phrases, step, label, context) if own_numbers else f"{number:>3} {label}"
        groups.setdefault(step.verb, []).append(entry)
    for verb, entries in groups.items():
        if len(groups) > 1:
            yield f"  {phrases.heading(verb)}"
        yield from in_columns(entries)


def _unnumbered(phrases: Phrases, step: Step, label: str, context: int | str) -> str:
    """An option by what is typed for it, where a number of the list could be mistaken for a space's or a card's."""
    if step.verb == "at":
        return f"{signed(step.place):>3} {label}"
    if step.verb in ("discard", "drop"):
        number, _, title = label.partition(" ")
        return f"{number:>3} {title}"
    return f"  {phrases.notation.write(step, str(context))}: {label}"


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
