"""The before-and-after page: words and numbers worked out by hand from made-up results, drawing, safety."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from balance.reports import before_after as both
from balance.reports import tweak_tables as tables
from balance.reports import tweak_words as words
from balance.reports.dumbbell import axis_of, lanes
from balance.reports.tweak import headline, render
from balance.stats.results import BidPoint, BidStatus, FairBid, Interval
from balance.stats.tweak.results import (
    Cost,
    Discordant,
    Finish,
    GamePairTest,
    OverallChange,
    TweakVerdict,
)
from tests.reports import synthetic_tweak as made
from tests.reports.test_page import EVIL, Reader

if TYPE_CHECKING:
    pass

SEATS = ("seelie", "unseelie")
LONG = "x" * 90 + " <i>é $_^{</i> שלום"


def text_of(page: str) -> str:
    return " ".join("".join(Reader(page).text).split())


@pytest.fixture(scope="module")
def page() -> str:
    return render([made.result()], None, made.manifest())


@pytest.fixture(scope="module")
def two() -> str:
    names = ("dragons-move-4", "dragons-move-6")
    results = [made.result(names[0]), made.result(names[1], made.many())]
    return render(results, made.ranking(), made.manifest(*names))


def test_the_verdict_comes_first_in_plain_words(page: str) -> None:
    text = text_of(page)
    at = text.index("Better balanced overall")
    assert text[at:].startswith(
        "Better balanced overall: pairings come nearer to target, on average of all 72 pairings by 0.4 wins in 100, "
        "very likely (95%) between 0.2 and 0.6."
    )
    assert at < text.index("Every pairing that the tweak touches") < text.index("How to reproduce")
    assert (
        "Cost so far: 16,000 paired games, each played under both rules. Finishing would take about 12,000 more."
        in text
    )


def test_verdicts_come_first_and_the_largest_change_before_the_others() -> None:
    small = made.pair("dragons", "sluagh", (0.6, 0.58), made.BETTER)
    named = [(pair.first, pair.second) for pair in both.ordered([*reversed(made.named_pairs()), small])]
    assert named == [
        ("dragons", "kelpies"), ("dragons", "sluagh"), ("dragons", "cu sidhe"), ("kelpies", "dragons"),
        ("cu sidhe", "dragons"),
    ]  # fmt: skip


def test_each_verdict_has_its_sentence() -> None:
    sentences = [both.pair_sentence(pair, SEATS) for pair in made.named_pairs()]
    assert sentences == [
        "Dragons as Seelie against Kelpies as Unseelie: better balanced. Seelie wins 59 (57–61) before, 55 (53–57) "
        "after; nearer to its target by 4.0 (2.5 to 5.5) in 100.",
        "Kelpies as Seelie against Dragons as Unseelie: not yet known. Seelie wins 48 (46–50) before, 52 (50–54) "
        "after; distance from its target 0.0 (−1.5 to +1.5) in 100.",
        "Dragons as Seelie against Cu Sidhe as Unseelie: worse. Seelie wins 47 (45–49) before, 43 (41–45) after; "
        "farther from its target by 4.0 (2.5 to 5.5) in 100.",
        "Cu Sidhe as Seelie against Dragons as Unseelie: no material change. Seelie wins 51 (49–53) before, 51 (49–53) "
        "after; distance from its target +0.2 (−0.4 to +0.8) in 100.",
    ]


def test_a_pairing_is_never_called_nearer_or_farther_while_its_interval_holds_no_change() -> None:
    for low, high in ((-0.02, 0.001), (-0.001, 0.02), (0.0, 0.02), (-0.02, 0.0)):
        said = both.distance_words(Interval((low + high) / 2, low, high, 900))
        assert "nearer" not in said
        assert "farther" not in said
    assert both.distance_words(Interval(0.0, 0.0, 0.0, 900)) == "distance from its target unchanged (exact)"


def test_overall_verdicts_say_how_much_would_matter() -> None:
    unknown = words.overall_sentence(made.result(whole=made.overall(TweakVerdict.UNKNOWN)))
    assert unknown == (
        "Overall not yet known: the mean distance from the target changes by −0.4 wins in 100, very likely (95%) "
        "between −0.6 and −0.2; 0.22 would matter."
    )
    none = made.result(touched=())
    assert words.overall_sentence(none) == (
        "Nothing changes in games without bids: the rules of all pairings are the same."
    )
    fewer = replace(none, gone=(("ducat", "florin"), ("florin", "ducat")))
    assert words.overall_sentence(fewer) == (
        "Nothing changes in games without bids: the rules of all pairings that are still dealt are the same."
    )
    assert words.counts_sentence(fewer).endswith(" 2 pairings no longer dealt, left out of every figure.")
    shared = words.overall_sentence(replace(made.result(), tweaks=2))
    assert "very likely (97.5%)" in shared


def test_pairings_are_counted_by_verdict_and_the_identical_ones_are_named(page: str) -> None:
    result = made.result()
    assert words.counts_sentence(result) == (
        "Of 4 pairings that it touches: 1 better balanced, 1 worse, 1 not yet known and 1 no material change. "
        "68 pairings proved identical."
    )
    text = text_of(page)
    assert "68 pairings proved identical" in text
    assert text.count("Sluagh v Selkies") >= 1  # one of the 68
    assert "Banshees v Fomorians" in text


def test_the_table_has_every_touched_pairing_with_its_numbers(page: str) -> None:
    rows = {row[0]: row[1:] for row in Reader(page).rows["tweak-0-pairs-table"]}
    assert len(rows) == 5  # the head and four pairings
    assert rows["Dragons v Kelpies"] == [
        "✓ better balanced", "59 (57–61)", "55 (53–57)", "−4.0 (−5.5 to −2.5)", "−4.0 (−5.5 to −2.5)",
        "outside → not yet known", "4,000",
    ]  # fmt: skip
    assert rows["Kelpies v Dragons"][5] == "inside"


def test_discordant_games_are_counted_each_way_with_some_numbers_and_commands_to_replay_one(
    page: str,
) -> None:
    rows = {row[0]: row[1:] for row in Reader(page).rows["tweak-0-discordant-table"]}
    assert rows["Dragons v Kelpies"] == [
        "460 of 4,000", "150", "310", "3, 18, 40", "7, 9, 11, 12, 30", "4.2 times fewer",
    ]  # fmt: skip
    assert rows["Cu Sidhe v Dragons"][:3] == ["53 of 4,000", "31", "22"]
    assert "balance replay configs/factions.yaml --seelie dragons --unseelie kelpies --game 3" in page
    assert "balance replay outputs/dragons-move-4.yaml --seelie dragons --unseelie kelpies --game 3" in page


def test_ties_make_the_ways_of_change_a_column() -> None:
    tied = replace(
        made.named_pairs()[0],
        discordant=Discordant(3, 7, (("win", "tie", 5), ("win", "loss", 2), ("loss", "win", 3))),
    )
    table = tables.discordant(made.result(touched=[tied]), SEATS, "t", {})
    assert table.rows[0]["ways"] == "win → tie 5; win → loss 2; loss → win 3"
    assert "ways" in table.columns
    assert "ways" not in tables.discordant(made.result(), SEATS, "t", {}).columns


def test_the_game_pair_test_stands_beside_with_its_exact_and_approximate_value(page: str) -> None:
    rows = {row[0]: row[1:] for row in Reader(page).rows["tweak-0-evidence-table"]}
    assert rows["Dragons v Kelpies"] == ["40", "27", "150, 3540, 310", "+3.21", "+3.30", "would pass", "done"]
    assert rows["Kelpies v Dragons"][-1] == "about 12,000 for “no material change”"


@pytest.mark.parametrize(
    ("exact", "said"), [(3.0, "would pass"), (-3.0, "would fail"), (0.0, "would go on"), (math.nan, "–")]
)
def test_a_tester_stops_at_the_bounds(exact: float, said: str) -> None:
    assert tables.test_words(GamePairTest(1, 2, 3, exact, math.nan, -2.94, 2.94)) == said


def test_all_pairings_together_are_shown_before_and_after(page: str) -> None:
    rows = Reader(page).rows["tweak-0-overall-table"][1:]
    assert rows == [
        ["Mean distance from the target", "3.4 (3.0–3.8)", "3.0 (2.6–3.4)", "−0.4 (−0.6 to −0.2)"],
        ["Side advantage, to Seelie", "+1.2 (+0.9 to +1.5)", "+0.9 (+0.6 to +1.2)", "−0.3 (−0.5 to −0.1)"],
        [
            "Tie-break, mechanical, to Seelie",
            "+4.1 (+3.9 to +4.3)",
            "+4.1 (+3.9 to +4.3)",
            "0.0 (−0.1 to +0.1)",
        ],
        ["Largest distance from the target", "9 (7–11), Dragons v Kelpies", "7 (5–9), Sluagh v Selkies", "–"],
    ]


def test_old_and_new_that_were_not_played_are_dashes_while_the_change_is_known() -> None:
    unplayed = Interval(math.nan, 0.0, 0.5, 0, "not played")
    known = made.overall().distance.change
    whole = replace(
        made.overall(),
        distance=OverallChange("distance", unplayed, unplayed, known),
        old_worst=None,
        new_worst=None,
    )
    shown = render([made.result(whole=whole)], None, made.manifest())
    rows = Reader(shown).rows["tweak-0-overall-table"][1:]
    assert rows[0] == ["Mean distance from the target", "–", "–", "−0.4 (−0.6 to −0.2)"]
    assert "The least balanced pairing is not known" in text_of(shown)


def test_the_least_balanced_pairing_is_named_once_where_it_stays_the_same() -> None:
    whole = made.overall()
    assert words.largest_sentence(whole, SEATS) == (
        "Least balanced before: Dragons as Seelie against Kelpies as Unseelie, 9 (7–11) in 100 from its target; after: "
        "Sluagh as Seelie against Selkies as Unseelie, 7 (5–9) in 100 from its target."
    )
    assert whole.old_worst is not None
    same = replace(whole, new_worst=replace(whole.old_worst, distance=Interval(0.06, 0.055, 0.065, 900)))
    assert words.largest_sentence(same, SEATS) == (
        "Least balanced before and after: Dragons as Seelie against Kelpies as Unseelie, 9 (7–11) and 6.0 (5.5–6.5) "
        "in 100 from its target."
    )


def test_the_verdict_names_the_largest_changes_each_way_and_says_how_many_more_there_are() -> None:
    text = text_of(render([made.result(touched=made.many())], None, made.manifest()))
    box = text[: text.index("Limits that were asked for")]
    assert box.count("better balanced. Seelie wins") == 3
    assert box.count(": worse. Seelie wins") == 3
    assert "The largest changes of 43; all are drawn below." in box  # 29 better and 14 worse
    assert "all are drawn below" not in text_of(render([made.result()], None, made.manifest()))


def test_fair_bids_are_shown_where_they_were_played() -> None:
    curve = (BidPoint(-1, Interval(0.5, 0.48, 0.52, 900), False),)
    old = FairBid(BidStatus.FOUND, 1, (-1, -2), None, curve, best=-2)
    new = FairBid(BidStatus.FOUND, 1, (-1,), None, curve, best=-1)
    with_bids = replace(made.named_pairs()[0], old_bid=old, new_bid=new)
    rows = Reader(render([made.result(touched=[with_bids])], None, made.manifest())).rows[
        "tweak-0-bids-table"
    ]
    assert rows[1] == [
        "Dragons v Kelpies", "2 cubes to Unseelie", "1 cube to Unseelie", "1 or 2 cubes to Unseelie",
        "1 cube to Unseelie",
    ]  # fmt: skip


def test_costs_that_cannot_be_said_say_why() -> None:
    assert words.cost_sentence(Cost(900, None, "the true change may be what matters")) == (
        "Cost so far: 900 paired games, each played under both rules. What finishing would cost cannot be said (the "
        "true change may be what matters)."
    )
    assert words.cost_sentence(Cost(1, 0)).endswith(
        "1 paired game, each played under both rules. Every pairing has its verdict."
    )
    assert words.finish_words(Finish(None, TweakVerdict.UNKNOWN)) == "cannot be said"
    assert words.finish_words(Finish(2_510_000, TweakVerdict.BETTER, "beyond 20,000")) == (
        "about 2,500,000 for “better balanced”; beyond 20,000"
    )


def test_several_tweaks_are_ranked_in_one_table(two: str) -> None:
    reader = Reader(two)
    rows = reader.rows["ranking-table"][1:]
    assert [row[:5] for row in rows] == [
        ["dragons-move-4", "1", "✓ better balanced", "−0.4 (−0.6 to −0.2)", "–"],
        ["the base, unchanged", "2", "–", "0", "dragons-move-4"],
        ["dragons-move-6", "3", "? not yet known", "+0.1 (−0.2 to +0.4)", "dragons-move-4"],
    ]
    assert (
        "“dragons-move-4” is surely the best of all (mean distance −0.4 (−0.6 to −0.2) in 100)."
        in text_of(two)
    )
    assert {"tweak-0-pairs-table", "tweak-1-pairs-table"} <= set(reader.rows)
    assert len(reader.rows["tweak-1-pairs-table"]) == 73


def test_a_first_place_that_is_not_sure_is_said_to_be_open() -> None:
    first, base, last = made.ranking().rows
    ranking = replace(made.ranking(), rows=(first, replace(base, behind=()), last))
    assert words.rank_sentence(ranking).endswith("comes first (mean distance −0.4 (−0.6 to −0.2) in 100), "
                                                 "but is not surely better than the base, unchanged.")  # fmt: skip


def test_a_terminal_gets_the_verdict_every_touched_pairing_and_the_cost() -> None:
    lines = headline([made.result()], None, made.manifest())
    assert lines[0].startswith("dragons-move-4: Better balanced overall")
    assert [line.strip()[0] for line in lines[2:6]] == ["✓", "✗", "?", "="]
    assert lines[-1].startswith("Cost so far")
    many = headline([made.result(touched=made.many())], None, made.manifest())
    assert len(many) == 3 + words.MOST_LINES  # of 72, and only better and worse ones
    assert not any(line.strip().startswith(("?", "=")) for line in many)


def test_limits_and_self_checks_are_shown_with_their_marks(page: str) -> None:
    text = text_of(page)
    assert "? dragons-move-4, max_unfairness < 8: not yet known; 7.20 (5.00 to 9.40)." in text
    assert "✓ dragons-move-4, side_advantage < 3: met." in text
    assert "✓ The base against itself: 200 games played twice, 0 of them discordant." in text


def test_the_drawing_places_shares_in_percent_of_its_axis() -> None:
    pairs = made.named_pairs()
    axis = axis_of(pairs)
    assert (axis.low, axis.high) == (40, 65)  # from 41 and to 61, whole fives
    assert axis.marks == ((0.0, "40"), (20.0, "45"), (40.0, "50"), (60.0, "55"), (80.0, "60"), (100.0, "65"))
    lane = lanes(pairs, axis, SEATS)[0]
    assert (lane.band, lane.target) == ((20.0, 40.0), 40.0)
    assert lane.old is not None
    assert (lane.old.low, lane.old.middle, lane.old.high) == (68.0, 76.0, 84.0)
    assert lane.new is not None
    assert lane.new.middle == 60.0


def test_a_wide_axis_has_few_marks_and_holds_every_interval() -> None:
    pairs = [made.pair("a", "b", (0.02, 0.98), made.UNKNOWN)]
    axis = axis_of(pairs)
    assert (axis.low, axis.high) == (0, 100)
    assert [text for _, text in axis.marks] == ["0", "20", "40", "60", "80", "100"]
    (lane,) = lanes(pairs, axis, SEATS)
    assert lane.old is not None
    assert lane.new is not None
    assert 0 <= lane.old.low <= lane.new.high <= 100


def test_every_touched_pairing_is_drawn_those_beyond_two_dozen_in_a_fold(two: str) -> None:
    assert two.count('class="lane-plot"') == 4 + 72
    assert "The other 48 pairings" in two


def test_a_name_with_markup_is_shown_as_text() -> None:
    evil = made.pair(EVIL, LONG, (0.6, 0.55), made.BETTER, note=EVIL)
    manifest = made.manifest(EVIL)
    shown = render([made.result(EVIL, [evil], (EVIL, LONG, "dragons"))], None, manifest)
    assert "<b>" not in shown
    assert "<i>" not in shown
    assert text_of(shown).count(EVIL) > 8


def test_the_page_loads_nothing_and_depends_on_results_alone(page: str, two: str) -> None:
    for shown in (page, two):
        reader = Reader(shown)
        assert all(link.startswith(("#", "data:")) for link in reader.links)
        assert all(link[1:] in reader.ids for link in reader.links if link.startswith("#"))
        assert sorted(reader.ids) == sorted(set(reader.ids))
        assert "2031-12-24" not in shown
        assert "secret-command" not in shown
    assert render([made.result()], None, made.manifest()) == page


@pytest.mark.parametrize("kind", ["nothing touched", "no games", "least manifest"])
def test_runs_of_other_shapes_read_well(kind: str) -> None:
    manifest: dict[str, Any] = made.manifest()
    result = made.result()
    if kind == "nothing touched":
        result = made.result(touched=())
    elif kind == "no games":
        none = Interval(math.nan, math.nan, math.nan, 0, "not played")
        share = Interval(math.nan, 0.0, 1.0, 0, "not played")
        unplayed = replace(
            made.pair("dragons", "kelpies", (0.5, 0.5), made.UNKNOWN),
            old=share, new=share, change=none, distance=none, games=0, variance_ratio=math.nan,
            discordant=Discordant(0, 0, ()), test=GamePairTest(0, 0, 0, math.nan, math.nan, -2.94, 2.94),
            finish=Finish(None, made.UNKNOWN, "no game was played"),
        )  # fmt: skip
        result = replace(made.result(touched=[unplayed]), cost=Cost(0, None, "no game was played"))
    else:
        manifest = {"columns": {"seats": ["seelie", "unseelie"]}}
    text = text_of(render([result], None, manifest))
    assert "nan" not in text.lower().replace("dominan", "")
    assert "None" not in text.replace("None were recorded", "")
    if kind == "no games":
        assert "not yet known, no games were played" in " ".join(headline([result], None, manifest))


def test_the_page_is_made_without_the_slow_figures() -> None:
    code = "import sys; import balance.reports.tweak; print({'matplotlib', 'seaborn'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
