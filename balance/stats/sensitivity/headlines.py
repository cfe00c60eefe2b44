"""The headlines whose fate under variants is asked: each a weighted mean over pairs of a value of one game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from balance.stats.intervals import Array, Counts, share_interval, weighted_share
from balance.stats.results import Interval
from balance.sweep.paired import SHARES, TIED


class Kind(StrEnum):
    """What a headline measures, in win shares."""

    SIDE = "side advantage"  # the first seat's mean share less 1/2
    TIE = "tie-break advantage"  # half the tie rate, towards the seat that ties go to; positive: the first
    STRENGTH = "strength"  # a contestant's mean share over opponents and seats
    PAIR = "least fair pair"  # the first seat's share in the base's least fair pair
    UNFAIRNESS = "largest unfairness"  # the distance from even of whichever pair is least fair


_MARKS = {Kind.SIDE: 0.0, Kind.TIE: 0.0, Kind.STRENGTH: 0.5, Kind.PAIR: 0.5, Kind.UNFAIRNESS: None}


@dataclass(frozen=True)
class Headline:
    """One headline; `contestant` is whose strength it is."""

    kind: Kind
    contestant: str = ""

    @property
    def key(self) -> str:
        """Its name in files: ``side advantage``, ``strength: dragons``."""
        return f"{self.kind}: {self.contestant}" if self.contestant else str(self.kind)

    @property
    def mark(self) -> float | None:
        """The value on whose sides the conclusions lie; None if nothing is concluded but a size."""
        return _MARKS[self.kind]


SIDE: Final = Headline(Kind.SIDE)
TIE: Final = Headline(Kind.TIE)
PAIR: Final = Headline(Kind.PAIR)
UNFAIRNESS: Final = Headline(Kind.UNFAIRNESS)


def headlines(contestants: Sequence[str]) -> tuple[Headline, ...]:
    """Return the headlines that are means over pairs."""
    return (SIDE, TIE, *(Headline(Kind.STRENGTH, name) for name in contestants))


def weights(one: Headline, pairs: Sequence[tuple[str, str]], pool: Sequence[str]) -> Array | None:
    """Return the weight of each pair (first seat, second seat) in a headline's deviation from its mark.

    Pairs outside the pool weigh nothing. A strength counts the pairs in which its contestant has the second seat
    with a negative weight. None where the contestant is not in the pool.
    """
    inside = np.array([{first, second} <= set(pool) for first, second in pairs])
    if one.kind is not Kind.STRENGTH:
        return inside / max(int(inside.sum()), 1)
    if one.contestant not in pool:
        return None
    sign = np.array([float(f == one.contestant) - float(s == one.contestant) for f, s in pairs])
    own = np.where(inside, sign, 0.0)
    found: Array = own / max(float(np.abs(own).sum()), 1.0)
    return found


def values(one: Headline) -> Array:
    """Return the value of each result of a game (see `balance.sweep.paired.SHARES`), as a deviation."""
    found: Array = (SHARES - 0.5) * (TIED if one.kind is Kind.TIE else 1.0)
    return found


def largest(one: Headline) -> float:
    """Return the largest change of `values` from one result to another."""
    return 1.0 if one.kind is not Kind.TIE else 0.5


def _wins(counts: Array) -> Counts:
    """Return games by result as wins, halves and games."""
    return Counts.of(counts[..., SHARES == 1].sum(-1), counts.sum(-1), counts[..., SHARES == 0.5].sum(-1))


def level(one: Headline, counts: Array, weights: Array) -> Interval:
    """Return a headline's value with its interval, as `balance.stats.estimates` has it.

    Parameters
    ----------
    counts
        Games by result, shape (pairs, results).
    weights
        As `weights` returns them.
    """
    used = np.flatnonzero((weights != 0) & (counts.sum(-1) > 0))
    size = np.abs(weights[used])
    games = int(counts[used].sum())
    if one.kind is Kind.TIE:
        ties = counts[used][:, TIED == 1]
        rate, low, high = weighted_share(Counts.of(ties.sum(-1), counts[used].sum(-1)), size / size.sum())
        if not ties.any():  # nobody saw whom they go to
            return Interval(0.0, -float(high) / 2, float(high) / 2, games, "no game was level")
        to = float(values(one)[TIED == 1] @ ties.sum(0)) / float(ties.sum())  # ±1/2, or 0 if shared
        bottom, top = sorted((to * float(low), to * float(high)))
        return Interval(to * float(rate), bottom, top, games)
    own, other = used[weights[used] > 0], used[weights[used] < 0]
    shares = _wins(counts[own]).joined(_wins(counts[other]).flipped())
    order = np.concatenate([own, other])
    sizes = np.abs(weights[order])
    mean, bottom, top = (float(x) for x in weighted_share(shares, sizes / sizes.sum()))
    shift = 0.5 if one.kind is Kind.SIDE else 0.0
    return Interval(mean - shift, bottom - shift, top - shift, games)


def share(counts: Array) -> Interval:
    """Return the first seat's share in one pair, from its games by result."""
    wins = _wins(counts[None])
    low, high = share_interval(wins)
    return Interval(float(wins.share[0]), float(low[0]), float(high[0]), int(counts.sum()))


def distance(share: Interval, sign: int) -> Interval:
    """Return how far a share lies from even towards the first seat (`sign` 1) or the second (−1)."""
    low, high = sorted((sign * (share.low - 0.5), sign * (share.high - 0.5)))
    return Interval(sign * (share.estimate - 0.5), low, high, share.games)
