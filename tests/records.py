"""What tests about records share: the example decade, and how to change and check it."""

from __future__ import annotations

from functools import cache

from wsdv_tools.cli.session import Session
from wsdv_tools.findings import Finding
from wsdv_tools.record.notation import Notation
from wsdv_tools.referee.record_files import check_text
from wsdv_tools.referee.verdicts import Checked
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.words import Language

EXAMPLE = (shipped("examples") / "decade-1.wsdv").read_text("utf-8")
LINES = EXAMPLE.splitlines()


@cache
def notation(rules: str = "") -> Notation:
    return Session().notation(rules)


@cache
def english() -> Language:
    return Language.load("en")


def with_line(line: int, text: str) -> str:
    """The example with one of its lines changed."""
    return "\n".join([*LINES[: line - 1], text, *LINES[line:]]) + "\n"


def checked(text: str, rules: str = "") -> Checked:
    return check_text(text, "game.wsdv", notation(rules)).checked


def errors(text: str) -> list[Finding]:
    return [finding for finding in checked(text).findings if finding.is_error]


def codes(text: str) -> list[str]:
    return [finding.code for finding in checked(text).findings if finding.code != "result-missing"]
