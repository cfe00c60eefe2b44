"""Every pairing on every layout: time, memory and disk of whole runs, and what storing them costs."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path

from ruamel.yaml import YAML

from balance.config.pacts import Configuration
from balance.engine.system import Cell, CellTally, PolicyHandle, RuleSystem
from balance.sweep.design import Planned
from balance.sweep.folder import Identity, hold
from balance.sweep.runner import Chunk, play
from benchmarks.measure import ROOT, Row, left_out, process, reached

ALL_STANDARD = ROOT / "configs" / "all-layouts.yaml"
RANDOM_REGIONS = ROOT / "configs" / "random-regions.yaml"
SAMPLES = (12, 1_200, 120_000)
LAYOUTS = 665_280
GREEDY = "72 pairs × 720 layouts × 100 greedy games, two cores"
EVERY = "72 pairs × 665,280 layouts × 1 random game, two cores"
GROWTH = "72 pairs × {:,} layouts × 1 random game"


def scale_rows(*, play_all: bool) -> list[Row]:
    """Return the rows of the two large runs, and of samples of the larger one."""
    if not play_all:
        told = "`make bench ARGS=--with-scale`"
        return [left_out(GREEDY, "at most 2.5 min", told), left_out(EVERY, "at most 4 min", told)]
    seconds, memory, disk = _run(ALL_STANDARD)
    rows = [
        reached(GREEDY, seconds / 60, "min", most=2.5, runs=1),
        reached(f"{GREEDY}: peak memory", memory, "MiB", most=1024, runs=1),
        reached(f"{GREEDY}: results on disk", disk, "MB", most=60, runs=1),
    ]
    for size in SAMPLES:
        seconds, memory, disk = _run(RANDOM_REGIONS, sample=size)
        rows.append(Row(GROWTH.format(size), f"{seconds:.1f} s, {memory:,.0f} MiB, {disk:.1f} MB", runs="1"))
    seconds, memory, disk = _run(RANDOM_REGIONS)
    return [
        *rows,
        reached(EVERY, seconds / 60, "min", most=4, runs=1),
        Row(f"{EVERY}: peak memory and disk", f"{memory:,.0f} MiB, {disk:.1f} MB", runs="1"),
    ]


def _run(configuration: Path, *, sample: int | None = None) -> tuple[float, float, float]:
    """Return the seconds, peak memory (MiB, all processes) and results (MB) of a sweep."""
    with tempfile.TemporaryDirectory() as name:
        folder, file = Path(name) / "run", configuration
        if sample is not None:
            yaml = YAML()
            data = yaml.load(configuration.read_text(encoding="utf-8"))
            data["layouts"] = {"some": {"set": "random-regions", "sample": sample}}
            for other in ("game", "factions"):
                data[other] = str(configuration.parent / data[other])
            file = Path(name) / "sample.yaml"
            with file.open("w", encoding="utf-8") as stream:
                yaml.dump(data, stream)
        command = [sys.executable, "-m", "balance", "sweep", str(file), "--out", str(folder), "--quiet"]
        seconds, memory = process(command)
        return seconds, memory, sum(path.stat().st_size for path in folder.rglob("*")) / 1e6


def overhead_row(
    configuration: Configuration, system: RuleSystem, handles: Mapping[str, PolicyHandle], runs: int
) -> Row:
    """Return what the runner, its progress and its store take of processor time, beside the games themselves."""
    setting, games = system.settings()[0], 1000
    cells = [Cell(pair, setting, ("greedy", "greedy")) for pair in permutations(system.contestants(), 2)]
    planned = [Planned(cell, games, 1) for cell in cells]

    def stored() -> None:
        with tempfile.TemporaryDirectory() as name:
            identity = Identity(configuration.contents(), "0", "0")
            with hold(Path(name) / "run", identity, force=False) as folder:
                folder.start()

                def keep(chunk: Chunk, tallies: list[CellTally]) -> None:
                    folder.keep(chunk.first_game, tallies, system.columns)

                play(system, handles, planned, jobs=1, keep=keep)

    def bare() -> None:
        for cell in cells:
            system.play([cell], handles, 0, games)

    ratios = []
    for _ in range(runs):
        times = []
        for call in (bare, stored):
            start = time.process_time()
            call()
            times.append(time.process_time() - start)
        ratios.append(times[1] / times[0])
    share = 100 * (statistics.median(ratios) - 1)
    return reached("storing and progress, on top of the games' own time", share, "%", most=5, runs=runs)
