"""Puts one choice to a person: the question, numbered options, forgiving typing, the rule on demand."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion

from wsdv_tools.dialogue.interpretation import has_own_numbers, interpret, place_ids
from wsdv_tools.findings import Finding
from wsdv_tools.telling.explanations import explained, refused
from wsdv_tools.telling.phrases import in_columns, signed, wrapped

if TYPE_CHECKING:
    from prompt_toolkit.document import Document

    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Choice, Step
    from wsdv_tools.telling.narrator import Narrator
    from wsdv_tools.telling.phrases import Phrases


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


Offer = Callable[[str], Iterable[str]]  # what completes the last step of a line that is being typed
_LAST_ITEM = re.compile(r"[^,;]*$")


class Terminal:
    """Asks for one line at a time; Ctrl-C and Ctrl-D come as KeyboardInterrupt and EOFError."""

    def __init__(self) -> None:
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")  # not every terminal tells where its cursor is
        self._session: PromptSession[str] = PromptSession(complete_while_typing=False)

    def ask(self, prompt: str, words: Sequence[str] | Offer = (), default: str = "") -> str:
        """One line, without blanks at its ends; `words` complete it, or tell what does by what is typed so far."""
        return self._session.prompt(prompt, completer=_Words(words), default=default).strip()


class _Words(Completer):
    """Completes the last of several steps."""

    def __init__(self, words: Sequence[str] | Offer) -> None:
        self.words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        del complete_event
        before = document.text_before_cursor
        match = _LAST_ITEM.search(before)
        typed = match[0].lstrip().casefold() if match else ""
        for word in self.words(before) if callable(self.words) else self.words:
            if word.casefold().startswith(typed):
                yield Completion(word, start_position=-len(typed))


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


COMMANDS = ("back", "fix", "help", "list", "show", "quit")


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


def completions(
    notation: Notation, choice: Choice, context: int | str, commands: Iterable[str] = COMMANDS
) -> list[str]:
    """What Tab offers: the options in canonical spelling, their places alone, and the commands."""
    steps = [notation.write(step, str(context)) for step in choice.options]
    return list(dict.fromkeys([*steps, *place_ids(choice, notation), *commands]))
