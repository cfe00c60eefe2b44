"""How often the metagame's intervals hold a known truth: `python -m balance.stats.metagame_coverage`.

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
from balance.stats.metagame import metagame
from balance.stats.metagame_results import Metagame, SetUp, SetUpKind
from balance.stats.results import Interval
from balance.stats.set_ups import SET_UPS, Play

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
PLAYED = (
    *((name, 1560) for name in CASES),
    ("as in a real run", 20),
    ("near 1", 100),
)
KINDS = ("value: ", "distance: ", "spread: ", "deals: ", "advantage: ", "found: ")


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
    plays = {kind: solve(np.where(off, truth, np.nan)) for kind, solve in SET_UPS.items()}
    hits: dict[str, list[bool]] = {}
    for _ in range(data_sets):
        wins = random.binomial(games, truth[off]).astype(np.float64)
        counts = Counts.of(wins, np.full(wins.size, games))
        found = metagame(counts, pairs, names, draws=draws)
        estimated = np.full(truth.shape, np.nan)
        estimated[off] = counts.share
        for name, interval, true in (
            *_beside(found, plays, truth, rates=draws > 0),
            *_found(found, estimated, truth),
        ):
            hits.setdefault(name, []).append(interval.low - SLACK <= true <= interval.high + SLACK)
    return {name: float(np.mean(held)) for name, held in hits.items()}


def _beside(
    found: Metagame, plays: dict[SetUpKind, Play], truth: Array, *, rates: bool
) -> Iterator[tuple[str, Interval, float]]:
    """Yield kinds of intervals, the intervals and the truths."""
    for one in found.set_ups:
        play = plays[one.kind]
        yield f"value: {one.kind}", one.value, play.value
        if rates:
            yield from _rates(one, play)
            continue
        yield f"distance: {one.kind}", one.distance, _distance(play, truth)
        if one.deal_distance is not None:
            yield "deals: distance", one.deal_distance, _deals(play, truth)
        yield f"spread: {one.kind}", one.spread, _spread(play, truth)
    for change in () if rates else found.levelling:
        new, old = plays[change.kind], plays[change.against]
        what = f"change from {change.against}"
        yield f"advantage: {what}", change.advantage, abs(new.value - 0.5) - abs(old.value - 0.5)
        yield f"distance: {what}", change.distance, _distance(new, truth) - _distance(old, truth)
        yield f"spread: {what}", change.spread, _spread(new, truth) - _spread(old, truth)


def _found(found: Metagame, estimated: Array, truth: Array) -> Iterator[tuple[str, Interval, float]]:
    """Yield distance and spread with their true values over what the play on the estimated shares plays."""
    for one in found.set_ups:
        if one.kind not in (SetUpKind.TWO_DEALT, SetUpKind.FREE_CHOICE):
            continue
        play = SET_UPS[one.kind](estimated)
        yield f"found: distance, {one.kind}", one.distance, _distance(play, truth)
        yield f"found: spread, {one.kind}", one.spread, _spread(play, truth)
        if one.deal_distance is not None:
            yield "found: distance of deals", one.deal_distance, _deals(play, truth)


def _rates(one: SetUp, play: Play) -> Iterator[tuple[str, Interval, float]]:
    for seat, picks in enumerate((one.first, one.second)):
        for i, pick in enumerate(picks):
            yield f"rate: {one.kind}", pick.rate, float(play.rates[seat, i])


def _distance(play: Play, truth: Array) -> float:
    return float(np.sum(play.played * np.abs(truth - 0.5)))


def _spread(play: Play, truth: Array) -> float:
    return float(np.sqrt(np.sum(play.played * (truth - np.sum(play.played * truth)) ** 2)))


def _deals(play: Play, truth: Array) -> float:
    assert play.deals is not None, "of two dealt"
    return float(np.abs(np.sum(play.deal_chances * truth.ravel()[play.deals], axis=1) - 0.5).mean())


def tables(data_sets: int = 2_000) -> Iterable[str]:
    """Yield the tables of `docs/statistics.md`, section "Proof: metagame"."""
    found = {f"{name}, {games} games": coverage(CASES[name], games, data_sets) for name, games in PLAYED}
    kinds = {kind: [n for n in next(iter(found.values())) if n.startswith(kind)] for kind in KINDS}
    for kind, names in kinds.items():
        yield table(
            kind, ((row, {n.removeprefix(kind): rates[n] for n in names}) for row, rates in found.items())
        )
    yield table(
        "pick rates of five contestants from 40 draws, 400 games a pair",
        ((name, coverage(CASES[name][:5, :5], 400, data_sets // 5, draws=40)) for name in list(CASES)[:3]),
    )


if __name__ == "__main__":
    for text in tables():
        sys.stdout.write(text + "\n\n")
        sys.stdout.flush()
