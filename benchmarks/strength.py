"""Who beats whom: every policy against every weaker one, over all pairs and both sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations

from balance.config.pacts import Configuration
from balance.engine.system import Cell, CellTally, PolicyHandle, RuleSystem
from balance.stats.intervals import wilson
from balance.sweep.design import Planned
from balance.sweep.runner import play
from benchmarks import measure
from benchmarks.measure import Row

MATCHES = (("planner", "greedy", 0.65), ("greedy", "random", 0.90), ("planner", "random", 0.97))


def strength_rows(
    configuration: Configuration, system: RuleSystem, handles: Mapping[str, PolicyHandle], games: int
) -> list[Row]:
    """Return a row for each match: share of games that the stronger policy wins, with its 95% interval.

    Parameters
    ----------
    games
        Games per pair of factions and seating, on the first layout.
    """
    shared = configuration.rulings().get("tie_break") == "shared"
    setting = system.settings()[0]
    pairs = list(permutations(system.contestants(), 2))
    rows = []
    for better, worse, target in MATCHES:
        cells = [Cell(pair, setting, seats) for seats in ((better, worse), (worse, better)) for pair in pairs]
        tallies = play(
            system, handles, [Planned(cell, games, 1) for cell in cells], jobs=measure.cores()
        ).values()
        share, total = _share(better, tallies, shared=shared)
        low, high = (100 * float(end) for end in wilson(share, total))
        rows.append(
            Row(
                f"{better} beats {worse}",
                f"{100 * share:.1f}% ({low:.1f} to {high:.1f}%)",
                f"at least {100 * target:.0f}%",
                share >= target,
                f"{total:,} games",
            )
        )
    return rows


def _share(policy: str, tallies: Iterable[CellTally], *, shared: bool) -> tuple[float, int]:
    """Return the share of games that a policy won, and the games; a shared win counts half."""
    won, total = 0.0, 0
    for tally in tallies:
        half = tally.ties / 2 if shared else 0.0
        first = tally.wins + half
        won += first if tally.cell.policies[0] == policy else tally.games - first
        total += tally.games
    return won / total, total
