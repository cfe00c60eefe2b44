"""How much slower a policy in plain Python is: ``python -m benchmarks.python_policy``."""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np

from balance.engine.system import Cell, PolicyHandle
from balance.loading import configuration_at, engine_of
from benchmarks.measure import ROOT

GAMES = {"compiled": 20_000, "python": 200}
CELL = Cell(("dragons", "kelpies"), "standard", ("random", "random"))


def choose(observation: dict[str, Any], legal: list[Any], random: random.Random) -> Any:  # noqa: ARG001 (all policies take it)
    """Take anything, as the compiled `random` does."""
    return random.choice(legal)


def main() -> None:
    """Print games a second of processor time, and the ratio, of the same policy compiled and in Python."""
    system, compiled = engine_of(configuration_at(ROOT / "configs" / "factions.yaml"), ["random"], say=print)
    python = {"random": PolicyHandle("random", choose, np.zeros(0), compiled=False)}
    rates = {}
    for name, handles in (("compiled", compiled), ("python", python)):
        system.play([CELL], handles, 0, 10)
        start = time.process_time()
        system.play([CELL], handles, 0, GAMES[name])
        rates[name] = GAMES[name] / (time.process_time() - start)
        print(f"random, {name}: {rates[name]:,.0f} games a second of processor time")
    print(f"in Python it is about {rates['compiled'] / rates['python']:,.0f} times slower")


if __name__ == "__main__":
    main()
