"""Sentences that both small games need."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import Note, Wording, reason_words

if TYPE_CHECKING:
    from wsdv_tools.games.cards import Deck, Need
    from wsdv_tools.games.notation import Spec
    from wsdv_tools.games.opening import Opened
    from wsdv_tools.games.sides import Side
    from wsdv_tools.games.words import GameLanguage

_PLACES = {
    "table": "it is on the table",
    "other-hand": "the other side holds it",
    "not-in-hand": "it is not in that hand",
    "cuba": "it is Cuba",
    "last": "it is one of the last cards",
    "aftermath": "it is in the aftermath",
}


def where_wording(place: str) -> Wording:
    """Where a card is known to be."""
    return Wording("words", f"where-{place}", _PLACES[place])


def region_value(region: str) -> Wording:
    return Wording("words", f"region-{region}", region)


def card_value(spec: Spec, deck: Deck, id_: str) -> Any:
    """A card as a language can name it; Cuba and Europa have words of their own."""
    return Wording("words", f"fixed-{id_}", id_.capitalize()) if id_ in spec.fixed else deck.card(id_)


def result_line(language: GameLanguage, winner: Side | None, reason: str) -> str:
    told = reason_words(reason)
    if winner is None:
        return language.say("texts.nobody-wins", reason=told)
    line = language.say("texts.side-wins", side=winner, reason=told)
    return line[:1].upper() + line[1:]


def ask_end(language: GameLanguage, wanted: Iterable[str], said: Container[str]) -> str:
    """Which lines the end of a record still lacks."""
    missing = [f"`{line}`" for line in wanted if line not in said]
    return language.say("texts.ask-end", text=", ".join(missing)) if missing else language.say("texts.record-whole")


def signed(number: int) -> str:
    """A space of the ideology track: +3, -2, 0."""
    return f"{number:+d}" if number else "0"


def wins(language: GameLanguage, side: Side | None) -> str:
    """`→ USA`, or nothing where nobody has it."""
    return f"→ {language.name(side)}" if side else ""


def need_note(need: Need, opened: Opened) -> Note:
    """What is needed, as a question."""
    values: dict[str, Any] = {}
    if need.card:
        values["card"] = card_value(opened.spec, opened.deck, need.card)
    if need.side:
        values["side"] = need.side
    if need.region:
        values["region"] = region_value(need.region)
    if need.what == "flag":
        values["flags"] = ", ".join(opened.spec.flags)
    if need.what == "command":
        values["most"] = opened.spec.highest
    return Note(f"need-{need.what}", values)


def typed_note(needed: list[Need], is_record: bool) -> Note:
    """How what is missing is written into a file: one example of a kind is enough."""
    first = {need.what: need for need in reversed(needed)}
    typed = dict.fromkeys(_typed(need, is_record) for need in needed if need in first.values())
    return Note("need-typed", {"text": "; ".join(f"`{text}`" for text in typed)})


def _typed(need: Need, is_record: bool) -> str:
    """How a fact is written into a file: a position has all of them, a record leaves those of cards to a card file."""
    if need.card:
        fact = f"{need.card}: {{{need.what}: …}}"
        return fact if is_record else f"cards: {{{fact}}}"
    if need.region:
        return f"regions: {{{need.region}: {{bonus: …}}}}"
    if is_record:
        return " ".join([need.what.removesuffix("-card"), *([need.side] if need.side else []), "…"])
    return f"{need.what}: {{{need.side}: …}}" if need.side else f"{need.what}: …"
