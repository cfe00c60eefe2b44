"""Finds the rule system that a configuration asks for: the room that bears its name."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO, Final, cast

from balance.config.load import systems
from balance.config.run import Configuration
from balance.engine.record_checks import Checked
from balance.engine.system import RuleSystem, SettingTurns

ROOM: Final = Path(__file__).resolve().parent

Verdicts = Callable[[BinaryIO, str, Configuration | None], Iterator[Checked]]
"""What checks the records of a stream, which messages call by a name, perhaps under a configuration."""


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


def verdicts(system: str | None) -> Verdicts:
    """Return what checks records of a rule system: what its `record.check` offers, else `plain_record`.

    None, or a name that is no rule system's, stands for a file that does not say: reading it tells what is wrong.
    """
    own = system in systems() and (ROOM / str(system) / "record" / "check.py").is_file()
    room = f"balance.engine.{system}.record.check" if own else "balance.engine.plain_record"
    return cast("Verdicts", importlib.import_module(room).verdicts)
