"""Rows of tallies written by hand."""

from __future__ import annotations

from typing import Any

import polars as pl

from balance.stats.estimates import estimate
from balance.stats.planted import COLUMNS, POLICIES
from balance.stats.results import Estimates


def row(first: str, second: str, wins: int, games: int, **more: Any) -> dict[str, Any]:
    """Return one cell; `bid` (signed), `ties`, `layout`, `policies`, `margins` (points → games) if given."""
    bid = more.get("bid", 0)
    ties = more.get("ties", 0)
    margins = more.get("margins") or {-1: games - wins, 0: 0, 1: wins}
    low = min(margins)
    policies = more.get("policies", POLICIES)
    return {
        "seelie": first,
        "unseelie": second,
        "layout": more.get("layout", "standard"),
        "seelie_policy": policies[0],
        "unseelie_policy": policies[1],
        "bid_to": "seelie" if bid > 0 else "unseelie" if bid < 0 else "",
        "bid": abs(bid),
        "games": games,
        "seelie_wins": wins,
        "ties": ties,
        "margin_mean": sum(m * n for m, n in margins.items()) / max(games, 1),
        "margin_counts": [margins.get(m, 0) for m in range(low, max(margins) + 1)],
        "margin_offset": low,
        "stage": 1 if bid == 0 else 2,
    }


def estimated(*rows: dict[str, Any], tie_break: str = "seelie", **more: Any) -> Estimates:
    """Return the estimates of rows; contestants are those of the rows unless given."""
    names = more.pop("contestants", None) or sorted({r[s] for r in rows for s in ("seelie", "unseelie")})
    return estimate(
        pl.DataFrame(list(rows)),
        columns=COLUMNS,
        contestants=names,
        headline=POLICIES,
        tie_break=tie_break,
        **more,
    )
