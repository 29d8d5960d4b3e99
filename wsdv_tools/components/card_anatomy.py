"""The parts of a card, shown on real ones: numbers on the cards, and beside each number the rule it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from wsdv_tools.components.card_faces import CardPrinter
from wsdv_tools.components.flow import Figure
from wsdv_tools.components.icon_rows import clusters
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.fonts import CAP_HEIGHT, width
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.shapes import POINT, Box, Group, Item, Path, Text, Use, circle, rect, scaled
from wsdv_tools.facts import Card

_RADIUS = 2.1  # millimetres: a number's disc
_AWAY = 0.4  # between a disc and what it points at
_GAP = 9.0  # between two cards
_NUMBER = Style("bold", 9, 9, 9)


def anatomy(entry: Mapping[str, Any], lettering: Lettering, palette: Palette) -> Figure:
    """The cards of an entry side by side, each of its notes a number on the card that shows it."""
    printer = CardPrinter(lettering, palette)
    cards = [lettering.catalogue.cards[card] for card in entry["cards"]]
    faces = {card: printer.face(card) for card in cards}
    factor = float(entry["scale"])

    def draw(box: Box) -> list[Item]:
        wide = printer.width * factor
        left = box.x + (box.width - len(cards) * wide - (len(cards) - 1) * _GAP) / 2
        items: list[Item] = []
        corners: dict[str, tuple[float, float]] = {}
        for number, card in enumerate(cards):
            corner = (left + number * (wide + _GAP), box.y + _RADIUS)
            corners[card.id] = corner
            edge = rect(Box(0, 0, printer.width, printer.height), 3, None, palette["soft"], 0.4)
            cut = Group(faces[card], clip=Path(rect(Box(0, 0, printer.width, printer.height), 3).segments))
            items.append(scaled([cut, edge], factor, *corner))
        for number, note in enumerate(entry["notes"], 1):
            card = lettering.catalogue.cards[note["card"]]
            part = _part(note["shows"], card, faces[card], lettering)
            x, y = corners[card.id]
            part = Box(x + factor * part.x, y + factor * part.y, factor * part.width, factor * part.height)
            items += numbered(number, *_beside(part, note["at"], note.get("away", _AWAY)), _RADIUS, palette)
        return items

    return Figure(printer.height * factor + 2 * _RADIUS, draw)


def _beside(part: Box, side: str, away: float) -> tuple[float, float]:
    """The middle of a disc at a side of something, so far away from it."""
    (x, y), reach = part.middle, away + _RADIUS
    places = {
        "left": (part.x - reach, y),
        "right": (part.right + reach, y),
        "above": (x, part.y - reach),
        "below": (x, part.bottom + reach),
    }
    return places[side]


def numbered(number: int, x: float, y: float, radius: float, palette: Palette) -> list[Item]:
    """A white number on a dark disc."""
    size = _NUMBER.size * radius / _RADIUS
    baseline = y + size * POINT * CAP_HEIGHT / 2
    length = width(str(number), _NUMBER.weight, size)
    words = Text(x, baseline, str(number), _NUMBER.weight, size, palette["paper"], "middle", length)
    return [circle(x, y, radius, palette["slate"], palette["paper"], radius * 0.16), words]


def _part(shows: str, card: Card, face: Sequence[Item], lettering: Lettering) -> Box:
    """Where a card shows something: one of its values, the text below its icons, or a symbol by its name."""
    values = {str(value) for value in card.values.values()}
    bound = [cluster.text for cluster in clusters(card, lettering) if cluster.text]
    found: list[Box] = []
    for item, box in _placed(face):
        if isinstance(item, Text):
            words = item.text.rstrip("-")  # a long one may be divided
            if (shows == "value" and words in values) or (shows == "text" and any(words in text for text in bound)):
                found.append(box)
        elif isinstance(item, Use) and item.symbol.name.startswith(shows):
            return box
    if not found:
        raise KeyError(f"{shows} on card {card.id}")
    x, y = min(box.x for box in found), min(box.y for box in found)
    return Box(x, y, max(box.right for box in found) - x, max(box.bottom for box in found) - y)


def _placed(items: Iterable[Item], scale: float = 1.0, dx: float = 0.0, dy: float = 0.0) -> Iterator[tuple[Item, Box]]:
    """Texts and symbols with the boxes they take, also inside of groups that are moved or scaled."""
    for item in items:
        if isinstance(item, Group):
            a, _, _, _, e, f = item.matrix
            yield from _placed(item.items, scale * a, dx + scale * e, dy + scale * f)
        elif isinstance(item, Use):
            yield item, Box(dx + scale * item.x, dy + scale * item.y, scale * item.width, scale * item.height)
        elif isinstance(item, Text):
            cap = item.size * POINT * CAP_HEIGHT
            yield item, Box(dx + scale * item.left, dy + scale * (item.y - cap), scale * item.length, scale * cap)
