"""What a hit does, by what a loadout says of it."""

from __future__ import annotations

from collections.abc import Mapping

from balance.config.live_combat.game import Game
from balance.config.live_combat.models import Loadout


def damage_of(loadout: Loadout, game: Game, rulings: Mapping[str, str]) -> int:
    """Return what a hit does: the highest "deals n", or the damage of every hit, and what is added to it.

    Sets do not stack.
    """
    base = max([game.hits.damage.value, *loadout.deals])
    if rulings["bonus_stack"] == "highest_bonus":
        return base + max(loadout.adds, default=0)
    return base + sum(loadout.adds)


def rulings_of(game: Game) -> dict[str, str]:
    """Return the option in force of each ruling."""
    return {name: sourced.value for name, sourced in game.rulings.items()}
