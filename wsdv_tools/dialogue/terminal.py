"""The prompt: lines with history and completion. The only place that knows prompt_toolkit."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion

if TYPE_CHECKING:
    from prompt_toolkit.document import Document

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
