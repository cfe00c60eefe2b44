"""What commands print, and what they need of the machine."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def without_collector() -> Iterator[None]:
    """Leave the collector of cycles off: records hold none, and it would look through all of them again and again."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def cores() -> int:
    """Return how many cores there are."""
    from joblib import cpu_count

    return int(cpu_count())
