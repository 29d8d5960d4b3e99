"""Yes or no: asked again till one of the two is said, or till people leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.dialogue.asking import Left

if TYPE_CHECKING:
    from wsdv_tools.dialogue.narrator import Narrator
    from wsdv_tools.dialogue.terminal import Terminal


def is_confirmed(narrator: Narrator, terminal: Terminal, question: str, otherwise: bool) -> bool:
    """Whether people say yes; `otherwise` is what Enter means."""
    phrases = narrator.phrases
    while True:
        narrator.lines([question])
        typed = terminal.ask("> ").casefold()
        if not typed:
            return otherwise
        if typed in phrases.say("command.yes").split():
            return True
        if typed in phrases.say("command.no").split():
            return False
        if typed in phrases.say("command.quit").split():
            raise Left
