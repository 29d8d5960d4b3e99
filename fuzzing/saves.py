"""Saved tables of Tabletop Simulator: whatever a file says lies on the table, it becomes a position or findings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from fuzzing.games import game, lines_of, notation, read_text_position
from fuzzing.promises import check_findings, promise, scratch
from wsdv_tools.components.geometry import Geometry
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.findings import Unreadable
from wsdv_tools.positions.position_writer import as_yaml
from wsdv_tools.record.reader import read_record
from wsdv_tools.referee.checker import check_record
from wsdv_tools.sources.json_reader import read_json
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.tabletop.lying import lying, spots
from wsdv_tools.tabletop.mat import Mat, mat_names
from wsdv_tools.tabletop.objects import At, note, tile
from wsdv_tools.tabletop.save_reader import SavedTable
from wsdv_tools.tabletop.scene import world
from wsdv_tools.tabletop.stock import kinds
from wsdv_tools.tabletop.table_reading import TableReader

_LINES = (20, 60, 110)  # of an example: boards to begin with


@cache
def _mat() -> Mat:
    return Mat(Geometry.load(game().catalogue))


@cache
def _words() -> tuple[Lettering, dict[str, str]]:
    lettering = Lettering.load(game().catalogue, "en")
    return lettering, mat_names(_mat(), lettering)


def examine_save(data: bytes) -> None:
    with scratch(["save."]) as folder:
        path = folder / "save.json"
        path.write_bytes(data)
        lettering, names = _words()
        reader = TableReader(game(), lettering, _mat(), names)
        try:
            value, text = read_json(path)
            table = SavedTable(value, text, str(path))
            position = reader.position(table.pieces())
        except Unreadable as error:
            check_findings(error.findings, {str(path): lines_of(data)})
            return
        check_findings([*table.findings, *reader.findings], {str(path): lines_of(data)})
        written = as_yaml(game(), position)
        promise(read_text_position(written).position == position, "a table is not the position it is read as", written)


def save_seeds() -> Iterator[bytes]:
    """Tables without pictures and scripts, which nobody reads."""
    text = (shipped("examples") / "four-decades.wsdv").read_text("utf-8")
    for line in _LINES:
        position = check_record(read_record(text, "seed.wsdv", notation()), notation(), line).position
        assert position
        objects: list[dict[str, Any]] = [tile(At(0.0, 0.0, scale=16.7126), "", note("board"), (), ("", ""))]
        for spot in spots(_mat(), kinds(game().catalogue), lying(game(), position)):
            at = At(*world(spot.x, spot.y), turn=spot.turn, is_down=spot.is_down)
            made = tile(at, spot.kind, note(spot.kind, *spot.cards[:1]), (), ("", ""), n=spot.n)
            if len(spot.cards) > 1:
                made |= {"Name": "Deck", "ContainedObjects": [{"GMNotes": note("card", card)} for card in spot.cards]}
            objects.append(made)
        kept = ("Name", "GUID", "Nickname", "GMNotes", "Transform", "Number", "ContainedObjects")
        short = [{key: one[key] for key in kept if key in one} for one in objects]
        yield json.dumps({"ObjectStates": short}, indent=0).encode()
