"""The configuration that ships against the rulebook and the rules page (docs/rules.md), value by value."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from balance.config.pacts import (
    RULINGS,
    Card,
    Configuration,
    check_option,
    get_ruling,
    parse_card,
    parse_tile,
)
from balance.errors import ConfigurationError
from tests.config.conftest import Files
from tests.support import single_layouts

STANDARD = ("2/7", "4/3", "5/5", "1/5", "3/6", "3/4")
REGIONS = ("top-left", "top-right", "center", "bottom-left", "bottom-middle", "bottom-right")
OPTIONS = {  # as docs/rules.md names them, the default first
    "tie_break": ("seelie", "unseelie", "shared"),
    "setup_cubes": ("three_each", "two_center_one_bottom", "one_center_two_bottom"),
    "move_unit": ("cubes", "steps"),
    "fir_bolg_spawn": ("every_empty_region", "one_empty_region"),
    "cu_sidhe_first": ("game", "empty"),
    "removal_colour": ("either", "opposing"),
    "tile_label": ("first_dark", "second_dark"),
    "light_values": ("known", "unknown"),
    "faction_pool": ("nine", "eight_boxed"),
    "auction_side": ("court_and_faction", "court_only"),
    "removal_target": ("free", "full_number"),
    "active_full": ("whole", "up_to"),
    "automatic_passives": ("mandatory", "may_decline"),
    "other_card": ("two_kinds", "one_with_choice"),
    "removed_cubes": ("supply", "out_of_game"),
    "take_back_when": ("supply_empty", "empty_at_card_start"),
    "take_back_forced": ("never", "until_whole"),
    "take_back_counts": ("placing", "move"),
    "take_back_scope": ("every_addition", "place_cards"),
    "selkie_copy": ("not_discarded", "any_this_round"),
    "copy_passive": ("applies", "points_only"),
    "sluagh_wild": ("wild_too", "symbol_only"),
    "kelpies_active_wild": ("not_wild", "wild"),
    "removed_tile_swaps": ("never", "as_zero"),
    "auction_timing": ("after_setup", "before_setup"),
    "auction_bids": ("any_higher", "raise_by_one"),
    "faction_reveal": ("together", "at_first_use"),
}
# "Factions (known)", in the words of the vocabulary
FACTIONS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "banshees": ({"trigger": "court_reveal", "ability": "discard_same_court"},
                 {"ability": "remove", "count": 3, "whose": "either", "scope": "symbol"}),
    "changelings": ({"trigger": "going_first", "ability": "place", "count": 1},
                    {"ability": "replace", "count": 2, "whose": "either"}),
    "cu sidhe": ({"trigger": "first_placement", "ability": "place", "count": 2}, {"ability": "swap_tiles"}),
    "dragons": ({"modifier": "move_becomes", "count": 5},
                {"ability": "remove", "count": "all", "whose": "both", "scope": "region"}),
    "fir bolg": ({"trigger": "round_start", "ability": "place", "count": 1},
                 {"ability": "move", "count": 3, "whose": "either"}),
    "fomorians": ({"modifier": "wild_repeats", "count": 2}, {"ability": "remove_tile"}),
    "kelpies": ({"trigger": "after_wild", "ability": "remove", "count": 2, "whose": "opposing"},
                {"ability": "place", "count": 3}),
    "sluagh": ({"modifier": "place_becomes", "printed": 2, "count": 4},
               {"ability": "remove", "count": 3, "whose": "either", "scope": "different"}),
    "selkies": ({"modifier": "points_may_become", "card": "PLACE 4 WILD"}, {"ability": "copy_card"}),
}  # fmt: skip


def test_known_numbers(real: Configuration) -> None:
    game = real.game
    assert (game.cubes.value, game.cubes.source) == (34, "rulebook")
    assert game.setup_cubes() == (3, 3)
    assert game.supply() == 28
    assert game.setup_regions.value == ("center", "bottom-middle")
    assert (game.points_card.value, game.points_card.source) == (3, "rulebook")
    assert (game.tiles.standard.value, game.tiles.standard.source) == (STANDARD, "rulebook")
    assert sum(game.decks.common.value.values()) == 27
    assert sum(game.decks.special.value.values()) == 8
    assert len(game.court.value) == 7
    assert Card("PLACE", 1, "WILD") in game.court.value
    assert Card("MOVE", 1) in game.court.value


def test_assumed_board(real: Configuration) -> None:
    game = real.game
    assert game.regions == REGIONS
    short = dict(zip(("TL", "TR", "C", "BL", "BM", "BR"), REGIONS, strict=True))
    edges = {e for r in REGIONS for n in game.neighbours(r) for e in [frozenset((r, n))]}
    listed = "TL-TR TL-C TR-C TL-BL TR-BR C-BL C-BM C-BR BL-BM BM-BR"
    assert edges == {frozenset(short[r] for r in edge.split("-")) for edge in listed.split()}
    assert [game.symbol_of(r) for r in REGIONS] == ["oak", "thorn", "ash", "oak", "ash", "thorn"]
    assert game.tiles.other.value == ("1/6", "2/4", "2/6", "4/5", "4/6", "5/3")


def test_assumed_common_deck(real: Configuration) -> None:
    # Per symbol PLACE 1 ×2, PLACE 2 ×2, PLACE 3 ×1 (15); PLACE 1 WILD ×3, PLACE 2 WILD ×1;
    # MOVE 1 ×3, MOVE 2 ×3, MOVE 3 ×2.
    expected = {Card("PLACE", n, s): (2, 2, 1)[n - 1] for n in (1, 2, 3) for s in ("oak", "thorn", "ash")}
    expected |= {Card("PLACE", 1, "WILD"): 3, Card("PLACE", 2, "WILD"): 1}
    expected |= {Card("MOVE", 1): 3, Card("MOVE", 2): 3, Card("MOVE", 3): 2}
    assert real.game.decks.common.value == expected


def test_factions_are_those_of_the_rules_page(real: Configuration) -> None:
    written = {
        name: (faction.passive.model_dump(), faction.active.model_dump())
        for name, faction in real.factions.items()
    }
    expected = {
        name: ({k: parse_card(v) if k == "card" else v for k, v in passive.items()}, active)
        for name, (passive, active) in FACTIONS.items()
    }
    for passive, _ in written.values():
        if "card" in passive:
            passive["card"] = parse_card(str(passive["card"]))
    assert written == expected
    assert [name for name, faction in real.factions.items() if not faction.boxed] == ["fomorians"]


def test_the_standard_layout_is_the_tiles_in_order_on_the_regions_in_order(real: Configuration) -> None:
    assert single_layouts(real)["standard"].tiles == dict(zip(REGIONS, STANDARD, strict=True))


def test_named_layouts_are_six_different_arrangements_of_the_standard_tiles(real: Configuration) -> None:
    named = [layout.tiles for layout in single_layouts(real).values() if not layout.random_regions]
    assert all(sorted(tiles.values()) == sorted(STANDARD) for tiles in named)
    assert len({tuple(sorted(tiles.items())) for tiles in named}) == len(named) == 6
    assert [name for name, layout in single_layouts(real).items() if layout.random_regions] == ["random"]


def test_games_of_the_default_sweep(real: Configuration) -> None:
    games = {
        (pair.seelie, pair.unseelie): (pair.games, len(pair.layouts or ())) for pair in real.policy_pairs
    }
    mixed = {(a, b): (200, 1) for a in POLICIES for b in POLICIES if a != b}
    same = {
        ("planner", "planner"): (260, 6),
        ("greedy", "greedy"): (1600, 1),
        ("random", "random"): (1600, 1),
    }
    assert games == mixed | same
    assert next(iter(games)) == ("planner", "planner")
    assert real.auction is not None
    assert (real.auction.games, real.auction.bids) == (330, None)


POLICIES = ("random", "greedy", "planner")


def test_rulings_and_their_options() -> None:
    assert {name: ruling.names for name, ruling in RULINGS.items()} == OPTIONS


def test_every_option_has_a_meaning_and_every_ruling_distinct_options() -> None:
    for ruling in RULINGS.values():
        assert max(Counter(o.name for o in ruling.options).values()) == 1
        assert all(ruling.meaning(o.name) for o in ruling.options)
        assert ruling.question


def test_rulings_in_force_are_the_defaults(real: Configuration) -> None:
    assert real.rulings() == {name: ruling.default for name, ruling in RULINGS.items()}
    assert real.game.rulings["tie_break"].source == "rulebook"


def test_unknown_rulings_and_options_offer_the_nearest() -> None:
    with pytest.raises(ConfigurationError, match=r"unknown ruling 'tiebreak' \(did you mean 'tie_break'\?\)"):
        get_ruling("tiebreak")
    with pytest.raises(ConfigurationError, match=r"got 'step' \(did you mean 'steps'\?\)"):
        check_option("move_unit", "step")
    for name, options in OPTIONS.items():
        for option in options:
            check_option(name, option)


@pytest.mark.parametrize(
    ("option", "cubes", "supply"),
    [
        ("three_each", (3, 3), 28),
        ("two_center_one_bottom", (2, 1), 31),
        ("one_center_two_bottom", (1, 2), 31),
    ],
)
def test_set_up_cubes_and_what_they_leave(
    files: Files, option: str, cubes: tuple[int, int], supply: int
) -> None:
    files.edit("value: three_each}", f"value: {option}}}")
    game = files.load().game
    assert game.setup_cubes() == cubes
    assert game.supply() == supply


@pytest.mark.parametrize(("option", "values"), [("first_dark", (2, 7)), ("second_dark", (7, 2))])
def test_the_dark_side_of_a_tile_is_a_ruling(files: Files, option: str, values: tuple[int, int]) -> None:
    files.edit("value: first_dark}", f"value: {option}}}")
    assert files.load().game.tile_values("2/7") == values


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("PLACE 2 oak", Card("PLACE", 2, "oak")),
        ("PLACE 1 WILD", Card("PLACE", 1, "WILD")),
        ("MOVE 20", Card("MOVE", 20)),
        ("ABILITY", Card("ABILITY")),
        ("POINTS", Card("POINTS")),
    ],
)
def test_cards_are_read_and_written_by_the_same_name(name: str, card: Card) -> None:
    assert parse_card(name) == card
    assert card.name == str(card) == name
    assert card.wild == ("WILD" in name)


NO_CARDS = (
    "",
    "PLACE",
    "PLACE 2",
    "PLACE  2 oak",
    "PLACE 02 oak",
    "PLACE 9 oak",
    "PLACE ² oak",
    "MOVE 0",
    "MOVE 21",
)


@pytest.mark.parametrize("name", [*NO_CARDS, "MOVE -1", "MOVE 1 oak", "move 1", "ABILITY 2", " POINTS"])
def test_other_names_are_no_cards(name: str) -> None:
    with pytest.raises(ValueError, match="expected a "):
        parse_card(name)


@pytest.mark.parametrize("label", ["2", "2/", "2/7/1", "-1/3", "21/0", "2 / 7", "a/b", "²/7", "100/1"])
def test_other_labels_are_no_tiles(label: str) -> None:
    with pytest.raises(ValueError, match="expected a tile such as 2/7"):
        parse_tile(label)
