"""The page of the two small games: their paragraphs, our rulings, their findings."""

from __future__ import annotations

from wsdv_tools.codes import GAMES as CODES
from wsdv_tools.games.opening import GAMES, room
from wsdv_tools.games.words import game_words

_HEAD = """# Kubakrise and Eiserner Vorhang: rules, rulings, findings

The paragraphs that findings cite, in our own words and with our own numbers, since the rulebooks have none; what we
decided where they are silent; and every remark that only these games have. This page is made by `make docs`.
"""


def small_games_page() -> str:
    """All of it in English."""
    words = game_words("en")
    lines = [_HEAD]
    for game in GAMES:
        spec = room(game).SPEC
        lines += [f"## {spec.title}", "", "| paragraph | title | what it says |", "|---|---|---|"]
        for id_, rule in words["rules"].items():
            if id_.startswith(spec.prefix):
                lines.append(f"| {id_} | {rule['title']} | {rule['text']} |")
        lines += ["", f"### Rulings of {spec.title}", "", "| ruling | question | answers | why |", "|---|---|---|---|"]
        for id_, ruling in words["rulings"].items():
            if id_.startswith(spec.prefix):
                answers = " ".join(f"**{letter}** {text}" for letter, text in ruling["options"].items())
                lines.append(f"| {id_} | {ruling['question']} | {answers} | {ruling['why']} |")
        lines.append("")
    lines += ["## Findings of both", "", "| code | severity | sentence |", "|---|---|---|"]
    for code, severity in sorted(CODES.items()):
        sentence = words["findings"][code]
        if not isinstance(sentence, str):
            sentence = " / ".join(dict.fromkeys(sentence.values()))
        lines.append(f"| `{code}` | {severity} | {sentence.replace('|', '&#124;')} |")
    return "\n".join([*lines, ""])
