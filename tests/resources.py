"""Walks through a PDF as a strict reader does: what a stream names must be in its own Resources.

pdfium looks further afield for a name and qpdf checks structure only, so that both accept a file whose opacities
are lost on paper.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pikepdf

_KINDS = {"gs": "/ExtGState", "Do": "/XObject", "Tf": "/Font", "cs": "/ColorSpace", "CS": "/ColorSpace"}
_BUILT_IN = {"/DeviceGray", "/DeviceRGB", "/DeviceCMYK", "/Pattern"}


def unknown_names(file: bytes) -> list[str]:
    """Every name that a page or a form uses and does not have, once for each stream, with where it is."""
    with pikepdf.open(BytesIO(file)) as document:
        found: dict[str, None] = {}
        for number, page in enumerate(document.pages, 1):
            found |= dict.fromkeys(_unknown(page.obj, f"page {number}", set()))
        return list(found)


def _unknown(stream: pikepdf.Object, where: str, seen: set[tuple[int, int]]) -> Iterator[str]:
    if stream.is_indirect:
        if stream.objgen in seen:
            return
        seen.add(stream.objgen)
    resources = stream.get("/Resources", pikepdf.Dictionary())
    forms: dict[str, pikepdf.Object] = {}
    for instruction in pikepdf.parse_content_stream(stream):
        operator = str(instruction.operator)
        if operator not in _KINDS:
            continue
        kind, name = _KINDS[operator], str(instruction.operands[0])
        if name in _BUILT_IN and kind == "/ColorSpace":
            continue
        known = resources.get(kind, pikepdf.Dictionary())
        if name not in known:
            yield f"{where}: {operator} {name}"
        elif operator == "Do" and known[name].get("/Subtype") == "/Form":
            forms[name] = known[name]
    for name, form in forms.items():
        yield from _unknown(form, f"{where} > {name}", seen)
