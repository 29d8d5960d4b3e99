"""The examples in the docstrings run and are true."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import wsdv_tools

MODULES = [module.name for module in pkgutil.walk_packages(wsdv_tools.__path__, "wsdv_tools.")]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
