"""The live combat of The Pact: hits, armour, agony, injuries and short rests."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from balance.config.plain import PlainConfiguration
    from balance.engine.live_combat.system import LiveCombatSystem

VERSION = 1
"""Of the rules: raised when behaviour changes, never for speed."""


def rule_system(configuration: PlainConfiguration) -> LiveCombatSystem:
    """Return the rule system under a configuration; importing it compiles the kernels."""
    from balance.engine.live_combat.system import LiveCombatSystem

    return LiveCombatSystem(configuration)
