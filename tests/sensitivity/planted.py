"""Coins whose every chance is known: a base, variants of it, and the truth by hand.

A coin game's luck is one of −10 … 10, all alike; the first seat wins if luck + lead ≥ 0, so at a lead of −10 … 10 it
wins (11 + lead) of 21 games, and one of 21 is level.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from balance.config.run import Configuration, Variant
from balance.engine.system import PolicyHandle, RuleSystem
from balance.sensitivity import Finished, Size, run_sensitivity
from tests.sweep.coins import CoinSystem, configuration

FACTIONS = {"ducat": 0, "florin": 2, "guilder": 5}
HEADLINES = ("side advantage", "tie-break advantage", *(f"strength: {name}" for name in FACTIONS))


def handle(name: str) -> PolicyHandle:
    return PolicyHandle(name, lambda: 0, np.zeros(0))


POLICIES = {"left": handle("left"), "right": handle("right")}


def variant(name: str, **changes: Any) -> Variant[Configuration]:
    """Return a variant of the coins."""
    what, _, option = name.partition(": ")
    return Variant(name, "assumption", what, option, f"{what} is {option}", configuration(**changes))


VARIANTS = (
    variant("florin: heavy", factions={**FACTIONS, "florin": 8}),
    variant("calm: windy", layouts={"calm": -4, "storm": 1}),
    variant("side: court only", side="court_only"),
    variant("pool: two", factions={"ducat": 0, "guilder": 5}),
)


def truth(factions: Mapping[str, int], calm: int = 0) -> dict[str, float]:
    """Return the true value of every headline that is a mean over pairs."""
    share = {
        (f, s): (11 + factions[f] - factions[s] + 1 + calm) / 21 for f in factions for s in factions if f != s
    }
    found = {"side advantage": float(np.mean(list(share.values()))) - 0.5, "tie-break advantage": 1 / 42}
    for name in factions:
        own = [share[name, other] for other in factions if other != name]
        own += [1 - share[other, name] for other in factions if other != name]
        found[f"strength: {name}"] = float(np.mean(own))
    return found


TRUTHS = {
    "florin: heavy": truth({**FACTIONS, "florin": 8}),
    "calm: windy": truth(FACTIONS, calm=-4),
    "side: court only": truth(FACTIONS),
    "pool: two": truth({"ducat": 0, "guilder": 5}),
}


def run(
    folder: Path,
    *,
    systems: dict[str, CoinSystem] | None = None,
    seed: int = 1,
    size: Size | None = None,
    jobs: int = 1,
    variants: tuple[Variant[Configuration], ...] = VARIANTS,
) -> Finished:
    """Play the coins and their variants into a folder."""

    def system(coins: Configuration) -> RuleSystem:
        found = CoinSystem(coins.model_copy(update={"seed": seed}))
        if systems is not None:
            systems[str(len(systems))] = found
        return found

    return run_sensitivity(
        configuration(seed=seed),
        variants,
        lambda: (system, POLICIES),
        folder,
        size=size or Size(games=200),
        jobs=jobs,
        command="balance sensitivity coins.yaml",
    )
