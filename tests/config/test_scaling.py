"""Numbers of games multiplied by one factor."""

from __future__ import annotations

from typing import Any

import pytest

from balance.config.pacts import Configuration, configuration_from
from balance.config.precision import Precision
from balance.config.scaling import LARGEST_FACTOR, SMALLEST_FACTOR, short_factor
from tests.config.conftest import POLICIES


def games(value: Any) -> list[int]:
    """Return every number of games in a configuration's contents, in order."""
    if isinstance(value, dict):
        own = [value["games"]] if "games" in value else []
        return own + [n for part in value.values() for n in games(part)]
    return [n for part in value for n in games(part)] if isinstance(value, list) else []


def quartered(value: Any) -> Any:
    """Return contents with every number of games divided by four."""
    if isinstance(value, dict):
        return {k: round(v * 0.25) if k == "games" else quartered(v) for k, v in value.items()}
    return [quartered(part) for part in value] if isinstance(value, list) else value


def test_every_number_of_games_is_multiplied_and_nothing_else_changes(real: Configuration) -> None:
    scaled = real.scaled(0.25)
    assert {pair.games for pair in real.policy_pairs} == {260, 200, 1600}
    assert {pair.games for pair in scaled.policy_pairs} == {65, 50, 400}
    assert len(games(real.contents())) > 10
    assert scaled.contents() == quartered(real.contents())


def test_each_cell_keeps_a_game(real: Configuration) -> None:
    assert set(games(real.scaled(1e-6).contents())) == {1}


def test_a_scaled_configuration_is_one_with_these_numbers(real: Configuration) -> None:
    scaled = real.scaled(0.1)
    assert scaled.digest() != real.digest()
    assert configuration_from(scaled.contents(), policies=POLICIES).digest() == scaled.digest()
    assert real.scaled(1.0).digest() == real.digest()


def on_sets(real: Configuration, **entry: Any) -> Configuration:
    pair = {"seelie": "greedy", "unseelie": "greedy", "games": 100, "layouts": ["all"], **entry}
    layouts = {"standard": real.contents()["layouts"]["standard"], "all": "all-standard"}
    contents = {**real.contents(), "layouts": layouts, "policy_pairs": [pair]}
    del contents["auction"], contents["comparisons"]
    return configuration_from(contents, policies=POLICIES)


@pytest.mark.parametrize(
    ("factor", "expected", "share"), [(0.5, 50, None), (0.01, 1, None), (0.005, 1, 0.5), (3.0, 300, None)]
)
def test_less_than_a_game_on_each_layout_of_a_set_is_a_game_on_a_share_of_them(
    real: Configuration, factor: float, expected: int, share: float | None
) -> None:
    (pair,) = on_sets(real).scaled(factor).policy_pairs
    assert (pair.games, pair.set_share) == (expected, share)


def test_a_share_of_a_set_is_multiplied_too(real: Configuration) -> None:
    (pair,) = on_sets(real, games=1, set_share=0.5).scaled(0.5).policy_pairs
    assert (pair.games, pair.set_share) == (1, 0.25)


def test_single_layouts_have_no_share(real: Configuration) -> None:
    (pair,) = on_sets(real, layouts=["standard"]).scaled(0.001).policy_pairs
    assert (pair.games, pair.set_share) == (1, None)


def test_a_precision_may_take_a_part_of_the_games_that_surely_suffice(real: Configuration) -> None:
    pairs = len(real.pool()) * (len(real.pool()) - 1)
    free = real.model_copy(update={"precision": Precision(points=1.0)})
    assert free.scaled(0.5).precision == Precision(points=1.0, max_games=pairs * 9604 // 2)
    assert free.scaled(1.0).precision == free.precision
    limited = real.model_copy(update={"precision": Precision(points=1.0, max_games=1000)})
    assert limited.scaled(0.5).precision == Precision(points=1.0, max_games=500)


@pytest.mark.parametrize(
    "factor", [SMALLEST_FACTOR, 1 / 1600, 0.2, 1.0, 7.77, LARGEST_FACTOR, 1 / 3, 0.99999]
)
def test_a_short_factor_is_at_most_a_hundredth_below_and_never_above(factor: float) -> None:
    short = short_factor(factor)
    assert 0.99 * factor <= short <= factor * (1 + 1e-9)
    assert short_factor(short) == short
    assert len(f"{short:e}".rstrip("0").split("e")[0].replace(".", "").rstrip("0")) <= 3


def test_fresh_games_on_layouts_are_scaled_too(real: Configuration) -> None:
    played = on_sets(real)
    assert played.again.games == 40  # the default
    assert played.scaled(0.25).again.games == 10
    assert played.scaled(1e-6).again.games == 1
    assert real.scaled(0.25).again == real.again  # no set, no such games
