"""The engine's own games as data sets: many runs of the same cells under different seeds, and the truth behind them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations

import numpy as np
import polars as pl

from balance import policies
from balance.engine.registry import rule_system
from balance.engine.system import Cell, PolicyHandle, RuleSystem
from balance.stats.auction.bids import second_stage
from balance.stats.coverage import BIDS
from balance.stats.estimates import estimate
from balance.stats.intervals import Array
from balance.stats.results import Estimates
from balance.stats.truth import Truth
from balance.sweep.store import tally_frame
from tests.support import shipped, with_rulings

FACTIONS = ("banshees", "dragons", "kelpies", "selkies")
LAYOUTS = ("standard", "mirrored", "early-center", "late-center", "poor-center", "heavy-left")
TRUTH_SEED = 10**9


@cache
def system(tie_break: str = "seelie") -> RuleSystem:
    """Return the engine under a tie-break."""
    return rule_system(with_rulings(shipped(), tie_break=tie_break))


@cache
def handles(policy: str) -> dict[str, PolicyHandle]:
    """Return the policy as the engine takes it."""
    return {policy: policies.handle("pacts", policy, {})}


def cells(
    policy: str, pairs: Sequence[tuple[str, str]] | None = None, bids: Sequence[int] = (0,)
) -> list[Cell]:
    """Return the cells of pairs (every ordered pair of `FACTIONS` by default) on all layouts at signed bids."""
    chosen = pairs or list(permutations(FACTIONS, 2))
    return [Cell(p, layout, (policy, policy), b) for p in chosen for layout in LAYOUTS for b in bids]


def played(chosen: Sequence[Cell], games: int, *, seed: int, tie_break: str = "seelie") -> pl.DataFrame:
    """Return the tallies of `games` games of each cell under a master seed."""
    engine = system(tie_break)
    engine.seed = seed  # as a configuration with this seed would play (`test_the_seed_is_the_configurations`)
    return tally_frame(engine.play(chosen, handles(chosen[0].policies[0]), 0, games), engine.columns)


def estimated(tallies: pl.DataFrame, policy: str, names: Sequence[str], tie_break: str) -> Estimates:
    """Return what the report would print."""
    return estimate(
        tallies,
        columns=system(tie_break).columns,
        contestants=names,
        headline=(policy, policy),
        tie_break=tie_break,
        settings=LAYOUTS,
        draws=0,
    )


def truth(policy: str, games: int, *, names: Sequence[str] = FACTIONS, tie_break: str = "seelie") -> Truth:
    """Return the figures of very many games a cell, counted without `balance.stats`."""
    chosen = cells(policy, list(permutations(names, 2)))
    tallies = played(chosen, games, seed=TRUTH_SEED, tie_break=tie_break)
    share, tie, margin = (np.full((len(names), len(names)), np.nan) for _ in range(3))
    by_setting: dict[str, list[float]] = {layout: [] for layout in LAYOUTS}
    wins = tallies["seelie_wins"] + (tallies["ties"] / 2 if tie_break == "shared" else 0)
    rows = tallies.with_columns(won=wins / games, tied=pl.col("ties") / games)
    for (first, second), part in rows.partition_by("seelie", "unseelie", as_dict=True).items():
        at = list(names).index(str(first)), list(names).index(str(second))
        share[at], tie[at], margin[at] = part.select("won", "tied", "margin_mean").to_numpy().mean(axis=0)
        for layout, won in part.select("layout", "won").iter_rows():
            by_setting[layout].append(won)
    means = {layout: float(np.mean(won)) for layout, won in by_setting.items()}
    return Truth(tuple(names), share, tie, margin, means, tie_break)


def auction(
    policy: str, pairs: Sequence[tuple[str, str]], games: tuple[int, int], *, seed: int
) -> dict[tuple[str, str], tuple[list[int], Estimates]]:
    """Return, for each pair, the signed bids played and the estimates, both stages played as a sweep does."""
    first = played(cells(policy, pairs), games[0], seed=seed)
    to = second_stage(first, columns=system().columns, policies=(policy, policy), tie_break="seelie")
    chosen = [
        cell for pair in pairs for cell in cells(policy, [pair], [b if to[pair] == 0 else -b for b in BIDS])
    ]
    both = pl.concat([first, played(chosen, games[1], seed=seed)])
    found = estimated(both, policy, FACTIONS, "seelie")
    return {pair: ([0, *(b if to[pair] == 0 else -b for b in BIDS)], found) for pair in pairs}


def curve(policy: str, pair: tuple[str, str], bids: Sequence[int], games: int) -> Array:
    """Return the true share at each signed bid, from `games` games a bid and layout."""
    tallies = played(cells(policy, [pair], bids), games, seed=TRUTH_SEED)
    signed = pl.col("bid") * pl.when(pl.col("bid_to") == "unseelie").then(-1).otherwise(1)
    rows = tallies.with_columns(signed=signed).group_by("signed").agg(pl.col("seelie_wins", "games").sum())
    shares = {int(b): wins / n for b, wins, n in rows.iter_rows()}
    return np.array([shares[b] for b in bids])
