"""The end of the game, the notes on the cards and the rulings, clause by clause."""

from __future__ import annotations

from collections import Counter

import pytest

from balance.config.sourced import Sourced
from balance.engine.sea_witch.game import Game
from tests.sea_witch.tables import (
    answer,
    empty_deck,
    hold,
    laid,
    lay,
    own,
    phase_two,
    shipped_game,
    throw,
)

# hands in which nothing is a Villain, a Prince or a Female
QUIET = ["Knight", "Blacksmith", "Treasure"]
QUIET_TOO = ["Knight", "Blacksmith", "Treasure"]


# the end


@pytest.mark.parametrize(("table", "lost"), [({}, 3), ({"penalty": 0}, 0), ({"penalty": 5}, 5)])
def test_each_pact_held_at_the_end_costs_points(table: dict[str, int], lost: int) -> None:
    """Beware: you lose 3 victory points for each pact still in your hand; a table may have another penalty."""
    game = laid([QUIET, QUIET_TOO], draws=["Cat", "Frog"], table=table, setting_b="B4")
    hold(game, 0, "Seventh Heaven", "The Sisters' Knife")
    game.state["score"][0] = 10
    assert game.points()[0] == 10 - 2 * lost


def plain_turn(game: Game, card: str) -> None:
    """Play a card and nothing else."""
    if game.phase == "use the A setting card":
        answer(game, "none")
    answer(game, card)


def test_pacts_do_not_keep_the_game_going() -> None:
    """Remember: pacts are never counted to determine when the game ends."""
    game = laid([QUIET, QUIET_TOO], draws=["Cat", "Frog"])
    hold(game, 0, "The Prince's Ball")
    hold(game, 1, "The Prince's Ball")
    empty_deck(game)
    for card in ("Blacksmith", "Knight", "Treasure"):
        plain_turn(game, card)
        assert not game.over
        plain_turn(game, card)
    assert game.over  # the second player's hand is empty, though it holds a pact
    assert game.position()["pacts"] == [["The Prince's Ball"], ["The Prince's Ball"]]


def test_the_game_goes_on_while_there_are_cards_whatever_the_pacts() -> None:
    """Remember: nor does having no pacts end it, nor an empty stack."""
    game = laid([QUIET, QUIET_TOO], draws=["Cat", "Frog"])
    game.state["stack_left"] = 0
    answer(game, "Knight")
    assert not game.over


# notes on the cards


def test_the_witch_of_the_basic_game_does_not_stop_pacts() -> None:
    """Remember: the Witch does not prevent drawing pacts; cards of the deck she does (assumed)."""
    game = laid([["Witch", "Knight", "Cat"], ["Caravel", "Knight", "Treasure"]], draws=["Frog", "Frog"])
    answer(game, "Witch")
    assert len(game.position()["hands"][1]) == 3  # no draw in phase 1
    answer(game, "Caravel")
    position = game.position()
    assert len(position["pacts"][1]) == 1
    assert len(position["hands"][1]) == 2


def test_the_witch_leaves_when_her_players_next_turn_begins() -> None:
    """The Witch (assumed): she lies in front until then, and goes to the discard pile."""
    game = laid([["Witch", "Knight", "Cat"], ["Knight", "Blacksmith", "Treasure"]], draws=["Frog", "Frog"])
    answer(game, "Witch", "Treasure")
    position = game.position()
    assert (position["front"][0], position["discard"]) == ([], ["Witch", "Treasure"])
    assert len(position["hands"][0]) == 4


def test_seventh_heaven_has_no_second_condition() -> None:
    """Seventh Heaven: no second condition for all players."""
    game = laid([QUIET, ["Princess", "Prince", "Cat"]], draws=["Cat", "Frog"])
    lay(game, 0, "Princess")
    lay(game, 1, "Princess")
    hold(game, 0, "Seventh Heaven")
    answer(game, "Seventh Heaven")
    assert (game.to_move, game.phase) == (0, "play a card")


def test_seventh_heaven_gives_its_bonus_once() -> None:
    """Seventh Heaven: with more than 1 Prince or Female in play the bonus is got only once."""
    game = laid([QUIET, QUIET_TOO], draws=["Cat", "Frog"])
    lay(game, 0, "Princess", "Prince", "Prince")
    hold(game, 0, "Seventh Heaven")
    answer(game, "Seventh Heaven")
    assert game.position()["score"][0] == 4


def test_the_little_mermaid_takes_a_prince_from_the_discard_pile() -> None:
    """Little Mermaid: a Prince of the discard pile comes before one in front of another player."""
    game = laid([["Little Mermaid", "Cat", "Knight"], QUIET], draws=["Frog", "Frog"])
    lay(game, 1, "Prince")
    throw(game, "Prince")
    answer(game, "Little Mermaid")
    position = game.position()
    assert position["front"] == [["Prince", "Little Mermaid"], ["Prince"]]
    assert position["discard"] == []


def test_the_little_mermaid_takes_a_prince_from_another_player_if_none_is_discarded() -> None:
    """Little Mermaid: only if there is no Prince in the discard pile."""
    game = laid([["Little Mermaid", "Cat", "Knight"], QUIET, ["Thief", "Cat", "Frog"]], draws=["Frog"])
    lay(game, 2, "Prince")
    answer(game, "Little Mermaid")
    assert game.position()["front"] == [["Prince", "Little Mermaid"], [], []]


def test_the_little_mermaid_takes_nothing_where_there_is_no_prince() -> None:
    """Little Mermaid: she takes a Prince only."""
    game = laid([["Little Mermaid", "Cat", "Knight"], QUIET], draws=["Frog", "Frog"])
    lay(game, 1, "Old Sage")
    answer(game, "Little Mermaid")
    assert game.position()["front"] == [["Little Mermaid"], ["Old Sage"]]


def test_the_sea_witch_has_everybody_draw_and_her_player_two_before_one_may_go() -> None:
    """Sea Witch: all players draw 1, which includes you, so you draw 2 in all before you may discard 1."""
    game = laid([["Sea Witch", "Cat", "Knight"], QUIET], draws=["Frog", "Frog"])
    answer(game, "Sea Witch")
    assert [len(pacts) for pacts in game.position()["pacts"]] == [2, 1]
    assert game.phase == "discard a pact"
    assert game.legal()[0] == "none"
    answer(game, game.legal()[1])
    assert [len(pacts) for pacts in game.position()["pacts"]] == [1, 1]


def test_the_shipwreck_puts_a_villain_a_male_or_a_female_in_front_icon_or_not() -> None:
    """Shipwreck: 1 Villain or 1 Male or 1 Female of the hand, even without the icon; you may."""
    game = laid([["Shipwreck", "Ogre", "Cat"], QUIET], draws=["Merchant", "Frog"])
    answer(game, "Shipwreck")
    assert (game.phase, game.legal()) == ("put a card in front", ("none", "Ogre", "Merchant"))
    answer(game, "Ogre")
    assert game.position()["front"][0] == ["Ogre"]


def test_the_shipwrecks_card_has_no_effects_and_scores_nothing() -> None:
    """Shipwreck: when the card enters play, its effects are not activated and it scores no points."""
    game = laid([["Shipwreck", "Merchant", "Cat"], QUIET], draws=["Ogre", "Frog"])
    answer(game, "Shipwreck", "Merchant")
    position = game.position()
    assert (position["items"][0]["gold"], position["score"][0]) == (1, 0)
    assert game.to_move == 1


@pytest.mark.parametrize(("time", "points"), [(1, 1), (0, 0)])
def test_continuous_effects_of_the_shipwrecks_card_run(time: int, points: int) -> None:
    """Shipwreck: the Old Sage put into play gives points at the end of your turn if it is Day."""
    game = laid([["Shipwreck", "Old Sage", "Cat"], QUIET], draws=["Frog", "Frog"])
    game.state["time"] = time
    answer(game, "Shipwreck", "Old Sage")
    assert game.position()["score"][0] == points


def test_the_old_sage_scores_at_the_end_of_his_own_players_turns_only() -> None:
    """Shipwreck, note: victory points from him at the end of *your* turn."""
    game = laid([QUIET, QUIET_TOO], draws=["Cat", "Frog"])
    lay(game, 1, "Old Sage")
    answer(game, "Knight")
    assert game.position()["score"] == [1, 0]  # the Knight's own point
    answer(game, "Blacksmith")
    assert game.position()["score"] == [1, 1]


def test_dragon_and_ogre_are_villains() -> None:
    """Example: a Dragon is played, an Ogre revealed as a Villain."""
    cards = shipped_game().cards
    assert "Villain" in cards["Dragon"].value.kinds
    assert "Villain" in cards["Ogre"].value.kinds


# rulings


@pytest.mark.parametrize(
    ("option", "time", "offered"),
    [("any_time", 1, True), ("any_time", 0, True), ("night_only", 1, False), ("night_only", 0, True)],
)
def test_the_stinking_concoction_by_day_and_at_night(option: str, time: int, offered: bool) -> None:
    """Example: "It is Night." Ruling concoction_night."""
    game = laid(
        [["Dragon", "Cat", "Knight"], QUIET],
        draws=["Frog", "Frog"],
        game=shipped_game(concoction_night=option),
    )
    game.state["time"] = time
    hold(game, 0, "The Stinking Concoction")
    assert (game.phase == "play a pact") is offered


def test_phase_three_is_skipped_where_a_pact_took_the_last_card() -> None:
    """Phase 3: a hand spent on a pact. Ruling phase3_empty."""
    game = _last_dragon("skipped")
    answer(game, "The Stinking Concoction", "Dragon")
    assert game.to_move == 1


def test_a_pact_may_not_take_the_last_card_under_the_other_reading() -> None:
    """Phase 3: a hand spent on a pact. Ruling phase3_empty."""
    game = _last_dragon("keep_last")
    assert game.phase == "play a card"


def _last_dragon(option: str) -> Game:
    """Return a game in which the active player has a Dragon only, and a pact that asks for it."""
    game = laid(
        [["Dragon", "Cat", "Knight"], QUIET], draws=["Frog", "Frog"], game=shipped_game(phase3_empty=option)
    )
    for card in ("Cat", "Knight", "Frog"):
        number = game.names.cards.index(card)
        game.state["hand"][0, number] = 0
        game.state["hand_bits"][0] &= ~(1 << number)
    game.state["hand_size"][0] = 1
    hold(game, 0, "The Stinking Concoction")
    return game


def test_the_turn_has_three_phases() -> None:
    """Game play: draw a card, phase 2, play a card from hand (assumed: the basic game)."""
    game = laid([QUIET, QUIET_TOO], draws=["Cat", "Frog"])
    assert game.position()["hands"][0] == ["Knight", "Blacksmith", "Cat", "Treasure"]
    answer(game, "Cat")
    position = game.position()
    assert (position["front"][0], position["active"], position["turn"]) == (["Cat"], 1, 2)
    phase_two(game)
    assert (game.to_move, game.phase) == (1, "play a card")


@pytest.mark.parametrize(
    ("setting", "expected"),
    [("B1", [3, 0]), ("B2", [3, 1]), ("B3", [4, 0]), ("B4", [2, 0]), ("B5", [3, 0]), ("B6", [3, 0])],
)
def test_the_b_setting_card_scores_at_the_end(setting: str, expected: list[int]) -> None:
    """Setup: the B setting card drawn (assumed contents): 7 gold, 3 swords; Prince, Princess, Sea King and Cat."""
    game = laid([QUIET, QUIET_TOO], draws=["Cat", "Frog"], setting_b=setting)
    lay(game, 0, "Prince", "Princess", "Sea King", "Cat")
    lay(game, 1, "Old Sage")
    own(game, 0, gold=7, sword=3)
    assert game.points() == expected


def test_equal_most_scores_for_all_who_share_it() -> None:
    """Setup: a B setting card that scores for the most of something (assumed)."""
    game = laid([QUIET, QUIET_TOO], draws=["Cat", "Frog"], setting_b="B3")
    assert game.points() == [0, 0]
    own(game, 0, sword=1)
    own(game, 1, sword=1)
    assert game.points() == [4, 4]


def test_the_expansions_pacts_can_be_another_deck() -> None:
    """Setup: tables differ in their pact decks (for analysis)."""
    game = shipped_game()
    hard = dict(game.pact_decks["hard"].value)
    dealt = laid([QUIET, QUIET_TOO], draws=["Cat", "Frog"], table={"pacts": "hard"})
    assert Counter(dealt.position()["stack"]) == hard
    assert isinstance(game.pact_decks["hard"], Sourced)
