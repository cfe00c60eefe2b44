"""Pages of everything but a plain sweep, made cheaply, with names that try the layout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from balance.cli import main
from balance.reports import page, tweak
from balance.reports.data_table import Table, to_html
from balance.reports.replay.page import render as replay_page
from balance.reports.templating import environment
from balance.sensitivity import REPORT, Size
from tests.compare.runs import swept
from tests.pages.runs import ODD
from tests.reports import replay_sample, synthetic_studies, synthetic_tweak
from tests.reports.synthetic import FACTIONS, estimates, manifest
from tests.sensitivity import planted

LONG = "x" * 90 + " <i>é $_^{</i> שלום"
EVIL = "<script>alert(1)</script> & \"quotes\" 'single' </td></table>"
PARTS = 30
"""Columns of the widest table: one an opponent."""


def every_section(folder: Path) -> Path:
    """Write a run with every study there is."""
    base = estimates(FACTIONS, layouts=("standard", "mirrored"), policies=("planner",), games=600)
    return _written(folder, page.render(replace(base, **synthetic_studies.studies()), manifest()))


def two_tweaks(folder: Path) -> Path:
    """Write two tweaks side by side, one with a long name and odd factions."""
    evil = synthetic_tweak.pair(LONG, EVIL, (0.6, 0.55), synthetic_tweak.BETTER)
    results = [synthetic_tweak.result("dragons-move-4"), synthetic_tweak.result(LONG, [evil], (LONG, EVIL))]
    told = synthetic_tweak.manifest("dragons-move-4", LONG)
    return _written(folder, tweak.render(results, synthetic_tweak.ranking(), told))


def sensitivity(folder: Path) -> Path:
    """Play variants of a game of coins."""
    hostile = planted.variant(f"{ODD[0]}: {LONG}", factions={**planted.FACTIONS, "florin": 6})
    planted.run(folder / "out", size=Size(games=400), variants=(*planted.VARIANTS, hostile))
    return folder / "out" / REPORT


def comparison(folder: Path) -> Path:
    """Compare two runs of coins; an index of all three stands beside them."""
    skills = {LONG: 0, "florin": 2, "guilder": 5, "crown": 9}
    old, new = folder / "old", folder / "new"
    swept(old, factions=skills)
    swept(new, name=LONG, factions={**skills, "florin": 12}, seed=2)
    assert main(["compare", str(old), str(new), "--out", str(folder / "both")]) == 0
    assert main(["report", "--index", str(folder)]) == 0
    return folder / "both" / "compare.html"


def replay(folder: Path) -> Path:
    """Write one game, move by move."""
    events = replay_sample.sample()
    text = replay_page(replay_sample.contents(), replay_sample.record(), replay_sample.words(events))
    return _written(folder, text)


def wide_table(folder: Path) -> Path:
    """Write a table with a column for each of many opponents, the first of which has nothing in its first row."""
    keys = [f"part-{number}" for number in range(PARTS)]
    rows = [
        {
            "name": f"ability {row}",
            **dict.fromkeys(keys[:1], f"+{row + 60}.9 (+7.5 to +104.2)" if row else ""),
            **dict.fromkeys(keys[1:], "−70.9 (−67.5 to −74.2)"),
        }
        for row in range(9)
    ]
    columns = {"name": "Ability", **{key: f"Faction {key}" for key in keys}}
    table = to_html(Table(name="wide-table", caption="Wide.", columns=columns, rows=rows, numeric=keys))
    body = (
        '{% extends "report.html" %}{% set heading = "Trial" %}{% set contents = [("one", "One")] %}'
        '{% block sections %}<section id="one"><h2>One</h2>{{ table }}</section>{% endblock %}'
    )
    return _written(folder, environment().from_string(body).render(table=table))


def _written(folder: Path, text: str) -> Path:
    file = folder / "report.html"
    file.write_text(text, encoding="utf-8")
    return file


OTHERS: dict[str, Callable[[Path], Path]] = {
    "every section": every_section,
    "two tweaks": two_tweaks,
    "sensitivity": sensitivity,
    "comparison": comparison,
    "replay": replay,
    "a wide table": wide_table,
}
