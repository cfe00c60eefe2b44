"""How numbers and intervals are written as JSON values."""

from __future__ import annotations

import math
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from balance.stats.results import Interval

DIGITS = 6
"""Decimal places of every number that is not a count."""

Json = dict[str, Any]


def number(value: float) -> float | None:
    """Return a number rounded to six places, or None where it is not finite.

    Examples
    --------
    >>> number(0.12345678), number(float("nan")), number(-1e-9)
    (0.123457, None, 0.0)
    """
    return round(value, DIGITS) + 0.0 if math.isfinite(value) else None


def interval(value: Interval) -> Json:
    """Return an interval as JSON values."""
    return {
        "estimate": number(value.estimate),
        "low": number(value.low),
        "high": number(value.high),
        "games": value.games,
        "note": value.note,
    }


def plain(value: Any) -> Any:
    """Return a result as JSON values: fields by name, numbers rounded to six places, what is not known as null."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float):
        return number(value)
    if isinstance(value, (tuple, list)):
        return [plain(entry) for entry in value]
    return value
