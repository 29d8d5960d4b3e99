"""Changes language files: what is not changed stays as it is, comments, order, quotes, byte-order mark and line ends.

Texts that are there are replaced; new ones are put where German has them, in the style of their neighbours.
"""

from __future__ import annotations

import codecs
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import Unreadable
from wsdv_tools.sources.saving import cannot_write, save_all
from wsdv_tools.translating.strings import PLAIN, StringPath, Strings, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wsdv_tools.findings import Finding
    from wsdv_tools.sources.yaml_reader import Document


# What `--fix` may change without asking: the meaning stays.
SAFE_TO_FIX = frozenset({"spaces", "quotes", "duplicate-word"})
_LINE_END = re.compile("\r\n|\r|\n")
_BLOCK_STYLES = ("|", ">")
_Tree = dict[str, Any]


def read_text(path: Path) -> tuple[str, bool]:
    """The text with its line ends, and whether it started with a byte-order mark."""
    data = path.read_bytes()
    return data.decode("utf-8-sig"), data.startswith(codecs.BOM_UTF8)


def encoded(text: str, has_bom: bool = False) -> bytes:
    return (codecs.BOM_UTF8 if has_bom else b"") + text.encode("utf-8")


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write files that belong together, in their order; one that would not change is left alone."""
    try:
        changed = {path: data for path, data in files.items() if not path.is_file() or path.read_bytes() != data}
        for path in changed:
            path.parent.mkdir(parents=True, exist_ok=True)
        save_all(changed)
    except OSError as error:
        raise Unreadable([cannot_write(error)]) from None


def apply_fixes(findings: Iterable[Finding]) -> list[Finding]:
    """Fix what can be fixed, file by file, and give the findings that were fixed."""
    by_file: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        fix = finding.fixes[0] if finding.fixes else None
        if finding.code in SAFE_TO_FIX and fix and fix.place and fix.replacement is not None:
            by_file[fix.place.file].append(finding)
    done: list[Finding] = []
    for file, several in by_file.items():
        text, has_bom = read_text(Path(file))
        fixed, applied = _fixed(text, several)
        write_all({Path(file): encoded(fixed, has_bom)})
        done += applied
    return done


def _fixed(text: str, findings: list[Finding]) -> tuple[str, list[Finding]]:
    """The text with all fixes made that do not overlap; the others wait for the next time."""
    starts = [0, *(found.end() for found in _LINE_END.finditer(text))]
    changes = []
    for finding in findings:
        fix = finding.fixes[0]
        if fix.place and fix.replacement is not None:
            start = starts[fix.place.line - 1] + fix.place.column - 1
            width = fix.place.end_column - fix.place.column
            changes.append((start, start + width, fix.replacement, finding))
    applied: list[Finding] = []
    pieces, at = [], 0
    for start, end, replacement, finding in sorted(changes, key=lambda change: change[:2]):
        if start >= at:
            pieces += [text[at:start], replacement]
            at = end
            applied.append(finding)
    return "".join([*pieces, text[at:]]), applied


class Editor:
    """Collects changes to the strings of a language; `text` is the file with all of them made."""

    def __init__(self, strings: Strings, source: Strings) -> None:
        self._strings = strings
        self._source = source
        self._document: Document = strings.document
        self._changes: list[tuple[int, int, str]] = []
        self._new: dict[StringPath, _Tree] = {}  # what is to be inserted, by the mapping that will hold it
        self._newline = "\r\n" if "\r\n" in self._document.text else "\n"

    def set(self, key: str, forms: Mapping[str, str]) -> bool:
        """Give a string another text, or its first; false where it has this one already."""
        path = self._path(key)
        if path is None:
            self._insert(key, forms)
            return True
        before = _at(self._document.value, path)
        shaped: Any = forms[PLAIN] if PLAIN in forms else dict(forms)
        if before == shaped:
            return False
        if isinstance(before, dict) and before.keys() >= forms.keys():
            for form, text in forms.items():
                if before.get(form) != text:
                    self._replace((*path, form), text)
        elif isinstance(shaped, str):
            self._replace(path, shaped)
        else:
            start, end, _ = self._document.span(path)
            self._changes.append((start, end, _written(shaped)))
        return True

    @property
    def text(self) -> str:
        for parent, tree in sorted(self._new.items(), key=lambda new: not new[0]):  # new sections after the rest
            self._grow(parent, tree)
        self._new.clear()
        pieces, at = [], 0
        for start, end, new in sorted(self._changes, key=lambda change: change[:2]):
            pieces += [self._document.text[at:start], new]
            at = end
        return "".join([*pieces, self._document.text[at:]])

    def _path(self, key: str) -> StringPath | None:
        string = self._strings.by_key.get(key)
        if string and string.document is self._document:
            return string.path
        return self._strings.blank.get(key)

    def _replace(self, path: StringPath, text: str) -> None:
        start, end, style = self._document.span(path)
        new = quoted(text, style)
        self._changes.append((start, end, new + self._newline if style in _BLOCK_STYLES else new))

    def _insert(self, key: str, forms: Mapping[str, str]) -> None:
        """Note a new string under the innermost mapping that the file has on the way to it."""
        path = self._source.by_key[key].path
        value, depth = self._document.value, 0
        while depth < len(path) - 1 and isinstance(value.get(path[depth]), dict):
            value, depth = value[path[depth]], depth + 1
        tree = self._new.setdefault(path[:depth], {})
        for step in path[depth:-1]:
            tree = tree.setdefault(str(step), {})
        tree[str(path[-1])] = forms[PLAIN] if PLAIN in forms else dict(forms)

    def _grow(self, parent: StringPath, tree: _Tree) -> None:
        start, end, _ = self._document.span(parent)
        if not parent:
            self._append(tree)
        elif self._document.text[start] == "{":
            new = _written(tree)[1:-1]
            separator = ", " if _at(self._document.value, parent) else ""
            self._changes.append((end - 1, end - 1, separator + new))
        else:
            self._grow_block(parent, start, tree)

    def _append(self, tree: _Tree) -> None:
        """New sections at the end of the file."""
        lines: list[str] = [] if self._document.text.endswith(("\n", "\r")) else [""]
        for section, entries in tree.items():
            lines += ["", f"{section}:", *(f"  {name}: {_written(value)}" for name, value in entries.items())]
        end = len(self._document.text)
        self._changes.append((end, end, self._newline.join([*lines, ""])))

    def _grow_block(self, parent: StringPath, start: int, tree: _Tree) -> None:
        """A line for each new key, after the neighbour that German has before it."""
        text = self._document.text
        line_start = text.rfind("\n", 0, start) + 1
        indent = " " * (start - line_start)
        present = _at(self._document.value, parent)
        order = list(_at(self._source.document.value, parent))
        for name, value in tree.items():
            before = [other for other in order[: order.index(name)] if other in present] if name in order else []
            at = self._end_of_line(self._last_of((*parent, before[-1]))) if before else line_start
            line = f"{indent}{name}: {_written(value)}"
            self._changes.append((at, at, f"{line}{self._newline}" if at == line_start else f"{self._newline}{line}"))

    def _last_of(self, path: StringPath) -> int:
        """Where a value ends: that of a block mapping with its last entry."""
        start, end, style = self._document.span(path)
        value = _at(self._document.value, path)
        if isinstance(value, dict) and value and self._document.text[start] != "{":
            return max(self._last_of((*path, name)) for name in value)
        if style in _BLOCK_STYLES:
            return len(self._document.text[:end].rstrip())
        return end

    def _end_of_line(self, at: int) -> int:
        text = self._document.text
        end = text.find("\n", at)
        if end < 0:
            return len(text)
        return end - 1 if text[end - 1] == "\r" else end


def _at(value: Any, path: Sequence[str | int]) -> Any:
    for step in path:
        value = value[step]
    return value


def _written(value: Any) -> str:
    """A text in quotes, or a mapping of texts on one line."""
    if isinstance(value, str):
        return quoted(value)
    return "{" + ", ".join(f"{key}: {_written(inner)}" for key, inner in value.items()) + "}"
