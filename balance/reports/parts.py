"""What several pages show alike: key figures, and the tables of rulings, assumptions and versions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from balance.reports import tables
from balance.reports.data_table import Table, to_html


@dataclass(frozen=True)
class Tile:
    """One key figure: a large value with what it is, and its uncertainty."""

    value: str
    what: str
    range: str = ""


def tile(cell: str, what: str) -> Tile:
    """Return a key figure from a table's cell, such as ``57 (55–59)``."""
    value, _, span = cell.partition(" (")
    return Tile(value, what, f"95%: {span.removesuffix(')')}" if span else "")


def run_tables(manifest: Mapping[str, Any]) -> list[Table]:
    """Return what a run rests on: its rulings, its assumed values, the versions that it used."""
    return [
        tables.rulings(manifest.get("rulings", {}), str(manifest.get("system", ""))),
        tables.named_values(
            "assumptions-table",
            "Values that no rulebook gives.",
            ("Assumption", "Value"),
            manifest.get("assumptions", {}),
        ),
        tables.named_values(
            "versions-table", "Versions that were used.", ("Package", "Version"), manifest.get("versions", {})
        ),
    ]


def as_html(listed: Iterable[Table]) -> dict[str, Markup]:
    """Return the tables that have rows, by name."""
    return {table.name: to_html(table) for table in listed if table.rows}
