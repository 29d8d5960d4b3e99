"""Mutants of the rules' code: one place of one module changed, by the operators of mutmut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

from mutation.house import RULES, House
from mutation.mutant import Mutant

if TYPE_CHECKING:
    from wsdv_tools.facts import Catalogue

# Only `wsdv explain` reads the list of references, and a separate test compares it with the code: no case can.
# Games in progress as values, and positions as plain data, contain no rule: tests/test_play_value.py tries those.
_NO_RULES = frozenset(
    {"__init__", "references", "adjudicator", "card_decisions", "decade_play", "history", "match", "plain", "play"}
)
_RAISING = frozenset({"len", "isinstance", "TypeVar", "NamedTuple"})  # with other arguments these only raise


def modules() -> list[str]:
    """The modules that are mutated."""
    return sorted(path.stem for path in RULES.glob("*.py") if path.stem not in _NO_RULES)


@dataclass(frozen=True)
class CodeMutant(Mutant):
    """A module of the rules with some of its text replaced."""

    reached: frozenset[int] | None = None
    around: frozenset[int] | None = None
    source: bytes = b""
    span: tuple[int, int] = (0, 0)
    text: bytes = b""

    @property
    def lines(self) -> frozenset[int] | None:
        return self.reached

    @property
    def function_lines(self) -> frozenset[int] | None:
        return self.around

    @property
    def changed(self) -> bytes:
        start, end = self.span
        return self.source[:start] + self.text + self.source[end:]

    def install(self, house: House) -> Catalogue:
        code = compile(self.changed, str(RULES / f"{self.room}.py"), "exec")
        if self.reached is None or house.is_called_at_import(self.where):
            house.import_again(self.room, code)
        else:
            house.exchange(self.room, self.where, code)
        return house.catalogue


def mutants(module: str) -> list[CodeMutant]:
    """Every mutant of a module, each text once."""
    return mutants_of(module, (RULES / f"{module}.py").read_bytes())


def mutants_of(module: str, source: bytes) -> list[CodeMutant]:
    """Every mutant of a text that is the module's."""
    visitor = _Visitor(source)
    MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True).visit(visitor)
    alike: Counter[tuple[str, str, str]] = Counter()
    found: list[CodeMutant] = []
    for place in dict.fromkeys(visitor.found):
        was, now = _changed_lines(source, place.span, place.text)
        key = (place.function, was, now)
        alike[key] += 1
        found.append(CodeMutant(module, *key, alike[key], place.reached, place.around, source, place.span, place.text))
    return found


def _changed_lines(source: bytes, span: tuple[int, int], text: bytes) -> tuple[str, str]:
    """The lines that differ, without indentation, each set on one line."""
    start = source.rfind(b"\n", 0, span[0]) + 1
    end = source.find(b"\n", span[1])
    was = source[start:end].decode().split("\n")
    now = (source[start : span[0]] + text + source[span[1] : end]).decode().split("\n")
    while len(was) > 1 and len(now) > 1 and was[0] == now[0]:
        was, now = was[1:], now[1:]
    while len(was) > 1 and len(now) > 1 and was[-1] == now[-1]:
        was, now = was[:-1], now[:-1]
    return (" ".join(line.strip() for line in was), " ".join(line.strip() for line in now))


@dataclass(frozen=True)
class _Place:
    function: str
    span: tuple[int, int]
    text: bytes
    reached: frozenset[int] | None
    around: frozenset[int] | None


class _Visitor(cst.CSTVisitor):  # type: ignore[misc, unused-ignore]
    """Collects what the operators make of each node, with the statement and the function it is in."""

    METADATA_DEPENDENCIES = (PositionProvider, ByteSpanPositionProvider)

    def __init__(self, source: bytes) -> None:
        super().__init__()
        self.source = source
        self.module = cst.Module([])
        self.found: list[_Place] = []
        self._names: list[str] = []
        self._functions: list[frozenset[int]] = []
        self._bodies: list[cst.CSTNode] = []
        self._statements: list[frozenset[int]] = []
        self._indents = [0]

    def on_visit(self, node: cst.CSTNode) -> bool:
        if self._is_left_out(node):
            return False
        if isinstance(node, cst.SimpleStatementLine | cst.BaseCompoundStatement):
            self._statements.append(self._lines_of_statement(node))
            self._indents.append(self.get_metadata(PositionProvider, node).start.column)
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for changed in operator(node):
                    self._add(node, changed)
        if not self._functions and isinstance(node, cst.Tuple | cst.List | cst.Set | cst.Dict):
            elements = node.elements if len(node.elements) > 1 else ()
            for number in range(len(elements)):  # a table of the module with a row missing
                self._add(node, node.with_changes(elements=[*elements[:number], *elements[number + 1 :]]))
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self._names.append(node.name.value)
        if isinstance(node, cst.FunctionDef):
            self._bodies.append(node.body)  # its head is executed outside
        elif self._bodies and node is self._bodies[-1]:
            self._functions.append(self._all_lines(node))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.SimpleStatementLine | cst.BaseCompoundStatement):
            self._statements.pop()
            self._indents.pop()
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef):
            self._names.pop()
        if isinstance(original_node, cst.FunctionDef):
            self._functions.pop()
            self._bodies.pop()

    def _is_left_out(self, node: cst.CSTNode) -> bool:
        """Types and decorators are not rules; `strict` only asserts that two tuples are of one length."""
        if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom):
            return True
        if isinstance(node, cst.Arg):
            return node.keyword is not None and node.keyword.value == "strict"
        if isinstance(node, cst.Assign) and not self._names:  # a type with a name
            return isinstance(node.value, cst.Subscript) or _called(node.value) == "TypeVar"
        return False

    def _add(self, node: cst.CSTNode, changed: cst.CSTNode) -> None:
        if isinstance(node, cst.Call) and (_called(node) in _RAISING or _strict(node) != _strict(changed)):
            return
        text = self._text(changed)
        reached = self._statements[-1] if self._functions else None
        around = self._functions[-1] if self._functions else None
        self.found.append(_Place(".".join(self._names), self._span(node), text, reached, around))

    def _span(self, node: cst.CSTNode) -> tuple[int, int]:
        """Where a node's text is; the spans of some kinds have blanks around it, and some leave out brackets."""
        span = self.get_metadata(ByteSpanPositionProvider, node)
        text, found = self._text(node), self.source[span.start : span.start + span.length]
        start = span.start + len(found) - len(found.lstrip())
        while not self.source.startswith(text, start):
            start -= 1
            if start + len(text) < span.start + len(found.rstrip()):
                raise ValueError(f"cannot find {text!r}")
        return start, start + len(text)

    def _text(self, node: cst.CSTNode) -> bytes:
        indent = " " * self._indents[-1]  # a node by itself is written as if its block were not indented
        return str(self.module.code_for_node(node)).strip().replace("\n", f"\n{indent}").encode()

    def _lines_of_statement(self, node: cst.CSTNode) -> frozenset[int]:
        """Of a compound statement its head and the first line below, because `while True` itself is never passed."""
        first = self.get_metadata(PositionProvider, node).start.line
        body = getattr(node, "body", None)
        if isinstance(node, cst.BaseCompoundStatement) and isinstance(body, cst.IndentedBlock):
            return frozenset(range(first, self.get_metadata(PositionProvider, body.body[0]).start.line + 1))
        return self._all_lines(node)

    def _all_lines(self, node: cst.CSTNode) -> frozenset[int]:
        position = self.get_metadata(PositionProvider, node)
        return frozenset(range(position.start.line, position.end.line + 1))


def _called(node: cst.CSTNode) -> str | None:
    return node.func.value if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) else None


def _strict(node: cst.CSTNode) -> Sequence[str]:
    args: Sequence[cst.Arg] = node.args if isinstance(node, cst.Call) else ()
    return [cst.Module([]).code_for_node(arg.value) for arg in args if arg.keyword and arg.keyword.value == "strict"]
