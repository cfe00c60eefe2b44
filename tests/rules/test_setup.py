"""Rulebook, Components and Set-Up."""

from __future__ import annotations

from itertools import combinations, permutations

from tests.rules.table import (
    ASH,
    BL,
    BM,
    BR,
    OAK,
    REGIONS,
    THORN,
    TL,
    TR,
    C,
    courts,
    cubes,
    deal,
    new_game,
    score,
    supply,
    tiles,
)
from tests.support import shipped


def test_each_side_has_34_cubes_for_play() -> None:
    """Components: 35 cubes a side, of which Set-Up lays one on the score track."""
    game = new_game()
    for side in ("seelie", "unseelie"):
        assert sum(cubes(game, side).values()) + supply(game, side) == 35 - 1


def test_each_player_starts_with_three_cubes_on_the_center_and_three_on_the_bottom_middle() -> None:
    """Set-Up: three own cubes on each of the two regions with an X. Ruling: setup_cubes."""
    game = new_game()
    for side in ("seelie", "unseelie"):
        assert cubes(game, side) == {C: 3, BM: 3}
        assert supply(game, side) == 28


def test_both_scores_start_at_zero() -> None:
    """Set-Up: a cube on the zero end of the score track."""
    assert score(new_game()) == (0, 0)


def test_play_starts_in_round_one_with_the_choice_of_court_cards() -> None:
    """Set-Up: the time marker on the leftmost of six spaces; Phase 1 comes first."""
    game = new_game()
    assert (game.position()["round"], game.phase, game.to_move) == (1, "court", "seelie")


def test_the_standard_six_tiles_lie_dark_side_up() -> None:
    """Set-Up: tiles 2/7, 4/3, 5/5, 1/5, 3/6, 3/4, dark side up.

    Rulings: tile_label; the places are assumed.
    """
    game = new_game()
    assert game.position()["season"] == "dark"
    assert tiles(game) == {TL: (2, 7), TR: (4, 3), C: (5, 5), BL: (1, 5), BM: (3, 6), BR: (3, 4)}


def test_there_are_27_common_8_special_and_7_court_cards_each() -> None:
    """Components: 49 action cards, 27 common, 14 court, 8 special."""
    position = new_game().position()
    assert position["decks"]["common"].total() == 27
    assert position["decks"]["special"].total() == 8
    assert [len(position["court_hand"][side]) for side in ("seelie", "unseelie")] == [7, 7]


def test_every_card_the_rulebook_names_is_in_a_deck() -> None:
    """Card Effects, examples, FAQ: PLACE 1 and 2, PLACE 1 WILD, MOVE 1 and more, ABILITY, POINTS."""
    decks = new_game().position()["decks"]
    cards = set(decks["common"]) | set(decks["special"])
    assert {"PLACE 1 oak", "PLACE 2 oak", "PLACE 1 WILD", "MOVE 1", "ABILITY", "POINTS"} <= cards
    assert any(card.startswith("MOVE") and int(card.split()[1]) > 1 for card in cards)


def test_both_example_splits_can_be_dealt() -> None:
    """Phase 3, example splits: each is 4 common cards and 1 special card."""
    for five in (
        ["MOVE 1", "PLACE 1 oak", "PLACE 1 thorn", "PLACE 1 ash", "MOVE 1"],
        ["PLACE 1 WILD", "PLACE 2 ash", "MOVE 1", "PLACE 1 oak", "ABILITY"],
    ):
        assert deal(courts(new_game()), five).position()["revealed"] == five


def test_the_court_set_holds_place_1_wild_and_move_1() -> None:
    """Faction Notes, Dragons and Fomorians: both are named as Court cards."""
    assert {"PLACE 1 WILD", "MOVE 1"} <= set(new_game().position()["court_hand"]["seelie"])


def test_six_regions_carry_three_symbols_of_two_regions_each() -> None:
    """Card Effects: a region has a symbol; that three symbols have two regions each is inferred (assumed)."""
    game = shipped().game
    assert game.regions == REGIONS
    assert {symbol: game.board.symbols.value[symbol] for symbol in game.symbols} == {
        "oak": OAK,
        "thorn": THORN,
        "ash": ASH,
    }


def test_regions_are_adjacent_by_an_edge_both_ways() -> None:
    """Card Effects, MOVE: adjacent regions share bordering edges. The borders are assumed."""
    edges = {(TL, TR), (TL, C), (TR, C), (TL, BL), (TR, BR), (C, BL), (C, BM), (C, BR), (BL, BM), (BM, BR)}
    game = shipped().game
    for a, b in combinations(REGIONS, 2):
        joined = (a, b) in edges or (b, a) in edges
        assert (b in game.neighbours(a)) == (a in game.neighbours(b)) == joined


def test_two_different_factions_meet_out_of_nine() -> None:
    """Set-Up: each keeps one of two random factions; one card each, so 72 ordered pairs.

    Ruling: faction_pool.
    """
    pool = shipped().pool()
    assert len(pool) == 9
    assert len(list(permutations(pool, 2))) == 72


def test_eight_factions_are_boxed_and_fomorians_are_a_promotion() -> None:
    """Components: 8 Faction cards; Faction Notes: Fomorians are a promotional card."""
    factions = shipped().factions
    assert [name for name, faction in factions.items() if not faction.boxed] == ["fomorians"]
    assert sum(faction.boxed for faction in factions.values()) == 8
