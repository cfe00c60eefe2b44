"""Fair bids of touched pairs under old and new rules, from a fixed number of games at every bid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from balance.engine.system import Cell, CellTally, RuleSystem
from balance.stats.auction.bids import fair_bid
from balance.stats.intervals import Counts
from balance.stats.results import FairBid
from balance.stats.tweak.results import TweakResult
from balance.sweep.design import Planned
from balance.sweep.runner import play
from balance.tweak.games import BIDS, Table

BID_GAMES = 400
"""Games at each bid, and at bid 0, of each touched pair."""


@dataclass(frozen=True)
class BidPlan:
    """Which bids are played (cubes, above 0), and who wins at equal scores (for the counts)."""

    bids: tuple[int, ...]
    games: int = BID_GAMES


def with_bids(
    table: Table, results: Sequence[TweakResult], plan: BidPlan, shared: Mapping[str, bool]
) -> list[TweakResult]:
    """Return the results with the fair bids of touched pairs under old and new rules.

    Bids go to the side that trails at bid 0 under the same rules. Every bid gets the same fixed number of games, bid 0
    too: the games of the verdicts were stopped by what they showed.

    Parameters
    ----------
    table
        What plays.
    results
        One per tweak, in the order of the table's.
    plan
        Which bids.
    shared
        Whether ties are shared under each tweak's rules by name; the base's name is "".
    """
    touched = [pair for pair, any_of in zip(table.pairs(), table.touched(), strict=True) if any_of]
    old = _fair_bids(table, table.base, touched, plan, shared=shared[""])
    found = []
    for arm, result in zip(table.arms, results, strict=True):
        own = [(change.first, change.second) for change in result.touched]
        new = _fair_bids(table, arm.system, own, plan, shared=shared[arm.name])
        changed = tuple(
            replace(
                change, old_bid=old[change.first, change.second], new_bid=new[change.first, change.second]
            )
            for change in result.touched
        )
        found.append(replace(result, touched=changed))
    return found


def _fair_bids(
    table: Table, system: RuleSystem, pairs: Sequence[tuple[str, str]], plan: BidPlan, *, shared: bool
) -> dict[tuple[str, str], FairBid]:
    model = table.cells[0]

    def cell(pair: tuple[str, str], bid: int) -> Cell:
        return Cell(pair, model.setting, model.policies, bid)

    level = _play(table, system, [cell(pair, 0) for pair in pairs], plan)
    sign = {
        pair: 1 if _counts([level[cell(pair, 0)]], shared=shared).share[0] < 0.5 else -1 for pair in pairs
    }
    bids = [bid for bid in plan.bids if bid <= system.largest_bid()]
    tried = _play(table, system, [cell(pair, sign[pair] * bid) for pair in pairs for bid in bids], plan)
    found = {}
    for pair in pairs:
        axis = [0, *(sign[pair] * bid for bid in bids)]
        tallies = [level[cell(pair, 0)], *(tried[cell(pair, bid)] for bid in axis[1:])]
        found[pair] = fair_bid(axis, _counts(tallies, shared=shared))
    return found


def _play(table: Table, system: RuleSystem, cells: Sequence[Cell], plan: BidPlan) -> Mapping[Cell, CellTally]:
    if not cells:
        return {}
    planned = [Planned(cell, plan.games, BIDS) for cell in cells]
    table.played[BIDS] += plan.games * len(cells)
    return play(system, table.policies, planned, jobs=table.jobs, tell=table.tell)


def _counts(tallies: Sequence[CellTally], *, shared: bool) -> Counts:
    """Return the first seat's counts; where ties are shared they are in neither seat's wins."""
    halves = np.array([tally.ties if shared else 0 for tally in tallies], np.float64)
    return Counts.of([tally.wins for tally in tallies], [tally.games for tally in tallies], halves)
