"""JSON that other programs wrote becomes plain values, or findings: whatever is in it, nothing fails."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from wsdv_tools.findings import Finding, Place, Unreadable, readable
from wsdv_tools.sources.text_reader import decoded, place_at, read_bytes

if TYPE_CHECKING:
    from pathlib import Path


def read_json(path: Path) -> tuple[Any, str]:
    """What is in a file, and its text; raises `Unreadable`."""
    text = readable(decoded(readable(read_bytes(path)), str(path)))
    return parse_json(text, str(path)), text


def parse_json(text: str, file: str) -> Any:
    """The values of a text. Numbers that JSON does not have (NaN) are refused.

    >>> parse_json('{"a": [1, 2.5]}', "f.json")
    {'a': [1, 2.5]}
    """
    if not text.strip():
        raise Unreadable([Finding("empty-file", Place(file))])
    try:
        return json.loads(text, parse_constant=refuse_constant)
    except json.JSONDecodeError as error:
        raise Unreadable([Finding("json-syntax", place_at(file, text[: error.pos]))]) from None
    except ValueError:  # a number with thousands of digits, or none
        raise Unreadable([Finding("json-syntax", Place(file))]) from None
    except RecursionError:
        raise Unreadable([Finding("too-deep", Place(file), {"limit": sys.getrecursionlimit()})]) from None


def refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are not JSON
