"""The same games on threads, in processes and on a Dask cluster, and what is said where these are not right."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from balance import policies
from balance.engine.registry import rule_system
from balance.engine.system import Cell, CellTally, PolicyHandle
from balance.errors import BackendError
from balance.sweep import backends, recipes
from balance.sweep.backends import Backend, opened
from balance.sweep.comparisons import ComparisonPlayer
from balance.sweep.design import Planned
from balance.sweep.recipes import Recipe
from balance.sweep.runner import THREADS, Progress, play
from tests.support import shipped

cluster = pytest.importorskip("balance.sweep.cluster", reason="joblib is there, so this is")
pytest.importorskip("distributed", reason="dask is not installed")

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).parents[2]
NAMES = ("random",)
CONFIGURATION = shipped()
PAIRS = list(permutations(("kelpies", "sluagh", "dragons"), 2))
GAMES = 600
PLANNED = [Planned(Cell(pair, "standard", ("random", "random")), GAMES, 1) for pair in PAIRS] + [
    Planned(Cell(PAIRS[0], "standard", ("random", "random"), rules="tie_break"), 40, 3)
]

Counted = dict[Cell, tuple[Any, ...]]


def handles() -> Mapping[str, PolicyHandle]:
    return {name: policies.handle("pacts", name, {}) for name in NAMES}


def counted(backend: Backend, tell: Callable[[Progress], None] = lambda _: None) -> Counted:
    """Return all that was counted of each cell, whatever came in which order."""
    backend.prepare(Recipe.of(CONFIGURATION, NAMES))
    sums: dict[Cell, CellTally] = {}

    def keep(_: Any, tallies: list[CellTally]) -> None:
        for tally in tallies:
            sums[tally.cell] = sums[tally.cell] + tally if tally.cell in sums else tally

    player = ComparisonPlayer(rule_system(CONFIGURATION))
    play(player, handles(), PLANNED, jobs=2, keep=keep, tell=tell, chunk_games=20, backend=backend)
    return {
        cell: (t.games, t.wins, t.ties, t.margin_offset, t.margin_counts.tolist(), t.facts)
        for cell, t in sums.items()
    }


@pytest.fixture(scope="module")
def on_threads() -> Counted:
    found = counted(THREADS)
    assert {cell: each[0] for cell, each in found.items()} == {plan.cell: plan.games for plan in PLANNED}
    return found


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a scheduler and two worker processes as docs/clusters.md does."""
    at = f"tcp://127.0.0.1:{free_port()}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    commands = [
        ["dask_scheduler", "--host", "127.0.0.1", "--port", at.rpartition(":")[2], "--no-dashboard"],
        ["dask_worker", at, "--nworkers", "2", "--nthreads", "1", "--no-dashboard"],
    ]
    with (tmp_path_factory.mktemp("cluster") / "log").open("w") as log:
        started = [
            subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{name}", *options],
                cwd=tmp_path_factory.getbasetemp(),
                env=environment,
                stdout=log,
                stderr=log,
            )
            for name, *options in commands
        ]
        try:
            yield at
        finally:
            for process in reversed(started):
                process.terminate()
            for process in started:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(10)
                process.kill()
                process.wait()


@pytest.fixture(scope="module")
def patient() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cluster, "CONNECTING", 60.0)  # a busy machine starts workers slowly
        yield


def workers(address: str) -> dict[str, int]:
    """Return the process of each worker of a cluster."""
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        found: dict[str, int] = client.run(os.getpid)
    return found


def after(chunks: int, act: Callable[[], None]) -> Callable[[Progress], None]:
    """Return what acts when so many chunks have come back."""
    told: list[Progress] = []

    def tell(progress: Progress) -> None:
        told.append(progress)
        if len(told) == chunks:
            act()

    return tell


def test_processes_count_the_same_games_and_the_loss_of_one_is_said(on_threads: Counted) -> None:
    from joblib.externals.loky import get_reusable_executor

    def kill_one() -> None:
        os.kill(next(iter(get_reusable_executor(reuse=True)._processes)), signal.SIGKILL)

    with opened("loky", say=print) as backend:
        assert counted(backend) == on_threads
        with pytest.raises(BackendError, match="a process that played was killed"):
            counted(backend, after(3, kill_one))
        left = list(get_reusable_executor(reuse=True)._processes)
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{process}/cmdline").exists() for process in left) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{process}/cmdline").exists() for process in left)


@pytest.mark.usefixtures("patient")
def test_a_cluster_counts_the_same_games_though_a_worker_is_killed(on_threads: Counted, address: str) -> None:
    victim = sorted(workers(address).values())[0]
    said: list[str] = []
    with opened("dask", scheduler=address, say=said.append) as backend:
        assert counted(backend, after(5, lambda: os.kill(victim, signal.SIGKILL))) == on_threads
    assert said[0] == f"2 workers with 2 threads at {address}"
    assert victim not in workers(address).values()  # another has taken its place


@pytest.mark.usefixtures("patient")
def test_even_one_chunk_at_a_time_is_played_by_a_worker(
    on_threads: Counted, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def built(recipe: Recipe) -> None:
        pytest.fail("played in this process")

    monkeypatch.setattr(recipes, "built", built)
    with opened("dask", scheduler=address, limit=1, say=lambda _: None) as backend:
        assert backend.jobs(2) == 1
        assert counted(backend) == on_threads


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("own", "told"),
    [
        ({"code": "of tomorrow"}, "it has another version of balance; install the same one there"),
        ({"numba": "99.0"}, r"it has numba [0-9.]+, this command 99\.0; install the same version there"),
    ],
)
def test_a_worker_of_another_version_is_refused_by_name(
    address: str, monkeypatch: pytest.MonkeyPatch, own: dict[str, str], told: str
) -> None:
    here = {**recipes.identity(), **own}
    monkeypatch.setattr(cluster, "differing", lambda _, there: recipes.differing(here, there))
    with (
        pytest.raises(BackendError, match=rf"the worker tcp://127\.0\.0\.1:\d+ cannot play: {told}"),
        opened("dask", scheduler=address, say=print),
    ):
        pass


@pytest.mark.usefixtures("patient")
def test_a_worker_is_no_scheduler(address: str) -> None:
    worker = sorted(workers(address))[0]
    with (
        pytest.raises(
            BackendError, match=f"expected the address of a Dask scheduler; at {worker} is a worker"
        ),
        opened("dask", scheduler=worker, say=print),
    ):
        pass


@pytest.mark.usefixtures("patient")
def test_when_all_workers_are_gone_the_sweep_says_so_and_ends(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "ALONE_SAID", 0.5)
    monkeypatch.setattr(cluster, "ALONE", 1.5)
    said: list[str] = []
    came: list[Progress] = []
    with opened("dask", scheduler=address, say=said.append) as backend:

        def end_all() -> None:
            parents = {_parent_of(process) for process in workers(address).values()}
            for process in (*parents, *workers(address).values()):
                os.kill(process, signal.SIGKILL)

        ending = after(4, end_all)

        def tell(progress: Progress) -> None:
            came.append(progress)
            ending(progress)

        with pytest.raises(BackendError, match=f"no worker was at {address} .*; finished games are kept"):
            counted(backend, tell)
    assert said[-1] == f"no worker is left at {address}; waiting for one"
    assert came[-1].games_done > 0
    monkeypatch.setattr(cluster, "CONNECTING", 1.0)
    with (
        pytest.raises(
            BackendError, match=f"the scheduler at {address} has no worker; start some: dask worker"
        ),
        opened("dask", scheduler=address, say=print),
    ):
        pass


def _parent_of(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


@pytest.mark.parametrize("listens", [False, True])
def test_what_is_no_scheduler_is_said_soon(monkeypatch: pytest.MonkeyPatch, *, listens: bool) -> None:
    monkeypatch.setattr(cluster, "CONNECTING", 0.5)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        if listens:
            silent.listen()
        at = f"127.0.0.1:{silent.getsockname()[1]}"
        with (
            pytest.raises(BackendError, match=f"no Dask scheduler answers at tcp://{at}; start one"),
            opened("dask", scheduler=at, say=print),
        ):
            pass


@pytest.mark.parametrize(
    ("name", "scheduler", "told"),
    [
        ("dask", None, "--backend dask needs --scheduler tcp://HOST:PORT"),
        ("dask", "here", "--scheduler: expected an address such as tcp://127.0.0.1:8786; got 'here'"),
        ("dask", "http://here:80", "--scheduler: expected an address .* got 'http://here:80'"),
        ("loky", "tcp://here:80", "--scheduler is for --backend dask; got --backend loky"),
    ],
)
def test_options_that_do_not_go_together_are_refused(name: str, scheduler: str | None, told: str) -> None:
    with pytest.raises(BackendError, match=told):
        backends.check_options(name, scheduler)


def test_no_path_travels() -> None:
    contents = Recipe.of(CONFIGURATION, NAMES).contents
    for path in (ROOT, CONFIGURATION.path, Path.home(), Path.cwd()):
        assert str(path) not in contents
    assert json.loads(contents)["seed"] == CONFIGURATION.seed


def test_another_source_of_a_policy_in_python_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "tests.sweep.test_backends:choose"
    played = CONFIGURATION.model_copy(
        update={"policies": {**CONFIGURATION.policies, name: {}}, "sources": {name: "0" * 64}}
    )
    recipe = Recipe.of(played, (name,))
    with pytest.raises(BackendError, match=f"another source of the policy {name}; copy the module there"):
        recipes.built(recipe)


def test_a_process_of_other_code_refuses_a_recipe() -> None:
    recipe = replace(Recipe.of(CONFIGURATION, NAMES), identity=(("code", "of tomorrow"),))
    with pytest.raises(BackendError, match="cannot play: it has another version of balance"):
        recipes.built(recipe)


def choose(observation: Any, legal: Any, random: Any) -> Any:
    return legal[0]
