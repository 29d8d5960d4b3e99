"""The words that are printed (one language, what it lacks from another, perhaps a second one), and who prints them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.typesetter import Typesetter
from wsdv_tools.facts import Card, Catalogue, Icon
from wsdv_tools.findings import Finding
from wsdv_tools.words import Language

SOURCE = "de"  # the game's own language: titles that are not translated yet are printed as published
FALLBACK = "en"
GAME = "Wir sind das Volk!"


class Labels(Protocol):
    """What a sheet needs of a language, whichever game it is of."""

    @property
    def code(self) -> str: ...
    @property
    def game(self) -> str: ...
    def say(self, key: str, /, **values: Any) -> str: ...


@dataclass(frozen=True, eq=False, slots=True)
class Lettering:
    """A language as the components use it."""

    catalogue: Catalogue
    language: Language
    second: Language | None
    spare: tuple[Language, ...]

    @classmethod
    def load(cls, catalogue: Catalogue, code: str, second: str | None = None) -> Lettering:
        spare = tuple(Language.load(other, catalogue) for other in (FALLBACK, SOURCE) if other != code)
        other = Language.load(second, catalogue) if second else None
        language = Language.load(code, catalogue)  # or it says that there is none
        return cls(catalogue, language, other, spare)

    @property
    def code(self) -> str:
        return self.language.code

    @property
    def game(self) -> str:
        return GAME

    def say(self, key: str, /, **values: Any) -> str:
        """The text in the language, or in the first spare one that has it: a sheet without labels is useless."""
        for language in (self.language, *self.spare):
            if language.has(key):
                return language.say(key, **values)
        raise KeyError(key)

    def own(self, section: str) -> Mapping[str, Any]:
        """A section of the language's own file: reference sheets print only what it has."""
        return self.language.own(section)

    def title(self, card: Card) -> str:
        for language in (self.language, *reversed(self.spare)):
            title = language.title(card)
            if title != card.number:
                return title
        return card.number

    def second_title(self, card: Card) -> str:
        """The title in the second language, unless it reads the same."""
        title = self.second.title(card) if self.second else ""
        return "" if title in (self.title(card), card.number) else title

    def restriction(self, icon: Icon) -> str:
        """The text under a row of icons, empty where there is none."""
        parts = []
        if icon.place:
            province = self.catalogue.provinces.get(icon.place)
            parts.append(self.language.name(province) if province else self.say(f"texts.in-{icon.place}"))
        if icon.per_province:
            parts.append(self.say("texts.at-most", n=icon.per_province))
        return ", ".join(parts)


Words = TypeVar("Words", bound=Labels)


class Printer(Generic[Words]):
    """Draws in one language and edition."""

    def __init__(self, lettering: Words, palette: Palette) -> None:
        self._lettering = lettering
        self._palette = palette
        self.type = Typesetter(palette, lettering.code)

    @property
    def findings(self) -> list[Finding]:
        """What did not fit, and letters that the font lacks."""
        return self.type.findings

    def _say(self, key: str, /, **values: Any) -> str:
        return self._lettering.say(f"texts.{key}", **values)

    def _about(self, key: str) -> str:
        """The words for what is drawn next; findings about it name it by them."""
        self.type.about = words = self._say(key)
        return words
