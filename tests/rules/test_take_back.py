"""FAQ, running out of cubes: place becomes move with unlimited range."""

from __future__ import annotations

from tests.rules.table import BL, BM, BR, FULL, STOP, TL, TR, C, card, cubes, legal, play, seelie_turn, supply

ANSWERS = {("take_back", C), ("take_back", BM), STOP}


def test_with_an_empty_supply_a_cube_is_taken_from_any_region_and_placed() -> None:
    """FAQ, out of cubes: remove cubes from any region before placing them again."""
    game = play(card(seelie_turn("dragons", ["PLACE 2 oak", "POINTS"], own=FULL)), ("place", TL, 2))
    assert cubes(game) == FULL
    assert (game.phase, game.to_move, legal(game)) == ("take_back", "seelie", ANSWERS)
    play(game, ("take_back", C))
    assert cubes(game) == {C: 19, BM: 14, TL: 1}
    play(game, ("take_back", BM))
    assert cubes(game) == {C: 19, BM: 13, TL: 2}
    assert (game.phase, supply(game)) == ("menu", 0)


def test_the_range_is_unlimited() -> None:
    """FAQ, out of cubes: in effect a move with unlimited range: bottom-right to top-left, not adjacent."""
    game = play(card(seelie_turn("dragons", ["PLACE 1 oak", "POINTS"], own={BR: 34})), ("place", TL, 1))
    play(game, ("take_back", BR))
    assert cubes(game) == {BR: 33, TL: 1}


def test_cubes_can_be_taken_from_the_target_itself() -> None:
    """FAQ, out of cubes: from any region, the target included."""
    game = play(card(seelie_turn("dragons", ["PLACE 1 ash", "POINTS"], own=FULL)), ("place", C, 1))
    play(game, ("take_back", C))
    assert cubes(game) == FULL
    assert game.phase == "menu"


def test_only_the_cubes_lacking_are_taken_back_in_mid_card() -> None:
    """FAQ, out of cubes: the supply goes first, then what is lacking is taken back.

    Ruling: take_back_when.
    """
    game = card(seelie_turn("dragons", ["PLACE 3 oak", "POINTS"], own={C: 20, BM: 13}))
    play(game, ("place", TL, 3))
    assert cubes(game) == {C: 20, BM: 13, TL: 1}
    assert legal(game) == ANSWERS | {("take_back", TL)}
    play(game, ("take_back", C), ("take_back", C))
    assert cubes(game) == {C: 18, BM: 13, TL: 3}
    assert game.phase == "menu"


def test_nothing_is_asked_while_the_supply_suffices() -> None:
    """FAQ, out of cubes: only if you run out. Ruling: take_back_when."""
    game = card(seelie_turn("dragons", ["PLACE 2 oak", "POINTS"], own={C: 20, BM: 12}))
    play(game, ("place", TL, 2))
    assert (game.phase, supply(game)) == ("menu", 0)
    assert cubes(game) == {C: 20, BM: 12, TL: 2}


def test_taking_back_may_be_declined_at_any_cube() -> None:
    """FAQ, out of cubes: you can remove cubes; FAQ, unused cards: part of a card may be skipped."""
    game = play(card(seelie_turn("dragons", ["PLACE 3 oak", "POINTS"], own=FULL)), ("place", TL, 3))
    play(game, ("take_back", C), STOP)
    assert cubes(game) == {C: 19, BM: 14, TL: 1}
    assert game.phase == "menu"


def test_only_own_cubes_are_taken_back() -> None:
    """FAQ, out of cubes: your cubes; regions with opposing cubes only are not offered."""
    game = card(seelie_turn("dragons", ["PLACE 1 oak", "POINTS"], own={C: 34}, opposing={TR: 4, BL: 2}))
    play(game, ("place", BL, 1))
    assert legal(game) == {("take_back", C), STOP}


def test_a_cube_taken_back_is_still_placed_for_cu_sidhe() -> None:
    """FAQ, out of cubes with Cu Sidhe: the first placing adds two, taken back likewise.

    Ruling: take_back_counts.
    """
    game = play(card(seelie_turn("cu sidhe", ["PLACE 1 oak", "POINTS"], own=FULL)), ("place", TL, 1))
    play(game, *[("take_back", C)] * 3)
    assert cubes(game) == {C: 17, BM: 14, TL: 3}
    assert game.phase == "menu"


def test_a_cube_taken_back_is_still_placed_for_kelpies() -> None:
    """FAQ, out of cubes with Kelpies: the WILD card's removal follows. Ruling: take_back_counts."""
    game = card(seelie_turn("kelpies", ["PLACE 1 WILD", "POINTS"], own=FULL, opposing={TL: 3}))
    play(game, ("place", TL, 1), ("take_back", C), ("passive",))
    assert cubes(game, "unseelie") == {TL: 1}


def test_a_placing_given_up_triggers_nothing_and_uses_nothing_up() -> None:
    """Cu Sidhe: 0 cubes neither trigger the passive nor use it up."""
    game = card(seelie_turn("cu sidhe", ["PLACE 1 oak", "PLACE 1 oak", "POINTS"], own=FULL))
    play(game, ("place", TL, 1), STOP)
    assert (game.phase, cubes(game)) == ("menu", FULL)
    play(card(game, 1), ("place", TL, 1), *[("take_back", BM)] * 3)
    assert cubes(game) == {C: 20, BM: 11, TL: 3}


def test_a_wild_placing_given_up_removes_nothing() -> None:
    """Kelpies: the removal follows a placing of at least one cube."""
    game = card(seelie_turn("kelpies", ["PLACE 1 WILD", "POINTS"], own=FULL, opposing={TL: 3}))
    play(game, ("place", TL, 1), STOP)
    assert game.phase == "menu"
    assert cubes(game, "unseelie") == {TL: 3}


def test_the_cu_sidhes_two_cubes_may_be_given_up_and_the_region_counts_as_used() -> None:
    """Cu Sidhe with too few cubes: what the supply has is added.

    Rulings: take_back_forced, take_back_scope.
    """
    game = card(seelie_turn("cu sidhe", ["PLACE 1 oak", "PLACE 1 oak", "POINTS"], own={C: 20, BM: 12}))
    play(game, ("place", TL, 1))
    assert cubes(game) == {C: 20, BM: 12, TL: 2}
    assert game.phase == "take_back"
    play(game, STOP)
    play(card(game, 1), ("place", TL, 1), ("take_back", C))
    assert cubes(game) == {C: 19, BM: 12, TL: 3}
    assert game.phase == "menu"


def test_kelpies_short_of_cubes_place_what_the_supply_has() -> None:
    """FAQ, special ability: full use does not force cubes to be taken back. Ruling: take_back_forced."""
    game = card(seelie_turn("kelpies", ["ABILITY", "POINTS"], own={C: 20, BM: 13}))
    play(game, ("place", BR, 3), STOP)
    assert cubes(game) == {C: 20, BM: 13, BR: 1}
    assert game.phase == "menu"


def test_kelpies_may_take_cubes_back_for_their_active() -> None:
    """FAQ, out of cubes: every effect that adds own cubes. Ruling: take_back_scope."""
    game = card(seelie_turn("kelpies", ["ABILITY", "POINTS"], own=FULL))
    play(game, ("place", BR, 3), ("take_back", C), ("take_back", C), ("take_back", BM))
    assert cubes(game) == {C: 18, BM: 13, BR: 3}


def test_changelings_replace_with_cubes_taken_back_or_not_at_all() -> None:
    """Changelings with an empty supply: both are removed; replacing takes cubes back or is given up."""
    for answers, expected in (
        ([("take_back", C), ("take_back", BM)], {C: 19, BM: 13, TL: 1, TR: 1}),
        ([STOP], FULL),
    ):
        game = card(
            seelie_turn("changelings", ["ABILITY", "POINTS"], own=FULL, opposing={TL: 1, TR: 1}, first=False)
        )
        play(game, ("remove", "unseelie", TL), ("remove", "unseelie", TR))
        assert cubes(game, "unseelie") == {}
        assert game.phase == "take_back"
        if answers != [STOP]:
            play(game, answers[0])
            assert legal(game) == {("region", TL), ("region", TR)}
            play(game, ("region", TR))
        play(game, answers[-1])
        assert cubes(game) == expected
        assert game.phase == "menu"


def test_changelings_with_one_cube_for_two_places_choose_the_place() -> None:
    """Changelings: an own cube removed goes to the supply and is the only one to replace two."""
    game = card(seelie_turn("changelings", ["ABILITY", "POINTS"], own=FULL, opposing={TL: 1}, first=False))
    play(game, ("remove", "unseelie", TL), ("remove", "seelie", C))
    assert (game.phase, legal(game)) == ("allot", {("region", TL), ("region", C)})
    play(game, ("region", TL))
    assert cubes(game) == {C: 19, BM: 14, TL: 1}
    assert legal(game) == ANSWERS | {("take_back", TL)}
    play(game, ("take_back", BM))
    assert cubes(game) == {C: 20, BM: 13, TL: 1}


def test_the_going_first_cube_can_be_taken_back() -> None:
    """Changelings: the cube for going first is placed, so with an empty supply taken back.

    Ruling: take_back_scope.
    """
    game = play(seelie_turn("changelings", ["POINTS"], own=FULL), ("place", TR, 1))
    assert legal(game) == ANSWERS
    play(game, ("take_back", BM))
    assert cubes(game) == {C: 20, BM: 13, TR: 1}
    assert legal(game) == {("card", 0), STOP}


def test_fir_bolg_with_too_few_cubes_pick_where_they_appear() -> None:
    """Fir Bolg: with too few cubes the owner picks the regions, then may take cubes back.

    Ruling: take_back_scope.
    """
    game = play(seelie_turn("fir bolg", ["POINTS"], own={C: 20, BM: 13}), STOP)
    assert (game.phase, game.to_move, game.position()["round"]) == ("allot", "seelie", 2)
    assert legal(game) == {("region", region) for region in (TL, TR, BL, BR)}
    play(game, ("region", BR))
    assert legal(game) == ANSWERS | {("take_back", BR)}
    play(game, ("take_back", C))
    assert legal(game) == {("region", region) for region in (TL, TR, BL)}
    play(game, ("region", TL), STOP)
    assert cubes(game) == {C: 19, BM: 13, BR: 1, TL: 1}
    assert (game.phase, game.to_move) == ("court", "seelie")


def test_a_move_card_takes_nothing_back() -> None:
    """FAQ, out of cubes: it is about placing; MOVE keeps to adjacent regions."""
    game = card(seelie_turn("sluagh", ["MOVE 1", "POINTS"], own={BR: 34}))
    assert legal(game) == {("move", "seelie", BR, to) for to in (TR, C, BM)} | {STOP}


def test_a_removed_cube_can_be_placed_again() -> None:
    """Card Effects with FAQ: removed cubes go back to their owner's supply. Ruling: removed_cubes."""
    game = seelie_turn("dragons", ["ABILITY", "PLACE 2 oak", "POINTS"], own={C: 32, BM: 2}, opposing={BM: 3})
    play(card(game, 0), ("region", BM))
    assert (supply(game), supply(game, "unseelie")) == (2, 34)
    play(card(game, 1), ("place", TL, 2))
    assert cubes(game) == {C: 32, TL: 2}


def test_a_round_start_cube_may_be_taken_from_a_region_that_it_empties() -> None:
    """Fir Bolg, passive: it counts which regions are empty when the round starts, not later."""
    game = play(seelie_turn("fir bolg", ["POINTS"], own={TL: 1, C: 33}), STOP, ("take_back", TL))
    assert legal(game) == {("region", region) for region in (TR, BL, BM, BR)}
