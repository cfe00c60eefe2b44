"""Two runs' games → everything that the page of a comparison prints: one function, `compare`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from balance.stats.auction.bids import fair_bids
from balance.stats.entries import THIN, UNEVEN, WIDEST
from balance.stats.intervals import LEVEL, Array, Counts, weighted_games
from balance.stats.pooling import policy_pairs_of
from balance.stats.results import BidStatus, FairBid, Interval
from balance.stats.runs.changes import Shares, Shift, family_level
from balance.stats.runs.common import Pair, Played, Pooled, common_policies, equal_cells, pooled
from balance.stats.runs.results import BidDifference, Figure, PairDifference, RunsComparison
from balance.stats.tweak.results import Standing, TweakVerdict
from balance.stats.unfairness import mean_distance_change, mean_unfairness

EQUAL = "the very same counts in both runs"


@dataclass(frozen=True)
class Aim:
    """When a change is called better.

    Parameters
    ----------
    target, band
        Of an ordered pair, in shares.
    material
        Change of a distance that matters, in shares.
    alpha
        Error rate.
    """

    target: Callable[[str, str], float]
    band: Callable[[str, str], tuple[float, float]]
    material: float = 0.01
    alpha: float = 1 - LEVEL


def compare(
    old: Played,
    new: Played,
    aim: Aim,
    *,
    seats: Sequence[str],
    contestants: Sequence[str],
    settings: Sequence[str],
    related: bool,
    same: bool = False,
) -> RunsComparison | None:
    """Return what two runs tell of a change, from the cells that both played; None if there is none.

    Parameters
    ----------
    old, new
        Their games.
    aim
        When a change is called better.
    seats
        Their names; two.
    contestants, settings
        Names in the order in which to list them.
    related
        Whether both runs have the same seed.
    same
        Whether they are one and the same run: then every change is exactly 0.
    """
    policies = common_policies(old, new)
    if policies is None:
        return None
    before, after = pooled(old, new, policies), pooled(new, old, policies)
    if not before.pairs:
        return None
    there = set(before.frame["setting"].unique())
    listed = [name for name in settings if name in there]
    met = {name for pair in before.pairs for name in pair}
    names = [name for name in contestants if name in met]
    run = _Two(before, after, aim, related=related, same=same)
    order = [(f, s) for f in names for s in names if (f, s) in before.index]
    pairs, pair_level = run.pairs(order)
    aside = run.mean_target(order)
    strengths, strength_level = run.family(
        [(name, (before.both_ways(name, names), after.both_ways(name, names))) for name in names], 0.5
    )
    by_setting, setting_level = run.family(
        [(name, (before.settings[name], after.settings[name])) for name in listed], aside
    )
    return RunsComparison(
        seats=tuple(seats),
        policies=tuple(policies),
        settings=tuple(listed),
        contestants=tuple(names),
        same=same,
        related=related,
        alpha=aim.alpha,
        material=aim.material,
        overall=run.alone((before.counts, after.counts), aside),
        tie_break=run.tie_break(seats),
        unfairness=run.unfairness(),
        pairs=pairs,
        strengths=tuple(sorted(strengths, key=lambda one: -one.new.estimate)),
        by_setting=by_setting,
        pair_level=pair_level,
        strength_level=strength_level,
        setting_level=setting_level,
        bids=bid_differences(old, new, policies, order, there),
        games=(sum(before.games), sum(after.games)),
    )


Both = tuple[Counts, Counts]


@dataclass(frozen=True)
class _Two:
    """Both runs' pooled games, and what is judged by."""

    old: Pooled
    new: Pooled
    aim: Aim
    related: bool
    same: bool

    def mean_target(self, order: Sequence[Pair]) -> float:
        return float(np.mean([self.aim.target(*pair) for pair in order]))

    def alone(self, counts: Both, target: float) -> Figure:
        """Return a mean of pairs that is judged by itself."""
        (found,) = self._figures([("", counts)], 1 - self.aim.alpha, target)
        return found

    def family(self, members: Sequence[tuple[str, Both]], target: float) -> tuple[tuple[Figure, ...], float]:
        """Return means of pairs that are judged together, and the level of their changes."""
        played = [(name, counts) for name, counts in members if counts[0].games.size]
        if not played:
            return (), 1 - self.aim.alpha
        level = family_level(self._shift(played, target), self.aim.material, self.aim.alpha)
        return tuple(self._figures(played, level, target)), level

    def _shift(self, members: Sequence[tuple[str, Both]], target: float) -> Shift:
        sides = [[weighted_games(counts[side]) for _, counts in members] for side in (0, 1)]
        old, new = (
            Shares(np.array([share for share, _ in side]), np.array([games for _, games in side]))
            for side in sides
        )
        return Shift(old, new, target, self.related)

    def _figures(self, members: Sequence[tuple[str, Both]], level: float, target: float) -> list[Figure]:
        games = [tuple(int(side.games.sum()) for side in counts) for _, counts in members]
        return self.read([name for name, _ in members], self._shift(members, target), level, games)

    def read(
        self, names: Sequence[str], shift: Shift, level: float, games: Sequence[tuple[int, ...]]
    ) -> list[Figure]:
        """Return the figures of a shift, their changes at a level."""
        own = [
            self._own(side, [g[place] for g in games]) for place, side in enumerate((shift.old, shift.new))
        ]
        moved = shift.new.value - shift.old.value
        changes = self._intervals(moved, shift.change(level), games)
        distances = self._intervals(shift.distance, shift.distance_ends(level), games)
        targets = np.broadcast_to(shift.target, moved.shape)
        return [
            Figure(
                name,
                float(targets[i]),
                own[0][i],
                own[1][i],
                changes[i],
                distances[i],
                self.verdict(distances[i]),
            )
            for i, name in enumerate(names)
        ]

    def _own(self, shares: Shares, games: Sequence[int]) -> list[Interval]:
        """Return each figure in one run with its own interval."""
        low, high = shares.ends(1 - self.aim.alpha)
        return [
            Interval(float(v), float(a), float(b), g, THIN if b - a > WIDEST else "")
            for v, a, b, g in zip(shares.value, low, high, games, strict=True)
        ]

    def _intervals(
        self, value: Array, ends: tuple[Array, Array], games: Sequence[tuple[int, ...]]
    ) -> list[Interval]:
        """Return changes; those between a run and itself are exactly 0."""
        if self.same:
            return [Interval(0.0, 0.0, 0.0, sum(g), "exact") for g in games]
        return [
            Interval(float(v), float(a), float(b), sum(g))
            for v, a, b, g in zip(value, *ends, games, strict=True)
        ]

    def verdict(self, distance: Interval) -> TweakVerdict:
        """Return what is said of a change of a distance: that it does not matter comes before its direction."""
        if -self.aim.material < distance.low and distance.high < self.aim.material:
            return TweakVerdict.SAME
        if distance.high < 0:
            return TweakVerdict.BETTER
        return TweakVerdict.WORSE if distance.low > 0 else TweakVerdict.UNKNOWN

    def tie_break(self, seats: Sequence[str]) -> Figure:
        """Return what having the ties is worth to the first seat: half the rate of level games, or nothing."""
        sides = []
        for one in (self.old, self.new):
            rate, effective = weighted_games(one.ties)
            sign = {seats[0]: 0.5, seats[1]: -0.5}.get(one.tie_break, 0.0)
            sides.append(Shares(np.array([rate]), np.array([effective]), sign))
        shift = Shift(sides[0], sides[1], 0.0, self.related)
        (found,) = self.read([""], shift, 1 - self.aim.alpha, [(sum(self.old.games), sum(self.new.games))])
        return found

    def unfairness(self) -> Figure:
        """Return the mean distance of the pairs from their targets."""
        target = np.array([self.aim.target(*pair) for pair in self.old.pairs])
        games = (sum(self.old.games), sum(self.new.games))
        level = 1 - self.aim.alpha
        own = [
            _interval(mean_unfairness(one.counts, target=target, level=level), total)
            for one, total in zip((self.old, self.new), games, strict=True)
        ]
        ends = mean_distance_change(
            self.old.counts, self.new.counts, target, level=level, related=self.related
        )
        change = Interval(0.0, 0.0, 0.0, sum(games), "exact")
        if not self.same:
            change = _interval(ends, sum(games))
        return Figure("", 0.0, own[0], own[1], change, change, self.verdict(change))

    def pairs(self, order: Sequence[Pair]) -> tuple[tuple[PairDifference, ...], float]:
        """Return every pair, and the level of their changes."""
        place = [self.old.index[pair] for pair in order]
        sides = [Shares.of(side.counts.take(place)) for side in (self.old, self.new)]
        target = np.array([self.aim.target(*pair) for pair in order])
        shift = Shift(sides[0], sides[1], target, self.related)
        level = family_level(shift, self.aim.material, self.aim.alpha)
        games = [(self.old.games[i], self.new.games[i]) for i in place]
        equal = equal_cells(self.old, self.new)
        return tuple(
            PairDifference(
                first=pair[0],
                second=pair[1],
                target=found.target,
                band=self.aim.band(*pair),
                old=found.old,
                new=found.new,
                change=found.change,
                distance=found.distance,
                verdict=found.verdict,
                old_standing=standing(found.old, self.aim.band(*pair)),
                new_standing=standing(found.new, self.aim.band(*pair)),
                equal_counts=pair in equal,
                note=self._note(pair, equal=pair in equal),
            )
            for pair, found in zip(order, self.read([""] * len(order), shift, level, games), strict=True)
        ), level

    def _note(self, pair: Pair, *, equal: bool) -> str:
        uneven = pair in self.old.uneven or pair in self.new.uneven
        return "; ".join([*([EQUAL] if equal and not self.same else []), *([UNEVEN] if uneven else [])])


def _interval(ends: tuple[Array, Array, Array], games: int) -> Interval:
    estimate, low, high = (float(value) for value in ends)
    return Interval(estimate, low, high, games)


def standing(share: Interval, band: tuple[float, float]) -> Standing:
    """Return where a share lies, if its interval tells."""
    if band[0] <= share.low and share.high <= band[1]:
        return Standing.INSIDE
    return Standing.OUTSIDE if share.high < band[0] or share.low > band[1] else Standing.UNKNOWN


def bid_differences(
    old: Played, new: Played, policies: Sequence[str], order: Sequence[Pair], settings: set[str]
) -> tuple[BidDifference, ...]:
    """Return the fair bids of those pairs whose bids both runs played, by the same policies on the same settings."""
    found = []
    for run in (old, new):
        frame = run.frame.filter(run.frame["setting"].is_in(sorted(settings)))
        bidders = policy_pairs_of(frame.filter(frame["bid"] != 0))
        if tuple(policies) not in bidders:
            return ()
        found.append(fair_bids(frame, policies=policies, tie_break=run.tie_break, looks=run.looks))
    played = [
        pair
        for pair in order
        if all(pair in bids and bids[pair].status is not BidStatus.NOT_PLAYED for bids in found)
    ]
    return tuple(
        BidDifference(*pair, found[0][pair], found[1][pair], bid_change(found[0][pair], found[1][pair]))
        for pair in played
    )


def bid_change(old: FairBid, new: FairBid) -> tuple[int, int] | None:
    """Return the least and the largest difference of two bids that may be fair, one in each run.

    Examples
    --------
    >>> def bids(*amounts: int) -> FairBid:
    ...     return FairBid(BidStatus.FOUND, None, amounts, None, ())
    >>> bid_change(bids(2, 3, 4), bids(4, 5)), bid_change(bids(2, 3), bids(-1)), bid_change(bids(), bids(1))
    ((0, 3), (-4, -3), None)
    """
    if not old.bids or not new.bids or old.other_side_open or new.other_side_open:
        return None
    return min(new.bids) - max(old.bids), max(new.bids) - min(old.bids)
