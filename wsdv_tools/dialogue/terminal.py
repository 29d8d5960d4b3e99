"""The prompt: lines with history and completion. The only place that knows prompt_toolkit."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion

if TYPE_CHECKING:
    from prompt_toolkit.document import Document

_LAST_ITEM = re.compile(r"[^,;]*$")


class Terminal:
    """Asks for one line at a time; Ctrl-C and Ctrl-D come as KeyboardInterrupt and EOFError."""

    def __init__(self) -> None:
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")  # not every terminal tells where its cursor is
        self._session: PromptSession[str] = PromptSession(complete_while_typing=False)

    def ask(self, prompt: str, words: Sequence[str] = (), default: str = "") -> str:
        return self._session.prompt(prompt, completer=_Words(words), default=default).strip()


class _Words(Completer):
    """Completes the last of several steps."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = list(words)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        del complete_event
        match = _LAST_ITEM.search(document.text_before_cursor)
        typed = match[0].lstrip().casefold() if match else ""
        for word in self.words:
            if word.casefold().startswith(typed):
                yield Completion(word, start_position=-len(typed))
