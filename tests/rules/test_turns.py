"""Rulebook, Phase 5 (Play Turns), and the FAQ on unused cards."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.rules.table import BM, BR, STOP, TL, TR, C, card, cubes, legal, play, score, seelie_turn, turn


def test_all_own_cards_can_be_started_in_any_order() -> None:
    """Phase 5: the effect on each card, in any order."""
    for order in permutations((0, 1, 2)):
        game = seelie_turn("dragons", ["PLACE 1 oak", "PLACE 1 thorn", "POINTS"])
        for slot in order:
            card(game, slot)
            if slot < 2:
                play(game, ("place", (TL, TR)[slot], 1))
        assert cubes(game) == {C: 3, BM: 3, TL: 1, TR: 1}
        assert score(game) == (3, 0)


def test_the_menu_offers_every_card_left_and_the_end_of_the_turn() -> None:
    """Phase 5: each card once; they can be skipped altogether."""
    game = seelie_turn("dragons", ["POINTS", "MOVE 1", "POINTS"])
    assert legal(game) == {("card", 0), ("card", 1), ("card", 2), STOP}
    card(game, 2)
    assert legal(game) == {("card", 0), ("card", 1), STOP}


def test_cards_can_be_skipped_altogether_but_are_discarded() -> None:
    """FAQ, unused cards: a skipped card is still discarded."""
    game = play(seelie_turn("dragons", ["POINTS", "POINTS"], opposing_cards=["MOVE 1"]), STOP)
    assert score(game) == (0, 0)
    assert game.position()["hand"]["seelie"] == []
    assert game.to_move == "unseelie"


def test_a_place_card_can_be_skipped_once_begun() -> None:
    """FAQ, unused cards: all of a place card may be skipped; it is discarded."""
    game = play(card(seelie_turn("dragons", ["PLACE 2 oak", "POINTS"])), STOP)
    assert cubes(game) == {C: 3, BM: 3}
    assert legal(game) == {("card", 1), STOP}


def test_part_of_a_move_card_can_be_skipped() -> None:
    """FAQ, unused cards: part of a move card may be skipped; it is discarded."""
    game = card(seelie_turn("sluagh", ["MOVE 3", "POINTS"]))
    play(game, ("move", "seelie", C, TL), STOP)
    assert cubes(game) == {C: 2, BM: 3, TL: 1}
    assert legal(game) == {("card", 1), STOP}


def test_part_of_a_place_card_can_be_skipped() -> None:
    """FAQ, unused cards: fewer cubes than printed may be placed; the rest of the card is gone."""
    game = play(card(seelie_turn("dragons", ["PLACE 3 oak", "POINTS"])), ("place", TL, 1))
    assert cubes(game) == {C: 3, BM: 3, TL: 1}
    assert legal(game) == {("card", 1), STOP}


def test_no_other_action_comes_between_the_moves_of_a_card() -> None:
    """FAQ, unused cards: a card, such as multiple moves, cannot be split with other actions in between."""
    game = card(seelie_turn("sluagh", ["MOVE 2", "POINTS", "PLACE 1 oak"], court="MOVE 1"))
    play(game, ("move", "seelie", C, TL))
    assert game.phase == "move"
    assert {action[0] for action in legal(game)} == {"move", "stop"}


def test_a_turn_ends_with_its_last_card() -> None:
    """Phase 5: all cards are discarded as they go; then the player with the token takes their turn."""
    game = card(seelie_turn("dragons", ["POINTS"], opposing_cards=["POINTS"]))
    assert (game.to_move, game.position()["round"]) == ("unseelie", 1)
    card(game, 1)
    assert score(game) == (3, 3)
    assert (game.phase, game.position()["round"]) == ("court", 2)


def test_the_second_player_acts_on_the_board_that_the_first_left() -> None:
    """Phase 5: turns are one after the other."""
    game = turn("unseelie", "dragons", ["ABILITY"], opposing_cards=["PLACE 2 thorn"], first=True)
    play(card(game), ("region", C))
    assert game.to_move == "seelie"
    play(card(game, 1), ("place", BR, 2))
    assert cubes(game, "seelie") == {BM: 3, BR: 2}
    assert cubes(game, "unseelie") == {BM: 3}


@pytest.mark.parametrize("side", ["seelie", "unseelie"])
def test_cards_act_for_the_side_that_plays_them(side: str) -> None:
    """Phase 5: each completes the effects of the own cards with the own cubes."""
    game = turn(side, "sluagh", ["PLACE 1 oak", "MOVE 1", "POINTS"])
    play(card(game, 0), ("place", TL, 1))
    play(card(game, 1), ("move", side, TL, TR))
    card(game, 2)
    assert cubes(game, side) == {C: 3, BM: 3, TR: 1}
    assert cubes(game, {"seelie": "unseelie", "unseelie": "seelie"}[side]) == {C: 3, BM: 3}
    assert score(game) == ((3, 0) if side == "seelie" else (0, 3))
