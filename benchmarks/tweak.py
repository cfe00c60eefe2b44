"""How long a designer waits for `balance tweak`: one number of one faction, one win in 100 games, greedy."""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from benchmarks import measure
from benchmarks.measure import ROOT, Row

MOST_SECONDS = 60.0


def tweak_row(runs: int) -> Row:
    """Return the row of one tweak check, start to page, compiled beforehand."""
    with tempfile.TemporaryDirectory() as folder:
        command: list[str | Path] = [
            *(sys.executable, "-m", "balance", "tweak"),
            *(ROOT / "configs" / "factions.yaml", ROOT / "configs" / "tweaks" / "dragons-move-4.yaml"),
            *("--policy", "greedy", "--material", "1", "--out", Path(folder) / "out"),
        ]
        seconds = statistics.median(measure.process(command)[0] for _ in range(runs))
    what = "`balance tweak`, one number of one faction, 1 win in 100, greedy, two cores"
    return measure.reached(what, seconds, "s", most=MOST_SECONDS, runs=runs)
