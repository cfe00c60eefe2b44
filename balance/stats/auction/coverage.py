"""How often what is said of the auction holds: `python -m balance.stats.auction.coverage` prints the proof's tables.

Every data set goes the whole way: bid 0, then bids chosen step by step by `plan`, then the estimates.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
from scipy.special import expit

from balance.stats.auction.bids import PairBids, fair_bid, told_ends, told_signs
from balance.stats.auction.curve import falls
from balance.stats.auction.game import seat_values, solve
from balance.stats.auction.looks import looks_of
from balance.stats.auction.owner import four_cells, owner_bid
from balance.stats.auction.owner_plan import share_out_owners
from balance.stats.auction.plan import in_all, share_out
from balance.stats.auction.plays import auction_plays, left_over, mean_left
from balance.stats.auction.study import COURT_AND_FACTION, left_at
from balance.stats.coverage import Rates, auctions, table, walk_share
from balance.stats.intervals import LEVEL, Array, Counts

Chances = Callable[[float], tuple[float, float]]
Played = dict[str, tuple[list[int], Counts]]

EVEN = 0.5 - 1e-9
NEAR = 0.75  # cubes

GAMES, LARGEST, FIRST = 330, 28, 260
"""The default configuration's: games with bids and the largest bid of a pair on a layout, games at bid 0."""


def play(
    chances: Sequence[Chances],
    random: np.random.Generator,
    *,
    games: int = GAMES,
    first: int = FIRST,
    largest: int = LARGEST,
) -> Played:
    """Return the games of one pair as a sweep would play them: bids chosen step by step.

    Parameters
    ----------
    chances
        One per setting: signed bid → the first seat's chances of a win and of a tie (ties are shared).
    random
        Where the draws come from.
    games, first, largest
        See the constants above.
    """
    looks = looks_of(games)
    results: list[dict[int, np.ndarray]] = [{0: _draw(chance(0), first, random)} for chance in chances]
    while True:
        played = {f"s{i}": _counts(result) for i, result in enumerate(results)}
        more = share_out(played, looks=looks, games=games, largest=largest)
        if not more:
            return played
        for i, chance in enumerate(chances):
            for bid, total in more.get(f"s{i}", {}).items():
                old = results[i].get(bid, np.zeros(3))
                results[i][bid] = old + _draw(chance(bid), total - int(old.sum()), random)


def _draw(chance: tuple[float, float], games: int, random: np.random.Generator) -> np.ndarray:
    win, tie = chance
    return random.multinomial(games, [win, tie, 1 - win - tie]).astype(float)


def _counts(result: dict[int, np.ndarray]) -> tuple[list[int], Counts]:
    bids = sorted(result)
    rows = np.array([result[bid] for bid in bids])
    return bids, Counts(rows[:, 0], rows[:, 1], rows.sum(axis=1))


def holds(
    bids: Sequence[int], counts: Counts, cells: int, looks: Sequence[int], share: Callable[[int], float]
) -> tuple[bool, int]:
    """Return whether every bid that is said to favour a seat truly favours it, and how many bids are left open.

    On a curve that never falls the first is the same as: no even bid is missing from the set, and the bracket is right.
    `share` is the first seat's, by bid.
    """
    below, above = told_ends(bids, told_signs(bids, counts, cells, looks))
    low, high = bids[0] if below is None else below + 1, bids[-1] if above is None else above - 1
    right = (below is None or share(below) < EVEN) and (above is None or share(above) > 1 - EVEN)
    return right, high - low + 1


def adaptive(
    chances: Chances,
    data_sets: int,
    *,
    crossing: float,
    spread: float = 0.0,
    games: int = GAMES,
    seed: int = 11,
) -> Rates:
    """Return how often the adaptive fair bid of a pair and of its layouts held, what it found, and at what cost.

    Parameters
    ----------
    chances
        Bid less the crossing → the first seat's chances of a win and of a tie.
    data_sets
        How many to draw.
    crossing
        The mean of the layouts' crossings, in cubes.
    spread
        Standard deviation of the layouts' crossings about it; they are drawn anew for each data set.
    games
        The pair's games on each of six layouts.
    seed
        Of the draws.
    """
    random = np.random.default_rng(seed)
    looks, found = looks_of(games), []

    for _ in range(data_sets):
        crossings = crossing + spread * random.standard_normal(6)
        played = play([_moved(chances, c) for c in crossings], random, games=games)
        bids, counts = in_all(played)
        fair = fair_bid(bids, counts, cells=6, looks=looks)
        own = [
            holds(alone, results, 1, looks, partial(_share, chances, c))
            for c, (alone, results) in zip(crossings, played.values(), strict=True)
        ]
        held, size = holds(bids, counts, 6, looks, partial(_mean_share, chances, crossings))
        left = left_at(fair, PairBids(bids, counts, 6))
        true = math.nan if fair.best is None else abs(_mean_share(chances, crossings, fair.best) - 0.5)
        one: dict[str, Any] = {
            "held": held,
            "bids in the set": size,
            "held, a layout": np.mean([right for right, _ in own]),
            "bids, a layout": np.mean([left_open for _, left_open in own]),
            "best within 0.75": np.nan if fair.best is None else abs(fair.best - np.mean(crossings)) < NEAR,
            "left unfair": true,
            "left held": np.nan if left is None else left.low - 1e-9 <= true <= left.high + 1e-9,
            "falls": falls(bids, counts).p_value <= 1 - LEVEL,
            "games a cell": np.mean([float(results.games.sum()) - FIRST for _, results in played.values()]),
        }
        found.append(one)
    return {name: float(np.nanmean([float(one[name]) for one in found])) for name in found[0]}


def _moved(chances: Chances, crossing: float) -> Chances:
    return lambda bid: chances(bid - crossing)


def _share(chances: Chances, crossing: float, bid: int) -> float:
    win, tie = chances(bid - crossing)
    return win + tie / 2


def _mean_share(chances: Chances, crossings: Array, bid: int) -> float:
    return float(np.mean([_share(chances, crossing, bid) for crossing in crossings.tolist()]))


def logistic(slope: float, bid: float) -> tuple[float, float]:
    """Return the chances of a win and a tie `bid` cubes above the crossing, `slope` in log odds a cube."""
    return float(expit(slope * bid)), 0.0


@cache
def walk(bid: float) -> tuple[float, float]:
    """Return the chances of a win and a tie in a fair walk of 101 steps with a head start of `bid` points."""
    return walk_share(0, round(bid))


def dip(drop: float, bid: float) -> tuple[float, float]:
    """Return the chances where the fourth cube costs `drop` of the share instead of helping."""
    return float(expit(0.33 * (bid - 1))) - (drop if bid == 3 else 0.0), 0.0


def bidding(data_sets: int, *, crossing: float, slope: float = 0.33, seed: int = 12) -> Rates:
    """Return how often the opener's share in the alternating auction held, from either seat."""
    random = np.random.default_rng(seed)
    axis = np.arange(-LARGEST, LARGEST + 1)
    values = seat_values(expit(slope * (axis - crossing)))
    stand = float(expit(-slope * crossing))
    truth = [
        float(solve(values, np.array(stand)).value),
        float(solve(values[::-1], np.array(1 - stand)).value),
    ]
    held, width, loss = [], [], []
    for _ in range(data_sets):
        played = play([_moved(partial(logistic, slope), crossing)] * 6, random)
        plays = auction_plays(
            {("a", "b"): in_all(played)}, readings=[COURT_AND_FACTION], largest=LARGEST, by_one=False
        ).plays
        for one, true in zip(plays, truth, strict=True):
            held.append(one.share.low - 1e-9 <= true <= one.share.high + 1e-9)
            width.append(one.share.high - one.share.low)
            loss += [m.loss.estimate for m in one.misjudged]
    return {
        "held": float(np.mean(held)),
        "width": float(np.mean(width)),
        "opener in the first seat": truth[0],
        "in the second": truth[1],
        "mean loss by a cube": float(np.mean(loss)),
    }


def owners(
    data_sets: int, *, crossing: float, slope: float = 0.3, games: int = GAMES, seed: int = 13
) -> Rates:
    """Return how often an owner's adaptive set holds the bid of indifference: `crossing`, what the seat is worth."""
    random = np.random.default_rng(seed)
    looks, held, sizes, cost = looks_of(games), [], [], []
    names = [("a", "b"), ("b", "a")]
    level = {("a", "b"): 0.2, ("b", "a"): -0.2}  # the strength of a above b, log odds
    for _ in range(data_sets):
        results = {
            pair: [{0: _draw(_odds(level[pair] + slope * crossing), FIRST, random)} for _ in range(6)]
            for pair in names
        }
        while True:
            orders = {pair: {f"s{i}": _counts(one) for i, one in enumerate(results[pair])} for pair in names}
            more = share_out_owners(orders, looks=looks, games=games, largest=LARGEST)
            if not more:
                break
            for bid, look in more.items():
                for first, second, signed in four_cells("a", "b", bid):
                    chance = _odds(level[first, second] + slope * (crossing + signed))
                    for one in results[first, second]:
                        old = one.get(signed, np.zeros(3))
                        one[signed] = old + _draw(chance, look - int(old.sum()), random)
        place: dict[tuple[str, str, int], int] = {}
        rows: list[tuple[float, float, float]] = []
        for pair in names:
            bids, counts = in_all(orders[pair])
            for i, bid in enumerate(bids):
                place[(*pair, bid)] = len(rows)
                rows.append((counts.wins[i], counts.halves[i], counts.games[i]))
            cost.append(float(counts.games.sum()) / 6 - FIRST)
        table_ = np.array(rows)
        counts = Counts(table_[:, 0], table_[:, 1], table_[:, 2])
        for owner, rival in names:
            found = owner_bid(owner, rival, place, counts, 6, looks)
            inside = {*found.bids, *(b - 1 for b in found.bids), *(b + 1 for b in found.bids)}
            whole = float(crossing).is_integer()
            open_end = bool(found.bids) and max(found.bids) < crossing and "not played" in found.note
            held.append((crossing in found.bids) if whole else (math.floor(crossing) in inside) or open_end)
            sizes.append(len(found.bids))
    return {
        "held": float(np.mean(held)),
        "bids in the set": float(np.mean(sizes)),
        "games a cell": float(np.mean(cost)),
    }


def _odds(log_odds: float) -> tuple[float, float]:
    return float(expit(log_odds)), 0.0


def even_best(data_sets: int, *, pairs: int = 72, distinct: int = 300, seed: int = 14) -> Rates:
    """Return how often the mean unfairness left at the best bids held, over pairs with crossings as in a real run."""
    random = np.random.default_rng(seed)
    curves, truths = {}, []
    for i in range(distinct):  # games of one pair each; data sets pick from these
        crossing = 3 * random.standard_normal()
        bids, counts = in_all(play([_moved(partial(logistic, 0.33), crossing)] * 6, random))
        fair = fair_bid(bids, counts, cells=6, looks=looks_of(GAMES))
        if fair.best is not None:
            choices = [bid for bid in bids if bid in (fair.bids or fair.bracket or ())]
            curves[str(i), ""] = (bids, counts, fair.best, len(choices))
            truths.append(abs(float(expit(0.33 * (fair.best - crossing))) - 0.5))
    left = left_over(curves)
    picks = random.integers(len(truths), size=(data_sets, pairs))
    found = [mean_left(left[pick], 0) for pick in picks]
    true = np.array(truths)[picks].mean(axis=1)
    return {
        "held": float(np.mean([f.low <= x <= f.high for f, x in zip(found, true, strict=True)])),
        "true": float(true.mean()),
        "estimate": float(np.mean([f.estimate for f in found])),
        "width": float(np.mean([f.high - f.low for f in found])),
    }


def tables(data_sets: int) -> Iterable[str]:
    """Yield the tables of `docs/statistics.md`, one after the other."""
    yield table(
        "adaptive bids, random walk",
        ((f"even at {c}", adaptive(walk, data_sets, crossing=c)) for c in (0, 2, 9)),
    )
    yield table(
        "adaptive bids, logistic; layouts differ by 0.7",
        (
            (f"{s} a cube; even at {c}", adaptive(partial(logistic, s), data_sets, crossing=c, spread=0.7))
            for s, c in (
                (0.33, 0.0),
                (0.33, 0.5),
                (0.33, 2.5),
                (0.33, 6.0),
                (0.33, 15.0),
                (0.1, 0.0),
                (0.1, 2.5),
            )
        ),
    )
    yield table(
        "given bids 1, 2, 3, 4, 6, 8 with 258 games each, logistic",
        (
            (f"0.33 a cube; even at {c}", auctions(_moved(partial(logistic, 0.33), c), c, data_sets))
            for c in (0.0, 0.5, 2.5, 6.0)
        ),
    )
    yield table(
        "adaptive bids; falls and flat curves",
        (
            ("flat", adaptive(partial(logistic, 0.0), data_sets, crossing=0)),
            ("a cube costs 5 points", adaptive(partial(dip, 0.13), data_sets, crossing=0)),
            ("a cube costs 15 points", adaptive(partial(dip, 0.23), data_sets, crossing=0)),
        ),
    )
    yield table(
        "alternating auction, the opener's share",
        ((f"even at {c}", bidding(data_sets // 2, crossing=c)) for c in (0.0, 2.5, 5.0)),
    )
    yield table(
        "owner indifferent (court only), adaptive",
        ((f"at {c}", owners(data_sets // 2, crossing=c)) for c in (1, 4)),
    )
    yield table("mean unfairness left at the best bids", [("72 pairs", even_best(data_sets))])


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the coverage tables."""
    parser = argparse.ArgumentParser(
        prog="python -m balance.stats.auction.coverage", description=main.__doc__
    )
    parser.add_argument("--data-sets", type=int, default=2000, help="simulated data sets per row")
    for text in tables(parser.parse_args(arguments).data_sets):
        sys.stdout.write(text + "\n\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
