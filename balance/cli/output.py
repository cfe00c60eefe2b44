"""What commands print, and what they need of the machine."""

from __future__ import annotations

import gc
import io
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import rich_click as click

from balance.cli.help import WIDEST, is_terminal
from balance.errors import one_line

if TYPE_CHECKING:
    from balance.reports.text_table import TextTable

INTERRUPTED = 130
WIDTH = 80  # columns of what is printed anywhere but on a terminal
GAP = 2  # columns between two of a table
SCHEMA_VERSION = 1
"""Of what `--json` prints; raised when a key is renamed, removed or changes its meaning."""


def echo(line: str) -> None:
    """Print a line on stdout, however long it is: a path or a command, which is copied whole."""
    click.echo(one_line(line))


def say(line: str) -> None:
    """Print a line on stderr."""
    click.echo(one_line(line), err=True)


def echo_sentences(lines: Iterable[str]) -> None:
    """Print sentences on stdout, broken between words where they are too wide."""
    for line in lines:
        for part in textwrap.wrap(
            one_line(line), _width(), break_long_words=False, break_on_hyphens=False
        ) or [""]:
            click.echo(part)


def echo_tables(tables: Iterable[TextTable]) -> None:
    """Print tables on stdout, in aligned columns; on a terminal with bold heads."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = is_terminal(sys.stdout)
    written = io.StringIO()
    console = (
        Console(width=_width())
        if drawn
        else Console(file=written, width=_width(), color_system=None, force_terminal=False)
    )
    for told in (told for told in tables if told.rows):
        table = Table(
            box=None,
            header_style="bold",
            show_header=any(told.head),
            pad_edge=False,
            padding=(0, GAP, 0, 0),
        )
        whole = _fits(told, console.width)
        for place, name in enumerate(told.head):
            number = place in told.right
            table.add_column(
                Text(_folded(name, _widest(told, place)) if number else one_line(name)),
                justify="right" if number else "left",
                overflow="fold",
                no_wrap=number and whole,
            )
        for row in told.rows:
            table.add_row(*(Text(one_line(text)) for text in row))
        console.print()
        if told.title:
            console.print(Text(one_line(told.title), style="bold"))
        console.print(table)
        if told.note:
            console.print(Text(one_line(told.note)))
    for line in written.getvalue().splitlines():
        click.echo(line.rstrip())


def _fits(told: TextTable, width: int) -> bool:
    """Tell whether a table's numbers can be kept on one line each, if its words are broken."""
    least = [
        _widest(told, place) if place in told.right else max(_longest_word(row[place]) for row in told.rows)
        for place in range(len(told.head))
    ]
    return sum(least) + GAP * (len(least) - 1) <= width


def _widest(told: TextTable, place: int) -> int:
    """Return how wide a column of numbers is, its head broken between words."""
    return max([_longest_word(told.head[place]), *(len(row[place]) for row in told.rows)])


def _longest_word(text: str) -> int:
    return max(map(len, text.split()), default=0)


def _folded(head: str, width: int) -> str:
    """Return a head broken between words."""
    return textwrap.fill(one_line(head), max(width, 1), break_long_words=False, break_on_hyphens=False)


def _width() -> int:
    """Return how many columns are written."""
    if not is_terminal(sys.stdout):
        return WIDTH
    return min(shutil.get_terminal_size((WIDTH, 24)).columns, WIDEST)


def print_json(values: Mapping[str, Any]) -> None:
    """Print what ``--json`` asks for: one JSON object, which begins with the version of its keys."""
    from balance.sweep.files import json_bytes

    click.echo(json_bytes({"schema_version": SCHEMA_VERSION, **values}).decode(), nl=False)


@contextmanager
def without_collector() -> Iterator[None]:
    """Leave the collector of cycles off: records hold none, and it would look through all of them again and again."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def nothing_kept(context: click.Context) -> Iterator[None]:
    """End a command that keeps nothing of an interrupted run with one message, if Ctrl-C ends it."""
    try:
        yield
    except KeyboardInterrupt:
        say("error: interrupted; nothing was written, the same command starts anew")
        context.exit(INTERRUPTED)


def cores() -> int:
    """Return how many cores there are."""
    from joblib import cpu_count

    return int(cpu_count())
