"""A whole run on coins whose truth is known: the files, the truth, the precision, and the same bytes on any day."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import jsonschema
import numpy as np
import polars as pl
import pytest

from balance.engine.system import Cell
from balance.errors import RunFolderError
from balance.sensitivity import EFFECTS, FILES, REPORT, SUMMARY, Size, compare
from balance.stats.sensitivity.results import Verdict
from balance.stats.sensitivity.summary import EFFECTS_SCHEMA, schema
from balance.sweep.manifest import MANIFEST
from tests.sensitivity.counting import Counting
from tests.sensitivity.planted import FACTIONS, HEADLINES, POLICIES, TRUTHS, VARIANTS, run, truth
from tests.sweep.coins import CoinSystem, configuration

BASE_TRUTH = truth(FACTIONS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sensitivity") / "coins"
    run(path, size=Size(half_width=0.02))
    return path


@pytest.fixture(scope="module")
def rows(folder: Path) -> pl.DataFrame:
    return pl.read_parquet(folder / EFFECTS)


def test_a_run_leaves_its_four_files(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)


def test_there_is_a_row_for_every_variant_and_headline(rows: pl.DataFrame) -> None:
    assert dict(rows.schema) == EFFECTS_SCHEMA
    named = [*HEADLINES, "least fair pair", "largest unfairness"]
    assert rows.select("variant", "headline").rows() == [(v.name, one) for v in VARIANTS for one in named]


def test_the_summary_keeps_to_its_schema(folder: Path) -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    summary = json.loads((folder / SUMMARY).read_text(encoding="utf-8"))
    jsonschema.validate(summary, schema())
    assert [one["headline"] for one in summary["headlines"]][:2] == ["side advantage", "tie-break advantage"]


def test_intervals_are_as_narrow_as_was_asked_for(rows: pl.DataFrame) -> None:
    played = rows.filter(pl.col("high") > pl.col("low"))
    assert set(played["variant"]) == {v.name for v in VARIANTS} - {
        "side: court only"
    }  # the smaller pool is there
    assert played.select(((pl.col("high") - pl.col("low")) / 2).max()).item() <= 0.02
    assert played.select(((pl.col("new_high") - pl.col("new_low")) / 2).max()).item() <= 0.02


def test_a_variant_without_changed_rules_is_not_played_and_changes_nothing(
    folder: Path, rows: pl.DataFrame
) -> None:
    idle = rows.filter(pl.col("variant") == "side: court only")
    assert idle.select("change", "low", "high", "games").unique().rows() == [(0.0, 0.0, 0.0, 0)]
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    assert manifest["variants"]["side: court only"]["games_per_pair"] == 0


def test_the_smaller_pool_is_not_played_either(tmp_path: Path) -> None:
    systems: dict[str, CoinSystem] = {}
    finished = run(tmp_path / "out", systems=systems, variants=VARIANTS[3:])
    assert finished.found.variants[0].games == 0
    base, arm = systems.values()
    assert not arm.calls
    assert base.seed == 1


def test_intervals_hold_the_truth() -> None:
    held: list[bool] = []
    cells = [Cell(pair, "calm", ("left", "left")) for pair in permutations(FACTIONS, 2)]
    for seed in range(100):
        base, *arms = (
            CoinSystem(coins.model_copy(update={"seed": seed}))
            for coins in (configuration(), *(v.configuration for v in VARIANTS))
        )
        named = {v.name: arm for v, arm in zip(VARIANTS, arms, strict=True)}
        found, _ = compare(base, named, POLICIES, cells, Size(games=60))
        for effect in found.effects:
            key = effect.headline.key
            if key not in HEADLINES or not effect.new.games:
                continue
            new, old = TRUTHS[effect.variant][key], BASE_TRUTH[key]
            held.append(effect.change.low - 1e-9 <= new - old <= effect.change.high + 1e-9)
            held.append(effect.new.low <= new <= effect.new.high)
    assert np.mean(held) >= 0.95 - 0.015
    assert len(held) > 3000


@pytest.mark.parametrize("size", [Size(games=130), Size(half_width=0.03)])
def test_no_game_is_played_twice_so_the_least_fair_pairs_get_games_that_nobody_has_seen(size: Size) -> None:
    base, heavy, windy = (
        Counting(coins) for coins in (configuration(), *(v.configuration for v in VARIANTS[:2]))
    )
    cells = [Cell(pair, "calm", ("left", "left")) for pair in permutations(FACTIONS, 2)]
    found, games = compare(base, {"heavy": heavy, "windy": windy}, POLICIES, cells, size)
    asked = [base.asked, heavy.asked, windy.asked]
    assert all(len(set(each)) == len(each) for each in asked)
    assert sum(map(len, asked)) == games
    by_pair = {cell.contestants: sum(name == cell.name for name, _ in base.asked) for cell in cells}
    least, most = min(by_pair.values()), max(by_pair.values())
    assert by_pair[found.worst] == most > least  # the picked ones are played on, the others are not


def test_verdicts_are_those_of_the_truth(tmp_path: Path) -> None:
    finished = run(tmp_path / "out", size=Size(half_width=0.01))
    verdicts = {one.headline.key: one for one in finished.found.headlines}
    # at first the side is worth 1.5/21 to the first seat; in the wind it turns; a heavy florin beats all
    side = verdicts["side advantage"]
    assert (side.verdict, side.depends) == (Verdict.DEPENDS, ("calm: windy",))
    florin = verdicts["strength: florin"]
    assert florin.movers[0].variant == "florin: heavy"
    assert verdicts["strength: ducat"].verdict is Verdict.STANDS
    assert verdicts["tie-break advantage"].verdict is Verdict.STANDS
    assert any(
        line.startswith("depends: North is ahead") and "calm: windy" in line for line in finished.headline
    )


@pytest.mark.parametrize("size", [Size(games=130), Size(half_width=0.03)])
def test_the_files_have_the_same_bytes_for_any_number_of_jobs(tmp_path: Path, size: Size) -> None:
    for jobs in (1, 3):
        run(tmp_path / str(jobs), jobs=jobs, size=size)
    for name in (EFFECTS, SUMMARY, REPORT):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "3" / name).read_bytes()


def test_another_seed_gives_other_bytes(tmp_path: Path) -> None:
    for seed in (1, 2):
        run(tmp_path / str(seed), seed=seed)
    assert (tmp_path / "1" / EFFECTS).read_bytes() != (tmp_path / "2" / EFFECTS).read_bytes()


def test_a_folder_of_something_else_is_refused_before_a_game_is_played(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text('{"format": "balance run"}', encoding="utf-8")
    systems: dict[str, CoinSystem] = {}
    with pytest.raises(RunFolderError, match=r"holds manifest\.json, but no result of balance sensitivity"):
        run(tmp_path, systems=systems)
    assert not systems
    assert [path.name for path in tmp_path.iterdir()] == [MANIFEST]


def test_an_earlier_result_is_replaced(tmp_path: Path) -> None:
    run(tmp_path / "out", seed=1)
    run(tmp_path / "out", seed=2)
    assert json.loads((tmp_path / "out" / MANIFEST).read_text(encoding="utf-8"))["seed"] == 2


def test_a_run_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(CoinSystem, "games", broken)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "out")
    assert list(tmp_path.iterdir()) == []
