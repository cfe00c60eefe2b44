"""A comparison of two runs as plain JSON values, with the schema that they keep to."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from balance.stats.json_values import Json, interval, plain
from balance.stats.results import FairBid
from balance.stats.runs.results import BidDifference, Figure, PairDifference, RunsComparison

SCHEMA_VERSION = 1
"""Raised when a key is renamed, removed or changes its meaning."""


def schema() -> Json:
    """Return the JSON Schema (draft 2020-12) of a comparison, as shipped in the package."""
    text = resources.files("balance.stats.runs").joinpath("schema.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def comparison_json(found: RunsComparison, **context: Any) -> Json:
    """Return a comparison as JSON values.

    Shares are 0–1 and the first seat's, rounded to six places; what could not be estimated is null.

    Parameters
    ----------
    found
        What `balance.stats.runs.compared.compare` returned.
    **context
        What it is about: `old` and `new` (whose runs), `differences`, `left_out`, `target`, `band`, `verdict`.
    """
    return {
        "schema_version": SCHEMA_VERSION,
        **context,
        "same_run": found.same,
        "same_seed": found.related,
        "seats": list(found.seats),
        "policies": list(found.policies),
        "settings": list(found.settings),
        "contestants": list(found.contestants),
        "alpha": found.alpha,
        "material": found.material,
        "games": list(found.games),
        "levels": {
            "pairs": plain(found.pair_level),
            "strengths": plain(found.strength_level),
            "settings": plain(found.setting_level),
        },
        "overall": _figure(found.overall),
        "tie_break": _figure(found.tie_break),
        "unfairness": _figure(found.unfairness),
        "pairs": [_pair(pair) for pair in found.pairs],
        "strengths": [_figure(one) for one in found.strengths],
        "by_setting": [_figure(one) for one in found.by_setting],
        "bids": [_bid(one) for one in found.bids],
    }


def _moved(one: Figure | PairDifference) -> Json:
    return {
        "target": plain(one.target),
        "old": interval(one.old),
        "new": interval(one.new),
        "change": interval(one.change),
        "distance": interval(one.distance),
        "verdict": str(one.verdict),
    }


def _figure(one: Figure) -> Json:
    return {"name": one.name, **_moved(one)}


def _pair(pair: PairDifference) -> Json:
    return {
        "first": pair.first,
        "second": pair.second,
        **_moved(pair),
        "band": plain(pair.band),
        "old_standing": str(pair.old_standing),
        "new_standing": str(pair.new_standing),
        "equal_counts": pair.equal_counts,
        "note": pair.note,
    }


def _bid(one: BidDifference) -> Json:
    return {
        "first": one.first,
        "second": one.second,
        "old": _fair(one.old),
        "new": _fair(one.new),
        "change": None if one.change is None else list(one.change),
        "apart": one.apart,
    }


def _fair(bid: FairBid) -> Json:
    return {"status": bid.status.value, "best": bid.best, "bids": list(bid.bids), "note": bid.note}
