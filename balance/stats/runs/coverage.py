"""Simulations: do the intervals and verdicts of two runs hold a known truth.

``python -m balance.stats.runs.coverage`` prints the tables of `docs/statistics.md`.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np

from balance.stats.intervals import Array, Counts
from balance.stats.runs.changes import Shares, Shift, family_level, within
from balance.stats.unfairness import mean_distance_change

Rates = dict[str, float]
ALPHA = 0.05


@dataclass(frozen=True)
class Truth:
    """Pairs' true shares in two runs.

    Parameters
    ----------
    old, new
        True shares, one per pair.
    games
        Of each pair, in the old run and the new.
    tied
        Part of the games of the smaller run whose luck is the same in both; 0 for runs of unlike seeds.
    """

    old: Array
    new: Array
    games: tuple[int, int]
    tied: float = 0.0

    @property
    def related(self) -> bool:
        """Whether the runs have the same seed."""
        return self.tied > 0

    def draw(self, random: np.random.Generator, data_sets: int) -> tuple[Counts, Counts]:
        """Return the counts of some data sets: (data sets, pairs)."""
        shape = (data_sets, len(self.old))
        common = round(self.tied * min(self.games))
        lower = random.binomial(common, np.minimum(self.old, self.new), shape)
        between = np.abs(self.new - self.old) / np.maximum(1 - np.minimum(self.old, self.new), 1e-12)
        upper = lower + random.binomial(common - lower, np.clip(between, 0, 1))
        rises = self.new >= self.old
        wins = (np.where(rises, lower, upper), np.where(rises, upper, lower))
        own = (
            random.binomial(games - common, share, shape)
            for games, share in zip(self.games, (self.old, self.new), strict=True)
        )
        old, new = (
            Counts.of(a + b, np.full(shape, games)) for a, b, games in zip(wins, own, self.games, strict=True)
        )
        return old, new


def shares(truth: Truth, target: float, data_sets: int = 20_000, *, seed: int = 1) -> Rates:
    """Return how often one pair's intervals hold its true change, and how often a wrong direction is claimed."""
    old, new = truth.draw(np.random.default_rng(seed), data_sets)
    shift = Shift(Shares.of(old), Shares.of(new), target, truth.related)
    moved = truth.new - truth.old
    nearer = np.abs(truth.new - target) - np.abs(truth.old - target)
    change, distance = shift.change(1 - ALPHA), shift.distance_ends(1 - ALPHA)
    wrong = ((distance[0] > 0) & (nearer <= 1e-12)) | ((distance[1] < 0) & (nearer >= -1e-12))
    return {
        "change": _holds(change, moved),
        "distance": _holds(distance, nearer),
        "wrong direction": float(wrong.mean()),
        "half width of the change": float(np.mean(change[1] - change[0]) / 2),
    }


def family(
    truth: Truth, target: float = 0.5, data_sets: int = 400, *, material: float = 0.01, seed: int = 2
) -> Rates:
    """Return which part of many pairs' verdicts is wrong, and which part of the intervals of those given misses."""
    old, new = truth.draw(np.random.default_rng(seed), data_sets)
    nearer = np.abs(truth.new - target) - np.abs(truth.old - target)
    wrong, missed, given, found = [], [], [], []
    for one in range(data_sets):
        sides = [Shares.of(Counts(side.wins[one], side.halves[one], side.games[one])) for side in (old, new)]
        shift = Shift(sides[0], sides[1], target, truth.related)
        low, high = shift.distance_ends(family_level(shift, material, ALPHA))
        same = within(low, high, material)
        better, worse = (high < 0) & ~same, (low > 0) & ~same
        false = (
            (same & (np.abs(nearer) >= material))
            | (better & (nearer >= -1e-12))
            | (worse & (nearer <= 1e-12))
        )
        said = same | better | worse
        number = max(int(said.sum()), 1)
        wrong.append(false.sum() / number)
        missed.append((said & ((nearer < low) | (nearer > high))).sum() / number)
        given.append(said.sum())
        found.append((better | worse).sum())
    return {
        "wrong among verdicts": float(np.mean(wrong)),
        "intervals that miss": float(np.mean(missed)),
        "verdicts": float(np.mean(given)),
        "directions": float(np.mean(found)),
    }


def means(truth: Truth, target: float = 0.5, data_sets: int = 4000, *, seed: int = 3) -> Rates:
    """Return how often the interval of the change of the mean distance holds the truth, and its bias and half width."""
    old, new = truth.draw(np.random.default_rng(seed), data_sets)
    estimate, low, high = mean_distance_change(old, new, target, level=1 - ALPHA, related=truth.related)
    moved = float(np.mean(np.abs(truth.new - target) - np.abs(truth.old - target)))
    return {
        "mean distance": _holds((low, high), moved),
        "bias": float(estimate.mean() - moved),
        "half width": float(np.mean(high - low) / 2),
    }


def _holds(ends: tuple[Array, Array], value: Array | float) -> float:
    return float(((ends[0] <= value) & (value <= ends[1])).mean())


def spread(pairs: int, width: float, seed: int = 4) -> Array:
    """Return made-up true shares around 1/2 with a standard deviation."""
    return np.clip(0.5 + np.random.default_rng(seed).normal(0, width, pairs), 0.02, 0.98)


def pair(old: float, new: float, games: tuple[int, int], tied: float = 0.0) -> Truth:
    """Return the truth of a single pair."""
    return Truth(np.array([old]), np.array([new]), games, tied)


def many(width: float, moved: float, games: tuple[int, int], tied: float = 0.0, pairs: int = 72) -> Truth:
    """Return the truth of many pairs of which every fourth moves, up and down by turns."""
    old = spread(pairs, width)
    shift = np.where(np.arange(pairs) % 4 == 0, moved * (-1.0) ** (np.arange(pairs) // 4), 0.0)
    return Truth(old, np.clip(old + shift, 0.02, 0.98), games, tied)


SINGLE = (
    (0.5, 0.5, (1800, 1800), 0.0),
    (0.55, 0.55, (1800, 1800), 0.0),
    (0.6, 0.55, (1800, 1800), 0.0),
    (0.45, 0.55, (1800, 1800), 0.0),
    (0.5, 0.54, (1800, 1800), 0.0),
    (0.54, 0.5, (1800, 1800), 0.0),
    (0.5, 0.54, (300, 6000), 0.0),
    (0.54, 0.5, (300, 6000), 0.0),
    (0.92, 0.95, (200, 200), 0.0),
    (0.02, 0.03, (100, 400), 0.0),
    (0.6, 0.55, (1800, 1800), 0.5),
    (0.45, 0.55, (1800, 1800), 0.9),
    (0.5, 0.54, (1800, 1800), 0.9),
    (0.55, 0.55, (1800, 1800), 1.0),
)
FAMILIES = ((0.1, 0.0), (0.1, 0.06), (0.1, 0.12), (0.0, 0.06))


def main() -> None:
    """Print the tables."""
    for old, new, games, tied in SINGLE:
        _row(
            f"{old} to {new}, {games[0]} and {games[1]} games, tied {tied}",
            shares(pair(old, new, games, tied), 0.5),
        )
    for games in ((1800, 1800), (20_000, 20_000)):
        for width, moved in FAMILIES:
            for tied in (0.0, 0.8):
                _row(
                    f"72 pairs, spread {width}, moved {moved}, {games[0]} games, tied {tied}",
                    family(many(width, moved, games, tied)),
                )
    for games in ((260, 260), (1800, 1800), (200, 4000)):
        for width, moved in FAMILIES:
            for tied in (0.0, 0.8):
                _row(
                    f"72 pairs, spread {width}, moved {moved}, {games[0]} and {games[1]} games, tied {tied}",
                    means(many(width, moved, games, tied)),
                )


def _row(name: str, rates: Rates) -> None:
    sys.stdout.write(f"| {name} | {' | '.join(f'{value:.4f}' for value in rates.values())} |\n")


if __name__ == "__main__":
    main()
