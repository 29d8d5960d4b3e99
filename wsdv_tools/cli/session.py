"""What all commands share: `--lang` and `--data`, the facts and words they choose, and how findings are reported."""

from __future__ import annotations

import os
import shlex
import sys
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wsdv_tools.cli.console import on_screen, spelling, wants_colour
from wsdv_tools.cli.usage import Choice, pass_on
from wsdv_tools.facts import Catalogue
from wsdv_tools.findings import Finding, Unreadable, Wording, as_github, as_json, as_text, exit_code
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.text_reader import read_bytes, text_lines
from wsdv_tools.words import Language, preferred_language
from wsdv_tools.words.choosing import is_path, language_file

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wsdv_tools.games.words import GameLanguage
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.sources.saving import Content
    from wsdv_tools.telling.narrator import Narrator

USAGE = 2


class Travelling:
    """What goes to another process. Facts and words stay behind, with all that was found once; they are read again."""

    def __getstate__(self) -> dict[str, Any]:
        found = {name for name in vars(self) if isinstance(getattr(type(self), name, None), cached_property)}
        return {name: value for name, value in vars(self).items() if name not in found}


class Session(Travelling):
    """One run of a command: the facts and words it works with, read when they are first needed."""

    def __init__(self, data: str | None = None, lang: str | None = None) -> None:
        self.data = Path(data) if data else None
        self.lang = lang
        self.format = "text"

    def refuse_unknown_language(self) -> None:
        """No command goes on in another language than the one that was asked for."""
        code = preferred_language(self.lang)
        if not is_path(code) and not language_file(code, self.data or shipped("data")).is_file():
            Language.load(code)  # says which there are

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue.load(self.data)

    def notation(self, rules: str = "") -> Notation:
        """How records are typed, in a game with these rulings (`R9b,R2b`)."""
        from wsdv_tools.record.notation import Notation
        from wsdv_tools.rules.game import Game
        from wsdv_tools.words.language import further_names
        from wsdv_tools.words.names import Names

        names = Names(self.catalogue, lambda: further_names(self.catalogue.folder))
        notation = Notation(Game(self.catalogue), names)
        return self._with_rulings(notation, rules) if rules else notation

    @cached_property
    def common_notation(self) -> Notation:
        """How records are typed, by the usual rulings."""
        return self.notation()

    def _with_rulings(self, notation: Notation, rules: str) -> Notation:
        from wsdv_tools.facts.rulings import unknown_ruling

        notation, unknown = notation.with_rulings(rules)
        if unknown:
            self.report([unknown_ruling(name, self.catalogue.folder) for name in unknown])
            raise click.exceptions.Exit(USAGE)
        return notation

    def narrator(self, notation: Notation) -> Narrator:
        """Who says what happens, on this console."""
        from wsdv_tools.telling.narrator import Narrator
        from wsdv_tools.telling.phrases import Phrases

        phrases = Phrases(self.language, notation, f"--lang {shlex.quote(self.lang)}" if self.lang else "")
        return Narrator(phrases, colour=wants_colour(sys.stdout), spelt=spelling(sys.stdout))

    @cached_property
    def language(self) -> Language:
        return Language.load(preferred_language(self.lang), self.catalogue if self.data else None)

    @cached_property
    def speaker(self) -> Language:
        """The language in which findings are reported; the shipped English where the chosen one is itself at fault."""
        return Language.for_findings(self.lang)

    def faults_of_data(self) -> list[Finding]:
        """What is wrong with a data folder of the user's own: with that, anything may fail."""
        from wsdv_tools.facts.data_checks import check_folder

        found = check_folder(self.data) if self.data else []
        return [finding for finding in found if finding.is_error]

    @cached_property
    def games(self) -> GameLanguage:
        """The language with the words of the small games."""
        from wsdv_tools.games.words import GameLanguage

        return GameLanguage(self.language)

    def speak_of_games(self) -> None:
        """From here on findings are reported in the words of the small games."""
        self.__dict__["speaker"] = self.games

    def say(self, key: str, /, **values: Any) -> None:
        """Print a text of the language file."""
        print(on_screen(self.language.say(f"texts.{key}", **values)))

    def warn(self, key: str, /, **values: Any) -> None:
        """Print a text beside what the command makes."""
        print(self.language.say(f"texts.{key}", **values), file=sys.stderr)

    def deliver(self, made: Mapping[Path, Content], folder: Path | None = None) -> bool:
        """Write what the command has made; asks before anything is replaced that this program did not make.

        A `folder` is made if it is not there.

        False where it went to the standard output, which then holds nothing else.
        """
        from wsdv_tools.sources.outputs import deliver, is_standard_output
        from wsdv_tools.sources.saving import cannot_write

        try:
            if folder:
                folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unreadable([cannot_write(error, folder)]) from None
        deliver(made, self.may_replace)
        return not any(map(is_standard_output, made))

    def may_replace(self, path: Path) -> bool:
        """Only a person who can be asked may allow it."""
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return False
        self.say("dialogue.overwrite", file=str(path))
        typed = input("> ").strip().casefold()
        return typed in self.language.say("texts.command.yes").split()

    def report(self, findings: Sequence[Finding]) -> int:
        """Print the findings in the chosen format and give the exit code they ask for."""
        if self.format == "json":
            print(as_json(findings, self.speaker))
        elif self.format == "github":
            for finding in findings:
                print(as_github(finding, self.speaker))
        else:
            colour = wants_colour(sys.stdout)
            sources: dict[str, list[str] | None] = {}
            for finding in findings:
                file = finding.place.file if finding.place else None
                if file and file not in sources:
                    sources[file] = _source(Path(file))
                print(on_screen(as_text(finding, self.speaker, sources.get(file or ""), colour)), end="\n\n")
        return exit_code(findings)


class Worker(Travelling):
    """What works for a session in any process, by the rulings of its command line."""

    def __init__(self, session: Session, rules: str) -> None:
        self.session = session
        self.rules = rules

    @cached_property
    def notation(self) -> Notation:
        return self.session.notation(self.rules)


def _source(path: Path) -> list[str] | None:
    """The lines of a file that findings are about, if it is a file."""
    data, _ = read_bytes(path)
    return None if data is None else text_lines(data.decode("utf-8-sig", "replace"))


def session_options(function: Callable[..., int | None]) -> Callable[..., int]:
    """Give a command `--data` and `--lang`, its session as first argument, and findings instead of failures."""

    @click.option("--data", metavar="DIR", help="option.data")
    @click.option("--lang", metavar="LANG", help="option.lang")
    @click.pass_context
    @wraps(function)
    def command(ctx: click.Context, /, data: str | None, lang: str | None, **options: Any) -> int:
        asked = pass_on(ctx, data, lang)
        session = Session(asked.data, asked.lang)
        session.format = "json" if options.get("as_json") else options.get("format_", "text")
        try:
            session.refuse_unknown_language()
            return function(session, **options) or 0
        except Unreadable as error:
            return session.report(error.findings)
        except BrokenPipeError:
            raise
        except OSError as error:
            return session.report([system_refuses(error)])
        except Exception:
            faults = session.faults_of_data()
            if not faults:
                raise
            return session.report(faults)

    return command


def system_refuses(error: OSError, file: Wording | None = None) -> Finding:
    """The one place for what the system does not let us do, wherever it happened."""
    from wsdv_tools.sources.saving import reason

    return Finding(
        "system-refuses", None, {"file": file or os.fsdecode(error.filename or "."), "reason": reason(error)}
    )


letters_option = click.option(
    "--letters",
    type=Choice(["outlines", "text"]),
    default="outlines",
    show_default=True,
    help="option.letters",
)
