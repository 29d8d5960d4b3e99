"""Tab in bash, zsh and fish: commands, options, cards and places, asked as each shell asks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

LANGUAGE = "en"
SHELLS = ("bash", "zsh", "fish")
PROGRAM = f'#!{sys.executable}\nimport sys\nfrom wsdv_tools.start import main\nsys.argv[0] = "wsdv"\nmain()\n'


def asked(shell: str, line: str) -> str:
    """What the program answers to a shell that completes a line."""
    words = line.split(" ")
    environment = {"COMP_WORDS": line, "COMP_CWORD": words[-1] if shell == "fish" else str(len(words) - 1)}
    if shell == "fish":
        environment["COMP_WORDS"] = " ".join(words[:-1])
    command = [sys.executable, "-c", "from wsdv_tools.start import main; main()"]
    environment |= {**os.environ, "WSDV_LANG": LANGUAGE, "_WSDV_COMPLETE": f"{shell}_complete", **environment}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, encoding="utf-8").stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_what_is_offered(shell: str) -> None:
    assert "decade-end" in asked(shell, "wsdv dec")
    cards = asked(shell, "wsdv explain 2")
    assert {"2", "20", "29"} <= {*cards.replace(",", "\n").replace("\t", "\n").splitlines()}
    assert ("Wirtschaftswunder" in cards) == (shell != "bash"), "titles where the shell shows them"
    assert "leipzig" in asked(shell, "wsdv explain lei")
    assert "TH" in asked(shell, "wsdv explain TH")
    assert "leipzig" not in asked(shell, "wsdv explain jen")
    assert "file" in asked(shell, "wsdv play cl")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_takes_the_script(shell: str, tmp_path: Path) -> None:
    """The line of docs/completion.md works in the shell itself; and bash and fish complete with it."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    program = tmp_path / "wsdv"
    program.write_text(PROGRAM, "utf-8")
    program.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "WSDV_LANG": "en", "HOME": str(tmp_path)}
    page = (Path(__file__).parents[1] / "docs" / "completion.md").read_text("utf-8")
    scripts = {
        "bash": 'eval "$(_WSDV_COMPLETE=bash_source wsdv)"; COMP_WORDS=(wsdv explain lei); COMP_CWORD=2; '
        '_wsdv_completion wsdv; echo "${COMPREPLY[@]}"',
        "zsh": 'autoload -U compinit; compinit -u; eval "$(_WSDV_COMPLETE=zsh_source wsdv)"; echo $_comps[wsdv]',
        "fish": "_WSDV_COMPLETE=fish_source wsdv | source; complete -C 'wsdv explain lei'; complete -C 'wsdv pl'",
    }
    line = scripts[shell].partition("; COMP_WORDS")[0].partition("; echo")[0].partition("; complete")[0]
    assert line.removeprefix("autoload -U compinit; compinit -u; ").replace("|", "\\|") in page
    done = subprocess.run(
        [shell, "-c", scripts[shell]], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert ("_wsdv_completion" if shell == "zsh" else "leipzig") in done.stdout, done.stderr
    if shell == "fish":
        assert "play\tRecord a game at the table, play by play." in done.stdout, "not cut at the comma"


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_what_a_command_does_is_said_in_ones_own_language(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Record a game" in asked(shell, "wsdv pl")
    assert "Do not open the browser." in asked(shell, "wsdv serve --no")
    monkeypatch.setattr(sys.modules[__name__], "LANGUAGE", "hu")
    assert "Az asztalnál lejegyez egy játszmát" in asked(shell, "wsdv pl")
    assert "Nem nyitja meg a böngészőt." in asked(shell, "wsdv serve --no")
