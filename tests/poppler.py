"""Reads a PDF with poppler, the reader behind most Linux desktops and printers, and keeps what it complains about."""

from __future__ import annotations

import os
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

PROGRAM = shutil.which("pdftoppm")
IS_NEEDED = os.environ.get("CI") == "true"
needs_poppler = pytest.mark.skipif(
    PROGRAM is None and not IS_NEEDED, reason="pdftoppm is missing: install poppler-utils"
)


def _run(path: Path, *options: str) -> subprocess.CompletedProcess[bytes]:
    assert PROGRAM, "pdftoppm is missing, and must not be where CI is true: install poppler-utils"
    return subprocess.run([PROGRAM, *options, str(path)], capture_output=True, check=False)


def warnings(path: Path) -> list[str]:
    """What poppler says when it draws all pages, each line once; small, because syntax does not depend on pixels."""
    shown = _run(path, "-r", "9", "-gray")
    told = shown.stderr.decode("utf-8", "replace").splitlines()
    return list(dict.fromkeys(told)) or ([f"it gave up with {shown.returncode}"] if shown.returncode else [])


def picture(path: Path, page: int, dpi: float) -> Image.Image:
    """A page as poppler draws it; the first is 1."""
    shown = _run(path, "-r", f"{dpi:g}", "-f", str(page), "-l", str(page), "-singlefile")
    return Image.open(BytesIO(shown.stdout)).convert("RGB")
