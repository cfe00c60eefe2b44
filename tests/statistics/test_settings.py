"""Settings compared: differences beyond luck, the extremes, and what about a setting matters."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from balance.stats.results import Estimates
from balance.stats.settings.coverage import Settings, holds
from balance.stats.settings.meta import slope, spread
from tests.statistics.rows import estimated, row

ONES = np.ones(3)


def study(shares: list[float], games: int = 1000, **more: Any) -> Estimates:
    """Return the estimates of one pair on settings "0", "1", … with these shares."""
    rows = [row("a", "b", round(share * games), games, layout=str(i)) for i, share in enumerate(shares)]
    return estimated(*rows, **more)


def test_the_spread_is_what_luck_does_not_explain() -> None:
    # equal variances of 1, sample variance 4: 4 − 1 between; the ends are 2·4/χ² − 1 at the quantiles of 2 degrees
    low, high = (8 / stats.chi2.ppf(p, 2) - 1 for p in (0.975, 0.025))
    assert spread(np.array([0.0, 2.0, 4.0]), ONES) == pytest.approx((3**0.5, low**0.5, high**0.5))
    assert spread(np.array([1.0, 1.0, 1.0]), ONES)[:2] == (0.0, 0.0)


def test_a_slope_over_noisy_settings_is_that_of_least_squares_however_sure_each_is() -> None:
    feature = np.array([1.0, 2, 3, 4, 5, 6, 7, 9])
    values = np.array([0.50, 0.55, 0.48, 0.57, 0.60, 0.52, 0.61, 0.58])
    line = stats.linregress(feature, values)
    half = stats.t.ppf(0.975, 6) * line.stderr
    for variance in (1e-5, 1e-12):  # a thousand games, and as many as anybody likes
        found = slope(values, np.full(8, variance), feature)
        assert (found.value, found.low, found.high) == pytest.approx(
            (line.slope, line.slope - half, line.slope + half)
        )
        assert found.p_value == pytest.approx(line.pvalue)


def test_settings_on_a_line_are_not_surer_than_their_games() -> None:
    # exactly on a line, so that nothing is left over: the error is that of known variances
    feature = np.arange(4.0)
    found = slope(feature / 100, np.full(4, 0.0004), feature)
    error = (0.0004 / 5) ** 0.5
    assert found.high - found.value == pytest.approx(stats.t.ppf(0.975, 2) * error)


def test_settings_that_differ_are_told_apart_and_their_best_is_named() -> None:
    found = study([0.4, 0.61, 0.6]).setting_study
    assert found is not None
    assert found.differ
    assert [one.name for one in found.settings] == ["1", "2", "0"]
    assert [one.name for one in found.settings if one.may_be_highest] == ["1", "2"]
    assert [one.name for one in found.settings if one.may_be_lowest] == ["0"]
    assert found.settings[0].expected < found.settings[0].share.estimate


def test_settings_that_luck_explains_are_not_told_apart() -> None:
    found = study([0.5, 0.51, 0.49]).setting_study
    assert found is not None
    assert not found.differ
    assert all(one.may_be_highest and one.may_be_lowest for one in found.settings)
    assert found.spread.low == 0


def test_the_intervals_of_settings_hold_together() -> None:
    found = study([0.5, 0.5])
    assert found.setting_study is not None
    # Šidák for two: 0.95^(1/2) each, Wilson at 1,000 games
    z2 = stats.norm.ppf(0.5 + 0.95**0.5 / 2) ** 2
    half = (z2 * (0.25 / 1000 + z2 / (4 * 1000**2))) ** 0.5 / (1 + z2 / 1000)
    assert found.setting_study.settings[0].share.high == pytest.approx(0.5 + half)
    assert found.settings[0].share.high < 0.5 + half


def test_pairs_that_some_setting_lacks_are_left_out() -> None:
    shared = [row("a", "b", 50, 100, layout=name) for name in "xy"]
    found = estimated(*shared, row("b", "a", 100, 100, layout="x")).setting_study
    assert found is not None
    assert (found.pairs, found.missing) == (1, 1)
    assert {one.share.estimate for one in found.settings} == {0.5}


def test_nothing_is_compared_where_there_is_nothing_to_compare() -> None:
    assert study([0.5]).setting_study is None
    apart = estimated(row("a", "b", 5, 10, layout="x"), row("b", "a", 5, 10, layout="y"))
    assert apart.setting_study is None


def test_features_need_eight_settings_that_have_them() -> None:
    shares = [0.4 + 0.02 * i for i in range(9)]
    known = {str(i): {"points": float(i), "same": 3.0} for i in range(8)}
    found = study(shares, features={**known, "8": {}}).setting_study
    assert found is not None
    assert found.featured == 8
    (points,) = found.features  # what is the same everywhere says nothing
    assert (points.feature, points.lowest, points.highest) == ("points", 0.0, 7.0)
    assert points.slope.estimate == pytest.approx(0.02)
    assert points.certain
    few = study(shares, features={name: known[name] for name in "0123456"}).setting_study
    assert few is not None
    assert (few.featured, few.features) == (7, ())


def test_intervals_hold_a_planted_truth() -> None:
    random = np.random.default_rng(5)
    held: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for _ in range(150):
        for name, true in holds(random, Settings(8, 2000, 0.02)):
            held[name] += true
            total[name] += 1
    low = 0.95 - 3 * (0.05 * 0.95 / 150) ** 0.5
    for name in ("all layouts", "may be best", "spread", "slope", "no false feature"):
        assert held[name] / total[name] > low, name
