"""What a sweep plays, stage by stage: each stage may look at what was counted before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from balance.engine.system import Cell, CellTally, RuleSystem
from balance.stats import auction
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
    """Return a sweep's stages in order: games without cubes, then bids, then the same games under other rules."""
    return [
        lambda _: first_stage(configuration, system),
        lambda tallies: _bids(configuration, system, tallies),
        lambda _: third_stage(configuration, system),
    ]


def unplayed(planned: Iterable[Planned], tallies: Tallies) -> list[Planned]:
    """Return the planned cells that lack games."""
    return [plan for plan in planned if plan.cell not in tallies or tallies[plan.cell].games < plan.games]


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
