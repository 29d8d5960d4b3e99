"""The command line: a table of commands, each in a module of its own that is imported only when it is run."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

# A command's name, its module and what `wsdv --help` says of it.
COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("wsdv_tools.cli.demo", "Work out an example decade end and print a kit."),
    "cases": ("wsdv_tools.cli.cases", "Run the published cases of the rules."),
    "print": ("wsdv_tools.cli.printing", "Print cards, board, counters, reference sheets, or all of it."),
    "position": ("wsdv_tools.cli.position", "Write a template to type a position into."),
    "decade-end": ("wsdv_tools.cli.decade_end", "Compute the end of a decade, or be led through it."),
    "check": ("wsdv_tools.cli.check", "Find every rule error in recorded games."),
    "play": ("wsdv_tools.cli.play", "Record a game at the table, play by play."),
    "fmt": ("wsdv_tools.cli.fmt", "Write a record in canonical spelling."),
    "show": ("wsdv_tools.cli.show", "Show the board of a position or a record."),
    "explain": ("wsdv_tools.cli.explain", "Explain an error, a rule or a card."),
    "validate": ("wsdv_tools.cli.validate", "Check data, schemas and translations."),
    "score": ("wsdv_tools.cli.score", "Score a game of Kubakrise or Eiserner Vorhang."),
    "cards": ("wsdv_tools.cli.cards", "Write a card file of a small game to fill in."),
    "translate": ("wsdv_tools.cli.translate", "Translate: what is missing, spreadsheets, new languages."),
}

YOUNG = 1_000_000  # objects: what a command reads it keeps, and looking for garbage in it took a fifth of the time
INTERRUPTED = 130
USAGE = 2
NOT_WRITTEN = 1
OUR_FAULT = 70


class NothingAsked(click.UsageError):
    """A group without a command; its message is the help. Versions of click differ in what they make of that."""


class Group(click.Group):
    """A group that shows its help where no command is named, and says that one is missing by its exit code."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing:
            raise NothingAsked(ctx.get_help(), ctx)
        return super().parse_args(ctx, args)


class LazyGroup(Group):
    """A group that knows its commands by a table and imports only the one that is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name][0]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, 1, 0.5)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            ctx.fail(f"No such command '{args[0]}'.{hint}")
        return super().resolve_command(ctx, args)


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.option("--data", metavar="DIR", help="Use another data folder.")
@click.option("--lang", metavar="LANG", help="The language: a code or a file; else WSDV_LANG, the system's, English.")
@click.version_option(package_name="wsdv_tools", prog_name="wsdv")
@click.pass_context
def group(ctx: click.Context, data: str | None, lang: str | None) -> None:
    """Adjudicator and print-and-play for the board game "Wir sind das Volk!"."""
    ctx.obj = {"data": data, "lang": lang}


def main() -> None:
    gc.set_threshold(YOUNG)
    code = run(sys.argv[1:])
    gc.freeze()  # Python would look through all of it twice more before it ends
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command and give its exit code; whatever a user can cause ends without a traceback."""
    if "_WSDV_COMPLETE" in os.environ:
        group.main(list(arguments), prog_name="wsdv")
    from wsdv_tools.cli.console import shown
    from wsdv_tools.sources.inputs import one_command

    with shown(), one_command():
        return _run(arguments)


def _run(arguments: Sequence[str]) -> int:
    from wsdv_tools.cli.console import output_trouble

    try:
        code = _invoke(arguments)
        trouble = output_trouble()
        if trouble is None or isinstance(trouble, BrokenPipeError):  # whoever read the output has seen enough
            return code
        _tell_trouble(trouble, of_output=True)
        return code or NOT_WRITTEN
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:  # a picture or a dialogue; nothing may be written when Python closes it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        _tell_trouble(error)
        return USAGE
    except Exception as error:
        if os.environ.get("WSDV_DEBUG"):
            raise
        print(f"wsdv: {type(error).__name__}: {error}", file=sys.stderr)
        print("This should not happen; WSDV_DEBUG=1 shows where it does.", file=sys.stderr)
        return OUR_FAULT


def _tell_trouble(error: OSError, of_output: bool = False) -> None:
    """What the system does not let us do, in the user's language if that can still be read."""
    from wsdv_tools.cli.session import system_refuses
    from wsdv_tools.findings import Unreadable, Wording, as_text
    from wsdv_tools.words import Language, preferred_language

    output = Wording("words", "standard-output", "standard output")
    finding = system_refuses(error, output if of_output else None)
    try:
        language = Language.load(preferred_language())
    except Unreadable:
        language = Language.load()
    print(as_text(finding, language), file=sys.stderr)


def _invoke(arguments: Sequence[str]) -> int:
    try:
        with group.make_context("wsdv", list(arguments)) as context:
            code = group.invoke(context)
            return code if isinstance(code, int) else 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except NothingAsked as error:
        print(error.format_message(), file=sys.stderr)
        return USAGE
    except click.ClickException as error:
        usage = error.ctx.get_usage() + "\n" if isinstance(error, click.UsageError) and error.ctx else ""
        print(f"{usage}wsdv: {error.format_message()}", file=sys.stderr)
        return USAGE
