"""The language of --check."""

# ruff: noqa: E501 - a message stays in one piece where it can

from __future__ import annotations

import math

import numpy as np
import pytest

from balance.errors import LimitError
from balance.stats.limits import Judged, Limit, Outcome, check_name, judge, parse, worst
from balance.stats.results import Interval
from balance.stats.tweak.results import Cost, TweakResult
from balance.sweep.paired import SHARES
from balance.tweak.figures import figures

UNSURE = {"x": Interval(7.0, 6.0, 9.0, 100)}


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("max_unfairness < 8", Limit("max_unfairness < 8", "max_unfairness", "<", 8.0, point=False)),
        ("  worse<=0 ", Limit("worse<=0", "worse", "<=", 0.0, point=False)),
        ("estimate x >= -.5", Limit("estimate x >= -.5", "x", ">=", -0.5, point=True)),
        ("x > −2", Limit("x > −2", "x", ">", -2.0, point=False)),
        ("share( cu  sidhe ,dragons) < 55.5", Limit("share( cu sidhe ,dragons) < 55.5", "share(cu sidhe, dragons)", "<", 55.5, point=False)),
    ],
)  # fmt: skip
def test_a_limit_is_a_figure_a_sign_and_a_number(text: str, limit: Limit) -> None:
    assert parse(text) == limit


@pytest.mark.parametrize(
    "text",
    ["", "x", "x <", "< 8", "x = 8", "x == 8", "x << 8", "x < eight", "x < nan", "8 > x", "x < 8 < 9", "x < 8,5", "x < 1e3", "f( < 8", "f() < 8", "f(a,) < 8", "x < 8\ny < 9"],
)  # fmt: skip
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(LimitError, match=r"expected a limit such as 'max_unfairness < 8'"):
        parse(text)


def test_a_wrong_name_gets_the_nearest_and_all_of_them() -> None:
    with pytest.raises(LimitError) as caught:
        check_name(parse("max_unfairnes < 8"), ["max_unfairness", "worse", "share(a, b)", "share(b, a)"])
    assert str(caught.value) == (
        "'max_unfairnes < 8' names no figure: unknown 'max_unfairnes' (did you mean 'max_unfairness'?); "
        "known: max_unfairness, worse, share(A, B)"
    )


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("x < 9.5", Outcome.MET),
        ("x < 9", Outcome.UNKNOWN),  # 9 itself is not below 9
        ("x <= 9", Outcome.MET),
        ("x < 8", Outcome.UNKNOWN),
        ("x < 6", Outcome.NOT_MET),  # even 6 is not below 6
        ("x <= 6", Outcome.UNKNOWN),
        ("x > 5", Outcome.MET),
        ("x > 6", Outcome.UNKNOWN),
        ("x >= 6", Outcome.MET),
        ("x > 9", Outcome.NOT_MET),
        ("estimate x < 8", Outcome.MET),
        ("estimate x < 7", Outcome.NOT_MET),
        ("estimate x >= 7", Outcome.MET),
    ],
)
def test_a_limit_is_met_by_all_of_the_interval_or_by_the_estimate(text: str, outcome: Outcome) -> None:
    assert judge(parse(text), UNSURE).outcome is outcome


def test_what_was_not_measured_is_not_yet_known() -> None:
    absent = {"x": Interval(math.nan, math.nan, math.nan, 0, "not played")}
    assert judge(parse("x < 8"), absent).outcome is Outcome.UNKNOWN
    assert judge(parse("estimate x < 8"), absent).outcome is Outcome.UNKNOWN


def test_several_limits_are_met_only_together() -> None:
    met, unknown, missed = (judge(parse(f"x < {n}"), UNSURE) for n in (10, 8, 6))
    cases: list[tuple[list[Judged], Outcome]] = [
        ([], Outcome.MET),
        ([met], Outcome.MET),
        ([met, unknown], Outcome.UNKNOWN),
        ([unknown, missed, met], Outcome.NOT_MET),
    ]
    for judged, outcome in cases:
        assert worst(judged) is outcome


def test_the_share_of_a_pairing_that_was_not_touched_is_at_the_error_rate_of_the_run() -> None:
    counts = counts_by_result(lost=182, won=81)
    for alpha, tweaks, normal_quantile in ((0.05, 1, 1.95996), (0.01, 1, 2.57583), (0.05, 5, 2.57583)):
        result = TweakResult("x", alpha, alpha, 0.01, 100, (), (("a", "b"),), None, Cost(0, 0), tweaks)
        found = figures(result, {("a", "b"): counts})["share(a, b)"]
        # Wilson's ends are the shares p with (81/263 − p)² = z² p (1 − p) / 263
        for end in (found.low / 100, found.high / 100):
            assert (81 / 263 - end) ** 2 == pytest.approx(
                normal_quantile**2 * end * (1 - end) / 263, rel=1e-4
            )


def counts_by_result(lost: int, won: int) -> np.ndarray:
    counts = np.zeros(len(SHARES), np.int64)
    counts[[0, 2]] = lost, won
    return counts
