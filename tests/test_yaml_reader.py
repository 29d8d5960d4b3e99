"""Reading YAML: values of YAML 1.2, exact places, slips in plain words, and junk that costs nothing."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.clock import pace
from wsdv_tools.findings import Place, Unreadable
from wsdv_tools.sources.yaml_reader import examine_text, parse_yaml, read_yaml

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("Yes", "Yes"),
        ("010", "010"),
        ("1:30", "1:30"),
        ("1953-06-17", "1953-06-17"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        (".inf", ".inf"),
        ("=", "="),
        ("<<", "<<"),
        ("9" * 5000, "9" * 5000),
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("+1", 1),
        ("-6", -6),
        ("0", 0),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        ("'5'", "5"),
        ('"true"', "true"),
        ("{1: a, -6: b, true: c}", {"1": "a", "-6": "b", "true": "c"}),
        ("[a, , b]", None),
        ("|\n  two\n  lines\n", "two\nlines\n"),
        ("\ufeffa", "a"),
        ("Mu\u0308nchen", "München"),
    ],
)
def test_values(text: str, value: Any) -> None:
    if text == "[a, , b]":
        with pytest.raises(Unreadable):
            parse_yaml(text, "f")
        return
    assert parse_yaml(text, "f").value == value
    assert type(parse_yaml(text, "f").value) is type(value)


def test_byte_order_mark_and_line_ends() -> None:
    document = parse_yaml(b"\xef\xbb\xbfa: 1\r\nb: [x,\r\n  y]\r\n", "f")
    assert document.value == {"a": 1, "b": ["x", "y"]}
    assert document.place(("b", 1)) == Place("f", 3, 3, 4)


def test_places_of_values_and_keys() -> None:
    document = parse_yaml('größe: {ä: "öü", b: [1, 22]}\nblock:\n  - x: 1\n    y: 2\n', "f")
    assert document.place(("größe", "ä")) == Place("f", 1, 12, 16)
    assert document.place(("größe", "b", 1)) == Place("f", 1, 25, 27)
    assert document.place(("größe",), key=True) == Place("f", 1, 1, 6)
    assert document.place(("block", 0)) == Place("f", 3, 5, 9)
    assert document.place(("block", 0, "y"), key=True) == Place("f", 4, 5, 6)
    # A path that leads out of the file ends at the last place it knows.
    assert document.place(("block", 0, "none")) == document.place(("block", 0))
    assert document.place(("block", 7)) == document.place(("block",))


def test_columns_of_decomposed_letters_are_those_of_the_editor() -> None:
    document = parse_yaml("Mu\u0308nchen: x\n", "f")
    assert document.value == {"München": "x"}
    assert document.place(("München",)) == Place("f", 1, 11, 12)


def test_a_key_spelt_in_two_normal_forms_is_a_duplicate() -> None:
    assert [f.code for f in examine_text("München: 1\nMu\u0308nchen: 2\n", "f")[1]] == ["duplicate-key"]


def test_all_findings_at_once() -> None:
    _, findings = examine_text("a: *x\nb: &y 1\na: 2\nc: !t 3\nd: Platz #1\n", "f")
    assert [f.code for f in findings] == ["yaml-alias", "yaml-anchor", "duplicate-key", "yaml-tag", "cut-text"]


def test_a_warning_alone_does_not_refuse_the_file() -> None:
    document = parse_yaml("a: Platz #1\nb: 2 # two\n", "f")
    assert document.value == {"a": "Platz", "b": 2}
    assert [f.code for f in document.findings] == ["cut-text"]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("a: b: c\n", "yaml-colon", 1),
        ("a: 't is so\nb: c\n", "yaml-quote", 1),
        ('a: 1\nb: "open\nc: 2\n', "yaml-quote", 2),
        ("a: 'open\nc: 'd'\n", "yaml-quote", 1),
        ("x: {a: 'It's late', b: c}\n", "yaml-quote", 1),
        ("a: @home\n", "yaml-sign", 1),
        ("a: `x`\n", "yaml-sign", 1),
        ("a: %x\n", "yaml-sign", 1),
        ("a: *Wende*\n", "yaml-sign", 1),
        ("a: & Co\n", "yaml-sign", 1),
        ("- [a] b\n", "yaml-sign", 1),
        ("a: {b: 1\nc: 2\n", "yaml-bracket", 1),
        ("a: [b, c}\n", "yaml-bracket", 1),
        ("a:\n  b: 1\n c: 2\n", "yaml-indentation", 3),
        ("- a\n b: c\n", "yaml-indentation", 2),
        ("? [a]\n: b\n", "yaml-key", 1),
        ("*a : b\n", "yaml-alias", 1),
        ("%YAML 9\n", "yaml-sign", 1),
    ],
)
def test_slips_in_plain_words(text: str, code: str, line: int) -> None:
    findings = examine_text(text, "f")[1]
    assert [(f.code, f.place.line if f.place else 0) for f in findings] == [(code, line)]


JUNK = {
    "brackets": "b'[' * 20_000",
    "braces": "b'{a: ' * 20_000",
    "dashes": "b'- ' * 500_000",
    "question-marks": "b'? ' * 500_000",
    "entries": "b'a: 1\\n' * 800_000",
    "items": "b'- x\\n' * 1_200_000",
    "flow": "b'[' + b'[],' * 1_500_000",
    "bomb": "b'a: &a [x,x]\\n' + b''.join(b'b%d: &b%d [*a,*a]\\n' % (i, i) for i in range(50_000))",
    "aliases": "b'- *a\\n' * 900_000",
    "random": "random.Random(1).randbytes(4_900_000)",
    "text-noise": "bytes(random.Random(2).choices(range(32, 127), k=1_000_000))",
    "quotes": "b'\"' * 1_000_001",
    "one-line": "b'x' * 4_900_000",
    "nul": "b'a: ' + bytes(4_000_000)",
    "ten-megabytes": "b'a' * 10_000_000",
    "tabs": "b'\\t' * 4_000_000",
    "colons": "b': ' * 1_000_000",
    "comments": "b'#\\n' * 2_000_000",
    "long-keys": "b'k' * 2_000 + b': 1\\n' + b'x' * 4_000_000 + b': 2'",
}


@pytest.mark.parametrize("name", JUNK)
def test_junk_gives_a_finding_at_little_cost(name: str, tmp_path: Path) -> None:
    path = tmp_path / "junk.yaml"
    path.write_bytes(eval(JUNK[name], {"random": __import__("random"), "bytes": bytes, "range": range}))
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, "validate", str(path)], capture_output=True, text=True, check=False, timeout=30
    )
    code, kilobytes, milliseconds = map(int, done.stderr.split()[-3:])
    assert code in (1, 2), done.stdout
    assert "Traceback" not in done.stderr
    assert "--> " in done.stdout
    assert kilobytes < 200_000
    assert milliseconds < 1_000 * pace()


# The peak of the memory comes from the process's own status: what getrusage tells includes the parent before exec.
MEASURED = """
import pathlib, resource, sys, time
from wsdv_tools.cli import run
code = run(sys.argv[1:])
status = pathlib.Path("/proc/self/status")
if status.exists():
    peak = next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM"))
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(code, peak, round(time.process_time() * 1000), file=sys.stderr)
"""


def test_special_files_are_not_opened(tmp_path: Path) -> None:
    import os

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(Unreadable) as raised:
        read_yaml(pipe)
    assert [f.code for f in raised.value.findings] == ["cannot-open"]
