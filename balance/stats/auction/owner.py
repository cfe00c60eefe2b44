"""The reading `court_only` of the auction: the bids at which a contestant's owner is indifferent.

Each player keeps the contestant and the winner picks the seat. Method: `docs/statistics.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
import polars as pl

from balance.stats.auction.bids import search
from balance.stats.auction.looks import level_at
from balance.stats.intervals import Counts, share_interval
from balance.stats.pooling import counts_of, everywhere, like_for_like, pool, with_policies
from balance.stats.results import BidStatus, OwnerBid

COURT_ONLY = "court_only"


def owner_bids(
    frame: pl.DataFrame,
    *,
    contestants: Iterable[str],
    policies: Sequence[str],
    tie_break: str,
    looks: Sequence[int] = (),
) -> tuple[OwnerBid, ...]:
    """Return, under `auction_side: court_only`, the bids at which each contestant's owner is indifferent.

    At `c` cubes, choosing the side is worth the better of the owner's two courts with the cubes to the other;
    receiving is worth the worse of the two with the cubes to the owner, since then the other chooses.
    Choosing loses worth with `c` and receiving gains, so the bids are searched from both ends as in
    `fair_bid`. Needs bids to both seats in both orders of the pair.
    """
    rows = with_policies(frame, policies)
    rows = like_for_like(everywhere(rows) if looks else rows)
    cells = max(1, rows["setting"].n_unique())
    rows = pool(rows, ("first", "second", "bid"))
    place = {
        (str(f), str(s), int(b)): i
        for i, (f, s, b) in enumerate(rows.select("first", "second", "bid").iter_rows())
    }
    counts = counts_of(rows, tie_break)
    answers = []
    for one, other in combinations(contestants, 2):
        for owner, rival in ((one, other), (other, one)):
            answers.append(owner_bid(owner, rival, place, counts, cells, looks))
    return tuple(answers)


def owner_bid(
    owner: str,
    rival: str,
    place: dict[tuple[str, str, int], int],
    counts: Counts,
    cells: int,
    looks: Sequence[int],
) -> OwnerBid:
    """Return the bids at which one owner is indifferent against one rival."""
    axis, signs = [], []
    for bid in sorted({abs(b) for f, s, b in place if {f, s} == {owner, rival}}):
        keys = four_cells(owner, rival, bid)
        if all(key in place for key in keys):
            axis.append(bid)
            signs.append(preference(counts.take([place[key] for key in keys]), bid, cells, looks))
    if not any(axis):
        return OwnerBid(
            owner, rival, (), BidStatus.NOT_PLAYED, "bids to both seats in both courts were not played"
        )
    if 0 not in axis:  # choosing is never worth less than receiving at 0, so 0 is never told to be too much
        axis, signs = [0, *axis], [0, *signs]
    status, whole, _, notes = search(axis, signs)
    if status is BidStatus.OUT_OF_REACH:
        notes = [f"even at {axis[-1]} cubes the owner would rather choose the side"]
    return OwnerBid(owner, rival, tuple(whole), status, "; ".join(notes))


def four_cells(owner: str, rival: str, bid: int) -> list[tuple[str, str, int]]:
    """Return what an owner compares, as (first, second, signed bid): choosing in either seat, then receiving."""
    return [(owner, rival, -bid), (rival, owner, bid), (owner, rival, bid), (rival, owner, -bid)]


def preference(counts: Counts, bid: int, cells: int, looks: Sequence[int]) -> int:
    """Return −1 where choosing is better than receiving, 1 where it is worse, 0 where that is not told.

    `counts`: the first seat's, of `four_cells`. Differences by Newcombe (1998), Statistics in Medicine 17, 873–890,
    method 10. Choosing is better if some choice beats some reception (four chances, so each at a quarter of the
    error); worse if every choice is beaten by every reception (no correction).
    """
    flipped, other = counts.flipped(), np.array([False, True, False, True])
    mine = Counts(np.where(other, flipped.wins, counts.wins), counts.halves, counts.games)

    def ends(level: float) -> tuple[list[float], list[float]]:
        low, high = share_interval(mine, level=level)
        share = mine.share
        pairs = [(i, j) for i in (0, 1) for j in (2, 3)]
        gap = [float(share[i] - share[j]) for i, j in pairs]
        down = [float(np.hypot(share[i] - low[i], high[j] - share[j])) for i, j in pairs]
        up = [float(np.hypot(high[i] - share[i], share[j] - low[j])) for i, j in pairs]
        return [g - d for g, d in zip(gap, down, strict=True)], [g + u for g, u in zip(gap, up, strict=True)]

    error = 2 * level_at(float(mine.games.min()) / cells, looks if bid else ())
    if max(ends(1 - error / 4)[0]) > 0:
        return -1
    return 1 if max(ends(1 - error)[1]) < 0 else 0
