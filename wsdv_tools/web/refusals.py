"""Why the server does not do what it is asked: a status, and a sentence in the language that was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wsdv_tools.web.desk import desk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wsdv_tools.findings import Finding
    from wsdv_tools.web.desk import Data


class Refusal(Exception):
    """A request that is not served. `code` names its sentence among the texts of the language files."""

    def __init__(self, status: int, code: str, **values: Any) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.values = values

    def as_data(self, lang: str) -> Data:
        sentence = desk(lang).phrases.say(f"serve.{self.code}", **self.values)
        return {"code": self.code, "sentence": sentence, "rule": None, "help": []}


def findings_as_data(findings: Iterable[Finding], lang: str) -> Data:
    """What is wrong with a file, as an error: the first finding counts."""
    own = desk(lang)
    first = next(iter(findings))
    return own.refused(first).as_data()
