"""The same games under other rules, as a third stage of a sweep: counted right, stored apart, the same in any order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from balance import road
from balance.engine.system import Cell
from balance.errors import RunFolderError
from balance.reports import page
from balance.sweep.comparisons import ComparisonPlayer, comparison_frame, read_comparisons, third_stage
from balance.sweep.folder import RESULTS
from balance.sweep.runner import Progress, play
from balance.sweep.store import parquet_bytes, tally_frame
from tests.sweep.coins import CoinSystem, Others, Pair, configuration

ENTRY = Pair(north="left", south="left", games=50)
COINS = configuration(comparisons=Others(tie_break=(ENTRY,), abilities=(ENTRY,), rulings=(ENTRY,)))
PLAIN = configuration()
SAME = ("tallies.parquet", "facts.parquet", "comparisons.parquet", "summary.json", "report.html")
PAIR = ("guilder", "florin")
WON, LOST, LEVEL_WON, LEVEL_LOST = 2, 0, 5, 3


@pytest.fixture(autouse=True, scope="module")
def _short_page() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "render", lambda found, *_: repr(found))
        yield


def swept(folder: Path, coins: object = COINS, **how: object) -> dict[str, bytes]:
    road.run_sweep(coins, lambda: (CoinSystem(coins), {}), folder, **how)  # type: ignore[arg-type]
    return {name: (folder / name).read_bytes() for name in SAME}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return swept(tmp_path_factory.mktemp("runs") / "expected")


def compared(rules: str, games: int = 400) -> pl.DataFrame:
    """Return the comparison of one cell."""
    cell = Cell(PAIR, "calm", ("left", "left"), rules=rules)
    return comparison_frame(
        ComparisonPlayer(CoinSystem(COINS)).play([cell], {}, 0, games), CoinSystem.columns
    )


def counts(frame: pl.DataFrame) -> dict[tuple[int, int], int]:
    return {
        (base, result): games
        for base, result, games in frame.select("base_result", "result", "games").iter_rows()
    }


def margins(system: CoinSystem, games: int = 400) -> np.ndarray:
    return system.margins(Cell(PAIR, "calm", ("left", "left")), 0, games)


def test_level_games_are_won_by_north_in_the_one_half_and_by_south_in_the_other() -> None:
    own = margins(CoinSystem(COINS))
    found = compared("tie_break")
    assert counts(found) == {
        (LOST, LOST): (own < 0).sum(),
        (WON, WON): (own > 0).sum(),
        (LEVEL_WON, LEVEL_LOST): (own == 0).sum(),
    }
    assert found.select(pl.col("differing", "margin_sum", "margin_squares").sum()).row(0) == (0, 0, 0)


def test_each_ability_of_either_side_is_switched_off_on_the_same_games() -> None:
    own, system = margins(CoinSystem(COINS)), CoinSystem(COINS)
    found = compared("abilities")
    assert set(found.select("contestant", "ability").iter_rows()) == {
        ("guilder", "skill"),
        ("florin", "skill"),
    }
    for name, change in (("guilder", -5), ("florin", 2)):  # margins are north's, and guilder is north
        assert (margins(system.without(name, "skill")) == own + change).all()
        part = found.filter(pl.col("contestant") == name)
        wanted: dict[tuple[int, int], int] = {}
        for before, after in zip(own, own + change, strict=True):
            key = (_result(before), _result(after))
            wanted[key] = wanted.get(key, 0) + 1
        assert counts(part) == wanted
        assert part["differing"].sum() == 400
        assert (part["margin_sum"].sum(), part["margin_squares"].sum()) == (400 * change, 400 * change**2)


def _result(margin: int) -> int:
    return LEVEL_WON if margin == 0 else WON if margin > 0 else LOST


def test_changes_that_touch_a_pair_are_played_on_the_same_games_and_no_others() -> None:
    own = margins(CoinSystem(COINS))
    found = compared("rulings")
    assert set(found["ability"]) == {"", "ties: south"}  # the ducat sits elsewhere, no wind changes nothing
    assert set(found["contestant"]) == {""}
    plain = found.filter(pl.col("ability") == "")
    assert counts(plain) == {
        (LOST, LOST): (own < 0).sum(),
        (WON, WON): (own > 0).sum(),
        (LEVEL_WON, LEVEL_WON): (own == 0).sum(),
    }
    turned = counts(found.filter(pl.col("ability") == "ties: south"))
    assert turned.pop((LEVEL_WON, LEVEL_LOST)) == (own == 0).sum()
    cell = Cell(("ducat", "florin"), "calm", ("left", "left"), rules="rulings")
    thick = comparison_frame(
        ComparisonPlayer(CoinSystem(COINS)).play([cell], {}, 0, 400), CoinSystem.columns
    ).filter(pl.col("ability") == "ducat: thick")
    assert thick.select(pl.col("games", "margin_sum", "margin_squares").sum()).row(0) == (400, 1200, 3600)


def test_the_manifest_says_what_was_changed(expected: dict[str, bytes], tmp_path: Path) -> None:
    swept(tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert [(one["name"], one["absent"]) for one in manifest["changes"]] == [
        ("ties: south", []), ("ducat: thick", []), ("wind: none", []), ("box: small", ["guilder"]),
    ]  # fmt: skip
    told = json.loads(expected["summary.json"])["rulings"]["policies"][0]
    assert told["untouched"] == ["wind: none"]
    thick = next(one for one in told["effects"] if one["name"] == "ducat: thick")
    assert (thick["pairs_changed"], thick["pairs"], thick["games"]) == (4, 6, 400)  # 50 games, two weathers


def test_a_comparison_plays_the_decks_of_the_cell_without_rules() -> None:
    player, own = ComparisonPlayer(CoinSystem(COINS)), Cell(PAIR, "calm", ("left", "left"))
    plain, other = player.play([own, Cell(PAIR, "calm", ("left", "left"), rules="tie_break")], {}, 7, 30)
    assert (plain.wins, plain.ties, plain.margin_mean) == (other.wins, other.ties, other.margin_mean)
    assert (
        plain.margin_offset + np.flatnonzero(plain.margin_counts)[0]
        == other.margin_offset + np.flatnonzero(other.margin_counts)[0]
    )


def test_every_comparison_of_every_pair_and_setting_is_planned() -> None:
    system = CoinSystem(COINS)
    planned = third_stage(COINS, system)
    assert len(planned) == 3 * 6 * 2
    assert {(plan.games, plan.stage) for plan in planned} == {(50, 3)}
    assert {plan.cell.rules for plan in planned} == {"tie_break", "abilities", "rulings"}
    assert third_stage(PLAIN, system) == []


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("chunk_games", [None, 7])
def test_results_are_the_same_bytes_for_any_jobs_and_size_of_chunks(
    tmp_path: Path, expected: dict[str, bytes], jobs: int, chunk_games: int | None
) -> None:
    assert swept(tmp_path, jobs=jobs, chunk_games=chunk_games) == expected


def test_an_interrupted_third_stage_goes_on_where_it_stopped(
    tmp_path: Path, expected: dict[str, bytes]
) -> None:
    def stop(progress: Progress) -> None:
        if progress.stage == 3 and progress.games_done > 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        swept(tmp_path, chunk_games=13, tell=stop)
    system = CoinSystem(COINS)
    road.run_sweep(COINS, lambda: (system, {}), tmp_path, chunk_games=9)
    assert {name: (tmp_path / name).read_bytes() for name in SAME} == expected
    assert system.calls == []  # games of the first two stages
    assert {path.name for path in tmp_path.iterdir()} == set(RESULTS)


def test_comparisons_leave_tallies_facts_and_all_other_estimates_alone(
    tmp_path: Path, expected: dict[str, bytes]
) -> None:
    plain = swept(tmp_path, PLAIN)
    assert plain["tallies.parquet"] == expected["tallies.parquet"]
    assert plain["facts.parquet"] == expected["facts.parquet"]
    with_them, without = (json.loads(files["summary.json"]) for files in (expected, plain))
    assert without.pop("abilities") is None
    assert without.pop("rulings") is None
    assert [one["policies"] for one in with_them["rulings"]["policies"]] == [["left", "left"]]
    assert [one["policies"] for one in with_them["tie_break_study"].pop("policies")] == [["left", "left"]]
    assert without["tie_break_study"].pop("policies") == []
    del with_them["abilities"], with_them["rulings"], with_them["run"], without["run"]
    assert with_them == without


def test_a_run_folder_from_before_there_were_comparisons_is_read(tmp_path: Path) -> None:
    swept(tmp_path, PLAIN)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    del manifest["files"]["comparisons.parquet"]
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    (tmp_path / "comparisons.parquet").unlink()
    before = json.loads((tmp_path / "summary.json").read_text())
    found = road.rebuild_report(tmp_path)
    assert found.estimates.abilities is None
    assert json.loads((tmp_path / "summary.json").read_text()) == before


def test_other_comparisons_than_those_of_the_manifest_are_noticed(tmp_path: Path) -> None:
    swept(tmp_path)
    frame = pl.read_parquet(tmp_path / "comparisons.parquet")
    (tmp_path / "comparisons.parquet").write_bytes(parquet_bytes(frame.head(5)))
    with pytest.raises(RunFolderError, match=r"comparisons\.parquet is damaged"):
        road.rebuild_report(tmp_path)


@pytest.mark.parametrize(("column", "value"), [("base_result", 6), ("result", -1), ("games", 0)])
def test_counts_that_cannot_be_are_damage(tmp_path: Path, column: str, value: int) -> None:
    wrong = compared("tie_break", 20).with_columns(pl.lit(value, pl.Int64).alias(column))
    (tmp_path / "c.parquet").write_bytes(parquet_bytes(wrong))
    with pytest.raises(RunFolderError, match="results or games that cannot be"):
        read_comparisons(tmp_path / "c.parquet", CoinSystem.columns, sha256="")


def test_comparisons_go_through_the_runner_like_any_cell() -> None:
    system = CoinSystem(COINS)
    whole, cut = (
        play(ComparisonPlayer(system), {}, third_stage(COINS, system), jobs=jobs, chunk_games=size)
        for jobs, size in ((1, None), (2, 11))
    )
    assert comparison_frame(whole.values(), system.columns).equals(
        comparison_frame(cut.values(), system.columns)
    )
    assert tally_frame(whole.values(), system.columns)["games"].to_list() == [50] * 36
