"""Speed of the rule systems beside Pacts: contests a second and core under their scripted policies."""

from __future__ import annotations

import time
from itertools import permutations
from statistics import median

from balance import policies
from balance.engine.system import Cell, PolicyHandle, RuleSystem
from balance.loading import configuration_at, engine_of
from balance.sweep.options import seat_policies
from benchmarks.measure import ROOT, Row, reached

TARGETS = {"agreements": 200_000, "live_combat": 200_000, "sea_witch": 20_000}
SECONDS = 2.0  # of one measurement, about


def system_rows(runs: int) -> list[Row]:
    """Return a row for each system: contests a second of processor time, a cell having the games that its file says."""
    rows = []
    for name, target in TARGETS.items():
        configuration = configuration_at(ROOT / "configs" / f"{name}.yaml")
        system, handles = engine_of(configuration, policies.names(name), say=_unsaid)
        system.warm_up(handles)
        seats = seat_policies(configuration.policy_pairs[0], system.columns.seats)
        measured = sorted(
            _rate(system, handles, seats, configuration.policy_pairs[0].games) for _ in range(runs)
        )
        rate = median(measured)
        words = configuration.words
        who = " v ".join(dict.fromkeys(seats))
        rows.append(
            reached(f"{words.title}, one core, {who}", rate, f"{words.game}s/s", least=target, runs=runs)
        )
    return rows


def _rate(system: RuleSystem, handles: dict[str, PolicyHandle], seats: tuple[str, ...], games: int) -> float:
    """Return games a second of this thread's processor time: cells spread over all, as many as a while takes."""
    every = [
        Cell(pair, setting, seats)
        for setting in system.settings()
        for pair in permutations(system.contestants(), 2)
    ]
    number, spent, cells = 4, 0.0, every
    while spent < SECONDS and number < len(every):
        number = min(len(every), 2 * number)
        cells = every[:: -(-len(every) // number)]
        begun = time.thread_time()
        system.play(cells, handles, 0, games)
        spent = time.thread_time() - begun
    return len(cells) * games / spent


def _unsaid(line: str) -> None:
    """Tell nobody."""
