"""How often what is said of rulings holds a known truth: `python -m balance.stats.comparisons.rulings_coverage`.

Prints the table of `docs/statistics.md`, "Proof: which ruling or assumption matters most".
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import permutations

import numpy as np

from balance.stats.comparisons.rulings import GAIN, mean_shift, mixes_of
from balance.stats.coverage import Rates, table
from balance.stats.intervals import LEVEL, Array, quantile
from balance.stats.paired import mean_variances, moments, weighted_mean
from balance.stats.sensitivity import headlines as h
from balance.sweep.paired import RESULTS

CONTESTANTS = 9
NOISE = 0.1
"""Of games that go otherwise without any change of a share: half of them each way."""
PAIRS = list(permutations([f"c{place}" for place in range(CONTESTANTS)], 2))
KINDS: dict[str, Callable[[np.random.Generator], Array]] = {
    "nothing": lambda _: np.zeros(len(PAIRS)),
    "one faction": lambda _: np.array([0.2 * ((a == "c0") - (b == "c0")) for a, b in PAIRS]),
    "sides": lambda _: np.full(len(PAIRS), 0.03),
    "everything": lambda random: np.clip(random.normal(0.0, 0.06, len(PAIRS)), -0.2, 0.2),
}
"""How each pair's share truly changes."""


SHIFT, REACH, SIDE, SURE = "move of factions", "move of pairings", "sides", "called sure"


def rates(kind: str, *, games: int, draws: int, seed: int, changes: int = 37) -> Rates:
    """Return how often the intervals of one change hold the truth, and how often the change is called sure.

    Parameters
    ----------
    kind
        One of `KINDS`.
    games
        Of each pair.
    draws, seed
        Data sets, and the seed of their random numbers.
    changes
        Over how many changes "sure" is to hold.
    """
    random = np.random.default_rng(seed)
    names = tuple(dict.fromkeys(name for pair in PAIRS for name in pair))
    rows = [h.weights(h.Headline(h.Kind.STRENGTH, name), PAIRS, names) for name in names]
    strengths = mixes_of(row for row in rows if row is not None)
    pairs = mixes_of(np.eye(len(PAIRS)))
    used, level = np.ones(len(PAIRS), np.bool_), 1 - (1 - LEVEL) / (2 * changes)
    held = np.zeros(4)
    for _ in range(draws):
        truth = KINDS[kind](random)
        counts = _drawn(random, truth, games)
        parts = moments(counts, GAIN)
        variances = mean_variances(parts[0], parts[2], used)
        for place, mixes in enumerate((strengths, pairs)):
            cells, weights = mixes
            true = float(np.abs((weights * truth[cells]).sum(axis=1)).mean())
            _, low, high = mean_shift(parts[1], variances, mixes)
            held[place] += low - 1e-12 <= true <= high + 1e-12
        mean, error = (float(value) for value in weighted_mean(*parts, used / len(PAIRS)))
        held[2] += abs(mean - truth.mean()) <= quantile() * error
        low = mean_shift(parts[1], variances, strengths, level=level)[1]
        held[3] += low > 0 or abs(mean) > quantile(level) * error
    return dict(zip((SHIFT, REACH, SIDE, SURE), map(float, held / draws), strict=True))


def _drawn(random: np.random.Generator, truth: Array, games: int) -> Array:
    """Return games by result before and after, for each pair."""
    gained, lost = NOISE / 2 + np.maximum(truth, 0), NOISE / 2 + np.maximum(-truth, 0)
    same = (1 - gained - lost) / 2
    drawn = random.multinomial(games, np.stack([gained, lost, same, same], axis=1))
    counts = np.zeros((len(PAIRS), RESULTS, RESULTS))
    for place, (before, after) in enumerate([(0, 2), (2, 0), (0, 0), (2, 2)]):
        counts[:, before, after] = drawn[:, place]
    return counts


def main(draws: int = 1000) -> None:
    """Print the table."""
    rows = (
        (f"{kind}; {games} games", rates(kind, games=games, draws=draws, seed=20260101))
        for kind in KINDS
        for games in (40, 160)
    )
    sys.stdout.write(table("what changes, 72 pairs", rows) + "\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
