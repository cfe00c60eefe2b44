"""From the path of a configuration to what plays it; the engine is imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from balance import policies
from balance.config import Configuration, load_configuration

if TYPE_CHECKING:
    from balance.engine.system import PolicyHandle, RuleSystem

_SYSTEM = "pacts"  # the one that configurations are written for so far


def configuration_at(path: Path) -> Configuration:
    """Read and check a configuration against the policies that exist.

    Raises
    ------
    ConfigurationError
        If anything is wrong with it.
    """
    return load_configuration(path, policies=policies.weights(_SYSTEM))


def engine_of(
    configuration: Configuration, names: Iterable[str]
) -> tuple[RuleSystem, dict[str, PolicyHandle]]:
    """Return the rule system of a configuration and the named policies; this imports the compiler."""
    from balance.engine.registry import rule_system  # it brings numba

    system = rule_system(configuration)
    weights = configuration.policies
    return system, {name: policies.handle(_SYSTEM, name, weights[name]) for name in dict.fromkeys(names)}
