"""Rulings: an auction before set-up, factions hidden until first used (docs/protocol.md, Other readings)."""

from __future__ import annotations

from typing import Any

import pytest

from balance.engine.pacts.describe import Action
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.tables import build_rules
from tests.rules.table import (
    BM,
    REGIONS,
    STOP,
    TL,
    TR,
    C,
    courts,
    cubes,
    deal,
    legal,
    new_game,
    pass_round,
    play,
    seelie_turn,
    supply,
    tiles,
    turn,
)
from tests.support import shipped, with_rulings

FIRST: dict[str, Any] = {"auction_timing": "before_setup"}
HIDDEN: dict[str, Any] = {"faction_reveal": "at_first_use"}
PASSIVE: Action = ("passive",)


# --- auction_timing


def test_auction_timing_before_setup_finds_an_empty_board() -> None:
    """Ruling auction_timing: before_setup; auction cubes alone, no tile is seen; then set-up and round 1."""
    game = new_game("fir bolg", "dragons", bid=2, **FIRST)
    assert (cubes(game), cubes(game, "unseelie"), supply(game)) == ({}, {}, 34)
    assert tiles(game) == dict.fromkeys(REGIONS)
    assert game.view()[0]["tiles"].tolist() == [k.NONE] * 6
    assert legal(game) == {("auction", region) for region in REGIONS}
    play(game, ("auction", TL))
    assert (cubes(game), game.phase) == ({TL: 1}, "auction")
    play(game, ("auction", C))
    assert cubes(game, "unseelie") == {C: 3, BM: 3}
    # 3 + 3 of set-up, 2 of the auction, and the spawn of round 1 in the three regions still without own cubes
    assert cubes(game) == {TL: 1, C: 4, BM: 3, TR: 1, "bottom-left": 1, "bottom-right": 1}
    assert tiles(game)[TL] == (2, 7)
    assert game.phase == "court"


def test_auction_timing_before_setup_keeps_the_largest_bid() -> None:
    """Ruling auction_timing: before_setup; the largest bid stays the supply that set-up leaves."""
    game = play(new_game(bid=-28, **FIRST), *[("auction", TR)] * 28)
    assert (cubes(game, "unseelie"), supply(game, "unseelie")) == ({C: 3, BM: 3, TR: 28}, 0)


def test_auction_timing_before_setup_without_a_bid_is_set_up_at_once() -> None:
    """Ruling auction_timing: before_setup; no cubes to place, no auction."""
    assert new_game(**FIRST).states.tobytes() == new_game().states.tobytes()


# --- faction_reveal


def shown(game: Game, side: str = "seelie") -> bool:
    return bool(game.position()["shown"][side])


def test_faction_reveal_together_shows_both_from_the_start() -> None:
    """Ruling faction_reveal: together; both are known before play."""
    assert new_game().position()["shown"] == {"seelie": True, "unseelie": True}
    assert new_game(**HIDDEN).position()["shown"] == {"seelie": False, "unseelie": False}


@pytest.mark.parametrize(
    ("faction", "cards", "actions"),
    [
        ("dragons", ["MOVE 1"], [("card", 0)]),
        ("sluagh", ["PLACE 2 oak"], [("card", 0)]),
        ("selkies", ["POINTS", "MOVE 1"], [("card_as", 0, "PLACE 4 WILD")]),
        ("selkies", ["ABILITY", "MOVE 1"], [("card", 0), ("copy", 1)]),
        ("fomorians", ["PLACE 1 WILD"], [("card", 0), ("place", TL, 1)]),
        ("fomorians", ["ABILITY", "MOVE 1"], [("card", 0), ("region", TL)]),
        ("changelings", ["MOVE 1"], [("place", TL, 1)]),
        ("changelings", ["ABILITY"], [("card", 0), ("remove", "unseelie", C)]),
        ("cu sidhe", ["PLACE 1 oak", "MOVE 1"], [("card", 0), ("place", TL, 1)]),
        ("cu sidhe", ["ABILITY", "MOVE 1"], [("card", 0), ("swap", TL, TR)]),
        ("kelpies", ["PLACE 1 WILD", "MOVE 1"], [("card", 0), ("place", C, 1), PASSIVE]),
        ("kelpies", ["ABILITY", "MOVE 1"], [("card", 0), ("place", TL, 3)]),
        ("banshees", ["ABILITY"], [("card", 0), ("remove", "unseelie", C)]),
        ("fir bolg", ["ABILITY"], [("card", 0), ("move", "unseelie", C, TL)]),
    ],
)
def test_faction_reveal_at_first_use_turns_a_faction_up_at_its_first_use(
    faction: str, cards: list[str], actions: list[Action]
) -> None:
    """Ruling faction_reveal: at_first_use; by active, passive or changed card, and by the last action only."""
    game = seelie_turn(faction, cards, against="kelpies", rulings=HIDDEN)
    game.state["shown"] = 0  # whatever a round's start showed
    for action in actions:
        assert not shown(game)
        play(game, action)
    assert shown(game)
    assert not shown(game, "unseelie")


@pytest.mark.parametrize(
    ("faction", "cards", "actions"),
    [
        ("dragons", ["ABILITY", "PLACE 1 oak"], [("card", 0), STOP, ("card", 1), ("place", TL, 1)]),
        ("sluagh", ["PLACE 3 oak", "MOVE 1"], [("card", 0), ("place", TL, 3), ("card", 1), STOP]),
        ("selkies", ["ABILITY", "POINTS"], [("card", 0), STOP, ("card", 1)]),
        ("kelpies", ["PLACE 1 WILD", "ABILITY"], [("card", 0), ("place", C, 1), STOP, ("card", 1), STOP]),
        ("cu sidhe", ["MOVE 1"], [("card", 0), ("move", "seelie", C, TL)]),
        ("changelings", ["MOVE 1"], [("card", 0), ("move", "seelie", C, TL)]),
    ],
)
def test_faction_reveal_at_first_use_hides_what_is_not_used(
    faction: str, cards: list[str], actions: list[Action]
) -> None:
    """Ruling faction_reveal: at_first_use; declined actives and passives, cards as printed show nothing."""
    game = play(seelie_turn(faction, cards, against="kelpies", rulings=HIDDEN), *actions)
    assert not shown(game)


def test_faction_reveal_at_first_use_shows_a_spawn_that_adds_a_cube() -> None:
    """Ruling faction_reveal: at_first_use; the round's start, and for the rest of the game."""
    game = new_game("fir bolg", "dragons", **HIDDEN)
    assert game.position()["shown"] == {"seelie": True, "unseelie": False}
    assert shown(pass_round(game))
    asked = new_game("fir bolg", "dragons", automatic_passives="may_decline", **HIDDEN)
    assert not shown(play(asked, STOP))


def test_faction_reveal_at_first_use_shows_banshees_whatever_they_find() -> None:
    """Ruling faction_reveal: at_first_use; a court reveal that makes nobody discard is a use."""
    game = deal(courts(new_game("banshees", "dragons", **HIDDEN), "MOVE 1", "MOVE 1"))
    assert not shown(game)
    assert shown(play(game, ("split", ()), ("select", "unseelie")))


def test_faction_reveal_at_first_use_does_not_show_the_other_choice_of_a_card() -> None:
    """Ruling faction_reveal: at_first_use; with other_card: one_with_choice POINTS are anybody's."""
    rulings = {**HIDDEN, "other_card": "one_with_choice"}
    game = seelie_turn("selkies", ["POINTS", "MOVE 1"], rulings=rulings)
    assert not shown(play(game, ("card_as", 0, "POINTS")))


@pytest.mark.parametrize("faction", shipped().factions)
def test_faction_reveal_at_first_use_leaves_a_blank_faction_on_the_other_side(faction: str) -> None:
    """Ruling faction_reveal: at_first_use; no passive, no active, cards as printed: the same for each faction."""
    configuration = with_rulings(shipped(), **HIDDEN, other_card="one_with_choice")
    game = new_game("kelpies", faction, **HIDDEN, other_card="one_with_choice")
    game.state["shown"] = 0
    known = game.known_rules()[0]
    assert game.to_move == "seelie"
    for field in k.RULES.names or ():
        if field in {"active", "active_count", "active_whose", "active_scope", "going_first", "round_start",
                     "first_placement", "after_wild", "discard_same_court"}:  # fmt: skip
            assert int(known[field][1]) == 0, field
        if field in {"number", "plays", "alternative", "plays_as", "copies_as"}:
            blank = build_rules(configuration, "kelpies", "kelpies", "standard")[0]
            assert known[field][1].tobytes() == blank[field][1].tobytes(), field  # kelpies change no card
            assert known[field][0].tobytes() == blank[field][0].tobytes(), field
    game.state["shown"][1] = 1
    assert game.known_rules().tobytes() == game.rules.tobytes()


def test_faction_reveal_at_first_use_hides_unseelies_faction_and_seelies_alike() -> None:
    """Ruling faction_reveal: at_first_use; each player knows the own faction only."""
    game = turn("unseelie", "dragons", ["MOVE 1"], against="kelpies", first=False, rulings=HIDDEN)
    known = game.known_rules()[0]
    assert (int(known["after_wild"][0]), int(known["active"][0])) == (0, k.NO_ACTIVE)
    assert int(known["active"][1]) == k.ACTIVE_REMOVE_ALL
    assert BM in cubes(game)


def test_faction_reveal_at_first_use_leaves_no_trace_of_a_spawn_that_could_add_nothing() -> None:
    """Ruling faction_reveal: at_first_use; with an empty supply and nothing to take back for, nothing has happened."""
    views = []
    for faction in ("fir bolg", "sluagh"):
        game = new_game("dragons", faction, bid=-28, take_back_scope="place_cards", **HIDDEN)
        play(game, *[("auction", TR)] * 28)
        assert (game.phase, shown(game, "unseelie")) == ("court", False)
        views.append(game.view().tobytes())
    assert views[0] == views[1]
