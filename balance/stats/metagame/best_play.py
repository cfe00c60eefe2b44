"""What the choice of contestants does to the sides: set-ups under best play, from the estimated shares."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations

import numpy as np

from balance.stats.entries import NOT_PLAYED, THIN
from balance.stats.intervals import (
    LEVEL,
    Array,
    Counts,
    effective_games,
    quantile,
    variance,
    weighted_share,
)
from balance.stats.metagame.results import Levelling, Metagame, Partner, Pick, SetUp, SetUpKind
from balance.stats.metagame.set_ups import SET_UPS, Play, deal_distance, distance, fits, spread, worse_than
from balance.stats.metagame.zero_sum import SAME, first_ranges
from balance.stats.results import Interval
from balance.stats.unfairness import mean_distance_of_mixes, mean_unfairness

DRAWS = 64
"""Draws of the shares behind the intervals of pick rates."""
WIDE = 0.5
"""A pick rate whose interval is wider than this is not known."""
TAKEN = "taken by the other side"

_SEED = 20260101
_COMPARED = (
    (SetUpKind.TWO_DEALT, SetUpKind.ONE_DEALT),
    (SetUpKind.TWO_DEALT, SetUpKind.FREE_CHOICE),
)


def metagame(
    counts: Counts, pairs: Sequence[tuple[str, str]], contestants: Sequence[str], *, draws: int = DRAWS
) -> Metagame:
    """Return best play in every set-up that the shares allow.

    Parameters
    ----------
    counts
        One stratum per ordered pair, mirrors left out.
    pairs
        Whose strata they are.
    contestants
        In the order in which to list them.
    draws
        Of the shares, for the intervals of pick rates; with 0 the picks are left out.

    Notes
    -----
    Formulas, sources and measured coverage: `docs/statistics.md`, "Metagame".
    """
    wanted = list(permutations(contestants, 2))
    place = {pair: i for i, pair in enumerate(pairs)}
    missing = [pair for pair in wanted if pair not in place]
    if missing or not wanted:
        what = (
            f"{len(missing)} of {len(wanted)} pairs not played" if len(missing) < len(wanted) else NOT_PLAYED
        )
        return Metagame((), (), 0, what)
    board = _Board(counts.take([place[pair] for pair in wanted]), tuple(contestants))
    reasons = {kind: fits(kind, len(contestants)) for kind in SetUpKind}
    kinds = [kind for kind, reason in reasons.items() if not reason]
    plays = {kind: SET_UPS[kind]([board.shares])[0] for kind in kinds}
    choosing = [kind for kind in kinds if plays[kind].rates.size]
    matrices = board.drawn(draws)
    seen = {
        kind: [_Drawn(*one) for one in zip(matrices, SET_UPS[kind](matrices), strict=True)]
        for kind in choosing
    }
    set_ups = {kind: _set_up(board, kind, play, seen.get(kind, [])) for kind, play in plays.items()}
    return Metagame(
        set_ups=tuple(set_ups.values()),
        levelling=tuple(
            _levelling(board, set_ups[new], set_ups[old], plays)
            for new, old in _COMPARED
            if new in set_ups and old in set_ups
        ),
        draws=draws,
        note="; ".join(filter(None, reasons.values())),
    )


@dataclass(frozen=True)
class _Board:
    """The shares of all ordered pairs of different contestants, in the order of `permutations`."""

    counts: Counts
    names: tuple[str, ...]

    @cached_property
    def off(self) -> Array:
        return ~np.eye(len(self.names), dtype=bool)

    @cached_property
    def shares(self) -> Array:
        return self.matrix(self.counts.share)

    @cached_property
    def variances(self) -> Array:
        """Variances of the estimated shares."""
        return variance(self.counts) / self.counts.games

    @property
    def games(self) -> int:
        return int(self.counts.games.sum())

    def matrix(self, values: Array) -> Array:
        """Return values of pairs as a matrix, nan on its diagonal."""
        found = np.full(self.off.shape, math.nan)
        found[self.off] = values
        return found

    def drawn(self, number: int) -> list[Array]:
        """Return draws of the shares: beta, half a win and half a loss added, at the effective number of games."""
        random = np.random.default_rng(_SEED)
        share, effective = self.counts.share, effective_games(self.counts)
        drawn = random.beta(effective * share + 0.5, effective * (1 - share) + 0.5, (number, share.size))
        return [self.matrix(values) for values in drawn]

    def error(self, weights: Array) -> float:
        """Return the standard error of a weighted sum of the shares."""
        return float(np.sqrt(np.sum(weights[self.off] ** 2 * self.variances)))


@dataclass(frozen=True)
class _Drawn:
    """A draw of the shares, and best play on it."""

    shares: Array
    play: Play


def _set_up(board: _Board, kind: SetUpKind, play: Play, drawn: Sequence[_Drawn]) -> SetUp:
    """Return what one set-up does, from its play on the estimated and on the drawn shares."""
    weights = play.played[board.off]
    weights = weights / weights.sum()
    used = np.flatnonzero(weights > 0)
    part = board.counts.take(used), weights[used]
    value = _interval(board, *_three(weighted_share(*part)))
    picks, unique = _picks(board, play, [one.play for one in drawn])
    deals = None
    if play.deals is not None and play.deal_chances is not None:
        own = board.matrix(board.variances).ravel()
        mixes = mean_distance_of_mixes(
            np.nan_to_num(board.shares).ravel(), np.nan_to_num(own), play.deals, play.deal_chances
        )
        deals = _widened(_interval(board, *mixes), [deal_distance(one.play, one.shares) for one in drawn])
    return SetUp(
        kind=kind,
        value=value,
        advantage=_interval(board, value.estimate - 0.5, value.low - 0.5, value.high - 0.5),
        distance=_widened(
            _interval(board, *_three(mean_unfairness(*part))),
            [distance(one.play, one.shares) for one in drawn],
        ),
        spread=_widened(_spread(board, weights), [spread(one.play, one.shares) for one in drawn]),
        first=picks[0],
        second=picks[1],
        unique=unique,
        deal_distance=deals,
    )


def _widened(found: Interval, drawn: Sequence[float]) -> Interval:
    """Return an interval that also holds the middle 95% of the draws: with other shares, others would be played."""
    if not drawn:
        return found
    low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return replace(found, low=min(found.low, float(low)), high=max(found.high, float(high)))


def _interval(board: _Board, estimate: float, low: float, high: float, note: str = "") -> Interval:
    return Interval(estimate, low, high, board.games, note)


def _three(found: tuple[Array, Array, Array]) -> tuple[float, float, float]:
    estimate, low, high = found
    return float(estimate), float(low), float(high)


def _spread(board: _Board, weights: Array) -> Interval:
    """Return the standard deviation of the shares played, their noise taken out."""
    gap = board.counts.share - np.sum(weights * board.counts.share)
    noise = float(np.sum(weights * (1 - weights) * board.variances))
    own = float(np.sum(weights * gap**2)) - noise
    error = 4 * np.sum((weights * gap) ** 2 * board.variances) + 2 * np.sum((weights * board.variances) ** 2)
    reach = quantile(LEVEL) * float(np.sqrt(error))
    ends = (own, own - reach, own + reach)
    estimate, low, high = (math.sqrt(min(max(x, 0.0), 0.25)) for x in ends)
    return _interval(board, estimate, low, high)


def _picks(
    board: _Board, play: Play, drawn: Sequence[Play]
) -> tuple[tuple[tuple[Pick, ...], tuple[Pick, ...]], bool | None]:
    """Return both seats' picks, and whether the equilibrium is the only one (None without draws)."""
    if not play.rates.size:
        return ((), ()), True
    if not drawn:
        return ((), ()), None
    lowest, highest, unique = _ranges(play)
    rates = np.stack([one.rates for one in drawn])
    losses = np.stack([one.losses for one in drawn])
    tail = (1 - LEVEL) / 2
    both = []
    for seat in (0, 1):
        worse = worse_than(board.shares, seat)
        picks = []
        for i, name in enumerate(board.names):
            rate, loss = float(play.rates[seat, i]), float(play.losses[seat, i])
            low, high = (float(x) for x in np.quantile(rates[:, seat, i], [tail, 1 - tail]))
            low, high = min(low, rate), max(high, rate)
            other = worse[i]
            picks.append(
                Pick(
                    name=name,
                    rate=_interval(board, rate, low, high, THIN if high - low > WIDE else ""),
                    lowest=float(lowest[seat, i]),
                    highest=float(highest[seat, i]),
                    chosen=float(np.mean(rates[:, seat, i] > SAME)),
                    loss=_loss(board, loss, losses[:, seat, i]),
                    dominated_by=None if other is None else board.names[other],
                    partners=_partners(board, play, seat, i),
                )
            )
        both.append(tuple(picks))
    return (both[0], both[1]), unique


def _loss(board: _Board, loss: float, drawn: Array) -> Interval:
    if math.isnan(loss):
        return Interval(math.nan, math.nan, math.nan, 0, TAKEN)
    low, high = np.nanquantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return _interval(board, loss, min(float(low), loss), max(float(high), loss))


def _partners(board: _Board, play: Play, seat: int, own: int) -> tuple[Partner, ...]:
    if play.partners is None:
        return ()
    rates = play.partners[seat, own]
    return tuple(Partner(name, float(rates[k])) for k, name in enumerate(board.names) if k != own)


def _ranges(play: Play) -> tuple[Array, Array, bool]:
    """Return how low and high each pick rate is over all equilibria, and whether there is but one."""
    if play.solution is None or play.sums is None:  # an open choice: any that costs nothing is as good
        equal = play.losses == 0
        only = equal.sum(axis=1, keepdims=True) == 1
        return (equal & only).astype(float), equal.astype(float), bool(play.unique)
    first = first_ranges(play.solution, play.sums)
    second = first_ranges(play.solution.swapped(), play.sums)
    return np.stack([first[0], second[0]]), np.stack([first[1], second[1]]), first[2] and second[2]


def _levelling(board: _Board, new: SetUp, old: SetUp, plays: Mapping[SetUpKind, Play]) -> Levelling:
    """Return how far one set-up is more even than another."""
    ours, theirs = plays[new.kind].played, plays[old.kind].played
    product = np.sum(ours[board.off] * theirs[board.off] * board.variances)
    alike = float(product) / (board.error(ours) * board.error(theirs))
    sign = math.copysign(1.0, new.advantage.estimate) * math.copysign(1.0, old.advantage.estimate)
    return Levelling(
        kind=new.kind,
        against=old.kind,
        advantage=_change(_size(new.advantage), _size(old.advantage), min(sign * alike, 0.0)),
        distance=_change(new.distance, old.distance),
        spread=_change(new.spread, old.spread),
    )


def _size(value: Interval) -> Interval:
    """Return the interval of an absolute value."""
    ends = sorted((abs(value.low), abs(value.high)))
    low = 0.0 if value.low <= 0 <= value.high else ends[0]
    return Interval(abs(value.estimate), low, ends[1], value.games)


def _change(new: Interval, old: Interval, correlation: float = 0.0) -> Interval:
    """Return the difference of two estimates on the same games (Zou and Donner 2008; correlated: Zou 2007).

    Where a positive correlation is taken as none, the interval is wider than need be.
    """

    def reach(up: float, down: float) -> float:
        return math.sqrt(max(up**2 + down**2 - 2 * correlation * up * down, 0.0))

    estimate = new.estimate - old.estimate
    low = estimate - reach(new.estimate - new.low, old.high - old.estimate)
    high = estimate + reach(new.high - new.estimate, old.estimate - old.low)
    return Interval(estimate, low, high, new.games)
