"""A run in a screen of text: what is unfair, how sure that is, and in the words of the page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from balance.reports.overview import brief, farthest, overview
from balance.reports.text_table import TextTable
from balance.stats.results import (
    Agreement,
    BidStatus,
    ContestantEstimate,
    Estimates,
    FairBid,
    Interval,
    Verdict,
)
from balance.stats.summary import summary
from tests.reports import synthetic

SHARES = {
    ("a", "b"): 0.9,
    ("b", "a"): 0.3,
    ("a", "c"): 0.52,
    ("c", "a"): 0.55,
    ("b", "c"): 0.2,
    ("c", "b"): 0.6,
}
REACH = 0.03  # of every interval


def around(share: float, games: int = 1000) -> Interval:
    return Interval(share, share - REACH, share + REACH, games)


def favoured(share: float) -> Verdict:
    if abs(share - 0.5) <= REACH:
        return Verdict.UNDECIDED
    return Verdict.FIRST if share > 0.5 else Verdict.SECOND


@pytest.fixture(scope="module")
def found() -> Estimates:
    """Return estimates of three factions with figures set by hand."""
    drawn = synthetic.estimates(
        ("a", "b", "c"), layouts=("one",), policies=("greedy", "random"), bids=(), games=60
    )
    bid = FairBid(BidStatus.FOUND, 1, (-3, -2), (-2, -3), (), best=-3)
    pairs = [
        replace(
            pair,
            share=around(SHARES[pair.first, pair.second]),
            verdict=favoured(SHARES[pair.first, pair.second]),
            fair_bid=bid if (pair.first, pair.second) == ("a", "b") else pair.fair_bid,
        )
        for pair in drawn.pairs
    ]
    strengths = {"a": 0.62, "b": 0.4, "c": 0.44}  # b and c overlap, a stands alone
    return replace(
        drawn,
        pairs=tuple(pairs),
        least_fair=("a", "b", around(0.9)),
        overall=around(0.55),
        tie_rate=Interval(0.08, 0.06, 0.1, 6000),
        tie_break_to=0,
        strengths=tuple(ContestantEstimate(n, around(s), around(s), around(s)) for n, s in strengths.items()),
        agreements=tuple(Agreement(p.first, p.second, {"greedy": p.share, "random": p.share}, True) for p in pairs),
    )  # fmt: skip


def answers(estimates: Estimates) -> dict[str, str]:
    return {question: answer for question, answer in overview(estimates)[0].rows}  # noqa: C416 (of two)


def least_fair(estimates: Estimates) -> TextTable:
    return overview(estimates)[1]


def test_each_question_has_its_answer_with_its_interval(found: Estimates) -> None:
    assert answers(found) == {
        "Seelie overall": "wins 55 (52–58) in 100 games: Seelie is favoured",
        "pairings": "3 favour Seelie, 2 favour Unseelie, 1 not told apart from even",
        "tie-break": "helps Seelie, by 4 (3–5) wins in 100 games",
        "strongest faction": "A, wins 62 (59–65) in 100 games over both sides",
        "weakest faction": "B, wins 40 (37–43) in 100 games over both sides; not told apart from C",
        "skill": "changes the favoured side in 0 of 6 pairings (greedy and random)",
    }


def test_the_five_farthest_from_even_come_first_and_what_is_not_told_apart_says_so(found: Estimates) -> None:
    table = least_fair(found)
    assert [(row[0] + row[1]).lower() for row in table.rows] == ["ab", "bc", "ba", "cb", "ca"]
    assert table.rows[0] == ("A", "B", "90 (87–93)", "Seelie", "3 cubes to Unseelie")
    assert table.rows[1][2:] == ("20 (17–23)", "Unseelie", "not played")
    assert table.title == "Least fair pairings (5 of 6)"
    near = [replace(p, share=around(0.51), verdict=Verdict.UNDECIDED) for p in found.pairs]
    even = least_fair(replace(found, pairs=tuple(near), least_fair=None))
    assert {row[3] for row in even.rows} == {"not told apart from even"}
    assert even.title.startswith("No pairing can be told apart from even")


def test_what_holds_even_is_not_called_favoured(found: Estimates) -> None:
    even = answers(replace(found, overall=around(0.51)))["Seelie overall"]
    assert even == "wins 51 (48–54) in 100 games: neither side can be called favoured"
    behind = answers(replace(found, overall=around(0.4)))["Seelie overall"]
    assert behind.endswith("Unseelie is favoured")
    assert answers(replace(found, tie_break_to=None))["tie-break"] == (
        "ties are shared; a side that got them all would gain 4 (3–5) wins in 100 games"
    )
    one = replace(found, agreements=(), headline_policies=("greedy", "greedy"))
    assert answers(one)["skill"] == "unknown: only greedy was played on both sides"


def test_a_run_of_one_pair_and_one_without_games_have_an_overview() -> None:
    pair = synthetic.estimates(("x", "y"), layouts=("one",), policies=("greedy",), bids=(), games=40)
    assert len(least_fair(pair).rows) == 2
    assert least_fair(pair).note == ""
    none = synthetic.estimates(("x", "y"), layouts=("one",), policies=("greedy",), bids=(), games=0)
    (only,) = overview(none)
    assert only.rows[0][1] == "unknown: no games were played"


def test_the_brief_names_pairs_that_depend_on_skill(found: Estimates) -> None:
    turned = tuple(
        replace(one, contradicts=(one.first, one.second) == ("b", "c")) for one in found.agreements
    )
    told = replace(found, agreements=turned)
    given = brief(told, summary(told, run={}))
    assert given["depends_on_skill"] == [{"first": "b", "second": "c"}]
    names = [(pair["first"], pair["second"]) for pair in given["least_fair_pairs"]]
    assert names == [(pair.first, pair.second) for pair in farthest(told)]
    assert answers(told)["skill"].startswith("changes the favoured side in 1 of 6 pairings")
