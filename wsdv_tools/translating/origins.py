"""Origins: the German text that each string was translated from, kept by the program in `sources/` beside the file.

Nobody edits these files. A string whose German text has changed since is stale.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from wsdv_tools.sources.yaml_reader import examine_yaml
from wsdv_tools.translating.strings import PLAIN, SECTIONS, quoted

Forms = Mapping[str, str]

_HEAD = "# The German texts that {name} was translated from. Kept by `wsdv translate accept`; do not edit.\n"


def origins_file(language_file: str) -> Path:
    """
    >>> origins_file("data/lang/hu.yaml").as_posix()
    'data/lang/sources/hu.yaml'
    """
    path = Path(language_file)
    return path.parent / "sources" / path.name


def read_origins(language_file: str) -> dict[str, Forms]:
    """The forms of each German text by key; empty where nothing was kept, or what was kept cannot be read."""
    path = origins_file(language_file)
    if not path.is_file():
        return {}
    document, _ = examine_yaml(path)
    value = document.value if document and isinstance(document.value, dict) else {}
    found: dict[str, Forms] = {}
    for key, kept in value.items():
        if isinstance(kept, str):
            found[key] = {PLAIN: kept}
        elif isinstance(kept, dict) and all(isinstance(text, str) for text in kept.values()):
            found[key] = kept
    return found


def origins_text(language_file: str, origins: Mapping[str, Forms]) -> str:
    """The file in one order and spelling, so that it differs only where a source does."""
    lines = [_HEAD.format(name=Path(language_file).name)]
    for key in sorted(origins, key=_order):
        forms = origins[key]
        if PLAIN in forms:
            lines.append(f"{key}: {quoted(forms[PLAIN])}\n")
        else:
            inner = ", ".join(f"{form}: {quoted(text)}" for form, text in sorted(forms.items()))
            lines.append(f"{key}: {{{inner}}}\n")
    return "".join(lines)


def _order(key: str) -> tuple[int, str]:
    section = key.partition(".")[0]
    return (SECTIONS.index(section) if section in SECTIONS else len(SECTIONS), key)


def shown(forms: Forms) -> str:
    return " / ".join(dict.fromkeys(forms.values()))
