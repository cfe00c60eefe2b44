"""What a sweep plays, stage by stage: each stage may look at what was counted before it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from balance.config.models import MOST_GAMES
from balance.engine.system import Cell, CellTally, RuleSystem
from balance.stats import auction
from balance.stats.intervals import Counts
from balance.stats.planning import games_wanted, half_widths
from balance.sweep.comparisons import own_tallies, third_stage
from balance.sweep.design import Planned, first_stage, second_stage, settings_of
from balance.sweep.options import seat_policies
from balance.sweep.store import tally_frame

if TYPE_CHECKING:
    from balance.config import Configuration

Tallies = Mapping[Cell, CellTally]
Plan = Callable[[Tallies], list[Planned]]
"""What a stage wants played in all, given every tally so far: it is asked again until nothing of that is missing.

Its answer depends on complete tallies alone, so it is the same for any number of jobs and after any interruption.
"""


def stages(configuration: Configuration, system: RuleSystem) -> list[Plan]:
    """Return a sweep's stages in order: games without cubes, then bids, then the same games under other rules.

    Where a precision is wanted, more games without cubes follow on the first.
    """
    return [
        lambda _: first_stage(configuration, system),
        lambda tallies: _more(configuration, system, tallies),
        lambda tallies: _bids(configuration, system, tallies),
        lambda _: third_stage(configuration, system),
    ]


def unplayed(planned: Iterable[Planned], tallies: Tallies) -> list[Planned]:
    """Return the planned cells that lack games."""
    return [plan for plan in planned if plan.cell not in tallies or tallies[plan.cell].games < plan.games]


def unreached(
    configuration: Configuration, system: RuleSystem, tallies: Tallies
) -> list[tuple[tuple[str, ...], float]]:
    """Return the headline's pairs whose intervals are wider than wanted, with half their width in win share."""
    if configuration.precision is None:
        return []
    pairs, counts = _headline(configuration, system, tallies)
    widths = half_widths(counts)
    return [
        (pair, float(width))
        for pair, width in zip(pairs, widths, strict=True)
        if width > configuration.precision.half_width
    ]


def _more(configuration: Configuration, system: RuleSystem, tallies: Tallies) -> list[Planned]:
    """Return the headline's cells with the games of the next look; none where no precision is wanted."""
    precision = configuration.precision
    if precision is None:
        return []
    pairs, counts = _headline(configuration, system, tallies)
    wanted = games_wanted(
        counts,
        precision.half_width,
        most=precision.max_games or math.inf,
        step=[len(cells) for cells in pairs.values()],
    )
    return [
        plan
        for cells, games in zip(pairs.values(), wanted, strict=True)
        for plan in _levelled(cells, int(games))
    ]


def _headline(
    configuration: Configuration, system: RuleSystem, tallies: Tallies
) -> tuple[dict[tuple[str, ...], list[CellTally]], Counts]:
    """Return the cells of each pair of different contestants under the headline's policies, and the pairs' counts."""
    names = seat_policies(configuration.policy_pairs[0], system.columns.seats)
    pairs: dict[tuple[str, ...], list[CellTally]] = {}
    for tally in own_tallies(tallies):
        cell = tally.cell
        if cell.policies == names and cell.bid == 0 and len(set(cell.contestants)) > 1:
            pairs.setdefault(cell.contestants, []).append(tally)
    shared = configuration.rulings().get("tie_break") == "shared"
    sums = [
        (
            sum(tally.wins for tally in cells),
            sum(tally.games for tally in cells),
            sum(tally.ties for tally in cells) if shared else 0,
        )
        for cells in pairs.values()
    ]
    wins, games, ties = zip(*sums, strict=True)
    return pairs, Counts.of(wins, games, ties)


def _levelled(cells: Sequence[CellTally], games: int) -> list[Planned]:
    """Return a pair's cells with so many games in all, those that have the fewest raised to one level."""
    sizes = sorted(tally.games for tally in cells)
    level = min((games - sum(sizes[few:])) // few for few in range(1, len(sizes) + 1))
    return [Planned(tally.cell, min(max(tally.games, level), MOST_GAMES), 1) for tally in cells]


def _bids(configuration: Configuration, system: RuleSystem, tallies: Tallies) -> list[Planned]:
    """Return the cells with bids, to the side that trails without."""
    if configuration.auction is None:
        return []
    trailing = auction.second_stage(
        tally_frame([tally for tally in own_tallies(tallies) if tally.cell.bid == 0], system.columns),
        columns=system.columns,
        policies=seat_policies(configuration.auction, system.columns.seats),
        tie_break=configuration.rulings().get("tie_break", ""),
        settings=settings_of(configuration.auction, system),
    )
    return second_stage(configuration, system, trailing)
