"""A sweep with a wanted precision: games go on where intervals are wide, and the bytes do not depend on how."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from balance import road
from balance.config.precision import Precision
from balance.errors import BalanceError
from balance.loading import configuration_at
from balance.reports import page
from balance.stages import stages, unplayed
from balance.stats.entries import UNREACHED
from balance.sweep.options import overridden
from balance.sweep.runner import Progress, play
from tests.sweep.coins import CoinSystem, Pair, configuration

FACTIONS = Path(__file__).parents[2] / "configs" / "factions.yaml"
PAIRS = (Pair(north="left", south="left", games=30), Pair(north="right", south="left", games=10))


def coins(points: float = 4.0, most: int | None = None) -> Any:
    return configuration(policy_pairs=PAIRS, auction=None, precision=Precision(points=points, max_games=most))


def swept(folder: Path, wanted: Any, **how: Any) -> tuple[dict[str, Any], pl.DataFrame, list[str]]:
    said: list[str] = []
    road.run_sweep(wanted, lambda: (CoinSystem(wanted), {}), folder, say=said.append, **how)
    told = json.loads((folder / "summary.json").read_text())
    return told, pl.read_parquet(folder / "tallies.parquet"), said


def headline(tallies: pl.DataFrame) -> pl.DataFrame:
    return tallies.filter((pl.col("north_policy") == "left") & (pl.col("bid") == 0))


def half_width(pair: dict[str, Any]) -> float:
    return float(pair["share"]["high"] - pair["share"]["low"]) / 2


@pytest.fixture(autouse=True, scope="module")
def _short_page() -> Iterator[None]:
    """Draw a page that only repeats the estimates: the true one is half a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "render", lambda found, *_: repr(found))
        yield


def test_every_pair_reaches_the_precision_and_lopsided_ones_stop_earlier(tmp_path: Path) -> None:
    told, tallies, said = swept(tmp_path, coins())
    assert all(half_width(pair) <= 0.04 for pair in told["pairs"])
    games = {(pair["first"], pair["second"]): pair["share"]["games"] for pair in told["pairs"]}
    shares = {(p["first"], p["second"]): abs(p["share"]["estimate"] - 0.5) for p in told["pairs"]}
    even, lopsided = min(shares, key=lambda k: shares[k]), max(shares, key=lambda k: shares[k])
    assert games[lopsided] < games[even]
    assert max(games.values()) <= 620  # an even pair needs 597: 1.96² / 4 / 0.04² − 1.96²
    assert not any("not reached" in line for line in said)
    other = tallies.filter(pl.col("north_policy") == "right")
    assert other["games"].unique().to_list() == [10]
    assert told["pairs"][0]["share"]["note"] == ""


def test_the_settings_of_a_pair_have_the_same_number_of_games(tmp_path: Path) -> None:
    _, tallies, _ = swept(tmp_path, coins())
    spread = headline(tallies).group_by("north", "south").agg(pl.col("games").n_unique())
    assert spread["games"].unique().to_list() == [1]


def test_the_bytes_are_the_same_for_any_jobs_and_after_an_interruption(tmp_path: Path) -> None:
    files = ("tallies.parquet", "facts.parquet", "summary.json", "report.html")
    swept(tmp_path / "one", coins(), jobs=1)
    swept(tmp_path / "three", coins(), jobs=3, chunk_games=17)

    def stop(progress: Progress) -> None:
        if progress.games_done > 200:  # in the second or third look
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        swept(tmp_path / "cut", coins(), tell=stop, chunk_games=13)
    _, _, said = swept(tmp_path / "cut", coins())
    assert any("going on with an interrupted run" in line for line in said)
    for name in files:
        bytes_of = {(tmp_path / run / name).read_bytes() for run in ("one", "three", "cut")}
        assert len(bytes_of) == 1, name


def test_a_limit_is_kept_the_widest_intervals_are_narrowed_first_and_it_is_said(tmp_path: Path) -> None:
    told, tallies, said = swept(tmp_path, coins(most=1500))
    assert 1400 < headline(tallies)["games"].sum() <= 1500
    missed = [pair for pair in told["pairs"] if half_width(pair) > 0.04]
    assert missed
    assert all(UNREACHED in pair["share"]["note"] for pair in missed)
    assert all(UNREACHED not in pair["share"]["note"] for pair in told["pairs"] if pair not in missed)
    (line,) = [line for line in said if "not reached" in line]
    assert f"{len(missed)} pairings with at most 1,500 games" in line
    widths = [half_width(pair) for pair in missed]
    assert max(widths) - min(widths) < 0.01


def test_a_limit_below_the_first_games_plays_these_alone(tmp_path: Path) -> None:
    _, tallies, said = swept(tmp_path, coins(most=1))
    assert headline(tallies)["games"].unique().to_list() == [30]
    assert any("not reached for 6 pairings" in line for line in said)


def test_all_pairs_go_on_together_no_look_more_than_doubles_them() -> None:
    wanted = coins()
    system = CoinSystem(wanted)
    tallies: dict[Any, Any] = {}
    looks = []
    for plan in stages(wanted, system):
        while planned := unplayed(plan(tallies), tallies):
            looks.append({entry.cell: entry.games for entry in planned})
            before = {cell: tallies[cell].games for cell in looks[-1] if cell in tallies}
            assert all(looks[-1][cell] <= 2 * games for cell, games in before.items())
            whole = [(0, tally) for tally in tallies.values()]
            tallies |= play(system, {}, planned, jobs=1, finished=whole)
    assert len(looks) > 2


def test_the_precision_is_part_of_what_a_run_is() -> None:
    plain = configuration_at(FACTIONS)
    one = overridden(plain, precision=1.0)
    digests = {
        c.digest() for c in (plain, one, overridden(plain, precision=2.0), overridden(one, max_games=10**6))
    }
    assert len(digests) == 4
    assert overridden(one, max_games=10**6).contents()["precision"] == {"points": 1.0, "max_games": 1_000_000}
    assert "precision" not in plain.contents()
    assert overridden(one).precision == one.precision


def test_a_limit_without_a_precision_is_refused() -> None:
    with pytest.raises(BalanceError, match="expected --precision with --max-games 5"):
        overridden(configuration_at(FACTIONS), max_games=5)
