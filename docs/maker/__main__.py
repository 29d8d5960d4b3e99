"""The pages of `docs/` that are made from the program itself: `python -m docs.maker` writes them."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from docs.maker.cases_page import PARTS, cases_page, cases_part
from docs.maker.glossary_page import glossary_page
from docs.maker.rulings_page import rulings_page
from docs.maker.small_games_page import small_games_page
from wsdv_tools.codes import AREAS, UNREADABLE
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml

if TYPE_CHECKING:
    from collections.abc import Callable

_HEAD = """# Findings

Every remark of the program about a file has a code that never changes. `--json` gives it as `code`; the sentence
comes in the user's language, its `{places}` filled in. This page is made by `make docs`.

Errors make a command end with exit code 1; those marked ² mean that the file could not be read at all, exit code 2.
Warnings, hints and notes change nothing. Some commands treat a finding as more or less severe than listed here:
a play that ends in `!` makes its errors notes, `wsdv validate --release` makes a missing text an error, and to
`wsdv decade-end` decisions after the end of the game are only a warning.
"""


def findings_page() -> str:
    """All codes by area, with their severity and English sentence."""
    sentences = read_yaml(shipped("data") / "lang" / "en.yaml").value["findings"]
    lines = [_HEAD]
    for area, codes in AREAS.items():
        lines += [f"## {area.capitalize()}", "", "| code | severity | sentence |", "|---|---|---|"]
        for code, severity in sorted(codes.items()):
            sentence = sentences.get(code, "")
            if not isinstance(sentence, str):
                sentence = " / ".join(dict.fromkeys(sentence.values()))
            mark = " ²" if code in UNREADABLE else ""
            lines.append(f"| `{code}` | {severity}{mark} | {sentence.replace('|', '&#124;')} |")
        lines.append("")
    return "\n".join(lines)


# Each page of the folder `docs/` with the function that makes it.
PAGES: dict[str, Callable[[], str]] = {
    "findings.md": findings_page,
    "rulings.md": rulings_page,
    "glossary.md": glossary_page,
    "cases.md": cases_page,
    "small-games.md": small_games_page,
    **{name: partial(cases_part, name) for name in PARTS},
}


def main(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (folder / name).write_text(page(), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs"))
