"""The verdict's newer points: what to bid, whom to weaken, what it all rests on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from balance.config.pacts.words import WORDS
from balance.engine.system import Change
from balance.reports import bids as b
from balance.reports import verdict as v
from balance.reports.page import render
from balance.reports.pairs.sentences import sentences
from balance.reports.points import points as verdict_points
from balance.reports.sections import rulings
from balance.stats.comparisons.rulings_results import (
    PolicyRulings,
    RulingEffect,
    RulingStudy,
    StrengthChange,
)
from balance.stats.results import BidStatus, Claim, Conclusion, ContestantEstimate, FairBid, Interval, Mark
from tests.reports.synthetic import estimates, manifest
from tests.reports.test_wording import NO_BIDS, SEATS, SECOND, WORST, curve, run, share


@pytest.mark.parametrize(
    ("fair", "words"),
    [
        (
            FairBid(BidStatus.FOUND, 0, (2,), None, curve((0, 0.2), (2, 0.5)), best=2),
            "As Seelie, ask for 2 cubes (95%: 2 or more may be even): fewer leave Unseelie ahead, more were not "
            "played. Where you bid for the side, bid up to 2 cubes for Unseelie; once the other bids 2, pass and take "
            "the cubes as Seelie.",
        ),
        (
            FairBid(BidStatus.BETWEEN, 1, (), (-2, -3), curve((0, 0.9), (-2, 0.6), (-3, 0.3)), best=-2),
            "As Unseelie, ask for 3 cubes: 2 leave Seelie ahead, 3 put Unseelie ahead. Where you bid for "
            "the side, bid up to 2 cubes for Seelie; once the other bids 3, pass and take the cubes as Unseelie.",
        ),
        (
            FairBid(BidStatus.OUT_OF_REACH, 0, (), None, curve((0, 0.1), (8, 0.2))),
            "As Seelie, ask for more than 8 cubes, the most that was played: even those leave Seelie behind. Where "
            "you bid for the side, bid for Unseelie.",
        ),
        (NO_BIDS, ""),
        (FairBid(BidStatus.FOUND, 1, (0, -1), None, curve((0, 0.51), (-1, 0.49)), best=0), ""),
    ],
)
def test_what_to_ask_for_and_to_offer_is_told_from_both_sides(fair: FairBid, words: str) -> None:
    assert b.asked(fair, SEATS) == words


def strength(name: str, at: float, half: float = 0.01) -> ContestantEstimate:
    own = share(at, at - half, at + half)
    return ContestantEstimate(name, own, own, own, share(0.0, -0.01, 0.01))


def test_whom_to_weaken_says_where_other_players_rank_it_lower() -> None:
    leads = (strength("kelpies", 0.7), strength("dragons", 0.3))
    ranks = {"planner": Interval(1, 1, 3, 9), "greedy": Interval(3, 3, 3, 9)}
    told = Conclusion(Claim.STRONGEST, ("kelpies",), ranks, Mark.OPEN)
    said = " That it comes first is not settled for other players: its rank is 1 (1–3) with planner and 3 with greedy."
    assert said in v.weaken_sentence(run(WORST, strengths=leads, conclusions=(told,)), "faction")
    agreed = replace(told, mark=Mark.AGREES)
    assert "its rank" not in v.weaken_sentence(run(WORST, strengths=leads, conclusions=(agreed,)), "faction")


def test_whom_to_weaken_is_named_as_far_as_it_is_told_apart() -> None:
    clear = (strength("kelpies", 0.7), strength("sluagh", 0.5), strength("dragons", 0.3))
    assert v.weaken_sentence(run(WORST, strengths=clear), "faction") == (
        "Weaken Kelpies first: over all opponents and both sides this faction wins about 70 in 100 games, very likely "
        "(95%) between 69 and 71, more than any other. Strengthen Dragons: 30 (29–31) in 100."
    )
    close = (strength("kelpies", 0.7), strength("sluagh", 0.69), strength("dragons", 0.11))
    assert v.weaken_sentence(run(WORST, strengths=close), "faction").startswith(
        "Weaken Kelpies or Sluagh first, they are not told apart. Kelpies: over all"
    )
    even = (strength("kelpies", 0.51), strength("sluagh", 0.5), strength("dragons", 0.49))
    assert v.weaken_sentence(run(WORST, strengths=even), "faction").startswith(
        "No faction can be called too strong. By the estimates Kelpies comes first, with about 51 in 100"
    )
    # the first of three such is likely less ahead than its own range says
    for unsure in (close, even):
        assert "(a range for itself: who comes first of 3 is likely less ahead)." in v.weaken_sentence(
            run(WORST, strengths=unsure), "faction"
        )
    assert "for itself" not in v.weaken_sentence(run(WORST, strengths=clear), "faction")
    # 50.9 to 53.1 alone lies above even; the first of three has to do so at a level of its own
    picked = (strength("kelpies", 0.512, 0.011), strength("sluagh", 0.5), strength("dragons", 0.488))
    assert "can be called too strong" in v.weaken_sentence(run(WORST, strengths=picked), "faction")
    assert "cannot be said" in v.weaken_sentence(run(WORST), "faction")


def test_ways_to_play_that_players_choose_are_named_and_not_weakened() -> None:
    clear = (strength("kelpies", 0.7), strength("sluagh", 0.5), strength("dragons", 0.3))
    assert v.strongest_sentence(run(WORST, strengths=clear), "conduct") == (
        "Kelpies: over all opponents and both sides this conduct wins about 70 in 100 games, very likely (95%) between "
        "69 and 71, more than any other. Last: Dragons, 30 (29–31) in 100."
    )
    close = (strength("kelpies", 0.7), strength("sluagh", 0.69), strength("dragons", 0.11))
    told = v.strongest_sentence(run(WORST, strengths=close), "conduct")
    assert told.startswith("Kelpies and Sluagh lead, not told apart. Kelpies: over all")
    even = (strength("kelpies", 0.51), strength("sluagh", 0.5), strength("dragons", 0.49))
    told = v.strongest_sentence(run(WORST, strengths=even), "conduct")
    assert told.startswith(
        "No conduct is surely ahead of the others. First by the estimates is Kelpies: over all"
    )
    assert "cannot be said" in v.strongest_sentence(run(WORST), "conduct")


def test_the_verdict_has_six_points_and_says_what_was_not_tried() -> None:
    points = verdict_points(run(WORST, SECOND))
    assert [point.key for point in points] == [
        "pairings", "strengths", "tie-break", "bids", "policies", "assumptions",
    ]  # fmt: skip
    assert points[-1].text == "Which ruling or assumption matters most was not tried in this run."
    assert "Taken one by one" not in points[2].text


def around(middle: float, half: float) -> Interval:
    return Interval(middle, middle - half, middle + half, 4000)


def effect(name: str, shift: float, side: float, **more: object) -> RulingEffect:
    start = RulingEffect(
        name=name, side=around(side, 0.01), largest=StrengthChange("kelpies", around(-2 * shift, 0.02)),
        shift=around(shift, 0.006), reach=around(shift, 0.02), shift_among=around(shift, 0.01),
        side_among=around(side, 0.02), pairs=72, pairs_changed=16, games=4000, differing=900, sure=True, turns=(),
        fades=(),
    )  # fmt: skip
    return replace(start, **more)  # type: ignore[arg-type]


CHANGES = (
    Change("move_unit: steps", "ruling", "move_unit", "cubes", "steps", "a MOVE counts steps", "ruling"),
    Change(
        "court: <b>big</b>", "assumption", "court", "", "<b>big</b>", "MOVE 2 instead of POINTS", "assumed"
    ),
    Change("tie_break: shared", "ruling", "tie_break", "seelie", "shared", "half a win each", "rulebook"),
    Change("auction_bids: one", "ruling", "auction_bids", "any", "one", "raises of one", "ruling"),
    Change(
        "faction_pool: eight",
        "ruling",
        "faction_pool",
        "nine",
        "eight",
        "boxed ones",
        "ruling",
        ("fomorians",),
    ),
)
STUDY = RulingStudy(
    CHANGES,
    (
        PolicyRulings(
            policies=("greedy", "greedy"),
            settings=("standard",),
            games=160,
            effects=(
                effect("court: <b>big</b>", 0.047, -0.05, turns=("strength: kelpies",), fades=("side advantage",)),
                effect("move_unit: steps", 0.042, 0.0),
                effect("tie_break: shared", 0.002, -0.015, sure=False),
            ),
            untouched=("auction_bids: one",),
            most_shift=("court: <b>big</b>", "move_unit: steps"),
            most_side=("court: <b>big</b>",),
        ),
    ),
    ("dragons", "kelpies"),
)  # fmt: skip


def test_what_matters_most_is_named_with_what_may_matter_as_much() -> None:
    assert v.assumption_sentence(run(WORST, rulings=STUDY), "faction") == (
        "Of the rulings and assumptions, tried one by one with greedy: “court: <b>big</b>” (MOVE 2 instead of POINTS) "
        "moves the factions by about 5 wins in 100 (95%, all decisions considered together: 4 to 6) on average; "
        "“move_unit: steps” may move them as much. Seelie's wins over all pairings change most under “court: "
        "<b>big</b>” (MOVE 2 instead of POINTS): −5.0 wins in 100 games, very likely (95%, all decisions considered "
        "together) between −7.0 and −3.0."
    )
    (one,) = STUDY.policies
    alone = replace(one, most_shift=("move_unit: steps",), most_side=())
    assert rulings.most_sentence(STUDY, alone, "faction").endswith("on average, more than any other.")
    none = replace(one, most_shift=())
    assert rulings.most_sentence(STUDY, none, "faction") == (
        "None of 4 other decisions surely moves the factions' strengths (not enough games to tell)."
    )
    moved = replace(STUDY, policies=(none,))
    assert v.assumption_sentence(run(WORST, rulings=moved), "faction").startswith(
        "Of the rulings and assumptions, tried one by one with greedy: none of 4 other decisions surely moves"
    )
    assert rulings.side_sentence(STUDY, alone, SEATS) == (
        "None surely changes how often Seelie wins over all pairings."
    )


def test_the_page_lists_what_was_tried_and_what_cannot_change_anything() -> None:
    shown = render(replace(estimates(), rulings=STUDY), manifest())
    assert "<b>big</b>" not in shown
    assert "What matters most" in shown
    assert "Cannot change a game played without a bid: “auction_bids: one”." in shown
    assert "“faction_pool: eight” leaves out Fomorians and changes no game of the others." in shown
    assert "The rulebook itself decides against “tie_break: shared”" in shown
    block, felt = rulings.section(STUDY, SEATS, WORDS).blocks
    assert block.table is not None
    assert felt.table is not None
    assert [row["says"] for row in block.table.rows] == [
        "turns whether the faction Kelpies wins more than half; leaves open which side is ahead",
        "no conclusion turns",
        "not told apart from no change",
    ]
    assert block.table.rows[0] == {
        "what": "court", "change": "→ <b>big</b>", "meaning": "MOVE 2 instead of POINTS", "kind": "assumed value",
        "shift": "4.7 (4.1–5.3)", "side": "−5.0 (−6.0 to −4.0)",
        "says": "turns whether the faction Kelpies wins more than half; leaves open which side is ahead",
    }  # fmt: skip
    assert felt.table.rows[0] == {
        "what": "court", "change": "→ <b>big</b>", "largest": "Kelpies −9.4 (−11.4 to −7.4)",
        "reach": "5 (3–7)", "pairs": "16 of 72", "games": "4,000", "differing": "900",
    }  # fmt: skip


def test_without_such_games_the_section_says_what_would_tell() -> None:
    (block,) = rulings.section(None, SEATS, WORDS).blocks
    assert "“comparisons: rulings”" in block.paragraphs[0]
    assert "balance sensitivity" in block.paragraphs[0]


def test_a_pairing_says_why_the_verdict_gives_a_wider_range() -> None:
    picked = (
        "dragons",
        "kelpies",
        share(0.68, 0.63, 0.73, note="picked as the farthest from even of 3 pairs"),
    )
    three = run(WORST, SECOND, replace(SECOND, first="sluagh"), least_fair=picked)
    why = " The verdict's range (63–73) is wider: it allows for this one's being the worst of 3."
    assert why in sentences(WORST, None, three)[0]
    assert why not in sentences(SECOND, None, three)[0]
