"""The language of --check."""

# ruff: noqa: E501 - a message stays in one piece where it can

from __future__ import annotations

import math

import pytest

from balance.errors import LimitError
from balance.stats.limits import Judged, Limit, Outcome, check_name, judge, parse, worst
from balance.stats.results import Interval

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
