"""How many records are read and checked in a second: ``python -m benchmarks.records``."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from balance.cli.output import without_collector
from balance.config.pacts import Configuration, of_pacts
from balance.engine.pacts.record.read import read_records
from balance.engine.pacts.record.verify import verify
from balance.engine.system import Cell, PolicyHandle, RuleSystem
from balance.loading import configuration_at, engine_of
from benchmarks import measure
from benchmarks.measure import ROOT, Row

RECORDS = 500
LEAST = 500  # records a second
POLICY = "greedy"


def records_row(
    configuration: Configuration, system: RuleSystem, handles: Mapping[str, PolicyHandle], runs: int
) -> Row:
    """Return the row: records a second of processor time on one core, reading included, after a first run."""
    factions = configuration.pool()
    pairs = [(a, b) for a in factions for b in factions if a != b]
    cells = [Cell(pair, next(iter(configuration.layouts)), (POLICY, POLICY)) for pair in pairs]
    records = [
        system.record(cells[number % len(cells)], handles, number // len(cells)) for number in range(RECORDS)
    ]
    with tempfile.TemporaryDirectory() as folder, measure.one_core():
        path = Path(folder) / "records.jsonl"
        path.write_text(system.record_file(records), encoding="utf-8")
        del records
        held(path)
        with without_collector():  # as `balance verify` does
            seconds = statistics.median(_processor_seconds(path) for _ in range(runs))
    what = f"records of {POLICY} games read and checked, one core"
    return measure.reached(what, RECORDS / seconds, "a second", least=LEAST, runs=runs)


def held(path: Path) -> int:
    """Read and check a file and return how many of its records hold."""
    return sum(verdict.holds for verdict in verify(read_records(path)))


def _processor_seconds(path: Path) -> float:
    start = time.process_time()
    if held(path) != RECORDS:
        msg = f"expected all {RECORDS} records to hold"
        raise AssertionError(msg)
    return time.process_time() - start


def main() -> None:
    """Measure and print the row as a table."""
    configuration = of_pacts(configuration_at(ROOT / "configs" / "factions.yaml"))
    system, handles = engine_of(configuration, [POLICY], say=print)
    print(measure.table([records_row(configuration, system, handles, runs=5)]))


if __name__ == "__main__":
    main()
