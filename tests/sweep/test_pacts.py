"""The whole road on Pacts itself: the same bytes for any number of jobs and any size of chunks."""

from __future__ import annotations

import io
import json
import shlex
import shutil
from collections.abc import Mapping
from functools import cache
from itertools import permutations
from pathlib import Path

import polars as pl
import pytest

from balance import road
from balance.cli import main
from balance.config.pacts import Configuration
from balance.engine.system import Cell, PolicyHandle, RuleSystem
from balance.loading import engine_of
from balance.sweep.options import overridden, playing
from tests.support import shipped

pytestmark = pytest.mark.compiled


@cache
def small() -> Configuration:
    """Return the shipped configuration cut down, with bids and mixed policies."""
    what = shipped()
    assert what.auction is not None
    pair = what.policy_pairs[0].model_copy(update={"layouts": None})
    pairs = [
        pair.model_copy(update={"seelie": a, "unseelie": b})
        for a, b in (("greedy",) * 2, ("greedy", "random"))
    ]
    bids = {"seelie": "greedy", "unseelie": "greedy", "bids": (1, 5)}
    auction = what.auction.model_copy(update=bids)
    assert what.comparisons is not None
    others = what.comparisons.changed(lambda entries: [e for e in entries if e.seelie == "greedy"])
    what = what.model_copy(update={"policy_pairs": tuple(pairs), "auction": auction, "comparisons": others})
    return overridden(
        what, games=12, contestants=["selkies", "cu sidhe", "dragons"], settings=["standard", "mirrored"]
    )


@cache
def engine() -> tuple[RuleSystem, Mapping[str, PolicyHandle]]:
    return engine_of(small(), playing(small()), say=print)


def swept(folder: Path, **how: int) -> dict[str, bytes]:
    road.run_sweep(small(), engine, folder, **how)  # type: ignore[arg-type]
    return read(folder)


def read(folder: Path) -> dict[str, bytes]:
    """Return all results but the manifest, which tells times."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "manifest.json"]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "expected"
    swept(folder, jobs=1)
    return folder


@pytest.fixture(scope="module")
def expected(played: Path) -> dict[str, bytes]:
    return read(played)


@pytest.mark.parametrize(("jobs", "chunk_games"), [(2, 5), (3, 100), (2, 12)])
def test_pacts_gives_the_same_bytes_for_any_jobs_and_size_of_chunks(
    tmp_path: Path, expected: dict[str, bytes], jobs: int, chunk_games: int
) -> None:
    assert swept(tmp_path, jobs=jobs, chunk_games=chunk_games) == expected


def test_pacts_plays_the_designed_cells(tmp_path: Path) -> None:
    swept(tmp_path, jobs=2)
    tallies = pl.read_parquet(tmp_path / "tallies.parquet")
    assert tallies.filter(pl.col("stage") == 1).height == 6 * 2 * 2
    bids = tallies.filter(pl.col("stage") == 2)
    assert bids.height == 6 * 2 * 2
    assert set(bids["bid"]) == {1, 5}
    assert set(tallies["games"]) == {12}
    facts = pl.read_parquet(tmp_path / "facts.parquet")
    of_bids = {"margin_after_round_3", "cards_played", "auction_cubes"}
    assert set(facts.filter(pl.col("bid") > 0)["fact"]) == of_bids
    more = {"cards_taken", "lead_after_round", "score_after_round", "split", "token"}
    assert set(facts.filter(pl.col("bid") == 0)["fact"]) == {"margin_after_round_3", "cards_played", *more}
    placed = facts.filter(pl.col("fact") == "auction_cubes")["sum"].sum()
    assert placed == (6 * 2 * 1 + 6 * 2 * 5) * 12  # each bid's cubes in each of its games
    half_way = facts.filter(pl.col("fact") == "margin_after_round_3")
    assert half_way["games"].sum() == tallies["games"].sum()
    compared = pl.read_parquet(tmp_path / "comparisons.parquet")
    games = compared.group_by("rules", "ability").agg(pl.col("games").sum()).sort("rules", "ability")
    assert games.filter(pl.col("rules") != "rulings").rows() == [
        *[("abilities", ability, 6 * 2 * 12) for ability in ("active", "court", "passive")],  # of either side
        ("tie_break", "", 6 * 12),
    ]
    changed = {name: n for _, name, n in games.filter(pl.col("rules") == "rulings").rows()}
    assert changed.pop("") == 6 * 12  # the games that all changes are compared with
    assert changed["tie_break: shared"] == changed["tile_label: second_dark"] == 6 * 12
    assert changed["cu_sidhe_first: empty"] == 4 * 12  # the pairs of one faction, of three
    assert "fir_bolg_spawn: one_empty_region" not in changed  # nobody plays them


@pytest.fixture
def run(tmp_path: Path, played: Path) -> Path:
    """Return a copy of a finished run."""
    shutil.copytree(played, tmp_path / "run")
    return tmp_path / "run"


def test_every_pairing_has_games_to_watch_each_with_its_record_and_its_page(
    expected: dict[str, bytes],
) -> None:
    told = json.loads(expected["summary.json"])["watched"]
    games = pl.read_parquet(io.BytesIO(expected["games.parquet"])).to_dicts()
    assert {(one["first"], one["second"]) for one in told} == set(permutations(small().pool(), 2))
    assert {one["href"] for one in told} == {name for name in expected if name.startswith("games/")}
    system, policies = engine()
    for one, row in zip(told, games, strict=True):
        assert one["href"].endswith(f"-v-{one['second'].replace(' ', '-')}-{one['reason']}.html")
        cell = Cell((one["first"], one["second"]), one["setting"], ("greedy", "greedy"))
        record = [json.loads(line) for line in row["record"].splitlines()]
        assert record == system.record(cell, policies, one["game"])
        assert record[-1]["score"]["seelie"] - record[-1]["score"]["unseelie"] == one["margin"]
        assert record[-1]["winner"] == one["winner"]
        page = expected[one["href"]].decode()
        back = one["href"].removeprefix("games/").removesuffix(f"-{one['reason']}.html")
        assert f'<a href="../report.html#pair-{back}">' in page
        assert f"game {one['game']} of seed" in page


def test_the_command_of_a_game_to_watch_replays_it_in_the_runs_folder(
    run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one = json.loads((run / "summary.json").read_text())["watched"][-1]
    monkeypatch.chdir(run)
    command = shlex.split(one["command"])
    assert command[:3] == ["balance", "replay", "."]
    assert main([*command[1:], "--format", "jsonl"]) == 0
    end = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert end["score"]["seelie"] - end["score"]["unseelie"] == one["margin"]


def test_a_report_made_anew_has_the_same_pages_and_only_those(run: Path, expected: dict[str, bytes]) -> None:
    (run / "games" / "dragons-v-kelpies-upset.html").write_text("of an earlier run")
    (run / "games" / "notes.html").write_text("mine")
    gone = next(name for name in expected if name.startswith("games/"))
    (run / gone).unlink()
    road.rebuild_report(run)
    assert read(run) == {**expected, "games/notes.html": b"mine"}
