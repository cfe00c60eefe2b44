"""One mistake at a time in the real files: the message names file, line, field, what came and the nearest."""

# ruff: noqa: E501 - a message stays in one piece where it can

from __future__ import annotations

import pytest

from balance.errors import ConfigurationError
from tests.config.conftest import Files

DRAGONS = "{ability: remove, count: all, whose: both, scope: region}"
BANSHEES = "{ability: remove, count: 3, whose: either, scope: symbol}"
SELKIES = "    passive: {modifier: points_may_become"
COMPARED = "{seelie: planner, unseelie: planner, games: 64, layouts: [standard]}"
SECOND_PAIR = "{seelie: planner, unseelie: greedy, games: 200, layouts: [standard]}"
BIDS = "bids: adaptive"
TOP_LEFT = "top-left: [top-right, center, bottom-left]"
NAMES = 'expected a name without control characters and without any of | < > & " ,; got'

RUN_MISTAKES = [
    # unknown words of the vocabulary
    (DRAGONS, DRAGONS.replace("region", "regoin"), "factions.dragons.active.scope: expected one of symbol, "
     "different, region; got 'regoin' (did you mean 'region'?)"),
    (BANSHEES, BANSHEES.replace("either", "opposng"), "factions.banshees.active.whose: expected one of either, "
     "opposing, both; got 'opposng' (did you mean 'opposing'?)"),
    (BANSHEES, BANSHEES.replace("symbol", "region"), "factions.banshees.active: expected count: all, whose: both "
     "and scope: region together, or none of them; got count: 3, whose: either, scope: region"),
    ("{ability: swap_tiles}", "{ability: swap_tile}", "factions.cu sidhe.active.ability: expected one of place, "
     "move, remove, replace, swap_tiles, remove_tile, copy_card; got 'swap_tile' (did you mean 'swap_tiles'?)"),
    ("trigger: going_first", "trigger: goes_first", "factions.changelings.passive.trigger: expected one of "
     "court_reveal, going_first, first_placement, round_start, after_wild; got 'goes_first' "
     "(did you mean 'going_first'?)"),
    ("trigger: going_first, ability: place", "trigger: going_first, ability: plac",
     "factions.changelings.passive.ability: expected place; got 'plac' (did you mean 'place'?)"),
    ("modifier: move_becomes", "modifier: move_become", "factions.dragons.passive.modifier: expected one of "
     "move_becomes, place_becomes, wild_repeats, points_may_become; got 'move_become' "
     "(did you mean 'move_becomes'?)"),
    # keys
    ("trigger: going_first", "triger: going_first",
     "factions.changelings.passive: unknown key 'triger' (did you mean 'trigger'?)"),
    ("{ability: copy_card}", "{}", "factions.selkies.active: missing key 'ability'"),
    ("{ability: copy_card}", "{ability: copy_card, count: 1}",
     "factions.selkies.active.count: unknown key 'count'; known keys: ability"),
    ("games: 260", "game: 260", "policy_pairs[0].game: unknown key 'game' (did you mean 'games'?); "
     "known keys: seelie, unseelie, games, layouts, set_share"),
    ("seed: 20260101", "sead: 20260101", "sead: unknown key 'sead' (did you mean 'seed'?); known keys: name, game, "
     "seed, factions, layouts, policies, policy_pairs, auction, comparisons, again, precision, balance"),
    ("{modifier: move_becomes, count: 5}", "{modifier: move_becomes}",
     "factions.dragons.passive: missing key 'count'"),
    ("{modifier: move_becomes, count: 5}", "fire", "factions.dragons.passive: expected a mapping; got 'fire'"),
    # types and counts
    ("count: 5}", "count: '5'}", "factions.dragons.passive.count: expected a whole number; got '5'"),
    ("count: 5}", "count: true}", "factions.dragons.passive.count: expected a whole number; got true"),
    ("count: 5}", "count: 5.0}", "factions.dragons.passive.count: expected a whole number; got 5.0"),
    ("count: 5}", "count: -1}", "factions.dragons.passive.count: expected at least 1; got -1"),
    ("count: 5}", "count: 0}", "factions.dragons.passive.count: expected at least 1; got 0"),
    ("count: 5}", "count: 21}", "factions.dragons.passive.count: expected at most 20; got 21"),
    ("count: 5}", f"count: {'9' * 39}}}", f"factions.dragons.passive.count: expected at most 20; got {'9' * 39}"),
    ("count: 5}", f"count: {'9' * 5000}}}",
     "factions.dragons.passive.count: expected a number of at most 40 digits; got 5000"),
    ("printed: 2, count: 4", "printed: 2, count: 9", "factions.sluagh.passive.count: expected at most 8; got 9"),
    ("{ability: place, count: 3}", "{ability: place, count: 9}",
     "factions.kelpies.active.count: expected at most 8; got 9"),
    (DRAGONS, DRAGONS.replace("all", "none"), "factions.dragons.active.count: expected a whole number from 1 to 20, or all; "
     "got 'none'"),
    ("boxed: false", "boxed: no", "factions.fomorians.boxed: expected true or false; got 'no'"),
    ("games: 260", "games: 0", "policy_pairs[0].games: expected at least 1; got 0"),
    ("games: 260", "games: 2.5", "policy_pairs[0].games: expected a whole number; got 2.5"),
    ("games: 260", "games: 10000001", "policy_pairs[0].games: expected at most 10000000; got 10000001"),
    ("games: 330", "games: -43", "auction.games: expected at least 1; got -43"),
    ("seed: 20260101", "seed: -1", "seed: expected at least 0; got -1"),
    ("seed: 20260101", "seed: 9223372036854775808",
     "seed: expected at most 9223372036854775807; got 9223372036854775808"),
    # cards
    ("card: PLACE 4 WILD", "card: PLACE 4 oka", "factions.selkies.passive.card: unknown symbol 'oka' "
     "(did you mean 'oak'?); expected one of oak, thorn, ash, WILD"),
    ("card: PLACE 4 WILD", "card: PLACE 9 WILD", "factions.selkies.passive.card: expected a count from 1 to 8 on a "
     "PLACE card; got 'PLACE 9 WILD'"),
    ("card: PLACE 4 WILD", "card: POINTS", "factions.selkies.passive.card: expected a PLACE or MOVE card; "
     "got 'POINTS'"),
    ("card: PLACE 4 WILD", "card: 4", "factions.selkies.passive.card: expected a card such as 'PLACE 1 WILD'; got 4"),
    # layouts
    ("    top-left: 2/7\n", "    top-lfet: 2/7\n", "layouts.standard.top-lfet: unknown region 'top-lfet' (did you "
     "mean 'top-left'?); expected one of top-left, top-right, center, bottom-left, bottom-middle, bottom-right"),
    ("    top-left: 2/7\n", "    top-left: 2/8\n", "layouts.standard.top-left: unknown tile '2/8' (did you mean "
     "'2/7'?); expected one of 2/7, 4/3, 5/5, 1/5, 3/6, 3/4, 1/6, 2/4, 2/6, 4/5, 4/6, 5/3"),
    ("    top-left: 2/7\n", "    top-left: 27\n", "layouts.standard.top-left: expected a tile such as 2/7, "
     "each number from 0 to 20; got 27"),
    ("    top-right: 4/3\n", "    top-right: 2/7\n", "layouts.standard.top-right: tile '2/7' already lies on top-left"),
    ("{random_regions: true}", "{random_region: true}", "layouts.random.random_region: unknown key 'random_region' "
     "(did you mean 'random_regions'?)"),
    ("{random_regions: true}", "{random_regions: true, center: 2/7}",
     "layouts.random: expected either random_regions: true or a tile per region, not both"),
    ("{random_regions: true}", "{center: 2/7}", "layouts.random: region 'bottom-left' has no tile (and 4 more)"),
    # policies, pairs, auction
    ("  greedy: {}", "  gredy: {}", "policies.gredy: unknown policy 'gredy' (did you mean 'greedy'?); "
     "expected one of random, greedy, planner"),
    ("planner: {}", "planner: {weights: {flop: 1}}", "policies.planner.weights.flop: unknown weight 'flop' of "
     "policy 'planner' (did you mean 'flip'?); expected one of tiles, flip"),
    ("planner: {}", "planner: {weights: {flip: .nan}}",
     "policies.planner.weights.flip: expected a finite number; got nan"),
    ("planner: {}", "planner: {weights: {flip: -.inf}}",
     "policies.planner.weights.flip: expected a finite number; got -inf"),
    ("planner: {}", "planner: {weights: {flip: true}}", "policies.planner.weights.flip: expected a number; got true"),
    ("planner: {}", "planner: {weights: {flip: '1'}}", "policies.planner.weights.flip: expected a number; got '1'"),
    ("planner: {}", "planner: {weights: {flip: 1e10}}", "policies.planner.weights.flip: expected at most "
     "1000000000.0; got 10000000000.0"),
    (SECOND_PAIR, SECOND_PAIR.replace("greedy", "gredy"), "policy_pairs[1].unseelie: unknown policy 'gredy' "
     "(did you mean 'greedy'?); expected one of random, greedy, planner"),
    (SECOND_PAIR, SECOND_PAIR.replace("standard", "standrd"), "policy_pairs[1].layouts[0]: unknown layout 'standrd' "
     "(did you mean 'standard'?); expected one of standard, mirrored, early-center, late-center, poor-center, "
     "heavy-left, random"),
    (SECOND_PAIR, SECOND_PAIR.replace("[standard]", "[]"),
     "policy_pairs[1].layouts: expected at least 1 entry; got 0"),
    (SECOND_PAIR, SECOND_PAIR.replace("[standard]", "standard"),
     "policy_pairs[1].layouts: expected a list; got 'standard'"),
    (SECOND_PAIR, SECOND_PAIR.replace("[standard]", "[standard, standard]"),
     "policy_pairs[1].layouts[1]: layout 'standard' is named twice"),
    (SECOND_PAIR, SECOND_PAIR.replace("greedy", "planner"),
     "policy_pairs[1]: the same policies as policy_pairs[0] on layout 'standard'"),
    (BIDS, "bids: [1, 29]", "auction.bids[1]: expected a bid of at most 28, the supply left after set-up; got 29"),
    (BIDS, "bids: [2, 1, 2]", "auction.bids[2]: bid 2 is given twice"),
    (BIDS, "bids: [0]", "auction.bids[0]: expected at least 1; got 0"),
    (BIDS, "bids: []", "auction.bids: expected at least 1 entry; got 0"),
    (BIDS, "bids: 3", "auction.bids: expected a list of cubes or 'adaptive'; got 3"),
    (BIDS, "bids: adaptiv",
     "auction.bids: expected a list of cubes or 'adaptive' (did you mean 'adaptive'?); got 'adaptiv'"),
    # comparisons and what is switched off
    ("  tie_break:\n", "  tie_brake:\n", "comparisons.tie_brake: unknown key 'tie_brake' (did you mean 'tie_break'?); "
     "known keys: tie_break, abilities, rulings"),
    (COMPARED, COMPARED.replace("games: 64", "games: 0"), "comparisons.abilities[0].games: expected at least 1; got 0"),
    (COMPARED, COMPARED.replace("[standard]", "[standrd]"), "comparisons.abilities[0].layouts[0]: unknown layout "
     "'standrd' (did you mean 'standard'?); expected one of standard, mirrored, early-center, late-center, "
     "poor-center, heavy-left, random"),
    (COMPARED, COMPARED.replace("{seelie: planner", "{seelie: planer"), "comparisons.abilities[0].seelie: unknown policy "
     "'planer' (did you mean 'planner'?); expected one of random, greedy, planner"),
    (SELKIES, "    off: [pasive]\n" + SELKIES,
     "factions.selkies.off[0]: expected one of passive, active, court; got 'pasive' (did you mean 'passive'?)"),
    (SELKIES, "    off: [court, court]\n" + SELKIES,
     "factions.selkies.off: expected each of passive, active and court once"),
    (SELKIES, "    off: []\n" + SELKIES,
     "factions.selkies.off: expected at least 1 entry; got 0"),
    # names
    ("  dragons:\n", "  dra|gons:\n", f"factions.dra|gons: {NAMES} 'dra|gons'"),
    ("  dragons:\n", "  <b>:\n", f"factions.<b>: {NAMES} '<b>'"),
    ("  dragons:\n", '  "a\\u202eb":\n', f"factions.a\ufffdb: {NAMES} 'a\\u202eb'"),
    ("  dragons:\n", "  '':\n", "factions.'': expected a name; got ''"),
    ("  dragons:\n", "  'dragons ':\n", "factions.dragons : expected a name without spaces at its ends; got 'dragons '"),
    ("  dragons:\n", f"  {'d' * 41}:\n", f"factions.{'d' * 41}: expected a name of at most 40 characters; got 41"),
    ("  dragons:\n", "  'dra,gons':\n", f"factions.dra,gons: {NAMES} 'dra,gons'"),
    ("  dragons:\n", "  Banshees:\n", "factions.Banshees: expected a name that can be told from 'banshees' in a "
     "report; got 'Banshees'"),
    ("  dragons:\n", "  cu  sidhe:\n", "factions.cu  sidhe: expected a name that can be told from 'cu sidhe' in a "
     "report; got 'cu  sidhe'"),
    ("  mirrored: #", "  STANDARD: #", "layouts.STANDARD: expected a name that can be told from 'standard' "
     "in a report; got 'STANDARD'"),
    ("  mirrored: #", "  a&b: #", f"layouts.a&b: {NAMES} 'a&b'"),
]  # fmt: skip

GAME_MISTAKES = [
    ("  tie_break: {", "  tie_brake: {", "rulings.tie_brake: unknown ruling 'tie_brake' (did you mean 'tie_break'?); "
     "known rulings: tie_break, setup_cubes, "),
    ("value: seelie}", "value: selie}", "rulings.tie_break.value: expected one of seelie, unseelie, shared; "
     "got 'selie' (did you mean 'seelie'?)"),
    ("{source: rulebook, value: 34}", "{source: rulebok, value: 34}", "cubes.source: expected one of rulebook, ruling, "
     "assumed; got 'rulebok' (did you mean 'rulebook'?)"),
    ("{source: rulebook, value: 34}", "34", "cubes: expected a mapping with value, source; got 34"),
    ("{source: rulebook, value: 34}", "{source: rulebook, value: 61}", "cubes.value: expected at most 60; got 61"),
    ("system: pacts", "system: pact", "system: expected pacts; got 'pact' (did you mean 'pacts'?)"),
    ("points_card:", "points_cards:", "points_cards: unknown key 'points_cards' (did you mean 'points_card'?); "),
    # cards
    ("PLACE 1 oak: 2", "PLACE 1 oka: 2", "decks.common.value.PLACE 1 oka: unknown symbol 'oka' (did you mean 'oak'?); "
     "expected one of oak, thorn, ash, WILD"),
    ("PLACE 1 oak: 2", "PLACE 1 oak: 0", "decks.common.value.PLACE 1 oak: expected at least 1; got 0"),
    ("PLACE 1 oak: 2", "PLACE 1 oak: 99", "decks.common.value.PLACE 1 oak: expected at most 40; got 99"),
    ("PLACE 1 oak: 2", "PLAEC 1 oak: 2", "decks.common.value.PLAEC 1 oak: expected a card such as 'PLACE 1 symbol', "
     "'PLACE 1 WILD', 'MOVE 1', 'ABILITY' or 'POINTS'; got 'PLAEC 1 oak' (did you mean 'PLACE 1 oak'?)"),
    ("MOVE 3: 2", "MOVE 21: 2", "decks.common.value.MOVE 21: expected a count from 1 to 20 on a MOVE card; "
     "got 'MOVE 21'"),
    ("PLACE 3 ash: 1", "PLACE 9 ash: 1", "decks.common.value.PLACE 9 ash: expected a count from 1 to 8 on a PLACE card; "
     "got 'PLACE 9 ash'"),
    # tiles and set-up
    ("1/6,", "2/7,", "tiles.other.value[0]: tile '2/7' is listed twice"),
    ("1/6,", "1/21,", "tiles.other.value[0]: expected a tile such as 2/7, each number from 0 to 20; got '1/21'"),
    ("1/6,", "1/6, 0/0, 0/1, 0/2, 0/3, 0/4,", "tiles.other.value: expected at most 16 tiles in all; got 17"),
    ("3/6, 3/4]", "3/6]", "tiles.standard.value: expected 6 tiles, one per region; got 5"),
    ("value: [center, bottom-middle]", "value: [center, botom-middle]", "setup_regions.value[1]: unknown region "
     "'botom-middle' (did you mean 'bottom-middle'?); expected one of top-left, top-right, center, bottom-left, "
     "bottom-middle, bottom-right"),
    ("value: [center, bottom-middle]", "value: [center, center]",
     "setup_regions.value[1]: expected two different regions; got 'center' twice"),
    # board
    (TOP_LEFT, "top-left: [top-left, top-right, center, bottom-left]", "board.borders.value.top-left[0]: expected "
     "another region; a region cannot border itself"),
    (TOP_LEFT, "top-left: [top-right, center, center, bottom-left]",
     "board.borders.value.top-left[2]: border with 'center' is named twice"),
    ("oak: [top-left, bottom-left]", "oak: [topleft, bottom-left]", "board.symbols.value.oak[0]: unknown region "
     "'topleft' (did you mean 'top-left'?); expected one of top-left, top-right, center, bottom-left, bottom-middle, "
     "bottom-right"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), RUN_MISTAKES)
def test_a_mistake_in_the_run_file_is_named_by_line(files: Files, old: str, new: str, message: str) -> None:
    line = files.edit(old, new)
    assert str(files.error()) == f"{files.run}:{line}: {message}"


@pytest.mark.parametrize(("old", "new", "message"), GAME_MISTAKES)
def test_a_mistake_in_the_game_file_names_the_game_file(
    files: Files, old: str, new: str, message: str
) -> None:
    line = files.edit(old, new)
    assert str(files.error()).startswith(f"{files.game}:{line}: {message}")


@pytest.mark.parametrize("name", ["../up", ".hidden", "a/b", "a b", "a\\b", "''", "é", "x" * 41])
def test_a_run_name_that_is_no_plain_folder_name_is_refused(files: Files, name: str) -> None:
    line = files.edit("\nname: factions", f"\nname: {name}") + 1
    text = str(files.error())
    assert text.startswith(f"{files.run}:{line}: name: expected a plain folder name (letters, digits, ")
    assert text.endswith(f"; got {name.strip(chr(39))!r}")


def test_a_file_that_leaves_out_a_setting_is_told_which(files: Files) -> None:
    files.edit("seed: 20260101\n", "")
    assert "missing key 'seed'" in str(files.error())


def test_a_region_without_tile_is_named(files: Files) -> None:
    line = files.edit(
        "  standard:\n    source: assumed\n    top-left: 2/7\n", "  standard:\n    source: assumed\n"
    )
    assert str(files.error()) == f"{files.run}:{line}: layouts.standard: region 'top-left' has no tile"


def test_an_unknown_option_of_a_ruling_is_told_the_known_ones(files: Files) -> None:
    line = files.edit("value: two_kinds", "value: one_of_choice")
    assert str(files.error()) == (
        f"{files.game}:{line}: rulings.other_card.value: expected one of two_kinds, one_with_choice; "
        "got 'one_of_choice' (did you mean 'one_with_choice'?)"
    )


def test_the_card_of_a_ruling_is_not_written_in_a_deck(files: Files) -> None:
    line = files.edit("ABILITY: 4", "ABILITY or POINTS: 4")
    assert str(files.error()).startswith(
        f"{files.game}:{line}: decks.special.value.ABILITY or POINTS: expected a card"
    )


@pytest.mark.parametrize(
    ("old", "new", "name", "found", "wanted"),
    [("PLACE 1 oak: 2", "PLACE 1 oak: 3", "common", 28, 27), ("ABILITY: 4", "ABILITY: 3", "special", 7, 8)],
)
def test_a_deck_of_another_size_than_the_box_is_refused(
    files: Files, old: str, new: str, name: str, found: int, wanted: int
) -> None:
    files.edit(old, new)
    line = files.game.read_text().splitlines().index(f"  {name}:") + 3  # the line of its `value`
    assert str(files.error()) == (
        f"{files.game}:{line}: decks.{name}.value: expected {wanted} cards, as deck_sizes.{name} says; got {found}"
    )


def test_a_court_set_of_another_size_than_the_box_is_refused(files: Files) -> None:
    line = files.edit(", ABILITY, POINTS]", ", ABILITY]")
    assert (
        str(files.error())
        == f"{files.game}:{line}: court.value: expected 7 cards, as deck_sizes.court says; got 6"
    )


def test_a_deck_too_small_for_six_rounds_is_refused_whatever_the_box_says(files: Files) -> None:
    line = files.edit("common: 27", "common: 23")
    assert str(files.error()) == f"{files.game}:{line}: deck_sizes.value.common: expected at least 24; got 23"


def test_a_special_deck_too_small_for_six_rounds_says_so(files: Files) -> None:
    files.edit("ABILITY: 4", "ABILITY: 1")
    assert "decks.special.value: expected at least 6 cards for six rounds; got 5" in str(files.error())


def test_borders_must_be_written_both_ways(files: Files) -> None:
    files.edit(TOP_LEFT, "top-left: [top-right, center]")
    assert (
        "board.borders.value.bottom-left[0]: bottom-left borders top-left, but top-left does not border "
        in str(files.error())
    )


def test_a_border_with_no_region_offers_the_nearest(files: Files) -> None:
    line = files.edit(TOP_LEFT, "top-left: [top-right, centre, bottom-left]")
    assert str(files.error()).startswith(
        f"{files.game}:{line}: board.borders.value.top-left[1]: unknown region 'centre' (did you mean 'center'?); "
    )


def test_symbols_may_not_leave_out_a_region(files: Files) -> None:
    files.edit("oak: [top-left, bottom-left]", "oak: [top-left]")
    assert "board.symbols.value: region 'bottom-left' has no symbol" in str(files.error())


def test_symbols_may_not_repeat_a_region(files: Files) -> None:
    files.edit("oak: [top-left, bottom-left]", "oak: [top-left, bottom-left, center]")
    assert "board.symbols.value.ash[0]: region 'center' already has the symbol 'oak'" in str(files.error())


def test_a_smaller_supply_allows_smaller_bids_only(files: Files) -> None:
    files.edit("cubes: {source: rulebook, value: 34}", "cubes: {source: rulebook, value: 13}")
    files.edit(BIDS, "bids: [1, 2, 3, 4, 6, 8]")
    # 13 cubes less 3 + 3 at set-up leave 7: of these bids the last is too large.
    assert "auction.bids[5]: expected a bid of at most 7, the supply left after set-up; got 8" in str(
        files.error()
    )


def test_fewer_than_two_factions_are_refused(files: Files) -> None:
    text = files.run.read_text(encoding="utf-8")
    start, end = text.index("  changelings:\n"), text.index("# Which tile lies")
    files.run.write_text(text[:start] + text[end:], encoding="utf-8")
    assert "factions: expected at least two factions; got 1" in str(files.error())


def test_no_more_than_24_kinds_of_card_fit(files: Files) -> None:
    # The real file has 17 kinds: 14 common, ABILITY and POINTS, and the Selkies' PLACE 4 WILD. Eight more make 25.
    common = "".join(f"      MOVE {n}: 1\n" for n in range(4, 12))
    files.edit("      MOVE 1: 3\n      MOVE 2: 3\n      MOVE 3: 2\n", f"      MOVE 3: 1\n{common}")
    # MOVE 1 is still in the special deck and the court set; MOVE 2 is gone: 17 - 1 + 8 = 24.
    files.edit("common: 27", "common: 28")
    assert len(files.load().game.cards()) == 23
    files.edit("      MOVE 3: 1\n", "      MOVE 3: 1\n      MOVE 2: 1\n")
    files.edit("common: 28", "common: 29")
    assert "expected at most 24 kinds of card in decks, court set and factions; got 25" in str(files.error())


def test_of_several_mistakes_the_first_by_line_is_reported_and_the_others_counted(files: Files) -> None:
    files.edit("games: 330", "games: 0")
    line = files.edit("count: 5}", "count: 0}")
    files.edit("games: 260", "games: 0")
    assert str(files.error()) == (
        f"{files.run}:{line}: factions.dragons.passive.count: expected at least 1; got 0 (and 2 more)"
    )


def test_a_mistake_in_both_files_is_reported_in_the_run_file_first(files: Files) -> None:
    files.edit("version: 1", "version: 0")
    files.edit("games: 330", "games: 0")
    assert isinstance(files.error(), ConfigurationError)
    assert str(files.error()).startswith(f"{files.run}:")


def test_names_that_differ_in_how_an_accent_is_written_cannot_be_told_apart(files: Files) -> None:
    files.edit("  dragons:\n", '  "\u00e9lan":\n')
    line = files.edit("  kelpies:\n", '  "e\u0301lan":\n')
    assert str(files.error()) == (
        f"{files.run}:{line}: factions.e\u0301lan: expected a name that can be told from '\u00e9lan' in a report; "
        "got 'e\u0301lan'"
    )


def test_a_comparison_that_would_be_played_twice_is_refused(files: Files) -> None:
    line = files.edit(COMPARED, f"{COMPARED}\n    - {COMPARED}")
    message = "comparisons.abilities[1]: the same policies as comparisons.abilities[0] on layout 'standard'"
    assert str(files.error()) == f"{files.run}:{line + 1}: {message}"
