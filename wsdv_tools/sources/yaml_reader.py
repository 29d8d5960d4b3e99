"""YAML with positions: a file becomes plain values that know their lines, or findings.

One walk over the parser's events builds the values, so that nesting, aliases and sheer size are refused
before anything is built from them. Values are those of YAML 1.2: `no`, `on`, `010`, `1:30` and dates stay text.
"""

from __future__ import annotations

import re
import stat
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

from wsdv_tools.findings import Finding, Fix, Note, Place, Unreadable
from wsdv_tools.sources.slips import cut_texts, explain

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MOST_BYTES = 5_000_000
MOST_NODES = 100_000
MOST_FAULTS = 100
DEEPEST = 40

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
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
    """Where a value stands: its first and last event, and the nodes inside it, keys with their events."""

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

    def place(self, path: tuple[str | int, ...] = (), key: bool = False) -> Place:
        """Where the value at a path stands, or its key; as far as the path leads into the file.

        >>> parse_yaml("a: [1, x]", "f.yaml").place(("a", 1))
        Place(file='f.yaml', line=1, column=8, end_column=9)
        """
        node = self._root
        first = last = None
        for step in path:
            inside = node.inside if node else None
            if isinstance(inside, dict) and step in inside:
                first, node = inside[str(step)]
                last = first
            elif isinstance(inside, list) and isinstance(step, int) and 0 <= step < len(inside):
                first, node = None, inside[step]
            else:
                break
        if node is None:
            return Place(self.file)
        if not key or first is None:
            first, last = node.first, node.last
        return self._between(first.start_mark, last.end_mark)

    def _between(self, start: Any, end: Any) -> Place:
        last = end.column if end.line == start.line else self._end_of_line(start)
        return Place(self.file, start.line + 1, start.column + 1, last + 1)

    def _end_of_line(self, start: Any) -> int:
        """A value of several lines is marked as far as its first line goes."""
        lines = self.text.splitlines()
        return len(lines[start.line].rstrip()) if start.line < len(lines) else start.column + 1


def read_yaml(path: Path) -> Document:
    """Read a file; whatever keeps it from being used is raised as :class:`Unreadable`, all at once."""
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
    file = str(path)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            reason = "is-a-folder" if stat.S_ISDIR(status.st_mode) else "no-plain-file"
            return None, [Finding("cannot-open", Place(file), {"file": file}, notes=(Note(reason),))]
        if status.st_size > MOST_BYTES:
            return None, [_too_large(file, status.st_size)]
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = {FileNotFoundError: "no-such-file", PermissionError: "no-permission"}.get(type(error), "system-error")
        note = Note(reason, {"reason": getattr(error, "strerror", None) or str(error)})
        return None, [Finding("cannot-open", Place(file), {"file": file}, notes=(note,))]
    return examine_text(data, file)


def examine_text(data: bytes | str, file: str) -> tuple[Document | None, list[Finding]]:
    """As :func:`examine_yaml`, for what was read already."""
    if len(data) > MOST_BYTES:
        return None, [_too_large(file, len(data))]
    if isinstance(data, bytes):
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            place = _place_at(file, data[: error.start].decode("utf-8", "replace"))
            return None, [Finding("not-utf8", place, {"byte": f"{data[error.start]:02X}"})]
    else:
        text = data.removeprefix("\ufeff")
    forbidden = _FORBIDDEN.search(text)
    if forbidden:
        place = _place_at(file, text[: forbidden.start()])
        if forbidden[0] == "\0":
            return None, [Finding("nul-byte", place)]
        return None, [Finding("control-character", place, {"character": f"U+{ord(forbidden[0]):04X}"})]
    return _Walk(text, file).result()


def _too_large(file: str, size: int) -> Finding:
    return Finding("too-large", Place(file), {"megabytes": f"{size / 1e6:.1f}", "limit": MOST_BYTES // 1_000_000})


def _place_at(file: str, before: str) -> Place:
    """The place just behind a text's beginning."""
    lines = re.split("\r\n|\r|\n", before)
    return Place(file, len(lines), len(lines[-1]) + 1)


class _Stop(Exception):
    """The rest of the file is not worth reading."""


class _Walk:
    """One walk over the events of a text."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.findings: list[Finding] = []
        is_composed = unicodedata.is_normalized("NFC", text)
        self.compose: Callable[[str], str] = str if is_composed else lambda s: unicodedata.normalize("NFC", s)

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
        # The innermost open collection; `container` and `node` grow, `key` waits for its value.
        top: list[Any] = []
        top_node = _Node(None, None, [])
        stack: list[tuple[Any, _Node, Any]] = []
        container: Any = top
        node, key = top_node, None
        nodes = 0
        compose = self.compose
        while True:
            event = next_event()
            kind = type(event)
            if kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                node.last = event
                container, node, key = stack.pop()
                continue
            if kind is yaml.DocumentEndEvent:
                break
            nodes += 1
            if nodes > MOST_NODES:
                self._stop(Finding("too-many-entries", self._place(event), {"limit": MOST_NODES}))
            is_mapping = type(container) is dict
            if is_mapping and key is None:
                if kind is not yaml.ScalarEvent:
                    self._refuse_key(event, kind)
                key = event
                if event.anchor or event.tag:
                    self._refuse(event, kind)
                continue
            if kind is yaml.AliasEvent or event.anchor or event.tag:
                self._refuse(event, kind)
            child: Any
            if kind is yaml.ScalarEvent:
                child = _value(event, compose)
                child_node = _Node(event, event)
            elif kind is yaml.AliasEvent:
                child, child_node = None, _Node(event, event)
            else:
                is_map = kind is yaml.MappingStartEvent
                child, child_node = ({}, _Node(event, event, {})) if is_map else ([], _Node(event, event, []))
            if is_mapping:
                self._put(container, node, key, child, child_node)
                key = None
            else:
                container.append(child)
                node.inside.append(child_node)  # type: ignore[union-attr, arg-type]
            if child_node.inside is not None:
                if len(stack) >= DEEPEST:
                    self._stop(Finding("too-deep", self._place(event), {"limit": DEEPEST}))
                stack.append((container, node, key))
                container, node, key = child, child_node, None
        rest = next_event()
        if type(rest) is yaml.DocumentStartEvent:
            self._stop(Finding("several-documents", self._place(rest)))
        return top[0], top_node.inside[0]  # type: ignore[index]

    def _put(self, container: dict[str, Any], node: _Node, key: Any, child: Any, child_node: _Node) -> None:
        name = self.compose(key.value)
        inside: Any = node.inside
        if name in container:
            first = self._place(inside[name][0])
            note = Note("first-given", {"line": first.line}, first)
            self._add(Finding("duplicate-key", self._place(key), {"key": name}, notes=(note,)))
            return
        container[name] = child
        inside[name] = (key, child_node)

    def _refuse(self, event: Any, kind: type) -> None:
        """Anchors, aliases and tags: whoever typed one most likely meant text."""
        if kind is yaml.AliasEvent:
            found = Finding("yaml-alias", self._place(event), {"name": event.anchor}, fixes=(Fix("quote-text"),))
            self._add(found)
            return
        if event.anchor:
            place = self._place(event, len(event.anchor) + 1)
            self._add(Finding("yaml-anchor", place, {"name": event.anchor}, fixes=(Fix("quote-text"),)))
        if event.tag:
            self._add(Finding("yaml-tag", self._place(event), {"tag": event.tag}, fixes=(Fix("quote-text"),)))

    def _refuse_key(self, event: Any, kind: type) -> None:
        if kind is yaml.AliasEvent:
            self._refuse(event, kind)
            raise _Stop
        self._stop(Finding("yaml-key", self._place(event), fixes=(Fix("quote-text"),)))

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
