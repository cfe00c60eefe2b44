"""The results of a sensitivity run as plain JSON values and as rows of `effects.parquet`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import polars as pl

from balance.stats.sensitivity.results import HeadlineResult, Sensitivity, TieBreak, VariantResult
from balance.stats.summary import Json, interval, number

SCHEMA_VERSION = 1
"""Raised when a key is renamed, removed or changes its meaning."""


@cache
def _schema_text() -> str:
    return resources.files("balance.stats.sensitivity").joinpath("schema.json").read_text(encoding="utf-8")


def schema() -> Json:
    """Return the JSON Schema (draft 2020-12) of the summary, as shipped in the package."""
    return dict(json.loads(_schema_text()))


def summary(found: Sensitivity, *, run: Mapping[str, Any]) -> Json:
    """Return the results as JSON values, without the single effects, which `effects` has.

    Deterministic; numbers are rounded to six places, what is not known is null.

    Parameters
    ----------
    found
        The results.
    run
        What identifies the run; its keys are those of `run` in the schema.
    """
    return {
        "schema_version": SCHEMA_VERSION,
        "run": dict(run),
        "contestants": list(found.contestants),
        "least_fair": list(found.worst),
        "headlines": [_headline(one) for one in found.headlines],
        "variants": [_variant(one) for one in found.variants],
        "tie_breaks": [_tie_break(one) for one in found.tie_breaks],
    }


def _headline(one: HeadlineResult) -> Json:
    return {
        "headline": one.headline.key,
        "base": interval(one.base),
        "verdict": str(one.verdict),
        "depends_on": list(one.depends),
        "fades_under": list(one.fades),
        "not_enough_games": list(one.unsettled),
        "movers": [
            {"variant": effect.variant, "change": interval(effect.change), "sure": effect.moved}
            for effect in one.movers
        ],
    }


def _variant(one: VariantResult) -> Json:
    return {
        "variant": one.name,
        "pairs": one.pairs,
        "pairs_changed": one.changed,
        "games": one.games,
        "games_per_pair": one.games_per_pair,
        "discordant": one.discordant,
        "least_fair": list(one.worst),
        "least_fair_share": interval(one.worst_share),
        "another_pair_surely": one.another_surely,
    }


def _tie_break(one: TieBreak) -> Json:
    parts = {"total": one.total, "mechanical": one.mechanical, "behavioural": one.behavioural}
    return {"variant": one.variant, **{name: interval(part) for name, part in parts.items()}}


EFFECTS_SCHEMA: dict[str, Any] = {
    "variant": pl.String,
    "headline": pl.String,
    "base": pl.Float64,
    "new": pl.Float64,
    "new_low": pl.Float64,
    "new_high": pl.Float64,
    "change": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "games": pl.Int64,
    "discordant": pl.Int64,
    "moved": pl.Boolean,
    "conclusion": pl.String,
}


def effects(found: Sensitivity) -> pl.DataFrame:
    """Return one row per variant and headline.

    Values and changes are win shares, rounded to six places; `games` were played in pairs and bear on the headline, in
    `discordant` of them somebody else won; null where the headline's contestant is not in the variant's pool.
    """
    rows = [
        (
            e.variant,
            e.headline.key,
            number(e.base.estimate),
            *map(number, (e.new.estimate, e.new.low, e.new.high)),
            *map(number, (e.change.estimate, e.change.low, e.change.high)),
            e.paired,
            e.discordant,
            e.moved,
            str(e.conclusion),
        )
        for e in found.effects
    ]
    return pl.DataFrame(rows, schema=EFFECTS_SCHEMA, orient="row")
