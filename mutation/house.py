"""The rules as they are loaded, with the bench that runs the cases on them, and the ways to put changed code in."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import json
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import TYPE_CHECKING, Any

import wsdv_tools
from mutation.forking import forked
from mutation.mutant import short
from wsdv_tools.conformance.case_files import Case, read_cases
from wsdv_tools.facts import Catalogue
from wsdv_tools.words import Language

if TYPE_CHECKING:
    from wsdv_tools.conformance.bench import Bench

RULES = Path(wsdv_tools.__file__).parent / "rules"
PACKAGE = "wsdv_tools.rules"
BENCH = "wsdv_tools.conformance.bench"
# What imports the rules and runs the cases.
RULED = (f"{PACKAGE}.", *(f"wsdv_tools.{room}." for room in ("positions", "record", "referee", "conformance")))


class House:
    """Everything loaded once. What is changed is changed in a forked process, which nothing else uses afterwards."""

    def __init__(self) -> None:
        self.catalogue = Catalogue.load()
        self.cases: dict[str, Case] = {case.id: case for case in read_cases()}
        self.digests = {id_: _digest(case) for id_, case in self.cases.items()}
        self._english = Language.load("en")
        self._english.rule("9-order")  # reads the titles of the rules
        importlib.import_module(BENCH)
        self._codes = {name: code_of(name) for name in sys.modules if name.startswith(RULED)}
        self._called: list[str] = forked(self._calls_at_import)

    def _calls_at_import(self) -> list[str]:
        """The functions that the modules of the rules call while they are loaded."""
        called: set[str] = set()

        def note(frame: FrameType, event: str, arg: Any) -> None:
            del event, arg
            is_function = frame.f_code.co_flags & inspect.CO_OPTIMIZED  # the body of a class is not one
            if is_function and frame.f_code.co_filename.startswith(str(RULES)):
                called.add(frame.f_code.co_qualname)

        sys.settrace(note)
        self._import_again(self._codes)
        sys.settrace(None)
        return sorted(called)

    def bench(self, catalogue: Catalogue) -> Bench:
        bench: Bench = sys.modules[BENCH].Bench(catalogue, self._english)
        return bench

    def is_called_at_import(self, function: str) -> bool:
        """Whether a module calls the function while it is loaded, so that its result may already be kept."""
        return any(f"{function}.".startswith(f"{called}.") for called in self._called)

    def exchange(self, module: str, function: str, code: CodeType) -> None:
        """Give one function the code it has in a changed module."""
        exchange(sys.modules[f"{PACKAGE}.{module}"], function, code)

    def import_again(self, module: str, code: CodeType) -> None:
        """Load the rules once more, one of their modules with changed code."""
        self._import_again({**self._codes, f"{PACKAGE}.{module}": code})

    def _import_again(self, codes: Mapping[str, CodeType]) -> None:
        import_again(codes)
        importlib.import_module(BENCH)


def exchange(module: ModuleType, function: str, code: CodeType) -> None:
    """Give one function of a module the code it has in a changed one."""
    place: Any = module
    for name in function.split("."):
        place = vars(place)[name]
        code = next(const for const in code.co_consts if isinstance(const, CodeType) and const.co_name == name)
        if not isinstance(place, type):
            break  # a function inside another is part of the outer one's code
    around = ("fget", "func", "__wrapped__")  # a property, a cached one, a cached function
    inner = next((getattr(place, name) for name in around if hasattr(place, name)), place)
    inner.__code__ = code


def import_again(codes: Mapping[str, CodeType]) -> None:
    """Forget these modules; whoever imports them next gets this code."""
    for name in codes:
        del sys.modules[name]
        package, _, module = name.rpartition(".")
        vars(sys.modules[package]).pop(module, None)  # `from package import module` would find the old one
    sys.meta_path.insert(0, _Finder(codes))


def code_of(module: str) -> CodeType:
    """The code of a module as it is in its file."""
    spec = importlib.util.find_spec(module)
    loader = spec.loader if spec else None
    if not isinstance(loader, SourceFileLoader):
        raise ImportError(module)
    code: CodeType = loader.source_to_code(loader.get_data(loader.path), loader.path)
    return code


def _digest(case: Case) -> str:
    """A case's content in short: a verdict is valid as long as its cases are."""
    told = [case.position, case.base, case.phases, case.decisions, case.record, case.rulings, case.expect]
    return short(json.dumps(told, sort_keys=True, default=str).encode())


class _Finder(MetaPathFinder):
    """Finds modules whose code is at hand."""

    def __init__(self, codes: Mapping[str, CodeType]) -> None:
        self.codes = codes

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        del path, target
        if fullname not in self.codes:
            return None
        file = self.codes[fullname].co_filename
        loader = _Loader(fullname, file)
        loader.code = self.codes[fullname]
        return importlib.util.spec_from_file_location(fullname, file, loader=loader)


class _Loader(SourceFileLoader):
    code: CodeType

    def get_code(self, fullname: str) -> CodeType:
        del fullname
        return self.code
