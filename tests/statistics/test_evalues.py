"""False discovery control by e-values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.stats.tweak.evalues import e_bh


def test_a_single_claim_needs_one_over_alpha() -> None:
    assert e_bh(np.log([20.0001]), 0.05)[0].tolist() == [True]
    assert e_bh(np.log([19.999]), 0.05)[0].tolist() == [False]


def test_many_claims_alike_are_made_together_or_not_at_all() -> None:
    assert e_bh(np.log([20.1] * 5), 0.05)[0].all()
    assert not e_bh(np.log([19.9] * 5), 0.05)[0].any()


def test_one_claim_among_five_needs_five_times_as_much() -> None:
    made, level = e_bh(np.log([99.0, 1, 1, 1, 1]), 0.05)
    assert not made.any()
    assert level == pytest.approx(0.01)
    made, level = e_bh(np.log([101.0, 1, 1, 1, 1]), 0.05)
    assert made.tolist() == [True, False, False, False, False]
    assert level == pytest.approx(0.01)


def test_no_claims_are_allowed() -> None:
    made, level = e_bh([], 0.05)
    assert made.size == 0
    assert level == 0.05


@given(st.lists(st.floats(-5, 12), min_size=1, max_size=12), st.sampled_from([0.01, 0.05, 0.2]))
def test_the_claims_are_the_largest_set_that_supports_itself(logs: list[float], alpha: float) -> None:
    made, level = e_bh(logs, alpha)
    values, count = np.exp(logs), len(logs)
    sizes = [k for k in range(1, count + 1) if (values >= count / (alpha * k) * (1 - 1e-12)).sum() >= k]
    assert made.sum() >= max(sizes, default=0)
    assert all(values[made] >= count / (alpha * made.sum()) * (1 - 1e-9)) if made.any() else True
    assert level == pytest.approx(alpha * max(int(made.sum()), 1) / count)
