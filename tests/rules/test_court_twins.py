"""A court set with two equal cards, which the rulebook leaves open: what Banshees may learn from one."""

from __future__ import annotations

from balance.config.pacts import Configuration, parse_card
from balance.engine.pacts.game import Game
from tests.rules.table import STOP, courts, deal, legal, play, seen
from tests.support import shipped

TWINS = ["PLACE 1 WILD", "MOVE 1", "MOVE 1", "PLACE 1 oak", "PLACE 1 thorn", "ABILITY", "POINTS"]


def configuration() -> Configuration:
    """Return the shipped configuration with MOVE 1 twice in the court set, instead of PLACE 1 ash."""
    game = shipped().game
    cards = tuple(parse_card(card) for card in TWINS)
    court = game.court.model_copy(update={"value": cards})
    return shipped().model_copy(update={"game": game.model_copy(update={"court": court})})


def banshees_turn(laid: str) -> Game:
    """Return Seelie's turn: Banshees have revealed MOVE 1, the opponent has `laid` face down."""
    game = deal(courts(Game.new(configuration(), "banshees", "dragons"), "MOVE 1", laid))
    return play(game, ("split", ()), ("select", "unseelie"))


def test_equal_court_cards_are_chosen_by_name() -> None:
    """Phase 1: two equal cards are one choice."""
    game = Game.new(configuration(), "banshees", "dragons")
    assert legal(game) == {("court", card) for card in TWINS} | {("court", None)}
    assert len(game.legal()) == 7


def test_banshees_make_the_opponent_discard_one_of_two_equal_cards() -> None:
    """Banshees, passive: the same card is discarded, one card."""
    hand = banshees_turn("POINTS").position()["court_hand"]["unseelie"]
    assert sorted(hand) == sorted(["PLACE 1 WILD", "MOVE 1", "PLACE 1 oak", "PLACE 1 thorn", "ABILITY"])


def test_a_discarded_twin_does_not_turn_the_face_down_card_up() -> None:
    """Banshees leak: a discard was seen, so the face-down card may be the other twin or any other card."""
    game = banshees_turn("MOVE 1")
    assert "MOVE 1" not in game.position()["court_hand"]["unseelie"]
    assert seen(game)["court_card"]["unseelie"] == "hidden"


def test_which_twin_was_discarded_tells_nothing() -> None:
    """Banshees leak: equal cards look the same, whether the other twin lies face down or not."""
    assert banshees_turn("MOVE 1").view().tobytes() == banshees_turn("POINTS").view().tobytes()


def test_a_twin_played_leaves_the_other_to_choose() -> None:
    """Phase 5: a discarded card does not return; its twin is another card."""
    game = play(banshees_turn("POINTS"), STOP, STOP)
    assert ("court", "MOVE 1") in legal(game)
