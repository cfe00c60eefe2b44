"""Every sentence that carries a number, word for word, at its boundaries."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from balance.config.pacts.words import WORDS
from balance.reports import bids as b
from balance.reports import wording as w
from balance.stats.results import (
    BidPoint,
    BidStatus,
    Estimates,
    FairBid,
    Interval,
    OwnerBid,
    PairEstimate,
    Verdict,
)

SEATS = ("seelie", "unseelie")
UNPLAYED = Interval(math.nan, 0.0, 1.0, 0, "not played")
NO_BIDS = FairBid(BidStatus.NOT_PLAYED, None, (), None, (), "not played")


def share(estimate: float, low: float, high: float, games: int = 1560, note: str = "") -> Interval:
    return Interval(estimate, low, high, games, note)


@pytest.mark.parametrize(
    ("interval", "words", "cell"),
    [
        (
            share(0.57, 0.55, 0.59),
            "about 57 in 100 games, very likely (95%) between 55 and 59",
            "57 (55–59)",
        ),
        (
            share(0.51, 0.48, 0.54),
            "about 51 in 100 games, very likely (95%) between 48 and 54",
            "51 (48–54)",
        ),
        (
            share(0.57, 0.38, 0.74, 24, "not enough games to tell"),
            "about 57 in 100 games, but not enough games to tell (95%: between 38 and 74)",
            "57 (38–74)",
        ),
        (  # wide, but no doubt who is ahead
            share(0.8, 0.65, 0.95, 24, "not enough games to tell"),
            "about 80 in 100 games, very likely (95%) between 65 and 95",
            "80 (65–95)",
        ),
        (
            share(0.57, 0.55, 0.59, 900, "settings unevenly played"),
            "about 57 in 100 games, very likely (95%) between 55 and 59 (settings unevenly played)",
            "57 (55–59)",
        ),
        (  # just above even must not read as if it reached even
            share(0.5249, 0.5004, 0.5494),
            "about 52.49 in 100 games, very likely (95%) between 50.04 and 54.94",
            "52.49 (50.04–54.94)",
        ),
        (
            share(0.5289, 0.5024, 0.5554),
            "about 52.9 in 100 games, very likely (95%) between 50.2 and 55.5",
            "52.9 (50.2–55.5)",
        ),
        (
            share(0.5284, 0.5255, 0.5312, 112320),
            "about 52.8 in 100 games, very likely (95%) between 52.5 and 53.1",
            "52.8 (52.5–53.1)",
        ),
        (share(0.5, 0.48, 0.52), "about 50 in 100 games, very likely (95%) between 48 and 52", "50 (48–52)"),
        (share(0.5, 0.5, 0.5), "exactly 50 in 100 games", "50 (50–50)"),
        (share(0.0, 0.0, 0.04, 90), "about 0 in 100 games, very likely (95%) between 0 and 4", "0 (0–4)"),
        (
            share(1.0, 0.96, 1.0, 90),
            "about 100 in 100 games, very likely (95%) between 96 and 100",
            "100 (96–100)",
        ),
        (
            share(1.0, 0.9995, 1.0, 8640),
            "about 100.00 in 100 games, very likely (95%) between 99.95 and 100.00",
            "100.00 (99.95–100.00)",
        ),
        (UNPLAYED, "unknown: no games were played", "–"),
    ],
)  # fmt: skip
def test_a_share_in_words(interval: Interval, words: str, cell: str) -> None:
    assert w.share_words(interval) == words
    assert w.share_cell(interval) == cell


def test_the_favoured_side_is_the_one_that_wins_more() -> None:
    assert w.favoured_words(share(0.6, 0.57, 0.63), SEATS).startswith("Seelie wins about 60 in 100 games, ")
    turned = w.favoured_words(share(0.4, 0.37, 0.43), SEATS)
    assert turned == "Unseelie wins about 60 in 100 games, very likely (95%) between 57 and 63"
    assert w.favoured_words(UNPLAYED, SEATS) == "who wins is unknown: no games were played"


def pair(
    first: str = "dragons",
    second: str = "kelpies",
    at: Interval = UNPLAYED,
    verdict: Verdict = Verdict.UNDECIDED,
    fair: FairBid = NO_BIDS,
    ties: Interval = UNPLAYED,
) -> PairEstimate:
    half = replace(ties, estimate=ties.estimate / 2, low=ties.low / 2, high=ties.high / 2)
    return PairEstimate(first, second, at, ties, half, 1.0, verdict, share(1.0, 0.5, 1.5), fair)


@pytest.mark.parametrize(
    ("at", "verdict", "words"),
    [
        (share(0.57, 0.55, 0.59), Verdict.FIRST, "favours Seelie"),
        (share(0.43, 0.41, 0.45), Verdict.SECOND, "favours Unseelie"),
        (share(0.52, 0.495, 0.545), Verdict.UNDECIDED, "close to even"),
        (share(0.5, 0.45, 0.55), Verdict.UNDECIDED, "close to even"),
        (share(0.5, 0.449, 0.551), Verdict.UNDECIDED, "not enough games to tell"),
        (share(0.55, 0.505, 0.595), Verdict.UNDECIDED, "not enough games to tell"),
        (
            share(0.52, 0.495, 0.545, 90, "settings unevenly played"),
            Verdict.UNDECIDED,
            "close to even (settings unevenly played)",
        ),
        (UNPLAYED, Verdict.UNDECIDED, "no games were played"),
    ],
)
def test_nothing_is_called_unfair_that_may_be_fair(at: Interval, verdict: Verdict, words: str) -> None:
    assert w.fairness(pair(at=at, verdict=verdict), SEATS) == words


@pytest.mark.parametrize(
    ("interval", "cell"),
    [
        (Interval(1.26, 0.91, 1.61, 900), "+1.3 (+0.9 to +1.6)"),
        (Interval(-0.2, -0.61, 0.21, 900), "−0.2 (−0.6 to +0.2)"),
        (Interval(3.0, math.nan, math.nan, 1, "not enough games to tell"), "–"),
        (Interval(math.nan, math.nan, math.nan, 0, "not played"), "–"),
    ],
)
def test_a_margin_in_a_table(interval: Interval, cell: str) -> None:
    assert w.points_cell(interval) == cell


def test_a_rate_has_no_even_mark() -> None:
    rate = Interval(0.5, 0.46, 0.504, 900)
    assert w.rate_cell(rate) == "50 (46–50)"
    assert w.rate_words(rate) == "about 50 in 100 games, very likely (95%) between 46 and 50"
    assert w.rate_words(Interval(0.0, 0.0, 0.0, 5)) == "exactly 0 in 100 games"
    assert w.rate_words(UNPLAYED) == "unknown: no games were played"


def test_configured_values_are_written_out() -> None:
    value = {"on": True, "off": False, "none": None, "list": [1, "a"], "inner": {"x": 2}}
    assert w.plain(value) == "on: yes; off: no; list: 1, a; inner: x: 2"


def curve(*points: tuple[int, float], fair: tuple[int, ...] = ()) -> tuple[BidPoint, ...]:
    return tuple(BidPoint(x, share(s, s - 0.06, s + 0.06, 258), x not in fair) for x, s in points)


DOWN = ((0, 0.66), (-1, 0.62), (-2, 0.58), (-3, 0.52), (-4, 0.48), (-6, 0.4))


@pytest.mark.parametrize(
    ("fair", "nearest", "span", "left", "advice"),
    [
        (
            FairBid(BidStatus.FOUND, 1, (-3, -4), None, curve(*DOWN), best=-4),
            "4 cubes to Unseelie",
            "3 or 4 cubes to Unseelie",
            "48 (42–54)",
            "give Unseelie 4 cubes (3 or 4 may be even); fewer favour Seelie, more favour Unseelie",
        ),
        (
            FairBid(BidStatus.FOUND, 1, (-2, -3), None, curve(*DOWN)),
            "2 or 3 cubes to Unseelie",
            "2 or 3 cubes to Unseelie",
            "–",
            "give Unseelie 2 or 3 cubes; fewer favour Seelie, more favour Unseelie",
        ),
        (
            FairBid(BidStatus.FOUND, 1, (-4, -5, -6), None, curve(*DOWN), best=-5),
            "5 cubes to Unseelie",
            "4 to 6 cubes to Unseelie",
            "at 4: 48 (42–54); at 6: 40 (34–46)",
            "give Unseelie 5 cubes (4 to 6 may be even); fewer favour Seelie, more were not played",
        ),
        (
            FairBid(BidStatus.FOUND, 0, (1,), None, curve((0, 0.4), (1, 0.5), (2, 0.6)), best=1),
            "1 cube to Seelie",
            "1 cube to Seelie",
            "50 (44–56)",
            "give Seelie 1 cube; fewer favour Unseelie, more favour Seelie",
        ),
        (
            FairBid(BidStatus.FOUND, None, (0, -1), None, curve(*DOWN), "", other_side_open=True, best=0),
            "none",
            "none, or 1 cube to Unseelie",
            "66 (60–72)",
            "give nothing (0 or 1 to Unseelie may be even); bids to the other side were not played",
        ),
        (
            FairBid(BidStatus.FOUND, None, (0,), None, curve((0, 0.5), (-1, 0.4)), best=0),
            "none", "none", "50 (44–56)", "give nothing",
        ),
        (
            FairBid(BidStatus.FOUND, None, (-1, 0, 1), None, curve((-1, 0.4), (0, 0.5), (1, 0.6)), best=0),
            "none", "none, or 1 cube to Seelie, or 1 cube to Unseelie", "50 (44–56)", "none",
        ),
        (
            FairBid(BidStatus.OUT_OF_REACH, 1, (), None, curve((0, 0.9), (-1, 0.85), (-8, 0.7))),
            "out of reach",
            "–",
            "at 8: 70 (64–76)",
            "out of reach, for even 8 cubes to Unseelie, the most that was played, leave that side behind",
        ),
        (  # bids to the side that is ahead were played, too: they are not what is out of reach
            FairBid(BidStatus.OUT_OF_REACH, 1, (), None, curve((9, 0.98), (0, 0.9), (-8, 0.7))),
            "out of reach",
            "–",
            "at 8: 70 (64–76)",
            "out of reach, for even 8 cubes to Unseelie, the most that was played, leave that side behind",
        ),
        (
            FairBid(BidStatus.FOUND, 1, (-1, -2), None, curve((5, 0.9), (0, 0.7), (-1, 0.5), (-2, 0.49)), best=-1),
            "1 cube to Unseelie",
            "1 or 2 cubes to Unseelie",
            "50 (44–56)",
            "give Unseelie 1 cube (1 or 2 may be even); fewer favour Seelie, more were not played",
        ),
        (
            FairBid(BidStatus.BETWEEN, 1, (), (-2, -3), curve((0, 0.9), (-2, 0.6), (-3, 0.3)), best=-2),
            "between 2 and 3 cubes to Unseelie",
            "–",
            "at 2: 60 (54–66); at 3: 30 (24–36)",
            "2 cubes to Unseelie are too few and 3 too many; 2 are nearest to even",
        ),
        (NO_BIDS, "not played", "–", "–", "no bids were played for it"),
        (
            FairBid(BidStatus.FOUND, 1, (), None, curve(*DOWN)),
            "not enough games to tell", "–", "–", "not enough games to tell",
        ),
    ],
)  # fmt: skip
def test_a_fair_bid_in_words(fair: FairBid, nearest: str, span: str, left: str, advice: str) -> None:
    assert b.nearest_words(fair, SEATS) == nearest
    assert b.range_words(fair, SEATS) == span
    assert b.left_words(fair) == left
    assert b.advice(fair, SEATS) == advice


@pytest.mark.parametrize(
    ("owner", "words"),
    [
        (OwnerBid("a", "b", (2, 3, 4), BidStatus.FOUND), "2 to 4 cubes"),
        (OwnerBid("a", "b", (1,), BidStatus.FOUND), "1 cube"),
        (OwnerBid("a", "b", (), BidStatus.OUT_OF_REACH), "out of reach"),
        (OwnerBid("a", "b", (), BidStatus.NOT_PLAYED), "not played"),
        (OwnerBid("a", "b", (), BidStatus.BETWEEN), "not enough games to tell"),
    ],
)
def test_an_owners_bid_in_words(owner: OwnerBid, words: str) -> None:
    assert b.owner_words(owner) == words


TIES = share(0.08, 0.07, 0.09)
WORST = pair(
    at=share(0.68, 0.66, 0.7), verdict=Verdict.FIRST, ties=TIES,
    fair=FairBid(BidStatus.FOUND, 1, (-2, -3), None, curve(*DOWN), best=-3),
)  # fmt: skip
SECOND = pair("kelpies", "dragons", share(0.42, 0.4, 0.44), Verdict.SECOND, NO_BIDS, share(0.1, 0.09, 0.11))
EVEN = pair("kelpies", "sluagh", share(0.51, 0.49, 0.53), ties=TIES)


def run(*pairs: PairEstimate, **fields: object) -> Estimates:
    start = Estimates(
        seats=SEATS, setting_column="layout", contestants=("dragons", "kelpies", "sluagh"),
        headline_policies=("planner", "planner"), tie_break_rule="seelie", games=9000, headline_games=4680,
        pairs=pairs, overall=share(0.5284, 0.51, 0.546), side_advantage=share(0.03, 0.01, 0.05),
        tie_rate=share(0.08, 0.07, 0.09), tie_break=share(0.04, 0.035, 0.045),
        unfairness=share(0.06, 0.05, 0.07), strengths=(), settings=(), policy_pairs=(), policy_matches=(),
        agreements=(), tie_break_to=0, words=WORDS,
    )  # fmt: skip
    return replace(start, **fields)  # type: ignore[arg-type]
