"""Rulebook, Phases of Play; the Round Reference card."""

from __future__ import annotations

import pytest

from balance.errors import IllegalActionError
from tests.rules.table import FIVE, STOP, courts, deal, new_game, pass_round, play, score, seelie_turn


def test_a_round_goes_court_reveal_split_select_turn_turn() -> None:
    """Round Reference: choose court cards, reveal, split, select, play turns, advance the time marker."""
    game = new_game()
    asked = [(game.phase, game.to_move)]
    play(game, ("court", None), ("court", None))
    asked.append((game.phase, game.to_move))
    deal(game)
    asked.append((game.phase, game.to_move))
    play(game, ("split", (0,)))
    asked.append((game.phase, game.to_move))
    play(game, ("select", "seelie"))
    asked.append((game.phase, game.to_move))
    play(game, STOP)
    asked.append((game.phase, game.to_move))
    play(game, STOP)
    asked.append((game.phase, game.to_move))
    assert asked == [
        ("court", "seelie"),
        ("reveal", None),
        ("split", "unseelie"),
        ("select", "seelie"),
        ("menu", "unseelie"),
        ("menu", "seelie"),
        ("court", "seelie"),
    ]
    assert game.position()["round"] == 2


def test_the_game_ends_after_six_rounds() -> None:
    """Phases of Play: play proceeds in six rounds."""
    game = new_game()
    for number in range(1, 7):
        assert (game.position()["round"], game.phase) == (number, "court")
        pass_round(game)
    assert game.phase == "over"
    assert game.legal() == []


@pytest.mark.parametrize(("number", "splitter"), [*enumerate(["unseelie", "seelie"] * 3, start=1)])
def test_unseelie_splits_in_rounds_1_3_5_and_seelie_in_2_4_6(number: int, splitter: str) -> None:
    """Phase 3: the splitter matches the space on the time track, Unseelie first, Seelie second, and so on."""
    game = new_game()
    for _ in range(number - 1):
        pass_round(game)
    decks = courts(game).position()["decks"]
    deal(game, [*list(decks["common"].elements())[:4], next(iter(decks["special"]))])
    assert (game.phase, game.to_move) == ("split", splitter)
    play(game, ("split", ()))
    assert (game.phase, game.to_move) == ("select", {"seelie": "unseelie", "unseelie": "seelie"}[splitter])


def test_four_common_cards_and_one_special_card_are_revealed() -> None:
    """Phase 2: draw four common Pact cards and one special Pact card, face-up."""
    game = deal(courts(new_game()))
    assert game.position()["revealed"] == list(FIVE)
    assert game.position()["decks"]["common"].total() == 23
    assert game.position()["decks"]["special"].total() == 7
    assert game.position()["decks"]["common"]["MOVE 1"] == 0


@pytest.mark.parametrize(
    "cards",
    [
        ["MOVE 1", "MOVE 1", "MOVE 1", "ABILITY"],
        ["MOVE 1", "MOVE 1", "MOVE 1", "ABILITY", "ABILITY"],
        ["MOVE 1", "MOVE 1", "MOVE 2", "MOVE 2", "PLACE 2 WILD"],
        ["MOVE 1", "MOVE 1", "MOVE 1", "MOVE 1", "ABILITY"],
    ],
    ids=["four cards", "special for common", "common for special", "a fourth MOVE 1"],
)
def test_no_other_cards_can_be_revealed(cards: list[str]) -> None:
    """Phase 2: the five cards come from what is left in the two decks."""
    game = courts(new_game())
    with pytest.raises(IllegalActionError):
        game.reveal(cards)
    assert game.phase == "reveal"


def test_discarded_cards_do_not_return_to_play() -> None:
    """End of Round: discarded cards do not return, so six rounds show 24 common and 6 special cards."""
    game = new_game()
    for number in range(1, 7):
        pass_round(game)
        left = game.position()["decks"]
        assert (left["common"].total(), left["special"].total()) == (27 - 4 * number, 8 - number)


def test_the_table_is_cleared_at_the_end_of_a_round() -> None:
    """End of Round: once both have taken their turns all cards are discarded and the next round starts."""
    game = play(seelie_turn("dragons", ["POINTS"], court="MOVE 1"), STOP)
    position = game.position()
    assert (position["round"], position["revealed"], position["token"]) == (2, [], None)
    assert position["court_card"] == {"seelie": None, "unseelie": None}
    assert position["hand"] == {"seelie": [], "unseelie": []}


@pytest.mark.parametrize("number", [1, 2, 4, 5])
def test_other_rounds_are_not_scored(number: int) -> None:
    """Phases of Play: scoring occurs after the third and sixth rounds only."""
    game = play(seelie_turn("dragons", ["MOVE 1"], number=number, own={"center": 9}), STOP)
    assert score(game) == (0, 0)
    assert game.position()["round"] == number + 1
