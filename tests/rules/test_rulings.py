"""Rulings: every option changes what it says and nothing else; the first ten rulings option by option."""

from __future__ import annotations

from itertools import permutations

import pytest

from balance.config.pacts import RULINGS
from balance.engine.pacts.kernels.state import RULES
from balance.engine.pacts.tables import build_rules
from tests.rules.table import (
    BL,
    BM,
    BR,
    STOP,
    TL,
    TR,
    C,
    card,
    cubes,
    legal,
    new_game,
    play,
    score,
    seelie_turn,
    seen,
    supply,
    tiles,
)
from tests.support import shipped, with_rulings

# what each option of a ruling changes in the rules that the engine reads; the defaults change nothing
CHANGES: dict[tuple[str, str], set[str]] = {
    ("tie_break", "unseelie"): {"tie_break"},
    ("tie_break", "shared"): {"tie_break"},
    ("setup_cubes", "two_center_one_bottom"): {"setup"},
    ("setup_cubes", "one_center_two_bottom"): {"setup"},
    ("move_unit", "steps"): {"move_by_steps"},
    ("fir_bolg_spawn", "one_empty_region"): {"round_start_one"},
    ("cu_sidhe_first", "empty"): {"first_when_empty"},
    ("removal_colour", "opposing"): {"active_whose"},
    ("tile_label", "second_dark"): {"tile_value", "light_expected"},
    ("light_values", "unknown"): {"light_hidden", "tile_face", "light_expected"},
    ("faction_pool", "eight_boxed"): set(),
    ("auction_side", "court_only"): set(),
    ("removal_target", "full_number"): {"full_target"},
    ("active_full", "up_to"): {"active_up_to"},
    ("automatic_passives", "may_decline"): {"passives_asked"},
    # POINTS moves to the place of ABILITY, the card of both to its own; the physical cards keep their keys
    ("other_card", "one_with_choice"): {
        "effect",
        "printed",
        "number",
        "alternative",
        "plays_as",
        "copies_as",
        "deck",
        "court",
        "copies",
        "court_earlier",  # two court cards are now the same
    },
    ("removed_cubes", "out_of_game"): {"removed_leave"},
    ("take_back_when", "empty_at_card_start"): {"take_back_at_start"},
    ("take_back_forced", "until_whole"): {"take_back_forced"},
    ("take_back_counts", "move"): {"take_back_moves"},
    ("take_back_scope", "place_cards"): {"take_back_by_cards"},
    ("selkie_copy", "any_this_round"): {"copy_any"},
    ("copy_passive", "points_only"): {"copies_as"},
    ("sluagh_wild", "symbol_only"): {"number"},
    ("kelpies_active_wild", "wild"): {"active_wild"},
    ("removed_tile_swaps", "as_zero"): {"swap_empty"},
    ("auction_timing", "before_setup"): {"auction_first"},
    ("auction_bids", "raise_by_one"): set(),
    ("faction_reveal", "at_first_use"): {"factions_hidden"},
}
ALL = [(name, option) for name, ruling in RULINGS.items() for option in ruling.names]


@pytest.mark.parametrize(("name", "option"), ALL, ids=[f"{n}-{o}" for n, o in ALL])
def test_an_option_changes_nothing_but_what_it_says(name: str, option: str) -> None:
    """Rulings: each option against the default, in every number that the engine reads, for every pair."""
    allowed = CHANGES.get((name, option), set())
    seen_changes: set[str] = set()
    for seelie, unseelie in permutations(shipped().factions, 2):
        plain = build_rules(shipped(), seelie, unseelie, "standard")
        ruled = build_rules(with_rulings(shipped(), **{name: option}), seelie, unseelie, "standard")
        seen_changes |= {
            field for field in RULES.names or () if plain[field].tobytes() != ruled[field].tobytes()
        }
    assert seen_changes == allowed


def test_twenty_seven_rulings_each_with_another_reading() -> None:
    """Rulings: the table at the top of the rules page, row by row."""
    assert len(RULINGS) == 27
    assert {name for name, _ in CHANGES} == set(RULINGS)
    assert len(ALL) == len(RULINGS) + len(CHANGES)


@pytest.mark.parametrize(("option", "winner"), [("seelie", 0), ("unseelie", 1), ("shared", None)])
def test_tie_break_names_the_winner_at_equal_scores(option: str, winner: int | None) -> None:
    """Ruling tie_break: seelie, unseelie or shared; a game with a lead is won by the leader under each."""
    rulings = {"tie_break": option}
    tied = seelie_turn("dragons", ["MOVE 1"], own={}, opposing={}, number=6, score=(5, 5), rulings=rulings)
    outcome = play(tied, STOP).outcome()
    assert (outcome.winner, outcome.tie_break) == (winner, True)
    for scores, leader in (((5, 4), 0), ((4, 5), 1)):
        led = seelie_turn("dragons", ["MOVE 1"], own={}, opposing={}, number=6, score=scores, rulings=rulings)
        assert (play(led, STOP).outcome().winner, led.outcome().tie_break) == (leader, False)


@pytest.mark.parametrize(
    ("option", "center", "bottom"),
    [("three_each", 3, 3), ("two_center_one_bottom", 2, 1), ("one_center_two_bottom", 1, 2)],
)
def test_setup_cubes_says_how_many_lie_where(option: str, center: int, bottom: int) -> None:
    """Ruling setup_cubes: 3 + 3, 2 + 1 or 1 + 2; the supply is the rest of 34."""
    game = new_game(setup_cubes=option)
    for side in ("seelie", "unseelie"):
        assert cubes(game, side) == {C: center, BM: bottom}
        assert supply(game, side) == 34 - center - bottom


def test_move_unit_steps_lets_one_cube_take_several_steps() -> None:
    """Ruling move_unit: steps; n steps in all, of one cube or of several."""
    game = card(seelie_turn("sluagh", ["MOVE 2", "POINTS"], own={TL: 1}, rulings={"move_unit": "steps"}))
    play(game, ("move", "seelie", TL, C), ("move", "seelie", C, BR))
    assert (game.phase, cubes(game)) == ("menu", {BR: 1})


def test_move_unit_steps_holds_for_fir_bolgs_active_too() -> None:
    """Ruling move_unit: steps, for every move; the ability must then use all three."""
    game = card(
        seelie_turn(
            "fir bolg", ["ABILITY", "POINTS"], own={}, opposing={TL: 1}, rulings={"move_unit": "steps"}
        )
    )
    play(game, ("move", "unseelie", TL, C), ("move", "unseelie", C, BR))
    assert STOP not in legal(game)
    play(game, ("move", "unseelie", BR, TR))
    assert (game.phase, cubes(game, "unseelie")) == ("menu", {TR: 1})


def test_fir_bolg_spawn_one_empty_region_of_choice() -> None:
    """Ruling fir_bolg_spawn: one cube in one empty region of choice."""
    game = new_game("fir bolg", fir_bolg_spawn="one_empty_region")
    assert (game.phase, game.to_move) == ("allot", "seelie")
    assert legal(game) == {("region", region) for region in (TL, TR, BL, BR)}
    play(game, ("region", BL))
    assert (game.phase, cubes(game)) == ("court", {C: 3, BM: 3, BL: 1})


def test_fir_bolg_spawn_in_the_only_empty_region_is_not_asked() -> None:
    """Ruling fir_bolg_spawn: with one empty region there is no choice."""
    own = {TL: 1, TR: 1, C: 1, BL: 1, BM: 1}
    game = seelie_turn("fir bolg", ["POINTS"], own=own, rulings={"fir_bolg_spawn": "one_empty_region"})
    assert cubes(play(game, STOP)) == {**own, BR: 1}
    assert game.phase == "court"


def test_fir_bolg_spawn_one_region_with_an_empty_supply() -> None:
    """Ruling fir_bolg_spawn with FAQ, out of cubes: the one cube may be taken back, once."""
    game = seelie_turn(
        "fir bolg", ["POINTS"], own={C: 20, BM: 14}, rulings={"fir_bolg_spawn": "one_empty_region"}
    )
    play(game, STOP, ("take_back", C), ("region", TR))
    assert (game.phase, cubes(game)) == ("court", {C: 19, BM: 14, TR: 1})


def test_cu_sidhe_first_empty_counts_regions_without_own_cubes() -> None:
    """Ruling cu_sidhe_first: empty; set-up and moved cubes block it, an emptied region qualifies again."""
    cards = ["PLACE 1 ash", "PLACE 1 oak", "MOVE 3", "PLACE 1 oak"]
    game = seelie_turn("cu sidhe", [*cards, "POINTS"], rulings={"cu_sidhe_first": "empty"})
    play(card(game, 0), ("place", C, 1))
    assert cubes(game) == {C: 4, BM: 3}
    play(card(game, 1), ("place", TL, 1))
    assert cubes(game) == {C: 4, BM: 3, TL: 3}
    play(card(game, 2), *[("move", "seelie", TL, TR)] * 3)
    play(card(game, 3), ("place", TL, 1))
    assert cubes(game) == {C: 4, BM: 3, TL: 3, TR: 3}


def test_cu_sidhe_first_empty_is_blocked_by_auctioned_cubes() -> None:
    """Ruling cu_sidhe_first: empty; auction cubes block it."""
    game = play(
        new_game("cu sidhe", bid=1, cu_sidhe_first="empty"), ("auction", TL), ("court", None), ("court", None)
    )
    game.reveal(["PLACE 1 oak", "MOVE 1", "MOVE 1", "MOVE 1", "POINTS"])
    play(game, ("split", (1, 2, 3, 4)), ("select", "unseelie"), ("card", 0), ("place", TL, 1))
    assert cubes(game)[TL] == 2


@pytest.mark.parametrize("faction", ["banshees", "sluagh", "changelings"])
def test_removal_colour_opposing_takes_opposing_cubes_only(faction: str) -> None:
    """Ruling removal_colour: opposing only, for banshees, sluagh and changelings."""
    laid = {"own": {C: 3, TL: 1}, "opposing": {C: 1, BR: 1}, "first": False}
    either = legal(card(seelie_turn(faction, ["ABILITY", "POINTS"], **laid)))
    opposing = legal(
        card(seelie_turn(faction, ["ABILITY", "POINTS"], rulings={"removal_colour": "opposing"}, **laid))
    )
    theirs = {("remove", "unseelie", C), ("remove", "unseelie", BR), STOP}
    assert opposing == theirs
    assert either == theirs | {("remove", "seelie", C), ("remove", "seelie", TL)}


def test_removal_colour_opposing_ends_when_no_opposing_cube_is_left() -> None:
    """Ruling removal_colour: opposing only; full use forces no own cube then."""
    game = seelie_turn(
        "changelings", ["ABILITY", "POINTS"], own={C: 3}, opposing={TL: 1}, first=False,
        rulings={"removal_colour": "opposing"},
    )  # fmt: skip
    play(card(game), ("remove", "unseelie", TL))
    assert (game.phase, cubes(game)) == ("menu", {C: 3, TL: 1})


def test_removal_colour_leaves_dragons_and_fir_bolg_alone() -> None:
    """Ruling removal_colour: dragons remove both colours and fir bolg move either under both options."""
    rulings = {"removal_colour": "opposing"}
    game = play(card(seelie_turn("dragons", ["ABILITY", "POINTS"], rulings=rulings)), ("region", C))
    assert (cubes(game), cubes(game, "unseelie")) == ({BM: 3}, {BM: 3})
    moves = legal(card(seelie_turn("fir bolg", ["ABILITY", "POINTS"], rulings=rulings)))
    assert {action[1] for action in moves - {STOP}} == {"seelie", "unseelie"}


def test_tile_label_second_number_dark() -> None:
    """Ruling tile_label: second number dark: 2/7 is worth 7 in round 3 and 2 in round 6."""
    rulings = {"tile_label": "second_dark"}
    assert tiles(new_game(tile_label="second_dark"))[TL] == (7, 2)
    for number, points in ((3, 7), (6, 2)):
        game = seelie_turn("dragons", ["MOVE 1"], own={TL: 1}, opposing={}, number=number, rulings=rulings)
        assert score(play(game, STOP)) == (points, 0)


def test_light_values_unknown_hides_which_of_two_threes_lies_where() -> None:
    """Ruling light_values: unknown.

    3/6 and 3/4 look the same until the flip, all other standard tiles are told apart.
    """
    swapped = {BM: "3/4", BR: "3/6"}
    for number, alike in ((1, True), (4, False)):
        games = [
            seelie_turn("dragons", ["MOVE 1"], number=number, tiles=laid, rulings={"light_values": "unknown"})
            for laid in ({}, swapped)
        ]
        assert (games[0].view().tobytes() == games[1].view().tobytes()) is alike
        assert alike or seen(games[0])["tiles"] == tiles(games[0])


def test_light_values_unknown_keeps_what_the_dark_side_tells() -> None:
    """Ruling light_values: unknown; a dark value that only one of the six tiles has tells its light value."""
    rules = build_rules(with_rulings(shipped(), light_values="unknown"), "dragons", "sluagh", "standard")[0]
    tiles_of_the_layout = dict(
        zip(("2/7", "4/3", "5/5", "1/5", "3/6", "3/4"), (7, 3, 5, 5, 5, 5), strict=True)
    )
    for tile, light in tiles_of_the_layout.items():
        assert rules["light_expected"][shipped().game.tiles.labels.index(tile)] == light


def test_light_values_unknown_changes_no_score() -> None:
    """Ruling light_values: it is about what is known, not about what tiles are worth."""
    for option in ("known", "unknown"):
        game = seelie_turn(
            "dragons", ["MOVE 1"], own={BM: 1}, opposing={BR: 1}, number=6, rulings={"light_values": option}
        )
        assert score(play(game, STOP)) == (6, 4)


def test_faction_pool_eight_boxed_leaves_the_promotion_out() -> None:
    """Ruling faction_pool: all nine, or the eight boxed; the rules of those eight are the same."""
    boxed = with_rulings(shipped(), faction_pool="eight_boxed").pool()
    assert set(shipped().pool()) - set(boxed) == {"fomorians"}
    assert len(boxed) == 8


def test_auction_side_changes_no_rule_of_play() -> None:
    """Ruling auction_side: it says what the auction's winner picks.

    Play after it is the same (reports read it).
    """
    both = [
        play(new_game(bid=1, auction_side=o), ("auction", TL)) for o in ("court_and_faction", "court_only")
    ]
    assert both[0].states.tobytes() == both[1].states.tobytes()


def test_auction_bids_changes_no_rule_of_play() -> None:
    """Ruling auction_bids: it says how bids follow one another; a bid is placed the same way."""
    both = [play(new_game(bid=1, auction_bids=o), ("auction", TL)) for o in ("any_higher", "raise_by_one")]
    assert both[0].states.tobytes() == both[1].states.tobytes()
