"""Runs on a set of layouts, from the configuration to the files: every game's margin, and the layouts played again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from balance import policies, road
from balance.config.pacts import Configuration, configuration_from
from balance.engine.registry import rule_system
from balance.engine.system import Cell, PolicyHandle, RuleSystem
from balance.reports import page
from balance.sweep.folder import RESULTS
from balance.sweep.margins import cell_margins, scan_layouts
from balance.sweep.runner import Progress
from tests.support import shipped

LAYOUTS, GAMES, FRESH = 24, 2, 3
FACTIONS = ("dragons", "kelpies")
NAMES = {name: policies.weights("pacts")[name] for name in ("random", "greedy")}
FILES = [*(name for name in RESULTS if name != "manifest.json"), "margins.parquet", "layouts.parquet"]


@cache
def configuration(*, games: int = GAMES) -> Configuration:
    """Return two factions on 24 layouts of the random-regions variant; the two furthest from even are played again."""
    contents: dict[str, Any] = {
        **shipped().contents(),
        "layouts": {"some": {"set": "random-regions", "sample": LAYOUTS}},
        "policy_pairs": [{"seelie": "random", "unseelie": "random", "games": games}],
        "again": {"policy": "greedy", "games": FRESH, "layouts": 2},
        "policies": {},
    }
    del contents["auction"], contents["comparisons"]
    return configuration_from(contents, policies=policies.weights("pacts")).select(contestants=FACTIONS)


def engine() -> tuple[RuleSystem, dict[str, PolicyHandle]]:
    return rule_system(configuration()), {n: policies.handle("pacts", n, {}) for n in NAMES}


def swept(folder: Path, **how: Any) -> dict[str, bytes]:
    road.run_sweep(configuration(), engine, folder, **how)
    return {name: (folder / name).read_bytes() for name in FILES}


@pytest.fixture(autouse=True, scope="module")
def _short_page() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "render", lambda found, *_: repr(found))
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs") / "some"


@pytest.fixture(scope="module")
def expected(folder: Path) -> dict[str, bytes]:
    return swept(folder)


@pytest.mark.parametrize(
    "how", [{"jobs": 2}, {"jobs": 4}, {"chunk_games": 1}, {"jobs": 2, "chunk_games": 1000}]
)
def test_results_are_the_same_bytes_for_any_jobs_and_size_of_chunks(
    tmp_path: Path, expected: dict[str, bytes], how: dict[str, int]
) -> None:
    assert swept(tmp_path, **how) == expected


@pytest.mark.parametrize("stage", [1, 4])
def test_a_run_that_was_interrupted_goes_on_to_the_same_bytes(
    tmp_path: Path, expected: dict[str, bytes], stage: int
) -> None:
    def stop(progress: Progress) -> None:
        if progress.stage == stage and progress.games_done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        swept(tmp_path, chunk_games=5, tell=stop)
    assert not (tmp_path / "margins.parquet").exists()
    assert swept(tmp_path) == expected


def test_a_finished_run_is_not_played_again(folder: Path, expected: dict[str, bytes]) -> None:
    said: list[str] = []
    assert swept(folder, say=said.append) == expected
    assert "nothing is left to play" in said[0]


def test_a_report_is_made_anew_from_the_files_alone(folder: Path, expected: dict[str, bytes]) -> None:
    (folder / "summary.json").unlink()
    road.rebuild_report(folder)
    assert (folder / "summary.json").read_bytes() == expected["summary.json"]


@pytest.mark.usefixtures("expected")
def test_margins_are_those_of_the_single_games(folder: Path) -> None:
    system, handles = engine()
    found = dict(cell_margins(folder / "margins.parquet", system.columns))
    pairs = [FACTIONS, FACTIONS[::-1]]
    assert list(found) == [Cell(pair, "some", ("random", "random")) for pair in pairs]
    for cell, margins in found.items():
        (games,) = system.games([cell], handles, 0, LAYOUTS * GAMES)
        assert np.array_equal(margins, games.margins)


@pytest.mark.usefixtures("expected")
def test_each_layout_has_its_own_games_and_their_margins(folder: Path) -> None:
    system, _ = engine()
    told = scan_layouts(folder, system.turns, system.columns).collect()
    assert told.height == 2 * LAYOUTS
    assert set(told["games"]) == {GAMES}
    one = told.filter((pl.col("seelie") == "dragons") & (pl.col("row") == 5)).row(0, named=True)
    margins = dict(cell_margins(folder / "margins.parquet", system.columns))
    own = margins[Cell(("dragons", "kelpies"), "some", ("random", "random"))]
    both = [int(own[5]), int(own[5 + LAYOUTS])]  # games take turns: 5 and 5 + 24
    assert one["margin_sum"] == sum(both)
    assert one["ties"] == both.count(0)


def test_fresh_games_are_on_the_layouts_picked_and_in_no_other_file(
    folder: Path, expected: dict[str, bytes]
) -> None:
    fresh = pl.read_parquet(folder / "layouts.parquet")
    summary = json.loads(expected["summary.json"])
    (told,) = summary["layout_sets"]
    picked = {f"some#{one['row']}" for one in told["furthest"]}
    assert len(picked) == 2
    assert set(fresh["layout"]) == picked
    assert set(fresh["games"]) == {FRESH}
    assert fresh.height == 2 * 2  # both pairs on both layouts
    tallies = pl.read_parquet(folder / "tallies.parquet")
    assert set(tallies["layout"]) == {"some"}
    assert set(tallies["seelie_policy"]) == {"random"}
    assert tallies["games"].to_list() == [LAYOUTS * GAMES] * 2


def test_half_of_the_games_of_one_a_layout_is_a_game_on_half_of_the_layouts(tmp_path: Path) -> None:
    once = configuration(games=1)
    road.run_sweep(once, engine, tmp_path, effort=0.5)
    tallies = pl.read_parquet(tmp_path / "tallies.parquet")
    assert tallies["games"].to_list() == [LAYOUTS // 2] * 2  # one whole block of 12
