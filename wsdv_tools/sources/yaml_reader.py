"""YAML with positions: a file becomes plain values that know their lines, or findings.

One walk over the parser's events builds the values, so that nesting, aliases and sheer size are refused
before anything is built from them. Values are those of YAML 1.2: `no`, `on`, `010`, `1:30` and dates stay text.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import yaml

from wsdv_tools.findings import Finding, Fix, Note, Place, Unreadable
from wsdv_tools.sources.slips import cut_texts, explain
from wsdv_tools.sources.text_reader import decoded, read_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MOST_NODES = 50_000
MOST_FAULTS = 100
DEEPEST = 40

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_EXPONENT = r"[eE][-+]?[0-9]{1,2}"
_DECIMAL = re.compile(
    rf"[-+]?(?:0|[1-9][0-9]{{0,17}})?\.[0-9]{{1,18}}(?:{_EXPONENT})?|[-+]?(?:0|[1-9][0-9]{{0,17}}){_EXPONENT}"
)
_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


@dataclass(slots=True)
class _Node:
    """Where a value is: its first and last event, and the nodes inside it, keys with their events."""

    first: Any
    last: Any
    inside: dict[str, tuple[Any, _Node]] | list[_Node] | None = None


@dataclass(frozen=True, eq=False)
class Document:
    """What a YAML file says. The keys of its mappings are all text, as typed (`"1"`, `"-6"`)."""

    value: Any
    file: str
    text: str
    findings: tuple[Finding, ...] = ()  # warnings and hints of the reading
    _root: _Node | None = field(default=None, repr=False)

    @cached_property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    def place(self, path: tuple[str | int, ...] = (), key: bool = False) -> Place:
        """Where the value at a path is, or its key; as far as the path leads into the file.

        >>> parse_yaml("a: [1, x]", "f.yaml").place(("a", 1))
        Place(file='f.yaml', line=1, column=8, end_column=9)
        """
        node = self._root
        first: Any = None
        for step in path:
            inside = node.inside if node else None
            if isinstance(inside, dict) and step in inside:
                first, node = inside[str(step)]
            elif isinstance(inside, list) and isinstance(step, int) and 0 <= step < len(inside):
                first, node = None, inside[step]
            else:
                break
        if node is None:
            return Place(self.file)
        if key and first is not None:
            return self._between(first.start_mark, first.end_mark)
        return self._between(node.first.start_mark, node.last.end_mark)

    def span(self, path: tuple[str | int, ...]) -> tuple[int, int, str]:
        """The value at a path in `text`: where it starts, where it ends, and the sign of its quotes.

        >>> parse_yaml("a: [1, 'x']", "f.yaml").span(("a", 1))
        (7, 10, "'")
        """
        node: Any = self._root
        for step in path:
            node = node.inside[step] if isinstance(step, int) else node.inside[step][1]
        style = getattr(node.first, "style", None) or ""
        return node.first.start_mark.index, node.last.end_mark.index, style

    def _between(self, start: Any, end: Any) -> Place:
        last = end.column if end.line == start.line else self._end_of_line(start)
        return Place(self.file, start.line + 1, start.column + 1, last + 1)

    def _end_of_line(self, start: Any) -> int:
        """A value of several lines is marked as far as its first line goes."""
        return len(self.lines[start.line].rstrip()) if start.line < len(self.lines) else start.column + 1


def read_yaml(path: Path) -> Document:
    """Read a file; what makes it unusable is raised as :class:`Unreadable`, all at once."""
    return _strict(*examine_yaml(path))


def parse_yaml(data: bytes | str, file: str) -> Document:
    """As :func:`read_yaml`, for what was read already.

    >>> parse_yaml("answer: no, at 1:30", "f.yaml").value
    {'answer': 'no, at 1:30'}
    """
    return _strict(*examine_text(data, file))


def _strict(document: Document | None, findings: list[Finding]) -> Document:
    if document is None or any(finding.is_error for finding in findings):
        raise Unreadable(findings)
    return document


def examine_yaml(path: Path) -> tuple[Document | None, list[Finding]]:
    """The document, where one can be made of the file, and all that is wrong with it."""
    data, findings = read_bytes(path)
    if data is None:
        return None, findings
    document, found = _examined(data, str(path))
    return document, [*found]


# A run asks for the same few files again and again; found by their content, none is ever out of date.
@lru_cache(maxsize=32)
def _examined(data: bytes, file: str) -> tuple[Document | None, list[Finding]]:
    return examine_text(data, file)


def examine_text(data: bytes | str, file: str) -> tuple[Document | None, list[Finding]]:
    """As :func:`examine_yaml`, for what was read already."""
    text, findings = decoded(data, file)
    return (None, findings) if text is None else _Walk(text, file).result()


class _Stop(Exception):
    """The rest of the file is not worth reading."""


_ENDS = (yaml.MappingEndEvent, yaml.SequenceEndEvent)


class _Walk:
    """One walk over the events of a text."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.findings: list[Finding] = []
        is_composed = unicodedata.is_normalized("NFC", text)
        self.compose: Callable[[str], str] = str if is_composed else lambda s: unicodedata.normalize("NFC", s)
        # The innermost open collection and its node; `key` waits for its value.
        self.container: Any = []
        self.node = _Node(None, None, [])
        self.key: Any = None
        self.stack: list[tuple[Any, _Node, Any]] = []

    def result(self) -> tuple[Document | None, list[Finding]]:
        try:
            value, root = self._walk(_Loader(self.text).get_event)
        except yaml.YAMLError as error:
            return None, [*self.findings, explain(error, self.text, self.file)]
        except _Stop:
            return None, self.findings
        self.findings.extend(cut_texts(self.text, self.file, self._plain_texts(root)))
        return Document(value, self.file, self.text, tuple(self.findings), root), self.findings

    def _walk(self, next_event: Callable[[], Any]) -> tuple[Any, _Node]:
        next_event()  # the stream's start
        if type(next_event()) is not yaml.DocumentStartEvent:
            self._stop(Finding("empty-file", Place(self.file)))
        nodes = 0
        while True:
            event = next_event()
            kind = type(event)
            if kind in _ENDS:
                self.node.last = event
                self.container, self.node, self.key = self.stack.pop()
            elif kind is yaml.DocumentEndEvent:
                break
            elif nodes == MOST_NODES:
                self._stop(Finding("too-many-entries", self._place(event), {"limit": MOST_NODES}))
            elif self.key is None and type(self.container) is dict:
                nodes += 1
                self._take_key(event, kind)
            else:
                nodes += 1
                self._take_value(event, kind)
        rest = next_event()
        if type(rest) is yaml.DocumentStartEvent:
            self._stop(Finding("several-documents", self._place(rest)))
        inside: Any = self.node.inside
        return self.container[0], inside[0]

    def _take_key(self, event: Any, kind: type) -> None:
        if kind is yaml.ScalarEvent:
            if event.anchor or event.tag:
                self._refuse(event)
            self.key = event
        elif kind is yaml.AliasEvent:
            self._refuse(event)
            raise _Stop
        else:
            self._stop(Finding("yaml-key", self._place(event), fixes=(Fix("quote-text"),)))

    def _take_value(self, event: Any, kind: type) -> None:
        if event.anchor or (kind is not yaml.AliasEvent and event.tag):
            self._refuse(event)
        value: Any = None
        node = _Node(event, event)
        if kind is yaml.ScalarEvent:
            value = _value(event, self.compose)
        elif kind is yaml.MappingStartEvent:
            value, node.inside = {}, {}
        elif kind is yaml.SequenceStartEvent:
            value, node.inside = [], []
        if self.key is not None:
            self._put(self.key, value, node)
            self.key = None
        else:
            self.container.append(value)
            inside: Any = self.node.inside
            inside.append(node)
        if node.inside is not None:
            if len(self.stack) == DEEPEST:
                self._stop(Finding("too-deep", self._place(event), {"limit": DEEPEST}))
            self.stack.append((self.container, self.node, self.key))
            self.container, self.node, self.key = value, node, None

    def _put(self, key: Any, value: Any, node: _Node) -> None:
        name = self.compose(key.value)
        inside: Any = self.node.inside
        if name in self.container:
            first = self._place(inside[name][0])
            note = Note("first-given", {"line": first.line}, first)
            self._add(Finding("duplicate-key", self._place(key), {"key": name}, notes=(note,)))
            return
        self.container[name] = value
        inside[name] = (key, node)

    def _refuse(self, event: Any) -> None:
        """Anchors, aliases and tags: whoever typed one most likely meant text."""
        fixes = (Fix("quote-text"),)
        if type(event) is yaml.AliasEvent:
            self._add(Finding("yaml-alias", self._place(event), {"name": event.anchor}, fixes=fixes))
            return
        if event.anchor:
            place = self._place(event, len(event.anchor) + 1)
            self._add(Finding("yaml-anchor", place, {"name": event.anchor}, fixes=fixes))
        if event.tag:
            self._add(Finding("yaml-tag", self._place(event), {"tag": event.tag}, fixes=fixes))

    def _place(self, event: Any, width: int = 0) -> Place:
        start, end = event.start_mark, event.end_mark
        last = start.column + width if width or end.line != start.line else end.column
        return Place(self.file, start.line + 1, start.column + 1, last + 1)

    def _add(self, finding: Finding) -> None:
        self.findings.append(finding)
        if len(self.findings) >= MOST_FAULTS:
            raise _Stop

    def _stop(self, finding: Finding) -> None:
        self.findings.append(finding)
        raise _Stop

    def _plain_texts(self, root: _Node) -> list[Any]:
        """The unquoted texts with a sign behind them that could have cut them."""
        if " #" not in self.text:
            return []
        events: list[Any] = []
        waiting = [root]
        while waiting:
            node = waiting.pop()
            if isinstance(node.inside, dict):
                waiting.extend(child for _, child in node.inside.values())
            elif isinstance(node.inside, list):
                waiting.extend(node.inside)
            elif not isinstance(node.first, yaml.AliasEvent) and node.first.implicit[0]:
                events.append(node.first)
        return events


def _value(event: Any, compose: Callable[[str], str]) -> Any:
    text = event.value
    if not event.implicit[0]:  # quoted, or a block of text
        return compose(text)
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] in "-+.0123456789":
        if _INTEGER.fullmatch(text):
            return int(text)
        if _DECIMAL.fullmatch(text):
            return float(text)
    return compose(text)
