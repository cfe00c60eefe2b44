"""How often tweak verdicts are false, intervals hold, and games saved: `python -m balance.stats.tweak.coverage`.

Prints the tables of `docs/statistics.md`, section "Proof: tweaks". Every data set is looked at many times, as a run is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

import numpy as np
from scipy.special import ndtr

from balance.stats.coverage import Rates, holds, table
from balance.stats.intervals import quantile
from balance.stats.truth import SLACK
from balance.stats.tweak.claims import CHANGE_PART, claims, rectangle
from balance.stats.tweak.counts import CHANGES, HALVES, Goal, TweakCounts
from balance.stats.tweak.evalues import e_bh
from balance.stats.tweak.overall import largest_distance, mean_changes
from balance.stats.tweak.planted import Truth, at_most, claims_of, paths, shares_of, stops
from balance.stats.tweak.sequences import evidence_above, evidence_below
from balance.sweep.paired import RESULTS

ALPHA = 0.05
LOOKS = 100
BATCH = 200
"""Paired games between two looks."""


def sequences_hold(truth: Truth, target: float, data_sets: int = 2000, *, seed: int = 1) -> Rates:
    """Return how often each interval of one pair holds the truth at all looks, and at the last one alone.

    At all 100 looks for the shares and their change, at twelve of them from 200 to 20,000 games for the distance.
    """
    drawn = paths(truth, data_sets, LOOKS, BATCH, seed)
    shares = shares_of(drawn)
    rates: Rates = {}
    half = -np.log(ALPHA / 2)
    for name, counts, values, true, lowest, highest, need in (
        ("old", shares.old, HALVES, truth.old, 0.0, 1.0, half),
        ("new", shares.new, HALVES, truth.new, 0.0, 1.0, half),
        ("change", shares.change, CHANGES, truth.new - truth.old, -1.0, 1.0, -np.log(CHANGE_PART * ALPHA)),
    ):
        out = evidence_above(counts, values, true, lowest) >= need
        out |= evidence_below(counts, values, true, highest) >= need
        rates[name] = float(1 - out.any(axis=1).mean())
    looks = np.unique(np.geomspace(1, LOOKS, 12).round().astype(np.int64)) - 1
    box = rectangle(shares_of(drawn[:, looks]), np.asarray(target), ALPHA)
    low, high = box.distance()
    true = truth.distance(target)
    rates["distance"] = float(((low <= true + SLACK) & (true - SLACK <= high)).all(axis=1).mean())
    rates["distance, last look"] = holds(low[:, -1], true, high[:, -1])
    rates["half width of the change"] = float(np.mean(box.change[1][:, -1] - box.change[0][:, -1])) / 2
    return rates


def false_alarms(
    truth: Truth,
    target: float,
    data_sets: int = 10_000,
    *,
    material: float = 0.01,
    looks: int = LOOKS,
    batch: int = BATCH,
    seed: int = 2,
) -> Rates:
    """Return how often a direction is claimed at any of many looks though the balance does not change.

    "never stopping": at any look whatever else was said before; "stopping": as a run stops, at its first verdict.
    """
    found = claims_of(paths(truth, data_sets, looks, batch, seed), target, material)
    need = -np.log(ALPHA)
    ever = int((np.maximum(found.better, found.worse) >= need).any(axis=1).sum())
    _, said = stops(found, ALPHA)
    wrong = int((said >= 2).sum())
    return {
        "never stopping": ever / data_sets,
        "at most (99%)": at_most(ever, data_sets),
        "stopping": wrong / data_sets,
        "at most (99%) ": at_most(wrong, data_sets),
        "no material change said": float((said == 1).mean()),
    }


def power(
    truth: Truth,
    target: float,
    data_sets: int = 2000,
    *,
    material: float = 0.01,
    looks: int = 250,
    batch: int = BATCH,
    seed: int = 3,
) -> Rates:
    """Return which verdicts fall within the looks, and with how many paired games."""
    found = claims_of(paths(truth, data_sets, looks, batch, seed), target, material)
    first, said = stops(found, ALPHA)
    games = batch * np.minimum(first + 1, looks)
    rates: Rates = {
        name: float((said == code).mean())
        for code, name in ((2, "better"), (3, "worse"), (1, "no material change"), (0, "not yet known"))
    }
    rates["mean games"] = float(games.mean())
    rates["median"] = float(np.median(games))
    rates["nine in ten by"] = float(np.quantile(games, 0.9))
    return rates


def _fixed(truth: Truth, target: float, material: float, wanted: float, change: float, total: float) -> float:
    """Return the games at which a fixed sample's tests give the right verdict with the wanted power.

    A direction needs the sign of the change and the sign of the sum of both distances, each two-sided at 5%; no
    material change needs both ends of the change's 95% interval within it.

    Parameters
    ----------
    change, total
        Variance of one game's change and sum.
    """
    moved, aside = truth.new - truth.old, truth.old + truth.new - 2 * target
    low, high = 1.0, 1e9
    for _ in range(100):
        games = np.sqrt(low * high)
        if truth.distance(target) == 0:
            power = 2 * ndtr(material * np.sqrt(games / change) - quantile()) - 1
        else:
            power = ndtr(abs(moved) * np.sqrt(games / change) - quantile())
            power *= ndtr(abs(aside) * np.sqrt(games / total) - quantile())
        low, high = (games, high) if power < wanted else (low, games)
    return float(high)


def against_fixed(
    truth: Truth,
    target: float,
    data_sets: int = 2000,
    *,
    wanted: float = 0.9,
    material: float = 0.01,
    batch: int = BATCH,
    looks: int = 400,
    seed: int = 4,
) -> Rates:
    """Return the mean paired games to the right verdict, and what fixed samples of the same power need.

    The largest number of games is set so that the sequence has the wanted power. Fixed samples are given the same
    verdict's test (two-sided 5%; no material change: both ends of the 95% interval within it) and the truth's own
    variance, and are told the true effect in advance: nobody can plan them so well.
    """
    found = claims_of(paths(truth, data_sets, looks, batch, seed), target, material)
    first, said = stops(found, ALPHA)
    moved = truth.distance(target)
    right = 1 if moved == 0 else (2 if moved < 0 else 3)
    own = np.sort(np.where(said == right, first + 1, looks + 1))
    most = int(own[int(np.ceil(wanted * data_sets)) - 1])
    games = batch * np.minimum(first + 1, most)
    fixed = [_fixed(truth, target, material, wanted, *spreads) for spreads in truth.spreads]
    return {
        "power": float(((first < most) & (said == right)).mean()),
        "largest number": float(batch * most),
        "mean games": float(games.mean()),
        "fixed, paired": fixed[0],
        "fixed, independent": fixed[1],
        "saved against paired": 1 - float(games.mean()) / fixed[0],
        "against independent": 1 - float(games.mean()) / fixed[1],
    }


def discoveries(
    truths: tuple[Truth, ...],
    target: float,
    data_sets: int = 2000,
    *,
    material: float = 0.01,
    looks: int = 50,
    batch: int = 400,
    seed: int = 5,
) -> Rates:
    """Return the false discovery rate of the pairs' verdicts, each pair played until it has one, and the power."""
    random = np.random.default_rng(seed)
    pairs = len(truths)
    counts = np.zeros((data_sets, pairs, 4))
    settled = np.zeros((data_sets, pairs), np.bool_)
    said = np.zeros((data_sets, pairs), np.int64)
    games = np.zeros((data_sets, pairs))
    for _ in range(looks):
        fresh = np.stack([random.multinomial(batch, one.chances, data_sets) for one in truths], axis=1)
        counts += np.where(settled[..., None], 0, fresh)
        games += np.where(settled, 0, batch)
        found = claims(shares_of(counts), np.asarray(target), material)
        for n in np.flatnonzero(~settled.all(axis=1)):
            made, level = e_bh(found.best[n], ALPHA)
            need = -np.log(level)
            which = np.select(
                [found.same[n] >= need, found.better[n] >= need, found.worse[n] >= need], [1, 2, 3]
            )
            said[n] = np.where(made, which, 0)
            settled[n] = made
    moved = np.array([one.distance(target) for one in truths])
    wrong = (
        ((said == 1) & (np.abs(moved) >= material - 1e-9))
        | ((said == 2) & (moved >= -1e-12))
        | ((said == 3) & (moved <= 1e-12))
    )
    share = wrong.sum(axis=1) / np.maximum((said > 0).sum(axis=1), 1)
    return {
        "false discovery rate": float(share.mean()),
        "any false verdict": float(wrong.any(axis=1).mean()),
        "pairs with a verdict": float((said > 0).mean()),
        "games a pair": float(games.mean()),
    }


def overall_holds(truths: tuple[Truth, ...], data_sets: int = 2000, *, seed: int = 6) -> Rates:
    """Return how often the overall figures hold the truth at all of five looks, from 200 to 3,200 rounds.

    As many pairs again are not touched: their shares are the old ones of those that are.
    """
    random = np.random.default_rng(seed)
    pairs, half = 2 * len(truths), len(truths)
    names = tuple((f"first {n}", f"second {n}") for n in range(pairs))
    touched = np.arange(pairs) < half
    before = np.array([one.old for one in truths] * 2)
    after = np.array([one.new for one in truths] + [one.old for one in truths])
    unfair = [float(np.abs(x - 0.5).mean()) for x in (before, after)]
    side = [float(x.mean()) - 0.5 for x in (before, after)]
    true = (*unfair, unfair[1] - unfair[0], *side, side[1] - side[0])
    chances = np.stack([one.chances for one in truths])
    rounds = (200, 200, 400, 800, 1600)
    drawn = np.stack([random.multinomial(n, chances, (data_sets, half)) for n in rounds], axis=1).cumsum(
        axis=1
    )
    others = random.binomial(2000, before[half:], (data_sets, half))
    held = np.ones((data_sets, len(true)), np.bool_)
    last = np.zeros((data_sets, 2))
    corners = np.ix_(range(half), (0, 2), (0, 2))
    for n in range(data_sets):
        base = np.zeros((pairs, RESULTS), np.int64)
        base[half:, 2], base[half:, 0] = others[n], 2000 - others[n]
        for look in drawn[n]:
            joint = np.zeros((pairs, RESULTS, RESULTS), np.int64)
            joint[corners] = look.reshape(half, 2, 2)
            distance, advantage, _ = mean_changes(TweakCounts(names, touched, joint, joint, base), Goal())
            found = [x for one in (distance, advantage) for x in (one.old, one.new, one.change)]
            last[n] = distance.change.high - distance.change.low, distance.change.estimate - true[2]
            held[n] &= [x.low - SLACK <= y <= x.high + SLACK for x, y in zip(found, true, strict=True)]
    named = ("distance, old", "new", "change", "side advantage, old", "new ", "change ")
    rates: Rates = dict(zip(named, held.mean(axis=0).tolist(), strict=True))
    shares = shares_of(drawn)
    low, high = largest_distance(shares.new, np.full(half, 0.5), ALPHA)
    most = float(np.abs(after[:half] - 0.5).max())
    rates["largest"] = float(((low <= most) & (most <= high)).all(axis=1).mean())
    rates["half width of the change"] = float(last[:, 0].mean()) / 2
    rates["its bias"] = float(last[:, 1].mean())
    return rates


NOTHING = {
    "share 0.56, half together": (Truth(0.56, 0.56, 0.5), 0.5),
    "share 0.56, independent": (Truth(0.56, 0.56, 0.0), 0.5),
    "share 0.56, 98% together": (Truth(0.56, 0.56, 0.98), 0.5),
    "share on the target, half together": (Truth(0.5, 0.5, 0.5), 0.5),
    "across the target, as far (0.47 to 0.53)": (Truth(0.47, 0.53, 0.5), 0.5),
    "share 0.02, half together": (Truth(0.02, 0.02, 0.5), 0.5),
    "share 0.98, target 0.9": (Truth(0.98, 0.98, 0.5), 0.9),
}
HELD = {
    "0.56 to 0.56, half together": (Truth(0.56, 0.56, 0.5), 0.5),
    "0.56 to 0.54, half together": (Truth(0.56, 0.54, 0.5), 0.5),
    "0.56 to 0.51, independent": (Truth(0.56, 0.51, 0.0), 0.5),
    "0.5 to 0.5, half together": (Truth(0.5, 0.5, 0.5), 0.5),
    "0.48 to 0.52, half together": (Truth(0.48, 0.52, 0.5), 0.5),
    "0.5 to 0.53, half together": (Truth(0.5, 0.53, 0.5), 0.5),
    "0.01 to 0.02, half together": (Truth(0.01, 0.02, 0.5), 0.5),
    "0.99 to 0.97, independent": (Truth(0.99, 0.97, 0.0), 0.9),
    "0.7 to 0.72, wholly together": (Truth(0.7, 0.72, 1.0), 0.5),
}
PAIRINGS = {"half together": 0.5, "three quarters together": 0.75}


def _mixed() -> tuple[Truth, ...]:
    same = [Truth(0.56, 0.56, 0.6)] * 8
    return (
        *same,
        *[Truth(0.57, 0.54, 0.6)] * 4,
        *[Truth(0.54, 0.57, 0.6)] * 2,
        *[Truth(0.56, 0.55, 0.6)] * 2,
    )


def _many(change: float, deviation: float) -> tuple[Truth, ...]:
    shares = np.random.default_rng(1).normal(0.52 if deviation else 0.5, deviation, 8)
    return tuple(Truth(float(share), float(share + change), 0.6) for share in shares)


def tables(data_sets: int = 2000) -> Iterable[str]:
    """Yield the tables of `docs/statistics.md`, section "Proof: tweaks"."""
    yield table(
        "one pair, all 100 looks from 200 to 20,000 games",
        ((name, sequences_hold(*case, data_sets)) for name, case in HELD.items()),
    )
    yield table(
        "false alarms, 100 looks, 10,000 data sets",
        ((name, false_alarms(*case, 5 * data_sets)) for name, case in NOTHING.items()),
    )
    yield table(
        "verdicts, material 1 point, at most 50,000 games",
        (
            (
                f"{points} points nearer, {name}",
                power(Truth(0.56, 0.56 - points / 100, tied), 0.5, data_sets // 2),
            )
            for name, tied in PAIRINGS.items()
            for points in (0, 1, 2, 5)
        ),
    )
    yield table(
        "games to the right verdict at power 0.9",
        (
            (
                f"{points} points nearer, {name}",
                against_fixed(Truth(0.56, 0.56 - points / 100, tied), 0.5, data_sets // 2),
            )
            for name, tied in PAIRINGS.items()
            for points in (0, 2, 5)
        ),
    )
    yield table(
        "16 touched pairs, each until its verdict, at most 20,000 games",
        [
            ("nothing changes", discoveries((Truth(0.56, 0.56, 0.6),) * 16, 0.5, data_sets)),
            ("half change by 0, others by 1 to 3 points", discoveries(_mixed(), 0.5, data_sets)),
            ("all change by exactly 1 point", discoveries((Truth(0.56, 0.55, 0.6),) * 16, 0.5, data_sets)),
        ],
    )
    yield table(
        "16 pairs, 8 of them touched, all five looks",
        (
            (name, overall_holds(_many(change, deviation), data_sets))
            for name, change, deviation in (
                ("some 6 points from even, 2 points down", -0.02, 0.06),
                ("all even, no change", 0.0, 0.0),
            )
        ),
    )


if __name__ == "__main__":
    for text in tables():
        sys.stdout.write(text + "\n\n")
        sys.stdout.flush()
