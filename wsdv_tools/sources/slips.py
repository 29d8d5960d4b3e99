"""The classic slips of text typed as YAML, explained in plain words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import Finding, Fix, Note, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_VALUE = r"""(?P<before>\s*(?:-\s+)*(?:[^\s'"#:][^'"#:]*:\s+)?)"""
_KEYED = r"""\s*(?:-\s+)*(?:[^\s'"#:][^'"#:]*:\s+)"""
_TWO_COLONS = re.compile(_KEYED + r"""(?P<text>[^\s'"#\[{][^#]*?:\s[^#]*?)\s*(?:\s#.*)?$""")
_FLOW_COLONS = re.compile(r"""[{,]\s*[\w-]+:\s+(?P<text>[^\s'"\[{,][^,}'"]*?:\s[^,}]*?)\s*[,}]""")
_NO_BLANK = re.compile(r"""\s*(?:-\s+)*(?P<text>[\w-]+:)[^\s:]""")
_APOSTROPHE = re.compile(_VALUE + r"""(?P<text>'[^']*'\s*[^\s',}\]:#].*|'[^']*)$""")
_QUOTE = re.compile(_VALUE + r"""(?P<text>"(?:[^"\\]|\\.)*"\s*[^\s",}\]:#].*|"(?:[^"\\]|\\.)*)$""")
_SIGN = re.compile(_VALUE + r"(?P<text>(?P<sign>[%@`{\[]).*)$")
_FLOW_QUOTE = re.compile(r"""[{,\[]\s*(?:[\w-]+:\s+)?(?P<text>(?P<sign>['"])[^'"]*(?P=sign)\s*[^\s,}\]:#'"][^,}\]]*)""")
_TAB = re.compile(r" *(?P<text>\t+)")
_CUT = re.compile(r" #(?=[^\s#])")


def explain(error: Any, text: str, file: str) -> Finding:
    """Why the parser gave up, as a person would say it: the commonest slips first."""
    lines = re.split("\r\n|\r|\n", text)
    mark = getattr(error, "problem_mark", None)
    number = min(mark.line, len(lines) - 1) if mark else 0
    column = mark.column if mark else 0
    context = getattr(error, "context_mark", None)
    started = min(context.line, number) if context else number
    problem = str(getattr(error, "problem", None) or error)
    slip = _odd_name(error, lines) or _slip(lines, number, column, started, problem)
    if slip:
        code, line, start, end, values = slip
        fixes = (Fix("quote-text"),) if code in ("yaml-colon", "yaml-sign") else ()
        return Finding(code, Place(file, line + 1, start + 1, end + 1), values, fixes=fixes)
    note = Note("parser-says", {"problem": problem})
    return Finding("yaml-syntax", Place(file, number + 1, column + 1), notes=(note,))


_Slip = tuple[str, int, int, int, dict[str, Any]]


def _odd_name(error: Any, lines: list[str]) -> _Slip | None:
    """A text that starts with one of `* & !`, which YAML takes for a name and cannot read as one."""
    context, mark = getattr(error, "context", None) or "", getattr(error, "context_mark", None)
    if mark is None or not context.endswith((" alias", " anchor", " tag", " directive")) or mark.line >= len(lines):
        return None
    line = lines[mark.line]
    return "yaml-sign", mark.line, mark.column, len(line.rstrip()), {"sign": line[mark.column : mark.column + 1]}


def _slip(lines: list[str], number: int, column: int, started: int, problem: str) -> _Slip | None:
    line = lines[number]
    tab = _TAB.match(line)
    if tab and "token" in problem:
        return "yaml-tab", number, tab.start("text"), tab.end("text"), {}
    if "quoted scalar" in problem or "end of stream" in problem:
        return _unclosed_quote(lines, started)
    if problem.startswith("mapping values"):
        return _colon(line, number) or _no_blank(lines, number - 1) or _indentation(lines, number)
    if problem.endswith("':'"):
        end = len(lines[started].rstrip())
        start = len(lines[started]) - len(lines[started].lstrip())
        return _no_blank(lines, started) or ("yaml-no-colon", started, start, end, {})
    if "did not find expected ',' or" in problem or "flow" in problem:
        return _colon(line, number) or _bracket(lines, number, column, started)
    if "cannot start any token" in problem:
        sign = line[column : column + 1]
        return "yaml-sign", number, column, len(line.rstrip()), {"sign": sign}
    return _text_behind(lines, number) or _indentation(lines, number)


def _colon(line: str, number: int) -> _Slip | None:
    found = _TWO_COLONS.match(line) or _FLOW_COLONS.search(line)
    if not found:
        return None
    return "yaml-colon", number, found.start("text"), found.end("text"), {"text": found["text"]}


def _no_blank(lines: list[str], number: int) -> _Slip | None:
    """`key:value`, which is one text and not a key with its value."""
    found = _NO_BLANK.match(lines[number]) if number >= 0 else None
    return ("yaml-no-blank", number, found.start("text"), found.end("text"), {"key": found["text"]}) if found else None


def _unclosed_quote(lines: list[str], started: int) -> _Slip | None:
    """A quote that never ends swallows the file: look for the line where one was left open."""
    for number in range(max(0, started), len(lines)):
        for pattern, sign in ((_APOSTROPHE, "'"), (_QUOTE, '"')):
            found = pattern.match(lines[number])
            if found:
                return "yaml-quote", number, found.start("text"), len(lines[number].rstrip()), {"sign": sign}
    line = lines[started]
    start = max(line.rfind('"'), line.rfind("'"), 0)
    return "yaml-quote", started, start, len(line.rstrip()), {"sign": line[start : start + 1] or '"'}


def _bracket(lines: list[str], number: int, column: int, started: int) -> _Slip:
    """`{name} is back` starts a mapping; `[a, b` without its end takes in the lines below."""
    line = lines[started]
    quote = _FLOW_QUOTE.search(line) if started == number else None
    if quote:
        return "yaml-quote", started, quote.start("text"), quote.end("text"), {"sign": quote["sign"]}
    found = _SIGN.match(line)
    start = found.start("text") if found else max(line.rfind("["), line.rfind("{"), 0)
    sign = line[start : start + 1]
    other = {"[": "]", "{": "}"}.get(sign, "]")
    if started == number and other in line[start:column]:
        return "yaml-sign", started, start, len(line.rstrip()), {"sign": sign}
    return "yaml-bracket", started, start, start + 1, {"sign": sign, "other": other}


def _text_behind(lines: list[str], number: int) -> _Slip | None:
    """A value that ended before its line did: `'It's late'`, `"a" b`, `{name} is back`."""
    for at in (number, number - 1):
        if at < 0:
            continue
        line = lines[at]
        for pattern, sign in ((_APOSTROPHE, "'"), (_QUOTE, '"')):
            found = pattern.match(line)
            if found:
                return "yaml-quote", at, found.start("text"), len(line.rstrip()), {"sign": sign}
        found = re.match(_VALUE + r"(?P<text>(?:\{[^{}]*\}|\[[^\[\]]*\])\s*[^\s#,\]}].*)$", line)
        if found:
            sign = found["text"][0]
            return "yaml-sign", at, found.start("text"), len(line.rstrip()), {"sign": sign}
    return None


def _indentation(lines: list[str], number: int) -> _Slip | None:
    """The line starts at a column where no line above it started."""
    line = lines[number]
    indent = len(line) - len(line.lstrip(" "))
    if not line.strip():
        return None
    starts: set[int] = set()
    for above in reversed(lines[:number]):
        if above.strip() and not above.lstrip().startswith("#"):
            depth = len(above) - len(above.lstrip(" "))
            starts.add(depth)
            if depth == 0:
                break
    if starts and (indent not in starts or indent > 0):
        return "yaml-indentation", number, 0, max(indent, 1), {"spaces": indent}
    return None


def cut_texts(text: str, file: str, plain: Iterable[Any]) -> Iterator[Finding]:
    """Unquoted texts cut by ` #`: people put a blank after the sign of a comment, not after that of `#5`."""
    lines = text.splitlines()
    for event in plain:
        end = event.end_mark
        if end.line >= len(lines) or not isinstance(event.value, str) or not event.value:
            continue
        if _CUT.match(lines[end.line], end.column):
            place = Place(file, end.line + 1, end.column + 2, len(lines[end.line].rstrip()) + 1)
            yield Finding("cut-text", place, {"text": event.value}, fixes=(Fix("quote-text"),))
