"""Rulings: other readings of where cubes go and come from (docs/protocol.md, Other readings)."""

from __future__ import annotations

from typing import Any

import pytest

from balance.engine.pacts.describe import Action
from tests.rules.table import (
    BL,
    BM,
    BR,
    FULL,
    STOP,
    TL,
    TR,
    C,
    card,
    cubes,
    legal,
    new_game,
    play,
    seelie_turn,
    supply,
)

PASSIVE: Action = ("passive",)
GONE: dict[str, Any] = {"removed_cubes": "out_of_game"}
AT_START: dict[str, Any] = {"take_back_when": "empty_at_card_start"}
WHOLE: dict[str, Any] = {"take_back_forced": "until_whole"}
MOVED: dict[str, Any] = {"take_back_counts": "move"}
CARDS_ONLY: dict[str, Any] = {"take_back_scope": "place_cards"}


# --- removed_cubes


@pytest.mark.parametrize(
    ("faction", "actions", "own_left", "opposing_left"),
    [
        ("banshees", [("remove", "unseelie", C)] * 3, 34, 31),
        ("sluagh", [("remove", "unseelie", C), ("remove", "unseelie", BM), ("remove", "seelie", TL)], 33, 32),
        ("dragons", [("region", C)], 31, 31),
        ("changelings", [("remove", "unseelie", C), ("remove", "seelie", C)], 33, 33),
    ],
)
def test_removed_cubes_leave_the_game(
    faction: str, actions: list[Action], own_left: int, opposing_left: int
) -> None:
    """Ruling removed_cubes: out_of_game; board and supply have fewer than 34 then, for every removing active."""
    game = card(seelie_turn(faction, ["ABILITY", "POINTS"], own={C: 3, TL: 1}, first=False, rulings=GONE))
    play(game, *actions)
    assert game.phase == "menu"
    for side, left in (("seelie", own_left), ("unseelie", opposing_left)):
        assert sum(cubes(game, side).values()) + supply(game, side) == left


def test_removed_cubes_of_kelpies_leave_the_game() -> None:
    """Ruling removed_cubes: out_of_game; after a WILD card, too."""
    game = card(seelie_turn("kelpies", ["PLACE 1 WILD", "POINTS"], rulings=GONE))
    play(game, ("place", C, 1), PASSIVE)
    assert (cubes(game, "unseelie"), supply(game, "unseelie")) == ({C: 1, BM: 3}, 28)


def test_removed_cubes_may_leave_nothing_to_place_or_take_back() -> None:
    """Ruling removed_cubes: out_of_game; with no cube on board and supply, stop is all that is left."""
    game = seelie_turn("dragons", ["PLACE 1 oak", "POINTS"], own={}, rulings={**GONE, **WHOLE})
    game.state["supply"][0] = 0
    play(card(game), ("place", TL, 1))
    assert (game.phase, legal(game)) == ("take_back", {STOP})


# --- take_back_when


def test_take_back_when_the_supply_was_empty_as_the_card_began_only() -> None:
    """Ruling take_back_when: empty_at_card_start; run out in mid-card, the rest is given up without a question."""
    game = card(seelie_turn("dragons", ["PLACE 3 oak", "POINTS"], own={C: 20, BM: 13}, rulings=AT_START))
    play(game, ("place", TL, 3))
    assert (game.phase, cubes(game)) == ("menu", {C: 20, BM: 13, TL: 1})
    game = card(seelie_turn("dragons", ["PLACE 3 oak", "POINTS"], own=FULL, rulings=AT_START))
    play(game, ("place", TL, 3), ("take_back", C), ("take_back", C), ("take_back", BM))
    assert (game.phase, cubes(game)) == ("menu", {C: 18, BM: 13, TL: 3})


def test_take_back_when_a_replacement_began_with_cubes_in_the_supply() -> None:
    """Ruling take_back_when: empty_at_card_start; it is the active's start that counts, not its last step."""
    game = seelie_turn(
        "changelings",
        ["ABILITY", "POINTS"],
        own={C: 33, TL: 1},
        opposing={TR: 1, BR: 1},
        first=False,
        rulings=AT_START,
    )
    play(card(game), ("remove", "unseelie", TR), ("remove", "unseelie", BR))
    assert game.phase == "take_back"
    play(game, ("take_back", C), ("region", TR), ("take_back", C))
    assert cubes(game) == {C: 31, TL: 1, TR: 1, BR: 1}
    game = seelie_turn(
        "changelings",
        ["ABILITY", "POINTS"],
        own={C: 33},
        opposing={TR: 1, BR: 1},
        first=False,
        rulings=AT_START,
    )
    play(card(game), ("remove", "unseelie", TR), ("remove", "unseelie", BR), ("region", TR))
    assert (game.phase, cubes(game)) == ("menu", {C: 33, TR: 1})


def test_take_back_when_a_bonus_belongs_to_the_card() -> None:
    """Ruling take_back_when: empty_at_card_start; cu sidhe's two cubes follow the card's own start."""
    game = card(seelie_turn("cu sidhe", ["PLACE 1 oak", "POINTS"], own={C: 33}, rulings=AT_START))
    assert cubes(play(game, ("place", TL, 1))) == {C: 33, TL: 1}
    assert game.phase == "menu"
    game = card(seelie_turn("cu sidhe", ["PLACE 1 oak", "POINTS"], own={C: 34}, rulings=AT_START))
    play(game, ("place", TL, 1), *[("take_back", C)] * 3)
    assert (game.phase, cubes(game)) == ("menu", {C: 31, TL: 3})


def test_take_back_when_a_copied_card_begins_as_it_is_copied() -> None:
    """Ruling take_back_when: empty_at_card_start; a copied card is a card of its own."""
    game = seelie_turn("selkies", ["ABILITY", "PLACE 2 oak"], own={C: 33}, rulings=AT_START)
    play(card(game, 0), ("copy", 1), ("place", TL, 2))
    assert (game.phase, cubes(game)) == ("menu", {C: 33, TL: 1})
    play(card(game, 1), ("place", TL, 2))
    assert game.phase == "take_back"


def test_take_back_when_a_spawn_or_a_going_first_cube_begins() -> None:
    """Ruling take_back_when: empty_at_card_start; each spawn and each going-first cube is a start of its own."""
    game = new_game("fir bolg", bid=28, **AT_START)
    play(game, *[("auction", C)] * 28)
    assert game.phase == "take_back"
    game = new_game("fir bolg", bid=27, **AT_START)
    play(game, *[("auction", C)] * 27)
    assert (game.phase, legal(game)) == ("allot", {("region", region) for region in (TL, TR, BL, BR)})
    assert (play(game, ("region", TL)).phase, cubes(game)) == ("court", {C: 30, BM: 3, TL: 1})
    game = seelie_turn("changelings", ["MOVE 1"], own={C: 34}, rulings=AT_START)
    assert play(game, ("place", TL, 1)).phase == "take_back"


# --- take_back_forced


def test_take_back_forced_makes_kelpies_active_whole() -> None:
    """Ruling take_back_forced: until_whole; no stop while an own cube is on the board."""
    game = card(seelie_turn("kelpies", ["ABILITY", "POINTS"], own={C: 20, BM: 13}, rulings=WHOLE))
    play(game, ("place", TL, 3))
    for _ in range(2):
        assert legal(game) == {("take_back", region) for region in (TL, C, BM)}
        play(game, ("take_back", C))
    assert (game.phase, cubes(game)) == ("menu", {C: 18, BM: 13, TL: 3})


def test_take_back_forced_is_for_passives_and_replacements_too() -> None:
    """Ruling take_back_forced: until_whole; bonus, spawn, going-first cube, replacement."""
    game = card(seelie_turn("cu sidhe", ["PLACE 1 oak", "POINTS"], own={C: 33}, rulings=WHOLE))
    play(game, ("place", TL, 1))
    assert legal(game) == {("take_back", C), ("take_back", TL)}
    game = new_game("fir bolg", bid=28, **WHOLE)
    play(game, *[("auction", C)] * 28)
    assert legal(game) == {("take_back", C), ("take_back", BM)}
    game = seelie_turn("changelings", ["MOVE 1"], own={C: 34}, rulings=WHOLE)
    assert legal(play(game, ("place", TL, 1))) == {("take_back", C)}
    game = seelie_turn("changelings", ["ABILITY"], own={C: 34}, opposing={TR: 2}, first=False, rulings=WHOLE)
    play(card(game), ("remove", "unseelie", TR), ("remove", "unseelie", TR))
    assert legal(game) == {("take_back", C)}


def test_take_back_forced_leaves_cards_alone() -> None:
    """Ruling take_back_forced: until_whole; abilities, not cards, copied ones neither."""
    game = card(seelie_turn("dragons", ["PLACE 1 oak", "POINTS"], own={C: 34}, rulings=WHOLE))
    assert legal(play(game, ("place", TL, 1))) == {("take_back", C), STOP}
    game = card(seelie_turn("selkies", ["ABILITY", "PLACE 1 oak"], own={C: 34}, rulings=WHOLE))
    assert legal(play(game, ("copy", 1), ("place", TL, 1))) == {("take_back", C), STOP}


# --- take_back_counts


def test_take_back_counts_as_a_move_for_cu_sidhe() -> None:
    """Ruling take_back_counts: move; nothing but cubes taken back: no bonus, and the region is not used up."""
    game = seelie_turn("cu sidhe", ["PLACE 1 oak", "PLACE 2 oak"], own={C: 34}, rulings=MOVED)
    play(card(game, 0), ("place", TL, 1), ("take_back", C))
    assert (game.phase, cubes(game)) == ("menu", {C: 33, TL: 1})
    game.state["cubes"][0] = [1, 0, 32, 0, 0, 0]  # a cube comes back to the supply
    game.state["supply"][0] = 1
    play(card(game, 1), ("place", TL, 2), ("take_back", C))
    assert game.phase == "take_back"  # one cube came from the supply: the bonus follows
    play(game, ("take_back", C), ("take_back", C))
    assert cubes(game) == {C: 29, TL: 5}


def test_take_back_counts_as_a_move_for_kelpies() -> None:
    """Ruling take_back_counts: move; a WILD card that only moved cubes removes none."""
    game = card(seelie_turn("kelpies", ["PLACE 1 WILD", "POINTS"], own={BM: 34}, rulings=MOVED))
    assert play(game, ("place", C, 1), ("take_back", BM)).phase == "menu"
    game = card(seelie_turn("kelpies", ["PLACE 2 WILD", "POINTS"], own={BM: 33}, rulings=MOVED))
    assert play(game, ("place", C, 2), ("take_back", BM)).phase == "after_wild"


# --- take_back_scope


def test_take_back_scope_place_cards_gives_up_what_abilities_lack() -> None:
    """Ruling take_back_scope: place_cards; actives, bonuses, going-first cubes, spawns, replacements add fewer.

    It goes before take_back_forced.
    """
    for more in ({}, WHOLE):
        rulings = {**CARDS_ONLY, **more}
        game = card(seelie_turn("kelpies", ["ABILITY", "POINTS"], own={C: 33}, rulings=rulings))
        assert cubes(play(game, ("place", TL, 3))) == {C: 33, TL: 1}
        game = card(seelie_turn("cu sidhe", ["PLACE 1 oak", "POINTS"], own={C: 32}, rulings=rulings))
        assert cubes(play(game, ("place", TL, 1))) == {C: 32, TL: 2}
        game = seelie_turn("changelings", ["MOVE 1"], own={C: 34}, rulings=rulings)
        assert cubes(play(game, ("place", TL, 1))) == {C: 34}
        assert game.phase == "menu"
        game = seelie_turn(
            "changelings", ["ABILITY", "MOVE 1"], own={C: 34}, opposing={TR: 2}, first=False, rulings=rulings
        )
        play(card(game), ("remove", "unseelie", TR), ("remove", "unseelie", TR))
        assert (game.phase, cubes(game)) == ("menu", {C: 34})
        game = new_game("fir bolg", bid=28, **rulings)
        assert play(game, *[("auction", C)] * 28).phase == "court"


def test_take_back_scope_place_cards_keeps_cards_and_copies() -> None:
    """Ruling take_back_scope: place_cards; a PLACE card, a copied one, and one that POINTS became."""
    game = card(seelie_turn("dragons", ["PLACE 1 oak", "POINTS"], own={C: 34}, rulings=CARDS_ONLY))
    assert play(game, ("place", TL, 1)).phase == "take_back"
    game = card(seelie_turn("selkies", ["ABILITY", "PLACE 1 oak"], own={C: 34}, rulings=CARDS_ONLY))
    assert play(game, ("copy", 1), ("place", TL, 1)).phase == "take_back"
    game = seelie_turn("selkies", ["POINTS", "MOVE 1"], own={C: 34}, rulings=CARDS_ONLY)
    assert play(game, ("card_as", 0, "PLACE 4 WILD"), ("place", TL, 1)).phase == "take_back"


def test_take_back_forced_stops_where_no_own_cube_is_left() -> None:
    """Ruling take_back_forced: until_whole; stop alone is legal when none is on the board.

    Ruling: removed_cubes.
    """
    game = seelie_turn("kelpies", ["ABILITY", "POINTS"], own={}, rulings={**GONE, **WHOLE})
    game.state["supply"][0] = 0
    play(card(game), ("place", TL, 3))
    assert (game.phase, legal(game)) == ("take_back", {STOP})
    assert play(game, STOP).phase == "menu"
