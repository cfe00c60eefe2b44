"""Every sentence that carries a number, word for word, at its boundaries."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from balance.reports import bids as b
from balance.reports import remarks
from balance.reports import verdict as v
from balance.reports import wording as w
from balance.reports.pairs.sentences import sentences
from balance.stats.results import (
    Agreement,
    BidPoint,
    BidStatus,
    Claim,
    Conclusion,
    Estimates,
    FairBid,
    Interval,
    Mark,
    OwnerBid,
    PairEstimate,
    PolicyMatch,
    PolicyPairEstimate,
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
    assert w.plain(value) == "on: yes; off: no; none: none; list: 1, a; inner: x: 2"


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
        agreements=(), tie_break_to=0,
    )  # fmt: skip
    return replace(start, **fields)  # type: ignore[arg-type]


def test_the_least_fair_pairing_is_named_with_its_uncertainty() -> None:
    picked = (
        "dragons",
        "kelpies",
        share(0.68, 0.65, 0.71, note="picked as the farthest from even of 3 pairs"),
    )
    assert v.least_fair_sentence(run(WORST, SECOND, EVEN, least_fair=picked)) == (
        "Dragons as Seelie against Kelpies as Unseelie: Seelie wins about 68 in "
        "100 games, very likely (95%) between 65 and 71 (this allows for its being the worst of 3)."
    )


def test_rivals_of_the_least_fair_pairing_are_counted() -> None:
    near = pair("sluagh", "kelpies", share(0.34, 0.32, 0.36), Verdict.SECOND)
    assert v.least_fair_sentence(run(WORST, near)).endswith(
        "Sluagh v Kelpies comes so close that it may be the worse one."
    )
    two = v.least_fair_sentence(run(WORST, near, replace(near, first="dragons")))
    assert two.endswith(
        "Sluagh v Kelpies and Dragons v Kelpies come so close that one of them may be the worst."
    )


def test_of_many_pairings_more_may_be_the_worst_than_overlap_by_themselves() -> None:
    # 72 to 76 against 76.1 to 80.1 would part two pairings, but not the first two of 100
    worst = pair("a", "b", share(0.781, 0.761, 0.801), Verdict.FIRST)
    near = pair("c", "d", share(0.74, 0.72, 0.76), Verdict.FIRST)
    fair = [pair(f"x{number}", "y", share(0.5, 0.48, 0.52), Verdict.UNDECIDED) for number in range(98)]
    assert len(v.as_unfair(worst, [worst, near])) == 0
    assert len(v.as_unfair(worst, [worst, near, *fair])) == 1
    # nothing is known of a pairing of a few games: it may be the worst
    assert len(v.as_unfair(worst, [worst, pair("e", "f", share(0.4, 0.1, 0.8), Verdict.UNDECIDED)])) == 1
    assert len(v.as_unfair(worst, [worst, pair("e", "f")])) == 0


def test_other_players_agree_only_where_that_is_told() -> None:
    seen = {"planner": share(0.51, 0.45, 0.57), "greedy": share(0.56, 0.54, 0.59)}
    open_yet = Agreement("dragons", "kelpies", seen, agrees=True)
    assert sentences(WORST, open_yet, run(WORST))[-1] == (
        "Whether skill changes who is ahead is not settled. Seelie wins in 100 on the layouts that all of them "
        "played: planner 51 (45–57) and greedy 56 (54–59)."
    )
    told = replace(open_yet, mark=Mark.AGREES)
    assert sentences(WORST, told, run(WORST))[-1].startswith("Every policy has the same side ahead. ")


def test_no_pairing_is_called_least_fair_when_all_may_be_even() -> None:
    assert v.least_fair_sentence(run(EVEN)) == (
        "No pairing can be told apart from an even one. The farthest from even is Kelpies as Seelie against "
        "Sluagh as Unseelie: Seelie wins about 51 in 100 games, very likely (95%) between 49 and 53."
    )
    assert v.least_fair_sentence(run(pair())) == "No pairing has been played, so nothing can be said yet."


def test_the_favoured_side_is_named_only_where_the_interval_allows() -> None:
    assert v.side_sentence(run(WORST, SECOND, EVEN)) == (
        "Over all 3 pairings, Seelie wins about 53 in 100 games, very likely (95%) between 51 and 55. "
        "Taken one by one, 1 very likely favours Seelie, 1 favours Unseelie, and 1 cannot be told apart from "
        "even."
    )
    two = v.side_sentence(run(WORST, EVEN))
    assert two.startswith("Over both pairings, ")
    assert "one by one, 1 very likely favours Seelie, 0 favour Unseelie, and 1 cannot" in two
    even = v.side_sentence(run(EVEN, overall=share(0.49, 0.47, 0.51)))
    assert even.startswith(
        "Over all 1 pairing, Unseelie wins about 51 in 100 games, very likely (95%) between 49 and 53, "
        "so neither side can be called favoured."
    )
    unknown = "Which side is favoured overall is unknown: no games were played."
    assert v.side_sentence(run(pair(), overall=UNPLAYED)) == unknown


def test_the_tie_break_names_whom_it_helps_and_by_how_much() -> None:
    assert v.tie_break_sentence(run(WORST, SECOND)) == (
        "The tie-break helps Seelie: against sharing the ties it is worth about 4.0 wins in 100 games, very "
        "likely (95%) between 3.5 and 4.5. By the estimates most in Kelpies as Seelie against Dragons as Unseelie, 5.0 "
        "(4.5–5.5)."
    )
    other = v.tie_break_sentence(run(WORST, tie_break_to=1, tie_break_rule="unseelie"))
    assert other.startswith("The tie-break helps Unseelie: ")
    assert v.tie_break_sentence(run(WORST, tie_break_to=None, tie_break_rule="shared")) == (
        "Ties are shared and help nobody; to a side that got them all they would be worth about 4.0 wins in "
        "100 games, very likely (95%) between 3.5 and 4.5."
    )
    none = v.tie_break_sentence(run(WORST, tie_rate=share(0.0, 0.0, 0.004)))
    assert none == (
        "No game ended level, so the tie-break decided nothing; at most it is worth "
        "about 0.0 wins in 100 games, very likely (95%) between 0.0 and 0.2."
    )


def test_the_bid_of_the_least_fair_pairing_is_told() -> None:
    assert v.bid_sentence(run(WORST, SECOND)) == (
        "As Unseelie in the least fair pairing, ask for 3 cubes (95%: 2 or 3 may be even): fewer leave Seelie ahead, "
        "more put Unseelie ahead. Where you bid for the side, bid up to 3 cubes for Seelie; once the other bids 3, "
        "pass and take the cubes as Unseelie."
    )
    far = replace(SECOND, fair_bid=FairBid(BidStatus.OUT_OF_REACH, 0, (), None, curve((0, 0.1), (8, 0.2))))
    assert v.bid_sentence(run(WORST, far)).endswith(
        " Of the 2 pairings that favour a side, 1 is out of reach of the bids that were played (up to 8 cubes)."
    )
    assert v.bid_sentence(run(EVEN)) == "No bids were played, so this page cannot say what to bid."


def test_a_bid_of_none_that_is_too_few_is_told_in_words() -> None:
    fair = FairBid(BidStatus.BETWEEN, 0, (), (0, 1), curve((0, 0.47), (1, 0.55)), best=0)
    assert (
        b.advice(fair, SEATS) == "no cubes are too few and 1 cube to Seelie too many; none is nearest to even"
    )


def test_what_depends_on_skill_is_counted_and_never_averaged() -> None:
    seen = {"planner": share(0.68, 0.66, 0.7), "greedy": share(0.44, 0.4, 0.48)}
    parts = Agreement("dragons", "kelpies", seen, agrees=False, contradicts=True)
    open_one = Agreement("kelpies", "dragons", seen, agrees=False)
    # over all settings, which were not the same for both, one policy's share would be another
    both = [PolicyPairEstimate((name, name), WORST.share, TIES, TIES, (name,)) for name in seen]
    told = (Conclusion(Claim.SIDE, (), seen, Mark.DEPENDS),)
    made = run(WORST, agreements=(parts, open_one), policy_pairs=tuple(both), conclusions=told)
    assert v.skill_sentence(made) == (
        "Skill surely changes the favoured side in 1 of 2 pairings (planner and greedy); the least fair one is "
        "among them. Over the same pairings and layouts, Seelie wins in 100: 68 (66–70) with planner and 44 (40–48) "
        "with greedy on both sides."
    )
    assert v.skill_sentence(run(WORST, agreements=(open_one,))) == (
        "In none of 1 pairing does skill surely change the favoured side (planner and greedy)."
    )
    assert v.skill_sentence(run(WORST)) == (
        "Only planner was played on both sides, so how far skill changes the answer is unknown."
    )


def test_a_match_is_won_only_where_the_interval_says_so() -> None:
    matches = (
        PolicyMatch("planner", "greedy", share(0.7, 0.69, 0.71)),
        PolicyMatch("greedy", "random", share(0.51, 0.49, 0.53)),
    )
    assert remarks.match_sentences(run(WORST, policy_matches=matches)) == (
        "Planner beats Greedy: it wins about 70 in 100 games, very likely (95%) between 69 and 71.",
        "Greedy against Random: it wins about 51 in 100 games, very likely (95%) between 49 and 53.",
    )


def test_what_the_side_alone_is_worth() -> None:
    assert remarks.side_advantage_words(run(side_advantage=share(0.03, 0.01, 0.05))) == (
        "The side alone is worth about 3 wins in 100 games, very likely (95%) between 1 and 5, to Seelie, "
        "whatever is played there."
    )
    turned = remarks.side_advantage_words(run(side_advantage=share(-0.03, -0.05, -0.01)))
    assert "about 3 wins in 100 games, very likely (95%) between 1 and 5, to Unseelie" in turned
    assert remarks.side_advantage_words(run(side_advantage=share(0.001, -0.01, 0.012))) == (
        "The side alone gives no sure advantage: +0.1 wins in 100 to Seelie (−1.0 to +1.2)."
    )
    assert remarks.side_advantage_words(run(side_advantage=UNPLAYED)) == ""


def test_what_other_players_do_in_a_pairing_is_told_of_the_layouts_that_all_played() -> None:
    shares = {"planner": share(0.6, 0.55, 0.65), "greedy": share(0.51, 0.46, 0.56)}
    for mark, words in (
        (Mark.AGREES, "Every policy has the same side ahead. "),
        (Mark.DEPENDS, "Who is favoured depends on skill. "),
        (Mark.OPEN, "Whether skill changes who is ahead is not settled. "),  # both above even, one not surely
    ):
        *_, told = sentences(WORST, Agreement("a", "b", shares, agrees=True, mark=mark), run(WORST))
        assert told.startswith(f"{words}Seelie wins in 100 on the layouts that all of them played: ")
