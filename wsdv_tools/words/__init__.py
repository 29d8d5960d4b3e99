"""Languages: names and their resolver, sentences by code, plurals.

Each name is loaded when it is first used: which language is spoken is known before any of its words is read.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wsdv_tools.words.choosing import known_languages, preferred_language
    from wsdv_tools.words.language import Language, further_names

_HOMES = {"Language": "language", "further_names": "language"}

__all__ = ["Language", "further_names", "known_languages", "preferred_language"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'choosing')}"), name)
