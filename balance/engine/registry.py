"""Finds the rule system that a configuration asks for."""

from __future__ import annotations

import importlib
from typing import cast

from balance.config.pacts.models import Configuration
from balance.engine.system import RuleSystem, SettingTurns


def rule_system(configuration: Configuration) -> RuleSystem:
    """Return the rule system of a configuration (`game.system` names its folder).

    Importing it compiles the engine, once per machine and version.
    """
    module = importlib.import_module(f"balance.engine.{configuration.game.system}")
    return cast("RuleSystem", module.rule_system(configuration))


def setting_turns(configuration: Configuration, name: str) -> SettingTurns | None:
    """Return what games of a setting take turns on, as `RuleSystem.turns` does; nothing is compiled for it."""
    module = importlib.import_module(f"balance.engine.{configuration.game.system}.layouts")
    return cast("SettingTurns | None", module.turns_of(configuration, name))
