"""A planted truth of side, strengths, interactions and settings is found again at the rate that is promised."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from balance.stats.pairings.coverage import KINDS, SCENARIOS, Scenario, Spreads, trials


def rates(scenario: Scenario, data_sets: int) -> dict[str, float]:
    """Return the share of intervals that held the truth, by kind."""
    found = list(trials(scenario, data_sets))
    return {kind: float(np.mean([one.held[kind] for one in found])) for kind in KINDS}


def test_a_planted_truth_of_five_contestants_is_found_again() -> None:
    spreads = Spreads(strength=0.4, interaction=0.2, setting=0.2)
    found = rates(Scenario("small", 40, spreads, contestants=5, settings=2), 30)
    # 150 strengths, 600 interactions and pairs, 1,200 cells, correlated within a data set
    assert 0.90 < found["strength"] < 0.99
    assert 0.92 < found["interaction"] < 0.985
    assert 0.92 < found["pair"] < 0.985
    assert 0.93 < found["cell"] < 0.995


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS[:3], ids=lambda s: s.name)
def test_the_nine_factions_planted_truth_is_found_at_the_nominal_rate(scenario: Scenario) -> None:
    found = rates(replace(scenario), 300)
    for kind in ("strength", "as first", "as second", "pair"):
        assert 0.93 < found[kind] < 0.99, kind
    assert 0.91 < found["side"] < 0.985  # 300 intervals: standard error 0.013
    for kind in ("interaction", "setting", "in setting", "cell"):
        assert found[kind] > 0.92, kind
