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
    """Return a row for each system: contests a second of processor time, all pairings in all settings."""
    rows = []
    for name, target in TARGETS.items():
        configuration = configuration_at(ROOT / "configs" / f"{name}.yaml")
        system, handles = engine_of(configuration, policies.names(name), say=_unsaid)
        system.warm_up(handles)
        seats = seat_policies(configuration.policy_pairs[0], system.columns.seats)
        measured = sorted(_rate(system, handles, seats) for _ in range(runs))
        rate = median(measured)
        words = configuration.words
        who = " v ".join(dict.fromkeys(seats))
        rows.append(
            reached(f"{words.title}, one core, {who}", rate, f"{words.game}s/s", least=target, runs=runs)
        )
    return rows


def _rate(system: RuleSystem, handles: dict[str, PolicyHandle], seats: tuple[str, ...]) -> float:
    """Return games a second of this thread's processor time."""
    cells = [
        Cell(pair, setting, seats)
        for setting in system.settings()
        for pair in permutations(system.contestants(), 2)
    ]
    games, spent = 10, 0.0
    while spent < SECONDS / 4:
        games *= 2
        begun = time.thread_time()
        system.play(cells, handles, 0, games)
        spent = time.thread_time() - begun
    games = max(1, round(games * SECONDS / spent))
    begun = time.thread_time()
    system.play(cells, handles, 0, games)
    return len(cells) * games / (time.thread_time() - begun)


def _unsaid(line: str) -> None:
    """Tell nobody."""
