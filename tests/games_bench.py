"""The conformance cases of the small games: read from `tests/cases/games/`, run, and compared with what they expect."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import Finding, Severity, Unreadable
from wsdv_tools.games.cards import Deck, Game
from wsdv_tools.games.kubakrise.scoring import Standing, after_game
from wsdv_tools.games.notation import Notation
from wsdv_tools.games.opening import Opened, known_deck, room
from wsdv_tools.games.positions import Reading, read_position
from wsdv_tools.games.records import read_record
from wsdv_tools.games.sides import SIDES, Side
from wsdv_tools.games.turns import Turn, TurnRules, choice_of, read_answer, refusal, turn_of, write_turn
from wsdv_tools.games.vorhang import scoring as vorhang_scoring
from wsdv_tools.games.words import GameLanguage
from wsdv_tools.sources.schema import check_schema
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import parse_yaml, read_yaml
from wsdv_tools.words import Language

if TYPE_CHECKING:
    from wsdv_tools.games.checking import Checked

FOLDER = "tests/cases/games"
# What a board has besides its pieces: a case names it only if the case is about it.
_NOT_SAID = "not said"
_COURSE = ("turn", "round", "to-move", "hands", "bids", "cuba-card", "last", "aftermath")


@dataclass(frozen=True)
class Case:
    """One case: facts of cards, perhaps a position, a record, a turn or a scoring, and all that is expected of it."""

    id: str
    game: str
    rule: str
    title: str
    entry: Mapping[str, Any]
    deck: Deck

    @property
    def rules(self) -> tuple[str, ...]:
        return (self.rule, *self.entry.get("also", ()))

    @property
    def is_refusing(self) -> bool:
        """Whether the rule refuses something in it, or has no effect."""
        return bool(self.entry.get("boundary") or self.entry["expect"].keys() & {"findings", "refused"})

    @property
    def rulings(self) -> tuple[str, ...]:
        return tuple(self.entry.get("rulings", ()))


def read_cases(game: str) -> list[Case]:
    """All cases of a game; what is not as the schema asks is raised."""
    document = read_yaml(shipped(FOLDER) / f"{game}.yaml")
    findings = check_schema(document, "game-case")
    if findings:
        raise Unreadable(findings)
    whole = Deck.of(document.value["deck"])
    cases = []
    for entry in document.value["cases"]:
        deck = known_deck(game) if entry.get("known-cards") else whole
        deck = deck.with_facts(Deck.of({"name": {}, **entry.get("deck", {})}))
        cases.append(Case(entry["id"], game, entry["rule"], entry["title"], entry, deck))
    return cases


def differences(case: Case) -> list[str]:
    """How what happens differs from what a case expects; nothing where it holds."""
    expect = case.entry["expect"]
    happened = _happened(case)
    told = [f"{key}: {happened[key]}" for key in ("findings", "changes") if happened.get(key) and key not in expect]
    open_ = [finding["says"] for finding in happened.get("findings", ()) if "{" in finding["says"]]
    return [
        *(f"not expected: {text}" for text in told),
        *(f"leaves a place open: {sentence}" for sentence in open_),
        *_compare(expect, happened, ""),
    ]


def _happened(case: Case) -> dict[str, Any]:
    rooms = room(case.game)
    chosen = [ruling for ruling in case.rulings if ruling[-1].isalpha()]
    opened = Opened(rooms.SPEC, Game(case.deck, chosen), rooms.NotationClass(rooms.SPEC, case.deck))
    if "campaign" in case.entry:
        return _campaign(case.entry["campaign"], chosen)
    reading = _position(case, opened)
    if reading and (reading.position is None or case.entry.keys() & {"record", "score", "turn"} == set()):
        return {"findings": _told(reading.findings)}
    opened = reading.opened if reading else opened
    if "score" in case.entry:
        return _scored(case, opened, reading.position if reading else None)
    if "turn" in case.entry:
        return _in_turn(case, opened, reading.position if reading else None)
    return _recorded(case, opened, reading)


def _position(case: Case, opened: Opened) -> Reading | None:
    if "position" not in case.entry:
        return None
    value = {f"{case.game}-position": 1, **case.entry["position"]}
    return read_position(parse_yaml(json.dumps(value), case.id), opened)


def _recorded(case: Case, opened: Opened, reading: Reading | None) -> dict[str, Any]:
    rooms = room(case.game)
    record = read_record(case.entry["record"], case.id, opened.notation)
    checker = rooms.CheckerClass(opened.game, opened.notation, record)
    if reading:
        checker.begin(reading.position)
    before = rooms.as_plain(checker.position)
    checked: Checked = checker.run()
    after = rooms.as_plain(checked.position)
    scoring = checked.scoring
    campaign = checked.extra.get("campaign")
    return {
        "findings": _told(checked.findings),
        "notes": [f.code for f in checked.findings if f.severity is Severity.NOTE],
        "hints": [f.code for f in checked.findings if f.severity is Severity.HINT],
        "changes": dict(_changes(_board(before), _board(after))) if checked.is_certain else {},
        "winner": checked.winner.value if checked.winner else None,
        "reason": checked.reason,
        "course": {key: after.get(key, _NOT_SAID) for key in _COURSE},
        "stocks": {side.value: checked.position.stock(side) for side in SIDES},
        "log": [f"{rule} {opened.notation.write([step], side)}" for side, _, rule, step in checked.log],
        "score": scoring.as_data() if scoring else None,
        "campaign": _standing(campaign) if campaign else None,
    }


def _in_turn(case: Case, opened: Opened, board: Any) -> dict[str, Any]:
    """A turn after some answers: what was done, what is asked now, and why something is refused."""
    rooms, notation = room(case.game), opened.notation
    play = turn_of(opened, board)
    for text in case.entry["turn"]:
        for step in read_answer(notation, choice_of(play), text):
            play = play.take(step)
    happened = {
        "changes": dict(_changes(_board(rooms.as_plain(board)), _board(rooms.as_plain(play.position)))),
        "pending": _pending(play, notation),
        "log": [f"{e.side} {e.kind} {e.rule} {notation.write([e.step], _side(e.side))}" for e in play.log],
        "effects": [
            dict(_changes(_board(rooms.as_plain(entry.before)), _board(rooms.as_plain(entry.after))))
            for entry in play.log
        ],
        "line": write_turn(notation, board.to_move, play.done),
    }
    if "try" in case.entry:
        text = case.entry["try"]
        is_raw = isinstance(text, list)
        step = TurnRules(opened).step_from_data(text) if is_raw else read_answer(notation, choice_of(play), text)[0]
        fault = play.pending.refuse(step) if play.pending else None
        if fault:
            finding = refusal(opened, fault, text[0] if is_raw else text)
            happened["refused"] = {"code": fault.code, "rule": fault.rule, "says": _english().sentence(finding)}
    return happened


def _pending(play: Turn, notation: Notation) -> dict[str, Any] | None:
    decision = play.pending
    if decision is None:
        return None
    side = _side(decision.side)
    offers = [notation.write([step], side) for step in decision.options]
    asked = {"side": side.value, "kind": decision.kind, "rule": decision.rule, "left": decision.left}
    return {**asked, "must": not decision.may_pass, "offers": offers}


def _side(side: Any) -> Side:
    return Side(side)


def _scored(case: Case, opened: Opened, position: Any) -> dict[str, Any]:
    region = None if case.entry["score"] is True else str(case.entry["score"])
    scoring_room: Any = vorhang_scoring if case.game == "vorhang" else None
    if region:
        found = vorhang_scoring.region_points(opened.game, position, region)
        after = vorhang_scoring.with_points(position, found.points)
        missing = vorhang_scoring.needs(opened.game, position, region)
        points = {side.value: found.points[side] for side in SIDES}
        return {"needs": _needed(missing), "points": points, "ideology": after.ideology}
    if scoring_room is None:
        from wsdv_tools.games.kubakrise import scoring as scoring_room
    missing = scoring_room.needs(opened.game, position)
    if missing:
        return {"needs": _needed(missing)}
    return {"needs": [], **scoring_room.score(opened.game, position).as_data()}


def _needed(needs: list[Any]) -> list[str]:
    return [" ".join(filter(None, (need.what, need.card or need.side or need.region))) for need in needs]


def _campaign(entry: Mapping[str, Any], rulings: list[str]) -> dict[str, Any]:
    before = Standing({side: entry["before"][side.value] for side in SIDES}, None, None)
    points = {side: entry["points"][side.value] for side in SIDES}
    war = [Side(side) for side in entry.get("war", ())]
    winner = Side(entry["winner"]) if entry.get("winner") else None
    return _standing(after_game(before, points, war, winner, rulings))


def _standing(standing: Standing) -> dict[str, Any]:
    points = {side.value: standing.points[side] for side in SIDES}
    return {"points": points, "winner": standing.winner.value if standing.winner else None, "reason": standing.reason}


def _told(findings: list[Finding]) -> list[dict[str, Any]]:
    """Errors and warnings; notes and hints are reported apart."""
    heavy = (Severity.ERROR, Severity.WARNING)
    return [
        {
            "code": f.code,
            "rule": f.rule,
            "line": f.place.line if f.place else None,
            "column": _column(f),
            "says": _english().sentence(f),
            "legal": [step for fix in f.fixes for step in str(fix.values.get("steps", "")).split(", ") if step],
        }
        for f in findings
        if f.severity in heavy
    ]


@cache
def _english() -> GameLanguage:
    return GameLanguage(Language.load("en"))


def _column(finding: Finding) -> int | None:
    return finding.place.column if finding.place else None


def _board(plain: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in plain.items() if key not in _COURSE}


def _changes(before: Any, after: Any, path: str = "") -> Iterator[tuple[str, list[Any]]]:
    """What differs, by its path: `areas.cuba.zone: [neutral, US]`; a number that is not there is 0."""
    if isinstance(before, dict) or isinstance(after, dict):
        one, other = before or {}, after or {}
        for key in {**one, **other}:
            yield from _changes(one.get(key), other.get(key), f"{path}.{key}" if path else key)
    elif before != after and (before or after):
        numbers = [0 if v is None and path.rsplit(".", 1)[-1] in ("US", "SU") else v for v in (before, after)]
        yield path, numbers


def _compare(expected: Any, happened: Any, path: str) -> Iterator[str]:
    """Mappings may give a part, `changes` and lists are compared whole; of a finding, what is given."""
    if isinstance(expected, dict) and isinstance(happened, dict):
        if path == "changes":
            extra = {key: value for key, value in happened.items() if key not in expected}
            yield from (f"{path}.{key}: {value} was not expected" for key, value in extra.items())
        for key, value in expected.items():
            inner = f"{path}.{key}" if path else key
            yield from _compare(value, happened.get(key), inner)
    elif isinstance(expected, list) and isinstance(happened, list) and len(expected) == len(happened):
        for number, (one, other) in enumerate(zip(expected, happened, strict=True)):
            yield from _compare(one, other, f"{path}[{number}]")
    elif expected != happened:
        yield f"{path}: expected {expected}, but it is {happened}"
