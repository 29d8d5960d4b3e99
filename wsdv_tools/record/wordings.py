"""Everyday words (`unrest in Saxony`, `Fabrik in Kiel`, `West wins`): how the notation would write them.

Nothing is read here. It is what a message proposes where something could not be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from wsdv_tools.findings import Finding, Fix
from wsdv_tools.record.notation import DASHES, No, Notation, Unreadable
from wsdv_tools.record.statements import read_statements, write_statement
from wsdv_tools.words.names import folded, spellings

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.findings import Place
    from wsdv_tools.record.spans import Span

K = TypeVar("K", bound=Hashable)
_WORDS = re.compile(r"[^\s,;:.!?()]+")
MOST_WORDS = 10  # of one step; what is longer is a remark
# What people say, in English, German, Hungarian and Spanish, and what it is; written without accents.
_SAID = {
    "unrest": "unrest demonstrator protest unruhe unruhen nyugtalansag nyugtalansagot agitacion disturbio",
    "remove": """remove removes removed take takes minus less lose loses gone entferne entfernt entfernen weg nimmt
        eltavolit levesz le quita quitar retira retirar""",
    "place": """place places placed add adds plus put puts new setzt setzen legt legen neu lerak uj felrak rak pone
        poner coloca""",
    "standard": """standard standards living lebensstandard lebensstandards wohlstand eletszinvonal eletszinvonalat
        nivel vida""",
    "city": "factory factories fabrik fabriken gyar gyarat fabrica",
    "line": """road roads rail railway line connection infrastructure strasse verbindung infrastruktur bahn ut utat
        vasut osszekottetes infrastrukturat carretera via conexion infraestructura""",
    "build": "build builds built baut bauen gebaut epit construye construir",
    "dismantle": """dismantle dismantles pay pays paid abbau abbauen abgebaut zahlt bezahlt zahlen lebont bont fizet
        desmantela paga pagar""",
    "down": "down rundown runs marode verfallt herunter runter elavul elavult elavultta valik decadente deteriora",
    "up": "repair repairs repaired repariert reparatur javit kijavit repara",
    "calm": "calm calms calmed beruhigt beruhigen besanftigt lecsillapit lecsendesit calma",
    "void": "no without void cancel ohne kein keine nincs nelkul ervenytelen sin anula",
    "attack": "attack attacks versus vs gegen greift tamad tamadja ataca contra",
    "to": "to into nach hacia",
    "police": "police polizei rendorseg rendor policia",
    "socialist": "socialist socialists sozialist sozialisten szocialista szocialistat socialista socialistas",
    "discard": "discard discards discarded abgeworfen abwerfen wirft eldob eldobja eldobta descarta descartar",
    "draw": "draw draws drew zieht ziehen huz huzza roba robar",
}
_NUMBERS = {
    1: "one once ein eine einen einmal egy egyszer un una uno",
    2: "two twice zwei zweimal ket ketto ketszer dos",
}
_NOTHING_SAID = """in im the of from at on by and und a der die das den dem des von vom aus zu zum zur ab is az
    es el la los las de del en its an je each east west ost kelet nyugat este oeste veces mal card karte icon
    punkt punkte point points"""
_TRACKS = {
    "prestige": "prestige presztizs prestigio",
    "currency": "currency devisen deviza devizat divisas",
    "socialists": "socialists sozialisten szocialistak socialistas",
}
_REASONS = {
    "insolvency": "insolvenz staatsbankrott bankrott bankruptcy allamcsod csod insolvencia",
    "collapse": "zusammenbruch kollaps osszeomlas osszeomlassal colapso",
    "time": "zeit zeitablauf ido idovel tiempo",
    "resigned": "resigns resignation aufgabe aufgegeben feladas feladta abandono rendicion",
    "agreed": "agreement vereinbarung megegyezes acuerdo",
    "unfinished": "unvollendet abgebrochen befejezetlen felbeszakadt inacabada",
}


def _by_word(table: Mapping[K, str]) -> dict[str, K]:
    return {word: key for key, words in table.items() for word in words.split()}


_KIND, _TIMES, _VOID = _by_word(_SAID), _by_word(_NUMBERS), _by_word(_TRACKS)
_NOISE = frozenset(_NOTHING_SAID.split())
_TIMES_SIGN = re.compile(r"[x×]?([1-9])(?:[x×]|mal|-?szer|-?szor)?")
_HALVES = (
    (re.compile(r"\b(?:west|nyugat|oeste)[- ]?berlin\w*", re.I), "WB"),
    (re.compile(r"\b(?:east|ost|kelet|este)[- ]?berlin\w*", re.I), "EB"),
)
_AND = re.compile(r"\s+(?:and|und|és|meg|y|e|&|[+])\s+|\s*/\s*", re.IGNORECASE)
_CODE = re.compile(r"[A-Z]{2}")
_ENDINGS = tuple("ban ben bol rol nal nel hoz hez nak nek ba be ra re ot at et on en n t".split())  # noqa: SIM905


class _Said(NamedTuple):
    kinds: frozenset[str]
    times: int
    names: list[str]  # what may be the names of places, up to a word such as `to`
    others: list[str]  # behind it


def says_who_won(text: str) -> bool:
    """Whether a sentence gives the end of a game: `West wins by collapse`."""
    return bool(_WINS.search(text))


def result_meant(text: str, side: State, reasons: Sequence[str]) -> str | None:
    """The `result` line of such a sentence."""
    reason = reason_meant(_WORDS.findall(text), reasons)
    return f"result {side.value[0].upper()} {reason}" if reason else None


def reason_meant(words: Iterable[str], reasons: Sequence[str]) -> str | None:
    """The reason that one of the words gives, or is like."""
    known = _by_word(_REASONS)
    for word in words:
        found = next((known[one] for one in spellings(word) if one in known), None)
        near = [found] if found else get_close_matches(word.casefold(), reasons, 1)
        if near:
            return near[0]
    return None


def statement_meant(notation: Notation, text: str) -> str | None:
    """The `check` line of a sentence: `prestige is -2`."""
    found = read_statements(" ".join(_stated(word) for word in _IS.sub(" ", text).split()), notation)
    if isinstance(found, Unreadable) or not found:
        return None
    return f"check {'; '.join(write_statement(notation.game, one) for one in found)}"


def _stated(word: str) -> str:
    """A word of a statement, in English."""
    known = _by_word(_TRACKS | _STATED)
    return next((known[one] for one in spellings(word) if one in known), word)


_STATED = {"wall": "mauer fal muro", "unrest": _SAID["unrest"], "standard": _SAID["standard"]}
_WINS = re.compile(r"\s(?:wins?|won|gewinnt|siegt|hat gewonnen|nyert?|győz(?:ött)?|gana|ganó)\b", re.IGNORECASE)
_IS = re.compile(r"\s*(?:=|:|\bis\b|\bist\b|\bes\b)\s*", re.IGNORECASE)


def steps_meant(notation: Notation, text: str, context: str) -> Iterator[str]:
    """What a text may mean, likeliest first, as the notation writes it and can read it."""
    parts = _AND.split(text)
    if 1 < len(parts) <= MOST_WORDS:
        yield from _several(notation, parts, context)
    said = _understood(text)
    if said is None:
        return
    times = f"*{said.times}" if said.times > 1 else ""
    for step in dict.fromkeys(chain(_besides(said), _ways(notation, said, context))):
        written = f"{step}{times}"
        if written != text and not isinstance(notation.read(written, context), Unreadable):
            yield written


def _several(notation: Notation, parts: list[str], context: str) -> Iterator[str]:
    """`Saxony and Thuringia`: what each of them means, with a comma."""
    found: list[str] = []
    for part in parts:
        steps = notation.read(part, context)
        meant = next(steps_meant(notation, part, context), None) if isinstance(steps, Unreadable) else part.strip()
        if meant is None:
            return
        found.append(meant)
    yield ", ".join(found)


def _understood(text: str) -> _Said | None:
    text = text.translate(DASHES)
    for pattern, code in _HALVES:
        text = pattern.sub(code, text)
    words = _WORDS.findall(text)
    if not 1 <= len(words) <= MOST_WORDS:
        return None
    kinds: set[str] = set()
    times, names, others = 1, list[str](), list[str]()
    for word in words:
        sign = {"+": "place", "-": "remove"}.get(word[0])
        if sign:
            kinds.add(sign)
            word = word[1:]
        plain, number = _plain(word), _TIMES_SIGN.fullmatch(word.casefold())
        if _CODE.fullmatch(word):  # BY is Bayern, by is nothing
            (others if kinds & {"attack", "to"} else names).append(word)
        elif plain in _KIND:
            kinds.add(_KIND[plain])
        elif number or plain in _TIMES:
            times = int(number[1]) if number else _TIMES[plain]
        elif plain and plain not in _NOISE:
            (others if kinds & {"attack", "to"} else names).append(word)
    return _Said(frozenset(kinds), times, names or others, others if names else [])


def _plain(word: str) -> str:
    """Without accents, however umlauts are written out."""
    return next(
        (one for one in sorted(spellings(word)) if one in _KIND or one in _NOISE or one in _TIMES), folded(word)
    )


def _besides(said: _Said) -> Iterator[str]:
    """`no police`, `card 14 discarded`."""
    if "discard" in said.kinds:
        yield from (f"discard {name}" for name in said.names)
    if "draw" in said.kinds:
        yield "draw"
    if "void" in said.kinds:
        if "police" in said.kinds:
            yield "void police"
        yield from (f"void {_VOID[folded(word)]}" for word in said.names if folded(word) in _VOID)


def _ways(notation: Notation, said: _Said, context: str) -> Iterator[str]:
    yield from _in_province(notation, said, context)
    name, other = " ".join(said.names), " ".join(said.others)
    both = [*said.names, *said.others]
    texts = dict.fromkeys((name, f"{name}-{other}", "-".join(both)))
    lines = (_found(notation.connection, text, is_near="-" in name) for text in texts)
    line, city = next((one for one in lines if one is not None), None), _found(notation.city, name)
    if line is not None:
        place = notation.game.connections[line].id
    elif city is not None:
        place = notation.game.cities[city].id
    else:
        return
    yield from (f"{sign}{place}" for sign in _site_signs(said.kinds, context, is_city=line is None))


def _in_province(notation: Notation, said: _Said, context: str) -> Iterator[str]:
    province = _found(notation.province, " ".join(said.names))
    if province is None:
        return
    code = notation.game.provinces[province].code
    target = _found(notation.province, " ".join(said.others))
    if target is None:
        yield from (f"{sign}{code}" for sign in _signs(said.kinds, context))
        return
    way = f"{code}>{notation.game.provinces[target].code}"
    yield from (way, f"u {way}") if "attack" in said.kinds or context == "standard" else (f"u {way}", way)


def _found(find: Callable[[str], int], name: str, is_near: bool = False) -> int | None:
    """A place, also with a Hungarian ending; `is_near` takes one that is spelt alike."""
    plain = folded(name)
    near: tuple[str, ...] = ()
    for text in (name, *(plain.removesuffix(end) for end in _ENDINGS if plain.endswith(end))) if plain else ():
        try:
            return find(text)
        except No as no:
            near = near or no.why.values.get("near", ())
    return find(near[0]) if near and is_near else None


def _signs(kinds: frozenset[str], context: str) -> tuple[str, ...]:
    """What may be done in a province."""
    if "calm" in kinds:
        return ("calm ",)
    if "socialist" in kinds:
        return ("-", "soc ") if "remove" in kinds else ("soc ",) if context != "9" else ("",)
    if context in ("8", "9") and kinds <= {"police", "remove", "unrest"}:
        return ("", "u-")
    if context == "5":
        return ("s-",)
    if "standard" in kinds:
        return ("s-", "s+") if "remove" in kinds else ("s+", "s-")
    if "remove" in kinds or "police" in kinds:
        return ("u-", "s-")
    if "place" in kinds:
        return ("u+", "s+")
    return ("u+", "u-") if "unrest" in kinds else ("u-", "u+", "s+", "s-", "calm ")


def _site_signs(kinds: frozenset[str], context: str, is_city: bool) -> tuple[str, ...]:
    """What may be done in a city, or with a connection."""
    if "down" in kinds and is_city:
        return ("down ",)
    if "up" in kinds and is_city:
        return ("up ",)
    if kinds & {"remove", "dismantle"} or context in ("1", "4", "unrest"):
        return ("-",)
    if context == "build":
        return ("",)
    if context == "3":
        return ("", "-")
    if kinds & {"build", "place"}:
        return ("+",)
    return ("+", "-", "down ") if is_city else ("+", "-")


def unreadable(why: Unreadable, place: Place, meant: str | None = None) -> Finding:
    """The finding for a text that is not a step; `meant` is the step that its words mean."""
    values = dict(why.values)
    near = values.pop("near", ())
    if why.code in ("name-several", "no-connection"):
        return Finding(why.code, place, why.values)
    fixes = tuple(Fix("did-you-mean", {"name": name}) for name in ([meant] if meant else near)[:1])
    return Finding(why.code, place, values, fixes=fixes)


def not_read(notation: Notation, why: Unreadable, item: Span, context: str, file: str) -> Finding:
    """As :func:`unreadable`, for a step in a play or a phase."""
    meant = None if why.code in _SAID_ALREADY else next(steps_meant(notation, item.text, context), None)
    return unreadable(why, item.place(file), meant)


_SAID_ALREADY = frozenset({"comma-missing", "step-other-phase"})  # what to do about it
