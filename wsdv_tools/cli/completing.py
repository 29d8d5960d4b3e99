"""What a shell offers behind Tab (docs/completion.md): cards and places with their names, rules, files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem, FishComplete, add_completion_class

if TYPE_CHECKING:
    from collections.abc import Iterator

    import click

_MOST_LETTERS = 40  # of a name beside what is completed


class Fish(FishComplete):
    """Fish with whole descriptions: click's own script ends them at their first comma."""

    source_template = FishComplete.source_template.replace('string split ","', 'string split -m 1 ","')


add_completion_class(Fish)


def files(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The shell's own files."""
    return [CompletionItem(typed, type="file")]


def cards_and_places(context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """What `wsdv explain` explains: cards by number, provinces, cities, rules."""
    parent = context.parent.params if context.parent else {}
    known = _known(context.params.get("lang") or parent.get("lang"))
    return [CompletionItem(word, help=name[:_MOST_LETTERS]) for word, name in known if word.startswith(typed)]


def _known(code: str | None) -> Iterator[tuple[str, str]]:
    from wsdv_tools.facts import Catalogue
    from wsdv_tools.words import Language

    catalogue = Catalogue.load()
    language = Language.for_findings(code)
    yield from {card.number: language.title(card) for card in catalogue.cards.values()}.items()
    yield from ((province.code, language.name(province)) for province in catalogue.provinces.values())
    yield from ((city.id, language.name(city)) for city in catalogue.cities.values())
    yield from ((rule, language.rule_title(rule)) for rule in language.rule_ids())
