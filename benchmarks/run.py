"""Print the table of speed and strength (``make bench``); with ``--write`` keep it in docs/performance.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from datetime import UTC, datetime

from balance.config.pacts import of_pacts
from balance.loading import configuration_at, engine_of
from benchmarks import measure
from benchmarks.clone import clone_rows
from benchmarks.measure import ROOT, Row

CONFIGURATION = ROOT / "configs" / "factions.yaml"
PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- benchmark: begin -->\n", "<!-- benchmark: end -->"
PARTS = (
    *(
        "games",
        "decisions",
        "openspiel",
        "jobs",
        "overhead",
        "start",
        "strength",
        "records",
        "tweak",
        "played",
    ),
    *("systems", "clone", "scale"),
)


def main() -> None:
    """Measure what the options ask for and print it."""
    options = _options()
    configuration = of_pacts(configuration_at(CONFIGURATION))
    names = ("random", "greedy", "planner")
    system, handles = engine_of(configuration, names, say=_say)
    system.warm_up(handles)

    from benchmarks.decisions import decision_rows
    from benchmarks.openspiel import openspiel_rows
    from benchmarks.played import played_rows
    from benchmarks.records import records_row
    from benchmarks.scale import overhead_row, scale_rows
    from benchmarks.speed import (  # after it has said that it compiles
        games_rows,
        jobs_rows,
        random_decisions,
        start_rows,
    )
    from benchmarks.strength import strength_rows
    from benchmarks.systems import system_rows
    from benchmarks.tweak import tweak_row

    runs = options.runs
    parts: dict[str, Callable[[], list[Row]]] = {
        "games": lambda: games_rows(configuration, handles, runs),
        "decisions": lambda: decision_rows(configuration, handles),
        "openspiel": lambda: openspiel_rows(configuration, random_decisions(configuration, handles)),
        "jobs": lambda: jobs_rows(system, handles, runs),
        "overhead": lambda: [overhead_row(configuration, system, handles, runs)],
        "start": lambda: start_rows(CONFIGURATION, runs),
        "strength": lambda: strength_rows(configuration, system, handles, options.games),
        "records": lambda: [records_row(configuration, system, handles, runs)],
        "tweak": lambda: [tweak_row(runs)],
        "played": lambda: played_rows(min(runs, 3)),
        "systems": lambda: system_rows(min(runs, 3)),
        "clone": lambda: clone_rows(play=options.with_sweep),
        "scale": lambda: scale_rows(play_all=options.with_scale),
    }
    rows = []
    for name in options.only or PARTS:
        _say(f"measuring: {name}")
        found = parts[name]()
        _say(measure.table(found))  # so that nothing is lost if a later part fails
        rows += found
    text = f"{measure.table(rows)}\n\n{measure.machine()}; {datetime.now(UTC):%Y-%m-%d}.\n"
    print(text, end="")
    if options.write:
        _write(text)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench ARGS=…", description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="runs that a median is taken of (default 5)")
    parser.add_argument(
        "--games", type=int, default=200, help="games per pair and seating in the strength rows (default 200)"
    )
    parser.add_argument(
        "--only", action="append", choices=PARTS, help="measure this part only; may be repeated"
    )
    parser.add_argument("--with-sweep", action="store_true", help="also time `make sweep` in a fresh clone")
    parser.add_argument(
        "--with-scale", action="store_true", help="also play every pairing on every layout: about ten minutes"
    )
    parser.add_argument("--write", action="store_true", help=f"write the table of docs/{PAGE.name}")
    return parser.parse_args()


def _write(text: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}{text}{END}{after}", encoding="utf-8")


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
