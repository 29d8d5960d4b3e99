"""Every kind of piece on the table: how large it is, what it is called, and on what places it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.components.geometry import TRACKS, Place

if TYPE_CHECKING:
    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.facts import Catalogue

COURSE = ("decade", "half", "turn")  # markers on the panel beside the board
MARKERS = (*TRACKS, "flight", "decade-end", *COURSE)  # there is one of each


class Kind(NamedTuple):
    """A kind of piece: its side in millimetres, and the kinds of places it belongs on."""

    name: str
    places: tuple[str, ...]
    side: float
    is_counted: bool = False  # many of them lie in one place, and stack

    @property
    def family(self) -> str:
        """What it counts as: all words of the slogans are protests."""
        return "protest" if self.name.startswith("protest-") else self.name

    @property
    def is_single(self) -> bool:
        """Whether there is one of it, and no bag of more."""
        return self.name in (*MARKERS, "stasi")


def kinds(catalogue: Catalogue) -> dict[str, Kind]:
    """All kinds by name; a marker belongs on its own track only."""
    found = [
        Kind("unrest", ("unrest",), 11, is_counted=True),
        Kind("standard", ("standards", "sector"), 11, is_counted=True),
        Kind("socialist", ("socialists", "holding-box"), 11, is_counted=True),
        *(Kind(name, ("protest",), 11.4, is_counted=True) for name in protest_words(catalogue)),
        *(Kind(f"factory-{whose}", ("city",), 21) for whose in ("west", "east", "external")),
        Kind("rheinsberg", ("city",), 21),
        Kind("closed", ("city",), 18),
        Kind("infrastructure", ("line",), 7.4),
        Kind("delivery", ("sector",), 13),
        Kind("stasi", ("stasi",), 40),
        *(Kind(track, (f"track-{track}",), 16.5) for track in (*TRACKS, "flight")),
        Kind("decade-end", ("phase",), 20),
        *(Kind(name, (name,), 24) for name in COURSE),
    ]
    return {kind.name: kind for kind in found}


def protest_words(catalogue: Catalogue) -> dict[str, str]:
    """A kind for each word of the slogans: `protest-west-2` says MACHT."""
    return {
        f"protest-{side}-{number}": word
        for side, words in catalogue.pieces.protest_words.items()
        for number, word in enumerate(dict.fromkeys(words), 1)
    }


_TERMS = {"standard": "living-standard", "protest": "mass-protest"}  # where the glossary has another name
_TEXTS = {"flight": "flight-track", **{track: f"track-{track}" for track in TRACKS}}
_OWN = ("turn", "stasi", "closed", "delivery")  # kinds that only the table has


def piece_name(lettering: Lettering, kind: Kind) -> str:
    """What a piece is called; a word of a slogan is called by that word."""
    if kind.name in _OWN or kind.name.startswith("factory-"):  # the other names of factories are plurals
        return lettering.say(f"texts.tts.{kind.name}")
    if kind.name in _TEXTS:
        return lettering.say(f"texts.{_TEXTS[kind.name]}")
    if kind.name == "rheinsberg":
        return lettering.say("words.piece-factory-rheinsberg")
    named = term_name(lettering, _TERMS.get(kind.family, kind.family))
    word = protest_words(lettering.catalogue).get(kind.name)
    return f"{named}: {word}" if word else named


def term_name(lettering: Lettering, term: str) -> str:
    """A word of the glossary as a name."""
    word = lettering.language.term(term)
    return word[:1].upper() + word[1:]


def slot(place: Place) -> str:
    """The kind of a place as pieces ask for it: each track is one of its own."""
    return f"track-{place.of}" if place.kind == "track" else place.kind
