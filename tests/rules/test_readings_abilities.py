"""Rulings: other readings of what abilities and passives do (docs/protocol.md, Other readings)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from balance.engine.pacts.describe import Action
from balance.engine.pacts.game import Game
from tests.rules.table import (
    BL,
    BM,
    BR,
    EITHER,
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
    pass_round,
    places,
    play,
    score,
    seelie_turn,
    supply,
    tiles,
    turn,
)

PASSIVE: Action = ("passive",)
ASKED = {PASSIVE, STOP}
UP_TO: dict[str, Any] = {"active_full": "up_to"}
DECLINE: dict[str, Any] = {"automatic_passives": "may_decline"}
ONE_CARD: dict[str, Any] = {"other_card": "one_with_choice"}
ANY_CARD: dict[str, Any] = {"selkie_copy": "any_this_round"}
FULL_NUMBER: dict[str, Any] = {"removal_target": "full_number"}


def removals(*places: tuple[str, str]) -> set[Action]:
    return {("remove", side, region) for side, region in places}


# --- removal_target


def test_removal_target_full_number_takes_a_symbol_that_holds_three() -> None:
    """Ruling removal_target: full_number; thorn holds 3, oak 2, so that the first cube is one of thorn."""
    laid = {"own": {}, "opposing": {TL: 2, TR: 2, BR: 1}}
    game = card(seelie_turn("banshees", ["ABILITY"], rulings=FULL_NUMBER, **laid))
    assert legal(game) == removals(("unseelie", TR), ("unseelie", BR)) | {STOP}
    play(game, ("remove", "unseelie", TR))
    assert legal(game) == removals(("unseelie", TR), ("unseelie", BR))
    assert ("remove", "unseelie", TL) in legal(card(seelie_turn("banshees", ["ABILITY"], **laid)))


def test_removal_target_counts_every_cube_that_may_be_removed() -> None:
    """Ruling removal_target: full_number; an own cube makes oak's three, unless opposing cubes only may go.

    Ruling: removal_colour.
    """
    laid = {"own": {BL: 1}, "opposing": {TL: 2, TR: 3}}
    game = card(seelie_turn("banshees", ["ABILITY"], rulings=FULL_NUMBER, **laid))
    assert legal(game) == removals(("seelie", BL), ("unseelie", TL), ("unseelie", TR)) | {STOP}
    rulings = {**FULL_NUMBER, "removal_colour": "opposing"}
    game = card(seelie_turn("banshees", ["ABILITY"], rulings=rulings, **laid))
    assert legal(game) == removals(("unseelie", TR)) | {STOP}


def test_removal_target_is_free_where_no_symbol_holds_three() -> None:
    """Ruling removal_target: full_number; while such a symbol exists, else any."""
    laid = {"own": {}, "opposing": {TL: 2, TR: 1}}
    game = card(seelie_turn("banshees", ["ABILITY"], rulings=FULL_NUMBER, **laid))
    assert legal(game) == removals(("unseelie", TL), ("unseelie", TR)) | {STOP}


def test_removal_target_leaves_other_removals_alone() -> None:
    """Ruling removal_target: full_number; sluagh and changelings take cubes from anywhere as before."""
    for faction in ("sluagh", "changelings"):
        game = card(
            seelie_turn(
                faction, ["ABILITY"], own={}, opposing={TL: 1, TR: 5}, first=False, rulings=FULL_NUMBER
            )
        )
        assert legal(game) == removals(("unseelie", TL), ("unseelie", TR)) | {STOP}


# --- active_full


def test_active_full_up_to_lets_kelpies_place_one_to_three() -> None:
    """Ruling active_full: up_to; 1 … 3 cubes in one region."""
    game = card(seelie_turn("kelpies", ["ABILITY", "POINTS"], rulings=UP_TO))
    assert legal(game) == places(REGIONS, 3)
    assert cubes(play(game, ("place", TL, 2))) == {C: 3, BM: 3, TL: 2}


def test_active_full_up_to_lets_fir_bolg_stop_between_moves() -> None:
    """Ruling active_full: up_to; stop is legal after each step."""
    game = card(seelie_turn("fir bolg", ["ABILITY", "POINTS"], own={C: 3, BM: 3}, rulings=UP_TO))
    play(game, ("move", "unseelie", C, TL))
    assert STOP in legal(game)
    play(game, STOP)
    assert (game.phase, cubes(game, "unseelie")) == ("menu", {C: 2, BM: 3, TL: 1})


@pytest.mark.parametrize("faction", ["banshees", "sluagh"])
def test_active_full_up_to_lets_removals_stop(faction: str) -> None:
    """Ruling active_full: up_to; one cube may be enough, for a symbol and for different regions."""
    game = card(seelie_turn(faction, ["ABILITY", "POINTS"], rulings=UP_TO))
    play(game, ("remove", "unseelie", C))
    assert STOP in legal(game)
    assert cubes(play(game, STOP), "unseelie") == {C: 2, BM: 3}
    assert game.phase == "menu"


def test_active_full_up_to_fills_the_places_of_cubes_removed_before_stopping() -> None:
    """Ruling active_full: up_to; a replacement that stops after one removal replaces that one."""
    game = card(seelie_turn("changelings", ["ABILITY", "POINTS"], first=False, rulings=UP_TO))
    play(game, ("remove", "unseelie", BM), STOP)
    assert (cubes(game), cubes(game, "unseelie")) == ({C: 3, BM: 4}, {C: 3, BM: 2})
    assert game.phase == "menu"


# --- automatic_passives


@pytest.mark.parametrize("first", [True, False])
def test_automatic_passives_banshees_are_asked_at_the_start_of_their_turn(*, first: bool) -> None:
    """Ruling automatic_passives: may_decline; asked in either turn, before the menu; declined, nothing goes."""
    for answer, kept in ((STOP, 1), (PASSIVE, 0)):
        game = deal(courts(new_game("banshees", "dragons", **DECLINE), "POINTS", "MOVE 1"))
        play(game, ("split", ()), ("select", "unseelie" if first else "seelie"))
        while game.to_move != "seelie":
            assert game.phase == "menu"
            play(game, STOP)
        assert (game.phase, legal(game)) == ("passive", ASKED)
        play(game, answer)
        assert game.position()["court_hand"]["unseelie"].count("POINTS") == kept
        assert (game.phase, game.to_move) == ("menu", "seelie")


def test_automatic_passives_banshees_without_a_court_card_are_not_asked() -> None:
    """Ruling automatic_passives: may_decline; asked whenever an own court card was laid."""
    game = deal(courts(new_game("banshees", "dragons", **DECLINE), None, "MOVE 1"))
    assert play(game, ("split", ()), ("select", "unseelie")).phase == "menu"


def test_automatic_passives_cu_sidhe_are_asked_for_each_first_placing() -> None:
    """Ruling automatic_passives: may_decline; declined, the region counts as used all the same."""
    game = seelie_turn("cu sidhe", ["PLACE 1 oak", "PLACE 2 oak", "PLACE 2 oak", "POINTS"], rulings=DECLINE)
    play(card(game, 0), ("place", TL, 1))
    assert (game.phase, game.to_move, legal(game)) == ("passive", "seelie", ASKED)
    assert cubes(play(game, STOP)) == {C: 3, BM: 3, TL: 1}
    play(card(game, 1), ("place", TL, 1))
    assert game.phase == "menu"
    play(card(game, 2), ("place", BL, 1), PASSIVE)
    assert (game.phase, cubes(game)) == ("menu", {C: 3, BM: 3, TL: 2, BL: 3})


def test_automatic_passives_fir_bolg_are_asked_at_the_start_of_each_round() -> None:
    """Ruling automatic_passives: may_decline; used, all of it happens; asked while a region lacks own cubes."""
    game = new_game("dragons", "fir bolg", **DECLINE)
    assert (game.phase, game.to_move, legal(game)) == ("passive", "unseelie", ASKED)
    assert cubes(play(game, STOP), "unseelie") == {C: 3, BM: 3}
    game = pass_round(game)
    assert (game.phase, game.position()["round"]) == ("passive", 2)
    play(game, PASSIVE)
    assert cubes(game, "unseelie") == {C: 3, BM: 3, TL: 1, TR: 1, BL: 1, BR: 1}
    assert (game.phase, game.to_move) == ("court", "seelie")
    assert pass_round(game).phase == "court"  # no region is without own cubes


def test_automatic_passives_ask_seelie_first_where_both_are_fir_bolg() -> None:
    """Ruling automatic_passives: may_decline; Seelie's spawn is finished before Unseelie is asked."""
    game = play(new_game("fir bolg", "fir bolg", **DECLINE), PASSIVE)
    assert (game.phase, game.to_move) == ("passive", "unseelie")
    assert (cubes(game)[TL], cubes(game, "unseelie")) == (1, {C: 3, BM: 3})


def test_automatic_passives_with_one_empty_region_asks_where_next() -> None:
    """Ruling automatic_passives: may_decline; with fir_bolg_spawn: one_empty_region the region is asked next."""
    game = play(new_game("fir bolg", fir_bolg_spawn="one_empty_region", **DECLINE), PASSIVE)
    assert (game.phase, legal(game)) == ("allot", {("region", region) for region in (TL, TR, BL, BR)})
    assert cubes(play(game, ("region", BR))) == {C: 3, BM: 3, BR: 1}
    assert game.phase == "court"


# --- other_card


def test_other_card_is_one_card_with_the_choice_at_play() -> None:
    """Ruling other_card: one_with_choice; the ability, or 3 points, from the same card."""
    game = seelie_turn("kelpies", ["ABILITY", "POINTS", "MOVE 1"], rulings=ONE_CARD)
    assert game.position()["revealed"][:2] == [EITHER, EITHER]
    assert legal(game) == {("card", s) for s in range(3)} | {("card_as", s, "POINTS") for s in range(2)} | {
        STOP
    }
    play(game, ("card_as", 0, "POINTS"))
    assert (score(game), game.phase) == ((3, 0), "menu")
    play(game, ("card", 1), ("place", TL, 3))
    assert (score(game), cubes(game)) == ((3, 0), {C: 3, BM: 3, TL: 3})


def test_other_card_counts_six_of_eight_special_cards_and_two_equal_court_cards() -> None:
    """Ruling other_card: one_with_choice; in decks and court set, where equal cards are asked once, by name."""
    game = new_game(**ONE_CARD)
    position = game.position()
    assert position["decks"]["special"] == {EITHER: 6, "MOVE 1": 2}
    assert position["court_hand"]["seelie"].count(EITHER) == 2
    names = {"PLACE 1 WILD", "MOVE 1", "PLACE 1 oak", "PLACE 1 thorn", "PLACE 1 ash", EITHER, None}
    assert sorted(game.legal(), key=str) == sorted((("court", name) for name in names), key=str)
    play(game, ("court", EITHER), ("court", None))
    assert game.position()["court_hand"]["seelie"].count(EITHER) == 1


def test_other_card_is_one_card_for_banshees_too() -> None:
    """Ruling other_card: one_with_choice; of two equal cards of the opponent one is discarded."""
    game = deal(courts(new_game("banshees", "dragons", **ONE_CARD), EITHER, "MOVE 1"))
    play(game, ("split", ()), ("select", "unseelie"))
    assert game.position()["court_hand"]["unseelie"].count(EITHER) == 1


def test_other_card_may_be_place_4_wild_for_selkies() -> None:
    """Ruling other_card: one_with_choice; what POINTS may become is a third choice."""
    game = seelie_turn("selkies", ["POINTS", "MOVE 1"], rulings=ONE_CARD)
    assert ("card_as", 0, "POINTS") in legal(game)
    play(game, ("card_as", 0, "PLACE 4 WILD"))
    assert legal(game) == places(REGIONS, 4)


def test_other_card_is_copied_as_points_but_not_as_an_ability() -> None:
    """Ruling other_card: one_with_choice; ABILITY cannot copy ABILITY."""
    game = card(seelie_turn("selkies", ["ABILITY", "POINTS", "MOVE 1"], rulings=ONE_CARD))
    assert legal(game) == {("copy_as", 1, "POINTS"), ("copy_as", 1, "PLACE 4 WILD"), ("copy", 2), STOP}
    play(game, ("copy_as", 1, "POINTS"))
    assert (score(game), game.position()["hand"]["seelie"]) == ((3, 0), [1, 2])


# --- copying


def test_selkie_copy_any_this_round_offers_played_and_skipped_cards() -> None:
    """Ruling selkie_copy: any_this_round; played, skipped and court cards, too; no ABILITY, none of the opponent."""
    game = seelie_turn(
        "selkies",
        ["ABILITY", "MOVE 1", "PLACE 1 oak"],
        court="PLACE 1 WILD",
        opposing_cards=["POINTS"],
        rulings=ANY_CARD,
    )
    play(card(game, 1), ("move", "seelie", C, TL))
    play(card(game, 5), STOP)
    assert legal(card(game, 0)) == {("copy", 1), ("copy", 2), ("copy", 5), STOP}
    play(game, ("copy", 5), ("place", BR, 1))
    assert (cubes(game), game.position()["hand"]["seelie"]) == ({C: 2, BM: 3, TL: 1, BR: 1}, [2])


def test_selkie_copy_any_this_round_leaves_out_the_card_that_copies() -> None:
    """Ruling selkie_copy: any_this_round; another own card: not itself, but an ABILITY used before as POINTS.

    Ruling: other_card.
    """
    game = seelie_turn("selkies", ["ABILITY", "ABILITY", "MOVE 1"], rulings={**ONE_CARD, **ANY_CARD})
    play(card(game, 0), STOP)
    assert legal(card(game, 1)) == {
        ("copy", 2), ("copy_as", 0, "POINTS"), ("copy_as", 0, "PLACE 4 WILD"), STOP
    }  # fmt: skip


@pytest.mark.parametrize("one_card", [True, False])
def test_copy_passive_points_only_copies_points_as_points(*, one_card: bool) -> None:
    """Ruling copy_passive: points_only; played itself, the card may still be PLACE 4 WILD."""
    rulings = {"copy_passive": "points_only", **(ONE_CARD if one_card else {})}
    game = seelie_turn("selkies", ["ABILITY", "POINTS"], rulings=rulings)
    assert ("card_as", 1, "PLACE 4 WILD") in legal(game)
    copied: Action = ("copy_as", 1, "POINTS") if one_card else ("copy", 1)
    assert legal(card(game)) == {copied, STOP}
    assert score(play(game, copied)) == (3, 0)


# --- single factions


def test_sluagh_wild_symbol_only_leaves_place_2_wild() -> None:
    """Ruling sluagh_wild: symbol_only; PLACE 2 oak is PLACE 4, PLACE 2 WILD is not."""
    rulings = {"sluagh_wild": "symbol_only"}
    game = seelie_turn("sluagh", ["PLACE 2 WILD", "PLACE 2 oak"], rulings=rulings)
    assert legal(card(game, 0)) == places(REGIONS, 2)
    assert legal(card(play(game, STOP), 1)) == places((TL, BL), 4)


def test_kelpies_active_wild_lets_them_remove_where_they_placed() -> None:
    """Ruling kelpies_active_wild: wild; after placing 3, up to 2 opposing cubes may go there."""
    game = card(seelie_turn("kelpies", ["ABILITY", "POINTS"], rulings={"kelpies_active_wild": "wild"}))
    play(game, ("place", C, 3))
    assert (game.phase, legal(game)) == ("after_wild", ASKED)
    play(game, PASSIVE)
    assert (game.phase, cubes(game, "unseelie"), supply(game, "unseelie")) == ("menu", {C: 1, BM: 3}, 30)
    game = card(seelie_turn("kelpies", ["ABILITY", "POINTS"], rulings={"kelpies_active_wild": "wild"}))
    assert play(game, ("place", TL, 3)).phase == "menu"  # nobody else is there


def test_removed_tile_swaps_as_zero_swaps_a_place_without_tile() -> None:
    """Ruling removed_tile_swaps: as_zero; any two regions, the empty place moves."""
    laid: dict[str, str | None] = {TL: None, TR: None}
    game = card(
        seelie_turn("cu sidhe", ["ABILITY", "POINTS"], tiles=laid, rulings={"removed_tile_swaps": "as_zero"})
    )
    assert legal(game) == {("swap", a, b) for a, b in combinations(REGIONS, 2)} | {STOP}
    play(game, ("swap", TL, C))
    assert tiles(game) == {TL: (5, 5), TR: None, C: None, BL: (1, 5), BM: (3, 6), BR: (3, 4)}


def test_unseelie_are_read_the_same_way() -> None:
    """Ruling active_full: up_to; for either colour."""
    game: Game = card(turn("unseelie", "kelpies", ["ABILITY"], first=False, rulings=UP_TO))
    assert legal(game) == places(REGIONS, 3)
