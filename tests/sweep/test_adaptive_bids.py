"""Bids chosen from what was played: the same bytes for any way to them, and only what was asked for is played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import polars as pl
import pytest

from balance import road
from balance.errors import BalanceError
from balance.reports import page
from balance.stats import summary
from balance.sweep.files import read_json
from balance.sweep.runner import Progress
from tests.sweep.coins import LARGEST_BID, Bids, Coins, CoinSystem, configuration

GAMES = 120
COINS = configuration(auction=Bids(north="left", south="left", games=GAMES))
SAME = ("tallies.parquet", "facts.parquet", "summary.json")


@pytest.fixture(autouse=True, scope="module")
def _short_page() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "render", lambda found, *_: repr(found))
        yield


def swept(folder: Path, coins: Any = COINS, **how: Any) -> dict[str, bytes]:
    road.run_sweep(coins, lambda: (CoinSystem(coins), {}), folder, **how)
    return {name: (folder / name).read_bytes() for name in SAME}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("adaptive")
    swept(folder)
    return folder


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in SAME}


@pytest.mark.parametrize(("jobs", "chunk_games"), [(2, None), (3, 7)])
def test_adaptive_bids_are_the_same_bytes_for_any_jobs_and_size_of_chunks(
    tmp_path: Path, expected: Path, jobs: int, chunk_games: int | None
) -> None:
    assert swept(tmp_path, jobs=jobs, chunk_games=chunk_games) == bytes_of(expected)


@pytest.mark.parametrize("after", [3, 25, 60])
def test_a_sweep_that_was_stopped_among_its_bids_ends_in_the_same_bytes(
    tmp_path: Path, expected: Path, after: int
) -> None:
    told = 0

    def stop(progress: Progress) -> None:
        nonlocal told
        told += progress.stage == 2
        if told == after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        swept(tmp_path, chunk_games=7, tell=stop)
    assert swept(tmp_path) == bytes_of(expected)


def test_no_pair_uses_more_games_on_a_layout_than_it_may(expected: Path) -> None:
    tallies = pl.read_parquet(expected / "tallies.parquet").filter(pl.col("bid") > 0)
    assert tallies.height
    spent = tallies.group_by("north", "south", "weather").agg(pl.col("games").sum())
    assert spent["games"].max() <= GAMES  # type: ignore[operator]
    assert tallies["bid"].max() <= LARGEST_BID  # type: ignore[operator]


def test_the_summary_keeps_to_its_schema_and_tells_how_bids_were_chosen(expected: Path) -> None:
    told = read_json(expected / "summary.json")
    jsonschema.validate(told, summary.schema())
    auctions = told["auctions"]
    assert auctions["adaptive"]
    assert auctions["readings"] == ["court_and_faction"]
    assert len(auctions["pairs"]) == 6
    assert len(auctions["by_setting"]) == 12
    assert len(auctions["plays"]) == 12
    assert read_json(expected / "manifest.json")["auction"]["largest"] == LARGEST_BID


def test_a_rebuilt_report_says_the_same(tmp_path: Path, expected: Path) -> None:
    swept(tmp_path)
    road.rebuild_report(tmp_path)
    assert bytes_of(tmp_path) == bytes_of(expected)


def test_bids_above_the_largest_allowed_are_not_tried(tmp_path: Path) -> None:
    coins = configuration(auction=Bids(north="left", south="left", games=GAMES, largest=1))
    swept(tmp_path, coins)
    assert pl.read_parquet(tmp_path / "tallies.parquet")["bid"].max() == 1


def test_the_other_reading_is_played_only_where_it_is_in_force_or_asked_for(tmp_path: Path) -> None:
    asked = configuration(auction=Bids(north="left", south="left", games=GAMES, both_readings=True))
    ruled = Coins(auction=Bids(north="left", south="left", games=GAMES), side="court_only")
    for name, coins, pairs in (("asked", asked, 6), ("ruled", ruled, 6)):
        swept(tmp_path / name, coins)
        told = read_json(tmp_path / name / "summary.json")
        assert told["auctions"]["readings"] == ["court_and_faction", "court_only"]
        assert len(told["auctions"]["owners"]) == pairs
        assert bool(told["owner_bids"]) == (name == "ruled")


def test_a_given_bid_that_is_too_large_is_refused_still(tmp_path: Path) -> None:
    coins = configuration(auction=Bids(north="left", south="left", games=4, bids=(LARGEST_BID + 1,)))
    with pytest.raises(BalanceError, match=r"auction\.bids"):
        swept(tmp_path, coins)
