"""Paired play: the same decks, nothing played that cannot differ, counts that do not depend on threads."""

from __future__ import annotations

from itertools import permutations
from typing import cast

import numpy as np
import pytest

from balance.config.pacts import Configuration, variants
from balance.engine.system import Cell, GameRows
from balance.loading import engine_of
from balance.sweep.paired import SHARES, TIED, Wanted, changes, play_paired, results
from balance.sweep.runner import Progress
from tests.sensitivity.counting import Counting
from tests.sensitivity.planted import FACTIONS, POLICIES
from tests.support import shipped, with_rulings
from tests.sweep.coins import CoinSystem, configuration

BASE = CoinSystem(configuration())
HEAVY = CoinSystem(configuration(factions={**FACTIONS, "florin": 8}))
WINDY = CoinSystem(configuration(layouts={"calm": -4, "storm": 1}))
PLANNER = pytest.param("planner", 2, marks=pytest.mark.slow)
CELLS = [Cell(pair, "calm", ("left", "left")) for pair in permutations(FACTIONS, 2)]


def wanted(games: int, *, first: int = 0) -> list[Wanted]:
    """Return as many games of each cell for the base and both arms, as far as the rules differ."""
    marked = [changes(BASE, arm, CELLS) for arm in (HEAVY, WINDY)]
    return [
        Wanted(cell, first, games, tuple(games * int(flags[n]) for flags in marked))
        for n, cell in enumerate(CELLS)
    ]


def test_a_result_is_a_share_and_whether_the_scores_were_equal() -> None:
    margins = np.array([-3, 0, 4, 0, 0], np.int16)
    rows = GameRows(CELLS[0], 0, margins, np.array([0.0, 0.0, 1.0, 1.0, 0.5]), {})
    codes = results(rows)
    assert SHARES[codes].tolist() == [0.0, 0.0, 1.0, 1.0, 0.5]
    assert TIED[codes].tolist() == [0.0, 1.0, 0.0, 1.0, 1.0]


def test_only_cells_whose_rules_differ_are_changed() -> None:
    with_florin = [("florin" in cell.contestants) for cell in CELLS]
    assert changes(BASE, HEAVY, CELLS).tolist() == with_florin
    assert changes(BASE, WINDY, CELLS).all()
    assert not changes(BASE, CoinSystem(configuration(side="court_only")), CELLS).any()
    two = CoinSystem(configuration(factions={"ducat": 0, "guilder": 50}))
    assert changes(BASE, two, CELLS).tolist() == [("florin" not in cell.contestants) for cell in CELLS]


def test_counts_are_those_of_the_single_games() -> None:
    found = play_paired(BASE, [HEAVY, WINDY], POLICIES, wanted(70, first=30))
    for arm, system in enumerate((HEAVY, WINDY)):
        for place, cell in enumerate(CELLS):
            old, new = BASE.margins(cell, 30, 70), system.margins(cell, 30, 70)
            if arm == 0 and "florin" not in cell.contestants:
                assert found.joint[arm, place].sum() == 0
                assert found.margins[arm, place].tolist() == [0, 0]
                continue
            joint = found.joint[arm, place]
            assert joint.sum() == 70
            assert joint[SHARES == 1].sum() == (old >= 0).sum()
            assert joint[:, SHARES == 1].sum() == (new >= 0).sum()
            assert joint[TIED == 1].sum() == (old == 0).sum()
            assert joint[SHARES == 0][:, SHARES == 1].sum() == ((old < 0) & (new >= 0)).sum()
            assert found.margins[arm, place].tolist() == [(new - old).sum(), ((new - old) ** 2).sum()]
    assert found.base.sum(axis=1).tolist() == [70] * len(CELLS)


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 64), (3, 64), (3, 1000)])
def test_the_counts_do_not_depend_on_threads_or_chunks(jobs: int, chunk: int) -> None:
    one = play_paired(BASE, [HEAVY, WINDY], POLICIES, wanted(300))
    other = play_paired(BASE, [HEAVY, WINDY], POLICIES, wanted(300), jobs=jobs, chunk_games=chunk)
    for name in ("base", "joint", "margins"):
        assert np.array_equal(getattr(one, name), getattr(other, name))


def test_parts_add_up_to_the_whole_and_other_cells_are_refused() -> None:
    parts = play_paired(BASE, [HEAVY, WINDY], POLICIES, wanted(40)) + play_paired(
        BASE, [HEAVY, WINDY], POLICIES, wanted(60, first=40)
    )
    whole = play_paired(BASE, [HEAVY, WINDY], POLICIES, wanted(100))
    assert np.array_equal(parts.joint, whole.joint)
    with pytest.raises(ValueError, match="other cells"):
        _ = whole + play_paired(BASE, [HEAVY, WINDY], POLICIES, wanted(10)[:1])


def test_the_base_plays_each_game_once_and_arms_play_nothing_that_cannot_differ() -> None:
    coins = (BASE._coins, HEAVY._coins, WINDY._coins)
    base, heavy, windy = (Counting(cast("Configuration", each)) for each in coins)
    play_paired(base, [heavy, windy], POLICIES, wanted(150), chunk_games=64)
    assert sorted(base.asked) == sorted((cell.name, n) for cell in CELLS for n in range(150))
    assert {name for name, _ in heavy.asked} == {cell.name for cell in CELLS if "florin" in cell.contestants}
    assert len(windy.asked) == 150 * len(CELLS)


def test_progress_ends_with_all_games() -> None:
    told: list[Progress] = []
    play_paired(BASE, [HEAVY, WINDY], POLICIES, wanted(50), stage=2, tell=told.append)
    assert (told[0].games_done, told[0].seconds_left) == (0, None)
    assert (told[-1].games_done, told[-1].cells_done, told[-1].stage) == (told[-1].games, len(CELLS), 2)
    assert told[-1].games == 50 * (len(CELLS) + 4 + len(CELLS))


@pytest.mark.compiled
def test_a_player_blind_to_the_tie_break_loses_exactly_the_ties() -> None:
    base, policies = engine_of(shipped(), ["random"], say=lambda _: None)
    arm, _ = engine_of(with_rulings(shipped(), tie_break="unseelie"), ["random"], say=lambda _: None)
    cell = Cell(("dragons", "kelpies"), "standard", ("random", "random"))
    assert changes(base, arm, [cell]).tolist() == [True]
    found = play_paired(base, [arm], policies, [Wanted(cell, 0, 2000, (2000,))])
    joint = found.joint[0, 0]
    tied = (SHARES == 1) & (TIED == 1), (SHARES == 0) & (TIED == 1)
    assert joint[tied[0]][:, tied[1]].sum() == joint[TIED == 1].sum() > 0
    assert joint[TIED == 0].sum() == np.diag(joint).sum()
    assert found.margins[0, 0].tolist() == [0, 0]


def pairs_changed(ruling: str, option: str, bid: int = 0) -> set[tuple[str, ...]]:
    """Return the pairs of the shipped factions whose rules a ruling changes."""
    base, _ = engine_of(shipped(), [], say=lambda _: None)
    arm, _ = engine_of(with_rulings(shipped(), **{ruling: option}), [], say=lambda _: None)
    cells = [
        Cell(pair, "standard", ("random", "random"), bid) for pair in permutations(shipped().factions, 2)
    ]
    return {
        cell.contestants for cell, differs in zip(cells, changes(base, arm, cells), strict=True) if differs
    }


WITH = {  # docs/rules.md: the factions that a ruling speaks of; both of them have to meet where it says so
    ("removal_colour", "opposing"): {"banshees", "sluagh", "changelings"},
    ("fir_bolg_spawn", "one_empty_region"): {"fir bolg"},
    ("cu_sidhe_first", "empty"): {"cu sidhe"},
    ("selkie_copy", "any_this_round"): {"selkies"},
    ("kelpies_active_wild", "wild"): {"kelpies"},
    ("automatic_passives", "may_decline"): {"banshees", "cu sidhe", "fir bolg"},
}


@pytest.mark.parametrize(("ruling", "option"), WITH)
def test_pairs_without_the_factions_that_a_ruling_speaks_of_keep_their_rules(
    ruling: str, option: str
) -> None:
    expected = {pair for pair in permutations(shipped().factions, 2) if WITH[ruling, option] & set(pair)}
    assert pairs_changed(ruling, option) == expected


def test_a_tile_is_missing_from_a_swap_only_where_fomorians_meet_cu_sidhe() -> None:
    both = {("cu sidhe", "fomorians"), ("fomorians", "cu sidhe")}
    assert pairs_changed("removed_tile_swaps", "as_zero") == both


@pytest.mark.parametrize(
    ("ruling", "option"),
    [
        ("auction_side", "court_only"),
        ("auction_bids", "raise_by_one"),
        ("auction_timing", "before_setup"),
        ("faction_pool", "eight_boxed"),
    ],
)
def test_rulings_about_bids_and_the_pool_change_no_game_at_bid_0(ruling: str, option: str) -> None:
    assert pairs_changed(ruling, option) == set()
    assert len(pairs_changed("auction_timing", "before_setup", bid=2)) == 72


@pytest.mark.compiled
@pytest.mark.parametrize(("policy", "games"), [("random", 30), ("greedy", 8), PLANNER])
def test_pairs_whose_rules_are_said_to_be_the_same_play_the_same_games(policy: str, games: int) -> None:
    base, policies = engine_of(shipped(), [policy], say=lambda _: None)
    cells = [Cell(pair, "standard", (policy, policy)) for pair in permutations(shipped().factions, 2)]
    old = base.games(cells, policies, 0, games)
    compared = 0
    for variant in variants(shipped()):
        if variant.kind != "ruling" or variant.what in {"faction_pool", "auction_side", "auction_bids"}:
            continue  # these do not reach the record at all
        arm, _ = engine_of(variant.configuration, [], say=lambda _: None)
        same = [n for n, differs in enumerate(changes(base, arm, cells)) if not differs]
        for n, new in zip(same, arm.games([cells[n] for n in same], policies, 0, games), strict=True):
            compared += 1
            assert np.array_equal(new.margins, old[n].margins), (variant.name, cells[n])
            assert np.array_equal(new.facts["margin_after_round_3"], old[n].facts["margin_after_round_3"])
    assert compared > 500
