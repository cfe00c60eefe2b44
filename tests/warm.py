"""Compile the engine and policies before tests run side by side: ``python -m tests.warm``."""

from __future__ import annotations

import sys

from balance import policies
from balance.loading import configuration_at, engine_of
from tests.support import ROOT


def warm() -> None:
    """Play one game of each policy of each rule system that has a run file."""
    read = [configuration_at(path) for path in sorted((ROOT / "configs").glob("*.yaml"))]
    files = {configuration.game.system: configuration for configuration in read}
    for name, configuration in files.items():
        system, handles = engine_of(configuration, policies.names(name), say=_say)
        system.warm_up(handles)


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    warm()
