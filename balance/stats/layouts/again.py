"""The layouts furthest from even on fresh games: what is left of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from balance.engine.system import row_setting
from balance.stats.entries import mean_entry
from balance.stats.layouts.results import FarLayout, FreshGames, LayoutSetStudy
from balance.stats.pooling import counts_of, pool
from balance.stats.results import Interval


def with_fresh(study: LayoutSetStudy, again: pl.DataFrame, tie_break: str) -> LayoutSetStudy:
    """Return a study with what fresh games say of its furthest layouts; unchanged where none were played.

    Parameters
    ----------
    study
        Of the set.
    again
        Normalised rows of the fresh games of one pair of policies; a setting is a layout of a set (``all#17``).
    tie_break
        The rule in force.
    """
    own = again.filter(pl.col("first") != pl.col("second"))
    rows = {
        part["setting"][0]: part for part in pool(own, ("setting", "first", "second")).partition_by("setting")
    }
    counts = {
        far.row: counts_of(rows[name], tie_break)
        for far in study.furthest
        if (name := row_setting(study.name, far.row)) in rows
    }
    if not counts:
        return study
    furthest = tuple(
        replace(far, fresh=mean_entry(counts[far.row])) if far.row in counts else far
        for far in study.furthest
    )
    played = [far for far in furthest if far.row in counts]
    turned = [counts[far.row] if far.shrunken >= 0.5 else counts[far.row].flipped() for far in played]
    together = turned[0]
    for one in turned[1:]:
        together = together.joined(one)
    weights = np.concatenate([np.full(one.games.size, 1 / one.games.size / len(turned)) for one in turned])
    share = mean_entry(together, weights)
    first = own.row(0, named=True)
    return replace(
        study,
        furthest=furthest,
        again=FreshGames(
            policies=(first["first_policy"], first["second_policy"]),
            games=int(own["games"].min()),  # type: ignore[arg-type]
            layouts=len(played),
            raw=_distance(played, [far.raw.estimate for far in played]),
            shrunken=_distance(played, [far.shrunken for far in played]),
            fresh=Interval(share.estimate - 0.5, share.low - 0.5, share.high - 0.5, share.games, share.note),
        ),
    )


def _distance(layouts: list[FarLayout], shares: list[float]) -> float:
    """Return the mean distance from even, in the direction in which each layout was expected to lie."""
    signs = [1 if far.shrunken >= 0.5 else -1 for far in layouts]
    return float(np.mean([sign * (share - 0.5) for sign, share in zip(signs, shares, strict=True)]))
