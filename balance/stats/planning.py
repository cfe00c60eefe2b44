"""How many games an interval or a detectable difference needs; when a sweep has played enough.

Formulas, sources and simulations: `docs/statistics.md`, "Planning".
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from balance.stats.intervals import LEVEL, Array, Counts, effective_games, quantile, share_interval
from balance.stats.paired import moments
from balance.stats.tweak.sequences import evidence_above, evidence_below

GROWTH = 2.0
"""A look at most doubles a pair's games, so that all pairs go on together."""
LEAST = 1.05
"""And it adds at least a twentieth, so that there are not many looks."""
_HALVINGS = 50
FIRST_LOOK = 200
"""Paired games before the first look at a comparison."""
CHANGES: Array = np.array([-1.0, 0.0, 1.0])
"""What a paired game can change of a result."""
_LOOKS = 1.5  # games at a look over those at the look before
_SEED = 20260101
_WIDEST = 0.49  # a half width that any game gives

Games = NDArray[np.int64]


def games_for_share(share: ArrayLike, half_width: ArrayLike, *, level: float = LEVEL) -> Array:
    """Return how many games make the Wilson interval of a share as narrow as wanted; not rounded.

    Parameters
    ----------
    share
        The share that is expected, 0–1.
    half_width
        Wanted, in win share, below 1/2.

    Notes
    -----
    The positive root x = 1/n of z⁴(1/4 − h²)x² + z²(pq − 2h²)x − h² = 0, which is Wilson's half width set to h.

    Examples
    --------
    >>> float(np.ceil(games_for_share(0.5, 0.05))), float(np.ceil(games_for_share(0.5, 0.01)))
    (381.0, 9600.0)
    """
    p, h = np.asarray(share, np.float64), np.asarray(half_width, np.float64)
    z2 = quantile(level) ** 2
    square, linear = z2**2 * (0.25 - h**2), z2 * (p * (1 - p) - 2 * h**2)
    return np.asarray(2 * square / (np.sqrt(linear**2 + 4 * square * h**2) - linear))


def half_widths(counts: Counts) -> Array:
    """Return half the width of each stratum's own interval, in win share."""
    low, high = share_interval(counts)
    return np.asarray((high - low) / 2)


def games_wanted(counts: Counts, half_width: float, *, most: float = math.inf, step: ArrayLike = 1) -> Games:
    """Return how many games each stratum should have next, on the way to intervals of a wanted half width.

    A stratum whose interval is narrow enough keeps the games it has. The others get what the end of their interval
    that is nearest to 1/2 would need, at most twice the games they have. Where all that would be more than `most`, the
    widest intervals are narrowed first, all to one width.

    Parameters
    ----------
    counts
        So far; at least one game each.
    half_width
        Wanted, in win share.
    most
        Games that all strata may have together.
    step
        What a stratum is given is a multiple of this, such as its number of settings.
    """

    def looked(width: float) -> Array:
        return _next(counts, width, np.asarray(step, np.float64))

    wanted = looked(half_width)
    if wanted.sum() > most:
        fine, coarse = half_width, 0.5
        for _ in range(_HALVINGS):
            middle = (fine + coarse) / 2
            fine, coarse = (middle, coarse) if looked(middle).sum() > most else (fine, middle)
        wanted = looked(coarse)
    return np.asarray(wanted, np.int64)


def _next(counts: Counts, half_width: float, step: Array) -> Array:
    """Return the games of the next look."""
    played = counts.games
    low, high = share_interval(counts)
    told = (
        games_for_share(np.clip(0.5, low, high), min(half_width, _WIDEST)) * played / effective_games(counts)
    )
    more = np.clip(told, LEAST * played, GROWTH * played) - played
    wanted = played + np.maximum(np.ceil(more / step), 1) * step
    return np.where((high - low) / 2 <= half_width, played, wanted)


def games_for_mean(variance: float, half_width: float, *, level: float = LEVEL) -> float:
    """Return how many games narrow a mean to ± `half_width` if one game has a variance; not rounded.

    Examples
    --------
    >>> math.ceil(games_for_mean(0.25, 0.05)), math.ceil(games_for_mean(0.25, 0.01))
    (385, 9604)
    """
    return variance * (quantile(level) / half_width) ** 2


def games_for_paired(
    difference: float, discordant: float, *, power: float = 0.8, alpha: float = 0.05
) -> float:
    """Return how many paired games tell a difference from none with some power; not rounded.

    Parameters
    ----------
    difference
        Of two win shares on the same decks, not 0.
    discordant
        Part of the games whose result differs, at least |difference|.
    power, alpha
        Chance of telling the difference; chance of telling one that is not there (two-sided).

    Notes
    -----
    Connor (1987), Biometrics 43, 207–211: McNemar's test on the paired results.

    Examples
    --------
    >>> math.ceil(games_for_paired(0.4, 0.5))
    23
    """
    reach = ndtri(1 - alpha / 2) * math.sqrt(discordant)
    reach += ndtri(power) * math.sqrt(max(discordant - difference**2, 0.0))
    return float((reach / difference) ** 2)


def paired_gain(joint: ArrayLike, values: Array) -> float:
    """Return how many times smaller pairing makes the variance of a change, pooled; infinite where no game differs.

    Parameters
    ----------
    joint
        Games by old and new result, strata × results × results.
    values
        What each result is worth.
    """
    counts = np.asarray(joint, np.float64)
    games, _, spread = moments(counts, values[None, :] - values[:, None])
    apart = moments(counts.sum(axis=2), values)[2] + moments(counts.sum(axis=1), values)[2]
    together = float(np.sum(spread * games))
    return float(np.sum(apart * games)) / together if together > 0 else math.inf


def games_for_independent(
    difference: float, share: float, *, power: float = 0.8, alpha: float = 0.05
) -> float:
    """Return how many games of each of two independent samples tell a difference of their shares; not rounded.

    Parameters
    ----------
    difference
        Of the shares, not 0.
    share
        The first of them.
    power, alpha
        As in `games_for_paired`.

    Notes
    -----
    Fleiss, Levin and Paik (2003), Statistical Methods for Rates and Proportions, section 4.2, without continuity
    correction.

    Examples
    --------
    >>> math.ceil(games_for_independent(0.2, 0.4))
    97
    """
    other = share + difference
    mean = (share + other) / 2
    reach = ndtri(1 - alpha / 2) * math.sqrt(2 * mean * (1 - mean))
    reach += ndtri(power) * math.sqrt(share * (1 - share) + other * (1 - other))
    return float((reach / difference) ** 2)


@dataclass(frozen=True)
class Sequential:
    """What looking after every batch costs: paired games until a change is told from none.

    Parameters
    ----------
    mean
        On average; of those that were not through at `most`, `most`.
    enough
        Games at which the wanted part of the comparisons was through; infinite if that was not within `most`.
    most
        Where the simulation ended.
    """

    mean: float
    enough: float
    most: float


def sequential_games(
    difference: float, discordant: float, *, power: float = 0.8, alpha: float = 0.05, data_sets: int = 500
) -> Sequential:
    """Return what a comparison costs that is looked at after every batch, by simulation from a fixed seed.

    Parameters
    ----------
    difference, discordant, power, alpha
        As in `games_for_paired`.
    data_sets
        Comparisons that are simulated.

    Notes
    -----
    Told by the betting martingales of `balance.stats.tweak.sequences`, first after 200 games, then whenever there are
    half as many again, as `balance tweak` looks. The simulation ends at 20 times the games of a fixed sample.
    """
    random = np.random.default_rng(_SEED)
    up = (discordant + difference) / 2
    chances = np.array([discordant - up, 1 - discordant, up])
    fixed = games_for_paired(difference, discordant, power=power, alpha=alpha)
    most = max(FIRST_LOOK, math.ceil(20 * fixed))
    counts = np.zeros((data_sets, 3))
    through = np.full(data_sets, math.inf)
    games, look = 0, FIRST_LOOK
    while games < most and np.isinf(through).any():
        look = min(look, most)
        counts += random.multinomial(look - games, chances, data_sets)
        games = look
        told = np.maximum(
            evidence_above(counts, CHANGES, np.zeros(data_sets), -1.0),
            evidence_below(counts, CHANGES, np.zeros(data_sets), 1.0),
        )
        through = np.where(np.isinf(through) & (told >= math.log(2 / alpha)), games, through)
        look = math.ceil(games * _LOOKS)
    enough = float(np.sort(through)[math.ceil(power * data_sets) - 1])
    return Sequential(float(np.minimum(through, most).mean()), enough, float(most))
