"""Finds the rule system that a configuration asks for: the room that bears its name."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import cast

from balance.config.run import Configuration
from balance.engine.system import RuleSystem, SettingTurns


def rule_system(configuration: Configuration) -> RuleSystem:
    """Return the rule system of a configuration (`game.system` names its folder).

    Importing it compiles its kernels, once per machine and version.
    """
    module = importlib.import_module(f"balance.engine.{configuration.system}")
    return cast("RuleSystem", module.rule_system(configuration))


def rules_version(system: str) -> int:
    """Return the version of a rule system's behaviour; nothing is compiled for it."""
    return int(importlib.import_module(f"balance.engine.{system}").VERSION)


def setting_turns(configuration: Configuration, name: str) -> SettingTurns | None:
    """Return what games of a setting take turns on, as `RuleSystem.turns` does; nothing is compiled for it."""
    room = f"balance.engine.{configuration.system}.layouts"
    if find_spec(room) is None:  # a system without such settings
        return None
    return cast("SettingTurns | None", importlib.import_module(room).turns_of(configuration, name))
