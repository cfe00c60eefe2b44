"""Kinds of arguments and options that several commands take."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import rich_click as click

MOST_GAMES = 10_000_000
MOST_IN_ALL = 1_000_000_000_000
FINEST, COARSEST = 0.05, 20.0  # precisions, in wins in 100 games
LARGEST_SEED = 2**63 - 1


class File(click.ParamType[Path]):
    """A path; an empty one is refused, for it would mean the current folder."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path."""
        if not str(value):
            self.fail("expected a path; got ''", param, ctx)
        return Path(value)


class Whole(click.IntRange):
    """A whole number from `min` to `max`, refused in the words of all other messages."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            self.fail(f"expected a whole number from {self.min} to {self.max}; got {value!r}", param, ctx)


class Number(click.FloatRange):
    """A number from `min` to `max`, refused in the words of all other messages."""

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

__all__ = [
    "COARSEST",
    "FILE",
    "FINEST",
    "LARGEST_SEED",
    "MOST_GAMES",
    "MOST_IN_ALL",
    "File",
    "Names",
    "Number",
    "Whole",
]
