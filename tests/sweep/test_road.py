"""The whole road on coins: the same bytes for any way to the results, and interrupted runs that go on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import polars as pl
import pytest

from balance import road
from balance.errors import RunFolderError
from balance.reports import page
from balance.stats import summary
from balance.sweep.folder import RESULTS
from balance.sweep.runner import Progress
from tests.sweep.coins import Bids, Coins, CoinSystem, configuration

COINS = configuration()
SAME = ("tallies.parquet", "facts.parquet", "comparisons.parquet", "summary.json", "report.html")
REPOSITORY = Path(__file__).parents[2]


def swept(folder: Path, coins: object = COINS, **how: object) -> dict[str, bytes]:
    road.run_sweep(coins, lambda: (CoinSystem(coins), {}), folder, **how)  # type: ignore[arg-type]
    return results(folder)


def results(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in SAME}


@pytest.fixture(autouse=True, scope="module")
def _short_page() -> Iterator[None]:
    """Draw a page that only repeats the estimates: the true one is half a second (`test_pacts` has it)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "render", lambda found, *_: repr(found))
        yield


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return swept(tmp_path_factory.mktemp("runs") / "expected")


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("chunk_games", [None, 13])
def test_results_are_the_same_bytes_for_any_jobs_and_size_of_chunks(
    tmp_path: Path, expected: dict[str, bytes], jobs: int, chunk_games: int | None
) -> None:
    assert swept(tmp_path, jobs=jobs, chunk_games=chunk_games) == expected


def test_a_run_folder_holds_the_results_and_nothing_else(tmp_path: Path) -> None:
    swept(tmp_path / "a" / "b")
    assert {path.name for path in (tmp_path / "a" / "b").iterdir()} == set(RESULTS)


def test_tallies_have_the_documented_columns(tmp_path: Path) -> None:
    swept(tmp_path)
    tallies = pl.read_parquet(tmp_path / "tallies.parquet")
    assert tallies.columns == [
        *["north", "south", "weather", "north_policy", "south_policy", "bid_to", "bid"],
        *["games", "north_wins", "ties", "margin_mean", "margin_counts", "margin_offset", "stage"],
    ]
    assert tallies["bid_to"].unique().sort().to_list() == ["", "north", "south"]
    assert tallies.filter(pl.col("stage") == 1)["bid"].unique().to_list() == [0]
    facts = pl.read_parquet(tmp_path / "facts.parquet")
    assert facts.columns == [*tallies.columns[:7], "fact", "key", "games", "wins", "sum"]


def test_the_summary_fits_its_schema(tmp_path: Path, expected: dict[str, bytes]) -> None:
    schema = json.loads(Path(summary.__file__).with_name("summary.schema.json").read_text())
    jsonschema.validate(json.loads(expected["summary.json"]), schema)


def test_the_manifest_says_how_to_make_the_run_again(tmp_path: Path) -> None:
    swept(tmp_path, jobs=2, command="balance sweep coins.yaml")
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["configuration"] == COINS.contents()
    assert manifest["configuration_digest"] == COINS.digest()
    assert manifest["seed"] == 1
    assert set(manifest["versions"]) >= {
        "balance",
        "coins rules",
        "python",
        "numba",
        "numpy",
        "polars",
        "scipy",
    }
    assert manifest["rulings"] == COINS.rulings()
    assert manifest["assumptions"] == {"coins are thin": True}
    assert (manifest["command"], manifest["jobs"]) == ("balance sweep coins.yaml", 2)
    assert manifest["started"] <= manifest["finished"]
    assert manifest["games"] == pl.read_parquet(tmp_path / "tallies.parquet")["games"].sum()


def test_a_report_is_made_anew_from_tallies_alone(tmp_path: Path, expected: dict[str, bytes]) -> None:
    swept(tmp_path)
    (tmp_path / "summary.json").unlink()
    (tmp_path / "report.html").write_text("old")
    road.rebuild_report(tmp_path)
    assert results(tmp_path) == expected


def test_a_finished_run_is_not_played_again(tmp_path: Path, expected: dict[str, bytes]) -> None:
    swept(tmp_path)
    before = json.loads((tmp_path / "manifest.json").read_text())
    system, said = CoinSystem(COINS), list[str]()
    road.run_sweep(COINS, lambda: (system, {}), tmp_path, say=said.append)
    assert system.calls == []
    assert results(tmp_path) == expected
    assert "nothing is left to play" in said[-1]
    assert json.loads((tmp_path / "manifest.json").read_text()) == before


def test_force_plays_a_finished_run_again(tmp_path: Path, expected: dict[str, bytes]) -> None:
    swept(tmp_path)
    system = CoinSystem(COINS)
    road.run_sweep(COINS, lambda: (system, {}), tmp_path, force=True)
    assert system.calls
    assert results(tmp_path) == expected


def test_an_auction_on_fewer_layouts_gives_cubes_to_the_side_that_trails_on_those(tmp_path: Path) -> None:
    coins = configuration(
        factions={"ducat": 0, "florin": 0},
        layouts={"calm": -15, "storm": 30},
        auction=Bids(north="left", south="left", games=20, bids=(1,), layouts=("calm",)),
    )
    swept(tmp_path, coins)
    bids = pl.read_parquet(tmp_path / "tallies.parquet").filter(pl.col("stage") == 2)
    assert bids["weather"].unique().to_list() == ["calm"]
    assert bids["bid_to"].unique().to_list() == ["north"]  # who wins in every storm


def test_a_finished_run_with_damaged_tallies_is_played_again(
    tmp_path: Path, expected: dict[str, bytes]
) -> None:
    swept(tmp_path)
    (tmp_path / "tallies.parquet").write_bytes(b"PAR1")
    said: list[str] = []
    road.run_sweep(COINS, lambda: (CoinSystem(COINS), {}), tmp_path, say=said.append)
    assert "is damaged" in said[0]
    assert results(tmp_path) == expected


def test_other_code_plays_a_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    swept(tmp_path)
    system = CoinSystem(COINS)
    monkeypatch.setattr(road, "code_digest", lambda: "other")
    road.run_sweep(COINS, lambda: (system, {}), tmp_path)
    assert system.calls


def test_a_new_name_for_the_same_games_reaches_the_manifest_without_playing(tmp_path: Path) -> None:
    class Renamed(Coins):
        def digest(self) -> str:
            return COINS.digest()

    swept(tmp_path)
    system = CoinSystem(COINS)
    road.run_sweep(Renamed(name="purse"), lambda: (system, {}), tmp_path)  # type: ignore[arg-type]
    assert system.calls == []
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["name"] == manifest["configuration"]["name"] == "purse"
    assert json.loads((tmp_path / "summary.json").read_text())["run"]["name"] == "purse"


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("stage", [1, 2])
def test_an_interrupted_run_goes_on_where_it_stopped(
    tmp_path: Path, expected: dict[str, bytes], stage: int, jobs: int
) -> None:
    def stop(progress: Progress) -> None:
        if progress.stage == stage and progress.games_done > 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        swept(tmp_path, jobs=jobs, chunk_games=13, tell=stop)
    assert not [name for name in RESULTS if (tmp_path / name).exists()]
    system, said = CoinSystem(COINS), list[str]()
    road.run_sweep(COINS, lambda: (system, {}), tmp_path, jobs=jobs, chunk_games=9, say=said.append)
    assert said[0].startswith("going on with an interrupted run: ")
    assert results(tmp_path) == expected
    assert {path.name for path in tmp_path.iterdir()} == set(RESULTS)
    whole = json.loads((tmp_path / "manifest.json").read_text())["games"]
    assert sum(cells * games for cells, games in system.calls) <= whole - 100


def test_a_damaged_chunk_is_played_again(tmp_path: Path, expected: dict[str, bytes]) -> None:
    interrupt(tmp_path)
    first, second, *_ = sorted((tmp_path / "chunks").glob("*.parquet"))
    first.write_bytes(first.read_bytes()[:100])
    second.unlink()
    assert swept(tmp_path) == expected


def test_an_interruption_leaves_the_old_run_as_it_was(tmp_path: Path) -> None:
    old = swept(tmp_path, configuration(seed=2))
    interrupt(tmp_path, force=True)
    assert results(tmp_path) == old
    with pytest.raises(
        RunFolderError, match="an unfinished run of another configuration; it differs in seed"
    ):
        swept(tmp_path, configuration(seed=2))
    assert swept(tmp_path, configuration(seed=2), force=True) == old


def interrupt(folder: Path, *, force: bool = False) -> None:
    """Leave an unfinished run in a folder."""

    def stop(progress: Progress) -> None:
        if progress.games_done > 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        swept(folder, chunk_games=13, tell=stop, force=force)


SCRIPT = """
import sys
from pathlib import Path
from balance import road
from balance.reports import page
from tests.sweep.coins import CoinSystem, configuration
road.code_digest = lambda: "code"  # others may be editing the sources
page.render = lambda found, *_: repr(found)
coins = configuration()
system = CoinSystem(coins, pause=0.05)
road.run_sweep(coins, lambda: (system, {}), Path(sys.argv[1]), jobs=2, chunk_games=13)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_process_loses_no_finished_chunk(
    tmp_path: Path, expected: dict[str, bytes], how: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(road, "code_digest", lambda: "code")
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    process = subprocess.Popen(command, cwd=REPOSITORY, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while len(list(tmp_path.glob("chunks/*.parquet"))) < 5 and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(process.pid, how)
    assert process.wait(timeout=60) != 0
    system = CoinSystem(COINS)
    road.run_sweep(COINS, lambda: (system, {}), tmp_path, chunk_games=13)
    assert results(tmp_path) == expected
    whole = json.loads((tmp_path / "manifest.json").read_text())["games"]
    saved = 5 * 8  # the last chunk of a cell has 8 games
    assert sum(cells * games for cells, games in system.calls) <= whole - saved
