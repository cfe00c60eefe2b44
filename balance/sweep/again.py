"""Layouts of a set played again: which sets a sweep plays, the cells of fresh games, and how they are stored.

A cell of fresh games has one layout of a set as its setting (``all#17``), so its games are others than those of the
set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from balance.engine.system import Cell, CellTally, Columns, RuleSystem, row_setting
from balance.sweep.design import Planned, settings_of
from balance.sweep.options import seat_policies
from balance.sweep.store import tally_frame

if TYPE_CHECKING:
    from balance.config.run import Configuration

AGAIN: Final = "again"
"""`Cell.rules` of fresh games; they are under the configuration's own rules all the same."""
LAYOUTS: Final = "layouts.parquet"
STAGE: Final = 4


def sets_played(configuration: Configuration, system: RuleSystem) -> list[dict[str, Any]]:
    """Return each set with the policies that a policy pair names for it, as the manifest holds them.

    With `name`, `policies`, `size`, and `mirrors`: for each symmetry of the map, the place to which each place goes.
    """
    found: dict[tuple[str, tuple[str, ...]], dict[str, Any]] = {}
    for entry in configuration.policy_pairs:
        policies = seat_policies(entry, system.columns.seats)
        for name in settings_of(entry, system):
            turns = system.turns(name)
            if turns is not None:
                mirrors = [list(one) for one in configuration.mirrors(turns.places)]
                told = {"name": name, "policies": list(policies), "size": turns.size, "mirrors": mirrors}
                found.setdefault((name, policies), told)
    return list(found.values())


def fresh_cells(
    configuration: Configuration, system: RuleSystem, layouts: Iterable[tuple[str, int]]
) -> list[Planned]:
    """Return the cells of fresh games on some layouts, each a set and a row of its order."""
    again = configuration.played_again
    if again is None:
        return []
    policies = (again.policy,) * len(system.columns.seats)
    settings = dict.fromkeys(row_setting(name, row) for name, row in layouts)
    return [
        Planned(Cell(pair, setting, policies, rules=AGAIN), again.games, STAGE)
        for setting in settings
        for pair in permutations(system.contestants(), 2)
    ]


def fresh_frame(tallies: Mapping[Cell, CellTally], columns: Columns) -> pl.DataFrame:
    """Return the tallies of fresh games as the frame that is stored; its schema is that of all tallies."""
    return tally_frame([tally for cell, tally in tallies.items() if cell.rules == AGAIN], columns)
