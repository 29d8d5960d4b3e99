"""`--help` and what is said about a wrong command line, in all languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest

from wsdv_tools.cli import group, run
from wsdv_tools.cli.usage import Command, Door, Group, option_name, shown_name
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml
from wsdv_tools.words import known_languages
from wsdv_tools.words.help_words import SECTION, HelpWords, read_quickly

LANGUAGES = known_languages()
WIDTH = 80
# What is typed as it is, whatever the language: commands, options, choices, files, names.
_TYPED = re.compile(
    r"`[^`]*`|--?[a-z][a-z-]*(?: \S*\|\S*)?|\[[a-z0-9|-]+\]|\S*[./_]\w+|hu-games|\(wsdv [a-z ]+\)|\([a-z, -]+\)|"
    r"[a-z-]+(?= \()|: [a-z, ]+,"
)
_WORD = re.compile(r"[^\W\d_]{3,}")
# Names, and what is typed in every language.
_COMMON = """
    html csv json jsonl yaml svg pdf png dxf sqlite poedit url iii bridge poker euro mini letter legal kubakrise vorhang
    eiserner tabletop simulator ctrl wir sind das volk hamburg hannover xlsx export wsdv build under protest
"""
# Words that no sentence of another language has.
_ENGLISH = {"the", "and", "with", "for", "that", "which", "from", "this", "instead", "each", "every", "not", "are"}


def commands(command: click.Command = group, context: click.Context | None = None) -> Iterator[click.Context]:
    """A context for each command."""
    own = click.Context(command, context, "wsdv" if context is None else command.name)
    yield own
    if isinstance(command, click.Group):
        for name in command.list_commands(own):
            found = command.get_command(own, name)
            assert found is not None
            yield from commands(found, own)


PATHS = [context.command_path.split()[1:] for context in commands()]


def words_of(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(_TYPED.sub(" ", text))}


def all_words(code: str) -> set[str]:
    texts = read_quickly(code).values()
    return {word for text in texts for word in words_of(text)}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_help_is_in_ones_own_language(path: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No line is longer than a terminal, and there is no word that only English has."""
    assert run([*path, "--lang", code, "--help"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(HelpWords(code).say("usage"))
    assert [line for line in out.splitlines() if len(line) > WIDTH] == []
    if code == "en":
        return
    names = {word for step in PATHS for name in step for word in name.split("-")}
    shown = words_of(" ".join(out.split())) - {*_COMMON.split(), *names}
    assert shown & _ENGLISH == set()
    assert shown & all_words("en") - all_words(code) == set()


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_no_text_is_still_english(code: str) -> None:
    own, english = (read_quickly(name) for name in (code, "en"))
    assert [key for key, text in own.items() if text == english[key]] == []
    assert [key for key, text in own.items() if words_of(text) & _ENGLISH] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_both_ways_of_reading_agree(code: str) -> None:
    path = shipped("data") / "lang" / f"{code}.yaml"
    assert read_quickly(code) == read_yaml(path).value[SECTION]


def test_no_text_is_missing_or_too_many() -> None:
    """Every command and option has a text, and every text belongs to one of them or to a mistake."""
    words, used = HelpWords(), set[str]()
    say = words.say
    words.say = lambda key, **values: used.add(key) or say(key, **values)  # type: ignore[method-assign,func-returns-value]
    for context in commands():
        context.find_root().obj = Door(words)
        context.get_help()
    known = set(read_quickly("en"))
    raised = {f"wrong.{key}" for key in re.findall(r'Wrong\(\s*"([a-z-]+)"', _sources())}
    raised |= {f"wrong.{key}" for key in ("no-value", "needs-value", "missing", "missing-choice", "whole", "number")}
    raised |= {f"wrong.{key}" for key in ("more", "did-you-mean", "our-fault")}
    assert known == used | raised


def _sources() -> str:
    from pathlib import Path

    import wsdv_tools.cli

    folder = Path(wsdv_tools.cli.__file__).parent
    return "".join(path.read_text("utf-8") for path in folder.glob("*.py"))


def test_every_command_speaks() -> None:
    for context in commands():
        assert isinstance(context.command, Command | Group), context.command_path
        for param in context.command.params:
            assert isinstance(param.type, click.Choice) or getattr(param, "is_flag", False) or param.metavar, param.name
            assert shown_name(param, HelpWords("de")) or getattr(param, "is_flag", False)
            assert option_name(param)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("paly", "Den Befehl „paly“ gibt es nicht. War play gemeint?"),
        ("translate stauts", "Den Befehl „stauts“ gibt es nicht. War status gemeint?"),
        ("xyzzy", "Den Befehl „xyzzy“ gibt es nicht. Mehr: wsdv --help"),
        ("print kitt", "WAS: „kitt“ gibt es nicht. Möglich: cards, board,"),
        ("print kitt", "War kit gemeint?"),
        ("print", "WAS fehlt: cards, board,"),
        ("print cards --paper a44", "--paper: „a44“ ist weder a4,"),
        ("print cards --paper a44", "War a4 gemeint?"),
        ("print cards --bleed nan", "--bleed: „nan“ ist keine Zahl von 0–10."),
        ("print cards --grid 3", "--grid: „3“ sind nicht zwei Zahlen von 1–40, etwa 3x2."),
        ("print cards --pages x", "--pages: „x“ ist keine Liste von Zahlen wie 3,5."),
        ("check", "AUFZEICHNUNG... fehlt."),
        ("check --frmat json x", "Die Option --frmat gibt es hier nicht. War --format gemeint?"),
        (
            "check x --format jsn",
            "--format: „jsn“ gibt es nicht. Möglich: text, json, jsonl, csv, github. War json gemeint?",
        ),
        ("decade-end x --only 11", "--only: „11“ ist keine ganze Zahl von 1–10."),
        ("decade-end x --only drei", "--only: „drei“ ist keine ganze Zahl von 1–10."),
        ("decade-end x --only", "Hinter --only fehlt ein Wert."),
        ("decade-end x --fresh=3", "Hinter --fresh gehört kein Wert."),
        ("decade-end x y", "„y“ wird hier nicht erwartet."),
        ("decade-end x --only 1 --from 2", "--only und --from schließen einander aus."),
        ("decade-end", "STELLUNG fehlt."),
        ("tts --url-base x", "--url-base: „x“ ist keine Adresse wie https://example.org/wsdv."),
        ("translate new C", "„C“ ist kein Sprachkürzel"),
        ("stats", "--simulate 100."),
    ],
)
def test_what_is_wrong_is_said_in_ones_own_language(line: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "de", *line.split()]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.startswith("Aufruf: wsdv")
    assert re.search(r"Mehr: wsdv( [a-z-]+)* --help\n$", error)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_mistake_has_its_places(code: str) -> None:
    """A sentence has the same places in all languages, or something would not be said."""
    own, english = (read_quickly(name) for name in (code, "en"))
    for key, text in english.items():
        assert sorted(set(re.findall(r"\{[a-z-]+\}", text))) == sorted(set(re.findall(r"\{[a-z-]+\}", own[key]))), key


@pytest.mark.parametrize(
    ("arguments", "environment", "first"),
    [
        (["--lang=hu", "--help"], {}, "Használat:"),
        (["--help", "--lang", "es"], {}, "Uso:"),
        (["--lang", "de", "play", "--lang", "hu", "--help"], {}, "Használat:"),
        (["--help"], {"WSDV_LANG": "de"}, "Aufruf:"),
        (["--help"], {"WSDV_LANG": "", "LC_ALL": "hu_HU.UTF-8"}, "Használat:"),
        (["--help"], {"WSDV_LANG": "", "LC_ALL": "fr_FR.UTF-8"}, "Usage:"),
        (["--lang", "xx", "--help"], {}, "Usage:"),
        (["--lang", "./nowhere.yaml", "play", "--help"], {}, "Usage:"),
    ],
)
def test_which_language_is_spoken(
    arguments: list[str],
    environment: dict[str, str],
    first: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert run(arguments) == 0
    assert capsys.readouterr().out.startswith(first)


def test_a_language_of_ones_own(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    """What it has is said in it, the rest in English."""
    from pathlib import Path

    path = Path(str(tmp_path)) / "cs.yaml"
    path.write_text('language: {code: cs, name: čeština}\nhelp:\n  usage: "Použití:"\n', "utf-8")
    assert run(["--lang", str(path), "play", "--help"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Použití: wsdv play [OPTIONS] RECORD")


def test_options_without_a_command_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "de"]) == 2
    assert "Befehle:" in capsys.readouterr().err
