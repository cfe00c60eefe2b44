"""Where a pair's next games with bids go: to the bids around the crossing that can still be told apart from even.

Pure functions of counts. Nothing here bears on whether an interval is valid (`balance.stats.auction.looks` does):
a poor guess only costs games.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import polars as pl
from scipy.special import logit, ndtri

from balance.engine.system import Columns
from balance.stats.auction.bids import fair_bid, told_ends, told_signs
from balance.stats.auction.looks import level_at
from balance.stats.intervals import Counts
from balance.stats.pooling import bids_by, normalise, without_mirrors

Bids = tuple[Sequence[int], Counts]
"""Signed bids played, each once, and the first seat's counts at them."""

SLOPE, SLOPE_ERROR = 0.3, 0.15
"""What a cube is thought to be worth before any game with bids, in log odds, and how unsure that is."""

WEIGHT = 200.0
"""Games that a bid counts for at most when the curve is guessed: no curve is quite straight."""

WORTHWHILE = 0.15
"""A bid is played on only where the chance to tell it apart from even is at least this."""


@dataclass(frozen=True)
class Guess:
    """A straight line through the log odds of a pair's bids, with the covariance of its two coefficients."""

    level: float
    slope: float
    covariance: tuple[tuple[float, float], tuple[float, float]]

    @property
    def crossing(self) -> float:
        """The bid at which the line is even."""
        return -self.level / self.slope

    def share(self, bid: int) -> tuple[float, float]:
        """Return the first seat's share at a bid and its standard error."""
        share = 1 / (1 + math.exp(-max(-40.0, min(40.0, self.level + self.slope * bid))))
        (level, both), (_, slope) = self.covariance
        return share, math.sqrt(level + 2 * bid * both + bid**2 * slope) * share * (1 - share)


def guess(bids: Sequence[int], counts: Counts) -> Guess:
    """Return the line that fits the bids played; the slope is drawn towards `SLOPE`, and is never below a sixth of it.

    Weighted least squares on the empirical log odds (half a win and half a loss added), each bid's games capped at
    `WEIGHT`.
    """
    x = np.stack([np.ones(len(bids)), np.array(bids, np.float64)], axis=1)
    share = (counts.wins + counts.halves / 2 + 0.5) / (counts.games + 1)
    weight = np.minimum(counts.games, WEIGHT) * share * (1 - share)
    prior = np.diag([1e-6, SLOPE_ERROR**-2])
    covariance = np.asarray(np.linalg.inv((x * weight[:, None]).T @ x + prior), np.float64)
    level, slope = covariance @ (x.T @ (weight * logit(share)) + prior @ np.array([0.0, SLOPE]))
    (a, b), (_, c) = covariance.tolist()
    return Guess(float(level), max(float(slope), SLOPE / 6), ((a, b), (b, c)))


@dataclass(frozen=True)
class _Axis:
    """What is known of one pair: games per bid, which bids are told apart, and between which ends the rest lies."""

    bids: list[int]
    counts: Counts
    cells: int
    looks: Sequence[int]
    low: int  # the open bids, first and last
    high: int
    closed: frozenset[int]  # bids that get no more games

    def played(self, bid: int) -> tuple[float, float]:
        """Return games a cell and decided games won less lost at a bid."""
        if bid not in self.bids:
            return 0.0, 0.0
        i = self.bids.index(bid)
        return float(self.counts.games[i]) / self.cells, float((self.counts.wins - self.counts.losses)[i])


@dataclass(frozen=True)
class _Step:
    """A bid to be played on to so many games a cell, what that costs and how much is hoped for from it."""

    bid: int
    games: int
    cost: float
    worth: float


def wanted(
    bids: Sequence[int],
    counts: Counts,
    *,
    cells: int,
    looks: Sequence[int],
    budget: float,
    largest: int,
    closed: Collection[int] = (),
) -> dict[int, int]:
    """Return what should be played next: bid → games a cell in all; empty where nothing more is worth its games.

    Each of the two ends of the set of open bids moves inwards by the bid that promises most: chance to tell it apart
    × bids that would be excluded / games. Bids not played that lie outside the crossing by more than four times the
    guessed cube count for nothing.

    Parameters
    ----------
    bids, counts
        Signed bids and the first seat's counts, bid 0 included.
    cells
        Cells that each bid's games are summed over.
    looks
        Games a cell at which a bid is looked at.
    budget
        Games a cell that may still be added, over all bids.
    largest
        The largest bid that may be played, in cubes.
    closed
        Bids that get no more games: bid 0 (which the first stage plays) always belongs to them.
    """
    order = np.argsort(bids)
    axis, counts = [int(bids[i]) for i in order], counts.take(order)
    below, above = told_ends(axis, told_signs(axis, counts, cells, looks))
    low = -largest if below is None else below + 1
    high = largest if above is None else above - 1
    if low > high:
        return {}
    state = _Axis(axis, counts, cells, looks, low, high, frozenset({0, *closed}))
    line = guess(axis, counts)
    found: dict[int, int] = {}
    steps = [max(_steps(state, line, sign, budget), key=lambda s: s.worth, default=None) for sign in (-1, 1)]
    for step in sorted((s for s in steps if s is not None), key=lambda s: -s.worth):
        if step.cost <= budget and found.get(step.bid, 0) < step.games:
            found[step.bid] = step.games
            budget -= step.cost
    return found


def _steps(state: _Axis, line: Guess, sign: int, budget: float) -> Iterator[_Step]:
    """Yield the steps that might exclude bids from one end: sign −1, those that leave the first seat behind."""
    reach = max(3.0, 4 * SLOPE / line.slope)
    centre = min(max(line.crossing, state.low), state.high)
    blocked = [b for b in state.bids if state.low <= b <= state.high]
    if sign < 0:
        first, last = state.low, min([*blocked, state.high])
    else:
        first, last = max([*blocked, state.low]), state.high
    for bid in range(first, last + 1):
        if bid in state.closed:
            continue
        edge = max(state.low, centre - reach) if sign < 0 else min(state.high, centre + reach)
        gain = bid + 1 - edge if sign < 0 else edge - bid + 1
        games, lead = state.played(bid)
        share, error = line.share(bid)
        for look in state.looks:
            cost = look - games
            if cost <= 0 or cost > budget or gain <= 0:
                continue
            chance = _chance(sign * lead, sign * (share - 0.5), error, cost * state.cells, look, state)
            if chance >= WORTHWHILE:
                yield _Step(bid, look, cost, chance * gain / cost)


def _chance(lead: float, edge: float, error: float, more: float, look: int, state: _Axis) -> float:
    """Return the chance to tell a bid apart after `more` games, from its lead so far and its guessed edge."""
    needed = lead_needed(look, tuple(state.looks)) * math.sqrt(look * state.cells)
    spread = math.sqrt(more + (2 * more * error) ** 2)
    return below((lead + 2 * more * edge - needed) / spread)


@lru_cache
def lead_needed(look: int, looks: tuple[int, ...]) -> float:
    """Return the lead, in standard errors, that tells a bid apart at a look."""
    return -float(ndtri(level_at(look, looks)))


def below(z: float) -> float:
    """Return the standard normal distribution function (faster for one number than scipy's).

    Examples
    --------
    >>> below(0.0)
    0.5
    """
    return math.erfc(-z / math.sqrt(2)) / 2


def share_out(
    settings: Mapping[str, Bids], *, looks: Sequence[int], games: int, largest: int
) -> dict[str, dict[int, int]]:
    """Return what one pair should play next: setting → bid → games in all; empty where nothing more is worth it.

    First bids on all settings alike, for the pair, with five sixths of the games, the best bid among them; when these
    are done, bids on single settings whose own set is still open beyond the bids played, with what is left.

    Parameters
    ----------
    settings
        Per setting the bids played and the counts, bid 0 included.
    looks
        Games a cell at which a bid is looked at.
    games
        Games that the pair may use on each setting, over all bids.
    largest
        The largest bid that may be played.
    """
    bids, counts = in_all(settings)
    spent = float(counts.games.sum() - counts.games[bids.index(0)]) / len(settings) if 0 in bids else 0.0
    left = games * 5 / 6 - spent
    step = wanted(bids, counts, cells=len(settings), looks=looks, budget=left, largest=largest)
    step = step or _best_unplayed(bids, counts, len(settings), looks, left)
    if step:
        return {setting: dict(step) for setting in settings}
    found = {}
    for setting, (own, alone) in settings.items():
        used = float(alone.games.sum() - sum(alone.games[i] for i, b in enumerate(own) if b == 0))
        step = wanted(own, alone, cells=1, looks=looks, budget=games - used, largest=largest, closed=bids)
        if step:
            found[setting] = step
    return found


def _best_unplayed(
    bids: Sequence[int], counts: Counts, cells: int, looks: Sequence[int], budget: float
) -> dict[int, int]:
    """Return the best bid with the most games that the budget holds, if its neighbours alone told that it is."""
    best = fair_bid(bids, counts, cells=cells, looks=looks).best
    affordable = [look for look in looks if look <= budget]
    return {best: affordable[-1]} if best is not None and best not in bids and affordable else {}


def in_all(settings: Mapping[str, Bids]) -> tuple[list[int], Counts]:
    """Return the bids that every setting played equally often, with their counts summed over settings."""
    every = [dict(zip(bids, range(len(bids)), strict=True)) for bids, _ in settings.values()]
    counts = [counts for _, counts in settings.values()]
    bids, sums = [], []
    for bid in sorted(set.intersection(*(set(index) for index in every))):
        at = [(c.wins[i[bid]], c.halves[i[bid]], c.games[i[bid]]) for c, i in zip(counts, every, strict=True)]
        if bid == 0 or len({games for _, _, games in at}) == 1:
            bids.append(bid)
            sums.append([sum(part) for part in zip(*at, strict=True)])
    table = np.array(sums, np.float64).reshape(-1, 3)
    return bids, Counts(table[:, 0], table[:, 1], table[:, 2])


def bids_played(
    tallies: pl.DataFrame, *, columns: Columns, settings: Collection[str], tie_break: str
) -> dict[tuple[str, str], dict[str, Bids]]:
    """Return pair → setting → bids played and their counts, of tallies under one pair of policies; mirrors left out."""
    frame = without_mirrors(normalise(tallies, columns)).filter(pl.col("setting").is_in(list(settings)))
    found: dict[tuple[str, str], dict[str, Bids]] = {}
    for (first, second, setting), bids in bids_by(frame, ("first", "second", "setting"), tie_break).items():
        found.setdefault((first, second), {})[setting] = bids
    return found
