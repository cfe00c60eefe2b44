"""The joint set of old and new share, and the claims that it supports, each with its e-value.

The set is a rectangle: the change D = new − old and the sum S = old + new − 2 × target each lie in a confidence
sequence. The distance from the target changes by min(|D|, |S|), towards it where D and S have unlike signs. Proofs:
`docs/statistics.md`, section "Tweaks".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from balance.stats.intervals import Array
from balance.stats.tweak.counts import CHANGES, HALVES, PairShares
from balance.stats.tweak.results import Standing, TweakVerdict
from balance.stats.tweak.sequences import evidence_above, evidence_below, lower_end, upper_end

CHANGE_PART = 0.35
"""Part of the error that each end of D may have."""

SUM_PART = 0.3
"""Part of the error that each end of S may have: twice D's and one of S's make the whole (see the proofs)."""


@dataclass(frozen=True)
class Claims:
    """Logarithms of the e-values of what may be said of each pair; a claim holds at level exp(−log)."""

    better: Array
    worse: Array
    same: Array

    @property
    def best(self) -> Array:
        """The largest of them."""
        return np.maximum(np.maximum(self.better, self.worse), self.same)

    def verdict(self, place: int, level: float) -> TweakVerdict:
        """Return what is said of a pair at a level: that a change does not matter comes before its direction."""
        need = -np.log(level)
        for log, verdict in (
            (self.same, TweakVerdict.SAME),
            (self.better, TweakVerdict.BETTER),
            (self.worse, TweakVerdict.WORSE),
        ):
            if log[place] >= need:
                return verdict
        return TweakVerdict.UNKNOWN

    def nearest(self, place: int) -> TweakVerdict:
        """Return the claim with the largest e-value."""
        logs = (self.better[place], self.worse[place], self.same[place])
        return (TweakVerdict.BETTER, TweakVerdict.WORSE, TweakVerdict.SAME)[int(np.argmax(logs))]


def claims(shares: PairShares, target: Array, material: float) -> Claims:
    """Return how strongly games support each claim: the joint set at level 1/e lies just inside the claim's region.

    Parameters
    ----------
    shares
        Games of some pairs.
    target
        One per pair; broadcast against leading axes.
    material
        Change of distance that matters, in shares.
    """
    centre = 2 * target - 1  # `PairShares.total` is old + new − 1
    part, other = np.log(CHANGE_PART), np.log(SUM_PART)

    def change(mark: float, *, above: bool) -> Array:
        test = evidence_above if above else evidence_below
        return np.asarray(test(shares.change, CHANGES, mark, -1.0 if above else 1.0) + part)

    def total(mark: float, *, above: bool) -> Array:
        test = evidence_above if above else evidence_below
        return np.asarray(test(shares.total, CHANGES, centre + mark, -1.0 if above else 1.0) + other)

    up, down = change(0.0, above=True), change(0.0, above=False)
    high, low = total(0.0, above=True), total(0.0, above=False)
    not_up, not_down = change(material, above=False), change(-material, above=True)
    not_high, not_low = total(material, above=False), total(-material, above=True)
    corners = [np.maximum(d, s) for d in (not_up, not_down) for s in (not_high, not_low)]
    return Claims(
        better=np.maximum(np.minimum(up, low), np.minimum(down, high)),
        worse=np.maximum(np.minimum(up, high), np.minimum(down, low)),
        same=np.minimum.reduce(corners),
    )


@dataclass(frozen=True)
class Rectangle:
    """The joint set of each pair: ends of D and of S."""

    change: tuple[Array, Array]
    total: tuple[Array, Array]

    def distance(self) -> tuple[Array, Array]:
        """Return the smallest and the largest change of the distance from the target in the set."""
        (d_low, d_high), (s_low, s_high) = self.change, self.total
        return -_most(-d_high, -d_low, s_low, s_high), _most(d_low, d_high, s_low, s_high)


def _most(d_low: Array, d_high: Array, s_low: Array, s_high: Array) -> Array:
    """Return the largest of sign(D S) × min(|D|, |S|) in a rectangle: that of D and S both high or both low."""
    return np.asarray(np.maximum(np.minimum(d_high, s_high), np.minimum(-d_low, -s_low)))


def rectangle(shares: PairShares, target: Array, level: float) -> Rectangle:
    """Return the joint sets of old and new shares at an error rate of `level`."""
    change = (
        lower_end(shares.change, CHANGES, -1.0, CHANGE_PART * level),
        upper_end(shares.change, CHANGES, 1.0, CHANGE_PART * level),
    )
    total = (
        lower_end(shares.total, CHANGES, -1.0, SUM_PART * level) + 1 - 2 * target,
        upper_end(shares.total, CHANGES, 1.0, SUM_PART * level) + 1 - 2 * target,
    )
    return Rectangle(change, total)


@dataclass(frozen=True)
class Standings:
    """Logarithms of the e-values of where shares lie."""

    inside: Array
    outside: Array

    @property
    def best(self) -> Array:
        """The larger of them."""
        return np.maximum(self.inside, self.outside)

    def standing(self, place: int, level: float) -> Standing:
        """Return what is said of a share at a level."""
        need = -np.log(level)
        if self.inside[place] >= need:
            return Standing.INSIDE
        return Standing.OUTSIDE if self.outside[place] >= need else Standing.UNKNOWN


def standings(counts: Array, low: Array, high: Array) -> Standings:
    """Return how strongly games support that shares lie inside a band, or outside it.

    Parameters
    ----------
    counts
        Games by share, shape (…, `HALVES`).
    low, high
        Ends of the band, one per entry.
    """
    half = np.log(0.5)
    above_low, above_high = (evidence_above(counts, HALVES, end, 0.0) + half for end in (low, high))
    below_low, below_high = (evidence_below(counts, HALVES, end, 1.0) + half for end in (low, high))
    return Standings(inside=np.minimum(above_low, below_high), outside=np.maximum(above_high, below_low))
