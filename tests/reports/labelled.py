"""A run of coins whose seats are mere labels: no sides, no tie-break, no bids; level flips are shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from balance import road
from balance.config.pacts import Configuration
from balance.engine.system import Cell, Change, GameRows, PolicyHandle
from tests.sweep.coins import LABELS, Coins, CoinSystem, Others, Pair


class LabelledCoins(Coins):
    """Coins with no ruling on level flips, and nothing to bid."""

    def rulings(self) -> dict[str, str]:
        """Return nothing that speaks of ties."""
        return {"edge": "thrown again"}


class LabelledSystem(CoinSystem):
    """Flips in which a coin does as well in the north as in the south."""

    words = LABELS

    def without(self, contestant: str, ability: str) -> LabelledSystem:
        """Return the flips with one coin's skill switched off."""
        assert ability == "skill"
        return LabelledSystem(cast("Configuration", self._coins), dull=contestant)

    def with_ties_to(self, seat: str) -> LabelledSystem:
        """Refuse: no rule gives level flips to anybody."""
        raise AssertionError

    def variants(self, setting: str) -> list[Change]:
        """Return all but the change of who wins level flips."""
        return [change for change in super().variants(setting) if change.what != "ties"]

    def varied(self, setting: str, name: str) -> LabelledSystem:
        """Return the flips with one of the variants."""
        changed = super().varied(setting, name)
        return LabelledSystem(cast("Configuration", changed._coins), dull=self._dull)

    def _wins(self, margins: NDArray[np.int64]) -> NDArray[np.bool_]:
        return margins > 0

    def margins(self, cell: Cell, first_game: int, games: int) -> NDArray[np.int64]:
        """Return margins: in a storm skill counts less, and neither seat is ahead."""
        north, south = map(self._skill, cell.contestants)
        even = super().margins(cell, first_game, games) - (
            north - south + 1 + self._coins.layouts[cell.setting]
        )
        return even + (north - south) // (1 + self._coins.layouts[cell.setting])

    def games(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[GameRows]:
        """Return the flips one by one; a level one is half a win."""
        found = super().games(cells, policies, first_game, games)
        return [replace(rows, shares=0.5 + 0.5 * np.sign(rows.margins)) for rows in found]


def configuration(**changes: Any) -> Configuration:
    """Return a configuration of such coins, with every comparison that makes sense for them."""
    told: dict[str, Any] = {
        "factions": {"ducat": 0, "florin": 2, "guilder": 6, "crown": 3},
        "policy_pairs": (
            Pair(north="left", south="left", games=400),
            Pair(north="right", south="right", games=100),
            Pair(north="left", south="right", games=25, layouts=("calm",)),
        ),
        "auction": None,
        "comparisons": Others(
            abilities=(Pair(north="left", south="left", games=60),),
            rulings=(Pair(north="left", south="left", games=60),),
        ),
        **changes,
    }
    return cast("Configuration", LabelledCoins(**told))


def swept(folder: Path, **changes: Any) -> road.Finished:
    """Play such coins into a folder."""
    coins = configuration(**changes)
    return road.run_sweep(coins, lambda: (LabelledSystem(coins), {}), folder)
