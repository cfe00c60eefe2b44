"""Run folders of many shapes, made of counts, whose pages must all read well."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from balance.reading import summarised
from balance.reports import page
from balance.stats.planted import COLUMNS
from balance.sweep.comparisons import comparison_schema
from balance.sweep.store import fact_schema
from tests.reports.synthetic import FACTIONS, LAYOUTS, manifest, tallies
from tests.reports.synthetic_facts import facts

ODD = (
    "<img src=x onerror=alert(1)>",
    "\"double\" & 'single' </script>",
    "שלום עולם",
    "a name that never ends " * 9,
    "$x_1^{2}$ 🐉",
)
EVERY = 720
THIRTY = tuple(f"faction {i}" for i in range(30))


@dataclass(frozen=True)
class Shape:
    """A run: who and where, and how its tallies differ from a whole run's."""

    factions: tuple[str, ...] = FACTIONS[:4]
    layouts: tuple[str, ...] = LAYOUTS[:3]
    policies: tuple[str, ...] = ("planner", "greedy")
    bids: tuple[int, ...] = (1, 2, 4)
    games: int = 1200
    keep: pl.Expr | None = None
    ties: bool = True
    tie_break: str = "seelie"
    detailed: bool = False


SHAPES = {
    "a few factions": Shape(layouts=LAYOUTS[:2], detailed=True),
    "ties shared, one policy, no bids": Shape(
        policies=("planner",), bids=(), tie_break="shared", detailed=True
    ),
    "one pairing": Shape(
        FACTIONS[:2], keep=pl.col("seelie") == FACTIONS[0], policies=("planner",), layouts=LAYOUTS[:1]
    ),
    "no ties": Shape(FACTIONS[:3], layouts=LAYOUTS[:1], ties=False),
    "ties to the second side": Shape(FACTIONS[:3], layouts=LAYOUTS[:2], tie_break="unseelie"),
    "unfinished": Shape(
        FACTIONS[:3],
        LAYOUTS[:2],
        keep=~((pl.col("seelie") == FACTIONS[1]) & (pl.col("layout") != LAYOUTS[0])),
    ),
    "hardly any games": Shape(FACTIONS[:3], layouts=LAYOUTS[:2], games=6),
    "odd names": Shape(ODD, layouts=(*ODD[:2], "x" * 90)),
    "thirty factions": Shape(THIRTY, layouts=LAYOUTS[:1], policies=("planner",), bids=(3,), games=300),
    "every layout": Shape(
        FACTIONS[:3], layouts=tuple(f"layout-{i:03}" for i in range(EVERY)), bids=(), games=7200
    ),
}


def counted(shape: Shape) -> pl.DataFrame:
    """Return the tallies of a shape."""
    frame = tallies(
        shape.factions, shape.layouts, shape.policies, shape.bids, shape.games, shape.tie_break, 11
    )
    if shape.keep is not None:
        frame = frame.filter(shape.keep)
    if not shape.ties:
        frame = frame.with_columns(ties=pl.lit(0, pl.Int64))
    return frame


def written(shape: Shape, folder: Path) -> tuple[Path, dict[str, Any]]:
    """Write the page of a shape; return its file and the summary that stands beside it."""
    told = manifest()
    told["rulings"] = {**told["rulings"], "tie_break": shape.tie_break}
    told |= {
        "contestants": list(shape.factions),
        "settings": list(shape.layouts),
        "headline": [shape.policies[0]] * 2,
        "columns": {"seats": list(COLUMNS.seats), "setting": COLUMNS.setting},
    }
    tallied = counted(shape)
    found, summary = summarised(
        told,
        tallied,
        facts(tallied, shape.policies[:1] * 2)
        if shape.detailed
        else pl.DataFrame(schema=fact_schema(COLUMNS)),
        pl.DataFrame(schema=comparison_schema(COLUMNS)),
    )
    file = folder / "report.html"
    file.write_text(page.render(found, told), encoding="utf-8")
    return file, json.loads(json.dumps(summary))
