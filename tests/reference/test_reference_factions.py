"""The reference's nine factions, with results worked out by hand from the FAQ's Faction Notes."""

from tests.reference.pacts_rules import SIDES, STOP, from_position
from tests.reference.positions import (
    BL,
    BM,
    BOARD,
    BR,
    FULL,
    TL,
    TR,
    C,
    new_game,
    open_turns,
    placings,
    play,
    seelie_turn,
)


def test_banshees_discard_the_same_card_from_the_unplayed_hand_only() -> None:
    game = new_game("banshees", "kelpies")
    open_turns(game, "MOVE 1", "POINTS")
    assert "MOVE 1" not in game.position()["court_hand"]["unseelie"]
    assert len(game.position()["court_hand"]["unseelie"]) == 5
    same = new_game("banshees", "kelpies")
    open_turns(same, "MOVE 1", "MOVE 1")
    assert len(same.position()["court_hand"]["unseelie"]) == 6
    assert same.position()["court_card"]["unseelie"] == "MOVE 1"
    assert same.position()["hand"]["unseelie"] == [5]


def test_banshees_going_second_reveal_in_their_own_turn() -> None:
    game = new_game("kelpies", "banshees")
    open_turns(game, None, "POINTS")
    assert "POINTS" in game.court_hand["seelie"]
    game.apply(STOP)
    assert game.to_move == "unseelie"
    assert "POINTS" not in game.court_hand["seelie"]


def test_changelings_place_their_cube_between_cards_once_and_only_when_first() -> None:
    game = seelie_turn("changelings", ["POINTS"])
    game.apply(("card", 0))
    assert (game.phase, game.to_move) == ("menu", "seelie")  # the cube keeps the turn open
    assert game.legal() == {("place", region, 1) for region in BOARD.regions} | {STOP}
    game.apply(("place", BR, 1))
    assert game.cubes["seelie"][BR] == 1
    assert game.round == 2
    second = new_game("kelpies", "changelings")
    open_turns(second, None, "POINTS")
    second.apply(STOP)
    assert second.legal() == {("card", 5), STOP}


def test_fir_bolg_spawn_in_round_four_follows_scoring_and_flip() -> None:
    game = from_position(new_game("fir bolg", "kelpies"), round=3)
    open_turns(game)
    game = from_position(game, cubes={"seelie": {C: 1}, "unseelie": {}})
    game.apply(STOP)
    assert game.score == {"seelie": 5, "unseelie": 0}  # only the center, dark: the spawn is too late
    assert game.season == "light"
    assert game.cubes["seelie"] == {TL: 1, TR: 1, C: 1, BL: 1, BM: 1, BR: 1}


def test_banshees_remove_three_cubes_from_regions_of_one_symbol() -> None:
    cubes = {"seelie": {C: 1}, "unseelie": {TL: 1, BL: 1, BR: 5}}
    game = seelie_turn("banshees", ["ABILITY", "POINTS"], cubes=cubes)
    game.apply(("card", 0))
    assert game.legal() == {
        ("remove", "seelie", C),
        *(("remove", "unseelie", r) for r in (TL, BL, BR)),
        STOP,
    }
    game.apply(("remove", "unseelie", TL))
    assert game.legal() == {("remove", "unseelie", BL)}
    game.apply(("remove", "unseelie", BL))
    assert (game.phase, game.supply["unseelie"]) == ("menu", 29)  # only two oak cubes were available


def test_removal_of_opposing_cubes_only() -> None:
    cubes = {"seelie": {C: 1}, "unseelie": {C: 1}}
    game = seelie_turn("sluagh", ["ABILITY"], rulings={"removal_colour": "opposing"}, cubes=cubes)
    game.apply(("card", 0))
    assert game.legal() == {("remove", "unseelie", C), STOP}


def test_changelings_have_removed_own_cubes_back_before_they_replace() -> None:
    cubes = {"seelie": FULL, "unseelie": {TL: 1}}
    game = seelie_turn("changelings", ["ABILITY", "POINTS"], cubes=cubes)
    play(game, ("card", 0), ("remove", "seelie", C), ("remove", "unseelie", TL))
    assert (game.phase, game.legal()) == ("allot", {("region", C), ("region", TL)})  # one cube for two places
    game.apply(("region", TL))
    assert (game.phase, game.cubes["seelie"][TL]) == ("take_back", 1)
    game.apply(("take_back", BM))
    assert (game.phase, game.cubes["seelie"][C], game.cubes["seelie"][BM]) == ("menu", 20, 13)
    assert game.cubes["unseelie"][TL] == 0


def test_cu_sidhe_spawn_two_cubes_at_the_first_placing_in_a_region() -> None:
    game = seelie_turn("cu sidhe", ["PLACE 2 ash", "PLACE 1 ash"])
    play(game, ("card", 0), ("place", C, 1))
    assert game.cubes["seelie"][C] == 3 + 1 + 2  # set-up cubes do not use it up
    play(game, ("card", 1), ("place", C, 1))
    assert game.cubes["seelie"][C] == 7
    empty = seelie_turn("cu sidhe", ["PLACE 1 ash", "PLACE 1 oak"], rulings={"cu_sidhe_first": "empty"})
    play(empty, ("card", 0), ("place", C, 1), ("card", 1), ("place", TL, 1))
    assert (empty.cubes["seelie"][C], empty.cubes["seelie"][TL]) == (4, 3)


def test_cu_sidhe_without_a_placed_cube_keep_their_first_placing() -> None:
    game = seelie_turn("cu sidhe", ["PLACE 1 oak", "PLACE 1 oak"], cubes={"seelie": FULL})
    play(game, ("card", 0), ("place", TL, 1), STOP)  # nothing taken back: nothing placed
    assert game.placed_before["seelie"] == set()
    play(game, ("card", 1), ("place", TL, 1), ("take_back", C))
    assert game.phase == "take_back"  # now for the two spawned cubes
    game.apply(STOP)
    assert (game.cubes["seelie"][TL], game.placed_before["seelie"]) == (1, {TL})


def test_cu_sidhe_swap_tiles_but_no_empty_place() -> None:
    game = seelie_turn("cu sidhe", ["ABILITY"], tiles={C: None, BL: None, BM: None})
    game.apply(("card", 0))
    assert game.legal() == {("swap", TL, TR), ("swap", TL, BR), ("swap", TR, BR), STOP}
    game.apply(("swap", TL, BR))
    assert (game.tiles[TL], game.tiles[BR]) == ((3, 4), (2, 7))


def test_dragons_move_five_and_clear_a_region() -> None:
    game = seelie_turn("dragons", ["MOVE 1", "ABILITY"], cubes={"seelie": {C: 6}, "unseelie": {TL: 2}})
    game.apply(("card", 0))
    for _ in range(5):
        assert game.phase == "move"
        game.apply(("move", "seelie", C, TL))
    game.apply(("card", 1))
    assert game.legal() == {("region", TL), ("region", C), STOP}
    game.apply(("region", TL))
    assert game.cubes["seelie"][TL] == game.cubes["unseelie"][TL] == 0
    assert (game.supply["seelie"], game.supply["unseelie"]) == (33, 34)


def test_dragons_court_move_is_a_move_five_too() -> None:
    game = new_game("dragons", "kelpies")
    open_turns(game, "MOVE 1")
    game.apply(("card", 5))
    for start, end in ((C, TL), (C, TR), (C, BR), (BM, BL), (BM, BR)):
        assert game.phase == "move"
        game.apply(("move", "seelie", start, end))
    assert (game.phase, game.position()["hand"]["seelie"]) == ("menu", [0, 1, 2, 3, 4])


def test_fir_bolg_with_too_few_cubes_choose_where_they_spawn() -> None:
    game = from_position(new_game("fir bolg", "kelpies"), cubes={"seelie": {C: 20, BM: 13}})
    open_turns(game)
    play(game, STOP)
    assert (game.phase, game.to_move) == ("allot", "seelie")
    assert game.legal() == {("region", r) for r in (TL, TR, BL, BR)}
    game.apply(("region", TR))
    assert game.legal() == {("take_back", r) for r in (TR, C, BM)} | {STOP}
    play(game, ("take_back", C), ("region", BL), STOP)
    assert game.phase == "court"
    assert game.cubes["seelie"] == {TL: 0, TR: 1, C: 19, BL: 1, BM: 13, BR: 0}


def test_fir_bolg_spawn_in_one_empty_region_of_choice() -> None:
    rulings = {"fir_bolg_spawn": "one_empty_region"}
    game = new_game("fir bolg", "kelpies", rulings=rulings)
    assert (game.phase, game.legal()) == ("allot", {("region", r) for r in (TL, TR, BL, BR)})
    game.apply(("region", TL))
    assert (game.phase, game.cubes["seelie"][TL], game.supply["seelie"]) == ("court", 1, 27)
    last = from_position(game, cubes={"seelie": {TL: 1, TR: 1, C: 29, BL: 1, BM: 2}})
    open_turns(last)
    last.apply(STOP)
    assert last.phase == "take_back"
    last.apply(("take_back", C))
    assert (last.phase, last.cubes["seelie"][BR]) == ("court", 1)  # one empty region: no choice


def test_fir_bolg_move_three_cubes_of_either_side_or_none() -> None:
    game = seelie_turn("fir bolg", ["ABILITY"], cubes={"seelie": {TL: 1}, "unseelie": {BM: 2}})
    game.apply(("card", 0))
    assert STOP in game.legal()
    game.apply(("move", "unseelie", BM, BR))
    assert game.legal() == {
        *(("move", "seelie", TL, r) for r in (TR, C, BL)),
        *(("move", "unseelie", BM, r) for r in (C, BL, BR)),
    }
    play(game, ("move", "seelie", TL, C), ("move", "unseelie", BM, BR))
    assert (game.phase, game.round) == ("court", 2)


def test_fir_bolg_stop_early_only_when_no_cube_is_left_to_move() -> None:
    game = seelie_turn("fir bolg", ["ABILITY"], cubes={"seelie": {TL: 1}, "unseelie": {}})
    play(game, ("card", 0), ("move", "seelie", TL, BL))
    assert (game.phase, game.legal()) == ("move", {STOP})


def test_fomorians_play_a_wild_card_twice_even_after_a_skip() -> None:
    game = seelie_turn("fomorians", ["PLACE 1 WILD", "PLACE 1 oak", "POINTS"])
    play(game, ("card", 0), STOP)
    assert game.legal() == placings(BOARD.regions, 1)
    game.apply(("place", BR, 1))
    assert (game.phase, game.cubes["seelie"][BR]) == ("menu", 1)
    play(game, ("card", 1), ("place", TL, 1))
    assert game.phase == "menu"  # a symbol card is played once


def test_fomorians_remove_a_tile_and_the_cubes_stay() -> None:
    game = seelie_turn("fomorians", ["ABILITY"], tiles={TL: None})
    game.apply(("card", 0))
    assert game.legal() == {("region", r) for r in BOARD.regions if r != TL} | {STOP}
    game.apply(("region", C))
    assert (game.tiles[C], game.cubes["seelie"][C]) == (None, 3)


def test_kelpies_may_remove_two_opposing_cubes_after_a_wild_card_but_not_after_their_active() -> None:
    game = seelie_turn("kelpies", ["PLACE 1 WILD", "PLACE 1 ash", "ABILITY", "PLACE 1 WILD"])
    play(game, ("card", 0), ("place", C, 1))
    assert (game.phase, game.legal()) == ("after_wild", {("passive",), STOP})
    game.apply(("passive",))
    assert (game.cubes["unseelie"][C], game.supply["unseelie"]) == (1, 30)
    play(game, ("card", 1), ("place", C, 1))
    assert game.phase == "menu"
    game.apply(("card", 2))
    assert game.legal() == {("place", r, 3) for r in BOARD.regions} | {STOP}
    game.apply(("place", C, 3))
    assert (game.phase, game.cubes["seelie"][C]) == ("menu", 8)
    play(game, ("card", 3), ("place", C, 1), ("passive",))
    assert game.cubes["unseelie"][C] == 0  # only one was there


def test_sluagh_place_two_is_place_four_and_three_regions_lose_a_cube() -> None:
    game = seelie_turn("sluagh", ["PLACE 2 oak", "PLACE 2 WILD", "PLACE 3 oak", "ABILITY"])
    for slot, regions, most in ((0, (TL, BL), 4), (1, BOARD.regions, 4), (2, (TL, BL), 3)):
        game.apply(("card", slot))
        assert game.legal() == placings(regions, most)
        game.apply(("place", TL, 1))
    play(game, ("card", 3), ("remove", "unseelie", C))
    assert game.legal() == {("remove", side, BM) for side in SIDES} | {("remove", "seelie", TL)}
    play(game, ("remove", "unseelie", BM), ("remove", "seelie", TL))
    assert game.round == 2


def test_selkies_turn_points_into_place_four_wild_and_copy_cards_that_stay() -> None:
    game = seelie_turn("selkies", ["POINTS", "ABILITY", "ABILITY", "MOVE 1"])
    assert ("card_as", 0, "PLACE 4 WILD") in game.legal()
    assert ("card_as", 3, "PLACE 4 WILD") not in game.legal()
    game.apply(("card", 1))
    assert game.legal() == {("copy", 0), ("copy_as", 0, "PLACE 4 WILD"), ("copy", 3), STOP}
    game.apply(("copy_as", 0, "PLACE 4 WILD"))
    assert game.legal() == placings(BOARD.regions, 4)
    game.apply(("place", TL, 4))
    assert game.position()["hand"]["seelie"] == [0, 2, 3]
    play(game, ("card", 2), ("copy", 0))
    assert game.score["seelie"] == 3
    game.apply(("card_as", 0, "PLACE 4 WILD"))
    assert (game.phase, game.score["seelie"]) == ("place", 3)
