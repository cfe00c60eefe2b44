"""How often what is said of the auction holds: `python -m balance.stats.auction_coverage` prints the proof's tables.

Every data set goes the whole way: bid 0, then bids chosen step by step by `auction_plan`, then the estimates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from balance.stats.auction import fair_bid, told_ends, told_signs
from balance.stats.auction_plan import in_all, share_out
from balance.stats.coverage import Rates
from balance.stats.intervals import Counts
from balance.stats.looks import looks_of
from balance.stats.results import BidStatus

Chances = Callable[[float], tuple[float, float]]
Played = dict[str, tuple[list[int], Counts]]

EVEN = 0.5 - 1e-9

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
) -> bool:
    """Return whether every bid that is said to favour a seat truly favours it; `share`: the first seat's, by bid.

    On a curve that never falls this is the same as: no even bid is missing from the set, and the bracket is right.
    """
    below, above = told_ends(bids, told_signs(bids, counts, cells, looks))
    return (below is None or share(below) < EVEN) and (above is None or share(above) > 1 - EVEN)


def adaptive(
    chances: Chances,
    data_sets: int,
    *,
    crossing: float,
    spread: float = 0.0,
    games: int = GAMES,
    seed: int = 11,
) -> Rates:
    """Return how often the adaptive fair bid of a pair and of its settings held, how many bids were left, at what cost.

    Parameters
    ----------
    chances
        Bid less the crossing → the first seat's chances of a win and of a tie.
    data_sets
        How many to draw.
    crossing
        The mean of the settings' crossings, in cubes.
    spread
        Standard deviation of the settings' crossings about it; they are drawn anew for each data set.
    games
        The pair's games on each of six settings.
    seed
        Of the draws.
    """
    random = np.random.default_rng(seed)
    held, own, sizes, own_sizes, cost, left, near = 0, [], [], [], [], [], []
    looks = looks_of(games)

    def share(at: float, bid: int) -> float:
        win, tie = chances(bid - at)
        return win + tie / 2

    for _ in range(data_sets):
        at = crossing + spread * random.standard_normal(6)
        played = play([lambda b, c=c: chances(b - c) for c in at], random, games=games)
        bids, counts = in_all(played)
        held += holds(bids, counts, 6, looks, lambda b, at=at: float(np.mean([share(c, b) for c in at])))
        fair = fair_bid(bids, counts, cells=6, looks=looks)
        sizes.append(LARGEST + 1 if fair.status is BidStatus.OUT_OF_REACH else len(fair.bids))
        if fair.best is not None:
            left.append(abs(float(np.mean([share(c, fair.best) for c in at])) - 0.5))
            near.append(abs(fair.best - float(np.mean(at))) < 0.75)
        for c, (alone, results) in zip(at, played.values(), strict=True):
            own.append(holds(alone, results, 1, looks, lambda b, c=c: share(c, b)))
            own_sizes.append(len(fair_bid(alone, results, looks=looks).bids))
            cost.append(float(results.games.sum()) - FIRST)
    return {
        "held": held / data_sets,
        "bids in the set": float(np.mean(sizes)),
        "held, a layout": float(np.mean(own)),
        "bids, a layout": float(np.mean(own_sizes)),
        "best within 0.75": float(np.mean(near)) if near else float("nan"),
        "left unfair": float(np.mean(left)) if left else float("nan"),
        "games a cell": float(np.mean(cost)),
    }
