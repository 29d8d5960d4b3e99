"""The rulings a record chooses in its header: `rules: R9b, R2b`."""

from __future__ import annotations

from wsdv_tools.facts.rulings import ruling_choices
from wsdv_tools.record.notation import Notation
from wsdv_tools.rules.game import Game


def with_rulings(notation: Notation, named: str) -> tuple[Notation, list[str]]:
    """The notation of a game with other rulings (`R9b, R2b`), and the names that no ruling has."""
    game = notation.game
    spelt = {name.casefold(): name for name in ruling_choices(game.catalogue.folder)}
    names = [name.strip() for name in named.replace(";", ",").split(",") if name.strip()]
    chosen = [spelt[name.casefold()] for name in names if name.casefold() in spelt]
    settled = {ruling.rstrip("abc") for ruling in chosen}
    kept = [ruling for ruling in game.rulings if ruling.rstrip("abc") not in settled]
    unknown = [name for name in names if name.casefold() not in spelt]
    return Notation(Game(game.catalogue, [*kept, *chosen]), notation.names), unknown
