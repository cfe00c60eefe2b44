"""How often the intervals hold the truth, over many simulated data sets: `python -m balance.stats.coverage`.

Prints the tables of `docs/statistics.md`. Each function returns how often each interval held the truth (0–1)
over `data_sets` independent draws; the simulation's own error at 95% is 0.005 for 2,000 of them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import numpy as np
from scipy.special import bdtr, expit

from balance.stats.auction.bids import fair_bid
from balance.stats.auction.owner import owner_bids
from balance.stats.estimates import estimate
from balance.stats.intervals import (
    LEVEL,
    Array,
    Counts,
    benjamini_hochberg,
    even_p_value,
    mean_p_value,
    share_interval,
    weighted_share,
)
from balance.stats.planted import COLUMNS, POLICIES, Planted, example
from balance.stats.pooling import normalise
from balance.stats.results import BidStatus
from balance.stats.truth import SLACK, covers, judged
from balance.stats.unfairness import mean_unfairness

BIDS = (1, 2, 3, 4, 6, 8)
"""The bids of the default second stage."""

Rates = dict[str, float]


def holds(low: Array, truth: Array | float, high: Array) -> float:
    """Return how often an interval holds the truth."""
    return float(np.mean((low <= np.asarray(truth) + SLACK) & (np.asarray(truth) - SLACK <= high)))


def shares(truth: Array, games: int, data_sets: int, *, ties: float = 0.0, seed: int = 1) -> Rates:
    """Return the coverage of one pair's share, of the mean share and of the mean unfairness.

    Parameters
    ----------
    truth
        True chance of winning a decided game, one per pair.
    games
        Games a pair.
    data_sets
        How many to draw.
    ties
        Tie rate; ties count half.
    seed
        Of the draws.
    """
    random = np.random.default_rng(seed)
    shape = (data_sets, len(truth))
    tied = random.binomial(games, ties, shape)
    counts = Counts.of(random.binomial(games - tied, truth), np.full(shape, games), tied)
    true = truth * (1 - ties) + ties / 2
    low, high = share_interval(counts)
    _, mean_low, mean_high = weighted_share(counts)
    unfair, unfair_low, unfair_high = mean_unfairness(counts)
    distance = float(np.mean(np.abs(true - 0.5)))
    return {
        "pair": holds(low, true, high),
        "mean": holds(mean_low, true.mean(), mean_high),
        "mean width": float(np.mean(mean_high - mean_low)),
        "unfairness": holds(unfair_low, distance, unfair_high),
        "unfairness width": float(np.mean(unfair_high - unfair_low)),
        "true unfairness": distance,
        "its bias": float(np.mean(unfair)) - distance,
    }


def pipeline(planted: Planted, games: int, data_sets: int, *, seed: int = 2) -> Rates:
    """Return the coverage of every estimate made from planted tallies by `estimate`.

    Parameters
    ----------
    planted
        The truth.
    games
        Games per cell.
    data_sets
        How many to draw.
    seed
        Of the draws.
    """
    random = np.random.default_rng(seed)
    hits: dict[str, list[bool]] = {}
    truth = planted.truth()
    for _ in range(data_sets):
        found = estimate(
            planted.draw(random, games),
            columns=COLUMNS,
            contestants=planted.names,
            headline=POLICIES,
            tie_break=planted.tie_break,
            draws=0,
        )
        for name, held in judged(found, truth):
            hits.setdefault(name, []).append(held)
    return {name: float(np.mean(h)) for name, h in hits.items()}


def walk_share(behind: int, bid: int, steps: int = 101) -> tuple[float, float]:
    """Return the chances of a win and of a tie in a game with a closed form.

    A fair walk of ±1 steps; the first seat starts `behind` points down and gets `bid` points. By symmetry the
    game is even at `bid = behind` exactly, ties shared.
    """
    gap = behind - bid
    below = float(bdtr((steps + gap) // 2, steps, 0.5))
    tie = 0.0
    if (steps + gap) % 2 == 0:
        tie = below - float(bdtr((steps + gap) // 2 - 1, steps, 0.5))
    return 1 - below, tie


def logistic_share(crossing: float, bid: int, slope: float = 0.15) -> tuple[float, float]:
    """Return the chances of a win and of a tie where the log odds rise by `slope` a cube."""
    return float(expit(slope * (bid - crossing))), 0.0


def auctions(
    chances: Callable[[int], tuple[float, float]],
    crossing: float,
    data_sets: int,
    *,
    games: tuple[int, int] = (1560, 258),
    seed: int = 3,
) -> Rates:
    """Return how often the fair bid's set holds the truth, both stages played as the sweep plays them.

    Parameters
    ----------
    chances
        Signed bid → the first seat's chances of a win and of a tie (ties are shared).
    crossing
        The bid at which the game is even, in cubes, whole or not.
    data_sets
        How many to draw.
    games
        Games at bid 0, and at each bid of the second stage.
    seed
        Of the draws.
    """
    random = np.random.default_rng(seed)
    sides = {sign: [sign * b for b in BIDS] for sign in (-1, 1)}
    table = {b: (*chances(b),) for b in (0, *sides[1], *sides[-1])}
    held, sizes, best, left, statuses = 0, [], 0, [], []
    nearest = min(range(-BIDS[-1], BIDS[-1] + 1), key=lambda b: abs(b - crossing))

    def draw(bid: int, n: int) -> tuple[int, int]:
        win, tie = table[bid]
        won, tied, _ = random.multinomial(n, [win, tie, 1 - win - tie])
        return int(won), int(tied)

    for _ in range(data_sets):
        first = draw(0, games[0])
        trailing_first = 2 * first[0] + first[1] < games[0]
        bids = [0, *sides[1 if trailing_first else -1]]
        results = [first, *(draw(b, games[1]) for b in bids[1:])]
        wins, ties = zip(*results, strict=True)
        fair = fair_bid(bids, Counts.of(wins, [games[0]] + [games[1]] * len(BIDS), ties))
        held += covers(fair, bids, crossing)
        statuses.append(fair.status)
        sizes.append(len(fair.bids))
        if fair.best is not None:
            best += fair.best == nearest
            win, tie = chances(fair.best)
            left.append(abs(win + tie / 2 - 0.5))
    return {
        "held": held / data_sets,
        "bids in the set": float(np.mean(sizes)),
        "best is the nearest": best / data_sets,
        "left unfair": float(np.mean(left)) if left else float("nan"),
        **{s.value: statuses.count(s) / data_sets for s in BidStatus if s is not BidStatus.NOT_PLAYED},
    }


def owners(crossing: int, data_sets: int, *, games: int = 258, strength: float = 0.3, seed: int = 4) -> float:
    """Return how often the owner's set holds the bid at which the owner is indifferent, where that is known.

    With a side effect `s` and `k` a cube, in log odds, it is `s / k` whatever the strengths.
    """
    random = np.random.default_rng(seed)
    planted = Planted(
        strength=np.array([strength, 0.0]),
        interaction=np.zeros((2, 2)),
        setting=np.zeros(1),
        tie=np.zeros((2, 2)),
        side=0.15 * crossing,
    )
    bids = [0, *BIDS, *(-b for b in BIDS)]
    held = 0
    for _ in range(data_sets):
        frame = normalise(planted.draw(random, games, bids=bids), COLUMNS)
        found = owner_bids(frame, contestants=planted.names, policies=POLICIES, tie_break="seelie")[0]
        open_end = found.status is BidStatus.FOUND and BIDS[-1] in found.bids
        held += crossing in found.bids or (crossing >= BIDS[-1] and open_end)
    return held / data_sets


def false_discoveries(
    games: int, data_sets: int, *, even: int = 36, odd: float = 0.54, seed: int = 5
) -> Rates:
    """Return the mean share of false ones among all verdicts, and the power, some pairs being even."""
    random = np.random.default_rng(seed)
    truth = np.where(np.arange(72) < even, 0.5, odd)
    wins = random.binomial(games, truth, (data_sets, 72))
    told = np.stack([benjamini_hochberg(p) for p in even_p_value(wins, games - wins)]) <= 1 - LEVEL
    return {
        "false discovery rate": float(np.mean(told[:, :even].sum(axis=1) / np.maximum(told.sum(axis=1), 1))),
        "power": float(np.mean(told[:, even:])) if even < 72 else float("nan"),
    }


TRUTHS: dict[str, Array] = {
    "as in a real run": np.clip(np.random.default_rng(1).normal(0.52, 0.08, 72), 0.02, 0.98),
    "all even": np.full(72, 0.5),
    "half even, half 0.62": np.where(np.arange(72) % 2, 0.5, 0.62),
    "all 0.02": np.full(72, 0.02),
    "half 0.03, half 0.97": np.where(np.arange(72) % 2, 0.03, 0.97),
    "one pair, 0.5": np.full(1, 0.5),
    "one pair, 0.1": np.full(1, 0.1),
}


def table(title: str, rows: Iterable[tuple[str, Rates]]) -> str:
    """Return rows of rates as a Markdown table."""
    rows = list(rows)
    names = list(rows[0][1])
    lines = [f"| {title} | {' | '.join(names)} |", "| --- |" + " ---: |" * len(names)]
    lines += [f"| {label} | {' | '.join(f'{rates[n]:.3f}' for n in names)} |" for label, rates in rows]
    return "\n".join(lines)


def tables(data_sets: int) -> Iterable[str]:
    """Yield every table of `docs/statistics.md`, one after the other."""
    yield table(
        "shares, 72 pairs (or one)",
        (
            (f"{name}; {games} games", shares(truth, games, data_sets))
            for name, truth in TRUTHS.items()
            for games in (5, 20, 100, 1560)
        ),
    )
    yield table(
        "ties shared",
        (
            (f"{name}; ties {ties:.0%}; {games} games", shares(TRUTHS[name], games, data_sets, ties=ties))
            for name in ("as in a real run", "all 0.02")
            for ties in (0.1, 0.5, 0.9)
            for games in (20, 260)
        ),
    )
    yield table(
        "from tallies, 9 contestants, 6 settings",
        (
            (f"ties to {rule}; {games} games a cell", pipeline(example(7, tie_break=rule), games, data_sets))
            for rule, games in (("seelie", 260), ("shared", 260), ("unseelie", 5))
        ),
    )
    yield table(
        "fair bid, random walk",
        ((f"even at {c}", auctions(partial(walk_share, c), c, data_sets)) for c in (0, 1, 2, 5, 8, 12)),
    )
    yield table(
        "fair bid, logistic",
        (
            (
                f"even at {c}; {n} games a bid",
                auctions(partial(logistic_share, c), c, data_sets, games=(6 * n, n)),
            )
            for c in (-0.3, 0.3, 2.5, 2.9)
            for n in (60, 258, 5000)
        ),
    )
    yield table(
        "owner indifferent (court only)",
        (
            (f"at {c}; {n} games a bid", {"held": owners(c, data_sets, games=n)})
            for c in (0, 2, 4)
            for n in (60, 258)
        ),
    )
    yield table(
        "verdicts, 72 pairs",
        (
            (f"{even} even, others 0.54; {n} games", false_discoveries(n, data_sets, even=even))
            for even in (36, 72)
            for n in (260, 1560)
        ),
    )
    yield table(
        "two orders averaged",
        (
            (f"{a} and {b}; {n} and {2 * n} games", both_orders(a, b, n, data_sets))
            for a, b in ((0.5, 0.5), (0.7, 0.3), (0.9, 0.1), (0.6, 0.5))
            for n in (20, 260)
        ),
    )


def both_orders(first: float, second: float, games: int, data_sets: int, *, seed: int = 6) -> Rates:
    """Return how the mean over two orders does: its interval, and its test where the mean is one half.

    Parameters
    ----------
    first, second
        A contestant's true share in the first and in the second seat.
    games
        Games of each order; twice as many of the other.
    data_sets
        How many to draw.
    seed
        Of the draws.
    """
    random = np.random.default_rng(seed)
    played = np.broadcast_to([games, 2 * games], (data_sets, 2))
    counts = Counts.of(random.binomial(played, [first, second]), played)
    _, low, high = weighted_share(counts)
    rejected = float(np.mean(mean_p_value(counts) <= 1 - LEVEL))
    return {"held": holds(low, (first + second) / 2, high), "told apart from even": rejected}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the coverage tables."""
    parser = argparse.ArgumentParser(prog="python -m balance.stats.coverage", description=main.__doc__)
    parser.add_argument("--data-sets", type=int, default=2000, help="simulated data sets per row")
    for text in tables(parser.parse_args(arguments).data_sets):
        sys.stdout.write(text + "\n\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
