"""The fair bid: which whole-cube bids may make a pair even, on one signed axis.

Bids are in cubes: positive to the first seat, negative to the second. Method and coverage:
`docs/statistics.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from balance.engine.system import Columns
from balance.stats.auction.curve import rising
from balance.stats.auction.looks import level_at
from balance.stats.entries import UNEVEN, entries
from balance.stats.intervals import Counts, even_p_value
from balance.stats.pooling import (
    bids_by,
    counts_of,
    everywhere,
    like_for_like,
    normalise,
    pool,
    with_policies,
    without_mirrors,
)
from balance.stats.results import BidPoint, BidStatus, FairBid

UNPLAYED = "not played, but not excluded by the bids around: "
"""How the note on bids begins that may be even although nobody played them."""


def second_stage(
    tallies: pl.DataFrame,
    *,
    columns: Columns,
    policies: Sequence[str],
    tie_break: str,
    settings: Sequence[str] | None = None,
) -> dict[tuple[str, str], int]:
    """Return, for each pair played at bid 0, the seat that the second stage's cubes go to: the trailing one.

    By the point estimate, settings pooled; an exactly even pair's go to the second seat. Choosing by the data
    does no harm, because the second stage plays other games (see `fair_bid`).

    Parameters
    ----------
    tallies
        Tallies with at least the first stage.
    columns
        The system's column names.
    policies
        The auction's policies, one per seat.
    tie_break
        The tie-break in force.
    settings
        Those that the second stage will play; every one of the tallies by default.

    Returns
    -------
    dict
        (first contestant, second contestant) → seat index 0 or 1. Mirrors are left out.
    """
    frame = without_mirrors(with_policies(normalise(tallies, columns), policies)).filter(pl.col("bid") == 0)
    if settings is not None:
        frame = frame.filter(pl.col("setting").is_in(list(settings)))
    pairs = pool(frame, ("first", "second"))
    share = counts_of(pairs, tie_break).share
    return {
        (first, second): 0 if s < 0.5 else 1
        for first, second, s in zip(pairs["first"], pairs["second"], share, strict=True)
    }


def fair_bid(bids: Sequence[int], counts: Counts, *, cells: int = 1, looks: Sequence[int] = ()) -> FairBid:
    """Return the set of whole-cube bids at which an even game is not excluded at 95%.

    An exactly even bid is missing from the set in at most 5% of data sets, however the second stage's side
    was chosen, where `other_side_open` counts as holding every bid to the side not played. Of a bid that was
    played this supposes nothing; of one that was not, that smaller bids (on the signed axis) leave the first
    seat no better than even and larger ones no worse. With `looks` it supposes that cubes are worth something:
    where all bids are exactly even, one of them is missing in up to a tenth of data sets (`docs/statistics.md`).

    Parameters
    ----------
    bids
        Every bid played, signed, each once.
    counts
        The first seat's counts at those bids.
    cells
        Cells that each bid's games are summed over.
    looks
        Games a cell at which bids were looked at while their games were chosen from the data; none: the numbers of
        games were fixed beforehand. Bid 0 is always fixed.
    """
    order = np.argsort(bids)
    axis = [int(bids[i]) for i in order]
    counts = counts.take(order)
    signs = told_signs(axis, counts, cells, looks)
    at_zero = signs[axis.index(0)] if 0 in axis else 0
    trailing = {-1: 0, 0: None, 1: 1}[at_zero]
    status, whole, bracket, notes = search(axis, signs)
    open_side = 0 in axis and len(axis) > 1 and 0 in whole and (axis[0] == 0 or axis[-1] == 0)
    if 0 not in axis:
        notes.append("bid 0 was not played")
    if open_side:
        notes.append("which side trails is not settled, and bids to the other side were not played")
    between = sorted((b for b in whole if b not in axis), key=abs)
    if between:
        notes.append(UNPLAYED + ", ".join(str(abs(b)) for b in between))
    shares = entries(counts)
    points = [BidPoint(b, share, excluded=b not in whole) for b, share in zip(axis, shares, strict=True)]
    return FairBid(
        status=status,
        trailing=trailing,
        bids=tuple(sorted(whole, key=_outward(axis))),
        bracket=bracket,
        curve=tuple(sorted(points, key=lambda p: (abs(p.bid), p.bid))),
        note="; ".join(notes),
        other_side_open=open_side,
        best=_best(axis, counts, whole or list(bracket or ())),
    )


def _best(axis: list[int], counts: Counts, candidates: list[int]) -> int | None:
    """Return the candidate nearest to even on the curve fitted to the shares; the smaller of two equals.

    Isotonic regression (`balance.stats.auction.curve.rising`), straight lines between bids.
    """
    if len(axis) < 2 or not candidates:
        return None
    fitted = rising(counts.share.tolist(), counts.games.tolist())
    gap = np.round(np.abs(np.interp(candidates, axis, fitted) - 0.5), 9)
    return min(zip(gap, candidates, strict=True), key=lambda c: (c[0], abs(c[1])))[1]


def told_signs(axis: Sequence[int], counts: Counts, cells: int, looks: Sequence[int]) -> list[int]:
    """Return per bid −1 (the first seat is behind), 1 (ahead) or 0 (not told apart): exact test at 95%.

    With looks, at the level of the look that the bid has reached (`balance.stats.auction.looks`).
    """
    levels = [
        level_at(games / cells, looks if bid else ()) for bid, games in zip(axis, counts.games, strict=True)
    ]
    told = even_p_value(counts.wins, counts.losses) <= 2 * np.array(levels) + 1e-12
    return [int(s) for s in np.where(told, np.sign(counts.wins - counts.losses), 0)]


def told_ends(axis: Sequence[int], signs: Sequence[int]) -> tuple[int | None, int | None]:
    """Return the last bid told to leave the first seat behind and the first told to put it ahead, from either end.

    Bids are tested in a fixed order from each end and testing stops at the first that is not told apart, so
    that only the first true hypothesis of each order can be rejected wrongly: 2.5% from each end (Maurer,
    Hothorn and Lehmacher 1995, fixed-sequence testing).
    """
    behind = next((i for i, s in enumerate(signs) if s >= 0), len(signs))
    ahead = next((i for i, s in enumerate(reversed(signs)) if s <= 0), len(signs))
    return axis[behind - 1] if behind else None, axis[len(axis) - ahead] if ahead else None


def search(
    axis: list[int], signs: list[int]
) -> tuple[BidStatus, list[int], tuple[int, int] | None, list[str]]:
    """Return status, whole bids not excluded, bracket and notes, from the signs along an ascending axis."""
    if axis in ([], [0]):
        return BidStatus.NOT_PLAYED, [b for b, s in zip(axis, signs, strict=True) if s == 0], None, []
    below, above = told_ends(axis, signs)
    if below == axis[-1] or above == axis[0]:
        largest = axis[-1] if below is not None else -axis[0]
        if largest <= 0:
            return BidStatus.NOT_PLAYED, [], None, ["bids to the trailing side were not played"]
        return BidStatus.OUT_OF_REACH, [], None, [f"even {largest} cubes leave the trailing side behind"]
    start = axis[0] if below is None else below + 1
    stop = axis[-1] if above is None else above - 1
    whole = list(range(start, stop + 1))
    bracket = None
    if below is not None and above is not None and not any(b in axis for b in whole):
        low, high = sorted((below, above), key=_outward(axis))
        bracket = (low, high)
    notes = [f"bids above {abs(end)} were not played" for end in (axis[0], axis[-1]) if end and end in whole]
    return (BidStatus.FOUND if whole else BidStatus.BETWEEN), whole, bracket, notes


def _outward(axis: list[int]) -> Callable[[int], int]:
    """Return the order in which bids are listed: from 0 outwards where one side only was bid to."""
    both = axis[0] < 0 < axis[-1]
    return (lambda b: b) if both else abs


@dataclass(frozen=True)
class PairBids:
    """The bids of one pair, ascending, and the first seat's counts at them, settings pooled.

    `cells` is the number of settings; `notes` say what was left out.
    """

    bids: list[int]
    counts: Counts
    cells: int
    notes: tuple[str, ...] = ()


def pair_bids(
    frame: pl.DataFrame, *, policies: Sequence[str], tie_break: str, looks: Sequence[int] = ()
) -> dict[tuple[str, str], PairBids]:
    """Return the bids of every pair played by these policies; `frame` is normalised.

    Settings are pooled, those only on which the pair's every bid was played (`like_for_like`); a note names
    them if that leaves some out. With adaptive bids (`looks`) a bid that some settings lack, or played more often,
    is left out instead.
    """
    pair = ("first", "second")
    rows = with_policies(frame, policies)
    rows = like_for_like(everywhere(rows) if looks else rows)
    marks = rows.group_by(pair).agg(
        pl.col("uneven").any(), pl.col("dropped").any(), pl.col("setting").unique().sort()
    )
    parts = bids_by(rows, pair, tie_break)
    answers = {}
    for first, second, uneven, dropped, settings in marks.sort(pair).iter_rows():
        notes = [UNEVEN] if uneven else []
        if dropped:
            notes.append(f"from the games on {', '.join(settings)}: bids were not played elsewhere")
        bids, counts = parts[first, second]
        answers[str(first), str(second)] = PairBids(bids, counts, len(settings), tuple(notes))
    return answers


def fair_bids(
    frame: pl.DataFrame, *, policies: Sequence[str], tie_break: str, looks: Sequence[int] = ()
) -> dict[tuple[str, str], FairBid]:
    """Return the fair bid of every pair played by these policies, from the games that `pair_bids` pools."""
    answers = {}
    for pair, one in pair_bids(frame, policies=policies, tie_break=tie_break, looks=looks).items():
        found = fair_bid(one.bids, one.counts, cells=one.cells, looks=looks)
        if one.notes:
            found = replace(found, note="; ".join(filter(None, [*one.notes, found.note])))
        answers[pair] = found
    return answers
