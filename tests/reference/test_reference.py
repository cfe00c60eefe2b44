"""The reference's rounds, cards and interface, with results worked out by hand from the rulebook and FAQ."""

import random
from itertools import permutations
from typing import Any

import pytest

from tests.reference.pacts_rules import SIDES, STOP, ReferenceGame, from_position
from tests.reference.positions import (
    BL,
    BM,
    BR,
    FIVE,
    FULL,
    TL,
    TR,
    C,
    new_game,
    open_turns,
    open_turns_as_seelie_splits,
    placings,
    play,
    seelie_turn,
)
from tests.reference.rulings import OPTIONS
from tests.reference.table import FACTIONS

# --- set-up, rounds, scoring --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruling", "center", "bottom"),
    [("three_each", 3, 3), ("two_center_one_bottom", 2, 1), ("one_center_two_bottom", 1, 2)],
)
def test_setup_puts_cubes_on_the_center_and_the_bottom_middle(ruling: str, center: int, bottom: int) -> None:
    position = new_game(rulings={"setup_cubes": ruling}).position()
    for side in SIDES:
        assert position["cubes"][side] == {TL: 0, TR: 0, C: center, BL: 0, BM: bottom, BR: 0}
        assert position["supply"][side] == 34 - center - bottom
    assert (position["season"], position["round"], position["score"]) == (
        "dark",
        1,
        {"seelie": 0, "unseelie": 0},
    )


def test_auction_cubes_come_before_the_spawn_and_trigger_nothing() -> None:
    game = new_game("fir bolg", "cu sidhe", bid_to="seelie", bid=2)
    assert (game.phase, game.to_move) == ("auction", "seelie")
    play(game, ("auction", TL), ("auction", TL))
    assert game.phase == "court"
    assert game.cubes["seelie"] == {TL: 2, TR: 1, C: 3, BL: 1, BM: 3, BR: 1}
    other = new_game("fir bolg", "cu sidhe", bid_to="unseelie", bid=1)
    other.apply(("auction", TL))
    assert other.cubes["unseelie"][TL] == 1
    assert other.placed_before["unseelie"] == set()


def test_split_alternates_from_unseelie_and_the_other_side_selects() -> None:
    game = new_game()
    for number in range(1, 7):
        assert game.position()["round"] == number
        play(game, ("court", None), ("court", None))
        assert (game.phase, game.to_move, game.legal()) == ("reveal", None, set())
        left = game.position()["decks"]
        game.reveal([*list(left["common"].elements())[:4], next(left["special"].elements())])
        splitter, chooser = ("unseelie", "seelie") if number % 2 else ("seelie", "unseelie")
        assert (game.phase, game.to_move, len(game.legal())) == ("split", splitter, 32)
        game.apply(("split", (0, 3)))
        assert (game.phase, game.to_move) == ("select", chooser)
        game.apply(("select", "seelie"))
        position = game.position()
        assert position["token"] == "seelie"
        assert position["hand"] == {"seelie": [0, 3], "unseelie": [1, 2, 4]}
        assert game.to_move == "unseelie"
        game.apply(STOP)
        assert game.to_move == "seelie"
        game.apply(STOP)
    position = game.position()
    assert (game.phase, game.to_move, position["round"], position["season"]) == ("over", None, 6, "light")
    assert (position["token"], position["revealed"], position["hand"]) == (
        None,
        [],
        {"seelie": [], "unseelie": []},
    )
    assert (position["decks"]["common"].total(), position["decks"]["special"].total()) == (3, 2)


def test_round_three_scores_majorities_then_flips_and_a_tie_scores_nothing() -> None:
    game = from_position(new_game(), round=3)
    open_turns(game)
    laid = {"seelie": {TL: 2, TR: 1, C: 3, BM: 1}, "unseelie": {TR: 2, C: 3, BR: 1}}
    game = from_position(game, cubes=laid, tiles={BM: None}, score={"seelie": 3})
    game.apply(STOP)
    position = game.position()  # TL 2 to Seelie; TR 4 and BR 3 to Unseelie; C tied; BM without tile
    assert position["score"] == {"seelie": 3 + 2, "unseelie": 4 + 3}
    assert (position["season"], position["round"]) == ("light", 4)


def test_round_six_scores_light_values_and_round_two_scores_nothing() -> None:
    early = from_position(new_game(), round=2)
    open_turns_as_seelie_splits(early)
    early.apply(STOP)
    assert early.position()["score"] == {"seelie": 0, "unseelie": 0}
    game = from_position(new_game(), round=6, season="light")
    open_turns_as_seelie_splits(game)
    game = from_position(game, cubes={"seelie": {TL: 1, BL: 1}, "unseelie": {BR: 1}})
    game.apply(STOP)
    assert game.outcome() == {"seelie": 12, "unseelie": 4, "winner": "seelie", "tie_break": False}


@pytest.mark.parametrize("tie_break", ["seelie", "unseelie", "shared"])
def test_equal_scores_go_by_the_tie_break(tie_break: str) -> None:
    game = from_position(new_game(rulings={"tie_break": tie_break}), round=6)
    open_turns_as_seelie_splits(game)
    game = from_position(game, score={"seelie": 9, "unseelie": 9})
    game.apply(STOP)
    winner = None if tie_break == "shared" else tie_break
    assert game.outcome() == {"seelie": 9, "unseelie": 9, "winner": winner, "tie_break": True}


# --- court cards and turns ----------------------------------------------------------------------------


def test_a_turn_ends_by_itself_and_a_side_without_cards_has_none() -> None:
    game = seelie_turn("kelpies", ["POINTS"])
    game.apply(("card", 0))
    assert game.score["seelie"] == 3
    assert (game.phase, game.round) == ("court", 2)  # Unseelie had an empty pile and no Court card


def test_an_empty_court_hand_can_only_choose_none() -> None:
    game = from_position(new_game(), court_hand={"seelie": []})
    assert game.legal() == {("court", None)}


# --- cards --------------------------------------------------------------------------------------------


def test_place_adds_up_to_its_number_in_one_region_of_the_symbol() -> None:
    game = seelie_turn("kelpies", ["PLACE 2 oak", "POINTS"])
    game.apply(("card", 0))
    assert game.legal() == placings((TL, BL), 2)
    game.apply(("place", BL, 2))
    assert (game.phase, game.cubes["seelie"][BL], game.supply["seelie"]) == ("menu", 2, 26)


def test_a_moved_cube_leaves_again_only_under_steps() -> None:
    for ruling, onward in (("cubes", False), ("steps", True)):
        game = seelie_turn("kelpies", ["MOVE 2"], rulings={"move_unit": ruling}, cubes={"seelie": {TL: 1}})
        game.apply(("card", 0))
        assert game.legal() == {("move", "seelie", TL, to) for to in (TR, C, BL)} | {STOP}
        game.apply(("move", "seelie", TL, TR))
        assert (("move", "seelie", TR, BR) in game.legal()) is onward
        assert (game.legal() == {STOP}) is not onward


def test_under_cubes_the_cubes_that_were_there_before_may_still_leave() -> None:
    game = seelie_turn("kelpies", ["MOVE 3"], cubes={"seelie": {TL: 1, TR: 1}})
    play(game, ("card", 0), ("move", "seelie", TL, TR), ("move", "seelie", TR, BR))
    assert game.legal() == {STOP}
    assert game.cubes["seelie"] == {TL: 0, TR: 1, C: 0, BL: 0, BM: 0, BR: 1}


def test_an_empty_supply_is_refilled_from_the_board_one_cube_at_a_time() -> None:
    game = seelie_turn("kelpies", ["PLACE 2 oak"], cubes={"seelie": FULL | {C: 19}})  # one cube left
    play(game, ("card", 0), ("place", TL, 2))
    assert game.cubes["seelie"][TL] == 1
    assert (game.phase, game.legal()) == ("take_back", {("take_back", r) for r in (TL, C, BM)} | {STOP})
    game.apply(("take_back", BM))
    assert game.round == 2
    assert game.cubes["seelie"] == {TL: 2, TR: 0, C: 19, BL: 0, BM: 13, BR: 0}
    stopped = seelie_turn("kelpies", ["PLACE 2 oak"], cubes={"seelie": FULL | {C: 19}})
    play(stopped, ("card", 0), ("place", TL, 2), STOP)
    assert stopped.cubes["seelie"][TL] == 1


# --- the interface ------------------------------------------------------------------------------------


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    game = new_game()
    before = game.position()
    with pytest.raises(ValueError, match="not legal"):
        game.apply(("court", "MOVE 9"))
    with pytest.raises(ValueError, match="no cards are revealed"):
        game.reveal(FIVE)
    play(game, ("court", None), ("court", None))
    with pytest.raises(ValueError, match="common deck"):
        game.reveal(("ABILITY", "MOVE 1", "MOVE 1", "MOVE 1", "ABILITY"))
    assert game.position() == before
    with pytest.raises(ValueError, match="removal_colour"):
        new_game(rulings={"removal_colour": "own"})


def random_game(seed: int, **options: Any) -> tuple[ReferenceGame, set[str]]:
    dice = random.Random(seed)
    game = new_game(**options)
    rounds = []
    phases = set()
    while game.phase != "over":
        phases.add(game.phase)
        if game.phase == "reveal":
            rounds.append(game.round)
            left = {name: sorted(deck.elements()) for name, deck in game.decks.items()}
            game.reveal([*dice.sample(left["common"], 4), *dice.sample(left["special"], 1)])
        else:
            choices = sorted(game.legal(), key=repr)
            assert choices
            without_stop = [action for action in choices if action != STOP]
            game.apply(dice.choice(without_stop if without_stop and dice.random() < 0.8 else choices))
        for side in SIDES:
            cubes = sum(game.cubes[side].values()) + game.supply[side]
            assert cubes == 34 or (cubes < 34 and game.ruled("removed_cubes", "out_of_game"))
            assert min(*game.cubes[side].values(), game.supply[side]) >= 0
    assert rounds == [1, 2, 3, 4, 5, 6]
    return game, phases


def test_two_hundred_random_games_keep_all_cubes_and_last_six_rounds() -> None:
    dice = random.Random(7)
    phases: set[str] = set()
    for seed in range(200):
        seelie, unseelie = dice.choice(list(permutations(FACTIONS, 2)))
        rulings = {name: dice.choice(options) for name, options in OPTIONS.items()}
        bid = dice.choice([0, 0, 5, 28])
        bid_to = dice.choice(SIDES) if bid else ""
        game, seen = random_game(
            seed, seelie=seelie, unseelie=unseelie, rulings=rulings, bid=bid, bid_to=bid_to
        )
        phases |= seen
        assert game.legal() == set()
        if seed % 20 == 0:
            assert game.copy().position() == game.position()
    everything = "auction court split select menu place move remove remove_all swap remove_tile copy after_wild passive"
    assert {*everything.split(), "allot", "take_back"} <= phases
