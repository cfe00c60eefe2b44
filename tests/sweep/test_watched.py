"""Games to watch: which games stand for a pairing, on coins, whose margins are known without playing."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from balance import road
from balance.engine.system import Cell, CellTally
from balance.errors import RunFolderError
from balance.sweep.files import digest
from balance.sweep.store import parquet_bytes, tally_frame
from balance.sweep.watched import MOST_PAIRS, choose, games_frame, games_schema, read_games, record_of
from tests.sweep.coins import CoinSystem, configuration
from tests.sweep.test_road import COINS

POLICIES = ("left", "left")
GAMES = 30


class Shown(CoinSystem):
    """Coins whose games can be watched."""

    def can_be_watched(self) -> bool:
        return True


def chosen(system: CoinSystem, cells: list[Cell], *, jobs: int = 1) -> pl.DataFrame:
    tallies = tally_frame(system.play(cells, {}, 0, GAMES), system.columns)
    return games_frame(system, {}, tallies, POLICIES, shared_ties=False, jobs=jobs)


def picked(
    margins: list[int], shares: list[float], *, mean: float = 0.0, trailing: int | None = 1
) -> dict[str, int]:
    return choose(np.array(margins), np.array(shares), mean=mean, trailing=trailing)


def test_the_typical_game_is_nearest_the_mean_the_close_one_nearest_level_the_upset_won_by_most() -> None:
    margins, shares = [12, -1, 6, -9, 5, -3], [1.0, 0.0, 1.0, 0.0, 1.0, 0.0]
    assert picked(margins, shares, mean=5.6, trailing=1) == {"upset": 3, "close": 1, "typical": 2}
    assert picked(margins, shares, mean=5.6, trailing=0) == {"upset": 0, "close": 1, "typical": 2}
    assert picked(margins, shares, mean=5.6, trailing=None) == {"close": 1, "typical": 2}


def test_the_first_of_equals_is_taken() -> None:
    assert picked([4, 4, -2, 2, -6, -6], [1, 1, 0, 1, 0, 0], mean=4.0) == {
        "upset": 4,
        "close": 2,
        "typical": 0,
    }


def test_a_level_game_is_the_closest_and_an_upset_only_for_the_seat_that_it_went_to() -> None:
    assert picked([3, 0, 8], [1.0, 1.0, 1.0], mean=8.0, trailing=1) == {"close": 1, "typical": 2}
    assert picked([3, 0, 8], [1.0, 0.0, 1.0], mean=8.0, trailing=1) == {"upset": 1, "close": 0, "typical": 2}
    assert picked([3, 0, 8], [1.0, 0.5, 1.0], mean=8.0, trailing=1) == {"close": 1, "typical": 2}


def test_no_game_is_chosen_twice_and_few_games_give_few() -> None:
    assert picked([2], [1.0], mean=2.0, trailing=1) == {"close": 0}
    assert picked([2, -2], [1.0, 0.0], mean=2.0, trailing=1) == {"upset": 1, "close": 0}
    assert picked([], []) == {}


def test_games_come_from_the_first_of_each_setting_by_the_pairings_own_mean() -> None:
    system = Shown(COINS)
    settings = list(system.settings())
    pairs = [(a, b) for a in system.contestants() for b in system.contestants() if a != b]
    frame = chosen(system, [Cell(pair, setting, POLICIES) for pair in pairs for setting in settings])
    assert frame.height > 2 * len(pairs)
    each = 24 // len(settings)
    for pair in pairs:
        cells = [Cell(pair, setting, POLICIES) for setting in sorted(settings)]
        every = np.concatenate([system.margins(cell, 0, GAMES) for cell in cells])
        trailing = "north" if (every >= 0).mean() < 0.5 else "south"
        games = [
            (int(margin), cell.setting, game)
            for cell in cells
            for game, margin in enumerate(system.margins(cell, 0, each))
        ]
        own = frame.filter(north=pair[0], south=pair[1])
        found = {row["reason"]: (row["margin"], row["weather"], row["game"]) for row in own.to_dicts()}
        assert set(found.values()) <= set(games)
        assert len(set(found.values())) == len(found)
        upsets = [game for game in games if (game[0] >= 0) == (trailing == "north")]
        assert ("upset" in found) == bool(upsets)
        if upsets:
            assert abs(found["upset"][0]) == max(abs(margin) for margin, _, _ in upsets)
        left = [game for game in games if game != found.get("upset")]
        assert abs(found["close"][0]) == min(abs(margin) for margin, _, _ in left)
        left.remove(found["close"])
        distance = [abs(margin - every.mean()) for margin, _, _ in left]
        assert abs(found["typical"][0] - every.mean()) == pytest.approx(min(distance))
        for row in own.to_dicts():
            cell = Cell(pair, row["weather"], POLICIES)
            assert record_of(row) == system.record(cell, {}, row["game"])
            assert row["winner"] == ("north" if row["margin"] >= 0 else "south")


def test_other_policies_bids_and_mirrors_are_not_chosen_from_and_threads_decide_nothing() -> None:
    system = Shown(COINS)
    first, second = list(system.contestants())[:2]
    setting = next(iter(system.settings()))
    own = Cell((first, second), setting, POLICIES)
    others = [
        Cell((first, second), setting, ("right", "left")),
        Cell((first, second), setting, POLICIES, 2),
        Cell((first, first), setting, POLICIES),
    ]
    assert chosen(system, [own, *others], jobs=3).equals(chosen(system, [own]))
    assert chosen(system, others).is_empty()
    assert chosen(CoinSystem(COINS), [own]).is_empty()


@pytest.mark.parametrize(("shared_ties", "upsets"), [(True, 0), (False, 1)])
def test_shared_ties_count_half_in_who_wins_fewer_games(shared_ties: bool, upsets: int) -> None:
    system = Shown(COINS)
    cell = Cell(
        ("ducat", "florin"), "calm", POLICIES
    )  # 10 won, 10 level: a half with shared ties, else a third
    tally = CellTally(cell, 30, 10, 10, -1, np.array([10, 10, 10]))
    tallies = tally_frame([tally], system.columns)
    frame = games_frame(system, {}, tallies, POLICIES, shared_ties=shared_ties)
    assert frame.filter(reason="upset").height == upsets


def test_of_many_pairings_those_farthest_from_even_get_games() -> None:
    coins = {f"coin {number:02}": number for number in range(12)}  # 132 pairings, skill 0 to 11
    system = Shown(configuration(factions=coins))
    setting = next(iter(system.settings()))
    frame = chosen(system, [Cell((a, b), setting, POLICIES) for a in coins for b in coins if a != b])
    pairs = set(frame.select("north", "south").unique().rows())
    assert len(pairs) == MOST_PAIRS
    assert {("coin 00", "coin 11"), ("coin 11", "coin 00"), ("coin 01", "coin 11")} <= pairs
    share = {
        (a, b): abs(float((system.margins(Cell((a, b), setting, POLICIES), 0, GAMES) >= 0).mean()) - 0.5)
        for a in coins
        for b in coins
        if a != b
    }
    assert min(share[pair] for pair in pairs) >= max(far for pair, far in share.items() if pair not in pairs)


def test_unknown_reasons_are_a_damaged_file(tmp_path: Path) -> None:
    system = Shown(COINS)
    pair = tuple(list(system.contestants())[:2])
    frame = chosen(system, [Cell(pair, next(iter(system.settings())), POLICIES)])
    data = parquet_bytes(frame)
    (tmp_path / "games.parquet").write_bytes(data)
    read = read_games(tmp_path / "games.parquet", system.columns, sha256=digest(data))
    assert read.schema == games_schema(system.columns)
    assert read.equals(frame)
    data = parquet_bytes(frame.with_columns(reason=pl.lit("odd")))
    (tmp_path / "games.parquet").write_bytes(data)
    with pytest.raises(
        RunFolderError, match=r"games.parquet is damaged: reasons other than typical, close, upset$"
    ):
        read_games(tmp_path / "games.parquet", system.columns, sha256=digest(data))


def test_a_run_from_before_there_were_games_to_watch_is_read(tmp_path: Path) -> None:
    road.run_sweep(COINS, lambda: (CoinSystem(COINS), {}), tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    del manifest["files"]["games.parquet"]
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    (tmp_path / "games.parquet").unlink()
    road.rebuild_report(tmp_path)
    assert json.loads((tmp_path / "summary.json").read_text())["watched"] == []


@pytest.mark.parametrize("name", ["games", "games/left-v-right-close.html"])
def test_what_stands_where_pages_go_is_never_replaced(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    with pytest.raises(RunFolderError, match=r"name another folder with --out$"):
        road.run_sweep(COINS, lambda: (CoinSystem(COINS), {}), tmp_path)
    assert path.read_text() == "mine"
