"""The house: rooms import in one direction only, and no two modules have the same name."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent / "wsdv_tools"
# Every room, and what is alone in the entrance; each may import only from what comes before it.
FLOW = (
    "codes",
    "interrupts",
    "visible",
    "findings",
    "sources",
    "facts",
    "words",
    "rules",
    "bots",
    "positions",
    "record",
    "referee",
    "foresight",
    "conformance",
    "drawing",
    "components",
    "translating",
    "telling",
    "reports",
    "tabletop",
    "dialogue",
    "games",
    "library",
    "web",
    "cli",
    "start",
)


def room(path: Path) -> str:
    first = path.relative_to(HOUSE).parts[0]
    return first.removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """The rooms that a module imports from, also where only types need it, with the line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            package, _, rest = name.partition(".")
            if package == "wsdv_tools" and rest.partition(".")[0] in FLOW:
                yield rest.partition(".")[0], node.lineno


def modules() -> list[Path]:
    return [path for path in sorted(HOUSE.rglob("*.py")) if path != HOUSE / "__init__.py"]


def test_every_room_has_its_place_in_the_flow() -> None:
    assert {room(path) for path in modules()} == set(FLOW)


def test_no_room_imports_against_the_flow() -> None:
    against = [
        f"{path.relative_to(HOUSE)}:{line} imports {other}"
        for path in modules()
        for other, line in imports(path)
        if other != room(path) and FLOW.index(other) > FLOW.index(room(path))
    ]
    assert against == []


def test_no_two_modules_share_a_name() -> None:
    alike = ("cli", "games")  # a command is named after its room, and the small games are furnished alike
    names = Counter(path.name for path in modules() if room(path) not in alike and path.name != "__init__.py")
    assert [name for name, times in names.items() if times > 1] == []
