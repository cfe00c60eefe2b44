"""What commands print, and what they need of the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

from balance.errors import one_line

if TYPE_CHECKING:
    from balance.road import Finished


def echo(line: str) -> None:
    """Print a line on stdout."""
    click.echo(one_line(line))


def say(line: str) -> None:
    """Print a line on stderr."""
    click.echo(one_line(line), err=True)


def echo_headline(finished: Finished) -> None:
    """Print where the report is, and its verdict."""
    for line in (f"report: {finished.report}", *finished.headline):
        echo(line)


def cores() -> int:
    """Return how many cores there are."""
    from joblib import cpu_count

    return int(cpu_count())
