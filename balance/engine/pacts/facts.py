"""What the loop counted of a cell's games, in words: the rows of ``facts.parquet``."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from balance.engine.pacts.kernels import counts
from balance.engine.pacts.kernels.state import MAX_KINDS, REVEALED, ROUNDS
from balance.engine.pacts.tables import Names
from balance.engine.system import Cell, CellTally, FactRow

Counts = NDArray[np.int64]

HALF_WAY = "margin_after_round_3"


def tally_of(
    cell: Cell,
    games: int,
    margins: Counts,
    half_way: Counts,
    facts: Counts,
    *,
    names: Names,
    seats: tuple[str, ...],
) -> CellTally:
    """Return the tally of one cell from its part of what the loop counted; `names` and `seats` as in `fact_rows`."""
    limit = len(margins) // 2
    seen = np.flatnonzero(margins)
    first, last = (int(seen[0]), int(seen[-1])) if len(seen) else (limit, limit)
    return CellTally(
        cell=cell,
        games=games,
        wins=int(half_way[:, 1].sum()),
        ties=int(margins[limit]),
        margin_offset=first - limit,
        margin_counts=margins[first : last + 1],
        facts=fact_rows(half_way, facts, names=names, seats=seats, bid=cell.bid),
    )


def fact_rows(
    half_way: Counts, facts: Counts, *, names: Names, seats: tuple[str, ...], bid: int
) -> tuple[FactRow, ...]:
    """Return the facts of one cell, sorted; docs/architecture.md says what each counts.

    Parameters
    ----------
    half_way, facts
        One cell's part of what `balance.engine.pacts.kernels.loop.play` counted.
    names
        Of cards and regions.
    seats
        The names of Seelie and Unseelie.
    bid
        Signed cubes of the auction. Cells with a bid have fewer facts: most are asked of games without one alone.
    """
    limit = len(half_way) // 2
    rows = [
        FactRow(HALF_WAY, f"{lead - limit:+d}", *map(int, half_way[lead]))
        for lead in np.flatnonzero(half_way[:, 0])
    ]
    for fact, key, place in _blocks(names, seats, bid):
        games, wins, total = (int(count) for count in facts[:, place])
        if games:
            rows.append(FactRow(fact, sys.intern(key), games, wins, total))  # every cell has the same keys
    return tuple(sorted(rows, key=lambda row: (row.fact, row.key)))


def _blocks(names: Names, seats: tuple[str, ...], bid: int) -> Iterator[tuple[str, str, int]]:
    """Yield each fact's name, its key in words and its place among the counts."""
    for side, seat in enumerate(seats):
        for kind, card in enumerate(names.cards):
            yield "cards_played", f"{seat} {card}", counts.PLAYED + side * MAX_KINDS + kind
    if bid:
        for region, name in enumerate(names.regions):
            yield "auction_cubes", f"{seats[bid < 0]} {name}", counts.GIVEN + region
        return
    for side, seat in enumerate(seats):
        for kind, card in enumerate(names.cards):
            yield "cards_taken", f"{seat} {card}", counts.TAKEN + side * MAX_KINDS + kind
        for kept in range(REVEALED + 1):
            yield "split", f"{seat} {_piles(kept)}", counts.SPLIT + side * (REVEALED + 1) + kept
        yield "token", seat, counts.TOKEN + side
        for number in range(ROUNDS):
            yield "score_after_round", f"{number + 1} {seat}", counts.SCORE + number * 2 + side
    for leader, name in enumerate((*seats, "level")):
        for number in range(ROUNDS):
            yield "lead_after_round", f"{number + 1} {name}", counts.LEAD + number * 3 + leader


def _piles(kept: int) -> str:
    """Return the sizes of both piles, and which of them was kept."""
    other = REVEALED - kept
    which = "larger" if kept > other else "smaller" if kept < other else "even"
    return f"{max(kept, other)}-{min(kept, other)} {which}"
