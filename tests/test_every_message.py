"""Every text of every language, with typical and extreme values: no code, no brace, no doubled word, no forbidden form.

One place of a text takes all its values in turn while the others have a usual one, so that each side, each place, each
card and the numbers 0, 1, 2 and 5 come everywhere they can. The page, the forecast, the reports and the assistant in
Tabletop Simulator have their words in the same files; the small games have files of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

from wsdv_tools.codes import CODES
from wsdv_tools.codes import GAMES as GAME_CODES
from wsdv_tools.facts import Catalogue, State
from wsdv_tools.facts.folder import DataFolder
from wsdv_tools.findings import Finding, Wording, reason_words
from wsdv_tools.games.opening import GAMES, known_deck
from wsdv_tools.games.sides import Side
from wsdv_tools.games.telling import region_value, where_wording
from wsdv_tools.games.words import GameLanguage
from wsdv_tools.record.reader import REASONS
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml
from wsdv_tools.translating.strings import Strings
from wsdv_tools.words import Language, known_languages
from wsdv_tools.words.choosing import OF_GAMES, language_file

CATALOGUE = Catalogue.load()
LANGUAGES = [code for code in known_languages() if code in {"de", "en", "es", "hu"}]
SIDES = [State.WEST, State.EAST]
PROVINCES, CITIES = [*CATALOGUE.provinces.values()], [*CATALOGUE.cities.values()]
CARDS = [*CATALOGUE.cards.values()]
CONNECTIONS = [*CATALOGUE.connections.values()]
NUMBERS = [2, 0, 1, 5]
DECISIONS = [key.removeprefix("decision-") for key in Language.load("en").own("words") if key.startswith("decision-")]
STEP = ["u-SN", "+leipzig-jena"]


def words(prefix: str, ids: Any) -> list[Wording]:
    return [Wording("words", f"{prefix}-{id_}", id_) for id_ in ids]


# What fills each place: the first is the usual value. A new place needs a line here.
GROUPS: list[tuple[str, list[Any]]] = [
    ("side winner", SIDES[::-1]),
    ("west", [State.WEST]),
    ("east", [State.EAST]),
    ("province target", PROVINCES),
    ("provinces neighbours suppliers", [PROVINCES[:2], PROVINCES[:1], PROVINCES[::-1]]),
    ("city", CITIES),
    ("cities", [CITIES[:2], CITIES[::-1]]),
    ("connection", CONNECTIONS),
    ("place", [*PROVINCES, *CITIES, *CONNECTIONS]),
    ("card", CARDS),
    ("cards", [["4", "12"], ["4"], ["I", "80"]]),
    ("sector", [Wording("sectors", id_, id_) for id_ in CATALOGUE.sectors]),
    ("reason", [reason_words(reason) for reason in REASONS]),
    ("decision", words("decision", DECISIONS)),
    ("piece", words("piece", ["unrest", "living-standard", "socialist", "infrastructure"])),
    ("decade", [2, 1, 3, 4]),
    ("numeral", ["II", "I", "III", "IV"]),
    (
        "n m phase half points unrest imported usable need missing economy own berlin laid most least line limit row"
        " change cadre said",
        NUMBERS,
    ),
    ("before after have best box cadre space value held errors others empty done strings french british", NUMBERS),
    ("american total left number last columns rows margin free size millimetres spaces megabytes expected", NUMBERS),
    ("lines wanted limit row port kilobytes prestige currency socialists", NUMBERS),
    # What people typed, or type next.
    ("text word example one yes no found places", ["u-SN", "leipzig"]),
    ("steps near options icons rulings reasons codes names kinds modes", [STEP, STEP[:1]]),
    # Files, keys and other names of a computer; what is said by another program.
    ("file files position copy folder page address", ["game.wsdv"]),
    ("key code id token tag name thing language format package known keys term forms quotes translation", ["xyz"]),
    ("letter point paper sign byte character where problem extra version first track state neighbour", ["xyz"]),
    ("colour listed result rule question title targets other mode wall sector items ending all", ["xyz"]),
    ("change effect verdict endings command choices bounds preset", ["xyz"]),
]
VALUES = {place: values for places, values in GROUPS for place in places.split()}
# Places that mean something else in some texts: in data files a card is its number, elsewhere a reason is the system's.
ELSEWHERE: Mapping[str, Mapping[str, list[Any]]] = {
    r"findings\.(card-in-wrong|card-value|colour-against|icon-(not|place|by|limit))": {"card": [20, 1]},
    r"findings\.(event-wrong-colour|not-your-turn|type-line-elsewhere)$|texts\.play\.result": {"other": SIDES},
    r"texts\.(sum\.verdict|explain\.values|forecast\.hint-losses)": {"west": NUMBERS, "east": NUMBERS},
    r"(findings|texts\.dialogue)\.cannot-write|texts\.play\.(lost|not-saved)|notes\.system": {
        "reason": ["No space left"]
    },
}

# The small games: their own sides, cards and places.
GAME_CARDS = [card for game in GAMES for card in known_deck(game).cards.values()]
GAME_GROUPS: list[tuple[str, list[Any]]] = [
    ("side other", [*Side]),
    ("card first area", [*GAME_CARDS, *words("fixed", ["cuba", "europa"])]),
    ("where", [where_wording(place) for place in ("table", "other-hand", "not-in-hand", "cuba", "last", "aftermath")]),
    ("region", [region_value(id_) for id_ in ("EU", "MO", "AS", "AF", "SA", "ZA")]),
    ("facts", [words("fact", ["flag", "region"]), *([fact] for fact in words("fact", ["command", "type", "bonus"]))]),
    ("kind", words("part", ["number", "region", "by"])),
    ("reason", words("reason", ["prestige", "zones", "tie", "nuclear-war", "nuclear-war-both", "flag", "nearer"])),
    ("source", words("source", ["rulebook", "page", "inferred"])),
    ("flag", words("flag", ["US", "SU", "UN"])),
    ("zone", words("zone", ["US", "neutral", "SU"])),
    ("type", words("type", ["military", "political", "opinion"])),
    ("number us su round ideology score", NUMBERS),
    ("found ticks counts flags", ["US 3"]),
    ("cell cells near_cards", [["@1,0", "@0,-1"], ["@1,0"]]),
    ("cards", [NUMBERS]),
]
GAME_VALUES = VALUES | {place: values for places, values in GAME_GROUPS for place in places.split()}

# Identifiers that belong in backticks or in what is typed, never in a sentence.
IDS = {*CODES, *GAME_CODES, *REASONS, *(p.id for p in PROVINCES), *DECISIONS, *CATALOGUE.sectors, "nuclear-war"}
IDS = {id_ for id_ in IDS if "-" in id_ or id_ in CATALOGUE.sectors} - {"run-down"}  # which is English as well
# Texts that show what can be typed; and German names with a hyphen in other cases are no ids.
TYPED = re.compile(
    r"texts\.(command|typed|position|dialogue\.help|dialogue\.fix|dialogue\.start|play\.help|type|table-help)\b"
    r"|schema\.|help\."
)
WORDS = re.compile(r"texts\.(command|typed)\.")  # single words, in no sentence
QUOTED = re.compile(r"`[^`]*`")
DOUBLED = re.compile(r"\b(?!xyz|sie)([^\W\d_]+) \1\b", re.IGNORECASE)  # any word, articles too; German says Sie sie
BESIDE: Mapping[str, str] = {  # articles that cannot follow each other, and those left open
    "en": r"\b(?:the|an?) (?:the|an?)\b",
    "de": r"\bim (?:im|der|die|das|dem)\b",
    "es": r"\b(?:el|la|los|las|un|una) (?:el|la|los|las|un|una)\b|\bde el\b|\ba el\b",
    "hu": r"\(z\)",
}
# Small and particular: calques and old terms that have been replaced, and one thing counted as several.
FORBIDDEN: Mapping[str, tuple[str, ...]] = {
    "en": (
        r"(?<!Wall )(?<!GDR still )(?<!Wall does not )\bstands?\b(?! for)",
        r"(?<!here )\bis no (?!longer)",
        r"\b(?:told|tells|mend(?:s|ed)?|anew|laxly|besides|meanwhile)\b",
        r"\b(?:before East|counts? to|profits|is called|Behind|blanks?|passed over|runs down)\b",
        r"\b1 (?:points|cards|steps|icons|spaces|factories|socialists|markers|plays|errors|files|records|decisions)\b",
        r"\b1 (?:answers|texts|lines|provinces|living standards|rows|rules|cases|are)\b",
        r"\bone(?:'s)? own\b|\btill\b|\ball the same\b|\btake[ns]? down\b|\bgo(?:es|ing)? on with\b|\bis not so\b",
        r"\b(?:unrest|marker|socialist|infrastructure|factory|one) leaves\b|\b\d+ %",
        r"\b(?:an|one|each|\d+) infrastructure\b|\bis too much\b|\bin (?:the|every|the same) decade end\b",
        r"\bthat is missing here\b|\btwo top\b|\bCtrl-C ends\b|; else\b|\bfits? no more\b",
    ),
    "de": (
        r"\bProvinz|\bplazier|\bAbbauten\b|als nächstes|\bumsonst\b|\bstreich(?:en|bar)\b",
        r"Lebensstandards? erhöhen|zweifarbig|Triumph des|Beanstandung|\bBefunde?\b|Regelauslegung|Druckfehler",
        r"\bgeht weg\b|\bweg könnte\b|\bkommt weg\b|\babgeben\b|\bWirtschaft von\b",
        r"\b(?:im|in jedem) Dekadenende\b|\bes schon und bleibt\b",
        r"\b1 (?:Punkte|Karten|Schritte|Symbole|Felder|Fabriken|Marken|Züge|Dateien|Entscheidungen|Linien|Zeilen)\b",
        r"\b1 (?:Baupunkte|Abbaupunkte|Gebiete|Regeln|Texte|sind|fehlen)\b",
    ),
    "es": (
        r"no es segur[oa]|\d de agitación|\bdice dónde\b|\brival\b|\bla policía\b|así que se pueda",
        r"los alemanes actuales|sin elección|cuenta junto",
        r"\b1 (?:puntos|cartas|espacios|iconos|casillas|fábricas|socialistas|marcadores|jugadas|errores|archivos)\b",
        r"\b1 (?:registros|decisiones|respuestas|textos|líneas|provincias|niveles de vida|filas|reglas|casos|faltan)\b",
    ),
    "hu": (
        r"(?:hoz|hez|höz) számít|\bide számít|\bhová számít|elvihet|\bkeze:|\bnem biztos\b|\bNo\. ?\d",
        r"rosszul mond|\bstatárium\b|\bmegújul|végrehajtott mező|játszik (?:Nyugattal|Kelettel)|stimmel",
        r"\b\d+ (?:kártyák|pontok|gyárak|jelzők|utak|hibák|döntések|lépések|sorok|fájlok|szabályok)\b|\d %",
    ),
}
# One thing has one word: what only the big game, and what only the small ones must not say.
BIG: Mapping[str, tuple[str, ...]] = {"de": (r"\bMarkers?\b", r"“ ist (?:hier )?zu viel")}
SMALL: Mapping[str, tuple[str, ...]] = {
    "de": (r"\bdie USA (?:hat|ist|gewinnt|darf|muss)\b", r"\b(?:der|von) die\b"),
    "es": (r"\bbonos?\b|\bpista\b", r"\b[Dd]e el\b"),
    "hu": (r"\b(?:kézi)?lap(?:ot|ok|pal|ja|ra|ból)?\b|\bpartit?\b",),
}
# Numbers that are never 1: there are 46 lines, 200 steps, a thousand texts, 13 socialists, sheets of 2 × 1 cards; in
# the small games 13 or 18 cards, 8 plays, 5 markers on a full area, 13 points of a campaign.
NEVER_ONE = re.compile(
    r"findings\.(wrong-sum-of-lines|sheet-too-small|too-many-steps|socialists-too-many|lines-too-many)"
    r"|fixes\.smaller-grid|texts\.(page\.progress|translate\.started|web\.preview-done)|errata\.9\.3-es-negative\.right"
    r"|findings\.(area-full|campaign-over|card-count|flag-counts|markers-too-many|region-(full|sizes)|too-many-turns)"
    r"|texts\.cards-template"
)


FACTS = DataFolder.read(shipped("data"))


def templates(code: str) -> Iterator[tuple[str, str | Mapping[str, str]]]:
    """Each text of a language by its key; English has titles, rulings, errata and schemas beside the facts."""
    strings = Strings.of(read_yaml(language_file(code, shipped("data"))), FACTS)
    for key, string in strings.by_key.items():
        yield key, string.forms if string.is_plural else string.text


def rendered(language: Language, key: str, template: str | Mapping[str, str]) -> Iterator[str]:
    texts = [template] if isinstance(template, str) else [*template.values()]
    places = dict.fromkeys(place for text in texts for place in re.findall(r"\{([a-z_-]+)\}", text))
    is_small = isinstance(language, GameLanguage)
    own = next((values for keys, values in ELSEWHERE.items() if re.match(keys, key) and not is_small), {})
    known = GAME_VALUES if is_small else VALUES
    values = {place: own.get(place) or known[place] for place in places}
    if not isinstance(template, str):
        values.setdefault("n", NUMBERS)
    usual = {place: many[0] for place, many in values.items()}
    yield language.fill(template, usual)
    for place, many in values.items():
        yield from (language.fill(template, usual | {place: value}) for value in many[1:])


def faults(code: str, key: str, text: str, more: Mapping[str, tuple[str, ...]] = BIG) -> Iterator[str]:
    """What is wrong with a rendered text; `more` are forms that only this game must not have."""
    bare = QUOTED.sub("`x`", text)
    if "{" in re.sub(r"\{\w[\w-]*: [^}]*\}", "", bare):  # an example such as {NW: 1} may be shown
        yield "brace"
    if "  " in bare.strip():
        yield "doubled space"
    if re.search(r"[^.]\.\.(?!\.)", bare):  # an abbreviation that ends a sentence has one full stop
        yield "doubled full stop"
    if re.search(BESIDE[code], bare, re.IGNORECASE) or DOUBLED.search(bare):
        yield "doubled article"
    if not TYPED.match(key):
        yield from (
            f"code {word}" for word in re.findall(r"(?<![\w-])[a-z]+(?:-[a-z]+)*(?![\w-])", bare) if word in IDS
        )
    if not WORDS.match(key):
        forms = (re.search(form, bare) for form in (*FORBIDDEN[code], *more.get(code, ())))
        yield from (f"form {form[0]!r}" for form in forms if form and not (form[0][0] == "1" and NEVER_ONE.match(key)))


Templates = Iterable[tuple[str, str | Mapping[str, str]]]


def faulty(language: Language, shown: Templates) -> tuple[int, dict[tuple[str, str], str]]:
    """How many texts were rendered, and the first faulty one of each key and fault."""
    more = SMALL if isinstance(language, GameLanguage) else BIG
    found: dict[tuple[str, str], str] = {}
    count = 0
    for key, template in shown:
        if key.startswith(("cards.", "places.", "glossary.")):
            continue
        for text in rendered(language, key, template):
            count += 1
            for fault in faults(language.code, key, text, more):
                found.setdefault((key, fault), text)
    return count, found


def listed(found: Mapping[tuple[str, str], str]) -> str:
    return "\n".join(f"{key}: {fault}: {text}" for (key, fault), text in found.items())


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_can_be_shown(code: str) -> None:
    count, found = faulty(Language.load(code, CATALOGUE), templates(code))
    assert count > 5_000
    assert not found, listed(found)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_of_the_small_games_can_be_shown(code: str) -> None:
    count, found = faulty(GameLanguage(Language.load(code, CATALOGUE)), templates(code + OF_GAMES))
    assert count > 1_000
    assert not found, listed(found)


def test_nothing_shown_is_left_out() -> None:
    """The page, forecast, report, statistics, Tabletop Simulator and what is printed are among the texts."""
    for code in LANGUAGES:
        keys = {key for key, _ in templates(code)}
        parts = ("web.", "forecast.", "report.", "stats.", "tts.", "serve.", "sum.", "ask.", "play.", "dialogue.")
        assert [part for part in parts if not any(key.startswith(f"texts.{part}") for key in keys)] == []
        wanted = ("rules.9.1-flight.title", "rulings.R9.why", "errata.9.2-de-nearer.says", "schema.position-count")
        assert [key for key in wanted if key not in keys] == []


PLANTED = {
    "en": ["It: socialism-fails", "The  board", "See {nobody}", "It is the the end", "It stands on 0", "{n} points"],
    "de": ["Es: socialism-fails", "Das  Brett", "Bei {nobody}", "Es ist das das Ende", "Die Provinz", "{n} Punkte"],
    "es": ["Fin: socialism-fails", "El  tablero", "En {nobody}", "Es el el fin", "Eso no es seguro", "{n} puntos"],
    "hu": ["Vége: socialism-fails", "A  tábla", "Itt: {nobody}", "Ez az az eset", "Ez nem biztos", "{n} pontok"],
}


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in PLANTED.items() for text in texts])
def test_a_planted_fault_fails_in_every_language(
    code: str, text: str, small: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A code, a brace, a doubled space or article, a forbidden form, and one thing counted as several."""
    for values in (VALUES, GAME_VALUES):
        monkeypatch.setitem(values, "nobody", ["{nobody}"])
    language = Language.load(code, CATALOGUE)
    shown = [*templates(code)][:50]
    for key in ("findings.x", "texts.web.x", "texts.forecast.x", "texts.report.x", "texts.tts.x", "rules.x.text"):
        _, found = faulty(GameLanguage(language) if small else language, [*shown, (key, text)])
        assert {place for place, _ in found} == {key}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("The game is over: socialism-fails.", "code socialism-fails"),
        ("The  board", "doubled space"),
        ("It is in the U.S..", "doubled full stop"),
        ("{card} is there", "brace"),
        ("It is the the end", "doubled article"),
        ("The marker stands on 0", "form 'stands'"),
        ("Card 20 is no police card.", "form 'is no '"),
        ("East has 1 points on the board.", "form '1 points'"),
    ],
)
def test_a_fault_is_seen(text: str, fault: str) -> None:
    assert fault in [*faults("en", "findings.x", text)]


@pytest.mark.parametrize("text", ["The Wall stands.", "There is no card “99”.", "Type `look-deck`, not `{card}`."])
def test_good_text_passes(text: str) -> None:
    assert [*faults("en", "findings.x", text)] == []


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("reason", REASONS)
def test_a_reason_is_said_in_words(code: str, reason: str) -> None:
    language = Language.load(code, CATALOGUE)
    said = language.sentence(Finding("result-differs", None, {"side": State.EAST, "reason": reason_words(reason)}))
    assert language.word(f"reason-{reason}") in said
    assert reason not in said or "-" not in reason
