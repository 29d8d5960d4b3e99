"""Puts one choice to a person: the question, numbered options, forgiving typing, the rule on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.explaining import explained, refused
from wsdv_tools.dialogue.interpreting import interpret
from wsdv_tools.dialogue.options import completions, listed_options
from wsdv_tools.dialogue.phrases import wrapped
from wsdv_tools.findings import Finding

if TYPE_CHECKING:
    from wsdv_tools.dialogue.narrator import Narrator
    from wsdv_tools.dialogue.phrases import Phrases
    from wsdv_tools.dialogue.terminal import Terminal
    from wsdv_tools.rules.choices import Choice, Step


class Left(Exception):
    """The people have had enough for now; all they said is kept."""


class Commands:
    """Words that are no answers, in the user's language; each says whether it has changed anything."""

    def __init__(self, phrases: Phrases, named: Mapping[str, Callable[[str], bool]]) -> None:
        self._named: dict[str, Callable[[str], bool]] = {}
        for name, command in named.items():
            for word in phrases.say(f"command.{name}").split():
                self._named[word] = command
        self._named["?"] = named["help"]  # where a question has a rule, it is asked for that before

    def __contains__(self, typed: str) -> bool:
        return typed.partition(" ")[0].casefold() in self._named

    def obey(self, typed: str) -> bool:
        word, _, rest = typed.partition(" ")
        return self._named[word.casefold()](rest.strip())

    @property
    def words(self) -> list[str]:
        return list(self._named)


class Asker:
    """Asks till there is an answer, or till a command has changed something."""

    def __init__(self, narrator: Narrator, terminal: Terminal, commands: Commands, way_out: str = "") -> None:
        self.narrator = narrator
        self.phrases = narrator.phrases
        self.terminal = terminal
        self.commands = commands
        self.way_out = way_out  # told to those who seem to type another move instead of an answer

    def ask(
        self,
        choice: Choice,
        context: int | str,
        on_enter: Sequence[Step] | None = None,
        hint: str | None = None,
        words: Iterable[str] | None = None,
    ) -> list[Step] | None:
        """The steps of an answer; None after a command that changed something. `hint` says what Enter means."""
        phrases = self.phrases
        side = phrases.name(choice.side)
        self.narrator.write("")
        for line in wrapped(f"{side}: {phrases.question(choice, context)}", ""):
            self.narrator.write(self.narrator.bold(line))
        for line in listed_options(phrases, choice, context):
            self.narrator.write(line)
        if hint:
            self.narrator.lines([hint])
        offered = completions(phrases.notation, choice, context, self.commands.words if words is None else words)
        while True:
            typed = self.terminal.ask(f"{side}> ", offered)
            if typed == "?":
                for line in explained(phrases, choice):
                    self.narrator.write(line)
            elif typed in self.commands:
                if self.commands.obey(typed):
                    return None
            elif not typed and on_enter is not None:
                return list(on_enter)
            elif not typed:
                self.narrator.lines([phrases.say("dialogue.no-default")])
            else:
                steps = self._read(typed, choice, context)
                if steps:
                    return steps

    def _read(self, typed: str, choice: Choice, context: int | str) -> list[Step]:
        """What was typed, or nothing after saying why it is no answer."""
        labels = [self.phrases.label(step, choice, context) for step in choice.options]
        steps = interpret(typed, choice, context, self.phrases.notation, labels)
        if not isinstance(steps, Finding):
            return steps
        for line in refused(self.phrases, steps):
            self.narrator.write(line)
        if self.way_out and " " in typed:
            self.narrator.lines([self.way_out])
        return []
