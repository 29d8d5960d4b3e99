"""The sheets of either small game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wsdv_tools.games.cards import Deck
from wsdv_tools.games.kubakrise.components import KubaSheets
from wsdv_tools.games.vorhang.components import VorhangSheets

if TYPE_CHECKING:
    from wsdv_tools.components.kit import Options
    from wsdv_tools.games.opening import Opened
    from wsdv_tools.games.words import GameLanguage

SHEETS: dict[str, type[KubaSheets] | type[VorhangSheets]] = {"kubakrise": KubaSheets, "vorhang": VorhangSheets}


def sheets_of(
    opened: Opened, language: GameLanguage, options: Options, has_cards: bool = True
) -> KubaSheets | VorhangSheets:
    """What is printed; cards only where their owner has typed them, because little is known of the published ones."""
    if not has_cards:
        bare = Deck({}, opened.deck.regions)
        opened = replace(opened, game=type(opened.game)(bare, opened.game.rulings))
    return SHEETS[opened.spec.id](opened, language, options)
