"""Agreements of a territory card game: two parties, an offer, and what becomes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from balance.config.plain import PlainConfiguration
    from balance.engine.agreements.system import AgreementsSystem

VERSION = 1
"""Of the rules: raised when behaviour changes, never for speed."""


def rule_system(configuration: PlainConfiguration) -> AgreementsSystem:
    """Return the rule system under a configuration; importing it compiles the kernels."""
    from balance.engine.agreements.system import AgreementsSystem

    return AgreementsSystem(configuration)
