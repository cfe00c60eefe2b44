"""Rulebook, Phases 3 and 4: splitting and selecting."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.rules.table import STOP, courts, deal, legal, new_game, play

SUBSETS = [pile for size in range(6) for pile in combinations(range(5), size)]


def test_the_five_cards_and_the_token_go_into_two_piles_of_any_size() -> None:
    """Phase 3: two piles of the cards and the 2nd Player token.

    No requirement on how many cards go in each.
    """
    game = deal(courts(new_game()))
    assert legal(game) == {("split", pile) for pile in SUBSETS}
    assert len(SUBSETS) == 32


def test_the_other_player_selects_a_pile_for_each() -> None:
    """Phase 4: the non-splitting player selects a pile for each player."""
    game = play(deal(courts(new_game())), ("split", (0, 4)))
    assert game.to_move == "seelie"
    assert legal(game) == {("select", "seelie"), ("select", "unseelie")}


@pytest.mark.parametrize("pile", SUBSETS, ids=str)
@pytest.mark.parametrize("holder", ["seelie", "unseelie"])
def test_the_pile_with_the_token_makes_its_holder_second(pile: tuple[int, ...], holder: str) -> None:
    """Phase 5: the player without the token takes the first turn; nobody gets a card of the other pile."""
    game = play(deal(courts(new_game(), "MOVE 1", "POINTS")), ("split", pile), ("select", holder))
    first = {"seelie": "unseelie", "unseelie": "seelie"}[holder]
    position = game.position()
    assert position["token"] == holder
    assert position["hand"] == {holder: [*pile, 5], first: [s for s in range(5) if s not in pile] + [5]}
    assert (game.phase, game.to_move) == ("menu", first)
    play(game, STOP)
    assert (game.phase, game.to_move) == ("menu", holder)


def test_a_pile_may_be_empty() -> None:
    """Phase 3: no requirement; a player may get no Pact card at all and then has no turn to speak of."""
    game = play(deal(courts(new_game())), ("split", (0, 1, 2, 3, 4)), ("select", "seelie"))
    assert game.to_move == "seelie"  # Unseelie's turn, without cards, is over
    assert game.position()["hand"] == {"seelie": [0, 1, 2, 3, 4], "unseelie": []}


def test_the_token_may_lie_alone() -> None:
    """Phase 3: a pile of the token only; all five cards to the first player."""
    game = play(deal(courts(new_game())), ("split", ()), ("select", "unseelie"))
    assert game.to_move == "seelie"
    assert game.position()["hand"] == {"seelie": [0, 1, 2, 3, 4], "unseelie": []}


def test_the_rulebooks_example_split_gives_the_piles_as_printed() -> None:
    """Phase 3, first example: MOVE 1, MOVE 1 and the token against PLACE 1, PLACE 1, PLACE 1."""
    five = ["MOVE 1", "PLACE 1 oak", "PLACE 1 thorn", "PLACE 1 ash", "MOVE 1"]
    game = play(deal(courts(new_game()), five), ("split", (0, 4)), ("select", "unseelie"))
    assert legal(game) == {("card", 1), ("card", 2), ("card", 3), STOP}
    play(game, STOP)
    assert game.to_move == "unseelie"
    assert legal(game) == {("card", 0), ("card", 4), STOP}
