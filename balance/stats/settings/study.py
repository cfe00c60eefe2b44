"""Tallies of the headline policies at bid 0 → what is said of the settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl
from scipy.special import ndtri

from balance.stats.entries import entry
from balance.stats.intervals import LEVEL, Array, Counts, variance, weighted_share
from balance.stats.paired import holm
from balance.stats.pooling import counts_of, pool
from balance.stats.results import Interval
from balance.stats.settings.features import Features
from balance.stats.settings.meta import heterogeneity, pulled, slope, spread
from balance.stats.settings.results import FeatureEffect, SettingShare, SettingStudy

ENOUGH = 8
"""Fewer settings with features than this tell nothing of what about them matters."""


def setting_study(
    head: pl.DataFrame, *, tie_break: str, order: Sequence[str], features: Features | None = None
) -> SettingStudy | None:
    """Return what the settings do to the first seat; None with fewer than two settings or no pair that all have.

    Parameters
    ----------
    head
        Normalised rows of the headline policies at bid 0, without mirrors.
    tie_break
        The rule in force.
    order
        All settings, in the order in which to list those that are level.
    features
        Setting → feature in words → value; settings without any are left out of that part.
    """
    played = set(head["setting"])
    names = [name for name in dict.fromkeys(order) if name in played]
    if len(names) < 2:
        return None
    rows = pool(head, ("setting", "first", "second"))
    everywhere = pl.len().over("first", "second") == len(names)
    common = rows.filter(everywhere)
    met = rows.select("first", "second").unique().height
    pairs = common.height // len(names)
    if pairs == 0:
        return None
    counts = _by_setting(common, names, tie_break)
    shares, variances = counts.share.mean(axis=-1), _variances(counts)
    _, low, high = weighted_share(counts, level=LEVEL ** (1 / len(names)))
    games, luck = counts.games.sum(axis=-1), _pooled_variances(counts)
    best, worst = _may_lead(shares, variances), _may_lead(-shares, variances)
    between = spread(shares, luck)
    expected = pulled(shares, luck, between[0])
    listed = [
        SettingShare(name, entry(*row), float(mean), bool(first), bool(second))
        for name, row, mean, first, second in zip(
            names, zip(shares, low, high, games, strict=True), expected, best, worst, strict=True
        )
    ]
    known = [i for i, name in enumerate(names) if (features or {}).get(name)]
    return SettingStudy(
        pairs=pairs,
        missing=met - pairs,
        settings=tuple(sorted(listed, key=lambda one: -one.share.estimate)),
        p_value=heterogeneity(shares, luck),
        spread=Interval(*between, int(games.sum())),
        featured=len(known),
        features=_effects(
            shares[known], luck[known], [(features or {})[names[i]] for i in known], games[known]
        ),
    )


def _by_setting(rows: pl.DataFrame, names: Sequence[str], tie_break: str) -> Counts:
    """Return counts, settings × pairs."""
    place = {name: i for i, name in enumerate(names)}
    placed = rows.with_columns(place=pl.col("setting").replace_strict(place, return_dtype=pl.Int64))
    counts = counts_of(placed.sort("place", "first", "second"), tie_break)
    shape = (len(names), -1)
    return Counts(counts.wins.reshape(shape), counts.halves.reshape(shape), counts.games.reshape(shape))


def _variances(counts: Counts) -> Array:
    """Return the variance of each setting's mean share, that luck of the games alone gives."""
    return np.asarray(np.sum(variance(counts) / counts.games, axis=-1) / counts.games.shape[-1] ** 2)


def _pooled_variances(counts: Counts) -> Array:
    """Return the same for what differs between settings: unbiased, one game's variance pooled over the settings.

    With many settings of few games each, variances that are a little too large would hide what differs. Cells of a
    single game have no variance of their own; then all are those of `_variances`.
    """
    if counts.games.min() < 2:
        return _variances(counts)
    raw = (counts.wins + counts.halves / 4) / counts.games - counts.share**2
    one_game = np.mean(raw * counts.games / (counts.games - 1), axis=0)
    together = Counts(counts.wins.sum(axis=0), counts.halves.sum(axis=0), counts.games.sum(axis=0))
    one_game = np.where(one_game > 0, one_game, variance(together))
    return np.asarray(np.sum(one_game / counts.games, axis=-1) / counts.games.shape[-1] ** 2)


def _may_lead(values: Array, variances: Array, *, level: float = LEVEL) -> Array:
    """Return which values may be the largest: those that no other is surely above.

    The truly largest is among them at the level, for it is left out only if one of the others is called surely larger.
    """
    critical = float(ndtri(1 - (1 - level) / max(1, len(values) - 1)))
    ahead = values[None, :] - values[:, None]
    errors = np.sqrt(variances[None, :] + variances[:, None])
    return np.asarray((ahead <= critical * errors).all(axis=1))


def _effects(
    shares: Array, variances: Array, features: Sequence[Mapping[str, float]], games: Array
) -> tuple[FeatureEffect, ...]:
    """Return the effect of every feature that all settings have and that differs between them, the surest first."""
    if len(features) < ENOUGH:
        return ()
    found = []
    for feature in features[0]:
        if not all(feature in one for one in features):
            continue
        values = np.array([one[feature] for one in features])
        if np.ptp(values) > 0:
            line = slope(shares, variances, values)
            effect = Interval(line.value, line.low, line.high, int(games.sum()))
            found.append((feature, effect, line.p_value, float(values.min()), float(values.max())))
    adjusted = holm([p for _, _, p, _, _ in found])
    effects = [
        FeatureEffect(feature, effect, float(q), low, high)
        for (feature, effect, _, low, high), q in zip(found, adjusted, strict=True)
    ]
    return tuple(sorted(effects, key=lambda one: one.p_value))
