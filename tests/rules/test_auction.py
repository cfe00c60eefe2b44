"""Rulebook, Variant 2 (Auction Start), and the FAQ on auctioned cubes."""

from __future__ import annotations

import pytest

from balance.engine.pacts.system import PactsSystem
from tests.rules.table import (
    BL,
    BM,
    BR,
    REGIONS,
    STOP,
    TL,
    TR,
    C,
    card,
    courts,
    cubes,
    deal,
    legal,
    new_game,
    play,
    supply,
)
from tests.support import shipped


@pytest.mark.parametrize(("bid", "side"), [(3, "seelie"), (-3, "unseelie")])
def test_the_other_player_places_the_cubes_bid_in_any_regions(bid: int, side: str) -> None:
    """Variant 2: the other player places the number of cubes bid of their shade in any region(s)."""
    game = new_game(bid=bid)
    assert (game.phase, game.to_move) == ("auction", side)
    for region in (TL, TL, C):
        assert legal(game) == {("auction", region) for region in REGIONS}
        play(game, ("auction", region))
    assert cubes(game, side) == {C: 4, BM: 3, TL: 2}
    assert supply(game, side) == 25
    assert cubes(game, {"seelie": "unseelie", "unseelie": "seelie"}[side]) == {C: 3, BM: 3}
    assert (game.phase, game.to_move) == ("court", "seelie")


def test_without_a_bid_play_starts_at_once() -> None:
    """Variant 2: a variant; without it the game starts after set-up."""
    assert new_game().phase == "court"


def test_the_cubes_are_placed_after_the_set_up_cubes() -> None:
    """Variant 2 with Set-Up: the auction follows set-up, so that its result depends on it.

    Ruling: auction_timing.
    """
    game = new_game(bid=1)
    assert cubes(game) == {C: 3, BM: 3}
    assert game.position()["tiles"][TL] == (2, 7)


def test_a_bid_may_take_the_whole_supply() -> None:
    """Variant 2: any bid up to the supply left after set-up. Ruling: auction_bids."""
    assert PactsSystem(shipped()).largest_bid() == 28
    game = play(new_game(bid=28), *[("auction", BR)] * 28)
    assert cubes(game) == {C: 3, BM: 3, BR: 28}
    assert (supply(game), game.phase) == (0, "court")


def test_auctioned_cubes_do_not_trigger_cu_sidhe() -> None:
    """FAQ: auctioned cubes do not trigger abilities like the Cu Sidhe."""
    game = play(new_game("cu sidhe", bid=2), ("auction", TL), ("auction", TL))
    assert cubes(game) == {C: 3, BM: 3, TL: 2}


def test_auctioned_cubes_do_not_use_the_first_placing_up() -> None:
    """FAQ: abilities are not in effect for the auction; the first placing in play still adds two."""
    game = play(new_game("cu sidhe", bid=1), ("auction", TL))
    deal(courts(game), ["PLACE 1 oak", "MOVE 1", "MOVE 1", "MOVE 1", "POINTS"])
    play(game, ("split", (1, 2, 3, 4)), ("select", "unseelie"))
    play(card(game), ("place", TL, 1))
    assert cubes(game)[TL] == 1 + 1 + 2


@pytest.mark.parametrize("side", ["seelie", "unseelie"])
def test_fir_bolg_appear_after_the_auction(side: str) -> None:
    """FAQ with Fir Bolg: no ability during the auction; round 1 then fills the regions still empty."""
    pair = ("fir bolg", "dragons") if side == "seelie" else ("dragons", "fir bolg")
    game = new_game(*pair, bid=1 if side == "seelie" else -1)
    assert cubes(game, side) == {C: 3, BM: 3}
    play(game, ("auction", TL))
    assert cubes(game, side) == {C: 3, BM: 3, TL: 1, TR: 1, BL: 1, BR: 1}


def test_fir_bolg_whose_supply_the_bid_took_can_only_take_cubes_back() -> None:
    """Variant 2 with Fir Bolg and FAQ, out of cubes: after a bid of 28 the spawn takes cubes back."""
    game = play(new_game("fir bolg", bid=28), *[("auction", C)] * 28)
    assert (game.phase, game.position()["round"]) == ("take_back", 1)
    play(game, ("take_back", C), ("region", TR), STOP)
    assert cubes(game) == {C: 30, BM: 3, TR: 1}
    assert game.phase == "court"


def test_kelpies_remove_nothing_in_the_auction() -> None:
    """FAQ: game abilities are not in effect for the auction phase."""
    game = play(new_game("kelpies", bid=1), ("auction", C))
    assert game.phase == "court"
    assert cubes(game, "unseelie") == {C: 3, BM: 3}


def test_auctioned_cubes_are_ordinary_cubes_afterwards() -> None:
    """FAQ: the auction is strictly for set-up; its cubes score and move like others."""
    game = play(new_game("sluagh", "dragons", bid=1), ("auction", TL))
    deal(courts(game))
    play(game, ("split", (1, 2, 3, 4)), ("select", "unseelie"))
    play(card(game), ("move", "seelie", TL, BL))
    assert cubes(game) == {C: 3, BM: 3, BL: 1}
    play(game, STOP)
    assert game.position()["round"] == 2
