"""Strengths by setting: counted by hand, and what is said of their differences."""

from __future__ import annotations

import math

import pytest

from tests.statistics.rows import estimated, row


def rows(one: int, other: int, games: int = 400) -> list[dict[str, object]]:
    """Return two contestants both ways in two settings: the wins of `a` in each, alike in either seat."""
    found = []
    for setting, wins in (("calm", one), ("storm", other)):
        found.append(row("a", "b", wins, games, layout=setting))
        found.append(row("b", "a", games - wins, games, layout=setting))
    return found


def test_a_strength_is_the_share_in_that_setting_alone() -> None:
    found = estimated(*rows(300, 200)).by_setting
    assert found is not None
    assert found.settings == ("calm", "storm")
    assert found.strengths["a"]["calm"].estimate == pytest.approx(0.75)
    assert found.strengths["b"]["calm"].estimate == pytest.approx(0.25)
    assert found.strengths["a"]["storm"].estimate == pytest.approx(0.5)


def test_the_change_is_the_better_less_the_worse_setting_and_all_comparisons_are_allowed_for() -> None:
    found = estimated(*rows(300, 200)).by_setting
    assert found is not None
    moves = {move.name: move for move in found.moves}
    assert (moves["a"].best, moves["a"].worst, moves["a"].sure) == ("calm", "storm", True)
    assert (moves["b"].best, moves["b"].worst) == ("storm", "calm")
    change = moves["a"].change
    assert change.estimate == pytest.approx(0.25)
    # Newcombe's interval from the two Wilson-like ranges, each stretched from 1.960 to the quantile of 97.5%, 2.241,
    # as two contestants with one pair of settings each are compared
    calm, storm = found.strengths["a"]["calm"], found.strengths["a"]["storm"]
    down = 2.2414 / 1.95996 * math.hypot(calm.estimate - calm.low, storm.high - storm.estimate)
    assert change.low == pytest.approx(0.25 - down, abs=1e-4)


def test_equal_settings_are_not_told_apart_and_one_setting_is_compared_with_none() -> None:
    found = estimated(*rows(300, 302)).by_setting
    assert found is not None
    assert not any(move.sure for move in found.moves)
    assert estimated(*rows(300, 200)[:2]).by_setting is None
