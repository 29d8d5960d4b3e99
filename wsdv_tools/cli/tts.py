"""`wsdv tts`: a table for Tabletop Simulator, and a saved table read back as a position."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wsdv_tools.cli.console import data_stream
from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.cli.usage import Group, Wrong, option_name
from wsdv_tools.findings import Finding, Fix, Unreadable, as_dict, exit_code
from wsdv_tools.visible import one_line
from wsdv_tools.words.choosing import preferred_language

if TYPE_CHECKING:
    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position
    from wsdv_tools.tabletop.save_reader import SavedTable

NAME = "wir-sind-das-volk"
_FOLDER = "wsdv_tools"  # among the game's saved objects


def _web_address(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not value.startswith(("http://", "https://", "file:///")):
        raise Wrong("address", ctx, name=option_name(param), text=value)
    return value


@click.group("tts", cls=Group, invoke_without_command=True)
@click.option("--out", metavar="DIR", type=Path, default="output/tts", show_default=True)
@click.option("--install", is_flag=True)
@click.option("--url-base", metavar="URL", callback=_web_address)
@click.option("--position", "what", metavar="FILE[:LINE]")
@session_options
def command(session: Session, out: Path, install: bool, url_base: str | None, what: str | None) -> int:
    """A table for Tabletop Simulator."""
    if click.get_current_context().invoked_subcommand:
        return 0
    game, position, code = _laid_out(session, what)
    _write(session, game, position, _installed() if install else out, url_base)
    session.say("tts.next" if install else "tts.copy")
    return code


def _laid_out(session: Session, what: str | None) -> tuple[Game, Position, int]:
    """The position that was asked for, or the beginning of a game; and the exit code, after what is to say about it."""
    from wsdv_tools.tabletop.lying import set_up

    notation = session.notation()
    if not what:
        return notation.game, set_up(notation.game), 0
    from wsdv_tools.cli.show import file_and_line, found_in, remarks

    path, line = file_and_line(what)
    found = found_in(session, notation, path, line)
    if not found.checked:
        return notation.game, found.position, 0
    game, _ = notation.game.with_rulings(found.checked.headers.get("rules", ""))
    return game, found.position, remarks(session, found.checked)


def _installed() -> Path:
    """The game's own folder; it says so where there is none."""
    from wsdv_tools.tabletop.folders import game_folders, saved_objects

    home = Path.home()
    folder = saved_objects(sys.platform, home)
    if folder is None:
        values = {"folder": str(game_folders(sys.platform, home)[0])}
        raise Unreadable([Finding("tts-no-folder", None, values, fixes=(Fix("use-out"),))])
    return folder / _FOLDER


def _write(session: Session, game: Game, position: Position, folder: Path, url_base: str | None) -> None:
    from wsdv_tools.cli.printing import progress
    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.tabletop.folders import file_address, web_address
    from wsdv_tools.tabletop.picture_book import PictureBook
    from wsdv_tools.tabletop.scene import Scene

    lettering = Lettering.load(session.catalogue, preferred_language(session.lang))
    images = folder / "images"
    book = PictureBook(lettering)
    faults = [finding for finding in book.findings if finding.is_error]
    if faults:
        raise Unreadable(faults)

    def address(name: str) -> str:
        return web_address(url_base, f"{name}.png") if url_base else file_address((images / f"{name}.png").resolve())

    scene = Scene(game, lettering, book, address)
    table = folder / f"{NAME}-{lettering.code}.json"
    made = {table: scene.file(position)}
    with progress(session, len(book.pictures)) as step:
        for name, picture in book.pictures.items():
            is_thumbnail = name.startswith("thumbnail-")
            made[table.with_suffix(".png") if is_thumbnail else images / f"{name}.png"] = picture.png()
            step()
    session.deliver(made, images)
    session.say("tts.written", file=str(table), n=len(book.pictures))


@command.command("read")
@click.argument("save", metavar="SAVE.json")
@click.option("--out", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="option.json")
@session_options
def read(session: Session, save: str, out: str | None, as_json: bool) -> int:
    """A position made from a saved table."""
    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.sources.json_reader import read_json
    from wsdv_tools.tabletop.save_reader import SavedTable

    value, text = read_json(Path(save))
    table = SavedTable(value, text, save)
    notation = session.notation()
    lettering = Lettering.load(session.catalogue, preferred_language(session.lang))
    position, findings = _position_on(table, notation, lettering)
    if as_json:
        _print_json(session, notation.game, position, findings)
        return exit_code(findings)
    yaml = _as_yaml(session, notation, position, findings)
    if not out:
        data_stream().write(yaml)
    elif session.deliver({Path(out): yaml.encode()}):
        session.say("tts.read", file=out)
        session.report(findings)
    return exit_code(findings)


def _position_on(table: SavedTable, notation: Notation, lettering: Lettering) -> tuple[Position, list[Finding]]:
    """What lies on a table, with all that is to be said about the pieces and about the position."""
    from wsdv_tools.components.geometry import Geometry
    from wsdv_tools.positions.position_reader import read_position_text
    from wsdv_tools.positions.position_writer import as_yaml
    from wsdv_tools.tabletop.mat import Mat, mat_names
    from wsdv_tools.tabletop.table_reading import TableReader

    mat = Mat(Geometry.load(notation.game.catalogue))
    reader = TableReader(notation.game, lettering, mat, mat_names(mat, lettering))
    position = reader.position(table.pieces())
    about = read_position_text(as_yaml(notation.game, position), table.file, notation.game, notation.names).findings
    without_places = [replace(finding, place=None) for finding in about]
    return position, [*table.findings, *reader.findings, *without_places]


def _as_yaml(session: Session, notation: Notation, position: Position, findings: list[Finding]) -> str:
    from wsdv_tools.positions.position_writer import as_yaml

    speaker = session.speaker
    remarks = [f"# {speaker.word(each.severity.value)}: {one_line(speaker.sentence(each))}\n" for each in findings]
    return "".join(remarks) + as_yaml(notation.game, position)


def _print_json(session: Session, game: Game, position: Position, findings: list[Finding]) -> None:
    from wsdv_tools.rules.plain import as_plain

    told = {
        "position": as_plain(game, position),
        "findings": [as_dict(finding, session.speaker) for finding in findings],
    }
    print(json.dumps(told, ensure_ascii=False, indent=2))
