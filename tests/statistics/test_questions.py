"""Questions of a rule system: each quantity worked out by hand or published, and intervals that hold planted truths."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest

from balance.engine.system import Cell, CellTally, Columns, FactRow
from balance.stats.intervals import Counts, weighted_share
from balance.stats.questions import (
    IN_100,
    UNKNOWN,
    Answer,
    Gain,
    Played,
    Quantity,
    answers_of,
    best,
    break_even,
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
    value,
)
from balance.stats.results import Interval
from balance.sweep.store import fact_frame, tally_frame
from tests.statistics.asked import won
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
