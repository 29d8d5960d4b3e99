"""Files for cutting machines: read again, they cut where the cards are, and nowhere twice."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import ezdxf
import ezdxf.bbox
import pytest

from wsdv_tools.cli import run
from wsdv_tools.components.cuts import CutFile
from wsdv_tools.components.imposition import plan

POKER = (63.5, 88.9)


def drawn(cuts: CutFile) -> list[tuple[float, ...]]:
    """Every cut of the DXF with its corners, y downwards again."""
    document = ezdxf.read(io.StringIO(cuts.dxf().decode()))
    assert document.units == ezdxf.units.MM
    found = []
    for entity in document.modelspace().query('LWPOLYLINE[layer=="CUT"]'):
        box = ezdxf.bbox.extents([entity], fast=False)
        found.append((box.extmin.x, cuts.plan.height - box.extmax.y, box.extmax.x, cuts.plan.height - box.extmin.y))
    return sorted(found)


def test_cards_apart_are_cut_one_by_one_with_round_corners() -> None:
    cuts = CutFile(plan(POKER, gap=2), 3)
    boxes = sorted((slot.box.x, slot.box.y, slot.box.right, slot.box.bottom) for slot in cuts.plan.fronts)
    assert [*drawn(cuts)] == [pytest.approx(box, abs=0.01) for box in boxes]
    assert cuts.svg().count(b"C") >= 4 * len(boxes)


def test_cards_that_touch_are_parted_by_one_cut() -> None:
    cuts = CutFile(plan(POKER), 3)
    block = cuts.plan.block
    lines = drawn(cuts)
    upright = [x1 for x1, _, x2, _ in lines if x1 == pytest.approx(x2)]
    level = [y1 for _, y1, _, y2 in lines if y1 == pytest.approx(y2)]
    assert sorted(upright) == [pytest.approx(block.x + number * 63.5, abs=0.01) for number in range(4)]
    assert sorted(level) == [pytest.approx(block.y + number * 88.9, abs=0.01) for number in range(4)]
    assert cuts.svg().count(b"<path") == len(lines) == 8


def test_the_page_is_there_to_lay_the_cuts_on_and_is_not_cut() -> None:
    cuts = CutFile(plan(POKER), 3)
    document = ezdxf.read(io.StringIO(cuts.dxf().decode()))
    (page,) = document.modelspace().query('LWPOLYLINE[layer=="PAGE"]')
    box = ezdxf.bbox.extents([page])
    assert (box.size.x, box.size.y) == (210, 297)
    assert not document.layers.get("PAGE").dxf.plot


def test_the_same_sheet_gives_the_same_bytes() -> None:
    one, other = (CutFile(plan(POKER, gap=2), 3).dxf() for _ in range(2))
    assert one == other
    assert not re.search(rb"20[2-9]\d-\d\d-\d\d", one)


def test_the_same_sheet_gives_the_same_bytes_in_every_process() -> None:
    code = "from wsdv_tools.components.cuts import CutFile; from wsdv_tools.components.imposition import plan; "
    code += "import sys; sys.stdout.buffer.write(CutFile(plan((63.5, 88.9)), 3).dxf())"
    seeds = [{**os.environ, "PYTHONHASHSEED": seed} for seed in ("0", "4")]  # sets come in another order
    one, other = (subprocess.run([sys.executable, "-c", code], env=env, stdout=-1, check=True).stdout for env in seeds)
    assert one == other


def test_print_writes_them_beside_the_cards(tmp_path: Path) -> None:
    wish = ["print", "cards", "--lang", "en", "--cards", "1-8", "--machine", "silhouette", "--gap", "1"]
    assert run([*wish, "--cut-file", "svg", "--cut-file", "dxf", "--out", str(tmp_path)]) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"cards-en.pdf", "cards-en-cut.svg", "cards-en-cut.dxf", "manifest.json"}


def test_without_the_package_it_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ezdxf", None)
    assert run(["print", "cards", "--lang", "en", "--cut-file", "dxf", "--out", str(tmp_path / "out")]) != 0
    assert 'pip install "wsdv_tools[cut]"' in capsys.readouterr().out
    assert not (tmp_path / "out").exists()
