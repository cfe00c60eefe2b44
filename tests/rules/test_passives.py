"""FAQ, Faction Notes: the passives."""

from __future__ import annotations

import pytest

from balance.engine.pacts.describe import SIDES
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
    places,
    play,
    score,
    seelie_turn,
    supply,
    turn,
)

GOING_FIRST = {("place", region, 1) for region in REGIONS}


# --- changelings


def test_changelings_going_first_may_place_a_cube_in_any_region() -> None:
    """Changelings, passive: place a cube if you go first in a round, in any region."""
    game = seelie_turn("changelings", ["MOVE 1"])
    assert legal(game) == {("card", 0), STOP} | GOING_FIRST
    play(game, ("place", BR, 1))
    assert cubes(game) == {C: 3, BM: 3, BR: 1}
    assert legal(game) == {("card", 0), STOP}


def test_changelings_may_resolve_cards_before_their_cube() -> None:
    """Changelings, passive: not immediately; other cards first.

    It keeps the turn open after the last card.
    """
    game = card(seelie_turn("changelings", ["POINTS"]))
    assert (game.phase, game.to_move) == ("menu", "seelie")
    assert legal(game) == GOING_FIRST | {STOP}
    play(game, ("place", TL, 1))
    assert game.position()["round"] == 2
    assert cubes(game) == {C: 3, BM: 3, TL: 1}


def test_changelings_may_place_their_cube_between_two_cards() -> None:
    """Changelings, passive with FAQ: between cards, never inside one."""
    game = seelie_turn("changelings", ["PLACE 2 oak", "MOVE 2"])
    play(card(game, 0), ("place", TL, 2))
    play(game, ("place", TL, 1))
    play(card(game, 1), ("move", "seelie", TL, TR))
    assert cubes(game) == {C: 3, BM: 3, TL: 2, TR: 1}
    assert {action[0] for action in legal(game)} == {"move", "stop"}


def test_changelings_going_second_place_no_cube() -> None:
    """Changelings, passive: only if you go first in a round."""
    assert legal(seelie_turn("changelings", ["MOVE 1"], first=False)) == {("card", 0), STOP}


def test_changelings_may_leave_the_cube_and_lose_it_with_the_turn() -> None:
    """Changelings, passive: it lets you place; unused, it does not last."""
    game = play(seelie_turn("changelings", ["MOVE 1"]), STOP)
    assert game.position()["round"] == 2
    deal(courts(game), ["PLACE 1 oak", "PLACE 1 oak", "MOVE 2", "MOVE 2", "POINTS"])
    play(game, ("split", (0, 1)), ("select", "seelie"), STOP)
    assert (game.to_move, legal(game)) == ("seelie", {("card", 0), ("card", 1), STOP})


def test_changelings_place_their_cube_even_without_cards() -> None:
    """Changelings, passive: it depends on going first, not on cards."""
    game = courts(new_game("changelings"))
    play(deal(game), ("split", (0, 1, 2, 3, 4)), ("select", "unseelie"))
    assert game.to_move == "seelie"
    assert legal(game) == GOING_FIRST | {STOP}


def test_changelings_have_the_cube_again_in_each_round_they_go_first() -> None:
    """Changelings, passive: once a round."""
    game = play(seelie_turn("changelings", ["POINTS"]), ("place", TR, 1), ("card", 0))
    deal(courts(game), ["PLACE 1 oak", "PLACE 1 oak", "MOVE 2", "MOVE 2", "POINTS"])
    play(game, ("split", (0, 1)), ("select", "unseelie"))
    assert legal(game) >= GOING_FIRST


# --- cu sidhe


@pytest.mark.parametrize("placed", [1, 2, 3])
def test_cu_sidhe_add_two_whatever_number_was_placed(placed: int) -> None:
    """Cu Sidhe, passive: any quantity of cubes placed, still only two are added."""
    game = play(card(seelie_turn("cu sidhe", ["PLACE 3 oak", "POINTS"])), ("place", TL, placed))
    assert cubes(game) == {C: 3, BM: 3, TL: placed + 2}
    assert (game.phase, supply(game)) == ("menu", 28 - placed - 2)


def test_cu_sidhe_add_cubes_in_a_region_that_set_up_filled() -> None:
    """Cu Sidhe, passive: cubes placed during set-up do not count as a first placing.

    Ruling: cu_sidhe_first.
    """
    game = play(card(seelie_turn("cu sidhe", ["PLACE 1 ash", "POINTS"])), ("place", C, 1))
    assert cubes(game) == {C: 6, BM: 3}


def test_cu_sidhe_add_cubes_once_in_each_region() -> None:
    """Cu Sidhe, passive: upon first placing in a region; the next placing there adds nothing."""
    game = seelie_turn("cu sidhe", ["PLACE 1 oak", "PLACE 1 oak", "PLACE 1 oak", "POINTS"])
    play(card(game, 0), ("place", TL, 1))
    play(card(game, 1), ("place", TL, 1))
    assert cubes(game)[TL] == 4
    play(card(game, 2), ("place", BL, 1))
    assert cubes(game) == {C: 3, BM: 3, TL: 4, BL: 3}


def test_cu_sidhe_remember_every_region_where_they_placed() -> None:
    """Cu Sidhe, passive: a first placing elsewhere gives no region its bonus back."""
    game = seelie_turn("cu sidhe", ["PLACE 1 oak", "PLACE 1 oak", "PLACE 1 oak", "POINTS"])
    for slot, region in enumerate((TL, BL, TL)):
        play(card(game, slot), ("place", region, 1))
    assert cubes(game) == {C: 3, BM: 3, TL: 4, BL: 3}


def test_cu_sidhe_add_cubes_once_a_game_even_where_all_cubes_left() -> None:
    """Cu Sidhe, passive: the first placing in the game. Ruling: cu_sidhe_first."""
    game = seelie_turn("cu sidhe", ["PLACE 1 oak", "MOVE 3", "PLACE 1 oak", "POINTS"])
    play(card(game, 0), ("place", TL, 1))
    play(card(game, 1), *[("move", "seelie", TL, TR)] * 3)
    play(card(game, 2), ("place", TL, 1))
    assert cubes(game) == {C: 3, BM: 3, TL: 1, TR: 3}


def test_cu_sidhe_remember_first_placings_from_round_to_round() -> None:
    """Cu Sidhe, passive: first in the game, not in the round. Ruling: cu_sidhe_first."""
    game = seelie_turn("cu sidhe", ["PLACE 1 oak"])
    play(card(game), ("place", TL, 1))
    assert game.position()["round"] == 2
    deal(courts(game), ["PLACE 1 oak", "PLACE 1 oak", "MOVE 2", "MOVE 2", "POINTS"])
    play(game, ("split", (1, 2, 3, 4)), ("select", "unseelie"))
    play(card(game), ("place", TL, 1))
    assert cubes(game)[TL] == 4


def test_cu_sidhe_moving_in_neither_triggers_nor_uses_up() -> None:
    """Cu Sidhe, passive: moving cubes into a region does not trigger this."""
    game = seelie_turn("cu sidhe", ["MOVE 1", "PLACE 1 oak", "POINTS"])
    play(card(game, 0), ("move", "seelie", C, TL))
    assert cubes(game) == {C: 2, BM: 3, TL: 1}
    play(card(game, 1), ("place", TL, 1))
    assert cubes(game)[TL] == 4


def test_cu_sidhe_skipping_a_place_card_uses_nothing_up() -> None:
    """Cu Sidhe, passive: a skipped placing is none."""
    game = seelie_turn("cu sidhe", ["PLACE 1 oak", "PLACE 1 oak", "POINTS"])
    play(card(game, 0), STOP)
    play(card(game, 1), ("place", TL, 1))
    assert cubes(game)[TL] == 3


def test_cu_sidhe_add_cubes_for_wild_and_court_cards_too() -> None:
    """Cu Sidhe, passive: placing by any card."""
    game = seelie_turn("cu sidhe", ["PLACE 2 WILD", "POINTS"], court="PLACE 1 thorn")
    play(card(game, 0), ("place", BR, 2))
    play(card(game, 5), ("place", TR, 1))
    assert cubes(game) == {C: 3, BM: 3, BR: 4, TR: 3}


def test_the_opponents_placings_do_not_use_the_cu_sidhes_up() -> None:
    """Cu Sidhe, passive: your first placing in a region."""
    game = turn("unseelie", "cu sidhe", ["PLACE 1 oak"], first=False)
    game.state["placed_before"][SIDES.index("seelie")] = 63
    play(card(game), ("place", TL, 1))
    assert cubes(game, "unseelie")[TL] == 3


# --- dragons


@pytest.mark.parametrize("move", ["MOVE 1", "MOVE 2", "MOVE 3"])
def test_dragons_play_every_move_as_move_5(move: str) -> None:
    """Dragons, passive: all MOVE cards become MOVE 5 when you play them."""
    game = card(seelie_turn("dragons", [move, "POINTS"]))
    play(game, *[("move", "seelie", C, TL)] * 3, ("move", "seelie", BM, BL))
    assert game.phase == "move"
    play(game, ("move", "seelie", BM, BR))
    assert game.phase == "menu"
    assert cubes(game) == {TL: 3, BM: 1, BL: 1, BR: 1}


def test_dragons_court_move_1_is_move_5_too() -> None:
    """Dragons, passive: including your MOVE 1 Court card."""
    game = card(seelie_turn("dragons", ["POINTS"], court="MOVE 1"), 5)
    play(game, *[("move", "seelie", C, TL)] * 3, *[("move", "seelie", BM, BL)] * 2)
    assert (game.phase, cubes(game)) == ("menu", {TL: 3, BL: 2, BM: 1})


def test_dragons_need_not_use_all_movement() -> None:
    """Dragons, passive: you don't have to use all movement."""
    game = play(card(seelie_turn("dragons", ["MOVE 1", "POINTS"])), ("move", "seelie", C, TL), STOP)
    assert (game.phase, cubes(game)) == ("menu", {C: 2, BM: 3, TL: 1})


def test_dragons_opponent_plays_move_as_printed() -> None:
    """Dragons, passive: when you play them."""
    game = card(turn("unseelie", "sluagh", ["MOVE 1", "POINTS"], against="dragons"))
    play(game, ("move", "unseelie", C, TL))
    assert game.phase == "menu"


# --- fir bolg


def test_fir_bolg_spawn_in_every_empty_region_before_round_one() -> None:
    """Fir Bolg, passive: at the start of each round, including the first. Ruling: fir_bolg_spawn."""
    game = new_game("fir bolg")
    assert cubes(game) == {C: 3, BM: 3, TL: 1, TR: 1, BL: 1, BR: 1}
    assert (supply(game), game.phase) == (24, "court")


def test_fir_bolg_spawn_at_the_start_of_every_later_round() -> None:
    """Fir Bolg, passive: any region you do not have cubes in at the start of each round."""
    for number in (1, 2, 3, 4, 5):
        game = seelie_turn("fir bolg", ["POINTS"], own={TL: 1, BM: 2}, opposing={TR: 5}, number=number)
        play(game, STOP)
        assert cubes(game) == {TL: 1, BM: 2, TR: 1, C: 1, BL: 1, BR: 1}
        assert cubes(game, "unseelie") == {TR: 5}


def test_fir_bolg_do_not_spawn_where_they_have_even_one_cube() -> None:
    """Fir Bolg, passive: with cubes in a region, even one, the passive has no effect."""
    everywhere = dict.fromkeys(REGIONS, 1)
    game = play(seelie_turn("fir bolg", ["POINTS"], own=everywhere), STOP)
    assert cubes(game) == everywhere


def test_fir_bolg_do_not_spawn_in_mid_round() -> None:
    """Fir Bolg, passive: it doesn't trigger mid-round."""
    game = card(seelie_turn("fir bolg", ["MOVE 1", "POINTS"], own={TL: 1}))
    play(game, ("move", "seelie", TL, TR))
    assert cubes(game) == {TR: 1}
    assert game.phase == "menu"


def test_fir_bolg_spawn_in_round_four_after_scoring_and_flip() -> None:
    """Fir Bolg, passive with Scoring: round 3 is scored first, then round 4 starts (inferred)."""
    game = play(seelie_turn("fir bolg", ["MOVE 1"], own={}, opposing={TL: 1}, number=3), STOP)
    assert score(game) == (0, 2)
    assert cubes(game) == dict.fromkeys(REGIONS, 1)
    assert game.position()["season"] == "light"


def test_fir_bolg_do_not_spawn_after_round_six() -> None:
    """Fir Bolg, passive: no round starts after the sixth."""
    game = play(seelie_turn("fir bolg", ["MOVE 1"], own={}, opposing={}, number=6), STOP)
    assert (game.phase, cubes(game), score(game)) == ("over", {}, (0, 0))


def test_fir_bolg_spawn_for_the_unseelie_too() -> None:
    """Fir Bolg, passive: for whoever plays them, and for nobody else."""
    game = new_game("dragons", "fir bolg")
    assert cubes(game, "unseelie") == {C: 3, BM: 3, TL: 1, TR: 1, BL: 1, BR: 1}
    assert cubes(game) == {C: 3, BM: 3}


# --- fomorians


def test_fomorians_play_a_wild_card_twice_in_different_regions() -> None:
    """Fomorians, passive: play WILD cards twice; they can target different regions."""
    game = card(seelie_turn("fomorians", ["PLACE 2 WILD", "POINTS"]))
    play(game, ("place", TL, 2))
    assert legal(game) == places(REGIONS, 2)
    play(game, ("place", BR, 1))
    assert (game.phase, cubes(game)) == ("menu", {C: 3, BM: 3, TL: 2, BR: 1})


def test_fomorians_may_place_twice_in_the_same_region() -> None:
    """Fomorians, passive: they can, but need not, target different regions."""
    game = card(seelie_turn("fomorians", ["PLACE 2 WILD", "POINTS"]))
    play(game, ("place", TL, 2), ("place", TL, 2))
    assert cubes(game)[TL] == 4


def test_fomorians_court_place_1_wild_is_played_twice_too() -> None:
    """Fomorians, passive: even your PLACE 1 WILD Court card."""
    game = card(seelie_turn("fomorians", ["POINTS"], court="PLACE 1 WILD"), 5)
    play(game, ("place", TL, 1), ("place", TR, 1))
    assert (game.phase, cubes(game)) == ("menu", {C: 3, BM: 3, TL: 1, TR: 1})


def test_fomorians_may_skip_either_use() -> None:
    """Fomorians, passive with FAQ: either use may be skipped.

    Nothing else comes between the two (inferred).
    """
    game = card(seelie_turn("fomorians", ["PLACE 1 WILD", "PLACE 1 WILD", "POINTS"]))
    play(game, STOP)
    assert game.phase == "place"
    play(game, ("place", TL, 1))
    assert game.phase == "menu"
    play(card(game, 1), ("place", TR, 1), STOP)
    assert (game.phase, cubes(game)) == ("menu", {C: 3, BM: 3, TL: 1, TR: 1})


def test_fomorians_play_other_cards_once() -> None:
    """Fomorians, passive: WILD cards only."""
    game = seelie_turn("fomorians", ["PLACE 2 oak", "MOVE 1", "POINTS", "POINTS"])
    play(card(game, 0), ("place", TL, 2))
    assert game.phase == "menu"
    play(card(game, 1), ("move", "seelie", C, TR))
    card(game, 2)
    assert (game.phase, score(game)) == ("menu", (3, 0))


# --- sluagh


def test_sluagh_place_2_is_place_4_in_one_region() -> None:
    """Sluagh, passive: any PLACE 2 card becomes PLACE 4; the same region for all cubes."""
    game = card(seelie_turn("sluagh", ["PLACE 2 oak", "POINTS"]))
    assert legal(game) == places((TL, BL), 4)
    play(game, ("place", TL, 4))
    assert (game.phase, cubes(game)) == ("menu", {C: 3, BM: 3, TL: 4})


def test_sluagh_place_2_wild_is_place_4_wild() -> None:
    """Sluagh, passive: any PLACE 2 card, WILD included. Ruling: sluagh_wild."""
    assert legal(card(seelie_turn("sluagh", ["PLACE 2 WILD", "POINTS"]))) == places(REGIONS, 4)


@pytest.mark.parametrize("number", [1, 3])
def test_sluagh_other_place_cards_stay_as_printed(number: int) -> None:
    """Sluagh, passive: PLACE 2 cards only."""
    assert legal(card(seelie_turn("sluagh", [f"PLACE {number} oak", "POINTS"]))) == places((TL, BL), number)


# --- selkies


def test_selkies_points_card_may_be_place_4_wild_instead() -> None:
    """Selkies, passive: it will not give 3 points but act as PLACE 4 WILD, all in the same region."""
    game = seelie_turn("selkies", ["POINTS", "MOVE 1"])
    assert legal(game) == {("card", 0), ("card", 1), ("card_as", 0, "PLACE 4 WILD"), STOP}
    play(game, ("card_as", 0, "PLACE 4 WILD"))
    assert legal(game) == places(REGIONS, 4)
    play(game, ("place", BR, 4))
    assert (cubes(game), score(game)) == ({C: 3, BM: 3, BR: 4}, (0, 0))
    assert legal(game) == {("card", 1), STOP}


def test_selkies_points_card_may_still_give_points() -> None:
    """Selkies, passive: it transforms the card if you want to."""
    game = card(seelie_turn("selkies", ["POINTS", "MOVE 1"]))
    assert (score(game), game.phase) == ((3, 0), "menu")


def test_selkies_court_points_card_may_be_place_4_wild_too() -> None:
    """Selkies, passive: a POINTS card, Court or Pact."""
    game = play(
        seelie_turn("selkies", ["MOVE 1"], court="POINTS"), ("card_as", 5, "PLACE 4 WILD"), ("place", BR, 4)
    )
    assert (cubes(game)[BR], score(game)) == (4, (0, 0))


def test_only_selkies_turn_points_into_cubes() -> None:
    """Selkies, passive: theirs alone."""
    assert ("card_as", 0, "PLACE 4 WILD") not in legal(seelie_turn("dragons", ["POINTS"], against="selkies"))
