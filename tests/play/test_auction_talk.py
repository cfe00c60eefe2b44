"""The draft and the auction at the table: what is asked, how the computer bids, who ends up where."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from balance.engine.pacts.auction import Auction, opener
from balance.engine.system import Cell
from balance.errors import BalanceError
from balance.play.bidding import Bidder
from balance.play.draft import better, offers
from tests.play.scripted import engine, sit
from tests.support import shipped, with_rulings

SIDES = ("seelie", "unseelie")
SEED = {side: next(seed for seed in range(100) if opener(seed) == side) for side in SIDES}  # who opens


class Known(Bidder):
    """A computer that knows how often a player wins on a side: the first with dragons always but for 10 % a cube."""

    def __init__(self, auction: Auction, seelie: float) -> None:
        self._auction, self._seelie = auction, seelie

    def share(self, player: str, side: str, cubes: int) -> float:
        won = self._seelie if side == "seelie" else 1 - self._seelie
        return won - 0.1 * cubes


def auction(**rulings: str) -> Auction:
    return Auction(
        {"first": "seelie", "second": "unseelie"},
        {"seelie": "dragons", "unseelie": "kelpies"},
        largest=28,
        **rulings,
    )


def test_the_computer_bids_while_choosing_wins_more_than_passing() -> None:
    """Seelie wins 75 %, each cube costs 10 %: at 1 cube choosing wins 65 %, at 2 55 %, at 3 45 %.

    Who opens holds Seelie and would keep 75 % by passing. Against a bid of 1, passing leaves 35 % and a bid of 2
    wins 55 %; against 2, passing leaves 45 % and a bid of 3 wins 45 %: no more.
    """
    table = auction()
    assert Known(table, 0.75).decide() is None
    table.apply(1)
    assert Known(table, 0.75).decide() == 2
    table.apply(2)
    assert Known(table, 0.75).decide() is None


def test_the_weaker_side_opens_the_bidding() -> None:
    assert Known(auction(), 0.25).decide() == 1  # Unseelie at the price of 1 wins 65 %, its own side 25 %


def test_the_winner_takes_the_side_that_wins_more() -> None:
    table = auction()
    for bid in (1, None):
        table.apply(bid)
    assert Known(table, 0.25).decide() == "unseelie"
    assert Known(table, 0.75).decide() == "seelie"


def test_the_computer_learns_from_games_with_the_cubes_on_the_other_side() -> None:
    system, policies = engine()
    table = auction()
    bidder = Bidder(system, policies, "standard", table)
    cell = Cell(("dragons", "kelpies"), "standard", ("greedy", "greedy"), -4)  # Unseelie is given 4
    (rows,) = system.games([cell], policies, 0, 1000)
    assert bidder.share("second", "seelie", 4) == pytest.approx(rows.shares.mean())
    assert bidder.share("first", "unseelie", 4) < 1 - bidder.share("first", "seelie", 4)


def test_with_the_court_only_it_learns_from_its_own_faction_on_either_side() -> None:
    system, policies = engine()
    bidder = Bidder(system, policies, "standard", auction(side="court_only"))
    cell = Cell(("kelpies", "dragons"), "standard", ("greedy", "greedy"), 2)  # the first player keeps dragons
    (rows,) = system.games([cell], policies, 0, 1000)
    assert bidder.share("first", "unseelie", 2) == pytest.approx(1 - rows.shares.mean())


@pytest.mark.parametrize("first", SIDES)
def test_who_opens_hangs_on_the_seed(first: str) -> None:
    _, table = sit(["pass"], auction=True, seed=SEED[first])
    before = table.text.split("Bid ")[0]
    assert ("The computer" in before.split("passing.)")[1]) == (first == "unseelie")


def test_a_bid_that_nobody_outbids_chooses_and_the_other_places_the_cubes() -> None:
    answers = ["28", "unseelie", *["1"] * 30]
    _, table = sit(answers, auction=True, seed=SEED["seelie"], side="seelie")
    assert "The computer passes." in table.text  # 28 is all that set-up leaves
    assert "The auction: Seelie places 28 cubes before round 1." in table.text
    assert "Seelie: dragons (random) · Unseelie: kelpies (you)" in table.text
    assert "score 0, supply 0" in table.screens[1]  # the computer has placed them


def test_after_a_pass_the_person_places_the_cubes_one_by_one() -> None:
    _, table = sit(["pass"], auction=True, seed=SEED["unseelie"], against="greedy")
    found = re.search(r"The computer bids (\d+)\.", table.text)
    if found is None:  # it did not want to bid: the sides stand
        assert "Nothing was bid" in table.text
        return
    assert "The computer takes" in table.text
    assert "Place the cubes of the auction" in table.screens[-1]


def test_with_the_court_only_factions_stay_with_their_players() -> None:
    configuration = with_rulings(shipped(), auction_side="court_only")
    _, table = sit(
        ["28", "unseelie", "1"], configuration=configuration, auction=True, seed=SEED["seelie"], side="seelie"
    )
    assert "Seelie: kelpies (random) · Unseelie: dragons (you)" in table.text


def test_raises_by_one_are_the_only_bids_under_their_ruling() -> None:
    configuration = with_rulings(shipped(), auction_bids="raise_by_one")
    _, table = sit(["3", "1"], configuration=configuration, auction=True, seed=SEED["seelie"], side="seelie")
    assert "Bid 1, or pass; got '3'" in table.text


@pytest.mark.parametrize("answer", ["0.5", "-1", "29", "one", "", "9999999999999"])
def test_what_is_no_bid_is_asked_again(answer: str) -> None:
    _, table = sit([answer, "pass"], auction=True, seed=SEED["seelie"])
    assert "Bid 1 to 28 cubes, or pass; got" in table.text
    assert "Nothing was bid: the sides stand." in table.text


def test_the_tiles_of_random_regions_lie_before_the_bids_and_stay() -> None:
    _, table = sit(
        ["28", "seelie", "1"], auction=True, seed=SEED["seelie"], layout="random", against="random"
    )
    tiles = [re.findall(r"tile \d, then [\d, or]+", screen) for screen in table.screens]
    assert len(tiles[0]) == 6
    assert tiles[0] == tiles[1]


def test_a_game_that_cannot_be_taken_up_again_says_so_when_it_begins() -> None:
    answers = ["28", "seelie", "1"]
    _, table = sit(answers, auction=True, seed=SEED["seelie"], layout="random", against="random")
    assert "--load cannot go on with it" in " ".join(table.screens[1].split())
    ends: list[dict[str, Any]] = [{"layout": "standard"}, {"layout": "random", "auction": False}]
    for wishes in ends:
        _, table = sit(answers, **{"auction": True, "seed": SEED["seelie"], "against": "random", **wishes})
        assert "--load" not in table.text


@pytest.mark.parametrize("command", ["help", "?", "undo", "save"])
def test_before_the_game_a_command_is_answered_and_the_question_stays(command: str) -> None:
    _, table = sit([command, "pass"], auction=True, seed=SEED["seelie"])
    assert "type quit to leave" in " ".join(table.text.split())
    assert "Nothing was bid: the sides stand." in table.text
    code, table = sit([command, "quit"], side=None)
    assert "type quit to leave" in " ".join(table.text.split())
    assert code == 0
    assert "nothing here is called" not in table.text


def test_the_board_of_the_auction_is_the_one_that_set_up_leaves() -> None:
    """Fir bolg's cubes come when round 1 starts, after the auction."""
    _, table = sit([], auction=True, seelie="fir bolg", seed=SEED["seelie"])
    assert table.text.count("Seelie 0 = 0 Unseelie") == 4
    assert table.text.count("score 0, supply 28") == 2


def test_after_the_auction_it_is_told_who_plays_what_now() -> None:
    _, table = sit(["28", "unseelie"], auction=True, seed=SEED["seelie"])
    assert "You play kelpies." in table.screens[-1]
    assert "Random plays dragons." in table.screens[-1]


def test_no_auction_while_factions_are_hidden() -> None:
    configuration = with_rulings(shipped(), faction_reveal="at_first_use")
    with pytest.raises(BalanceError, match="faction_reveal"):
        sit([], configuration=configuration, auction=True)


def test_two_factions_are_dealt_to_each_side_and_all_four_differ() -> None:
    for seed in range(50):
        dealt = offers(shipped(), seed, {"seelie": None, "unseelie": None})
        assert [len(dealt[side]) for side in SIDES] == [2, 2]
        assert len({*dealt["seelie"], *dealt["unseelie"]}) == 4


def test_a_faction_that_is_named_is_dealt_to_nobody_else() -> None:
    for seed in range(50):
        dealt = offers(shipped(), seed, {"seelie": "dragons", "unseelie": None})
        assert dealt["seelie"] == ("dragons",)
        assert "dragons" not in dealt["unseelie"]
        assert len(offers(shipped(), seed, {"seelie": "random", "unseelie": None})["seelie"]) == 1


def test_with_two_factions_left_each_side_gets_one() -> None:
    two = shipped().select(contestants=["dragons", "kelpies"])
    dealt = offers(two, 1, {"seelie": None, "unseelie": None})
    assert sorted(dealt["seelie"] + dealt["unseelie"]) == ["dragons", "kelpies"]


def test_the_computer_keeps_the_faction_that_wins_more() -> None:
    system, policies = engine()
    shares = {}
    for name in ("dragons", "kelpies"):
        others = [other for other in shipped().factions if other not in {"dragons", "kelpies"}]
        cells = [Cell((name, other), "standard", ("greedy", "greedy")) for other in others]
        shares[name] = sum(rows.shares.mean() for rows in system.games(cells, policies, 0, 60))
    kept = better(system, policies, "standard", "seelie", ("dragons", "kelpies"))
    assert kept == max(shares, key=lambda name: shares[name])


def test_the_person_keeps_one_of_two(tmp_path: Path) -> None:
    _, table = sit(["2", "1"], seelie=None, unseelie=None, seed=9, save=tmp_path / "game.jsonl")
    own = offers(shipped(), 9, {"seelie": None, "unseelie": None})["seelie"]
    assert f"You play {own[1]}." in table.text


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"seelie": "dragon"}, "did you mean 'dragons'"),
        ({"unseelie": "dragons"}, "expected different factions"),
        ({"side": "seely"}, "did you mean 'seelie'"),
        ({"layout": "standart"}, "did you mean 'standard'"),
        ({"against": "planer"}, "did you mean 'planner'"),
    ],
)
def test_a_wrong_name_is_refused(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(BalanceError, match=said):
        sit([], **wishes)
