"""Whether a language's words fit what is printed: found by the same calls that draw it."""

from __future__ import annotations

from dataclasses import replace

from wsdv_tools.components.board import BoardPrinter
from wsdv_tools.components.card_faces import CardPrinter
from wsdv_tools.components.card_layout import sizes
from wsdv_tools.components.counters import CounterPrinter
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.components.reference import ReferencePrinter, sheet_names
from wsdv_tools.components.worksheet import WorksheetPrinter
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.facts import Catalogue
from wsdv_tools.facts.cards import Untitled
from wsdv_tools.findings import Finding, Place
from wsdv_tools.sources.yaml_reader import Document, read_yaml
from wsdv_tools.words.choosing import language_file


def check_fit(catalogue: Catalogue, code: str) -> list[Finding]:
    """All texts of a language that are too long or have a letter the font lacks, each once, with their places."""
    lettering, palette = Lettering.load(catalogue, code), Palette.load("full")
    findings: list[Finding] = []
    for size in sizes():
        cards = CardPrinter(lettering, palette, size)
        cards.pieces(catalogue.cards.values())
        findings += cards.findings
    board, counters = BoardPrinter(lettering, palette), CounterPrinter(lettering, palette)
    board.page()
    counters.blocks()
    reference, worksheet = ReferencePrinter(lettering, palette), WorksheetPrinter(lettering, palette)
    for name in sheet_names():
        reference.pages(name)
    worksheet.page()
    for printer in (board, counters, reference, worksheet):
        findings += printer.findings
    document = read_yaml(language_file(code, catalogue.folder))
    return _once_each_letter(_once([replace(finding, place=_place(document, finding)) for finding in findings]))


def _once(findings: list[Finding]) -> list[Finding]:
    """A text that is too long in several sizes is reported once, for the first of them."""
    seen: dict[tuple[str, object, object], Finding] = {}
    for finding in findings:
        thing = finding.values["thing"]
        seen.setdefault((finding.code, getattr(thing, "id", thing), finding.values["text"]), finding)
    return list(seen.values())


def _once_each_letter(findings: list[Finding]) -> list[Finding]:
    """A letter without glyph is reported where it is, and not again for a sheet that shows the same text."""
    found = {f.values["letter"] for f in findings if f.code == "glyph" and f.place and f.place.line > 1}
    return [
        f for f in findings if f.code != "glyph" or f.values["letter"] not in found or (f.place and f.place.line > 1)
    ]


def _place(document: Document, finding: Finding) -> Place | None:
    """Where the text is in the language file: the card's title, or the first entry with that text."""
    thing, text = finding.values["thing"], finding.values["text"]
    if isinstance(thing, Untitled) and document.value.get("cards", {}).get(thing.id, {}).get("title") == text:
        return document.place(("cards", thing.id, "title"))
    for key, words in (document.value.get("texts") or {}).items():
        if words == text:
            return document.place(("texts", key))
    return Place(document.file)
