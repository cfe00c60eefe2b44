"""Compiled and plain Python play the same games: no number depends on the compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from balance import policies
from balance.engine.registry import rule_system
from balance.engine.system import Cell
from tests.support import ROOT, shipped

PROGRAM = """
import json, sys
from tests.policies.test_plain import tally
print(json.dumps(tally(*json.loads(sys.argv[1]))))
"""
GAMES = {"random": 6, "greedy": 3, "planner": 1}


def tally(seelie: str, unseelie: str, layout: str, policy: str, bid: int, games: int) -> list[Any]:
    """Play games of a cell and return everything that was counted."""
    cell = Cell((seelie, unseelie), layout, (policy, policy), bid)
    counted = rule_system(shipped()).play([cell], {policy: policies.handle("pacts", policy, {})}, 5, games)[0]
    facts = [[row.fact, row.key, row.games, row.wins, row.total] for row in counted.facts]
    return [
        counted.games,
        counted.wins,
        counted.ties,
        counted.margin_offset,
        counted.margin_counts.tolist(),
        facts,
    ]


@pytest.mark.parametrize("policy", policies.names("pacts"))
@pytest.mark.parametrize(
    ("seelie", "unseelie", "bid"), [("selkies", "cu sidhe", 2), ("fomorians", "changelings", -3)]
)
@pytest.mark.parametrize("layout", ["standard", "random"])
def test_a_cell_counts_the_same_with_and_without_the_compiler(
    policy: str, seelie: str, unseelie: str, bid: int, layout: str
) -> None:
    arguments = (seelie, unseelie, layout, policy, bid, GAMES.get(policy, 1))
    other = "0" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else "1"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": other}
    command = [sys.executable, "-W", "error", "-c", PROGRAM, json.dumps(arguments)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == tally(*arguments)
