"""Compile the engine and policies before tests run side by side: ``python -m tests.warm [POLICY …]``."""

from __future__ import annotations

import sys
from collections.abc import Collection

from balance import policies
from balance.loading import configuration_at, engine_of
from tests.support import ROOT


def warm(chosen: Collection[str]) -> None:
    """Play one game of each chosen policy of each rule system that has a run file; of all its policies, if none is."""
    read = [configuration_at(path) for path in sorted((ROOT / "configs").glob("*.yaml"))]
    files = {configuration.game.system: configuration for configuration in read}
    for name, configuration in files.items():
        known = policies.names(name)
        system, handles = engine_of(configuration, [one for one in known if one in chosen] or known, say=_say)
        system.warm_up(handles)


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    warm(sys.argv[1:])
