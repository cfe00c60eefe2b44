"""What stopping at a wanted width does to intervals: `python -m balance.stats.planning_coverage`.

Prints the tables of `docs/statistics.md`, section "Proof: planning".
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from balance.stats import planning
from balance.stats.intervals import Array, Counts, quantile, share_interval

SLACK = 1e-12


@dataclass(frozen=True)
class Stopped:
    """Data sets that were stopped when the interval was narrow enough; one entry per true share."""

    coverage: Array  # part of the data sets whose interval holds the truth
    bias: Array  # mean of estimate − truth, win share
    games: Array  # mean number
    widest: Array  # largest half width at the end
    least: Array  # games that a fixed sample of that half width needs


def stopped(
    truth: Array, *, pilot: int, half_width: float, data_sets: int, ties: float = 0.0, seed: int = 1
) -> Stopped:
    """Return what is left of the intervals' promise when games go on until they are narrow enough.

    Parameters
    ----------
    truth
        Chance of winning a decided game, one entry per case.
    pilot
        Games before the first look.
    half_width
        Wanted.
    data_sets
        Of each case.
    ties
        Tie rate; ties count half.
    seed
        Of the draws.
    """
    random = np.random.default_rng(seed)
    chance = np.broadcast_to(truth, (data_sets, len(truth))).ravel()
    wins, tied, games = np.zeros(chance.size), np.zeros(chance.size), np.zeros(chance.size)
    wanted = np.full(chance.size, pilot)
    while (wanted > games).any():
        new_ties = random.binomial((wanted - games).astype(np.int64), ties)
        wins += random.binomial((wanted - games).astype(np.int64) - new_ties, chance)
        tied += new_ties
        games = wanted.astype(np.float64)
        counts = Counts.of(wins, games, tied)
        wanted = planning.games_wanted(counts, half_width)
    share = chance * (1 - ties) + ties / 2
    low, high = share_interval(counts)
    held = (low - SLACK <= share) & (share <= high + SLACK)

    whole = truth * (1 - ties) + ties / 2
    spread = truth * (1 - ties) + ties / 4 - whole**2  # of one game's score

    def each(values: Array) -> Array:
        return values.reshape(data_sets, len(truth))

    return Stopped(
        coverage=each(held.astype(np.float64)).mean(axis=0),
        bias=each(counts.share - share).mean(axis=0),
        games=each(games).mean(axis=0),
        widest=each((high - low) / 2).max(axis=0),
        least=np.ceil(planning.games_for_share(whole, half_width) * spread / (whole * (1 - whole))),
    )


def detected(difference: float, discordant: float, data_sets: int, *, seed: int = 1) -> float:
    """Return how often McNemar's test tells a difference at the planned number of paired games."""
    games = math.ceil(planning.games_for_paired(difference, discordant))
    up = (discordant + difference) / 2
    counts = np.random.default_rng(seed).multinomial(games, [discordant - up, 1 - discordant, up], data_sets)
    gap, differing = counts @ planning.CHANGES, counts[:, 0] + counts[:, 2]
    return float(np.mean(np.abs(gap) > quantile() * np.sqrt(np.maximum(differing, 1))))


TRUTHS = np.array([0.5, 0.3, 0.1, 0.02, 0.005, 0.98])


def tables(data_sets: int = 20_000) -> Iterable[str]:
    """Yield the tables of `docs/statistics.md`, section "Proof: planning"."""
    lines = [
        "| true share, pilot, wanted half width | coverage | bias, points | mean games | fixed sample | widest |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for pilot, half_width, ties in ((6, 0.05, 0.0), (60, 0.02, 0.0), (1560, 0.01, 0.0), (60, 0.02, 0.3)):
        found = stopped(TRUTHS, pilot=pilot, half_width=half_width, data_sets=data_sets, ties=ties)
        for i, share in enumerate(TRUTHS):
            half = f", {ties:.0%} ties shared" if ties else ""
            lines.append(
                f"| {share:g}, {pilot} games, {100 * half_width:g} points{half} | {found.coverage[i]:.3f} | "
                f"{100 * found.bias[i]:+.3f} | {found.games[i]:,.0f} | {found.least[i]:,.0f} | "
                f"{100 * found.widest[i]:.2f} |"
            )
    yield "\n".join(lines)
    lines = [
        "| change, part of games that differ | one look | power | every batch: mean | 80% through at | independent |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for change, differing in ((0.01, 0.25), (0.02, 0.25), (0.02, 0.125), (0.05, 0.25)):
        fixed = math.ceil(planning.games_for_paired(change, differing))
        looked = planning.sequential_games(change, differing, data_sets=2_000)
        lines.append(
            f"| {100 * change:g} points, {differing:.1%} | {fixed:,} | "
            f"{detected(change, differing, data_sets):.3f} | {looked.mean:,.0f} | {looked.enough:,.0f} | "
            f"{math.ceil(planning.games_for_independent(change, 0.5 - change / 2)):,} |"
        )
    yield "\n".join(lines)


if __name__ == "__main__":
    for text in tables():
        sys.stdout.write(text + "\n\n")
        sys.stdout.flush()
