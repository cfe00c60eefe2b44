"""Tweaks of coins, whose every chance is known: see `tests.sensitivity.planted`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from balance.config.run import Configuration
from balance.config.tweak import Change, Tweak
from balance.engine.system import RuleSystem
from balance.stats.limits import parse
from balance.stats.tweak.verdicts import Goal
from balance.sweep.runner import Told, untold
from balance.tweak.road import Asked, Finished, run_tweaks
from tests.sensitivity.counting import Counting
from tests.sensitivity.planted import FACTIONS, POLICIES
from tests.sweep.coins import configuration

Systems = Callable[[Configuration], RuleSystem]


def tweak(name: str, **changes: Any) -> Tweak:
    """Return a tweak of the coins."""
    return Tweak(
        name, "why not", Path(f"{name}.yaml"), (Change("coins", "old", name),), configuration(**changes)
    )


def factions(**leads: int) -> dict[str, int]:
    """Return the coins with other skills for some."""
    return {**FACTIONS, **leads}


HEAVY = tweak("florin heavy", factions=factions(florin=8))
LIGHT = tweak("florin light", factions=factions(florin=1))
SIDE = tweak("side", side="court_only")
WINDY = tweak("windy", layouts={"calm": -4, "storm": 1})


def share(first: str, second: str, leads: dict[str, int], calm: int = 0) -> float:
    """Return the true share of the first seat: it wins (11 + lead) of 21 games, see `tests.sensitivity.planted`."""
    return (11 + leads[first] - leads[second] + 1 + calm) / 21


def run(
    folder: Path,
    *tweaks: Tweak,
    systems: list[Counting] | None = None,
    make: Systems = Counting,
    limits: tuple[str, ...] = (),
    max_games: int = 1000,
    jobs: int = 1,
    tell: Told = untold,
    **asked: Any,
) -> Finished:
    """Play the coins against tweaks of them into a folder; the systems made are added to `systems`."""

    def system(coins: Configuration) -> RuleSystem:
        made = make(coins)
        if systems is not None and isinstance(made, Counting):
            systems.append(made)
        return made

    goal = Goal(max_games=max_games)
    return run_tweaks(
        configuration(),
        tweaks,
        lambda: (system, POLICIES),
        folder,
        Asked(goal, "calm", limits=tuple(map(parse, limits)), **asked),
        jobs=jobs,
        tell=tell,
    )
