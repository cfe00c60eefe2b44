"""Rulebook, Variant 1 (Random Regions)."""

from __future__ import annotations

import pytest

from balance.engine.pacts.game import Game, deal_game
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.tables import build_rules, names_of
from tests.rules.table import BL, BM, BR, STOP, TL, TR, C, card, play, score, seelie_turn, tiles
from tests.support import shipped

GAMES = 300


def dealt(layout: str = "random") -> list[tuple[int, ...]]:
    rules = build_rules(shipped(), "dragons", "sluagh", layout)
    return [tuple(int(tile) for tile in deal_game(rules, 20260101, game)[1]) for game in range(GAMES)]


def test_six_of_all_twelve_tiles_lie_on_the_mat() -> None:
    """Variant 1: mix up all available tiles and place one on each space, the others go to the box."""
    games = dealt()
    assert all(len(set(tiles_)) == 6 for tiles_ in games)
    for region in range(6):
        assert {tiles_[region] for tiles_ in games} == set(range(12))


def test_every_tile_is_as_likely_on_every_region() -> None:
    """Variant 1: at random.

    300 games, 25 expected of each tile in each region, 5 standard deviations allowed.
    """
    games = dealt()
    for region in range(6):
        for tile in range(12):
            assert abs(sum(tiles_[region] == tile for tiles_ in games) - 25) < 5 * 4.8


def test_without_the_variant_tiles_lie_as_the_layout_says() -> None:
    """Set-Up: the standard tiles as shown; nothing is random."""
    assert set(dealt("standard")) == {tuple(range(6))}


def test_random_tiles_start_dark_side_up() -> None:
    """Variant 1: dark side face-up."""
    rules = build_rules(shipped(), "dragons", "sluagh", "random")
    game = Game(rules, names_of(shipped()), tiles=deal_game(rules, 1, 1)[1].tolist())
    assert game.position()["season"] == "dark"
    box = {(2, 7), (4, 3), (5, 5), (1, 5), (3, 6), (3, 4), (1, 6), (2, 4), (2, 6), (4, 5), (4, 6), (5, 3)}
    assert set(tiles(game).values()) < box


def test_random_tiles_flip_where_they_lie_and_score_their_light_side() -> None:
    """Variant 1 with Scoring: dark values in round 3, then the other side of the same tile."""
    laid = {TL: "2/4", C: "1/6", BR: "5/3"}
    game = seelie_turn(
        "dragons", ["MOVE 1"], layout="random", tiles=laid, own={TL: 1, C: 1}, opposing={BR: 1}, number=3
    )
    play(game, STOP)
    assert score(game) == (2 + 1, 5)
    last = seelie_turn(
        "dragons", ["MOVE 1"], layout="random", tiles=laid, own={TL: 1, C: 1}, opposing={BR: 1}, number=6
    )
    assert score(play(last, STOP)) == (4 + 6, 3)


@pytest.mark.parametrize("twin", ["2/7", "2/4", "2/6"])
def test_nobody_can_check_the_other_side_before_the_flip(twin: str) -> None:
    """Variant 1: you cannot check the values on the other sides: tiles of equal dark value look the same."""
    laid = {TL: twin, TR: "4/3", C: "1/6", BL: "5/3", BM: "3/6", BR: "4/6"}
    shown = seelie_turn("dragons", ["MOVE 1"], layout="random", tiles=laid)
    first = seelie_turn("dragons", ["MOVE 1"], layout="random", tiles={**laid, TL: "2/7"})
    assert shown.view().tobytes() == first.view().tobytes()
    assert shown.names.tiles[int(shown.view()[0]["tiles"][0])].startswith("2/")


def test_light_sides_are_seen_after_the_flip() -> None:
    """Variant 1: before they flip only; afterwards the values lie open."""
    for twin in ("2/4", "2/6"):
        game = seelie_turn("dragons", ["MOVE 1"], layout="random", tiles={TL: twin}, number=4)
        assert game.names.tiles[int(game.view()[0]["tiles"][0])] == twin


def test_cu_sidhe_swap_random_tiles_without_peeking() -> None:
    """Cu Sidhe, active with Variant 1: no flipping, no peeking; both follow the tile's path."""
    views = []
    for twin in ("2/7", "2/4"):
        laid = {TL: twin, TR: "4/3", C: "1/6", BL: "5/3", BM: "3/6", BR: "4/6"}
        game = card(seelie_turn("cu sidhe", ["ABILITY", "POINTS"], layout="random", tiles=laid))
        play(game, ("swap", TL, BR))
        assert game.names.tiles[int(game.state["tiles"][5])] == twin
        views.append(game.view().tobytes())
    assert views[0] == views[1]


def test_fomorians_return_a_random_tile_unseen() -> None:
    """Fomorians, active with Variant 1: the tile goes to the box without its light side being shown."""
    views = []
    for twin in ("2/7", "2/4"):
        laid = {TL: twin, TR: "4/3", C: "1/6", BL: "5/3", BM: "3/6", BR: "4/6"}
        game = card(seelie_turn("fomorians", ["ABILITY", "POINTS"], layout="random", tiles=laid))
        play(game, ("region", TL))
        assert int(game.state["tiles"][0]) == int(game.view()[0]["tiles"][0]) == k.NONE
        views.append(game.view().tobytes())
    assert views[0] == views[1]


def test_the_dark_side_shows_which_light_sides_are_possible() -> None:
    """Variant 1: a light side is one of those that the twelve labels have for that dark value."""
    rules = build_rules(shipped(), "dragons", "sluagh", "random")[0]
    labels = shipped().game.tiles.labels
    expected = {
        "1": (5 + 6) / 2,
        "2": (7 + 4 + 6) / 3,
        "3": (6 + 4) / 2,
        "4": (3 + 5 + 6) / 3,
        "5": (5 + 3) / 2,
    }
    for tile, label in enumerate(labels):
        dark = label.split("/")[0]
        assert rules["light_expected"][tile] == pytest.approx(expected[dark])
        assert labels[int(rules["tile_face"][tile])].startswith(f"{dark}/")


def test_the_regions_do_not_matter_to_the_variant() -> None:
    """Variant 1: one tile on each mat space."""
    assert set(tiles(seelie_turn("dragons", ["MOVE 1"], layout="random"))) == {TL, TR, C, BL, BM, BR}
