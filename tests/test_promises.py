"""The page of promises is true: ten of them, each with a test that is there, and the last one held here."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "promises.md").read_text("utf-8")
CLIENTS = {"http.client", "urllib.request", "ftplib", "smtplib", "requests", "httpx"}  # they ask other computers
NETWORK = {*CLIENTS, "socket", "ssl", "http", "asyncio", "webbrowser"}
SERVING = ("wsdv_tools/web/", "wsdv_tools/cli/serve.py")  # answers the devices at the table, and opens the browser


def test_ten_promises_each_with_a_test_that_is_there() -> None:
    promises = re.split(r"\n\d+\. ", PAGE)[1:]
    assert len(promises) == 10
    for promise in promises:
        files = re.findall(r"`(tests/\w+\.py)`", promise)
        assert files, promise
        assert all("def test_" in (ROOT / file).read_text("utf-8") for file in files)


def test_only_the_page_is_served_and_no_other_computer_is_asked() -> None:
    for path in sorted((ROOT / "wsdv_tools").rglob("*.py")):
        forbidden = CLIENTS if path.relative_to(ROOT).as_posix().startswith(SERVING) else NETWORK
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            assert not forbidden.intersection(names), path
