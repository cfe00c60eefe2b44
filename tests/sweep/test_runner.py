"""Games are counted the same however they are cut into chunks and spread over threads."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest

from balance.engine.system import Cell, CellTally
from balance.errors import BalanceError
from balance.sweep.design import first_stage, second_stage
from balance.sweep.runner import Chunk, Progress, play
from balance.sweep.store import tally_frame
from tests.sweep.coins import Bids, CoinSystem, Pair, configuration

COINS = configuration()


def played(**how: object) -> dict[Cell, CellTally]:
    system = CoinSystem(COINS)
    options: dict[str, object] = {"jobs": 1, **how}
    return play(system, {}, first_stage(COINS, system), **options)  # type: ignore[arg-type]


def same(one: dict[Cell, CellTally], other: dict[Cell, CellTally]) -> bool:
    columns = CoinSystem.columns
    return tally_frame(one.values(), columns).equals(tally_frame(other.values(), columns))


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("chunk_games", [None, 1, 7, 60, 1000])
def test_tallies_do_not_depend_on_jobs_or_the_size_of_chunks(jobs: int, chunk_games: int | None) -> None:
    assert same(played(), played(jobs=jobs, chunk_games=chunk_games))


def test_every_planned_game_is_counted_once() -> None:
    for plan in first_stage(COINS, CoinSystem(COINS)):
        tally = played(chunk_games=7)[plan.cell]
        assert tally.games == plan.games == tally.margin_counts.sum()
        direct = CoinSystem(COINS).margins(plan.cell, 0, plan.games)
        assert tally.wins == (direct >= 0).sum()


def test_small_cells_share_a_chunk_and_large_ones_are_cut() -> None:
    system = CoinSystem(COINS)
    play(system, {}, first_stage(COINS, system), jobs=1, chunk_games=100)
    assert system.calls.count((3, 25)) == 2  # six cells of 25 games, and four would fit
    system = CoinSystem(COINS)
    play(system, {}, first_stage(COINS, system), jobs=1, chunk_games=40)
    assert {games for _, games in system.calls} == {40, 20, 25}


def test_finished_chunks_are_not_played_again() -> None:
    chunks: list[tuple[int, CellTally]] = []

    def keep(chunk: Chunk, tallies: Sequence[CellTally]) -> None:
        chunks.extend((chunk.first_game, tally) for tally in tallies)

    whole = played(chunk_games=7, keep=keep)
    system = CoinSystem(COINS)
    again = play(system, {}, first_stage(COINS, system), jobs=1, chunk_games=11, finished=chunks[::2])
    assert same(whole, again)
    games = sum(tally.games for tally in whole.values())
    assert sum(c * n for c, n in system.calls) == games - sum(t.games for _, t in chunks[::2])


def test_a_run_that_is_all_there_plays_nothing() -> None:
    whole = played()
    system = CoinSystem(COINS)
    finished = [(0, tally) for tally in whole.values()]
    assert same(whole, play(system, {}, first_stage(COINS, system), jobs=2, finished=finished))
    assert system.calls == []


def test_chunks_that_are_not_planned_or_overlap_are_left_out() -> None:
    whole = played()
    cell = next(iter(whole))
    twice = [(0, whole[cell]), (0, whole[cell]), (30, whole[cell])]
    stranger = CoinSystem(COINS).play([Cell(("ducat", "florin"), "calm", ("left", "left"), 5)], {}, 0, 9)
    assert same(whole, played(finished=[*twice, (0, stranger[0])]))


def test_progress_starts_at_what_is_there_and_ends_at_everything() -> None:
    told: list[Progress] = []
    whole = played(chunk_games=7, tell=told.append)
    games = sum(tally.games for tally in whole.values())
    assert (told[0].games_done, told[0].cells_done, told[0].seconds_left) == (0, 0, None)
    assert (told[-1].games_done, told[-1].cells_done, told[-1].seconds_left) == (games, len(whole), 0)
    assert [p.games_done for p in told] == sorted(p.games_done for p in told)
    assert {p.games for p in told} == {games}


def test_stage_one_has_every_ordered_pair_on_the_layouts_of_each_policy_pair() -> None:
    planned = first_stage(COINS, CoinSystem(COINS))
    coins = ["ducat", "florin", "guilder"]
    head = [p for p in planned if p.cell.policies == ("left", "left")]
    assert {(p.cell.contestants, p.cell.setting) for p in head} == {
        (pair, weather) for pair in permutations(coins, 2) for weather in ("calm", "storm")
    }
    mixed = [p for p in planned if p.cell.policies == ("left", "right")]
    assert [(p.cell.contestants, p.cell.setting, p.games) for p in mixed] == [
        (pair, "calm", 25) for pair in permutations(coins, 2)
    ]
    assert all(p.cell.bid == 0 and p.stage == 1 for p in planned)


def test_the_auction_adds_its_own_cells_at_bid_0_where_no_policy_pair_has_them() -> None:
    coins = configuration(auction=Bids(north="right", south="right", games=4, bids=(1,)))
    planned = first_stage(coins, CoinSystem(coins))
    assert [p.games for p in planned if p.cell.policies == ("right", "right")] == [4] * 12


def test_a_cell_named_twice_gets_the_larger_number_of_games() -> None:
    twice = (Pair(north="left", south="left", games=9), Pair(north="left", south="left", games=5))
    coins = configuration(policy_pairs=twice, auction=None)
    planned = first_stage(coins, CoinSystem(coins))
    assert len(planned) == 12
    assert {p.games for p in planned} == {9}


def test_bids_go_to_the_trailing_side_only() -> None:
    planned = second_stage(COINS, CoinSystem(COINS), {("ducat", "florin"): 0, ("florin", "ducat"): 1})
    assert {(p.cell.contestants, p.cell.bid) for p in planned} == {
        (("ducat", "florin"), 1),
        (("ducat", "florin"), 3),
        (("florin", "ducat"), -1),
        (("florin", "ducat"), -3),
    }
    assert {(p.games, p.stage, p.cell.policies) for p in planned} == {(20, 2, ("left", "left"))}


def test_bids_go_to_both_sides_where_only_the_court_is_auctioned() -> None:
    coins = configuration(side="court_only")
    planned = second_stage(coins, CoinSystem(coins), {})
    assert len(planned) == 6 * 2 * 4
    assert {p.cell.bid for p in planned} == {1, 3, -1, -3}


def test_without_an_auction_there_is_no_second_stage() -> None:
    coins = configuration(auction=None)
    assert second_stage(coins, CoinSystem(coins), {("ducat", "florin"): 0}) == []


@pytest.mark.parametrize("bid", [0, 10])
def test_a_bid_that_the_rules_do_not_admit_is_refused_before_anything_is_played(bid: int) -> None:
    coins = configuration(auction=Bids(north="left", south="left", games=4, bids=(1, bid)))
    with pytest.raises(BalanceError, match=rf"expected whole cubes from 1 to 9; got {bid}$"):
        first_stage(coins, CoinSystem(coins))
