"""Pacts: six regions, six rounds, two courts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from balance.config.pacts.models import Configuration
    from balance.engine.pacts.system import PactsSystem

VERSION = 1
"""Of the rules: raised when behaviour changes, never for speed."""


def rule_system(configuration: Configuration) -> PactsSystem:
    """Return the rule system under a configuration; importing it compiles the kernels."""
    from balance.engine.pacts.system import PactsSystem

    return PactsSystem(configuration)
