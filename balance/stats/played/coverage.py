"""Does a run combined with played games hold the truth (``python -m balance.stats.played.coverage``).

Six contestants, thirty ordered pairs. A run of 400 games a pair is drawn from known log odds; people differ from these
by shifts of known spreads, drawn anew for each data set, and play few games.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import polars as pl
from scipy.special import expit

from balance.stats.intervals import Array, wilson
from balance.stats.pairings.fitting import fit_pairings
from balance.stats.played.combined import combine

CONTESTANTS = 6
SIMULATED = 400  # games of a pair in the run
SETS = 2000
NAMES = tuple(f"contestant {i + 1}" for i in range(CONTESTANTS))
PAIRS = tuple(permutations(range(CONTESTANTS), 2))
FIRST, SECOND = (np.array(seat) for seat in zip(*PAIRS, strict=True))
NOMINAL = 0.95


@dataclass(frozen=True)
class Truth:
    """How far people lie from the run (standard deviations, log odds), and how many games they play of each pair."""

    contestants: float
    pairs: float
    games: int


TRUTHS = (Truth(0.0, 0.0, 2), Truth(0.4, 0.2, 2), Truth(0.4, 0.2, 10), Truth(1.0, 0.4, 5))


@dataclass(frozen=True)
class Coverage:
    """Share of intervals that hold the truth, and mean widths of pairs' intervals (win shares)."""

    truth: Truth
    pairs: float
    contestants: float
    side: float
    width: float
    alone: float


def coverage(truth: Truth, sets: int, *, seed: int = 1) -> Coverage:
    """Draw data sets under one truth and count how often the intervals hold it."""
    random = np.random.default_rng(seed)
    strength = random.normal(0, 0.6, CONTESTANTS)
    odds = 0.15 + strength[FIRST] - strength[SECOND] + random.normal(0, 0.2, len(PAIRS))
    run = fit_pairings(_counts(random.binomial(SIMULATED, expit(odds)), SIMULATED))
    held, widths = np.zeros(3), np.zeros(2)
    for _ in range(sets):
        common = random.normal(0, 0.3)
        shift = random.normal(0, truth.contestants, CONTESTANTS)
        true = odds + common + shift[FIRST] - shift[SECOND] + random.normal(0, truth.pairs, len(PAIRS))
        wins = random.binomial(truth.games, expit(true))
        found = combine(_counts(wins, truth.games), run)
        low, high = np.array([(p.low, p.high) for p in found.pairs.values()]).T
        ends = np.array([(s.value.low, s.value.high) for s in found.contestants.values()]).T
        side = found.side.value
        relative = shift - shift.mean()
        held += [
            np.mean((low <= expit(true)) & (expit(true) <= high)),
            np.mean((ends[0] <= relative) & (relative <= ends[1])),
            float(side.low <= common <= side.high),
        ]
        alone = wilson(wins / truth.games, truth.games)
        widths += [np.mean(high - low), np.mean(alone[1] - alone[0])]
    return Coverage(truth, *(held / sets).tolist(), *(widths / sets).tolist())


def _counts(wins: Array, games: int) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "first": [NAMES[i] for i in FIRST],
            "second": [NAMES[i] for i in SECOND],
            "games": [games] * len(PAIRS),
            "wins": wins,
        }
    )


def table(found: list[Coverage]) -> str:
    """Return coverage as a table in Markdown."""
    head = "| contestants differ by | pairs by | games a pair | pairs | contestants | side | width | people alone |"
    lines = [head, "| --- " * 8 + "|"]
    lines += [
        f"| {c.truth.contestants} | {c.truth.pairs} | {c.truth.games} | {c.pairs:.3f} | {c.contestants:.3f} | "
        f"{c.side:.3f} | {c.width:.2f} | {c.alone:.2f} |"
        for c in found
    ]
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=SETS, help="data sets of each row")
    sets = parser.parse_args().sets
    print(table([coverage(truth, sets) for truth in TRUTHS]))  # noqa: T201 (a script)


if __name__ == "__main__":
    main()
