"""Rulebook, Phase 1 (Court Cards), and the FAQ on running out of them."""

from __future__ import annotations

import pytest

from tests.rules.table import (
    STOP,
    card,
    courts,
    cubes,
    legal,
    new_game,
    pass_round,
    play,
    score,
    seelie_turn,
    turn,
)

SEVEN = {"PLACE 1 WILD", "MOVE 1", "PLACE 1 oak", "PLACE 1 thorn", "PLACE 1 ash", "ABILITY", "POINTS"}


def test_each_player_may_lay_any_own_court_card_or_none() -> None:
    """Phase 1: each simultaneously chooses a Court card from their hand; this is optional."""
    game = new_game()
    assert legal(game) == {("court", name) for name in SEVEN} | {("court", None)}
    play(game, ("court", "POINTS"))
    assert game.to_move == "unseelie"
    assert legal(game) == {("court", name) for name in SEVEN} | {("court", None)}


def test_a_chosen_court_card_leaves_the_hand() -> None:
    """Phase 1: it is kept face-down, apart from the hand."""
    game = courts(new_game(), "POINTS", None)
    assert set(game.position()["court_hand"]["seelie"]) == SEVEN - {"POINTS"}
    assert set(game.position()["court_hand"]["unseelie"]) == SEVEN
    assert game.position()["court_card"] == {"seelie": "POINTS", "unseelie": None}


def test_a_court_card_cannot_be_chosen_twice() -> None:
    """End of Round: discarded cards do not return to play, a Court card included."""
    game = seelie_turn("dragons", ["MOVE 1"], court="POINTS")
    play(card(game, 5), STOP)
    assert game.phase == "court"
    assert legal(game) == {("court", name) for name in SEVEN - {"POINTS"}} | {("court", None)}


def test_a_skipped_court_card_is_lost_too() -> None:
    """Phase 5: cards can be skipped altogether, but are still discarded."""
    game = play(seelie_turn("dragons", ["MOVE 1"], court="POINTS"), STOP)
    assert score(game) == (0, 0)
    assert ("court", "POINTS") not in legal(game)


def test_a_court_card_is_turned_up_at_the_start_of_the_own_turn() -> None:
    """Phase 5: the first player reveals their Court card in their turn, the second in theirs."""
    game = seelie_turn("dragons", ["MOVE 1"], court="POINTS", opposing_court="ABILITY")
    assert game.state["court_shown"].tolist() == [1, 0]
    play(game, STOP)
    assert game.to_move == "unseelie"
    assert game.state["court_shown"].tolist() == [1, 1]


def test_a_court_card_is_played_like_a_pact_card_in_any_order() -> None:
    """Phase 5: the effects of all cards, Court and Pact alike, in any order."""
    for slots in ((5, 0), (0, 5)):
        game = seelie_turn("dragons", ["PLACE 1 oak", "MOVE 1"], court="PLACE 1 thorn")
        for slot in slots:
            card(game, slot)
            play(game, ("place", "top-left" if slot == 0 else "top-right", 1))
        assert cubes(game) == {"center": 3, "bottom-middle": 3, "top-left": 1, "top-right": 1}


def test_the_players_hold_equal_court_sets_of_their_own() -> None:
    """Set-Up: 7 Court cards in each player's shade; both can lay the same card.

    That the sets are equal is assumed.
    """
    game = courts(new_game(), "MOVE 1", "MOVE 1")
    assert game.position()["court_card"] == {"seelie": "MOVE 1", "unseelie": "MOVE 1"}


def test_at_least_one_court_card_stays_unused() -> None:
    """Phases of Play: seven Court cards, at most one in each of six rounds."""
    game = new_game()
    for _ in range(6):
        chosen = [sorted(SEVEN & {a[1] for a in legal(game)})[0]]
        courts(game, chosen[0], None)
        decks = game.position()["decks"]
        game.reveal([*list(decks["common"].elements())[:4], next(iter(decks["special"]))])
        play(game, ("split", ()), ("select", "unseelie"), STOP)
    assert game.phase == "over"
    assert len(game.position()["court_hand"]["seelie"]) == 1


@pytest.mark.parametrize("side", [0, 1])
def test_without_court_cards_none_is_chosen(side: int) -> None:
    """FAQ, running out of Court cards: then no more Court cards are played."""
    game = new_game()
    game.state["court_hand"][side] = 0
    if side == 1:
        play(game, ("court", None))
    assert legal(game) == {("court", None)}


def test_a_round_can_be_played_without_any_court_card() -> None:
    """Phase 1: optional for both."""
    assert pass_round(new_game()).position()["round"] == 2


def test_no_court_card_gives_no_card_in_the_turn() -> None:
    """Phase 5: without a Court card only the Pact cards are played."""
    game = turn("unseelie", "dragons", ["POINTS"])
    assert legal(game) == {("card", 0), STOP}
