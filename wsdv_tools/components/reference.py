"""Reference sheets from the language's own words: decade end, actions, icons, almanac, set-up, rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wsdv_tools.components.card_anatomy import anatomy, numbered
from wsdv_tools.components.counters import counts
from wsdv_tools.components.flow import Block, Flow, Heading, Paragraph
from wsdv_tools.components.icon_rows import chevron, icon_tile
from wsdv_tools.components.lettering import Lettering, Printer
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Item, Page, Use
from wsdv_tools.drawing.symbols import symbol
from wsdv_tools.facts import Card, Icon, State
from wsdv_tools.sources.yaml_reader import read_yaml

_MARKS = {"yellow": "west", "red": "east", "dual": "dual"}
_TIE = "\N{NO-BREAK SPACE}"
_UNIT = Box(0.0, 0.0, 1.0, 1.0)
_BEHIND, _BEFORE = Box(0.0, 0.0, 0.66, 0.66), Box(0.34, 0.34, 0.66, 0.66)  # one icon in both colours
_SMALL = Box(0.58, 0.06, 0.42, 0.42)  # the first of two signs beside a number
_ARROWS = {"arrow_west": State.WEST, "arrow_east": State.EAST}
_ABOVE, _BELOW = Box(0.0, 0.0, 0.54, 0.54), Box(0.46, 0.46, 0.54, 0.54)  # of two signs for one rule
_SCHEMES = {
    **dict.fromkeys(("prestige", "currency", "socialists"), "plain"),
    **{f"shield_{state.value}": state.value for state in State},
    "flight": "east",
}


def sheet_names() -> tuple[str, ...]:
    return tuple(template("reference")["sheets"])


class ReferencePrinter(Printer[Lettering]):
    """Makes the sheets of one language; what the language has no words for is left out."""

    def __init__(self, lettering: Lettering, palette: Palette, paper: str = "a4") -> None:
        super().__init__(lettering, palette)
        self._flow = Flow(lettering, palette, paper)
        self.type = self._flow.type

    def pages(self, name: str) -> tuple[Page, ...]:
        """One sheet, of one page or more; nothing where the language has none of its words."""
        entry = template("reference")["sheets"][name]
        blocks = list(self._blocks(entry))
        if not blocks:
            return ()
        return self._flow.pages(self._say(f"{entry['title']}"), blocks, entry["pages"])

    def _blocks(self, entry: Mapping[str, Any]) -> Iterator[Block]:
        for section in entry.get("sections", ()):
            blocks = list(self._section(section))
            if blocks:
                yield Heading(self._say(f"{section['title']}"), section.get("number"))
                yield from blocks
        if entry.get("cards"):
            yield from self._cards()
        for name, told in (("rulings", self._ruling), ("errata", self._erratum)):
            blocks = [Paragraph(told(*both)) for both in self._listed(name)] if entry.get(name) else []
            if blocks:
                yield Heading(self._say(f"section-{name}"))
                yield from blocks

    def _section(self, section: Mapping[str, Any]) -> Iterator[Block]:
        rules = self._lettering.own("rules")
        for beginning in section.get("rules", ()):
            for rule, words in rules.items():
                if rule.startswith(beginning) and "text" in words:
                    yield Paragraph(self._titled(rule))
        if "anatomy" in section:
            yield from self._anatomy(section["anatomy"])
        for track, phase in section.get("tracks", {}).items():
            name, gist = self._say(f"track-{track}"), self._say(f"phase-hint-{phase}")
            yield Paragraph(f"**{name}:** {gist}.", self._sign(track, _UNIT))
        for sign in section.get("icons", ()):
            words = rules.get(sign["rule"], {})
            if "text" in words:
                yield Paragraph(self._titled(sign["rule"]), self._signs(sign))
        if section.get("pieces"):
            yield from self._pieces()

    def _titled(self, rule: str) -> str:
        """The rule's title leads in, where the language has one; the English ones are beside the rules."""
        words = self._lettering.own("rules")[rule]
        is_english = self._lettering.code == "en"
        title = self._lettering.language.rule_title(rule) if is_english else words.get("title", "")
        return f"**{title}.** {words['text']}" if title else str(words["text"])

    def _anatomy(self, entry: Mapping[str, Any]) -> Iterator[Block]:
        """Cards with numbers on them, and what each number stands for."""
        own = self._lettering.own("rules")
        if all("text" in own.get(note["rule"], {}) for note in entry["notes"]):
            yield anatomy(entry, self._lettering, self._palette)
            for number, note in enumerate(entry["notes"], 1):
                signs = note.get("signs", ())
                disc = numbered(number, 0.26 if signs else 0.5, 0.3, 0.26, self._palette)
                drawn = [part for at, sign in enumerate(signs) for part in self._sign(sign, _SMALL.moved(0, at * 0.5))]
                yield Paragraph(self._titled(note["rule"]), (*disc, *drawn))

    def _signs(self, entry: Mapping[str, str]) -> tuple[Item, ...]:
        """What the rule speaks of: one sign, or two of them smaller; an icon in both colours if cards have both."""
        icon = entry["icon"]
        if "and" in entry:
            return (*self._sign(icon, _ABOVE), *self._sign(entry["and"], _BELOW))
        states = self._states(icon)
        if len(states) < 2:
            return self._sign(icon, _UNIT, *states)
        return (*self._sign(icon, _BEHIND, State.WEST), *self._sign(icon, _BEFORE, State.EAST))

    def _states(self, kind: str) -> list[State]:
        """The states that an icon affects on any card."""
        cards = self._lettering.catalogue.cards.values()
        found = {icon.state for card in cards for icon in (*card.icons, *card.each_decade_end[0]) if icon.kind == kind}
        return sorted(found, reverse=True)

    def _sign(self, name: str, box: Box, state: State = State.EAST) -> tuple[Item, ...]:
        """An icon on its tile, as on the cards; a track's or a side's symbol by itself; an arrow as on the cards."""
        if name in _ARROWS:
            x = box.x if _ARROWS[name] is State.EAST else box.right
            return (chevron(x, box.middle[1], box.height * 0.5, _ARROWS[name], self._palette),)
        if name in _SCHEMES:
            return (Use(symbol(name, _SCHEMES[name], self._palette), *box),)
        return tuple(icon_tile(Icon(name, 1, state), box, self._palette))

    def _pieces(self) -> Iterator[Block]:
        """How many of each piece; the numbers are those of the printed counters."""
        number = counts(self._lettering.catalogue)
        kinds = {
            "factory": ("piece-factory-west", number["west"], "west"),
            "factory ": ("piece-factory-east", number["east"], "east"),
            "factory_external": ("piece-factory-external", number["external"], "external"),
            "factory_rundown": ("piece-factory-rundown", number["rundown"], "east"),
            "rheinsberg": ("piece-factory-rheinsberg", number["rheinsberg"], "east"),
            "infrastructure": ("piece-infrastructure", number["infrastructure"], "blue"),
            "unrest": ("piece-unrest", number["unrest"], "unrest"),
            "living_standard": ("piece-living-standard", number["living_standard"], "blue"),
            "socialist": ("piece-socialist", number["socialist"], "east"),
        }
        for name, (key, count, scheme) in kinds.items():
            picture = (Use(symbol(name.strip(), scheme, self._palette), *_UNIT),)
            yield Paragraph(f"**{count}** {self._lettering.say(f'words.{key}')}", picture)

    def _cards(self) -> Iterator[Block]:
        """Every card with its colour and years, and the almanac's note where there is one."""
        rules = self._lettering.own("rules")
        for card in self._lettering.catalogue.cards.values():
            note = rules.get(card.almanac, {}).get("text", "")
            mark = (Use(symbol(f"mark_{card.colour}", _MARKS[card.colour], self._palette), *_UNIT.inset(0.1)),)
            yield Paragraph(self._card_line(card) + (f" {note}" if note else ""), mark, is_list=True)

    def _card_line(self, card: Card) -> str:
        """Years, worth and icons stay in one line: a lone icon in the next one would be lost."""
        values = f"{_TIE}/{_TIE}".join(dict.fromkeys(str(value) for value in card.values.values()))
        flight = " {icon:flight}" * card.flight
        police = f" {{icon:police_{card.police.value}}}" if card.police else ""
        worth = f"{_TIE}[{values}]" if values else ""
        return f"**{card.number}  {self._lettering.title(card)}**  {card.years}{worth}{flight}{police}"

    def _listed(self, name: str) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
        """The entries of a data file for which the language has words; the English ones are in the file."""
        entries = read_yaml(self._lettering.catalogue.folder / f"{name}.yaml").value[name]
        own = self._lettering.own(name)
        words = {entry["id"]: entry for entry in entries} if self._lettering.code == "en" else own
        return ((entry, words[entry["id"]]) for entry in entries if entry["id"] in words)

    def _ruling(self, entry: Mapping[str, Any], words: Mapping[str, Any]) -> str:
        first, *others = [f"{key}: {text}" for key, text in words.get("options", {}).items()]
        rest = f" ({' · '.join(others)})" if others else ""
        told = f"{first.partition(': ')[2]}{rest} {words.get('why', '')}"
        return f"**{entry['id']}  {words['question']}** {told}".strip()

    def _erratum(self, entry: Mapping[str, Any], words: Mapping[str, Any]) -> str:
        books = ", ".join(book.upper() for book in entry["books"])
        number = self._lettering.language.paragraph(entry["rule"])
        return f"**{number} ({books})** {words['says']} → {words['right']}"
