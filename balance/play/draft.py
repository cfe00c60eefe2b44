"""Set-up: two factions are dealt to each side, who keeps one; the computer keeps the one that wins more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.config.pacts.models import Configuration
from balance.engine.pacts.describe import SIDES
from balance.engine.pacts.tables import stable_key
from balance.engine.system import Cell, PolicyHandle, RuleSystem
from balance.play.wishes import ESTIMATOR, RANDOM

OFFERED, GAMES = 2, 60  # factions dealt to each side; games of each pair that the computer learns from


def offers(
    configuration: Configuration, seed: int, named: Mapping[str, str | None]
) -> dict[str, tuple[str, ...]]:
    """Return the factions that each side may keep: the one named, else those dealt by the seed.

    Parameters
    ----------
    named
        Side → a faction, ``random`` for whichever is dealt, or None for two to choose from.
    """
    taken = [name for name in named.values() if name not in {None, RANDOM}]
    deck = [name for name in configuration.pool() if name not in taken]
    deck.sort(key=lambda name: stable_key(f"faction|{seed}|{name}"))
    dealt: dict[str, tuple[str, ...]] = {}
    for side in SIDES:
        name = named[side]
        if name is not None and name != RANDOM:
            dealt[side] = (name,)
            continue
        waiting = side == SIDES[0] and named[SIDES[1]] in {None, RANDOM}  # one has to be left for the other
        number = min(1 if name == RANDOM else OFFERED, len(deck) - waiting)
        dealt[side], deck = tuple(deck[:number]), deck[number:]
    return dealt


def better(
    system: RuleSystem, policies: Mapping[str, PolicyHandle], layout: str, side: str, own: Sequence[str]
) -> str:
    """Return which of the own factions wins more against all that the other side may have.

    The computer knows its own offer only, as a player does.
    """
    if len(own) == 1:
        return own[0]
    others = [name for name in system.contestants() if name not in own] or list(own)
    shares: dict[str, float] = {}
    for mine in own:
        pairs = [(mine, theirs) if side == SIDES[0] else (theirs, mine) for theirs in others]
        cells = [Cell(pair, layout, (ESTIMATOR, ESTIMATOR)) for pair in pairs]
        won = [float(rows.shares.mean()) for rows in system.games(cells, policies, 0, GAMES)]
        mean: Any = sum(won) / len(won)
        shares[mine] = mean if side == SIDES[0] else 1 - mean
    return max(own, key=lambda name: shares[name])
