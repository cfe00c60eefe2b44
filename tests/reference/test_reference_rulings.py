"""The reference's other readings, option by option, with results worked out by hand from docs/protocol.md."""

import pytest

from tests.reference.pacts_rules import STOP
from tests.reference.positions import (
    BL,
    BM,
    BOARD,
    BR,
    EITHER,
    PASSIVE,
    TILES,
    TL,
    TR,
    WILD_4,
    C,
    new_game,
    open_turns,
    placings,
    play,
    turn,
)

# --- actives ------------------------------------------------------------------------------------------


def test_a_removal_must_start_where_the_full_number_lies_while_a_symbol_holds_it() -> None:
    option = "removal_target: full_number"
    cubes = {"seelie": {C: 1, BL: 1}, "unseelie": {TL: 1, BM: 1, BR: 3}}  # oak 2, ash 2, thorn 3
    game = turn("banshees", ["ABILITY"], option, cubes=cubes)
    game.apply(("card", 0))
    assert game.legal() == {("remove", "unseelie", BR), STOP}
    cubes["unseelie"][BL] = 1  # oak 3 as well, its own cube counted
    game = turn("banshees", ["ABILITY"], option, cubes=cubes)
    game.apply(("card", 0))
    oak = {("remove", "unseelie", TL), ("remove", "unseelie", BL), ("remove", "seelie", BL)}
    assert game.legal() == oak | {("remove", "unseelie", BR), STOP}
    game = turn("banshees", ["ABILITY"], option, "removal_colour: opposing", cubes=cubes)
    game.apply(("card", 0))
    assert game.legal() == {("remove", "unseelie", BR), STOP}  # oak holds only two that may be removed


def test_a_removal_is_free_again_where_no_symbol_holds_the_full_number() -> None:
    cubes = {"seelie": {C: 1}, "unseelie": {TL: 1, BR: 2}}
    game = turn("banshees", ["ABILITY"], "removal_target: full_number", cubes=cubes)
    game.apply(("card", 0))
    assert game.legal() == {("remove", "seelie", C), *(("remove", "unseelie", r) for r in (TL, BR)), STOP}


def test_an_active_up_to_its_number_may_stop_after_each_step() -> None:
    option, cubes = "active_full: up_to", {"seelie": {C: 3}, "unseelie": {TL: 3}}
    for faction, step in (
        ("banshees", ("remove", "unseelie", TL)),
        ("sluagh", ("remove", "unseelie", TL)),
        ("fir bolg", ("move", "seelie", C, BR)),
    ):
        game = turn(faction, ["ABILITY", "POINTS"], option, cubes=cubes)
        play(game, ("card", 0), step)
        assert STOP in game.legal()
        assert len(game.legal()) > 1
        game.apply(STOP)
        assert game.phase == "menu"
    game = turn("kelpies", ["ABILITY"], option)
    game.apply(("card", 0))
    assert game.legal() == placings(BOARD.regions, 3)


def test_a_replacement_that_stops_early_still_fills_the_place_it_made() -> None:
    cubes = {"seelie": {C: 3}, "unseelie": {TL: 3}}
    game = turn("changelings", ["ABILITY", "POINTS"], "active_full: up_to", cubes=cubes)
    play(game, ("card", 0), ("remove", "unseelie", TL), STOP)
    assert game.phase == "menu"
    assert (game.cubes["seelie"][TL], game.cubes["unseelie"][TL]) == (1, 2)


def test_removed_cubes_out_of_the_game_go_to_no_supply() -> None:
    option = "removed_cubes: out_of_game"
    cubes = {"seelie": {C: 2}, "unseelie": {C: 3}}  # supplies 32 and 31
    game = turn("dragons", ["ABILITY"], option, cubes=cubes)
    play(game, ("card", 0), ("region", C))
    assert (game.cubes["seelie"][C], game.cubes["unseelie"][C]) == (0, 0)
    assert game.supply == {"seelie": 32, "unseelie": 31}
    game = turn("kelpies", ["PLACE 1 WILD"], option, cubes=cubes)
    play(game, ("card", 0), ("place", C, 1), PASSIVE)
    assert (game.cubes["unseelie"][C], game.supply["unseelie"]) == (1, 31)
    game = turn("changelings", ["ABILITY"], option, cubes=cubes)
    play(game, ("card", 0), ("remove", "seelie", C), ("remove", "unseelie", C))
    assert game.cubes["seelie"][C] == 1 + 2  # one own cube is gone for good, two came from the supply of 32
    assert game.supply == {"seelie": 30, "unseelie": 31}
    game = turn("sluagh", ["MOVE 1"], option, cubes=cubes)
    play(game, ("card", 0), ("move", "seelie", C, TL))
    assert game.supply["seelie"] == 32  # a move removes nothing


def test_a_place_without_tile_swaps_like_a_tile_of_zero() -> None:
    game = turn(
        "cu sidhe",
        ["ABILITY"],
        "removed_tile_swaps: as_zero",
        tiles={TL: None, TR: None},
        cubes={"seelie": {}},
    )
    game.apply(("card", 0))
    assert len(game.legal()) == 15 + 1  # every two of six regions
    assert ("swap", TL, TR) in game.legal()
    game.apply(("swap", TL, C))
    assert (game.tiles[TL], game.tiles[C]) == ((5, 5), None)


def test_the_kelpies_active_as_a_wild_card_lets_them_remove() -> None:
    option, cubes = "kelpies_active_wild: wild", {"seelie": {}, "unseelie": {TL: 3}}
    game = turn("kelpies", ["ABILITY", "POINTS"], option, cubes=cubes)
    play(game, ("card", 0), ("place", TL, 3))
    assert (game.phase, game.legal()) == ("after_wild", {PASSIVE, STOP})
    game.apply(PASSIVE)
    assert (game.phase, game.cubes["unseelie"][TL]) == ("menu", 1)


# --- passives -----------------------------------------------------------------------------------------

DECLINE = {"automatic_passives": "may_decline"}


def test_banshees_may_decline_their_discard() -> None:
    for answer, left in ((PASSIVE, 5), (STOP, 6)):
        game = new_game("banshees", "kelpies", rulings=DECLINE)
        open_turns(game, "MOVE 1", "POINTS")
        assert (game.phase, game.to_move, game.legal()) == ("passive", "seelie", {PASSIVE, STOP})
        game.apply(answer)
        assert (game.phase, len(game.court_hand["unseelie"])) == ("menu", left)
    game = new_game("banshees", "kelpies", rulings=DECLINE)
    open_turns(game, "MOVE 1", "MOVE 1")
    assert game.phase == "passive"  # asked although nothing can be discarded
    game = new_game("banshees", "kelpies", rulings=DECLINE)
    open_turns(game, None, "POINTS")
    assert game.phase == "menu"  # no own court card, no question


def test_cu_sidhe_may_decline_and_the_region_is_used_all_the_same() -> None:
    cards = ["PLACE 1 oak", "PLACE 2 oak", "PLACE 1 oak"]
    game = turn("cu sidhe", cards, "automatic_passives: may_decline")
    play(game, ("card", 0), ("place", TL, 1))
    assert (game.phase, game.legal(), game.placed_before["seelie"]) == ("passive", {PASSIVE, STOP}, {TL})
    game.apply(STOP)
    assert game.cubes["seelie"][TL] == 1
    play(game, ("card", 1), ("place", TL, 2))
    assert (game.phase, game.cubes["seelie"][TL]) == ("menu", 3)
    play(game, ("card", 2), ("place", BL, 1), PASSIVE)
    assert game.cubes["seelie"][BL] == 3


def test_fir_bolg_may_decline_their_spawn() -> None:
    game = new_game("fir bolg", "fir bolg", rulings=DECLINE)
    assert (game.phase, game.to_move, game.legal()) == ("passive", "seelie", {PASSIVE, STOP})
    game.apply(PASSIVE)
    assert game.cubes["seelie"] == {TL: 1, TR: 1, C: 3, BL: 1, BM: 3, BR: 1}
    assert (game.phase, game.to_move) == ("passive", "unseelie")
    game.apply(STOP)
    assert game.phase == "court"
    assert game.cubes["unseelie"] == {TL: 0, TR: 0, C: 3, BL: 0, BM: 3, BR: 0}
    open_turns(game)
    game.apply(STOP)
    assert (game.phase, game.to_move) == ("passive", "unseelie")  # Seelie has no empty region in round 2


def test_fir_bolg_that_use_the_spawn_of_one_region_are_then_asked_which() -> None:
    game = new_game("fir bolg", "kelpies", rulings=DECLINE | {"fir_bolg_spawn": "one_empty_region"})
    game.apply(PASSIVE)
    assert (game.phase, game.legal()) == ("allot", {("region", r) for r in (TL, TR, BL, BR)})


# --- cards --------------------------------------------------------------------------------------------


def test_ability_and_points_can_be_one_card_with_the_choice_at_play() -> None:
    game = new_game("dragons", "selkies", rulings={"other_card": "one_with_choice"})
    position = game.position()
    assert position["decks"]["special"] == {EITHER: 6, "MOVE 1": 2}
    assert position["court_hand"]["seelie"].count(EITHER) == 2
    assert len(game.legal()) == 6 + 1  # seven cards of six names, and none
    play(game, ("court", EITHER), ("court", EITHER))
    assert game.court_hand["seelie"].count(EITHER) == 1
    game.reveal(("MOVE 1", "MOVE 1", "MOVE 1", "PLACE 2 WILD", EITHER))
    play(game, ("split", ()), ("select", "unseelie"))
    points = {("card_as", slot, "POINTS") for slot in (4, 5)}
    assert game.legal() == {("card", slot) for slot in range(6)} | points | {STOP}
    play(game, ("card_as", 4, "POINTS"), ("card", 5))
    assert (game.phase, game.score["seelie"]) == ("remove_all", 3)
    play(game, STOP, STOP)
    wanted = {("card", 5), ("card_as", 5, "POINTS"), ("card_as", 5, WILD_4), STOP}
    assert (game.to_move, game.legal()) == ("unseelie", wanted)
    game.apply(("card_as", 5, WILD_4))
    assert game.legal() == placings(BOARD.regions, 4)


def test_banshees_discard_one_of_two_cards_of_the_choice() -> None:
    game = new_game("banshees", "kelpies", rulings={"other_card": "one_with_choice"})
    play(game, ("court", EITHER), ("court", None))
    game.reveal(("MOVE 1", "MOVE 1", "MOVE 1", "PLACE 2 WILD", "MOVE 1"))
    play(game, ("split", ()), ("select", "unseelie"))
    assert game.court_hand["unseelie"].count(EITHER) == 1


def test_a_card_of_the_choice_is_copied_as_points_only() -> None:
    cards = [EITHER, EITHER, "MOVE 1"]
    game = turn("selkies", cards, "other_card: one_with_choice")
    game.apply(("card", 0))
    wanted = {("copy_as", 1, "POINTS"), ("copy_as", 1, WILD_4), ("copy", 2), STOP}
    assert (game.phase, game.legal()) == ("copy", wanted)
    game.apply(("copy_as", 1, "POINTS"))
    assert (game.score["seelie"], game.hand["seelie"]) == (3, {1, 2})
    game = turn("selkies", cards, "other_card: one_with_choice", "copy_passive: points_only")
    game.apply(("card", 0))
    assert game.legal() == {("copy_as", 1, "POINTS"), ("copy", 2), STOP}


def test_copied_points_may_be_points_only() -> None:
    game = turn("selkies", ["ABILITY", "POINTS"], "copy_passive: points_only")
    assert ("card_as", 1, WILD_4) in game.legal()  # played itself it still may become the other card
    game.apply(("card", 0))
    assert game.legal() == {("copy", 1), STOP}


def test_selkies_may_copy_any_own_card_of_the_round() -> None:
    cards = ["MOVE 1", "POINTS", "ABILITY", "ABILITY", "PLACE 1 oak"]
    for option, discarded in (
        ("any_this_round", {("copy", 1), ("copy_as", 1, WILD_4)}),
        ("not_discarded", set()),
    ):
        game = turn("selkies", cards, f"selkie_copy: {option}")
        play(game, ("card", 1), ("card", 2))
        assert game.legal() == {("copy", 0), ("copy", 4), STOP} | discarded
    game = turn("selkies", cards, "selkie_copy: any_this_round")
    play(game, ("card", 1), ("card", 0), STOP, ("card", 4), STOP, ("card", 2), ("copy", 1))
    assert game.score["seelie"] == 6
    play(game, ("card", 3), ("copy", 4))  # its own playing was skipped
    assert game.legal() == placings((TL, BL), 1)


def test_selkies_copy_their_played_court_card_and_no_card_of_the_other_pile() -> None:
    game = new_game("selkies", "dragons", rulings={"selkie_copy": "any_this_round"})
    play(game, ("court", "POINTS"), ("court", "MOVE 1"))
    game.reveal(("MOVE 1", "MOVE 1", "MOVE 1", "PLACE 2 WILD", "ABILITY"))
    play(game, ("split", (0, 1)), ("select", "unseelie"), ("card", 5), ("card", 4))
    assert game.legal() == {("copy", 5), ("copy_as", 5, WILD_4), ("copy", 2), ("copy", 3), STOP}


def test_an_ability_in_use_is_no_other_card_to_copy() -> None:
    rulings = ("other_card: one_with_choice", "selkie_copy: any_this_round")
    cards = [EITHER, EITHER, "MOVE 1", "MOVE 1", "MOVE 1"]
    game = turn("selkies", cards, *rulings)
    play(game, ("card", 0), STOP, ("card", 1))
    assert {action for action in game.legal() if action[0] == "copy_as"} == {
        ("copy_as", 0, "POINTS"),
        ("copy_as", 0, WILD_4),
    }


def test_sluagh_may_leave_wild_cards_as_printed() -> None:
    game = turn("sluagh", ["PLACE 2 WILD", "PLACE 2 oak"], "sluagh_wild: symbol_only")
    game.apply(("card", 0))
    assert game.legal() == placings(BOARD.regions, 2)
    play(game, STOP, ("card", 1))
    assert game.legal() == placings((TL, BL), 4)


# --- the auction --------------------------------------------------------------------------------------


def test_an_auction_before_set_up_finds_an_empty_board() -> None:
    rulings = {"auction_timing": "before_setup"}
    game = new_game("fir bolg", "kelpies", rulings=rulings, bid_to="seelie", bid=2)
    assert game.phase == "auction"
    assert game.position()["tiles"] == dict.fromkeys(BOARD.regions)
    assert game.position()["supply"] == {"seelie": 34, "unseelie": 34}
    play(game, ("auction", C))
    assert game.cubes["seelie"] == dict.fromkeys(BOARD.regions, 0) | {C: 1}
    play(game, ("auction", TL))
    assert (game.phase, game.tiles) == ("court", TILES)
    assert game.cubes["seelie"] == {TL: 1, TR: 1, C: 4, BL: 1, BM: 3, BR: 1}
    assert game.cubes["unseelie"] == {TL: 0, TR: 0, C: 3, BL: 0, BM: 3, BR: 0}
    assert new_game(rulings=rulings).tiles == TILES
    with pytest.raises(ValueError, match="28 cubes left"):
        new_game(rulings=rulings, bid_to="seelie", bid=29)
