"""How help looks: examples under every command, commands and options in named groups, plain text in a pipe."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import rich_click as click

REPORTS, CHANGES, GAMES, PEOPLE, FILES = (
    "Play and report",
    "Check a change",
    "Look at games",
    "Games that people played",
    "Files and shell",
)
"""Groups of commands."""
PLAYED, SIZE, COLUMNS, MODEL, LIMITS, SEARCH, RESULTS, RUNNING = (
    "What is played",
    "How many games",
    "Columns of the file",
    "How strengths are fitted",
    "What is said of a change",
    "Search a run",
    "Results",
    "Running",
)
"""Groups of options."""
LONGEST = 76  # characters of an example's line
WIDEST = 100  # columns of help on a wide terminal


class Command(click.RichCommand):
    """A command with examples, each a comment and the command line as it is typed."""

    def __init__(self, *args: Any, examples: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = dict(examples or {})

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; a rule system's own word in place of the general one is told which that is."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            there = {name for one in self.get_params(ctx) for name in one.opts}
            if meant := [name for name in _general_names(error.option_name) if name in there]:
                raise instead(error.option_name, meant, ctx) from None
            raise

    def format_epilog(  # type: ignore[override] # as rich-click itself narrows it
        self, ctx: click.RichContext, formatter: click.RichHelpFormatter
    ) -> None:
        """Write the examples, so that they can be copied."""
        super().format_epilog(ctx, formatter)
        if not self.examples:
            return
        from rich.text import Text

        formatter.write(Text("Examples:", style="bold"))
        for comment, line in self.examples.items():
            formatter.write(Text(f"  # {comment}", style="dim"))
            for part in broken(line):
                formatter.write(Text(f"  {part}"))


def instead(option: str, meant: Sequence[str], ctx: click.Context) -> click.UsageError:
    """Return what is raised for an option whose meaning is clear, under other names than click would guess."""
    return click.UsageError(f"No such option {option!r}: expected {' or '.join(meant)}", ctx)


def _general_names(option: str) -> list[str]:
    """Return the options that a rule system's word for contestants or settings stands for; none for others."""
    from balance.config.load import form_of, systems

    found: dict[str, list[str]] = {}
    for form in map(form_of, systems()):
        found[form.contestants] = ["--contestants"]
        found[form.settings] = ["--settings", "--setting"]
        found[form.words.setting] = ["--setting", "--settings"]
    return found.get(option.lstrip("-"), [])


class Group(click.RichGroup):
    """A group that lists its commands, and their groups, in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click calls it so)
        """Return the names of the commands."""
        return list(self.commands)


def command(
    group: str, examples: Mapping[str, str], *, cls: type[Command] = Command, **attributes: Any
) -> Callable[[Callable[..., Any]], Command]:
    """Return the decorator that makes a command of a function.

    Parameters
    ----------
    group
        The group of commands that it stands in.
    examples
        What an example shows → the command line, as it is typed in the project's folder.
    cls
        What it becomes.
    attributes
        Whatever else click's own decorator takes.
    """
    return click.command(cls=cls, panel=group, examples=examples, **attributes)


def broken(line: str) -> list[str]:
    """Return a command line as a shell reads it over several lines, if it is too long for one.

    Examples
    --------
    >>> broken("balance sweep a.yaml"), broken(f"balance sweep {'a' * 50}.yaml --games 3")[1]
    (['balance sweep a.yaml'], '    --games 3')
    """
    if len(line) <= LONGEST:
        return [line]
    words = [shlex.quote(word) for word in shlex.split(line)]
    lines = [words[0]]
    for i, word in enumerate(words[1:], start=1):
        with_value = [word, *words[i + 1 : i + 2]] if word.startswith("--") else [word]
        if len(" ".join([lines[-1], *with_value])) > LONGEST - 2:
            lines[-1] += " \\"
            lines.append(f"    {word}")
        else:
            lines[-1] += f" {word}"
    return lines


def look() -> dict[str, Any]:
    """Return how help is drawn: in colours on a terminal, else as plain text of 80 columns."""
    usual = {"theme": "default-slim", "options_table_help_sections": ["help", "default"]}
    if is_terminal(sys.stdout):
        return {**usual, "max_width": WIDEST}
    return {**usual, "theme": "plain-slim", "color_system": None, "width": 80}


def is_terminal(stream: Any) -> bool:
    """Tell whether a stream is a terminal that can be drawn on; None is a closed stream."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")
