"""What `balance fit` found, as JSON values."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from balance.fit.road import Fitted
from balance.stats.pairings.summary import pairings_json
from balance.stats.played.combined import Combined
from balance.stats.results import Interval
from balance.stats.summary import interval, number

SCHEMA_VERSION = 1
"""Raised when a key is renamed, removed or changes its meaning."""

Json = dict[str, Any]


def as_json(fitted: Fitted) -> Json:
    """Return everything found as JSON values.

    Deterministic: the same games give equal values in equal order. Shares are 0–1 and the first side's; log odds are
    natural logarithms; what could not be estimated is null.
    """
    model = fitted.model
    return {
        "schema_version": SCHEMA_VERSION,
        "results": [
            {
                "path": str(one.path),
                "kind": "file" if one.manifest is None else "run",
                "games": one.games,
                "sides": list(one.sides),
                "columns": dict(one.columns),
            }
            for one in fitted.given
        ],
        "prior": None
        if fitted.prior is None
        else {"path": str(fitted.prior.path), "games": fitted.prior.games},
        "games": model.games,
        "method": model.method.value,
        "ties": model.ties.value,
        "reference": model.reference,
        "strengths": [values(one) for one in fitted.strengths],
        "players": [values(one) for one in fitted.players],
        "side": None if model.side is None else {**values(model.side), "share": values(fitted.side)},
        "model": pairings_json(model),
        "combined": _combined(fitted.combined),
        "disagreements": [values(one) for one in fitted.pairs],
        "notes": list(fitted.notes),
    }


def _combined(both: Combined | None) -> Json | None:
    """Return a run and played games together, its mappings as lists."""
    if both is None:
        return None
    return {
        "games": both.games,
        "side": values(both.side),
        "contestants": [{"name": name, **values(shift)} for name, shift in both.contestants.items()],
        "pairs": [{"first": a, "second": b, "share": values(share)} for (a, b), share in both.pairs.items()],
        "contestant_spread": values(both.contestant_spread),
        "pair_spread": values(both.pair_spread),
    }


def values(value: Any) -> Any:
    """Return a result as JSON values: its fields by name, intervals and numbers as in a run's summary."""
    if isinstance(value, Interval):
        return interval(value)
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {field.name: values(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        return [values(one) for one in value]
    return number(value) if isinstance(value, float) else value
