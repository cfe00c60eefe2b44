"""Game-balance analysis and matchup statistics for asymmetric board games.

The public names are loaded when first used, so that ``import balance`` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from balance.config.load import load_configuration
    from balance.config.run import Configuration
    from balance.engine.pacts.session import Session
    from balance.engine.registry import rule_system
    from balance.engine.system import Cell, CellTally, RuleSystem
    from balance.errors import BalanceError
    from balance.road import rebuild_report, run_sweep

__version__ = "0.1.0"

__all__ = [
    "BalanceError",
    "Cell",
    "CellTally",
    "Configuration",
    "RuleSystem",
    "Session",
    "load_configuration",
    "rebuild_report",
    "rule_system",
    "run_sweep",
]

_HOMES = {
    "BalanceError": "balance.errors",
    "Cell": "balance.engine.system",
    "CellTally": "balance.engine.system",
    "Configuration": "balance.config.run",
    "RuleSystem": "balance.engine.system",
    "Session": "balance.engine.pacts.session",
    "load_configuration": "balance.config.load",
    "rebuild_report": "balance.road",
    "run_sweep": "balance.road",
    "rule_system": "balance.engine.registry",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    msg = f"module 'balance' has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
