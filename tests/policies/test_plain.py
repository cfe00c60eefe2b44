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
print(json.dumps([tally(*cell) for cell in json.loads(sys.argv[1])]))
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


def elsewhere(cells: list[tuple[Any, ...]]) -> list[list[Any]]:
    """Return the tallies as a process counts them that compiles if this one does not, and the other way round."""
    other = "0" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else "1"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": other}
    command = [sys.executable, "-W", "error", "-c", PROGRAM, json.dumps(cells)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: list[list[Any]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("policy", policies.names("pacts"))
def test_cells_count_the_same_with_and_without_the_compiler(policy: str) -> None:
    cells = [
        (seelie, unseelie, layout, policy, bid, GAMES.get(policy, 1))
        for seelie, unseelie, bid in (("selkies", "cu sidhe", 2), ("fomorians", "changelings", -3))
        for layout in ("standard", "random")
    ]
    for cell, counted in zip(
        cells, elsewhere(cells), strict=True
    ):  # one process: it starts for longer than it plays
        assert counted == tally(*cell), cell
