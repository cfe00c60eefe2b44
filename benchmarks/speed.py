"""Games a second, jobs against one, compile and start."""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Mapping
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

from balance.config.pacts import Configuration
from balance.engine.pacts.kernels import loop, rules
from balance.engine.pacts.kernels.counts import FACTS
from balance.engine.pacts.kernels.state import REGIONS
from balance.engine.pacts.tables import build_rules, half_known, margin_limit
from balance.engine.system import Cell, PolicyHandle, RuleSystem
from balance.sweep.design import Planned
from balance.sweep.runner import play
from benchmarks import measure
from benchmarks.measure import Row, left_out, median_seconds, one_core, process, reached, seconds

COLD = """
import sys
from pathlib import Path
from balance import policies
from balance.loading import configuration_at, engine_of
configuration = configuration_at(Path(sys.argv[1]))
system, handles = engine_of(configuration, policies.names(configuration.system), say=lambda line: None)
system.warm_up(handles)
"""


class Loop:
    """The compiled loop over every pair on the first layout, one policy in both seats."""

    def __init__(self, configuration: Configuration, policy: PolicyHandle) -> None:
        setting = next(iter(configuration.layouts))
        pairs = list(permutations(configuration.factions, 2))
        cells = [Cell(pair, setting, (policy.name, policy.name)) for pair in pairs]
        tables = [build_rules(configuration, *pair, setting) for pair in pairs]
        limit = max(margin_limit(table) for table in tables)
        self._policy = policy
        self._rules = np.concatenate(tables)
        self._half_known = np.stack([half_known(table) for table in tables])
        self._keys = np.array([cell.key(configuration.seed) for cell in cells], np.uint64)
        self._bids = np.zeros(len(cells), np.int64)
        self._counts: tuple[Any, ...] = (
            np.zeros((len(cells), 2 * limit + 1), np.int64),
            np.zeros((len(cells), 2 * limit + 1, 3), np.int64),
            np.zeros((len(cells), 3, FACTS), np.int64),
            np.zeros((0, 0, 2), np.int16),
        )

    def __call__(self, games: int) -> int:
        """Play that many games of every pair and return the decisions, forced ones not counted."""
        policy = self._policy
        return int(
            loop.play(
                self._rules,
                self._half_known,
                self._keys,
                self._bids,
                policy.choose,
                policy.choose,
                rules.legal,
                rules.apply,
                policy.weights,
                policy.weights,
                np.zeros((0, REGIONS), np.int8),
                0,
                games,
                *self._counts,
            )
        )

    def rates(self, runs: int) -> tuple[float, float]:
        """Return the medians of decisions and games a second, on one core."""
        with one_core():
            self(1)
            size, taken = 1, seconds(partial(self, 1))
            while taken < measure.RUN_SECONDS / 4:
                size = max(size + 1, min(8 * size, round(size * measure.RUN_SECONDS / max(taken, 1e-6))))
                taken = seconds(partial(self, size))
            size = max(1, round(size * measure.RUN_SECONDS / taken))
            decisions = self(size)
            middle = median_seconds(partial(self, size), runs)
        return decisions / middle, size * len(self._keys) / middle


def games_rows(configuration: Configuration, handles: Mapping[str, PolicyHandle], runs: int) -> list[Row]:
    """Return the rows of games a second on one core."""
    decisions, games = Loop(configuration, handles["random"]).rates(runs)
    rows = [
        reached("random self-play, one core", decisions / 1e6, "million decisions/s", least=20, runs=runs),
        reached("random self-play, one core", games, "games/s", least=200_000, runs=runs),
    ]
    for name, least in (("greedy", 40_000), ("planner", 2_000)):
        _, games = Loop(configuration, handles[name]).rates(runs)
        rows.append(reached(f"{name}, one core", games, "games/s", least=least, runs=runs))
    return rows


def random_decisions(configuration: Configuration, handles: Mapping[str, PolicyHandle]) -> float:
    """Return decisions a second of random self-play on one core."""
    return Loop(configuration, handles["random"]).rates(1)[0]


def jobs_rows(system: RuleSystem, handles: Mapping[str, PolicyHandle], runs: int) -> list[Row]:
    """Return rows of more jobs against one: the sweep's own runner, planner games."""
    wanted = {2: 1.8, 4: None}
    if measure.cores() < 2:
        return [left_out("two jobs against one", "at least 1.8 ×", "one core only")]
    setting = system.settings()[0]
    pairs = list(permutations(system.contestants(), 2))

    def run(jobs: int, games: int) -> float:
        planned = [Planned(Cell(pair, setting, ("planner", "planner")), games, 1) for pair in pairs]
        return seconds(lambda: play(system, handles, planned, jobs=jobs))

    games = max(1, round(20 * 4 * measure.RUN_SECONDS / run(1, 20)))
    times: dict[int, list[float]] = {jobs: [] for jobs in (1, *wanted)}
    for _ in range(runs):
        for jobs, taken in times.items():
            taken.append(run(jobs, games))
    alone = statistics.median(times[1])
    return [
        reached(
            f"{jobs} jobs against one", alone / statistics.median(times[jobs]), "×", least=least, runs=runs
        )
        for jobs, least in wanted.items()
    ]


def start_rows(configuration: Path, runs: int) -> list[Row]:
    """Return the rows of compiling and starting."""

    def cold() -> None:
        with tempfile.TemporaryDirectory() as cache:
            measure.python(COLD, str(configuration), environment={"XDG_CACHE_HOME": cache})

    def warm() -> None:
        measure.python(COLD, str(configuration))

    def help_text() -> None:
        process([sys.executable, "-m", "balance", "--help"])

    def replay() -> None:
        pair = ["--seelie", "dragons", "--unseelie", "kelpies"]
        with tempfile.TemporaryDirectory() as folder:
            page = ["--format", "html", "--output", f"{folder}/game.html"]
            process([sys.executable, "-m", "balance", "replay", str(configuration), *pair, *page])

    warm()
    help_text()
    return [
        reached("engine and all policies, cold compile", median_seconds(cold, runs), "s", most=45, runs=runs),
        reached("engine and all policies, warm start", median_seconds(warm, runs), "s", runs=runs),
        reached("`balance --help`, warm", median_seconds(help_text, 2 * runs), "s", most=0.5, runs=2 * runs),
        reached(
            "`balance replay` as a page, warm", median_seconds(replay, 2 * runs), "s", most=2, runs=2 * runs
        ),
    ]
