"""Pages for the notebook of the table: how to use it, and the rulings where the rules are silent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.telling.explanations import LETTERS

if TYPE_CHECKING:
    from wsdv_tools.components.lettering import Lettering


def pages(lettering: Lettering) -> dict[str, str]:
    """The text of each page by its title."""
    return {
        "wsdv_tools": lettering.say("texts.tts.about"),
        lettering.say("texts.section-rulings"): "\n\n".join(_rulings(lettering)),
    }


def _rulings(lettering: Lettering) -> list[str]:
    language = lettering.language
    found = []
    for id_ in language.rulings_on(language.rule_ids()):
        options = [letter for letter in LETTERS if language.has_option(id_, letter)]
        question = language.ruling(id_)[0]
        answers = [f"{id_}{letter}: {language.ruling(id_, letter)[1]}" for letter in options]
        found.append("\n".join([question, *answers, language.ruling_reason(id_)]))
    return found
