"""Coins that remember what was asked of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from balance.config.run import Configuration
from balance.engine.system import Cell, GameRows, PolicyHandle
from tests.sweep.coins import CoinSystem


class Counting(CoinSystem):
    """Coins that remember which games of which cells were asked for."""

    def __init__(self, coins: Configuration) -> None:
        super().__init__(coins)
        self.asked: list[tuple[str, int]] = []

    def games(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[GameRows]:
        self.asked += [(cell.name, first_game + n) for cell in cells for n in range(games)]
        return super().games(cells, policies, first_game, games)
