"""Who can be compared: groups of contestants that met, and contestants that only ever won or lost."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components

from balance.stats.intervals import Array
from balance.stats.pairings.results import Connection

Index = NDArray[np.int64]


def connect(counts: pl.DataFrame, contestants: Sequence[str] | None = None) -> Connection:
    """Return which contestants can be compared.

    Strengths by maximum likelihood exist where the graph of "beat" is strongly connected: from everyone to
    everyone a path of wins (Zermelo 1929; Ford 1957, American Mathematical Monthly 64, 28–33). A tie is a win
    both ways here. Mirrors tell nothing.

    Parameters
    ----------
    counts
        Columns `first`, `second`, `games`, `wins` and, optionally, `ties` (in neither side's wins).
    contestants
        All names; those of the counts, sorted, by default.
    """
    ties = pl.col("ties") if "ties" in counts.columns else pl.lit(0)
    rows = counts.filter((pl.col("games") > 0) & (pl.col("first") != pl.col("second"))).select(
        "first",
        "second",
        won=pl.col("wins") + ties > 0,
        lost=pl.col("games") - pl.col("wins") > 0,
    )
    rows = rows.group_by("first", "second").agg(pl.col("won", "lost").any())
    names = list(contestants or sorted({*counts["first"], *counts["second"]}))
    place = {name: i for i, name in enumerate(names)}
    first = np.array([place[name] for name in rows["first"]], np.int64)
    second = np.array([place[name] for name in rows["second"]], np.int64)
    won, lost = rows["won"].to_numpy(), rows["lost"].to_numpy()
    start = np.concatenate([first[won], second[lost]])
    end = np.concatenate([second[won], first[lost]])
    beat = csr_array(coo_array((np.ones(len(start)), (start, end)), shape=(len(names), len(names))))
    _, group = connected_components(beat, directed=False)
    _, rank = connected_components(beat, directed=True, connection="strong")
    return Connection(_named(group, names), _ordered(rank, group, start, end, names))


def _named(label: Index, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the names under each label, largest set first."""
    sets = [tuple(n for n, x in zip(names, label, strict=True) if x == one) for one in np.unique(label)]
    return tuple(sorted(sets, key=lambda s: (-len(s), s)))


def _ordered(
    rank: Index, group: Index, start: Index, end: Index, names: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """Return the strongly connected sets, group by group, a set that beat another before it."""
    count = int(rank.max()) + 1 if len(rank) else 0
    beaten: list[set[int]] = [set() for _ in range(count)]  # sets that beat this one
    for winner, loser in {(int(rank[s]), int(rank[e])) for s, e in zip(start, end, strict=True)}:
        if winner != loser:
            beaten[loser].add(winner)
    members = [tuple(n for n, x in zip(names, rank, strict=True) if x == one) for one in range(count)]
    home = {int(r): int(g) for r, g in zip(rank, group, strict=True)}
    order: list[int] = []
    while len(order) < count:
        free = [i for i in range(count) if i not in order and beaten[i] <= set(order)]
        order.append(min(free, key=lambda i: (home[i], members[i])))
    return tuple(members[i] for i in sorted(order, key=lambda i: home[i]))


def separating(matrix: Array, wins: Array, losses: Array) -> Array:
    """Return the direction in which the likelihood rises for ever, zero where there is none.

    Data are separated if some combination of effects is nowhere against a result and somewhere for one
    (Albert and Anderson 1984, Biometrika 71, 1–10); found by a linear programme (Konis 2007, Oxford thesis).

    Parameters
    ----------
    matrix
        Rows × effects, of the log odds.
    wins, losses
        Per row; a row with both pins its log odds down.
    """
    sign = np.where(losses == 0, 1.0, -1.0)
    one_way = (wins == 0) | (losses == 0)
    if not one_way.any():
        return np.zeros(matrix.shape[1])
    gain = matrix[one_way] * sign[one_way, None]
    pinned = matrix[~one_way]
    found = linprog(
        -gain.sum(axis=0),
        A_ub=-gain,
        b_ub=np.zeros(len(gain)),
        A_eq=pinned if len(pinned) else None,
        b_eq=np.zeros(len(pinned)) if len(pinned) else None,
        bounds=(-1, 1),
    )
    direction: Array = np.where(np.abs(found.x) > 1e-7, found.x, 0.0)
    return direction if -found.fun > 1e-7 else np.zeros(matrix.shape[1])
