"""A run and played games together hold a known truth at the rate that is stated."""

from __future__ import annotations

import pytest

from balance.stats.played.coverage import TRUTHS, Truth, coverage


def test_intervals_hold_where_people_differ_from_the_run() -> None:
    # 1,200 intervals of pairs, 240 of contestants
    found = coverage(Truth(contestants=0.4, pairs=0.2, games=4), 40)
    assert found.pairs >= 0.91
    assert found.contestants >= 0.89
    assert found.width < 0.75 * found.alone  # the run tells something


@pytest.mark.slow
@pytest.mark.parametrize("truth", TRUTHS)
def test_intervals_hold_under_every_truth(truth: Truth) -> None:
    found = coverage(truth, 500, seed=2)
    short = 0.035 if truth.contestants >= 1 else 0.015  # more than the priors expect: docs/statistics.md
    assert min(found.pairs, found.contestants) >= 0.95 - short
    assert found.side >= 0.95 - short - 0.02  # one interval a data set: 500 of them
