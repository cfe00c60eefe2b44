"""A sweep in a given time: what fits is played, can be played again by its factor, and time is kept.

The clock is not the machine's: it moves when a game is played and when a page is drawn, by what the test says.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner

from balance import road
from balance.cli import cli
from balance.config.precision import Precision
from balance.engine.system import Cell, CellTally, GameRows, PolicyHandle
from balance.errors import BalanceError, RunFolderError
from balance.reports import page
from balance.reports.remarks import effort_sentence
from balance.sweep.budget import Budget
from balance.sweep.effort import smallest
from balance.sweep.folder import RESULTS
from balance.sweep.runner import Progress
from tests.sweep.coins import Bids, CoinSystem, Others, Pair, configuration

SECONDS = {"left": 0.02, "right": 0.001}  # a game, by who plays north
PAGE = 4.0  # seconds
SAME = (
    "tallies.parquet",
    "facts.parquet",
    "comparisons.parquet",
    "games.parquet",
    "summary.json",
    "report.html",
)
COINS = configuration(
    policy_pairs=(Pair(north="left", south="left", games=600), Pair(north="right", south="left", games=5000)),
    auction=Bids(north="left", south="left", games=100, bids=(1, 3)),
    comparisons=Others(tie_break=(Pair(north="right", south="left", games=40),)),
)


@dataclass
class Clock:
    """A time that stands still but for games and pages; `slower` may change while a sweep runs."""

    now: float = 1000.0
    slower: float = 1.0
    games: int = 0

    def __call__(self) -> float:
        return self.now

    def spend(self, seconds: float) -> None:
        self.now += seconds * self.slower


class TimedCoins(CoinSystem):
    """Coins whose flips take time."""

    def __init__(self, coins: Any, clock: Clock) -> None:
        super().__init__(coins)
        self.clock = clock

    def play(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[CellTally]:
        self.clock.games += games * len(cells)
        self.clock.spend(sum(SECONDS[cell.policies[0]] * games for cell in cells))
        return super().play(cells, policies, first_game, games)

    def games(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[GameRows]:
        self.clock.spend(sum(SECONDS[cell.policies[0]] * games for cell in cells))
        return super().games(cells, policies, first_game, games)

    def with_ties_to(self, seat: str) -> CoinSystem:
        return self


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(time, "perf_counter", made)

    def render(found: object, *_: object) -> str:
        made.spend(PAGE)
        return repr(found)

    monkeypatch.setattr(page, "render", render)
    return made


def swept(
    folder: Path, clock: Clock, minutes: float | None = None, coins: Any = COINS, **how: Any
) -> tuple[dict[str, Any], list[str]]:
    """Sweep and return the manifest and what was said."""
    said: list[str] = []
    budget = None if minutes is None else Budget(minutes, clock.now, clock)
    road.run_sweep(
        coins, lambda: (TimedCoins(coins, clock), {}), folder, budget=budget, say=said.append, **how
    )
    return json.loads((folder / "manifest.json").read_text()), said


def files(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in SAME}


@pytest.mark.parametrize("minutes", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_most_of_the_time_is_used_and_it_is_never_over(tmp_path: Path, clock: Clock, minutes: float) -> None:
    begun = clock.now
    manifest, _ = swept(tmp_path, clock, minutes)
    assert 0.7 * 60 * minutes < clock.now - begun <= 60 * minutes
    assert manifest["budget"]["minutes"] == minutes
    factor = manifest["budget"]["factor"]
    # all of it takes 6 pairs × 2 weathers × (600 × 0.02 + 5000 × 0.001 + bids + 40 × 0.001 × 2) s: 3.4 min and more
    assert (factor > 1) == (minutes > 5)
    assert manifest["configuration"] == COINS.scaled(factor).contents()
    assert manifest["configuration_digest"] == COINS.scaled(factor).digest()
    games = pl.read_parquet(tmp_path / "tallies.parquet").filter(pl.col("bid") == 0)
    assert set(games["games"]) == {round(600 * factor), round(5000 * factor)}


def test_the_factor_plays_the_same_bytes_again(tmp_path: Path, clock: Clock) -> None:
    manifest, _ = swept(tmp_path / "timed", clock, 2)
    factor = manifest["budget"]["factor"]
    again, _ = swept(tmp_path / "again", clock, effort=factor)
    assert files(tmp_path / "timed") == files(tmp_path / "again")
    assert again["budget"] == {"minutes": None, "factor": factor}
    plain, _ = swept(tmp_path / "plain", clock, coins=COINS.scaled(factor))
    assert "budget" not in plain
    assert plain["files"] == manifest["files"]
    assert plain["configuration_digest"] == manifest["configuration_digest"]


def test_a_folder_finished_in_the_same_time_is_complete(tmp_path: Path, clock: Clock) -> None:
    first, _ = swept(tmp_path, clock, 2)
    before, games = files(tmp_path), clock.games
    manifest, said = swept(tmp_path, clock, 2)
    assert clock.games == games
    assert files(tmp_path) == before
    assert manifest["budget"] == first["budget"]
    assert any("nothing is left to play" in line for line in said)
    same, _ = swept(tmp_path, clock, effort=first["budget"]["factor"])
    assert clock.games == games
    assert same["budget"] == {"minutes": None, "factor": first["budget"]["factor"]}
    with pytest.raises(
        RunFolderError, match=r"another configuration's run; it differs in policy_pairs\[0\]\.games"
    ):
        swept(tmp_path, clock, 3)


def stop_at(games: int, clock: Clock) -> Callable[[Progress], None]:
    def tell(_: Progress) -> None:
        if clock.games > games:
            raise KeyboardInterrupt

    return tell


@pytest.mark.parametrize("games", [20, 3000])
def test_an_interrupted_run_goes_on_and_plays_what_is_missing(
    tmp_path: Path, clock: Clock, games: int
) -> None:
    with pytest.raises(KeyboardInterrupt):
        swept(tmp_path / "cut", clock, 2, tell=stop_at(games, clock))
    had = clock.games
    manifest, said = swept(tmp_path / "cut", clock, 2)
    assert any(line.startswith("going on with an interrupted run") for line in said)
    factor = manifest["budget"]["factor"]
    # bids may be chosen otherwise, and a chunk that was being played is lost
    tallies = int(pl.read_parquet(tmp_path / "cut" / "tallies.parquet")["games"].sum())
    assert clock.games <= 1.1 * (tallies + manifest_compared(factor)) + 200
    assert clock.games > had
    swept(tmp_path / "whole", clock, effort=factor)
    assert files(tmp_path / "cut") == files(tmp_path / "whole")


def manifest_compared(factor: float) -> int:
    """Return the games of the comparison: six pairs in two weathers."""
    return 12 * max(1, round(40 * factor))


@pytest.mark.slow
def test_an_interrupted_run_goes_on_with_a_factor_or_without_any(tmp_path: Path, clock: Clock) -> None:
    for name, how in {"factor": {"effort": 0.25}, "all": {}}.items():
        with pytest.raises(KeyboardInterrupt):
            swept(tmp_path / name, clock, 2, tell=stop_at(clock.games + 3000, clock))
        manifest, said = swept(tmp_path / name, clock, **how)
        assert any(line.startswith("going on with an interrupted run") for line in said)
        factor = manifest.get("budget", {}).get("factor")
        swept(tmp_path / f"{name} whole", clock, effort=factor)
        assert files(tmp_path / name) == files(tmp_path / f"{name} whole")


def test_a_pass_that_would_last_too_long_is_given_up_for_the_answer_before_it(
    tmp_path: Path, clock: Clock
) -> None:
    def tell(report: Progress) -> None:
        clock.slower = 30.0 if clock.games > 4000 else 1.0

    begun = clock.now
    manifest, said = swept(tmp_path, clock, 2, tell=tell)
    assert any(line.startswith("they do not fit") for line in said)
    # the page, too, is drawn thirty times more slowly than what was measured
    assert clock.now - begun <= 60 * 2 + 10 + 30 * PAGE
    clock.slower = 1.0
    swept(tmp_path / "again", clock, effort=manifest["budget"]["factor"])
    assert files(tmp_path) == files(tmp_path / "again")


def test_a_time_too_short_for_a_game_of_each_cell_is_told_and_what_was_played_is_kept(
    tmp_path: Path, clock: Clock
) -> None:
    clock.slower = 60.0
    with pytest.raises(
        BalanceError, match=r"^0\.1 minutes do not suffice: time was up before each cell had a game"
    ):
        swept(tmp_path, clock, 0.1, chunk_games=1)
    assert not any((tmp_path / name).exists() for name in RESULTS)
    clock.slower = 1.0
    _, said = swept(tmp_path, clock, 1)
    assert any(line.startswith("going on with an interrupted run") for line in said)


def test_a_page_that_takes_longer_than_the_time_is_told(tmp_path: Path, clock: Clock) -> None:
    manifest, said = swept(
        tmp_path, clock, 0.1
    )  # six seconds: games of 1.6 and a page of 4, and half as much again
    assert manifest["budget"]["factor"] == smallest(COINS, CoinSystem(COINS))
    assert len([line for line in said if line.startswith("playing")]) == 0
    clock.slower = 3.0
    manifest, said = swept(tmp_path / "slow", clock, 0.1)
    assert any(line.startswith("0.1 minutes do not suffice: one game of each cell") for line in said)


def test_the_smallest_factor_is_one_game_of_each_cell() -> None:
    assert smallest(COINS, CoinSystem(COINS)) == 0.0002
    assert {pair.games for pair in COINS.scaled(0.0002).policy_pairs} == {1}


@pytest.mark.slow
def test_with_a_precision_the_run_ends_when_it_is_reached(tmp_path: Path, clock: Clock) -> None:
    coins = COINS.model_copy(update={"precision": Precision(points=5.0)})
    begun = clock.now
    manifest, _ = swept(tmp_path / "timed", clock, 60, coins)
    assert clock.now - begun < 20 * 60
    assert manifest["budget"] == {"minutes": 60, "factor": 1.0}
    told = json.loads((tmp_path / "timed" / "summary.json").read_text())
    assert all(pair["share"]["high"] - pair["share"]["low"] <= 0.1 for pair in told["pairs"])
    swept(tmp_path / "plain", clock, coins=coins)
    assert files(tmp_path / "timed") == files(tmp_path / "plain")


@pytest.mark.slow
def test_a_precision_that_does_not_fit_is_missed_and_it_is_said_once(tmp_path: Path, clock: Clock) -> None:
    coins = COINS.model_copy(update={"precision": Precision(points=1.0)})
    manifest, said = swept(tmp_path, clock, 2, coins)
    factor = manifest["budget"]["factor"]
    most = round(6 * 9604 * factor)
    assert manifest["configuration"]["precision"] == {"points": 1.0, "max_games": most}
    played = pl.read_parquet(tmp_path / "tallies.parquet")
    own = played.filter((pl.col("north_policy") == "left") & (pl.col("bid") == 0))
    assert own["games"].sum() <= most
    assert len([line for line in said if "not reached" in line]) == 1


def test_the_sentence_says_what_part_was_played_and_how_to_play_it_again() -> None:
    def words(factor: float, *shares: float | None) -> str:
        pairs = [{"set_share": share} for share in shares]
        configured = {"policy_pairs": pairs}
        return effort_sentence({"budget": {"minutes": 1, "factor": factor}, "configuration": configured})

    assert (
        words(0.345) == "Played: 34.5% of the configured games, at least one of each cell (--effort 0.345)."
    )
    assert words(1.0, None) == "Played: all configured games (--effort 1)."
    assert words(12.9) == "Played: 12.9 times the configured games (--effort 12.9)."
    assert words(0.0025, None, 0.25) == (
        "Played: 0.25% of the configured games, at least one of each cell, each on about 25% of the layouts of a set "
        "(--effort 0.0025)."
    )
    assert effort_sentence({"configuration": {}}) == ""


def test_page_terminal_and_json_say_it(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    coins = COINS.model_copy(update={"auction": None, "comparisons": None})
    done = road.run_sweep(coins, lambda: (CoinSystem(coins), {}), tmp_path, effort=0.01)
    sentence = "Played: 1% of the configured games, at least one of each cell (--effort 0.01)."
    assert done.effort == sentence
    assert done.brief()["budget"] == {"minutes": None, "factor": 0.01}
    shown = done.report.read_text()
    assert sentence in shown
    assert "balance sweep CONFIGURATION.yaml --seed 1 --effort 0.01" in shown


@pytest.mark.parametrize("told", [{}, {"minutes": 1, "factor": "x"}, {"minutes": -1, "factor": 0.5}, 3])
def test_a_manifest_whose_budget_was_damaged_is_refused(tmp_path: Path, clock: Clock, told: Any) -> None:
    manifest, _ = swept(tmp_path, clock, effort=0.01)
    (tmp_path / "manifest.json").write_text(json.dumps({**manifest, "budget": told}))
    with pytest.raises(RunFolderError, match=r"manifest\.json is damaged: budget"):
        road.rebuild_report(tmp_path)


@pytest.mark.parametrize("noted", [{"factor": "x"}, {"factor": 0.1, "seconds": [[1]]}, "x"])
def test_notes_that_were_damaged_only_cost_time(tmp_path: Path, clock: Clock, noted: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        swept(tmp_path, clock, 0.5, tell=stop_at(300, clock))
    file = tmp_path / "chunks" / "run.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "noted": noted}))
    manifest, _ = swept(tmp_path, clock, 0.5)
    assert manifest["budget"]["factor"] > smallest(COINS, CoinSystem(COINS))


def test_both_a_time_and_a_factor_are_refused() -> None:
    result = CliRunner().invoke(cli, ["sweep", "x.yaml", "--minutes", "1", "--effort", "0.5"])
    assert result.exit_code == 2
    assert "expected --minutes or --effort, not both" in str(result.exception) + result.output
