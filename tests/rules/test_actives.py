"""FAQ, Faction Notes: the actives, and the FAQ on using them whole."""

from __future__ import annotations

from itertools import combinations

from tests.rules.table import (
    BL,
    BM,
    BR,
    REGIONS,
    STOP,
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
    tiles,
    turn,
)


def removals(*which: tuple[str, str]) -> set[tuple[str, str, str]]:
    return {("remove", side, region) for side, region in which}


# --- banshees


def test_banshees_remove_three_cubes_in_regions_of_one_symbol() -> None:
    """Banshees, active: three cubes in total from regions that share a symbol, so from one or two regions."""
    game = card(seelie_turn("banshees", ["ABILITY", "POINTS"], own={BR: 1}, opposing={C: 2, BM: 2, TL: 4}))
    assert legal(game) == removals(("seelie", BR), ("unseelie", C), ("unseelie", BM), ("unseelie", TL)) | {
        STOP
    }
    play(game, ("remove", "unseelie", C))
    assert legal(game) == removals(("unseelie", C), ("unseelie", BM))
    play(game, ("remove", "unseelie", BM), ("remove", "unseelie", C))
    assert (game.phase, cubes(game, "unseelie")) == ("menu", {BM: 1, TL: 4})
    assert supply(game, "unseelie") == 34 - 5


def test_banshees_may_remove_cubes_of_either_colour() -> None:
    """Banshees, active: cubes, of whichever color. Ruling: removal_colour."""
    game = card(seelie_turn("banshees", ["ABILITY", "POINTS"], own={C: 2}, opposing={BM: 5}))
    play(game, ("remove", "seelie", C), ("remove", "unseelie", BM), ("remove", "seelie", C))
    assert (cubes(game), cubes(game, "unseelie"), supply(game)) == ({}, {BM: 4}, 34)


def test_banshees_remove_just_as_many_as_are_available() -> None:
    """FAQ, special ability: remove what is there, whichever symbol was chosen. Ruling: removal_target."""
    game = card(seelie_turn("banshees", ["ABILITY", "POINTS"], own={}, opposing={TL: 1, BL: 1, C: 9}))
    play(game, ("remove", "unseelie", TL), ("remove", "unseelie", BL))
    assert (game.phase, cubes(game, "unseelie")) == ("menu", {C: 9})


def test_banshees_cannot_stop_at_part_of_their_removal() -> None:
    """FAQ, special ability: never a part where all is possible, even at the cost of an own cube."""
    game = card(seelie_turn("banshees", ["ABILITY", "POINTS"], own={C: 1}, opposing={BM: 2}))
    play(game, ("remove", "unseelie", BM), ("remove", "unseelie", BM))
    assert legal(game) == removals(("seelie", C))


# --- changelings


def test_changelings_replace_two_cubes_of_two_regions() -> None:
    """Changelings, active: removes any two cubes and replaces them, even in two different regions."""
    game = card(seelie_turn("changelings", ["ABILITY", "POINTS"], opposing={TL: 2, BR: 1}, first=False))
    play(game, ("remove", "unseelie", TL), ("remove", "unseelie", BR))
    assert (game.phase, cubes(game), cubes(game, "unseelie")) == (
        "menu",
        {C: 3, BM: 3, TL: 1, BR: 1},
        {TL: 1},
    )
    assert (supply(game), supply(game, "unseelie")) == (26, 33)


def test_changelings_replace_two_cubes_of_one_region() -> None:
    """Changelings, active: any two cubes."""
    game = card(seelie_turn("changelings", ["ABILITY", "POINTS"], opposing={TL: 2}, first=False))
    play(game, ("remove", "unseelie", TL), ("remove", "unseelie", TL))
    assert (cubes(game), cubes(game, "unseelie")) == ({C: 3, BM: 3, TL: 2}, {})


def test_changelings_remove_both_before_replacing() -> None:
    """Changelings, active: two are removed, then replaced: a new cube cannot be the second."""
    game = card(
        seelie_turn("changelings", ["ABILITY", "POINTS"], own={}, opposing={TL: 1, TR: 1}, first=False)
    )
    play(game, ("remove", "unseelie", TL))
    assert cubes(game) == {}
    assert legal(game) == removals(("unseelie", TR))


def test_changelings_with_one_cube_on_the_board_replace_that_one() -> None:
    """FAQ, special ability: just as many as are available."""
    game = card(seelie_turn("changelings", ["ABILITY", "POINTS"], own={}, opposing={TL: 1}, first=False))
    play(game, ("remove", "unseelie", TL))
    assert (game.phase, cubes(game), cubes(game, "unseelie")) == ("menu", {TL: 1}, {})


def test_changelings_forced_to_an_own_cube_replace_it_by_itself() -> None:
    """Changelings, active with FAQ: two while two exist, either color; an own cube comes back.

    Ruling: removal_colour.
    """
    game = card(seelie_turn("changelings", ["ABILITY", "POINTS"], own={C: 4}, opposing={TL: 1}, first=False))
    play(game, ("remove", "unseelie", TL))
    assert legal(game) == removals(("seelie", C))
    play(game, ("remove", "seelie", C))
    assert (cubes(game), supply(game)) == ({C: 4, TL: 1}, 29)


# --- cu sidhe


def test_cu_sidhe_swap_any_two_tiles_on_the_mat() -> None:
    """Cu Sidhe, active: swap two region tiles currently on the mat; not flipped, cubes stay."""
    game = card(seelie_turn("cu sidhe", ["ABILITY", "POINTS"]))
    assert legal(game) == {("swap", a, b) for a, b in combinations(REGIONS, 2)} | {STOP}
    play(game, ("swap", TL, BM))
    assert tiles(game) == {TL: (3, 6), TR: (4, 3), C: (5, 5), BL: (1, 5), BM: (2, 7), BR: (3, 4)}
    assert (cubes(game), game.phase, game.position()["season"]) == ({C: 3, BM: 3}, "menu", "dark")


def test_cu_sidhe_cannot_swap_a_place_without_a_tile() -> None:
    """Cu Sidhe, active: tiles currently on the mat only. Ruling: removed_tile_swaps."""
    game = card(seelie_turn("cu sidhe", ["ABILITY", "POINTS"], tiles={TL: None, C: None}))
    assert legal(game) == {("swap", a, b) for a, b in combinations((TR, BL, BM, BR), 2)} | {STOP}


def test_cu_sidhe_with_one_tile_left_can_only_decline() -> None:
    """Cu Sidhe, active: two tiles are needed."""
    game = seelie_turn("cu sidhe", ["ABILITY", "POINTS"], tiles=dict.fromkeys((TL, TR, C, BL, BM), None))
    assert legal(card(game)) == {STOP}


def test_swapped_tiles_score_where_they_now_lie() -> None:
    """Cu Sidhe, active with Scoring: the tile's value goes with the tile."""
    game = seelie_turn("cu sidhe", ["ABILITY"], own={TL: 1}, opposing={C: 1}, number=3)
    play(card(game), ("swap", TL, C))
    assert score(game) == (5, 2)


# --- dragons


def test_dragons_remove_all_cubes_of_both_colours_in_a_region() -> None:
    """Dragons, active: all cubes in a region, black and white, not one or the other."""
    game = card(seelie_turn("dragons", ["ABILITY", "POINTS"], own={C: 4, TL: 1}, opposing={C: 7, TR: 1}))
    assert legal(game) == {("region", C), ("region", TL), ("region", TR), STOP}
    play(game, ("region", C))
    assert (cubes(game), cubes(game, "unseelie")) == ({TL: 1}, {TR: 1})
    assert (supply(game), supply(game, "unseelie"), game.phase) == (33, 33, "menu")


def test_dragons_may_choose_a_region_with_one_colour_only() -> None:
    """Dragons, active and FAQ: you can choose a region with only one kind and remove just that."""
    game = card(seelie_turn("dragons", ["ABILITY", "POINTS"], own={C: 4}, opposing={TR: 2}))
    play(game, ("region", TR))
    assert (cubes(game), cubes(game, "unseelie")) == ({C: 4}, {})


def test_dragons_with_an_empty_board_can_only_decline() -> None:
    """FAQ, special ability: a removal takes what is there; here nothing is."""
    assert legal(card(seelie_turn("dragons", ["ABILITY", "POINTS"], own={}, opposing={}))) == {STOP}


# --- fir bolg


def test_fir_bolg_make_three_moves_with_cubes_of_either_colour() -> None:
    """Fir Bolg, active: a MOVE 3 that can target the opponent's pieces, mixed and matched."""
    game = card(seelie_turn("fir bolg", ["ABILITY", "POINTS"], own={C: 2}, opposing={BM: 3}))
    own = {("move", "seelie", C, to) for to in (TL, TR, BL, BM, BR)}
    theirs = {("move", "unseelie", BM, to) for to in (C, BL, BR)}
    assert legal(game) == own | theirs | {STOP}
    play(game, ("move", "unseelie", BM, BL))
    assert legal(game) == own | theirs
    play(game, ("move", "seelie", C, TL), ("move", "unseelie", BM, C))
    assert (game.phase, cubes(game), cubes(game, "unseelie")) == ("menu", {C: 1, TL: 1}, {BM: 1, BL: 1, C: 1})


def test_fir_bolg_cannot_stop_before_three_moves_while_one_is_possible() -> None:
    """FAQ, special ability: not just part of it if all of it is possible. Ruling: active_full."""
    game = card(seelie_turn("fir bolg", ["ABILITY", "POINTS"], own={}, opposing={TL: 2}))
    play(game, ("move", "unseelie", TL, TR))
    assert STOP not in legal(game)
    play(game, ("move", "unseelie", TL, TR))
    assert legal(game) == {STOP}  # both have moved: as full as possible


def test_fir_bolgs_active_is_no_move_card() -> None:
    """Fir Bolg, active: essentially a MOVE 3, used as an ability: one step for each cube.

    Ruling: move_unit.
    """
    game = card(seelie_turn("fir bolg", ["ABILITY", "POINTS"], own={}, opposing={TL: 1}))
    play(game, ("move", "unseelie", TL, C))
    assert legal(game) == {STOP}


# --- fomorians


def test_fomorians_return_a_tile_to_the_box() -> None:
    """Fomorians, active: removes a tile from the mat; cubes there are unaffected."""
    game = card(seelie_turn("fomorians", ["ABILITY", "POINTS"]))
    assert legal(game) == {("region", region) for region in REGIONS} | {STOP}
    play(game, ("region", C))
    assert tiles(game) == {TL: (2, 7), TR: (4, 3), C: None, BL: (1, 5), BM: (3, 6), BR: (3, 4)}
    assert (cubes(game), cubes(game, "unseelie")) == ({C: 3, BM: 3}, {C: 3, BM: 3})


def test_a_region_without_a_tile_still_takes_and_gives_cubes() -> None:
    """Fomorians, active: cubes can still be moved and placed in and from that region."""
    game = seelie_turn("fomorians", ["ABILITY", "PLACE 1 ash", "MOVE 1", "POINTS"])
    play(card(game, 0), ("region", C))
    play(card(game, 1), ("place", C, 1))
    play(card(game, 2), ("move", "seelie", C, TL))
    assert cubes(game) == {C: 3, BM: 3, TL: 1}


def test_a_tile_is_removed_once_only() -> None:
    """Fomorians, active: a tile from the mat; where none lies nothing is removed."""
    game = card(seelie_turn("fomorians", ["ABILITY", "POINTS"], tiles={C: None, TL: None}))
    assert legal(game) == {("region", region) for region in (TR, BL, BM, BR)} | {STOP}


def test_a_removed_tile_stays_away_after_the_flip() -> None:
    """Fomorians, active: the region is worth zero points, in the light season too."""
    game = seelie_turn("fomorians", ["ABILITY"], own={C: 1}, opposing={}, number=3)
    play(card(game), ("region", C))
    assert (score(game), tiles(game)[C], game.position()["season"]) == ((0, 0), None, "light")


# --- kelpies


def test_kelpies_place_exactly_three_cubes_in_one_region() -> None:
    """Kelpies, active: a PLACE 3 WILD with all cubes in the same region, not fewer. Ruling: active_full."""
    game = card(seelie_turn("kelpies", ["ABILITY", "POINTS"]))
    assert legal(game) == places(REGIONS, 3, 3)
    play(game, ("place", BR, 3))
    assert (game.phase, cubes(game)) == ("menu", {C: 3, BM: 3, BR: 3})


def test_kelpies_active_is_no_wild_card() -> None:
    """Kelpies, active: essentially WILD, but no card: their passive does not follow.

    Ruling: kelpies_active_wild.
    """
    game = play(card(seelie_turn("kelpies", ["ABILITY", "POINTS"])), ("place", C, 3))
    assert (game.phase, cubes(game, "unseelie")) == ("menu", {C: 3, BM: 3})


# --- sluagh


def test_sluagh_remove_three_cubes_of_three_regions() -> None:
    """Sluagh, active: a total of three cubes from different regions, of either color."""
    game = card(
        seelie_turn("sluagh", ["ABILITY", "POINTS"], own={BR: 2, C: 1}, opposing={C: 3, TL: 2, BM: 1})
    )
    play(game, ("remove", "unseelie", C))
    assert legal(game) == removals(("unseelie", TL), ("unseelie", BM), ("seelie", BR))
    play(game, ("remove", "seelie", BR))
    assert legal(game) == removals(("unseelie", TL), ("unseelie", BM))
    play(game, ("remove", "unseelie", TL))
    assert (game.phase, cubes(game), cubes(game, "unseelie")) == ("menu", {BR: 1, C: 1}, {C: 2, TL: 1, BM: 1})


def test_sluagh_remove_as_many_as_regions_allow() -> None:
    """FAQ, special ability: just as many as are available; two regions give two cubes."""
    game = card(seelie_turn("sluagh", ["ABILITY", "POINTS"], own={}, opposing={C: 9, TL: 2}))
    play(game, ("remove", "unseelie", TL), ("remove", "unseelie", C))
    assert (game.phase, cubes(game, "unseelie")) == ("menu", {C: 8, TL: 1})


# --- selkies


def test_selkies_copy_another_own_card_in_play() -> None:
    """Selkies, active: copy other cards you have in play; the card copied stays and can be played too."""
    game = card(seelie_turn("selkies", ["ABILITY", "PLACE 2 oak", "MOVE 1"]))
    assert legal(game) == {("copy", 1), ("copy", 2), STOP}
    play(game, ("copy", 1), ("place", TL, 2))
    assert legal(game) == {("card", 1), ("card", 2), STOP}
    play(card(game, 1), ("place", BL, 1))
    assert cubes(game) == {C: 3, BM: 3, TL: 2, BL: 1}


def test_selkies_may_copy_their_court_card() -> None:
    """Selkies, active: including your chosen Court card."""
    game = card(seelie_turn("selkies", ["ABILITY"], court="PLACE 1 WILD"))
    assert legal(game) == {("copy", 5), STOP}
    play(game, ("copy", 5), ("place", BR, 1))
    play(card(game, 5), ("place", BR, 1))
    assert cubes(game)[BR] == 2


def test_ability_cards_cannot_copy_ability_cards() -> None:
    """Selkies, active: Ability cards cannot target or copy other ability cards."""
    game = card(seelie_turn("selkies", ["ABILITY", "ABILITY", "MOVE 1"], court="ABILITY"))
    assert legal(game) == {("copy", 2), STOP}


def test_selkies_cannot_copy_a_card_already_discarded() -> None:
    """Selkies, active: cards you have in play. Ruling: selkie_copy."""
    game = seelie_turn("selkies", ["ABILITY", "POINTS", "MOVE 1"])
    card(game, 2)
    play(game, STOP)
    assert legal(card(game, 0)) == {("copy", 1), ("copy_as", 1, "PLACE 4 WILD"), STOP}


def test_selkies_copy_no_card_of_the_opponent() -> None:
    """Selkies, active: cards you have in play."""
    game = card(
        seelie_turn("selkies", ["ABILITY"], opposing_cards=["POINTS", "MOVE 1"], opposing_court="POINTS")
    )
    assert legal(game) == {STOP}


def test_a_copied_points_card_gives_3_points_and_stays() -> None:
    """Selkies, active: the copy acts as the card does."""
    game = play(card(seelie_turn("selkies", ["ABILITY", "POINTS"])), ("copy", 1), ("card", 1))
    assert score(game) == (6, 0)


def test_a_copied_points_card_may_be_place_4_wild() -> None:
    """Selkies, active with passive: the copy can be transformed too. Ruling: copy_passive."""
    game = play(card(seelie_turn("selkies", ["ABILITY", "POINTS"])), ("copy_as", 1, "PLACE 4 WILD"))
    assert legal(game) == places(REGIONS, 4)
    play(game, ("place", TR, 4), ("card", 1))
    assert (cubes(game)[TR], score(game)) == (4, (3, 0))


def test_a_copied_card_keeps_its_own_up_to() -> None:
    """Selkies, active with FAQ: a copied MOVE may be used in part. Ruling: active_full."""
    game = play(card(seelie_turn("selkies", ["ABILITY", "MOVE 3"])), ("copy", 1), ("move", "seelie", C, TL))
    assert STOP in legal(game)
    play(game, STOP)
    assert (game.phase, cubes(game)) == ("menu", {C: 2, BM: 3, TL: 1})


def test_actives_act_for_unseelie_too() -> None:
    """Faction Notes: either color can play each faction; copying takes the own hand's cards."""
    game = card(turn("unseelie", "selkies", ["ABILITY", "MOVE 1"], first=False))
    play(game, ("copy", 1), ("move", "unseelie", C, BL))
    assert (cubes(game, "unseelie"), cubes(game)) == ({C: 2, BM: 3, BL: 1}, {C: 3, BM: 3})
