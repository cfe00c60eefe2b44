"""What the verdict says, sentence by sentence: never more than the intervals allow."""

from __future__ import annotations

from dataclasses import replace

from balance.reports import bids as b
from balance.reports import remarks
from balance.reports import verdict as v
from balance.reports.pairs.sentences import sentences
from balance.stats.results import (
    Agreement,
    BidStatus,
    Claim,
    Conclusion,
    FairBid,
    Mark,
    PolicyMatch,
    PolicyPairEstimate,
    Verdict,
)
from tests.reports.test_wording import EVEN, SEATS, SECOND, TIES, UNPLAYED, WORST, curve, pair, run, share


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
