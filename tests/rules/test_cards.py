"""Rulebook, Card Effects: PLACE, MOVE and OTHER (ABILITY, POINTS)."""

from __future__ import annotations

import pytest

from tests.rules.table import (
    ASH,
    BL,
    BM,
    BR,
    OAK,
    REGIONS,
    STOP,
    THORN,
    TL,
    TR,
    C,
    card,
    cubes,
    legal,
    places,
    play,
    score,
    seelie_turn,
    supply,
)
from tests.support import shipped


@pytest.mark.parametrize(("symbol", "regions"), [("oak", OAK), ("thorn", THORN), ("ash", ASH)])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_place_adds_up_to_n_cubes_to_one_region_of_its_symbol(
    symbol: str, regions: tuple[str], number: int
) -> None:
    """Card Effects, PLACE: up to that many cubes to a single region of the matching symbol."""
    game = card(seelie_turn("dragons", [f"PLACE {number} {symbol}", "POINTS"]))
    assert legal(game) == places(regions, number)
    play(game, ("place", regions[0], number))
    assert game.phase == "menu"
    assert cubes(game)[regions[0]] == number + (3 if regions[0] == C else 0)
    assert supply(game) == 28 - number


@pytest.mark.parametrize("number", [1, 2])
def test_a_wild_card_places_in_any_single_region(number: int) -> None:
    """Card Effects, PLACE: with a WILD card any single region may be chosen."""
    game = card(seelie_turn("dragons", [f"PLACE {number} WILD", "POINTS"]))
    assert legal(game) == places(REGIONS, number)
    play(game, ("place", BR, number))
    assert game.phase == "menu"
    assert cubes(game) == {C: 3, BM: 3, BR: number}


def test_placed_cubes_come_from_the_own_supply() -> None:
    """Card Effects, PLACE: own cubes; the opponent's stay as they are."""
    game = play(card(seelie_turn("dragons", ["PLACE 3 ash", "POINTS"])), ("place", BM, 3))
    assert cubes(game) == {C: 3, BM: 6}
    assert cubes(game, "unseelie") == {C: 3, BM: 3}
    assert (supply(game), supply(game, "unseelie")) == (25, 28)


def test_move_goes_to_adjacent_regions_only() -> None:
    """Card Effects, MOVE: between adjacent regions, which share an edge."""
    game = card(seelie_turn("sluagh", ["MOVE 1", "POINTS"], own={TL: 1}))
    assert legal(game) == {("move", "seelie", TL, to) for to in (TR, C, BL)} | {STOP}
    play(game, ("move", "seelie", TL, BL))
    assert cubes(game) == {BL: 1}
    assert game.phase == "menu"


def test_move_moves_own_cubes_only() -> None:
    """Card Effects, MOVE: cubes of your own color."""
    game = card(seelie_turn("sluagh", ["MOVE 1", "POINTS"], own={BR: 1}, opposing={TL: 5}))
    assert {action[1] for action in legal(game) - {STOP}} == {"seelie"}


def test_moves_can_be_split_between_cubes_of_different_regions() -> None:
    """Card Effects, MOVE: moves can be split between cubes of different regions."""
    game = card(seelie_turn("sluagh", ["MOVE 3", "POINTS"]))
    play(game, ("move", "seelie", C, TL), ("move", "seelie", BM, BL), ("move", "seelie", C, BR))
    assert cubes(game) == {C: 1, BM: 2, TL: 1, BL: 1, BR: 1}
    assert game.phase == "menu"


def test_moves_can_all_leave_one_region_for_one_other() -> None:
    """Card Effects, MOVE: up to that many cubes between any adjacent regions."""
    game = card(seelie_turn("sluagh", ["MOVE 3", "POINTS"]))
    play(game, *[("move", "seelie", C, TR)] * 3)
    assert cubes(game) == {TR: 3, BM: 3}


def test_a_moved_cube_does_not_leave_again_by_the_same_card() -> None:
    """Card Effects, MOVE: n cubes, read as one step each. Ruling: move_unit."""
    game = card(seelie_turn("sluagh", ["MOVE 2", "POINTS"], own={TL: 1}))
    play(game, ("move", "seelie", TL, C))
    assert legal(game) == {STOP}


def test_a_cube_that_lay_there_may_leave_after_another_arrived() -> None:
    """Card Effects, MOVE: each cube of a region may move once. Ruling: move_unit."""
    game = card(seelie_turn("sluagh", ["MOVE 3", "POINTS"], own={TL: 1, BL: 1}))
    play(game, ("move", "seelie", TL, BL), ("move", "seelie", BL, C))
    assert cubes(game) == {BL: 1, C: 1}
    assert legal(game) == {STOP}


def test_a_moved_cube_may_move_on_by_another_card() -> None:
    """Card Effects, MOVE: what arrived by one card is free for the next. Ruling: move_unit."""
    game = seelie_turn("sluagh", ["MOVE 1", "MOVE 1", "POINTS"], own={TL: 1})
    play(card(game, 0), ("move", "seelie", TL, C))
    play(card(game, 1), ("move", "seelie", C, BR))
    assert cubes(game) == {BR: 1}


def test_move_without_own_cubes_on_the_board_can_only_be_skipped() -> None:
    """FAQ, unused cards: a move card may be skipped; here nothing else can be done."""
    game = card(seelie_turn("sluagh", ["MOVE 2", "POINTS"], own={}))
    assert legal(game) == {STOP}


def test_points_give_3_points_at_once() -> None:
    """Card Effects, OTHER: gain 3 points immediately."""
    game = card(seelie_turn("dragons", ["POINTS", "MOVE 1"], score=(4, 2)))
    assert score(game) == (7, 2)
    assert legal(game) == {("card", 1), STOP}


def test_ability_uses_the_own_factions_active_once() -> None:
    """Card Effects, OTHER: use your faction ability."""
    game = card(seelie_turn("dragons", ["ABILITY", "POINTS"]))
    assert game.phase == "remove_all"
    play(game, ("region", C))
    assert (cubes(game), cubes(game, "unseelie")) == ({BM: 3}, {BM: 3})
    assert legal(game) == {("card", 1), STOP}


@pytest.mark.parametrize("faction", list(shipped().factions))
def test_an_ability_may_be_declined_and_is_discarded(faction: str) -> None:
    """FAQ, special ability: you can choose not to use it at all."""
    game = card(seelie_turn(faction, ["ABILITY", "POINTS"], first=False))
    before = game.position()
    play(game, STOP)
    assert legal(game) - {("card_as", 1, "PLACE 4 WILD")} == {("card", 1), STOP}
    for what in ("cubes", "supply", "score", "tiles"):
        assert game.position()[what] == before[what]


def test_an_ability_from_the_court_works_the_same() -> None:
    """Phase 5: Court and Pact cards alike. That ABILITY is a Court card is assumed."""
    game = card(seelie_turn("dragons", ["POINTS"], court="ABILITY"), 5)
    play(game, ("region", BM))
    assert cubes(game) == {C: 3}


def test_ability_and_points_are_two_kinds_of_card() -> None:
    """Card Effects, OTHER: read as two kinds of card. Ruling: other_card."""
    game = card(seelie_turn("dragons", ["ABILITY", "POINTS"]))
    assert all(action[0] == "region" or action == STOP for action in legal(game))
    play(game, STOP)
    card(game, 1)
    assert score(game) == (3, 0)


def test_two_ability_cards_are_two_uses() -> None:
    """Card Effects, OTHER: each card is a use."""
    game = seelie_turn("dragons", ["ABILITY", "ABILITY"], own={C: 1, BM: 1}, opposing={})
    play(card(game, 0), ("region", C))
    play(card(game, 1), ("region", BM))
    assert cubes(game) == {}


def test_bl_is_an_oak_region_too() -> None:
    """Card Effects, PLACE: either region of the symbol."""
    game = play(card(seelie_turn("dragons", ["PLACE 2 oak", "POINTS"])), ("place", BL, 2))
    assert cubes(game) == {C: 3, BM: 3, BL: 2}
