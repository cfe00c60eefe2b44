"""docs/commands.md: every command with its arguments, options and examples, from the command line itself."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from itertools import groupby
from typing import Final

import rich_click as click

from balance.cli import cli
from balance.cli.help import Command
from docs.generate.markdown import table

_DEFAULT: Final = "  [default: "  # how an option's help tells a default that is no value of its own

_HEAD: Final = """\
<!-- Written by `make docs` from balance/cli; do not edit. -->

# Commands

Commands are typed in the project's folder, after `. .venv/bin/activate`. What stands in capitals is for you to fill
in. `--help` after any command prints its part of this page.
"""

_EXIT_CODES: Final = """\
## Exit codes

| code | it says |
| --- | --- |
| 0 | done; `verify`: every record holds; `tweak --check`: every check is met |
| 1 | `verify`: a record breaks the rules; `tweak --check`: a check is not met |
| 2 | a mistake in a file or an argument: one line on standard error says where, and what was expected |
| 3 | `tweak --check`: a check is not yet known, and none is known not to be met |
| 130 | interrupted; `sweep` keeps finished games and goes on from there when the same command is given again |
| 143 | ended by SIGTERM; `sweep` keeps finished games as after Ctrl-C |
| 141 | whoever read the output stopped reading, as `head` does |

## Environment variables

| variable | what it does |
| --- | --- |
| `NO_COLOR` | set to anything: no colours, as with `--no-color` |
| `TERM` | `dumb` or `unknown`: plain text, no colours and no moving progress bar |

Colours are for terminals only. In a file or a pipe everything is plain text of 80 columns, and progress is a line now
and then.
"""


def page() -> str:
    """Return the page's text."""
    return "\n".join(_lines()).rstrip() + "\n"


def _lines() -> Iterator[str]:
    yield _HEAD
    of_all = click.Context(cli, info_name="balance")
    yield "## Options before any command"
    yield ""
    yield from _options(cli, of_all)
    for panel in dict.fromkeys(_panel(command) for command in cli.commands.values()):
        yield f"## {panel}"
        yield ""
        for name, command in cli.commands.items():
            if _panel(command) == panel:
                yield from _command(name, command, of_all)
    yield _EXIT_CODES


def _panel(thing: click.Command | click.Parameter) -> str:
    """Return the group that a command or an option is listed in."""
    return str(getattr(thing, "panel", None) or "")


def _command(name: str, command: click.Command, parent: click.Context) -> Iterator[str]:
    context = click.Context(command, info_name=name, parent=parent)
    yield f"### balance {name}"
    yield ""
    yield inspect.cleandoc(command.help or "")
    yield ""
    yield "```text"
    yield " ".join(["balance", name, *command.collect_usage_pieces(context)])
    yield "```"
    yield ""
    if isinstance(command, Command) and command.examples:
        yield "```sh"
        for number, (comment, line) in enumerate(command.examples.items()):
            if number:
                yield ""
            yield f"# {comment}"
            yield line
        yield "```"
        yield ""
    yield from _options(command, context)


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield the options of a command as a table, in their groups."""
    options = [each for each in command.params if isinstance(each, click.Option) and not each.hidden]
    rows = []
    for panel, group in groupby(options, key=_panel):
        if panel:
            rows.append([f"**{panel}**", "", ""])
        rows += [_row(option, context) for option in group]
    if rows:
        yield from table(["option", "default", "what it does"], rows)


def _row(option: click.Option, context: click.Context) -> list[str]:
    """Return an option's cells: how it is written, its default, what it does."""
    value = "" if option.is_flag or option.count else f" {option.make_metavar(context)}"
    written = ", ".join(f"`{name}{value}`" for name in option.opts)
    written += "".join(f", `{name}`" for name in option.secondary_opts)
    told, _, inside = (option.help or "").partition(_DEFAULT)
    default = inside.removesuffix("]") or _default(option, context)
    several = " May be given several times." if option.multiple else ""
    return [written, default, f"{told}{several}"]


def _default(option: click.Option, context: click.Context) -> str:
    """Return an option's default, if it has one that help shows."""
    if option.required:
        return "to be given"
    if option.secondary_opts and option.default is False:
        return option.secondary_opts[0].lstrip("-")
    return option.get_help_extra(context).get("default", "")
