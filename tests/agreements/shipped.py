"""The shipped files, and games under them with other rulings."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from balance import policies
from balance.config.agreements.load import load_configuration
from balance.config.plain import PlainConfiguration
from balance.engine.agreements.system import AgreementsSystem
from balance.engine.system import Cell, PolicyHandle
from tests.support import ROOT

RUN_FILE = Path(ROOT) / "configs" / "agreements.yaml"
GAME_FILE = RUN_FILE.parent / "games" / "agreements.yaml"


@cache
def shipped() -> PlainConfiguration:
    """Return the shipped configuration."""
    return load_configuration(RUN_FILE, policies=policies.weights("agreements"))


@cache
def handles() -> dict[str, PolicyHandle]:
    """Return every policy."""
    return {name: policies.handle("agreements", name, {}) for name in policies.names("agreements")}


def system() -> AgreementsSystem:
    """Return the rule system under the shipped files."""
    return AgreementsSystem(shipped())


def record(conducts: tuple[str, str], deal: str, game: int = 0, **rulings: str) -> list[dict[str, Any]]:
    """Return a game's record under the shipped files and other rulings."""
    configuration = shipped()
    for name, option in rulings.items():
        configuration = configuration.with_ruling(name, option)
    cell = Cell(conducts, deal, ("steady", "steady"))
    return AgreementsSystem(configuration).record(cell, handles(), game)
