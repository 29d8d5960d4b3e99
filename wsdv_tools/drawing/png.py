"""Writes a page as a picture: pdfium turns the PDF into pixels, so that a picture looks as the print does."""

from __future__ import annotations

import io
from typing import Any

from wsdv_tools.drawing.shapes import Document, Page
from wsdv_tools.findings import Finding, Fix, Unreadable
from wsdv_tools.sources.outputs import MARK

_CLEAR, _WHITE = (0, 0, 0, 0), (255, 255, 255, 255)


def png(page: Page, dpi: float, is_clear: bool = False) -> bytes:
    """The page as PNG; where nothing is drawn it is white, or clear."""
    from wsdv_tools.drawing.pdf import pdf

    pdfium = _pdfium()
    from PIL.PngImagePlugin import PngInfo

    document = pdfium.PdfDocument(pdf(Document("", "", (page,))))
    try:
        # A whisker less, because pdfium rounds half a pixel that numbers in the PDF leave over up to a whole one.
        bitmap = document[0].render(
            scale=dpi / 72 * (1 - 1e-6),
            fill_color=_CLEAR if is_clear else _WHITE,
            maybe_alpha=is_clear,
            rev_byteorder=True,
        )
        picture = bitmap.to_pil().convert("RGBA" if is_clear else "RGB")
        maker = PngInfo()
        maker.add_text("Software", MARK)
        target = io.BytesIO()
        picture.save(target, "PNG", dpi=(dpi, dpi), pnginfo=maker)
    finally:
        document.close()
    return target.getvalue()


def _pdfium() -> Any:
    try:
        import PIL.Image  # noqa: F401 - pdfium hands its pixels over to it
        import pypdfium2
    except ImportError:
        fix = Fix("install-print-extra", {"extra": "images"})
        values = {"format": "PNG", "package": "pypdfium2"}
        raise Unreadable([Finding("extra-missing", values=values, fixes=(fix,))]) from None
    return pypdfium2
