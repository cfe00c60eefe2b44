"""Each pair by itself: expected values are worked out by hand from twenty games on two layouts."""

from __future__ import annotations

import json
import math
from typing import Any

import jsonschema
import numpy as np
import polars as pl
import pytest

from balance.stats.details.coverage import cards as marks
from balance.stats.details.coverage import differences, medians, split_shares
from balance.stats.details.differences import newcombe, same_share_p_value
from balance.stats.details.margins import final_margins
from balance.stats.details.results import Details, PairDetails
from balance.stats.details.summary import CARD_COLUMNS
from balance.stats.intervals import mean_interval, wilson
from balance.stats.results import Estimates, Interval
from balance.stats.summary import schema, summary
from tests.statistics.rows import estimated, row
from tests.statistics.test_summary import RUN

ROWS = (
    row("a", "b", 7, 10, ties=1, margins={-3: 2, -1: 1, 0: 1, 2: 2, 5: 4}),
    row("a", "b", 6, 10, layout="other", margins={-2: 4, 1: 5, 8: 1}),
)
"""Twenty games, thirteen won by the first seat."""

FACTS: dict[str, dict[str, tuple[int, int, int]]] = {
    "lead_after_round": {
        "1 seelie": (10, 8, 18), "1 unseelie": (8, 3, -15), "1 level": (2, 2, 0),
        "2 seelie": (12, 12, 38), "2 unseelie": (7, 0, -15), "2 level": (1, 1, 0),
    },
    "score_after_round": {
        "1 seelie": (20, 13, 150), "1 unseelie": (20, 13, 147),
        "2 seelie": (20, 13, 300), "2 unseelie": (20, 13, 277),
    },
    "cards_played": {"seelie MOVE 1": (10, 9, 13), "seelie POINTS": (20, 13, 31), "unseelie MOVE 1": (5, 1, 5)},
    "cards_taken": {"seelie MOVE 1": (11, 9, 14), "unseelie MOVE 1": (6, 1, 6)},
    "split": {
        "seelie 3-2 larger": (8, 6, 9), "seelie 3-2 smaller": (4, 3, 6), "seelie 4-1 larger": (19, 12, 25),
        "unseelie 5-0 smaller": (20, 13, 40),
    },
    "token": {"seelie": (18, 12, 26), "unseelie": (14, 9, 14)},
}  # fmt: skip


def fact_rows(facts: dict[str, Any], **where: Any) -> list[dict[str, Any]]:
    """Return rows of facts in one cell, and a third of each in the other layout."""
    rows = []
    for fact, keys in facts.items():
        for key, counts in keys.items():
            other = tuple(count // 3 for count in counts)
            for layout, own in (
                ("standard", [a - b for a, b in zip(counts, other, strict=True)]),
                ("other", other),
            ):
                cell = {
                    "seelie": "a", "unseelie": "b", "layout": layout, "seelie_policy": "planner",
                    "unseelie_policy": "planner", "bid_to": "", "bid": 0, "fact": fact, "key": key,
                }  # fmt: skip
                rows.append({**cell, **where, **dict(zip(("games", "wins", "sum"), own, strict=True))})
    return rows


def found(*more: dict[str, Any], tie_break: str = "seelie", facts: dict[str, Any] = FACTS) -> Estimates:
    """Return the estimates of the twenty games, and of further facts."""
    return estimated(*ROWS, tie_break=tie_break, facts=pl.DataFrame([*fact_rows(facts), *more]))


def details(estimates: Estimates) -> Details:
    assert estimates.details is not None
    return estimates.details


@pytest.fixture(scope="module")
def pair() -> PairDetails:
    return details(found()).pairs[0]


def ends(interval: Interval) -> tuple[float, float, float]:
    return interval.estimate, interval.low, interval.high


def of_games(wins: float, games: float) -> Any:
    """Return a share with Wilson's interval."""
    low, high = wilson(wins / games, games)
    return pytest.approx((wins / games, float(low), float(high)))


def test_margins_of_all_layouts_are_counted_together(pair: PairDetails) -> None:
    assert pair.games == 20
    assert pair.margins.offset == -3
    assert pair.margins.counts == (2, 4, 1, 1, 5, 2, 0, 0, 4, 0, 0, 1)
    assert ends(pair.margins.close) == of_games(12, 20)


def test_quartiles_are_order_statistics(pair: PairDetails) -> None:
    lower, middle, upper = pair.margins.quartiles
    assert ends(lower) == (-2, -3, 1)  # the 5th of 20, between the 2nd and the 10th
    assert ends(middle) == (1, -2, 2)  # the 10th, between the 6th and the 15th
    assert ends(upper) == (2, 1, 5)  # the 15th, between the 11th and the 19th


def test_a_quartile_of_few_games_has_no_ends() -> None:
    lower, *_ = final_margins(np.array([[3]]), 4)[0].quartiles
    assert lower.estimate == 4
    assert math.isnan(lower.low)


def test_wide_margins_are_counted_in_steps_with_level_games_apart() -> None:
    counts = np.zeros((1, 60), np.int64)
    for margin, games in {-25: 2, -4: 1, -3: 5, 0: 7, 1: 1, 3: 1, 6: 9}.items():
        counts[0, margin + 30] = games
    bins = final_margins(counts, -30)[0].bins
    assert (bins[0].low, bins[0].high, bins[0].games) == (-27, -25, 2)
    assert [(b.low, b.high, b.games) for b in bins[-5:]] == [
        (-6, -4, 1), (-3, -1, 5), (0, 0, 7), (1, 3, 2), (4, 6, 9),
    ]  # fmt: skip
    assert sum(b.games for b in bins) == 26


def test_leads_and_scores_after_a_round(pair: PairDetails) -> None:
    one = pair.rounds[0]
    assert one.number == 1
    assert one.scores == (7.5, 7.35)
    assert one.lead.estimate == pytest.approx(0.15)
    assert math.isnan(one.lead.low)
    assert ends(one.ahead[0]) == of_games(10, 20)
    assert ends(one.ahead[1]) == of_games(8, 20)
    assert ends(one.level) == of_games(2, 20)
    assert ends(one.keeps[0]) == of_games(8, 10)
    assert ends(one.keeps[1]) == of_games(5, 8)  # it leads in 8 games, of which the other wins 3
    assert ends(one.leader_wins) == of_games(13, 18)


def test_the_lead_after_the_last_round_is_the_final_margin(pair: PairDetails) -> None:
    assert ends(pair.rounds[-1].lead) == ends(found().pairs[0].margin_mean)


def test_a_lead_has_an_interval_where_each_games_lead_was_counted() -> None:
    halves = {"margin_after_round_1": {"2": (10, 9, 0), "-1": (10, 4, 0)}}
    one = details(found(*fact_rows(halves))).pairs[0].rounds[0]
    assert ends(one.lead) == mean_interval(20, 10, 50)


def test_a_cards_difference_is_newcombes(pair: PairDetails) -> None:
    move = next(use for use in pair.cards if (use.seat, use.card) == (0, "MOVE 1"))
    assert (move.games, move.wins, move.times, move.taken_games, move.taken_times) == (10, 9, 13, 11, 14)
    assert ends(move.played) == of_games(9, 10)
    assert ends(move.unplayed) == of_games(4, 10)
    assert ends(move.difference) == pytest.approx((0.5, 0.0816, 0.7459), abs=1e-4)


def test_the_second_seats_cards_count_its_own_wins(pair: PairDetails) -> None:
    move = next(use for use in pair.cards if use.seat == 1)
    assert (move.games, move.wins) == (5, 4)
    assert ends(move.unplayed) == of_games(3, 15)


def test_cards_are_tested_together_and_those_always_played_not_at_all(pair: PairDetails) -> None:
    assert details(found()).compared == 2
    q = {(use.seat, use.card): use.q_value for use in pair.cards}
    # Fisher: 2 x 5291 / 184756 and 2 x 476 / 15504; the larger one bounds both
    assert q[0, "MOVE 1"] == q[1, "MOVE 1"] == pytest.approx(952 / 15504)
    assert q[0, "POINTS"] == 1
    always = next(use for use in pair.cards if use.card == "POINTS")
    assert math.isnan(always.difference.estimate)
    assert not any(use.marked for use in pair.cards)


def test_a_clear_difference_is_marked() -> None:
    clear = {"cards_played": {"seelie MOVE 1": (13, 13, 13)}}
    assert [use.marked for use in details(found(facts=clear)).pairs[0].cards] == [True]


def test_splits_are_shares_of_the_splitters_own(pair: PairDetails) -> None:
    even, uneven, all_five = pair.splits
    assert (even.splitter, even.larger, even.smaller, even.times) == (0, 3, 2, {"larger": 9, "smaller": 6})
    low, high = wilson(15 / 40, 20)  # two splits a game, as if both were alike
    assert ends(even.share) == pytest.approx((15 / 40, float(low), float(high)))
    low, high = wilson(9 / 15, 7.5)
    assert ends(even.kept_larger) == pytest.approx((9 / 15, float(low), float(high)))
    assert ends(even.wins["larger"]) == of_games(6, 8)
    assert ends(uneven.wins["larger"]) == of_games(12, 19)
    assert (all_five.splitter, all_five.larger) == (1, 5)
    assert ends(all_five.wins["smaller"]) == of_games(7, 20)
    assert all_five.kept_larger.estimate == 0


def test_the_token_is_a_share_of_rounds(pair: PairDetails) -> None:
    first, second = pair.token
    low, high = wilson(26 / 40, 20)
    assert ends(first.rounds) == pytest.approx((26 / 40, float(low), float(high)))
    assert ends(second.wins) == of_games(5, 14)


def test_bids_other_policies_and_mirrors_are_in_no_figure(pair: PairDetails) -> None:
    others = [
        *fact_rows(FACTS, bid=2, bid_to="seelie"),
        *fact_rows(FACTS, seelie_policy="random"),
        *fact_rows(FACTS, unseelie="a"),
    ]
    assert repr(details(found(*others)).pairs) == repr((pair,))  # equal to the last nan


def test_shared_ties_count_as_the_second_seats_and_that_is_said() -> None:
    rows = [{**r, "seelie_wins": wins} for r, wins in zip(ROWS, (6, 6), strict=True)]
    facts = {"cards_played": {"unseelie MOVE 1": (5, 1, 5)}}
    told = details(estimated(*rows, tie_break="shared", facts=pl.DataFrame(fact_rows(facts))))
    assert told.shared
    use = told.pairs[0].cards[0]
    assert ends(use.played) == of_games(4, 5)
    assert ends(use.unplayed) == of_games(4, 15)  # 20 games, 12 won by the other, 4 counted above


def test_without_facts_only_margins_are_known() -> None:
    told = details(estimated(*ROWS))
    assert told.missing == ("rounds", "cards", "splits", "token")
    only = told.pairs[0]
    assert only.margins.counts
    assert (only.rounds, only.cards, only.splits, only.token) == ((), (), (), ())


def test_without_headline_games_nothing_is_known() -> None:
    assert estimated(row("a", "b", 1, 2, policies=("random", "random"))).details is None


def test_the_summary_holds_every_figure_under_its_schema() -> None:
    told = summary(found(), run=RUN)
    jsonschema.validate(json.loads(json.dumps(told)), schema())
    own = told["details"]["pairs"][0]
    assert told["details"]["card_columns"] == list(CARD_COLUMNS)
    cards = [dict(zip(CARD_COLUMNS, values, strict=True)) for values in own["cards"]]
    move = next(card for card in cards if card["side"] == "seelie" and card["card"] == "MOVE 1")
    assert (move["difference"], move["games"], move["marked"]) == (0.5, 10, False)
    assert own["splits"][0]["wins"]["larger"]["estimate"] == 0.75
    assert own["rounds"][0]["keeps"]["unseelie"]["estimate"] == 0.625


def test_newcombes_examples_are_found_again() -> None:
    # Newcombe (1998), table II, method 10
    for counts, expected in {(9, 10, 3, 10): (0.1705, 0.8090), (10, 10, 0, 20): (0.6791, 1.0)}.items():
        _, low, high = newcombe(*counts)
        assert (round(float(low), 4), round(float(high), 4)) == expected


def test_fishers_tails_are_doubled_and_never_above_one() -> None:
    assert float(same_share_p_value(5, 10, 5, 10)) == 1
    assert float(same_share_p_value(0, 0, 3, 5)) == 1


def test_intervals_and_marks_keep_their_promises() -> None:
    assert differences(0.6, 0.4, 0.5, games=200, data_sets=4000)["held"] == pytest.approx(0.95, abs=0.012)
    assert medians(100, data_sets=300)["median"] >= 0.93
    shares = split_shares(1.0, data_sets=1000)
    assert shares["as if alike"] == pytest.approx(0.95, abs=0.025)
    assert shares["as if independent"] < 0.85
    few = marks(moving=4, pairs=12, kinds=16, games=400, data_sets=20)
    assert few["false among the marked"] <= 0.08
