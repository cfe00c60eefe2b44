"""Sea Witch Pacts: two to five players of Dark Tales, with The Little Mermaid."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from balance.config.plain import PlainConfiguration
    from balance.engine.sea_witch.system import SeaWitchSystem

VERSION = 1
"""Of the rules: raised when behaviour changes, never for speed."""


def rule_system(configuration: PlainConfiguration) -> SeaWitchSystem:
    """Return the rule system under a configuration; importing it compiles the kernels."""
    from balance.engine.sea_witch.system import SeaWitchSystem

    return SeaWitchSystem(configuration)
