"""Commands and options as people see them: help, usage and mistakes, in the words of the section `help`.

A command's texts are at its name (`play`, `play.short` for the list of commands, `play.cards` for `--cards`); an option
that several commands share names its key as its `help`. A word in CAPITALS of a usage line is at `name.file`.
"""

from __future__ import annotations

import math
import re
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from wsdv_tools.words.help_words import HelpWords

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from click.shell_completion import CompletionItem

_NAME = re.compile(r"[A-Z]{3,}")
_HYPHEN = "\u2011"  # at which nothing is broken
_CLICKS_OWN = {"help": "option.help", "version": "option.version"}


class Door:
    """What the command line says before a command's name, and the words it is answered in."""

    def __init__(self, words: HelpWords | None = None, data: str | None = None, lang: str | None = None) -> None:
        self.words = words or HelpWords()
        self.data = data
        self.lang = lang


def door(ctx: click.Context) -> Door:
    return ctx.obj if isinstance(ctx.obj, Door) else Door()


def pass_on(ctx: click.Context, data: str | None, lang: str | None) -> Door:
    """What is said here applies to the commands below, unless they say otherwise."""
    before = door(ctx)
    after = ctx.obj = Door(before.words, data or before.data, lang or before.lang)
    return after


def group_options(function: Callable[[], None]) -> Callable[..., None]:
    """Give a group `--data` and `--lang`, for all of its commands."""

    @click.option("--data", metavar="DIR", help="option.data")
    @click.option("--lang", metavar="LANG", help="option.lang")
    @click.pass_context
    @wraps(function)
    def group(ctx: click.Context, /, data: str | None, lang: str | None) -> None:
        pass_on(ctx, data, lang)
        function()

    return group


class NothingAsked(click.UsageError):
    """A group without a command; its message is the help. Versions of click differ in what they make of that."""


class Wrong(click.BadParameter):
    """A command line that cannot be run: a key under `wrong.`, and values. Its sentence is made at the door."""

    def __init__(self, key: str, ctx: click.Context | None = None, near: str = "", **values: Any) -> None:
        super().__init__(key, ctx)
        self.key = f"wrong.{key}"
        self.near = near
        self.values = values


class Formatter(click.HelpFormatter):
    """Breaks no line at a hyphen: words that have one are typed as they are."""

    def write_text(self, text: str) -> None:
        super().write_text(text.replace("-", _HYPHEN))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([(name, about.replace("-", _HYPHEN)) for name, about in rows], col_max, col_spacing)

    def getvalue(self) -> str:
        return super().getvalue().replace(_HYPHEN, "-")


class Context(click.Context):
    formatter_class = Formatter


class Speaking(click.Command):
    """A command or a group that speaks the user's language."""

    context_class = Context
    key: str

    def __init__(self, name: str | None = None, **attributes: Any) -> None:
        super().__init__(name, **attributes)
        self.key = name or ""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Whatever is wrong in here is wrong with this command; click does not always say so."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What a command does, and its options."""
        words = door(ctx).words
        self.format_usage(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(words.say(self.key))
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        with formatter.section(words.say("options")):
            formatter.write_dl([_described(option, words, self.key) for option in options])

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        words = door(ctx).words
        arguments = [param for param in self.params if isinstance(param, click.Argument)]
        pieces = [f"[{words.say('name.options')}]", *(shown_name(param, words) for param in arguments)]
        if isinstance(self, click.Group):
            name = words.say("name.command")
            pieces.append(f"[{name}]" if self.invoke_without_command else name)
        formatter.write_usage(ctx.command_path, " ".join(pieces), f"{words.say('usage')} ")

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """What a shell offers, options with what they do."""
        items = click.Command.shell_complete(self, ctx, incomplete)
        params = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        options = {opt: param for param in params for opt in param.opts}
        for item in items:
            if item.value in options:
                item.help = _about(options[item.value], door(ctx).words, self.key)
        return items


class Command(Speaking):
    """A command by itself: it has no commands below it."""

    allow_extra_args = True  # and says itself that they are too many

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise Wrong("extra", ctx, text=" ".join(rest))
        return rest


class Group(Speaking, click.Group):
    """A group that shows its help where no command is named, and says that one is missing by its exit code."""

    command_class = Command

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        super().add_command(cmd, name)
        if isinstance(cmd, Command):
            cmd.key = f"{self.key}.{cmd.name}"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing and not self.invoke_without_command:
            raise NothingAsked(ctx.get_help(), ctx)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        names = self.list_commands(ctx)
        if args and args[0] not in names and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise Wrong("command", ctx, nearest(args[0], names), text=args[0])
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_help(ctx, formatter)
        with formatter.section(door(ctx).words.say("commands")):
            formatter.write_dl(list(self._shortly(ctx)))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        names = (CompletionItem(name, help=about) for name, about in self._shortly(ctx) if name.startswith(incomplete))
        return [*names, *super().shell_complete(ctx, incomplete)]

    def _shortly(self, ctx: click.Context) -> Iterator[tuple[str, str]]:
        """Each command with a line about it; none of them is imported for that."""
        above = f"{self.key}." if ctx.parent else ""
        for name in self.list_commands(ctx):
            yield name, door(ctx).words.say(f"{above}{name}.short")


class Choice(click.Choice):  # type: ignore[type-arg,unused-ignore]
    """One of several words, in any case."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        meant = str(value).casefold()
        if meant not in self.choices:
            known = list(map(str, self.choices))
            values = {"name": _name(param, ctx), "text": value, "choices": ", ".join(known)}
            raise Wrong("choice", ctx, nearest(meant, known), **values)
        return meant


class Number(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A number within bounds: a whole one, or one with decimals."""

    name = "number"

    def __init__(self, least: float, most: float, kind: type[int] | type[float] = int) -> None:
        self.least = least
        self.most = most
        self.kind = kind

    @property
    def bounds(self) -> str:
        return f"{self.least:.10g}–{self.most:.10g}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            number = self.kind(value)
        except (ValueError, OverflowError):
            number = math.nan
        if not self.least <= number <= self.most:  # nor is nan
            key = "whole" if self.kind is int else "number"
            raise Wrong(key, ctx, name=_name(param, ctx), text=value, bounds=self.bounds)
        return number


def nearest(typed: str, names: Iterable[str]) -> str:
    """What somebody may have meant."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(typed, [*names], 1)), "")


def option_name(param: click.Parameter | None) -> str:
    """The long form of an option."""
    return max(param.opts, key=len) if param else ""


def shown_name(param: click.Parameter, words: HelpWords) -> str:
    """How a value is named: its words in capitals are the language's own."""
    choices = "|".join(map(str, param.type.choices)) if isinstance(param.type, click.Choice) else ""
    name = param.metavar or (f"[{choices}]" if isinstance(param, click.Option) else choices)
    return _NAME.sub(lambda word: _own_name(word[0], words), name)


def _own_name(word: str, words: HelpWords) -> str:
    key = f"name.{word.lower()}"
    return words.say(key) if words.has(key) else word


def _described(option: click.Option, words: HelpWords, command: str) -> tuple[str, str]:
    """How an option is typed, and what it does."""
    metavar = "" if option.is_flag else shown_name(option, words)
    typed = f"{', '.join(sorted(option.opts, key=len))} {metavar}".rstrip()
    more = [words.say("default", value=option.default)] if option.show_default else []
    more += [option.type.bounds] if isinstance(option.type, Number) else []
    return typed, _about(option, words, command) + (f"  [{'; '.join(more)}]" if more else "")


def _about(option: click.Option, words: HelpWords, command: str) -> str:
    name = option_name(option).lstrip("-")
    return words.say(_CLICKS_OWN.get(name) or option.help or f"{command}.{name}")


def _name(param: click.Parameter | None, ctx: click.Context | None) -> str:
    """What a value is called that cannot be taken: an option by itself, an argument as in the usage line."""
    if param is None or isinstance(param, click.Option):
        return option_name(param)
    return shown_name(param, door(ctx).words if ctx else HelpWords())


# What is wrong, as click says it: the classes of its errors, which are the same in all of its versions.


def told(error: click.ClickException, words: HelpWords) -> str:
    """The sentence about a command line that cannot be run."""
    wrong = _worded(error)
    if wrong is None:
        return error.format_message()
    sentences = [words.say(wrong.key, **wrong.values)]
    if wrong.near:
        sentences.append(words.say("wrong.did-you-mean", name=wrong.near))
    return " ".join(sentences)


def _worded(error: click.ClickException) -> Wrong | None:
    if isinstance(error, Wrong):
        return error
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    if isinstance(error, click.NoSuchOption):
        known = [opt for param in ctx.command.get_params(ctx) for opt in param.opts] if ctx else []
        near = nearest(error.option_name, [opt for opt in known if opt.startswith("--")])
        return Wrong("option", ctx, near, text=error.option_name)
    if isinstance(error, click.BadOptionUsage):
        params = ctx.command.get_params(ctx) if ctx else []
        flags = [opt for param in params if getattr(param, "is_flag", False) for opt in param.opts]
        return Wrong("no-value" if error.option_name in flags else "needs-value", ctx, name=error.option_name)
    if isinstance(error, click.MissingParameter):
        kind = error.param.type if error.param else None
        choices = ", ".join(map(str, kind.choices)) if isinstance(kind, click.Choice) else ""
        return Wrong("missing-choice" if choices else "missing", ctx, name=_name(error.param, ctx), choices=choices)
    return None
