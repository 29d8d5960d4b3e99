"""Puts one choice to a person: the question, numbered options, forgiving typing, the rule on demand."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion

from wsdv_tools.dialogue.interpretation import Answer, interpret, place_ids
from wsdv_tools.dialogue.options import Numbers, OptionList
from wsdv_tools.findings import Finding
from wsdv_tools.rules.choices import NOTHING
from wsdv_tools.telling.narrator import explained

if TYPE_CHECKING:
    from prompt_toolkit.document import Document

    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Choice, Step
    from wsdv_tools.telling.narrator import Narrator
    from wsdv_tools.telling.phrases import Phrases

MOST_AGAIN = 10  # lines of options that come again after a refusal


class Left(Exception):
    """The people stop for now; everything they typed is kept."""


class Instead(Exception):
    """Something else was typed than the answer to a question."""

    def __init__(self, typed: str) -> None:
        super().__init__(typed)
        self.typed = typed


class Talk:
    """A part of a dialogue: it tells and asks people at one terminal."""

    def __init__(self, narrator: Narrator, terminal: Terminal) -> None:
        self.narrator = narrator
        self.phrases = narrator.phrases
        self.terminal = terminal

    def confirmed(self, question: str, otherwise: bool, is_instead: Callable[[str], bool] | None = None) -> bool:
        """Whether people say yes; `otherwise` is what Enter means. Raises `Instead` where that is typed."""
        while True:
            self.narrator.lines([question])
            typed = self.terminal.ask("> ")
            if not typed:
                return otherwise
            for command, meant in (("yes", True), ("no", False), ("back", False)):
                if self.phrases.is_said(command, typed):
                    return meant
            if self.phrases.is_said("quit", typed):
                raise Left
            if is_instead and is_instead(typed):
                raise Instead(typed)
            self.narrator.say("dialogue.yes-or-no")


class Commands:
    """Words that are not answers, in the user's language; each says whether it has changed anything.

    A dialogue has its own: `_back` for `back`. `explain` and `quit` are the same in every one.
    """

    def __init__(self, host: Talk, names: Iterable[str]) -> None:
        self._narrator = host.narrator
        self._phrases = host.narrator.phrases
        self._named: dict[str, Callable[[str], bool]] = {}
        named = {name: getattr(self, f"_{name}", None) or getattr(host, f"_{name}") for name in names}
        for name, command in named.items():
            for word in self._phrases.say(f"command.{name}").split():
                self._named[word] = command
        # Where a question has a rule, these ask for that.
        for word in ("?", *(() if "why" in named else self._phrases.say("command.why").split())):
            self._named[word] = named["help"]

    def _explain(self, rest: str) -> bool:
        self._narrator.explain(rest)
        return False

    def _quit(self, _rest: str) -> bool:
        raise Left

    def __contains__(self, typed: str) -> bool:
        return typed.partition(" ")[0].casefold() in self._named

    def obey(self, typed: str) -> bool:
        word, _, rest = typed.partition(" ")
        return self._named[word.casefold()](rest.strip())

    @property
    def words(self) -> list[str]:
        return list(self._named)

    def proposed(self, typed: str) -> list[str]:
        """What to say to a word that is not an answer, but nearly a command."""
        return nearly(self._phrases, typed, self._named)


def nearly(phrases: Phrases, typed: str, words: Iterable[str]) -> list[str]:
    """What to say to a word that is nearly one of some words."""
    near = get_close_matches(typed.casefold(), [*words], 1, 0.7) if typed.isalpha() else []
    return [phrases.language.say("fixes.did-you-mean", name=near[0])] if near else []


class Asker(Talk):
    """Asks until there is an answer, or until a command has changed something."""

    def __init__(
        self,
        narrator: Narrator,
        terminal: Terminal,
        commands: Commands,
        way_out: str = "",
        told: Callable[[Finding], Finding] = lambda finding: finding,
    ) -> None:
        super().__init__(narrator, terminal)
        self.commands = commands
        self.way_out = way_out  # said to those who seem to type another play instead of an answer
        self.told = told  # says better why an answer is refused, where more is known

    def ask(
        self,
        choice: Choice,
        context: int | str,
        numbers: Numbers,
        on_enter: Step | None = None,
        hint: str | None = None,
    ) -> list[Answer] | None:
        """What was answered; None after a command that changed something. `hint` says what Enter means."""
        phrases = self.phrases
        options = OptionList(phrases, choice, context, numbers, is_silent=on_enter == NOTHING)
        side = phrases.name(choice.side)
        self._put(options, hint)
        offered = completions(phrases.notation, choice, context, self.commands.words)
        while True:
            typed = self.terminal.ask(f"{side}> ", offered)
            if typed == "?" or phrases.is_said("why", typed):
                self.narrator.put(explained(phrases, choice))
                self._put(options, hint)
            elif phrases.is_said("options", typed):
                self._put(options, hint)
            elif typed in self.commands:
                if self.commands.obey(typed):
                    return None
                self._put(options, hint, shortly=phrases.is_said("explain", typed.partition(" ")[0]))
            elif not typed and on_enter is not None:
                return [Answer(on_enter, "")]
            elif not typed:
                self.narrator.say("dialogue.no-default")
            elif there := list(options.there(typed)):
                self.narrator.put(there)
            else:
                answers = self._read(typed, options)
                if answers:
                    return answers
                self.narrator.lines(self.commands.proposed(typed))
                self._put(options, hint, shortly=True)

    def _put(self, options: OptionList, hint: str | None, shortly: bool = False) -> None:
        """The question and its options; a long list is left out where the reason before it is to stay in sight."""
        phrases = self.phrases
        lines = list(options.lines())
        side, question = phrases.name(options.choice.side), phrases.question(options.choice, options.context)
        self.narrator.begin(f"{side}: {question}")
        if shortly and len(lines) > MOST_AGAIN:
            self.narrator.say("dialogue.options-again")
        else:
            self.narrator.put(lines)
        if hint:
            self.narrator.lines([hint])

    def say_unused(self, answers: Iterable[Answer], then: str = "") -> None:
        """Which words of an answer had no effect; nothing that was typed goes by in silence."""
        typed = Counter(answer.typed for answer in answers)
        if typed:
            text = self.phrases.vocabulary.own(", ".join(_left_of(words, number) for words, number in typed.items()))
            self.narrator.lines([" ".join(filter(None, [self.phrases.say("dialogue.unused", text=text), then]))])

    def _read(self, typed: str, options: OptionList) -> list[Answer]:
        """What was typed, or nothing after saying why it is not an answer."""
        choice, context = options.choice, options.context
        if self.phrases.is_said("no", typed) and (none := [step for step in choice.options if _does_nothing(step)]):
            return [Answer(none[0], typed)]
        if self.phrases.is_said("yes", typed) or self.phrases.is_said("no", typed):  # also where a name begins so
            self.narrator.say("dialogue.no-default")
            return []
        labels = [self.phrases.label(step, choice, context) for step in choice.options]
        text = self.phrases.vocabulary.canonical(typed)
        answers = interpret(text, choice, context, self.phrases.notation, labels, options.numbers.steps)
        if not isinstance(answers, Finding):
            return answers
        self.narrator.refuse(self.told(answers))
        if self.way_out and " " in typed:
            self.narrator.lines([self.way_out])
        return []


def _left_of(typed: str, number: int) -> str:
    """What was typed; of `leipzig-jena*2` only as many as are left."""
    words, star, typed_number = typed.rpartition("*")
    if not star or typed_number == str(number):
        return typed
    return words if number == 1 else f"{words}*{number}"


def _does_nothing(step: Step) -> bool:
    """Whether a step leaves everything as it is: nothing is built, nobody is attacked."""
    return step == NOTHING or (step.verb == "attack" and step.to is None)


Offer = Callable[[str], Iterable[str]]  # what completes the last step of a line that is being typed
_LAST_ITEM = re.compile(r"[^,;]*$")


class Terminal:
    """Asks for one line at a time; Ctrl-C and Ctrl-D come as KeyboardInterrupt and EOFError."""

    def __init__(self) -> None:
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")  # not every terminal says where its cursor is
        self._session: PromptSession[str] = PromptSession(complete_while_typing=False)

    def ask(self, prompt: str, words: Sequence[str] | Offer = (), default: str = "") -> str:
        """One line, without blanks at its ends; `words` complete it, or say what does by what is typed so far."""
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


def default_of(choice: Choice) -> Step | None:
    """What Enter means: the attack of a province that has one useful target."""
    return choice.options[0] if choice.kind == "attack" and not choice.required else None


def completions(notation: Notation, choice: Choice, context: int | str, commands: Iterable[str]) -> list[str]:
    """What Tab offers: the options in canonical spelling, their places alone, and the commands."""
    steps = [notation.write(step, str(context)) for step in choice.options]
    return list(dict.fromkeys([*steps, *place_ids(choice, notation), *commands]))
