"""One display list in millimetres, and two writers that turn it into SVG and PDF."""

from wsdv_tools.drawing.shapes import Box, Document, Group, Item, Page, Path, Symbol, Text, Use

__all__ = ["Box", "Document", "Group", "Item", "Page", "Path", "Symbol", "Text", "Use"]
