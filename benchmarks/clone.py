"""`make sweep` in a fresh clone: how long it takes, how much memory, and how long its estimates take."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from balance.reading import read_run, summarised
from benchmarks.measure import ROOT, Row, left_out, median_seconds, process, reached

MINUTES = "`make sweep` in a fresh clone, install and compile included"
MEMORY = "memory of the default sweep, all processes"
ESTIMATES = "estimates and summary of the default sweep, from its tallies"


def clone_rows(*, play: bool) -> list[Row]:
    """Return the rows of a fresh clone of the last commit: minutes in all, and the sweep's peak memory."""
    if not play:
        return [
            left_out(MINUTES, "at most 6 min", "`make bench ARGS=--with-sweep`"),
            left_out(MEMORY, "at most 1,024 MiB", "`make bench ARGS=--with-sweep`"),
            left_out(ESTIMATES, "at most 3 s", "`make bench ARGS=--with-sweep`"),
        ]
    with tempfile.TemporaryDirectory() as name:
        clone = Path(name) / "clone"
        environment = {"XDG_CACHE_HOME": str(Path(name) / "cache")}
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        installing, _ = process(["make", ".venv/.installed"], cwd=clone, environment=environment)
        sweeping, memory = process(["make", "sweep"], cwd=clone, environment=environment)
        run = read_run(clone / "outputs" / "factions")
        estimating = median_seconds(lambda: summarised(*run), runs=3)
    return [
        reached(MINUTES, (installing + sweeping) / 60, "min", most=6, runs=1),
        reached(MEMORY, memory, "MiB", most=1024, runs=1),
        reached(ESTIMATES, estimating, "s", most=3, runs=3),
    ]
