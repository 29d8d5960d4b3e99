"""The command line: a table of commands, each in a module of its own that is imported only when it is run."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

from wsdv_tools.cli.usage import Door, Group, NothingAsked, group_options, told
from wsdv_tools.interrupts import INTERRUPTED, is_interrupt
from wsdv_tools.words.choosing import preferred_language
from wsdv_tools.words.help_words import HelpWords

if TYPE_CHECKING:
    from collections.abc import Sequence

# Each command and its module, in the order of `wsdv --help`.
COMMANDS = {
    "demo": "wsdv_tools.cli.demo",
    "serve": "wsdv_tools.cli.serve",
    "play": "wsdv_tools.cli.play",
    "decade-end": "wsdv_tools.cli.decade_end",
    "position": "wsdv_tools.cli.position",
    "check": "wsdv_tools.cli.check",
    "show": "wsdv_tools.cli.show",
    "fmt": "wsdv_tools.cli.fmt",
    "explain": "wsdv_tools.cli.explain",
    "forecast": "wsdv_tools.cli.forecast",
    "report": "wsdv_tools.cli.report",
    "stats": "wsdv_tools.cli.stats",
    "print": "wsdv_tools.cli.printing",
    "tts": "wsdv_tools.cli.tts",
    "validate": "wsdv_tools.cli.validate",
    "translate": "wsdv_tools.cli.translate",
    "cases": "wsdv_tools.cli.cases",
    "score": "wsdv_tools.cli.score",
    "cards": "wsdv_tools.cli.cards",
}

YOUNG = 1_000_000  # objects: a command keeps what it reads, and looking for garbage in it took a fifth of the time
USAGE = 2
NOT_WRITTEN = 1
OUR_FAULT = 70


class LazyGroup(Group):
    """A group that knows its commands by a table and imports only the one that is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        return command


@click.command("wsdv", cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(package_name="wsdv_tools", prog_name="wsdv", message="%(prog)s %(version)s")
@group_options
def group() -> None:
    """All commands."""


def main() -> None:
    gc.set_threshold(YOUNG)
    code = run(sys.argv[1:])
    gc.freeze()  # Python would look through all of it twice more before it ends
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command and give its exit code; whatever a user can cause ends without a traceback."""
    if "_WSDV_COMPLETE" in os.environ:
        import_module("wsdv_tools.cli.completing")
        group.main(list(arguments), prog_name="wsdv", obj=Door(HelpWords(preferred_language())))
    from wsdv_tools.cli.console import shown
    from wsdv_tools.sources.inputs import one_command

    with shown(), one_command():
        return _run(arguments, HelpWords(preferred_language(_asked_language(arguments))))


def _asked_language(arguments: Sequence[str]) -> str | None:
    """The language of a command line that may be wrong in any other way, or only ask for help."""
    asked = None
    for number, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--":
            break
        if name == "--lang":
            asked = value or next(iter(arguments[number + 1 :]), None)
    return asked


def _run(arguments: Sequence[str], words: HelpWords) -> int:
    from wsdv_tools.cli.console import output_trouble

    try:
        code = _invoke(arguments, words)
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
        if is_interrupt(error):
            return INTERRUPTED
        if os.environ.get("WSDV_DEBUG"):
            raise
        print(f"wsdv: {type(error).__name__}: {error}", file=sys.stderr)
        print(words.say("wrong.our-fault"), file=sys.stderr)
        return OUR_FAULT


def _tell_trouble(error: OSError, of_output: bool = False) -> None:
    """What the system does not let us do, in the user's language if that can still be read."""
    from wsdv_tools.cli.session import system_refuses
    from wsdv_tools.findings import Wording, as_text
    from wsdv_tools.words import Language

    output = Wording("words", "standard-output", "standard output")
    finding = system_refuses(error, output if of_output else None)
    print(as_text(finding, Language.for_findings()), file=sys.stderr)


def _invoke(arguments: Sequence[str], words: HelpWords) -> int:
    try:
        with group.make_context("wsdv", list(arguments), obj=Door(words)) as context:
            code = group.invoke(context)
            return code if isinstance(code, int) else 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except NothingAsked as error:
        print(error.format_message(), file=sys.stderr)
        return USAGE
    except click.ClickException as error:
        print(_refused(error, words), file=sys.stderr)
        return USAGE


def _refused(error: click.ClickException, words: HelpWords) -> str:
    """What is wrong with a command line, and where more is said about it; options without a command get the help."""
    from wsdv_tools.cli.console import on_screen

    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return on_screen(f"wsdv: {told(error, words)}", sys.stderr)
    if type(error) is click.UsageError and isinstance(context.command, Group):
        return context.get_help()
    more = words.say("wrong.more", command=f"{context.command_path} --help")
    return f"{context.get_usage()}\n{on_screen(f'wsdv: {told(error, words)} {more}', sys.stderr)}"
