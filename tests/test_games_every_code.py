"""Every finding of the small games has a planted mistake that it finds, at the line of the mistake.

Most mistakes are planted into random games (`test_games_planted.py`); the others are files in `games/mistakes.yaml`.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from tests.test_games_planted import KUBAKRISE, VORHANG
from wsdv_tools.cli import run
from wsdv_tools.codes import GAMES as CODES
from wsdv_tools.codes import SEVERITIES
from wsdv_tools.games.opening import GAMES
from wsdv_tools.sources.yaml_reader import read_yaml

MISTAKES: dict[str, list[dict[str, Any]]] = read_yaml(Path(__file__).parent / "games" / "mistakes.yaml").value
PLANTED = {"kubakrise": KUBAKRISE, "vorhang": VORHANG}
PARTS = (r"\[([a-z-]+)\]$", r"--> .*:(\d+):\d+$", r"= rule: (\S+)")  # of a finding as it is printed
HERE = "# <-"
# What the rooms of both games share, but only one of them has.
ONLY_IN = {
    "prestige-odd": "kubakrise",
    "after-the-win": "vorhang",
    "bonus-unknown": "vorhang",
    "region-full": "vorhang",
    "region-size": "vorhang",
    "region-sizes": "vorhang",
    "region-unknown": "vorhang",
    "side-twice": "kubakrise",
}
NO_CODES = {"number"}  # words of the program that are codes of the big game as well


def raised() -> dict[str, set[str]]:
    """Each code that the modules of the small games name, and the games that can come to it."""
    folder = Path(__file__).parent.parent / "wsdv_tools" / "games"
    found: dict[str, set[str]] = {"score-needs": {*GAMES}}  # which the command says itself
    for path in folder.rglob("*.py"):
        room = path.relative_to(folder).parts[0]
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            code = node.value if isinstance(node, ast.Constant) else None
            if isinstance(code, str) and code in SEVERITIES.keys() - NO_CODES:
                games = {ONLY_IN[code]} if code in ONLY_IN else {room} if room in GAMES else {*GAMES}
                found.setdefault(code, set()).update(games)
    return found


def planted(game: str) -> set[str]:
    return {code.split()[0] for code in [*PLANTED[game], *(mistake["code"] for mistake in MISTAKES[game])]}


def test_every_code_has_a_planted_mistake() -> None:
    missing = [(code, game) for code, games in raised().items() for game in games if code not in planted(game)]
    assert missing == []
    assert CODES.keys() - raised().keys() == set()  # a code that nothing raises could not be planted


def findings(mistake: dict[str, Any], folder: Path, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str, str]]:
    """Code, line and rule of all that is said about the file."""
    path = folder / mistake.get("file", "planted.txt")
    path.write_text(mistake["text"], "utf-8")
    header = mistake["text"].partition(":")[0]
    command = mistake.get("command") or ("check" if header.endswith("record") or "file" in mistake else "validate")
    options = []
    if "cards" in mistake:
        cards = folder / "cards.yaml"
        cards.write_text(f"{header.partition('-')[0]}-cards: 1\ncards:\n{mistake['cards']}\n", "utf-8")
        options = ["--cards", str(cards)]
    run([command, *options, str(path)])
    blocks = (told := capsys.readouterr()).out.split("\n\n") + told.err.split("\n\n")
    parts = [[re.search(part, block, re.MULTILINE) for part in PARTS] for block in blocks]
    return [(code[1], line[1] if line else "", rule[1] if rule else "") for code, line, rule in parts if code]


@pytest.mark.parametrize(
    ("game", "at"),
    [(game, at) for game, mistakes in MISTAKES.items() for at in range(len(mistakes))],
    ids=[f"{game}-{mistake['code']}" for game, mistakes in MISTAKES.items() for mistake in mistakes],
)
def test_a_planted_mistake_is_found_at_its_line(
    game: str, at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("WSDV_LANG", "en")
    mistake = MISTAKES[game][at]
    code, _, rule = mistake["code"].partition(" ")
    lines = mistake["text"].splitlines()
    marked = [str(number) for number, line in enumerate(lines, 1) if line.endswith(HERE)] or ["", "1"]
    found = findings(mistake, tmp_path, capsys)
    assert any((name, said) == (code, rule) and line in marked for name, line, said in found), found
    assert {line for name, line, _ in found if SEVERITIES[name] == "error"} <= {*marked}, found
