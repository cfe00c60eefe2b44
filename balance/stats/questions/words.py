"""Values in sentences and cells, always with their interval; a system's sentences are made with these."""

from __future__ import annotations

from balance.stats.questions.results import Value


def cell(value: Value | None) -> str:
    """Return a value for a table, without its unit: ``12.4 (12.1–12.7)``."""
    raise NotImplementedError


def told(value: Value) -> str:
    """Return a value for a sentence: ``12.4 (12.1–12.7) hits``, or ``not enough games to tell``."""
    raise NotImplementedError


def surely_above(value: Value, mark: float = 0.0) -> bool:
    """Tell whether a value's whole interval lies above a mark, in the interval's own unit."""
    return value.interval.low > mark


def surely_below(value: Value, mark: float = 0.0) -> bool:
    """Tell whether a value's whole interval lies below a mark, in the interval's own unit."""
    return value.interval.high < mark
