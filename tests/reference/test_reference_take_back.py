"""The reference's readings of taking cubes back, with results worked out by hand from docs/protocol.md."""

import pytest

from tests.reference.pacts_rules import STOP, from_position
from tests.reference.positions import (
    BL,
    BM,
    BR,
    FULL,
    ONE_LEFT,
    TL,
    TR,
    WILD_4,
    C,
    new_game,
    open_turns,
    play,
    turn,
)


def test_cubes_are_taken_back_only_if_the_supply_was_empty_when_the_card_began() -> None:
    option = "take_back_when: empty_at_card_start"
    game = turn("kelpies", ["PLACE 2 oak", "PLACE 2 oak", "POINTS"], option, cubes={"seelie": ONE_LEFT})
    play(game, ("card", 0), ("place", TL, 2))
    assert (game.phase, game.cubes["seelie"][TL]) == ("menu", 1)
    play(game, ("card", 1), ("place", TL, 2))
    assert game.phase == "take_back"


def test_a_copied_card_begins_when_it_is_copied_and_a_going_first_cube_when_asked_for() -> None:
    option = "take_back_when: empty_at_card_start"
    game = turn("changelings", ["PLACE 1 oak", "POINTS"], option, cubes={"seelie": ONE_LEFT})
    play(game, ("card", 0), ("place", TL, 1), ("place", BR, 1))
    assert game.phase == "take_back"
    game = turn("cu sidhe", ["PLACE 1 oak", "POINTS"], option, cubes={"seelie": ONE_LEFT})
    play(game, ("card", 0), ("place", TL, 1))
    assert (game.phase, game.cubes["seelie"][TL]) == ("menu", 1)  # the bonus belongs to the card


def test_changelings_that_began_with_a_supply_give_their_second_place_up() -> None:
    cubes = {"seelie": ONE_LEFT, "unseelie": {TL: 2}}
    game = turn("changelings", ["ABILITY", "POINTS"], "take_back_when: empty_at_card_start", cubes=cubes)
    play(game, ("card", 0), ("remove", "unseelie", TL), ("remove", "unseelie", TL))
    assert (game.phase, game.cubes["seelie"][TL], game.supply["seelie"]) == ("menu", 1, 0)


def test_fir_bolg_that_begin_with_a_supply_spawn_as_far_as_it_goes() -> None:
    rulings = {"take_back_when": "empty_at_card_start"}
    game = from_position(new_game("fir bolg", "kelpies", rulings=rulings), cubes={"seelie": ONE_LEFT})
    open_turns(game)
    play(game, STOP, ("region", TR))
    assert (game.phase, game.cubes["seelie"][TR], game.cubes["seelie"][TL]) == ("court", 1, 0)


def test_an_ability_must_take_back_until_it_is_whole_and_a_card_need_not() -> None:
    option = "take_back_forced: until_whole"
    game = turn("kelpies", ["ABILITY", "PLACE 1 oak", "POINTS"], option, cubes={"seelie": ONE_LEFT})
    play(game, ("card", 0), ("place", TL, 3))
    assert game.legal() == {("take_back", r) for r in (TL, C, BM)}
    play(game, ("take_back", TL), ("take_back", C))
    assert (game.phase, game.cubes["seelie"][TL]) == ("menu", 2)
    play(game, ("card", 1), ("place", TL, 1))
    assert game.legal() == {("take_back", r) for r in (TL, C, BM)} | {STOP}


def test_passives_must_take_back_too_but_a_copied_card_need_not() -> None:
    option = "take_back_forced: until_whole"
    game = turn("cu sidhe", ["PLACE 1 oak"], option, cubes={"seelie": ONE_LEFT})
    play(game, ("card", 0), ("place", TL, 1))
    assert (game.phase, STOP in game.legal()) == ("take_back", False)
    game = turn("changelings", ["POINTS"], option, cubes={"seelie": FULL})
    game.apply(("place", TL, 1))
    assert (game.phase, STOP in game.legal()) == ("take_back", False)
    game = turn("selkies", ["ABILITY", "POINTS"], option, cubes={"seelie": FULL})
    play(game, ("card", 0), ("copy_as", 1, WILD_4), ("place", TL, 4))
    assert (game.phase, STOP in game.legal()) == ("take_back", True)
    rulings = {"take_back_forced": "until_whole", "fir_bolg_spawn": "one_empty_region"}
    game = new_game("fir bolg", "kelpies", rulings=rulings)
    game.apply(("region", TL))
    game = from_position(game, cubes={"seelie": FULL})
    open_turns(game)
    game.apply(STOP)
    assert (game.phase, STOP in game.legal()) == ("take_back", False)


def test_an_ability_without_any_own_cube_can_only_stop() -> None:
    rulings = ("take_back_forced: until_whole", "removed_cubes: out_of_game")
    game = turn("kelpies", ["ABILITY", "POINTS"], *rulings, cubes={"seelie": {}})
    game.supply["seelie"] = 0  # all 34 cubes have left the game
    play(game, ("card", 0), ("place", TL, 3))
    assert (game.phase, game.legal()) == ("take_back", {STOP})


def test_a_cube_taken_back_can_count_as_moved_only() -> None:
    option = "take_back_counts: move"
    game = turn("cu sidhe", ["PLACE 1 oak", "POINTS"], option, cubes={"seelie": FULL})
    play(game, ("card", 0), ("place", TL, 1), ("take_back", C))
    assert (game.phase, game.cubes["seelie"][TL], game.placed_before["seelie"]) == ("menu", 1, set())
    game = turn("cu sidhe", ["PLACE 2 oak", "POINTS"], option, cubes={"seelie": ONE_LEFT})
    play(game, ("card", 0), ("place", TL, 2), ("take_back", C))  # one of the two came from the supply
    assert (game.phase, game.cubes["seelie"][TL], game.placed_before["seelie"]) == ("take_back", 2, {TL})
    cubes = {"seelie": FULL, "unseelie": {TL: 1}}
    game = turn("kelpies", ["PLACE 1 WILD", "POINTS"], option, cubes=cubes)
    play(game, ("card", 0), ("place", TL, 1), ("take_back", C))
    assert game.phase == "menu"


def test_only_place_cards_may_take_back() -> None:
    option = "take_back_scope: place_cards"
    game = turn("kelpies", ["ABILITY", "PLACE 1 oak"], option, cubes={"seelie": ONE_LEFT})
    play(game, ("card", 0), ("place", TL, 3))
    assert (game.phase, game.cubes["seelie"][TL]) == ("menu", 1)
    play(game, ("card", 1), ("place", TL, 1))
    assert game.phase == "take_back"
    game = turn("cu sidhe", ["PLACE 1 oak", "POINTS"], option, cubes={"seelie": FULL})
    play(game, ("card", 0), ("place", TL, 1), ("take_back", C))
    assert (game.phase, game.cubes["seelie"][TL]) == ("menu", 1)  # the bonus is given up
    game = turn("changelings", ["POINTS"], option, "take_back_forced: until_whole", cubes={"seelie": FULL})
    game.apply(("place", TL, 1))
    assert (game.phase, game.cubes["seelie"][TL], game.first_cube) == ("menu", 0, None)
    game = turn("selkies", ["ABILITY", "POINTS"], option, cubes={"seelie": FULL})
    play(game, ("card", 0), ("copy_as", 1, WILD_4), ("place", TL, 4))
    assert game.phase == "take_back"


@pytest.mark.parametrize("spawn", ["every_empty_region", "one_empty_region"])
def test_a_spawn_without_supply_is_given_up_where_only_place_cards_take_back(spawn: str) -> None:
    rulings = {"take_back_scope": "place_cards", "fir_bolg_spawn": spawn}
    game = new_game("fir bolg", "kelpies", rulings=rulings)
    if game.phase == "allot":
        game.apply(("region", TL))
    game = from_position(game, cubes={"seelie": FULL})
    open_turns(game)
    game.apply(STOP)
    assert game.phase == "court"
    assert game.cubes["seelie"] == dict.fromkeys((TL, TR, BL, BR), 0) | FULL
