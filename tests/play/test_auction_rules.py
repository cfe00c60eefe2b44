"""The auction's bidding, from Variant 2 of the rulebook and the two rulings on it."""

from __future__ import annotations

from typing import Any

import pytest

from balance.engine.pacts.auction import Auction, opener
from balance.errors import IllegalActionError

SIDES = {"first": "seelie", "second": "unseelie"}
FACTIONS = {"seelie": "dragons", "unseelie": "kelpies"}


def auction(largest: int = 28, **rulings: str) -> Auction:
    return Auction(SIDES, FACTIONS, largest=largest, **rulings)


def bid(table: Auction, *decisions: Any) -> Auction:
    for decision in decisions:
        table.apply(decision)
    return table


def test_bidding_starts_at_one_and_any_higher_number_up_to_the_supply_follows() -> None:
    table = auction(largest=5)
    assert table.to_move == "first"
    assert table.legal() == (1, 2, 3, 4, 5, None)
    bid(table, 3)
    assert table.to_move == "second"
    assert table.legal() == (4, 5, None)


def test_bids_are_made_in_turns() -> None:
    table = auction()
    movers = []
    for cubes in (1, 2, 5, 6):
        movers.append(table.to_move)
        bid(table, cubes)
    assert movers == ["first", "second", "first", "second"]


def test_a_raise_by_one_is_exactly_one() -> None:
    table = auction(bids="raise_by_one")
    assert table.legal() == (1, None)
    assert bid(table, 1).legal() == (2, None)


def test_after_the_largest_bid_only_a_pass_is_left() -> None:
    for rule in ("any_higher", "raise_by_one"):
        table = auction(largest=2, bids=rule)
        assert bid(table, 1, 2).legal() == (None,)


def test_the_last_unchallenged_bidder_chooses_the_side_and_the_other_gets_the_cubes() -> None:
    table = bid(auction(), 1, 4, None)
    assert (table.winner, table.to_move, table.legal()) == ("second", "second", ("seelie", "unseelie"))
    result = bid(table, "seelie").result()
    assert result.sides == {"first": "unseelie", "second": "seelie"}
    assert (result.cubes, result.to, result.chosen) == (4, "unseelie", "seelie")
    assert result.signed == -4


def test_cubes_to_seelie_are_positive() -> None:
    assert bid(auction(), 2, None, "unseelie").result().signed == 2


def test_court_and_faction_go_together() -> None:
    result = bid(auction(), 1, None, "unseelie").result()
    assert result.sides == {"first": "unseelie", "second": "seelie"}
    assert result.factions == {"seelie": "dragons", "unseelie": "kelpies"}


def test_with_the_court_only_each_player_keeps_the_own_faction() -> None:
    result = bid(auction(side="court_only"), 1, None, "unseelie").result()
    assert result.sides["first"] == "unseelie"
    assert result.factions == {"unseelie": "dragons", "seelie": "kelpies"}  # the first player held dragons
    stays = bid(auction(side="court_only"), 1, None, "seelie").result()
    assert stays.factions == FACTIONS


def test_no_bid_leaves_sides_and_factions_as_they_are() -> None:
    table = bid(auction(), None)
    assert (table.phase, table.winner, table.to_move, table.legal()) == ("over", None, None, ())
    result = table.result()
    assert (result.sides, result.factions, result.cubes, result.to) == (SIDES, FACTIONS, 0, None)
    assert result.record() is None


def test_the_record_names_bids_cubes_and_sides() -> None:
    assert bid(auction(), 1, 3, None, "unseelie").result().record() == {
        "cubes": 3,
        "to": "seelie",
        "bids": [
            {"player": "first", "bid": 1},
            {"player": "second", "bid": 3},
            {"player": "first", "bid": None},
        ],
        "chosen": "unseelie",
    }


@pytest.mark.parametrize("wrong", [0, -1, 29, 2.5, 3.0, True, "seelie", "pass"])
def test_what_is_no_bid_is_refused_and_changes_nothing(wrong: Any) -> None:
    table = auction()
    with pytest.raises(IllegalActionError, match="first to decide"):
        table.apply(wrong)
    assert table.bids == []


def test_a_bid_not_above_the_standing_one_is_refused() -> None:
    table = bid(auction(), 3)
    for cubes in (1, 3):
        with pytest.raises(IllegalActionError, match="second to decide"):
            table.apply(cubes)


def test_no_result_before_the_end() -> None:
    with pytest.raises(IllegalActionError, match="not over"):
        bid(auction(), 1, None).result()


def test_nothing_can_be_done_once_it_is_over() -> None:
    with pytest.raises(IllegalActionError, match="nobody to decide"):
        bid(auction(), None, 1)


def test_the_opener_is_fixed_by_the_seed_and_either_side_opens_about_half_the_time() -> None:
    openers = [opener(seed) for seed in range(400)]
    assert openers == [opener(seed) for seed in range(400)]
    assert 150 < openers.count("seelie") < 250  # five standard deviations of a fair coin
