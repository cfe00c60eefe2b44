"""Where the games go that the reading `court_only` of the auction needs: bids to both seats, in both orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from scipy.special import ndtri

from balance.stats.auction.bids import told_ends
from balance.stats.auction.looks import level_at
from balance.stats.auction.owner import four_cells, preference
from balance.stats.auction.plan import SLOPE, WORTHWHILE, Bids, Guess, below, guess, in_all
from balance.stats.intervals import Counts

Orders = Mapping[tuple[str, str], Mapping[str, Bids]]
"""Both orders of a pair → setting → bids played and their counts, bid 0 included."""


def share_out_owners(orders: Orders, *, looks: Sequence[int], games: int, largest: int) -> dict[int, int]:
    """Return what one pair should play next, in four cells a bid: bid in cubes → games a cell in all.

    Per owner the two ends of the set of open bids move inwards as in `plan.wanted`; both owners use the same
    cells.

    Parameters
    ----------
    orders
        The pair's two orders.
    looks
        Games a cell at which a bid is looked at.
    games
        Games that each order may use on each setting, over all bids.
    largest
        The largest bid that may be played.
    """
    pooled = {order: in_all(settings) for order, settings in orders.items()}
    cells = len(next(iter(orders.values())))
    lines = {order: guess(bids, counts) for order, (bids, counts) in pooled.items()}
    played = {
        order: dict(zip(bids, counts.games / cells, strict=True)) for order, (bids, counts) in pooled.items()
    }
    one, other = next(iter(orders))
    done: dict[int, float] = {}
    for bid in {abs(b) for b in played[one, other]} - {0}:
        have = [played[f, s].get(b, 0.0) for f, s, b in four_cells(one, other, bid)]
        done[bid] = min(have)
    spent = sum(4 * n for n in done.values())
    found: dict[int, int] = {}
    for owner, rival in ((one, other), (other, one)):
        left = 2 * games - spent - sum(4 * (n - done.get(b, 0.0)) for b, n in found.items())
        axis = sorted(b for b, n in done.items() if n > 0)
        signs = [_sign(pooled, owner, rival, bid, cells, looks) for bid in axis]
        below, above = told_ends([0, *axis], [-1, *signs])
        low, high = (below or 0) + 1, largest if above is None else above - 1
        inside = [b for b in axis if low <= b <= high]
        steps = [
            max(
                _steps(
                    sign,
                    (lines[owner, rival], lines[rival, owner]),
                    (low, high),
                    inside,
                    done,
                    left,
                    cells,
                    looks,
                ),
                default=None,
            )
            for sign in (-1, 1)
        ]
        for step in sorted((s for s in steps if s is not None), reverse=True):
            _, bid, look = step
            cost = 4 * (look - max(done.get(bid, 0.0), found.get(bid, 0)))
            if 0 < cost <= left:
                found[bid] = look
                left -= cost
    return found


def _sign(
    pooled: Mapping[tuple[str, str], tuple[list[int], Counts]],
    owner: str,
    rival: str,
    bid: int,
    cells: int,
    looks: Sequence[int],
) -> int:
    """Return whether the owner is told to prefer choosing (−1) or receiving (1) at a bid."""
    rows = []
    for first, second, signed in four_cells(owner, rival, bid):
        bids, counts = pooled[first, second]
        i = bids.index(signed)
        rows.append((counts.wins[i], counts.halves[i], counts.games[i]))
    table = np.array(rows)
    return preference(Counts(table[:, 0], table[:, 1], table[:, 2]), bid, cells, looks)


def gap(own: Guess, rivals: Guess, bid: int) -> float:
    """Return what choosing the seat is worth to an owner above receiving the cubes, by the guessed curves.

    Parameters
    ----------
    own, rivals
        The curve with the owner in the first seat, and with the rival there.
    bid
        Cubes.
    """
    choose = max(own.share(-bid)[0], 1 - rivals.share(bid)[0])
    receive = min(own.share(bid)[0], 1 - rivals.share(-bid)[0])
    return choose - receive


def _steps(
    sign: int,
    lines: tuple[Guess, Guess],
    ends: tuple[int, int],
    inside: Sequence[int],
    done: Mapping[int, float],
    left: float,
    cells: int,
    looks: Sequence[int],
) -> Iterator[tuple[float, int, int]]:
    """Yield what might exclude bids from one end, as (worth, bid, games): sign −1: choosing is better."""
    low, high = ends
    centre = next((b for b in range(low, high + 1) if gap(*lines, b) <= 0), high)
    reach = max(3.0, 4 * SLOPE / min(line.slope for line in lines))
    first, last = (low, min([*inside, high])) if sign < 0 else (max([*inside, low]), high)
    for bid in range(first, last + 1):
        wide = bid + 1 - max(low, centre - reach) if sign < 0 else min(high, centre + reach) - bid + 1
        for look in looks:
            cost = 4 * (look - done.get(bid, 0.0))
            if 0 < cost <= left and wide > 0:
                error = level_at(look, looks) / (4 if sign < 0 else 1)
                clear = -sign * gap(*lines, bid) * np.sqrt(2 * look * cells) + float(ndtri(error))
                chance = below(clear / 1.5)  # the guess is unsure by about half as much as the games
                if chance >= WORTHWHILE:
                    yield chance * wide / cost, bid, look
