"""Questions of a rule system: each quantity worked out by hand or published, and intervals that hold planted truths."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest

from balance.engine.system import Cell, CellTally, Columns, FactRow
from balance.reports.sections.blocks import Block
from balance.reports.sections.questions import section
from balance.stats.intervals import Counts, weighted_share
from balance.stats.questions import (
    IN_100,
    UNKNOWN,
    Answer,
    Gain,
    Played,
    Quantity,
    Row,
    Value,
    answers_of,
    best,
    break_even,
    cell,
    deviations,
    exact,
    largest,
    mean_of,
    pooled,
    ranked,
    surely_above,
    surely_below,
    told,
    transformed,
    untold,
    value,
)
from balance.stats.questions.coverage import (
    LAWS,
    SHARES,
    average,
    break_evens,
    difference,
    families,
    mean,
    pool,
    rates,
    same_games,
    settled,
    share,
    tables,
)
from balance.stats.results import Interval
from balance.sweep.store import fact_frame, tally_frame
from tests.sweep import coin_questions

COLUMNS = Columns(("red", "blue"), "contest")
MANIFEST: dict[str, Any] = {
    "system": "coins",
    "columns": {"seats": ["red", "blue"], "setting": "contest"},
    "contestants": ["axe", "bow"],
    "settings": ["duel", "series"],
    "headline": ["fierce", "fierce"],
    "rulings": {},
    "configuration": {"loadouts": {"axe": {"hit": 3}}},
}


def won(wins: int, games: int, place: str = "a") -> Quantity:
    """Return a share of games."""
    return mean_of({1: wins, 0: games - wins}, [place], between=(0, 1))


def ends(quantity: Quantity) -> tuple[float, float]:
    found = quantity.interval()
    return found.low, found.high


def width(quantity: Quantity) -> float:
    low, high = ends(quantity)
    return high - low


def counted(*cells: tuple[Cell, dict[int, int], list[tuple[str, str, int, int]]]) -> Played:
    """Return a run of cells: games by margin, and facts as (fact, key, games, won by red)."""
    tallies = []
    for one, margins, facts in cells:
        low = min(margins)
        counts = [margins.get(margin, 0) for margin in range(low, max(margins) + 1)]
        tallies.append(
            CellTally(
                cell=one,
                games=sum(counts),
                wins=sum(games for margin, games in margins.items() if margin > 0),
                ties=margins.get(0, 0),
                margin_offset=low,
                margin_counts=np.array(counts, np.int64),
                facts=tuple(FactRow(fact, key, games, wins, 0) for fact, key, games, wins in facts),
            )
        )
    return Played(MANIFEST, tally_frame(tallies, COLUMNS), fact_frame(tallies, COLUMNS))


def duel(first: str, second: str, setting: str = "duel", policy: str = "fierce", bid: int = 0) -> Cell:
    return Cell((first, second), setting, (policy, policy), bid)


@pytest.fixture(scope="module")
def run() -> Played:
    """Two cells of 100 games, one of 200, one of other policies and one with a bid."""
    return counted(
        (
            duel("axe", "bow"),
            {-2: 30, 0: 20, 4: 50},
            [("hits, red", "2", 60, 30), ("hits, red", "3", 20, 15), ("end", "death", 10, 4)],
        ),
        (duel("bow", "axe"), {-1: 40, 1: 60}, [("hits, red", "4", 100, 60)]),
        (duel("axe", "axe", "series"), {-1: 100, 1: 100}, []),
        (duel("axe", "bow", policy="meek"), {1: 50}, []),
        (duel("axe", "bow", bid=2), {1: 70}, []),
    )


def test_one_share_has_the_published_wilson_interval() -> None:
    assert ends(won(15, 148)) == pytest.approx((0.0624, 0.1605), abs=5e-5)  # Newcombe (1998), 15 of 148


def test_the_difference_of_two_shares_has_newcombes_published_interval() -> None:
    # Newcombe (1998), table II, method 10: 56 of 70 less 48 of 80
    assert ends(won(56, 70) - won(48, 80, "b")) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_a_mean_of_shares_has_the_interval_of_weighted_shares() -> None:
    found = pooled([won(30, 60), won(90, 100, "b")]).interval()
    estimate, low, high = weighted_share(Counts.of([30, 90], [60, 100]))
    assert (found.estimate, found.low, found.high) == pytest.approx(tuple(map(float, (estimate, low, high))))
    assert found.games == 160


def test_a_number_of_two_values_has_the_interval_of_its_share_stretched() -> None:
    low, high = ends(won(15, 148))
    assert ends(mean_of({6: 15, -3: 133}, ["a"])) == pytest.approx((9 * low - 3, 9 * high - 3))


def test_numbers_of_many_games_have_the_interval_of_the_normal_law() -> None:
    found = mean_of({0: 5000, 2: 5000}, ["a"]).interval()  # mean 1, deviation 1
    assert (found.low, found.high) == pytest.approx((1 - 1.96 / 100, 1 + 1.96 / 100), abs=2e-5)


def test_numbers_that_are_all_alike_are_not_taken_for_certain() -> None:
    found = mean_of({4: 400}, ["a"]).interval()
    assert found.estimate == 4
    assert 0.005 < 4 - found.low < 0.02
    assert found.high - 4 == pytest.approx(4 - found.low)


def test_a_rare_large_number_that_is_known_to_be_possible_is_allowed_for() -> None:
    none_seen = mean_of({0: 400}, ["a"], between=(0, 20)).interval()
    assert (none_seen.estimate, none_seen.low) == (0, 0)
    assert none_seen.high == pytest.approx(20 * 3.8415 / (400 + 3.8415), abs=1e-3)  # z² / (n + z²)


def test_quantities_are_calculated_with_as_numbers() -> None:
    hits = mean_of({2: 50, 4: 50}, ["a"])
    assert (2 * hits - 1).interval().estimate == 5
    assert (1 - hits).interval().estimate == -2
    assert (-hits + 1 + hits).interval() == Interval(1, 1, 1, 100, "exact")
    assert width(2 * hits) == pytest.approx(2 * width(hits))
    assert width(hits - 7) == pytest.approx(width(hits))


def test_taken_away_a_lopsided_interval_is_turned_round() -> None:
    rare = won(2, 400)
    low, high = ends(rare)
    assert ends(1 - rare) == pytest.approx((1 - high, 1 - low))


def test_two_facts_of_the_same_games_are_taken_to_err_together() -> None:
    apart = won(50, 100) + won(50, 100, "b")
    same = won(50, 100) + won(50, 100)
    assert width(apart) < width(same) * 0.72  # √2 smaller
    assert width(won(200, 400) - won(200, 400)) == pytest.approx(2 * width(won(200, 400)))


def test_unknown_quantities_stay_unknown_and_are_left_out_of_means() -> None:
    assert not (UNKNOWN + won(1, 2) - 3).known
    assert pooled([UNKNOWN, won(50, 100)]).interval().estimate == 0.5
    assert not pooled([UNKNOWN]).known
    assert told(value(UNKNOWN, "hits")) == "not played"


@pytest.mark.parametrize(
    ("quantity", "shown"),
    [
        (mean_of({2: 14, 3: 15}, ["a"], between=(0, 9)), False),  # 29 games
        (mean_of({2: 15, 3: 15}, ["a"], between=(0, 9)), True),
        (won(40, 80), False),  # 39 to 61 in 100
        (won(50, 100), True),  # 40 to 60
        (won(50, 100) - won(50, 100, "b"), True),
        (won(40, 80) - won(40, 80, "b"), False),
        (pooled(won(6, 12, str(place)) for place in range(10)), True),
    ],
)
def test_too_few_games_give_no_number(quantity: Quantity, shown: bool) -> None:
    found = value(quantity, IN_100)
    assert math.isfinite(found.interval.estimate) == shown
    assert (told(found) == "not enough games to tell") == (not shown)
    if not shown:
        assert not surely_above(found, -1)
        assert not surely_below(found, 2)


def test_intervals_of_a_family_are_wider_and_are_shown_as_often() -> None:
    one, ten = (value(won(49, 98), IN_100, family=size) for size in (1, 10))
    z = 2.8 / 1.96  # two-sided 0.95 ** 0.1 = 0.99488: z = 2.800
    assert ten.interval.high - ten.interval.low == pytest.approx(
        z * (one.interval.high - one.interval.low), rel=0.03
    )


def test_the_break_even_chance_is_where_gain_and_loss_are_even() -> None:
    gain = value(mean_of({9: 200, 3: 200}, ["a"]), "points")
    found = break_even(gain, 3.0)
    assert found.interval.estimate == pytest.approx(3 / 9)
    assert found.interval.low == pytest.approx(3 / (3 + gain.interval.high))
    assert found.interval.high == pytest.approx(3 / (3 + gain.interval.low))
    assert found.unit == IN_100
    assert break_even(exact(-2, "points"), 3.0).interval.estimate == 1  # nothing to gain
    assert math.isnan(break_even(value(UNKNOWN, "points"), 3.0).interval.low)
    assert transformed(exact(2, "hits"), lambda hits: -hits, "hits").interval.high == -2


def test_cells_are_chosen_by_name_and_policies(run: Played) -> None:
    assert run.cells().names == (
        ("axe", "axe", "series", ("fierce", "fierce")),
        ("axe", "bow", "duel", ("fierce", "fierce")),
        ("bow", "axe", "duel", ("fierce", "fierce")),
    )
    assert run.policies == (("fierce", "fierce"), ("meek", "meek"))
    assert run.cells("axe", "bow").games == 100
    assert run.cells(policies=("meek", "meek")).games == 50
    assert len(run.cells(where=lambda first, second, setting: first != second and setting == "duel")) == 2
    assert [one.games for one in run.cells()] == [200, 100, 100]
    two = run.cells("axe", "bow")
    assert (two.wins() - two.share("end", "death") + 2 * two.margin()).games == 100
    assert run.cells("bow", "bow").wins().interval().note == "not played"
    assert run.cells("bow", "bow").margin().interval().note == "not played"
    assert run.configuration["loadouts"]["axe"] == {"hit": 3}


def test_shared_level_games_are_half_a_win_and_else_a_loss(run: Played) -> None:
    assert run.cells("axe", "bow").wins().estimate == pytest.approx(0.6)
    assert run.cells("axe", "bow").wins(seat=1).estimate == pytest.approx(0.4)
    strict = Played({**MANIFEST, "rulings": {"tie_break": "blue"}}, run.tallies, run.facts)
    assert strict.cells("axe", "bow").wins().estimate == pytest.approx(0.5)


def test_cells_weigh_alike_unless_games_shall(run: Played) -> None:
    assert run.cells().wins().estimate == pytest.approx((0.5 + 0.6 + 0.6) / 3)
    assert run.cells().margin().estimate == pytest.approx((0 + 1.4 + 0.2) / 3)
    assert run.cells().margin(seat=1).estimate == pytest.approx(-(0 + 1.4 + 0.2) / 3)
    assert run.cells().share("end", "death").estimate == pytest.approx(0.1 / 3)
    assert run.cells().share("end", "death", by_games=True).estimate == pytest.approx(10 / 400)


def test_facts_are_asked_by_key(run: Played) -> None:
    one = run.cells("axe", "bow")
    assert run.keys("hits, red") == ("2", "3", "4")
    assert one.keys("hits, red") == ("2", "3")
    assert one.mean("hits, red").estimate == pytest.approx((60 * 2 + 20 * 3) / 80)
    assert one.mean("hits, red", otherwise=0).estimate == pytest.approx((60 * 2 + 20 * 3) / 100)
    assert one.mean("hits, red", lambda key: None if key == "2" else float(key)).estimate == 3
    assert one.share("hits, red", "3", of_all=False).estimate == pytest.approx(20 / 80)
    assert one.share("hits, red", "3", "2").estimate == pytest.approx(80 / 100)
    assert one.won("hits, red", "3").estimate == pytest.approx(15 / 20)
    assert one.won("hits, red", "3", seat=1).estimate == pytest.approx(5 / 20)
    assert run.cells().mean("hits, red").estimate == pytest.approx((2.25 + 4) / 2)  # one cell has none
    assert run.cells().mean("hits, red", by_games=True).estimate == pytest.approx((180 + 400) / 180)


def test_the_limits_of_a_fact_are_those_of_the_whole_run(run: Played) -> None:
    ((_, sample),) = run.cells("axe", "bow").mean("hits, red").parts
    assert (sample.low, sample.high) == (2, 4)
    ((_, sample),) = run.cells("axe", "bow").mean("hits, red", between=(0, 12)).parts
    assert (sample.low, sample.high) == (0, 12)


def test_games_with_different_keys_of_one_fact_are_independent(run: Played) -> None:
    one = run.cells("axe", "bow")
    (_, two), (_, three) = (one.won("hits, red", key).parts[-1] for key in "23")
    assert two.apart(three)
    assert not two.apart(one.wins().parts[0][1])
    assert not two.apart(one.won("end", "death").parts[0][1])
    assert two.apart(run.cells("bow", "axe").wins().parts[0][1])


def test_a_cell_less_the_mean_of_it_and_another_is_half_their_difference(run: Played) -> None:
    one, other = run.cells("axe", "bow").wins(), run.cells("bow", "axe").wins()
    both = run.cells(where=lambda first, second, setting: setting == "duel").wins()
    assert ends(one - both) == pytest.approx(ends(0.5 * (one - other)))
    swapped = one - run.cells("axe", "bow").wins(seat=1)
    assert ends(swapped) == pytest.approx(ends(2 * one - 1))


def test_a_deviation_gains_does_not_gain_or_is_not_settled() -> None:
    kept = mean_of({0: 2000, 2: 2000}, ["kept"])  # mean 1, deviation 1: a difference errs by 0.022
    better, worse, alike = (mean_of({0: 2000 - more, 2: 2000 + more}, [str(more)]) for more in (400, -400, 1))
    some = deviations(kept, {"better": better, "worse": worse}, "points")
    assert (some.verdict, some.surely) == (Gain.SOME, ("better",))
    assert some.gains["worse"].interval.estimate == pytest.approx(-0.2)
    assert deviations(kept, {"worse": worse}, "points").verdict is Gain.NONE
    assert deviations(kept, {"worse": worse, "alike": alike}, "points").verdict is Gain.OPEN
    assert deviations(kept, {"worse": worse, "alike": alike}, "points", tolerance=0.1).verdict is Gain.NONE
    assert deviations(kept, {"better": better}, "points", tolerance=0.3).verdict is Gain.NONE
    assert deviations(kept, {"unknown": UNKNOWN}, "points").verdict is Gain.OPEN
    assert deviations(kept, {}, "points").verdict is Gain.OPEN
    wider = deviations(kept, {"better": better}, "points", family=50).gains["better"].interval
    assert wider.low < some.gains["better"].interval.low


def test_only_options_that_are_surely_beaten_are_not_the_best() -> None:
    options = {name: won(wins, 1000, name) for name, wins in (("a", 500), ("b", 510), ("c", 300))}
    assert best({**options, "unknown": UNKNOWN}) == ("b", "a")
    assert best({"unknown": UNKNOWN}) == ()


def test_the_best_of_many_groups_are_told_with_all_of_them_in_mind() -> None:
    # 0.06 apart, the difference errs by √(2 · 0.2491 / 600) = 0.0288: 2.08 of these, above 1.96 but below 2.73
    options = {name: won(wins, 600, name) for name, wins in (("a", 318), ("b", 282))}
    assert best(options) == ("a",)
    assert best(options, groups=8) == ("a", "b")


def test_the_largest_of_several_is_never_one_without_a_number() -> None:
    few = value(won(2, 3, "few"), IN_100)
    found = [few, exact(0.2, IN_100), exact(0.4, IN_100), few]
    assert largest(found) == exact(0.4, IN_100)
    assert largest([few]) is None
    assert ranked([(name, one) for name, one in zip("abcd", found, strict=True)], most=4) == (
        "c (40 in 100), b (20 in 100), a (not enough games to tell) and d (not enough games to tell)"
    )


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (value(won(15, 148), IN_100), "10 (6–16)"),
        (value(won(15, 148), IN_100, signed=True), "+10.1 (+6.2 to +16.0)"),
        (value(won(296, 592), IN_100), "50 (46–54)"),
        (value(mean_of({-9: 300, -7: 300}, ["a"]), "points"), "−8.0 (−8.1 to −7.9)"),
        (value(won(0, 100_000), IN_100), "< 0.01"),  # up to 0.004
        (value(won(100_000, 100_000), IN_100), "≥ 99.99"),
        (value(won(0, 10_000), IN_100), "0.00 (0.00–0.04)"),
        (exact(0.25, IN_100), "25"),
        (exact(-1.5, "points", signed=True), "−1.5"),
        (exact(2 / 3, "hits"), "0.667"),
        (None, "–"),
    ],
)
def test_values_are_printed_with_their_intervals(shown: Any, text: str) -> None:
    assert cell(shown) == text


def test_almost_none_is_told_in_words() -> None:
    assert told(value(won(0, 100_000), IN_100)) == "less than 0.01 in 100"


@pytest.mark.parametrize(
    ("low", "estimate", "high", "text"),
    [
        (0.0, 0.0, 0.0271, "0 in 100 (at most 3)"),
        (0.0, 0.0, 0.0004, "0 in 100 (at most 0.04)"),
        (0.0, 0.0, 0.00003, "less than 0.01 in 100"),
        (0.9729, 1.0, 1.0, "100 in 100 (at least 97)"),
        (0.99997, 1.0, 1.0, "at least 99.99 in 100"),
        (0.0, 0.001, 0.02, "0 (0–2) in 100"),
    ],
)
def test_what_never_or_always_happened_is_told_by_its_limit(
    low: float, estimate: float, high: float, text: str
) -> None:
    assert told(Value(Interval(estimate, low, high, 1000), IN_100)) == text


def test_the_largest_few_are_named_and_the_others_counted() -> None:
    found = [(name, exact(number, "wins")) for name, number in zip("abcde", (1, -9, 3, 2, 8), strict=True)]
    assert ranked(found) == "b (-9 wins), e (8 wins), c (3 wins) and 2 more".replace("-", "−")
    # four stay four: "1 more" is no shorter than a name
    assert ranked(found[1:]) == "b (−9 wins), e (8 wins), c (3 wins) and d (2 wins)"
    assert ranked(found[:1]) == "a (1 wins)"


def test_a_table_says_whether_it_has_intervals_and_a_note_is_not_said_twice() -> None:
    by_rule = Row(("plate",), (exact(8, "hits"),))
    played = Row(("latex",), (Value(Interval(7.0, 6.0, 8.0, 100), "hits", family=2),))

    def shown(rows: tuple[Row, ...], note: str = "") -> Block:
        answer = Answer(
            "armour", "What?", ("Much.",), labels=("Suit",), quantities=("Hits",), rows=rows, note=note
        )
        return section([answer]).blocks[1]

    def caption(rows: tuple[Row, ...]) -> str:
        table = shown(rows).table
        return "" if table is None else table.caption

    assert caption((by_rule,)) == "By suit."
    assert caption((by_rule, played)) == "By suit, with 95% intervals."
    assert shown((played,)).paragraphs[1:] == (
        "The intervals under “Hits” hold together: 95% is for all of them.",
    )
    assert shown((played,), "A row's intervals hold together.").paragraphs[1:] == (
        "A row's intervals hold together.",
    )


def test_numbers_that_only_sentences_tell_are_missed() -> None:
    one, other = value(won(50, 100), IN_100), value(won(20, 100, "b"), IN_100)
    said = (f"{told(one)} is more than {told(other)} (surely).",)
    answer = Answer("key", "Title?", said, ("What",), ("Share",), (Row(("one",), (one,)),))
    assert untold(answer) == (cell(other),)
    assert untold(Answer("key", "Title?", said, numbers=(one, other))) == ()


def test_an_answer_whose_table_does_not_fit_is_refused() -> None:
    row = Row(("one",), (None,))
    for wrong in (
        {"sentences": ()},
        {"labels": ()},
        {"quantities": ("Share", "Hits")},
        {"bar": "Hits"},
    ):
        given: dict[str, Any] = {
            "sentences": ("So.",),
            "labels": ("What",),
            "quantities": ("Share",),
            "rows": (row,),
        }
        with pytest.raises(ValueError, match="key"):
            Answer("key", "Title?", **{**given, **wrong})


def test_a_system_without_questions_has_no_answers(run: Played) -> None:
    assert answers_of({**MANIFEST, "system": "pacts"}, run.tallies, run.facts) == ()
    assert answers_of({**MANIFEST, "system": "nobody's"}, run.tallies, run.facts) == ()
    seen: list[str] = []

    def find(system: str) -> Any:
        seen.append(system)
        return lambda played: (Answer("games", "How many?", (str(played.cells().games),)),)

    (answer,) = answers_of(MANIFEST, run.tallies, run.facts, find=find)
    assert (seen, answer.sentences) == (["coins"], ("400",))
    assert coin_questions.answers.__module__.endswith("coin_questions")


@pytest.mark.parametrize("name", ["hits 3 to 7, most of them 5", "20 points with chance 0.005, else none"])
def test_means_hold_the_truth(name: str) -> None:
    found = rates(average(LAWS[name]), mean(LAWS[name]), 1000, 800)
    assert found["held"] == pytest.approx(0.955, abs=0.025)
    assert found["printed"] == 1


def test_pooled_means_and_differences_hold_the_truth() -> None:
    laws = list(LAWS.values())
    truth = sum(map(mean, laws)) / len(laws)
    assert rates(pool(laws), truth, 600, 400)["held"] == pytest.approx(0.955, abs=0.035)
    one, other = SHARES["0.02 and 0.05"]
    found = rates(difference(share(one), share(other, "b")), -0.03, 400, 800)
    assert found["held"] == pytest.approx(0.955, abs=0.025)


def test_facts_of_the_same_games_never_hold_the_truth_too_seldom() -> None:
    law = LAWS["hits 3 to 7, most of them 5"]
    assert rates(same_games(law, 1, 1.0), 10, 200, 300)["held"] >= 0.92
    assert rates(same_games(law, -1, 0.0), 0, 200, 300)["held"] >= 0.97


def test_other_ways_are_seldom_said_to_gain_or_not_to_gain_falsely() -> None:
    found = families(LAWS["hits 3 to 7, most of them 5"], 4, 200, 80)
    assert found["all hold"] >= 0.9
    assert found["a false gain"] <= 0.07
    assert found["one lost"] == 0
    assert found["a false none"] <= 0.05


@pytest.mark.slow
@pytest.mark.parametrize("games", [100, 400, 2000])
@pytest.mark.parametrize("name", LAWS)
def test_means_hold_the_truth_in_full(name: str, games: int) -> None:
    rare = "0.005" in name or "in 200" in name
    found = rates(average(LAWS[name]), mean(LAWS[name]), games, 4000, seed=2)
    assert found["held"] >= (0.89 if rare else 0.925 if games == 100 else 0.935)
    if games == 2000:
        assert found["held"] <= 0.975


@pytest.mark.slow
@pytest.mark.parametrize("name", SHARES)
def test_differences_of_shares_hold_the_truth_in_full(name: str) -> None:
    one, other = SHARES[name]
    for games in (100, 400, 2000):
        found = rates(difference(share(one), share(other, "b")), mean(one) - mean(other), games, 4000, seed=2)
        assert found["held"] >= 0.935


@pytest.mark.slow
def test_break_even_chances_and_families_hold_in_full() -> None:
    law = LAWS["hits 3 to 7, most of them 5"]
    assert break_evens(law, 3.0, 400, 4000)["held"] >= 0.94
    for size in (3, 12):
        found = families(law, size, 1000, 2000)
        assert found["all hold"] >= 0.94
        assert found["a false gain"] <= 0.05
        assert found["a false none"] <= 0.05
    assert settled(law, 3, 4000, 300)[Gain.NONE.value] > 0.85
    assert len(list(tables(20))) == 9


def test_no_fact_of_another_run_is_needed(run: Played) -> None:
    bare = Played(MANIFEST, run.tallies, run.facts.filter(pl.lit(value=False)))
    assert bare.cells().mean("hits, red").interval().note == "not played"
    assert bare.cells().share("end", "death").estimate == 0


def test_a_game_that_counts_several_times_tells_as_much_as_one() -> None:
    cards = counted((duel("axe", "bow"), {1: 100}, [("card", "1", 150, 150), ("card", "3", 150, 150)]))
    found = cards.cells().mean("card")
    assert found.estimate == 2
    assert ends(found) == pytest.approx(ends(mean_of({1: 50, 3: 50}, ["a"])))
    assert found.games == 100
    assert cards.cells().share("card", "1", "3").estimate == 1
    assert cards.cells().share("card", "1", of_all=False).games == 100
