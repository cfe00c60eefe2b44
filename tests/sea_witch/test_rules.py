"""The text of Sea Witch Pacts clause by clause, each worked out by hand; docs/rules.md names every test."""

from __future__ import annotations

from collections import Counter

import pytest

from balance.config.sea_witch.models import Conduct, Table
from balance.engine.sea_witch.game import Game
from balance.engine.sea_witch.replay import Dealer
from balance.engine.sea_witch.tables import build_rules, names_of
from balance.errors import IllegalActionError
from tests.sea_witch.tables import (
    answer,
    changed,
    empty_deck,
    hold,
    laid,
    lay,
    own,
    shipped_game,
    whole_deck,
)

# hands in which nothing is a Villain, a Prince or a Female
QUIET = ["Knight", "Blacksmith", "Treasure"]
QUIET_TOO = ["Knight", "Blacksmith", "Treasure"]


def deals(number: int, **table: object) -> list[Game]:
    """Return the games that chance deals at a table."""
    game = shipped_game(**{k: str(v) for k, v in table.items() if k == "short_game"})
    at = Table.model_validate({"players": 3, **{k: v for k, v in table.items() if k != "short_game"}})
    rules = build_rules(game, [Conduct(), Conduct()], at)
    return [Dealer(rules, names_of(game), 7, index).game() for index in range(number)]


def left_out(game: Game) -> list[str]:
    """Return the playing cards that are nowhere in a game that begins."""
    position = game.position()
    there = Counter([*position["deck"], *(card for hand in position["hands"] for card in hand)])
    return sorted((Counter(whole_deck(shipped_game())) - there).elements())


# setup


def test_the_expansion_adds_24_playing_cards_to_the_basic_game() -> None:
    """Components, Setup: 24 playing cards are added to those of the basic game."""
    game = shipped_game()
    base, added = sum(game.decks.base.value.values()), sum(game.decks.expansion.value.values())
    assert added == 24
    (dealt,) = deals(1)
    assert (
        len(dealt.position()["deck"]) == base + 24 - 3 * game.start.value.hand - 1
    )  # hands and the first draw


def test_a_shorter_game_leaves_out_ten_cards_of_the_basic_game_at_random() -> None:
    """Setup: for a shorter game 10 cards of the basic game are removed at random before the expansion is added."""
    gone = [left_out(game) for game in deals(40, short=True)]
    assert {len(cards) for cards in gone} == {10}
    assert len({tuple(cards) for cards in gone}) == 40
    expansion = set(shipped_game().decks.expansion.value)
    assert not expansion & {card for cards in gone for card in cards}
    assert left_out(deals(1)[0]) == []


@pytest.mark.parametrize(("option", "twice"), [("ten_cards", True), ("ten_names", False)])
def test_the_ten_cards_left_out_may_be_of_one_name_or_not(option: str, twice: bool) -> None:
    """Setup: "10 different cards". Ruling short_game."""
    gone = [left_out(game) for game in deals(40, short=True, short_game=option)]
    assert any(len(set(cards)) < 10 for cards in gone) is twice


def test_a6_and_b6_join_the_setting_cards_before_two_are_drawn() -> None:
    """Setup: A6 and B6 are added before the two setting cards of the game are drawn at random."""
    drawn = [game.position() for game in deals(200)]
    assert {one["setting_a"] for one in drawn} == {"A1", "A2", "A3", "A4", "A5", "A6"}
    assert {one["setting_b"] for one in drawn} == {"B1", "B2", "B3", "B4", "B5", "B6"}


def test_twenty_pacts_are_shuffled_into_a_stack_of_their_own() -> None:
    """Setup: the 20 pacts form a stack apart from the playing deck and are never shuffled with it."""
    first, second = (game.position() for game in deals(2))
    assert len(first["stack"]) == 20
    assert sorted(first["stack"]) == sorted(second["stack"])
    assert first["stack"] != second["stack"]
    assert not set(first["stack"]) & set(first["deck"])


# drawing, holding and discarding pacts


def test_the_draw_symbol_draws_one_pact_and_cannot_be_declined() -> None:
    """Draw 1 Sea Witch Pact: playing a card with the symbol draws the top pact, without a choice."""
    game = laid([["Siren", "Knight", "Treasure"], QUIET], draws=["Cat", "Frog"], pacts=["Seventh Heaven"])
    answer(game, "Siren")
    assert game.position()["pacts"] == [["Seventh Heaven"], []]
    assert (game.to_move, game.phase) == (1, "play a card")


def test_a_card_may_say_that_its_draw_symbol_is_optional() -> None:
    """Draw 1 Sea Witch Pact: "unless specified otherwise"."""
    for action, held in (("none", 0), ("yes", 1)):
        game = laid([["Storm", "Knight", "Treasure"], QUIET], draws=["Cat", "Frog"])
        answer(game, "Storm")
        assert (game.phase, game.legal()) == ("draw a pact", ("none", "yes"))
        answer(game, action)
        assert len(game.position()["pacts"][0]) == held


def test_pacts_are_drawn_by_the_symbol_only() -> None:
    """Draw 1 Sea Witch Pact: this is the only way to draw pacts; phase 1 and cards that draw leave the stack alone."""
    game = laid([["Caravel", "Fairy", "Frog"], QUIET], draws=["Cat", "Frog"])
    answer(game, "Fairy")
    assert len(game.position()["stack"]) == 20
    assert len(game.position()["hands"][0]) == 5  # three, one drawn, one played, two drawn


def test_a_player_may_hold_any_number_of_pacts() -> None:
    """Draw 1 Sea Witch Pact: you can have any number of Pacts."""
    many = changed(shipped_game(), "cards", "Cat", effects=[{"do": "draw_pact", "count": 20}])
    game = laid([["Cat", "Knight", "Treasure"], QUIET], draws=["Frog", "Frog"], game=many)
    answer(game, "Cat")
    assert len(game.position()["pacts"][0]) == 20


def test_the_discard_symbol_lets_its_player_discard_one_pact() -> None:
    """Discard 1 Sea Witch Pact: you may discard 1 of your pacts; it goes to the discard pile of the pacts."""
    game = laid([["Dolphin", "Knight", "Treasure"], QUIET], draws=["Cat", "Frog"])
    hold(game, 0, "The Sisters' Knife", "The Rusty Anchor")
    answer(game, "Dolphin")
    assert game.legal() == ("none", "The Sisters' Knife", "The Rusty Anchor")
    answer(game, "The Rusty Anchor")
    position = game.position()
    assert (position["pacts"][0], position["pact_discard"]) == (["The Sisters' Knife"], ["The Rusty Anchor"])
    assert position["discard"] == []


def test_the_discard_symbol_is_optional() -> None:
    """Discard 1 Sea Witch Pact: "you may"."""
    game = laid([["Dolphin", "Knight", "Treasure"], QUIET], draws=["Cat", "Frog"])
    hold(game, 0, "The Sisters' Knife")
    answer(game, "Dolphin", "none")
    assert game.position()["pacts"][0] == ["The Sisters' Knife"]


def test_a_card_may_say_that_its_discard_symbol_must_be_used() -> None:
    """Discard 1 Sea Witch Pact: "unless specified otherwise"."""
    must = changed(shipped_game(), "cards", "Dolphin", effects=[{"do": "discard_pact", "may": False}])
    game = laid([["Dolphin", "Knight", "Treasure"], QUIET], draws=["Cat", "Frog"], game=must)
    hold(game, 0, "The Sisters' Knife")
    answer(game, "Dolphin")
    assert game.legal() == ("The Sisters' Knife",)


def test_pacts_are_no_part_of_the_hand() -> None:
    """Pacts: they do not count as part of your hand: a card that discards from the hand cannot take one."""
    game = laid([["Merchant", "Knight", "Treasure"], QUIET], draws=["Cat", "Frog"])
    hold(game, 0, "The Sisters' Knife")
    answer(game, "Merchant")
    assert (game.phase, game.legal()) == ("discard a card", ("Knight", "Cat", "Treasure"))
    answer(game, "Cat")
    assert game.position()["pacts"][0] == ["The Sisters' Knife"]


def test_an_empty_stack_is_made_anew_from_the_discarded_pacts() -> None:
    """Pacts: if the stack is empty, the pact discards are shuffled into a new one."""
    game = laid([["Siren", "Knight", "Treasure"], QUIET], draws=["Cat", "Frog"])
    while game.state["stack_left"]:
        game.state["stack_left"] -= 1
    for pact in ("Seventh Heaven", "Foam on the Waves"):
        game.state["pact_discard"][game.names.pacts.index(pact)] = 1
    game.state["pact_discards"] = 2
    answer(game, "Siren")
    assert (game.phase, game.to_move, game.legal()) == ("shuffle the pacts", None, ())
    with pytest.raises(IllegalActionError):
        game.reshuffle(["Seventh Heaven", "Seventh Heaven"])
    game.reshuffle(["Foam on the Waves", "Seventh Heaven"])
    position = game.position()
    assert position["pacts"][0] == ["Foam on the Waves"]
    assert (position["stack"], position["pact_discard"]) == (["Seventh Heaven"], [])


def test_with_neither_stack_nor_discards_no_pact_is_drawn() -> None:
    """Pacts: both stack and discards are empty (inferred). Ruling pact_stack_out."""
    game = laid([["Siren", "Knight", "Treasure"], QUIET], draws=["Cat", "Frog"])
    game.state["stack_left"] = 0
    answer(game, "Siren")
    assert game.position()["pacts"] == [[], []]
    assert game.position()["score"][0] == 3


# playing a pact


def test_a_pact_is_played_instead_of_an_effect_of_the_a_setting_card() -> None:
    """Phase 2: instead of using an effect of the A setting card, 1 pact may be played, onto the discard pile."""
    game = laid([["Princess", "Knight", "Treasure"], QUIET], draws=["Cat", "Frog"], setting_a="A1")
    lay(game, 0, "Princess")
    hold(game, 0, "Seventh Heaven")
    assert (game.phase, game.legal()) == ("play a pact", ("none", "Seventh Heaven"))
    answer(game, "Seventh Heaven")
    assert game.position()["pact_discard"] == ["Seventh Heaven"]
    assert (game.to_move, game.phase) == (0, "play a card")


def test_who_plays_no_pact_may_use_the_a_setting_card() -> None:
    """Phase 2: the pact is optional; without one an effect of the A setting card can be used."""
    game = laid([["Princess", "Knight", "Treasure"], QUIET], draws=["Cat", "Frog"], setting_a="A1")
    lay(game, 0, "Princess")
    hold(game, 0, "Seventh Heaven")
    answer(game, "none")
    assert (game.phase, game.legal()) == ("use the A setting card", ("none", "effect 1"))
    answer(game, "effect 1")
    assert game.position()["score"][0] == 1
    assert game.position()["items"][0]["gold"] == 0
    assert game.phase == "play a card"


def test_only_one_pact_is_played_in_a_turn() -> None:
    """Phase 2: you may play 1 Sea Witch Pact."""
    game = laid([["Princess", "Knight", "Treasure"], QUIET], draws=["Cat", "Frog"])
    lay(game, 0, "Princess")
    hold(game, 0, "Seventh Heaven", "Seventh Heaven")
    answer(game, "Seventh Heaven")
    assert game.phase == "play a card"
    assert game.position()["pacts"][0] == ["Seventh Heaven"]


def test_without_its_first_condition_in_full_a_pact_cannot_be_played() -> None:
    """Playing a pact: if you cannot fulfil the first condition, you cannot play the pact."""
    game = laid([QUIET, QUIET_TOO], draws=["Merchant", "Frog"])
    hold(game, 0, "The Stinking Concoction", "The Sisters' Knife", "Seventh Heaven", "A Voice for Legs")
    assert game.phase == "play a card"


def test_a_first_condition_of_two_cards_needs_both() -> None:
    """Playing a pact: the first condition is required in full, each of its cards being another."""
    both = changed(
        shipped_game(),
        "pacts",
        "Foam on the Waves",
        first={"discard": 1, "discard_of": ["Male"], "play": ["Villain"]},
    )
    thief = laid([["Thief", "Cat", "Treasure"], QUIET], draws=["Frog", "Frog"], game=both)
    hold(thief, 0, "Foam on the Waves")
    assert thief.phase == "play a card"  # the Thief is both, and there is only one of him
    two = laid([["Thief", "Ogre", "Treasure"], QUIET], draws=["Frog", "Frog"], game=both)
    hold(two, 0, "Foam on the Waves")
    answer(two, "Foam on the Waves")
    assert (two.phase, two.legal()) == ("discard a card", ("Ogre", "Thief"))
    answer(two, "Ogre")
    assert (two.phase, two.legal()) == ("play a card for the pact", ("Thief",))


@pytest.mark.parametrize(("points", "offered"), [(1, False), (2, True)])
def test_points_and_items_of_a_first_condition_must_be_there(points: int, offered: bool) -> None:
    """Playing a pact: what the first condition takes must be there in full."""
    game = laid([QUIET, QUIET_TOO], draws=["Cat", "Frog"])
    game.state["score"][0] = points
    hold(game, 0, "The Witch's Price")
    assert (game.phase == "play a pact") is offered
    own(game, 0, sword=1)
    hold(game, 0, "The Sisters' Knife")
    assert "The Sisters' Knife" in game.legal()


def test_the_bonus_is_given_as_far_as_it_goes() -> None:
    """Playing a pact: if you cannot receive all of the bonus, you may still play it."""
    game = laid([QUIET, QUIET_TOO], draws=["Cat", "Frog"])
    lay(game, 0, "Prince")
    empty_deck(game)
    hold(game, 0, "The Prince's Ball")
    answer(game, "The Prince's Ball")
    assert len(game.position()["hands"][0]) == 4
    assert game.position()["score"][0] == 1


def test_every_player_is_asked_for_the_second_condition_clockwise_from_the_active_one() -> None:
    """Second condition: each player, starting with you and going clockwise, may fulfil it."""
    hands = [["Ogre", "Dragon", "Cat"], ["Wolf", "Knight", "Treasure"], ["Stepmother", "Knight", "Treasure"]]
    game = laid(hands, draws=["Frog", "Frog"])
    hold(game, 0, "The Stinking Concoction")
    answer(game, "The Stinking Concoction", "Dragon")
    asked = []
    while game.phase == "fulfil the second condition":
        asked.append(game.to_move)
        answer(game, "yes")
    assert asked == [0, 1, 2]
    assert game.position()["score"] == [1, 1, 1]


def test_the_round_of_the_second_condition_goes_on_past_the_last_seat() -> None:
    """Second condition: clockwise from the active player, whoever that is."""
    game = laid(
        [["Wolf", "Cat", "Cat"], ["Ogre", "Dragon", "Cat"], ["Stepmother", "Knight", "Treasure"]],
        draws=["Frog", "Frog"],
    )
    answer(game, "Cat")
    hold(game, 1, "The Stinking Concoction")
    answer(game, "The Stinking Concoction", "Dragon")
    asked = []
    while game.phase == "fulfil the second condition":
        asked.append(game.to_move)
        answer(game, "none")
    assert asked == [1, 2, 0]


def test_the_second_condition_is_optional_and_only_who_can_is_asked() -> None:
    """Second condition: it is always optional; without it there is no bonus."""
    game = laid(
        [["Ogre", "Dragon", "Cat"], QUIET, ["Stepmother", "Knight", "Treasure"]],
        draws=["Frog", "Frog"],
    )
    hold(game, 0, "The Stinking Concoction")
    answer(game, "The Stinking Concoction", "Dragon", "none")
    assert game.to_move == 2  # the second player has no Villain
    answer(game, "none")
    assert game.position()["score"] == [0, 0, 0]


def test_the_second_condition_takes_what_it_says_and_pays_each_player_apart() -> None:
    """Second condition: whoever fulfils it gains the bonus listed."""
    game = laid([["Knight", "Blacksmith", "Cat"], ["Knight", "Treasure", "Sunrise"]], draws=["Frog", "Frog"])
    lay(game, 0, "Prince")
    own(game, 0, sword=2)
    own(game, 1, sword=1)
    hold(game, 0, "The Sisters' Knife")
    answer(game, "The Sisters' Knife", "yes", "yes")
    position = game.position()
    assert position["score"] == [6, 2]
    assert [items["sword"] for items in position["items"]] == [0, 0]


def test_the_example_of_the_text() -> None:
    """Example: at Night, The Stinking Concoction, a Dragon played, the last gold coin taken, an Ogre revealed."""
    game = laid([["Dragon", "Ogre", "Cat"], ["Wolf", "Knight", "Treasure"]], draws=["Frog", "Frog"])
    game.state["time"] = 0
    game.state["supply"][0] = 3  # two for the Dragon's own effect, one is left for the pact
    hold(game, 0, "The Stinking Concoction")
    answer(game, "The Stinking Concoction")
    assert game.position()["pact_discard"] == ["The Stinking Concoction"]
    assert game.legal() == ("Dragon", "Ogre")
    answer(game, "Dragon")
    position = game.position()
    assert position["items"][0]["gold"] == 1 + 2 + 1
    assert position["supply"]["gold"] == 0
    answer(game, "yes", "yes")
    position = game.position()
    assert position["score"] == [1, 1]
    assert "Ogre" in position["hands"][0]
    assert "Wolf" in position["hands"][1]
    assert (game.to_move, game.phase) == (0, "play a card")


def test_the_card_played_for_a_pact_is_not_the_card_of_phase_three() -> None:
    """Example, note 2: the Dragon played for the pact does not count as the card of phase 3."""
    game = laid([["Dragon", "Knight", "Cat"], QUIET], draws=["Frog", "Frog"])
    hold(game, 0, "The Stinking Concoction")
    answer(game, "The Stinking Concoction", "Dragon")
    assert (game.to_move, game.phase, game.legal()) == (0, "play a card", ("Knight", "Cat", "Frog"))


def test_a_revealed_card_returns_to_the_hand() -> None:
    """Remember: a card that a pact asks to reveal goes back to the hand."""
    game = laid([["Knight", "Cat", "Treasure"], QUIET], draws=["Frog", "Frog"])
    hold(game, 0, "Sunken Treasure")
    answer(game, "Sunken Treasure")
    assert "Knight" in game.position()["hands"][0]


def test_the_deck_of_a_pact_is_the_playing_deck() -> None:
    """Remember: a card drawn from the deck is a playing card."""
    game = laid([["Knight", "Cat", "Treasure"], QUIET], draws=["Frog", "Siren", "Frog"])
    hold(game, 0, "Sunken Treasure")
    stack = len(game.position()["stack"])
    answer(game, "Sunken Treasure")
    assert "Siren" in game.position()["hands"][0]
    assert len(game.position()["stack"]) == stack


def test_a_pact_lies_on_its_discards_before_its_condition_is_fulfilled() -> None:
    """Phase 2: a pact is played by placing it in the discard pile; the Sea Witch played for it may bring it back."""
    game = laid([["Sea Witch", "Knight", "Cat"], QUIET], draws=["Frog", "Frog"])
    hold(game, 0, "The Stinking Concoction")
    game.state["stack_left"] = 0
    answer(game, "The Stinking Concoction", "Sea Witch")
    assert game.phase == "shuffle the pacts"
    game.reshuffle(["The Stinking Concoction"])
    assert game.position()["pacts"][0] == ["The Stinking Concoction"]
