"""Compile the engine and policies before tests run side by side: ``python -m tests.warm [POLICY …]``."""

from __future__ import annotations

import sys

from balance import policies
from balance.loading import engine_of
from tests.support import shipped


def main() -> None:
    """Play one game of each policy that is named; of all, if none is."""
    system, handles = engine_of(shipped(), sys.argv[1:] or policies.names("pacts"), say=_say)
    system.warm_up(handles)


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    main()
