"""Kinds of arguments and options that several commands take."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import rich_click as click
from click.shell_completion import CompletionItem

from balance.cli.completing import contestants, policies, settings
from balance.cli.help import PLAYED, RESULTS, RUNNING

MOST_GAMES = 10_000_000
MOST_CELL_GAMES = 1_000_000_000
MOST_IN_ALL = 1_000_000_000_000
FINEST, COARSEST = 0.05, 20.0  # precisions, in wins in 100 games
SHORTEST, LONGEST = 0.05, 100_000.0  # minutes
SMALLEST_EFFORT, LARGEST_EFFORT = 1e-7, 1e4  # as `balance.config.scaling` has them
LARGEST_SEED = 2**63 - 1


class File(click.ParamType[Path]):
    """A path; an empty one is refused, for it would mean the current folder."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path."""
        if not str(value):
            self.fail("expected a path; got ''", param, ctx)
        return Path(value)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 (click calls it so)
        param: click.Parameter,  # noqa: ARG002 (click calls it so)
        incomplete: str,
    ) -> list[CompletionItem]:
        """Let the shell complete the names of files."""
        return [CompletionItem(incomplete, type="file")]


class Whole(click.IntRange):
    """A whole number from `min` to `max`, refused in the words of all other messages."""

    name = "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            self.fail(f"expected a whole number from {self.min} to {self.max}; got {value!r}", param, ctx)


class Number(click.FloatRange):
    """A number from `min` to `max`, refused in the words of all other messages."""

    name = "X"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number."""
        try:
            number = float(super().convert(value, param, ctx))
        except click.BadParameter:
            number = math.nan
        if math.isnan(number):
            self.fail(f"expected a number from {self.min} to {self.max}; got {value!r}", param, ctx)
        return number


class Names(click.ParamType[tuple[str, ...]]):
    """Names separated by commas."""

    name = "a,b,…"

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,  # noqa: ARG002 (click calls it so)
        ctx: click.Context | None,  # noqa: ARG002 (click calls it so)
    ) -> tuple[str, ...]:
        """Return the names."""
        if not isinstance(value, str):
            return tuple(value)
        return tuple(name.strip() for name in value.split(",") if name.strip())


FILE = File()

jobs_option = click.option(
    "--jobs", type=Whole(1, 1024), help="Threads.  [default: one per core]", panel=RUNNING
)
seed_option = click.option(
    "--seed", type=Whole(0, LARGEST_SEED), help="Master seed.  [default: the file's]", panel=PLAYED
)
quiet_option = click.option("--quiet", is_flag=True, help="Print nothing but errors.", panel=RUNNING)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.", panel=RESULTS
)
layout_option = click.option(
    "--layout",
    "--setting",
    "layout",
    metavar="NAME",
    help="Layout.  [default: the file's first]",
    panel=PLAYED,
    shell_complete=settings,
)
factions_option = click.option(
    "--factions",
    "--contestants",
    "contestants",
    type=Names(),
    help="Only these factions (loadouts, conducts …).",
    panel=PLAYED,
    shell_complete=contestants,
)
layouts_option = click.option(
    "--layouts",
    "--settings",
    "settings",
    type=Names(),
    help="Only these layouts (contests, tables …).",
    panel=PLAYED,
    shell_complete=settings,
)
greedy_option = click.option(
    "--policy",
    metavar="NAME|A,B",
    help="Who plays, on both sides, or A against B.  [default: greedy, if there is one, else the file's first pair]",
    panel=PLAYED,
    shell_complete=policies,
)
"""The options that several commands have."""

__all__ = [
    "COARSEST",
    "FILE",
    "FINEST",
    "LARGEST_EFFORT",
    "LARGEST_SEED",
    "LONGEST",
    "MOST_CELL_GAMES",
    "MOST_GAMES",
    "MOST_IN_ALL",
    "SHORTEST",
    "SMALLEST_EFFORT",
    "File",
    "Names",
    "Number",
    "Whole",
    "factions_option",
    "greedy_option",
    "jobs_option",
    "json_option",
    "layout_option",
    "layouts_option",
    "quiet_option",
    "seed_option",
]
