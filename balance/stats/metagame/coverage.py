"""How often the metagame's intervals hold a known truth: `python -m balance.stats.metagame.coverage`.

Prints the tables of `docs/statistics.md`, section "Proof: metagame".
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import permutations

import numpy as np
from scipy.special import expit

from balance.stats.coverage import Rates, table
from balance.stats.intervals import Array, Counts
from balance.stats.metagame.best_play import metagame
from balance.stats.metagame.results import Metagame, SetUp, SetUpKind
from balance.stats.metagame.set_ups import SET_UPS, Play, deal_distance, distance, spread
from balance.stats.results import Interval

SLACK = 1e-9


def shares(strength: float, interaction: float, contestants: int = 6, side: float = 0.1) -> Array:
    """Return a matrix of true win shares: log odds of contestants as either side, and of pairs, drawn once.

    Parameters
    ----------
    strength, interaction
        Standard deviations, log odds.
    contestants
        How many.
    side
        The first seat's log odds.
    """
    random = np.random.default_rng(5)
    own, other = random.normal(0, strength, (2, contestants))
    pairs = random.normal(0, interaction, (contestants, contestants))
    return np.asarray(expit(side + own[:, None] - other + pairs))


CASES: dict[str, Array] = {
    "all pairs alike": np.full((6, 6), 0.5),
    "as in a real run": shares(0.25, 0.1),
    "intransitive": shares(0.05, 0.4),
    "far apart": shares(1.5, 0.5),
    "near 1": shares(0.3, 0.3, side=4.0),
}
DRAWS = 24
"""Fewer than a run's, to save time: their range is a little narrower."""


def coverage(truth: Array, games: int, data_sets: int, *, draws: int = 0, seed: int = 1) -> Rates:
    """Return how often each kind of interval holds what best play on the true shares gives.

    Parameters
    ----------
    truth
        True win shares, contestants × contestants; the diagonal is in no use.
    games
        Games of each ordered pair.
    data_sets
        How many to draw.
    draws
        Of the shares; without them pick rates have no intervals and are left out.
    seed
        Of the data sets.
    """
    random = np.random.default_rng(seed)
    off = ~np.eye(len(truth), dtype=bool)
    names = [f"c{i}" for i in range(len(truth))]
    pairs = list(permutations(names, 2))
    plays = {kind: solve([np.where(off, truth, np.nan)])[0] for kind, solve in SET_UPS.items()}
    hits: dict[str, list[bool]] = {}
    for _ in range(data_sets):
        wins = random.binomial(games, truth[off]).astype(np.float64)
        counts = Counts.of(wins, np.full(wins.size, games))
        found = metagame(counts, pairs, names, draws=draws)
        for name, interval, true in _beside(found, plays, truth):
            hits.setdefault(name, []).append(interval.low - SLACK <= true <= interval.high + SLACK)
    return {name: float(np.mean(held)) for name, held in hits.items()}


def _beside(
    found: Metagame, plays: dict[SetUpKind, Play], truth: Array
) -> Iterator[tuple[str, Interval, float]]:
    """Yield kinds of intervals, the intervals and the truths."""
    for one in found.set_ups:
        play = plays[one.kind]
        yield f"value: {one.kind}", one.value, play.value
        yield f"distance: {one.kind}", one.distance, distance(play, truth)
        if one.deal_distance is not None:
            yield "distance: of deals", one.deal_distance, deal_distance(play, truth)
        yield f"spread: {one.kind}", one.spread, spread(play, truth)
        yield from _rates(one, play)
    for change in found.levelling:
        new, old = plays[change.kind], plays[change.against]
        what = f"change from {change.against}"
        yield f"advantage: {what}", change.advantage, abs(new.value - 0.5) - abs(old.value - 0.5)
        yield f"distance: {what}", change.distance, distance(new, truth) - distance(old, truth)
        yield f"spread: {what}", change.spread, spread(new, truth) - spread(old, truth)


def _rates(one: SetUp, play: Play) -> Iterator[tuple[str, Interval, float]]:
    for seat, picks in enumerate((one.first, one.second)):
        for i, pick in enumerate(picks):
            yield f"rate: {one.kind}", pick.rate, float(play.rates[seat, i])


def tables(data_sets: int = 2_000) -> Iterable[str]:
    """Yield the tables of `docs/statistics.md`, section "Proof: metagame"."""
    few = [(name, games) for name in CASES for games in (1560,)] + [("as in a real run", 20), ("near 1", 100)]
    without = {f"{name}, {games} games": coverage(CASES[name], games, data_sets) for name, games in few}
    for kind in ("value: ", "advantage: "):
        yield _table(f"six contestants, {kind}", kind, without)
    spread_out = {name: truth[:5, :5] for name, truth in CASES.items() if name != "all pairs alike"}
    drawn = {name: coverage(truth, 1560, data_sets, draws=DRAWS) for name, truth in spread_out.items()}
    for kind in ("distance: ", "spread: ", "rate: "):
        yield _table(f"five contestants, 1560 games, {kind}", kind, drawn)


def _table(title: str, kind: str, found: dict[str, Rates]) -> str:
    names = [name for name in next(iter(found.values())) if name.startswith(kind)]
    return table(
        title,
        ((row, {name.removeprefix(kind): rates[name] for name in names}) for row, rates in found.items()),
    )


if __name__ == "__main__":
    for text in tables():
        sys.stdout.write(text + "\n\n")
        sys.stdout.flush()
