"""Rulebook, Scoring."""

from __future__ import annotations

import pytest

from balance.errors import IllegalActionError
from tests.rules.table import (
    BL,
    BM,
    BR,
    STOP,
    TL,
    TR,
    C,
    Cubes,
    card,
    new_game,
    play,
    score,
    seelie_turn,
    tiles,
)


def end_of_round(number: int, seelie: Cubes, unseelie: Cubes, **laid: object) -> tuple[int, int]:
    """Return the scores after a round in which nobody plays a card."""
    return score(
        play(seelie_turn("dragons", ["MOVE 1"], own=seelie, opposing=unseelie, number=number, **laid), STOP)
    )


def test_round_three_scores_the_dark_values_of_regions_with_more_cubes() -> None:
    """Scoring: each player scores the tiles of the regions where they have more cubes."""
    # dark: TL 2, TR 4, C 5, BL 1, BM 3, BR 3
    assert end_of_round(3, {TL: 1, C: 2, BR: 9}, {TR: 1, C: 1, BL: 3, BR: 8}) == (2 + 5 + 3, 4 + 1)


def test_round_six_scores_the_light_values() -> None:
    """Scoring: at the end of the sixth round, again with the new tile values."""
    # light: TL 7, TR 3, C 5, BL 5, BM 6, BR 4
    assert end_of_round(6, {TL: 1, C: 2, BR: 9}, {TR: 1, C: 1, BL: 3, BR: 8}) == (7 + 5 + 4, 3 + 5)


@pytest.mark.parametrize("number", [3, 6])
def test_ties_score_nothing(number: int) -> None:
    """Scoring: ties result in no points, in the sixth round too."""
    assert end_of_round(number, {C: 3, BM: 1}, {C: 3, BM: 1}) == (0, 0)


@pytest.mark.parametrize("number", [3, 6])
def test_regions_without_cubes_score_nothing(number: int) -> None:
    """Scoring: nobody has more cubes there."""
    assert end_of_round(number, {}, {}) == (0, 0)


def test_one_cube_more_is_enough_and_more_cubes_score_no_more() -> None:
    """Scoring: the tile's value, whatever the lead."""
    assert end_of_round(3, {C: 20}, {C: 1}) == end_of_round(3, {C: 2}, {C: 1}) == (5, 0)


def test_scores_add_up() -> None:
    """Scoring: both scorings and POINTS on one score track."""
    assert end_of_round(6, {C: 1}, {TR: 1}, score=(10, 20)) == (15, 23)


def test_after_round_three_every_tile_flips_where_it_lies() -> None:
    """Scoring: then flip all the Point tiles to their light side."""
    game = seelie_turn("cu sidhe", ["ABILITY"], number=3, own={}, opposing={})
    play(card(game), ("swap", TL, BR))
    assert (game.position()["season"], game.position()["round"]) == ("light", 4)
    assert tiles(game) == {TL: (3, 4), TR: (4, 3), C: (5, 5), BL: (1, 5), BM: (3, 6), BR: (2, 7)}


def test_tiles_flip_once_only() -> None:
    """Scoring: dark through round 3, light from round 4 on."""
    game = new_game()
    for number in range(1, 7):
        assert game.position()["season"] == ("dark" if number <= 3 else "light")
        play(game, ("court", None), ("court", None))
        decks = game.position()["decks"]
        game.reveal([*list(decks["common"].elements())[:4], next(iter(decks["special"]))])
        play(game, ("split", ()), ("select", "seelie"), STOP)
    assert game.position()["season"] == "light"


def test_the_higher_score_wins() -> None:
    """Scoring: the player with the higher score wins."""
    for laid, winner in (({C: 1}, 0), ({}, 1)):
        game = seelie_turn("dragons", ["MOVE 1"], own=laid, opposing={TL: 1} if not laid else {}, number=6)
        outcome = play(game, STOP).outcome()
        assert (outcome.winner, outcome.tie_break) == (winner, False)


def test_seelie_wins_a_tie() -> None:
    """Scoring: the Seelie player wins if there is a tie. Ruling: tie_break."""
    game = play(seelie_turn("dragons", ["MOVE 1"], own={}, opposing={}, number=6, score=(8, 8)), STOP)
    outcome = game.outcome()
    assert (outcome.scores, outcome.winner, outcome.tie_break) == ((8, 8), 0, True)


def test_points_on_the_last_card_count() -> None:
    """Card Effects, OTHER: 3 points immediately, also in the last turn of the game."""
    game = card(seelie_turn("dragons", ["POINTS"], own={}, opposing={BL: 1}, number=6))
    assert game.outcome().scores == (3, 5)


def test_there_is_no_outcome_before_the_end() -> None:
    """Phases of Play: the winner is known after the sixth round only."""
    with pytest.raises(IllegalActionError, match="not over"):
        new_game().outcome()


def test_a_region_whose_tile_was_removed_is_worth_zero_in_both_seasons() -> None:
    """Fomorians, active: the region is worth zero points; the flip skips it."""
    assert end_of_round(3, {C: 1, TL: 1}, {}, tiles={C: None}) == (2, 0)
    assert end_of_round(6, {C: 1, TL: 1}, {BM: 1}, tiles={C: None}) == (7, 6)
    assert end_of_round(3, {TR: 1}, {BM: 2, BR: 1}, tiles={BM: None}) == (4, 3)
