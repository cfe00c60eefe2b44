"""What is said of each pair that a tweak touches."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from balance.stats.intervals import Array
from balance.stats.results import Interval
from balance.stats.tweak.claims import Claims, claims, rectangle, standings
from balance.stats.tweak.counts import (
    CHANGES,
    HALVES,
    Goal,
    PairShares,
    Table,
    TweakCounts,
    mean_of,
    variance_of,
)
from balance.stats.tweak.evalues import e_bh
from balance.stats.tweak.game_pairs import log_likelihood_ratio, stops
from balance.stats.tweak.results import Discordant, Finish, GamePairTest, PairChange, TweakVerdict
from balance.stats.tweak.sequences import sequence
from balance.sweep.paired import SHARES, TIED

FACTORS: Array = np.geomspace(1.0, 100.0, 47)
"""By how much more games a projection goes, in steps of a tenth: farther, the estimates say too little."""

UNPLAYED = "not played"
UNTOLD = "going by the games so far, no number of games can be said"
FEW = "not enough games to tell"
WIDE = 0.2
"""Width of a share's interval above which its estimate should not be relied on."""


@dataclass(frozen=True)
class Touched:
    """The pairs that a tweak touches, with their games and what is wanted of them."""

    names: tuple[tuple[str, str], ...]
    joint: Table
    shares: PairShares
    target: Array
    band: tuple[Array, Array]

    @classmethod
    def of(cls, counts: TweakCounts, goal: Goal) -> Touched:
        """Pick them from all pairs."""
        place = np.flatnonzero(counts.touched)
        low, high = goal.bands(len(counts.pairs))
        joint = counts.joint[place]
        return cls(
            names=tuple(counts.pairs[n] for n in place),
            joint=joint,
            shares=PairShares.of(joint.astype(np.float64)),
            target=goal.targets(len(counts.pairs))[place],
            band=(low[place], high[place]),
        )


def pair_changes(touched: Touched, goal: Goal) -> tuple[tuple[PairChange, ...], float]:
    """Return what is said of each touched pair, and the level at which it is said.

    The false discovery rate of the verdicts is at most the goal's error, that of the standings too, and so is the rate
    of missing intervals among pairs with a verdict (e-BH, e-BY).
    """
    shares, target = touched.shares, touched.target
    found = claims(shares, target, goal.material)
    _, level = e_bh(found.best, goal.error)
    box = rectangle(shares, target, level)
    distances = box.distance()
    bands = [standings(counts, *touched.band) for counts in (shares.old, shares.new)]
    _, band_level = e_bh(np.concatenate([one.best for one in bands]), goal.error)
    sides = [sequence(counts, HALVES, (0.0, 1.0), band_level) for counts in (shares.old, shares.new)]
    finish = _finish(touched, goal, found, level)
    old, new = mean_of(shares.old, HALVES), mean_of(shares.new, HALVES)
    moved = np.abs(new - target) - np.abs(old - target)
    both = variance_of(shares.old, HALVES) + variance_of(shares.new, HALVES)
    paired = variance_of(shares.change, CHANGES)
    made = []
    for n, (first, second) in enumerate(touched.names):
        games = int(shares.games[n])
        made.append(
            PairChange(
                first=first,
                second=second,
                target=float(target[n]),
                band=(float(touched.band[0][n]), float(touched.band[1][n])),
                old=_interval(old[n], sides[0], n, games),
                new=_interval(new[n], sides[1], n, games),
                change=_interval(new[n] - old[n], box.change, n, games),
                distance=_interval(moved[n], distances, n, games),
                verdict=found.verdict(n, level),
                e_value=math.exp(min(float(found.best[n]), 700.0)),
                needed=1 / level,
                old_standing=bands[0].standing(n, band_level),
                new_standing=bands[1].standing(n, band_level),
                games=games,
                discordant=discordant(touched.joint[n]),
                variance_ratio=float(both[n] / paired[n]) if paired[n] > 0 else math.nan,
                test=_test(shares.change[n], old[n] - target[n], goal),
                finish=finish[n],
                note=_note(found.verdict(n, level), distances, n),
            )
        )
    return tuple(made), level


def _interval(estimate: float, ends: tuple[Array, Array], place: int, games: int) -> Interval:
    low, high = float(ends[0][place]), float(ends[1][place])
    if not games:
        return Interval(math.nan, low, high, 0, UNPLAYED)
    return Interval(float(estimate), low, high, games, FEW if high - low > WIDE else "")


def _note(verdict: TweakVerdict, distances: tuple[Array, Array], place: int) -> str:
    """Return what the verdict alone does not say."""
    low, high = float(distances[0][place]), float(distances[1][place])
    if verdict is TweakVerdict.SAME and high < 0:
        return "nearer to the target, by less than what matters"
    if verdict is TweakVerdict.SAME and low > 0:
        return "farther from the target, by less than what matters"
    return ""


def discordant(joint: Table) -> Discordant:
    """Return the games in which the first seat's share differs, from games by old and new result."""
    kinds = [
        _RESULTS[float(share)] + " on level scores" * bool(tied)
        for share, tied in zip(SHARES, TIED, strict=True)
    ]
    rows = [
        (kinds[old], kinds[new], int(joint[old, new]))
        for old in range(len(kinds))
        for new in range(len(kinds))
        if joint[old, new] and SHARES[old] != SHARES[new]
    ]
    rows.sort(key=lambda row: -row[2])
    gained = int(joint[SHARES[None, :] > SHARES[:, None]].sum())
    lost = int(joint[SHARES[None, :] < SHARES[:, None]].sum())
    return Discordant(gained, lost, tuple(rows))


_RESULTS = {0.0: "loss", 0.5: "tie", 1.0: "win"}


def _test(changes: Array, above_target: float, goal: Goal) -> GamePairTest:
    """Return the test that chess-engine testers run: better is towards the target from the old share."""
    halves = (changes[1], changes[3])
    down, same, up = changes[0] + halves[0] / 2, changes[2] + sum(halves) / 2, changes[4] + halves[1] / 2
    worse, better = (up, down) if above_target > 0 else (down, up)
    exact, rough = log_likelihood_ratio([worse, same, better], [-1.0, 0.0, 1.0], 0.0, goal.material)
    lower, upper = stops(goal.error, goal.error)
    return GamePairTest(float(worse), float(same), float(better), exact, rough, lower, upper)


def _finish(touched: Touched, goal: Goal, found: Claims, level: float) -> list[Finish]:
    """Return what a verdict would still need, if further games went like those so far.

    How many pairs would have a verdict at the largest number of games says what each one would need.
    """
    games = touched.shares.games
    pairs = games.size
    factor = FACTORS[:, None] * np.ones(pairs)
    ahead = claims(touched.shares.times(factor), touched.target, goal.material)
    allowed = factor * games <= goal.max_games
    reached = np.where(allowed, ahead.best, -np.inf).max(axis=0, initial=-np.inf)
    _, later = e_bh(reached, goal.error)
    needed = -math.log(max(level, later))
    enough = ahead.best >= needed
    made = []
    for n in range(pairs):
        verdict = found.verdict(n, level)
        steps = np.flatnonzero(enough[:, n])
        if verdict is not TweakVerdict.UNKNOWN:
            made.append(Finish(0, verdict))
        elif not games[n]:
            made.append(Finish(None, TweakVerdict.UNKNOWN, UNPLAYED))
        elif steps.size == 0:
            made.append(Finish(None, TweakVerdict.UNKNOWN, UNTOLD))
        else:
            step = int(steps[0])
            more = max(math.ceil(games[n] * (FACTORS[step] - 1)), 1)
            claim = Claims(ahead.better[step], ahead.worse[step], ahead.same[step]).verdict(
                n, math.exp(-needed)
            )
            beyond = games[n] + more > goal.max_games
            note = f"more than the {goal.max_games:,} games that are allowed" if beyond else ""
            made.append(Finish(more, claim, note))
    return made
