"""Set-ups solved by hand or by another road, and what the metagame says of estimated shares."""

from __future__ import annotations

import math
from itertools import combinations, permutations

import jsonschema
import numpy as np
import pytest

from balance.stats.intervals import Array, Counts
from balance.stats.metagame.best_play import metagame
from balance.stats.metagame.coverage import CASES, coverage
from balance.stats.metagame.results import Metagame, SetUp, SetUpKind
from balance.stats.metagame.set_ups import (
    SET_UPS,
    first_picks,
    free_choice,
    one_dealt,
    second_picks,
    two_dealt,
)
from balance.stats.planted import example
from balance.stats.summary import schema, summary
from tests.statistics.rows import estimated, row

GAMES = 10_000


def random_shares(seed: int, contestants: int) -> Array:
    found = np.random.default_rng(seed).uniform(0.3, 0.7, (contestants, contestants))
    np.fill_diagonal(found, np.nan)
    return found


def from_shares(shares: Array, *, games: int = GAMES, draws: int = 20) -> Metagame:
    """Return the metagame of counts that have exactly these shares."""
    names = "abcdefgh"[: len(shares)]
    pairs = list(permutations(range(len(shares)), 2))
    wins = np.array([shares[i, j] * games for i, j in pairs])
    counts = Counts.of(wins, np.full(len(pairs), games))
    return metagame(counts, [(names[i], names[j]) for i, j in pairs], list(names), draws=draws)


def of(found: Metagame, kind: SetUpKind) -> SetUp:
    one = found.set_up(kind)
    assert one is not None
    return one


def value_of_two_by_two(game: Array) -> float:
    """Return the value of a 2 × 2 game by its textbook formula."""
    lower, upper = game.min(axis=1).max(), game.max(axis=0).min()
    if lower == upper:
        return float(lower)
    (a, b), (c, d) = game
    return float((a * d - b * c) / (a + d - b - c))


@pytest.mark.parametrize("seed", range(4))
def test_with_four_contestants_each_deal_is_a_two_by_two_game(seed: int) -> None:
    # Own two say what the other side holds, so nothing is secret but the choice.
    shares = random_shares(seed, 4)
    values = []
    for own in combinations(range(4), 2):
        theirs = [k for k in range(4) if k not in own]
        values.append(value_of_two_by_two(shares[np.ix_(own, theirs)]))
    assert np.isclose(two_dealt([shares])[0].value, np.mean(values))


@pytest.mark.parametrize("seed", range(3))
def test_nobody_gains_by_keeping_the_other_one_of_two(seed: int) -> None:
    n = 6
    shares = random_shares(seed, n)
    play = two_dealt([shares])[0]
    assert play.partners is not None
    first, second = play.partners
    deals = [
        (own, theirs)
        for own in combinations(range(n), 2)
        for theirs in combinations(range(n), 2)
        if not set(own) & set(theirs)
    ]

    def keeps(rates: Array, hand: tuple[int, int], one: int) -> float:
        other = hand[0] if one == hand[1] else hand[1]
        return float(rates[one, other])

    worth = {(own, k): 0.0 for own in combinations(range(n), 2) for k in own}
    against = dict(worth)
    for own, theirs in deals:
        for i in own:
            worth[own, i] += sum(keeps(second, theirs, j) * shares[i, j] for j in theirs) / len(deals)
        for j in theirs:
            against[theirs, j] += sum(keeps(first, own, i) * shares[i, j] for i in own) / len(deals)
    hands = list(combinations(range(n), 2))
    assert np.isclose(sum(max(worth[h, k] for k in h) for h in hands), play.value)
    assert np.isclose(sum(min(against[h, k] for k in h) for h in hands), play.value)
    assert np.isclose(np.nansum(play.played * shares), play.value)


def test_two_dealt_where_strength_is_all_that_counts() -> None:
    # Strengths 0, 1, 2, 3 tenths: everybody keeps the stronger one, so the strongest meets the next best of the rest:
    # one of strength 2 in two thirds of deals, of strength 1 in the others, on either side alike.
    strength = np.arange(4) / 10
    shares = 0.5 + strength[:, None] - strength
    np.fill_diagonal(shares, np.nan)
    found = of(from_shares(shares), SetUpKind.TWO_DEALT)
    assert found.value.estimate == pytest.approx(0.5)
    assert found.distance.estimate == pytest.approx(0.1 * 2 / 3 + 0.2 / 3, abs=1e-3)
    assert found.deal_distance is not None
    assert found.deal_distance.estimate == pytest.approx(0.1 * 2 / 3 + 0.2 / 3, abs=1e-3)
    assert found.spread.estimate == pytest.approx(math.sqrt(0.01 * 2 / 3 + 0.04 / 3), abs=1e-3)
    assert [p.rate.estimate for p in found.first] == pytest.approx([0, 1 / 3, 2 / 3, 1])
    assert [p.never for p in found.second] == [True, False, False, False]
    assert found.first[0].dominated_by == "d"
    assert found.first[3].dominated_by is None
    # Keeping the weakest costs what the partner is stronger by: 1, 2 or 3 tenths.
    assert found.first[0].loss.estimate == pytest.approx(0.2)
    assert {p.name: p.rate for p in found.first[1].partners} == pytest.approx({"a": 1, "c": 0, "d": 0})


def test_a_contested_contestant_goes_to_either_side_at_even_odds() -> None:
    # Both want A. If the first seat gets it, it faces B (0.6 is worse than 0.7); if the second does, B answers (0.45).
    shares = np.array([[np.nan, 0.6, 0.7], [0.45, np.nan, 0.55], [0.4, 0.5, np.nan]])
    play = free_choice([shares])[0]
    assert play.value == pytest.approx((0.6 + 0.45) / 2)
    assert play.played[0, 1] == pytest.approx(0.5)
    assert play.played[1, 0] == pytest.approx(0.5)
    assert play.rates.tolist() == [[1, 0, 0], [1, 0, 0]]
    assert first_picks(shares).value == pytest.approx(0.6)
    assert second_picks(shares).value == pytest.approx(0.45)
    assert one_dealt(shares).value == pytest.approx((0.6 + 0.7 + 0.45 + 0.55 + 0.4 + 0.5) / 6)


@pytest.mark.parametrize("kind", SetUpKind)
def test_exchanging_the_sides_turns_every_value_round(kind: SetUpKind) -> None:
    opposite = {
        SetUpKind.FIRST_PICKS: SetUpKind.SECOND_PICKS,
        SetUpKind.SECOND_PICKS: SetUpKind.FIRST_PICKS,
    }.get(kind, kind)
    shares = random_shares(7, 5)
    play, other = SET_UPS[kind]([shares])[0], SET_UPS[opposite]([1 - shares.T])[0]
    assert play.value == pytest.approx(1 - other.value)
    assert np.allclose(play.played, other.played.T)
    assert np.isclose(play.played.sum(), 1)
    assert np.isclose(np.nansum(play.played * shares), play.value)


def test_where_all_pairs_are_even_every_pick_is_as_good() -> None:
    found = from_shares(np.full((4, 4), 0.5))
    for kind in SetUpKind:
        one = of(found, kind)
        assert one.value.estimate == pytest.approx(0.5)
        assert one.unique is (kind is SetUpKind.ONE_DEALT)
        assert all(
            (p.lowest, p.highest, p.never) == (0.0, 1.0, False)
            for p in (*one.first, *one.second)
            if p.loss.games
        )


def test_a_planted_side_advantage_is_the_value_of_every_set_up() -> None:
    found = from_shares(np.full((5, 5), 0.53))
    for one in found.set_ups:
        assert one.advantage.estimate == pytest.approx(0.03)
        assert one.advantage.low < 0.03 < one.advantage.high
    assert all(one.advantage.low < 0 < one.advantage.high for one in found.levelling)


def test_levelling_says_by_how_much_the_choice_evens_the_sides() -> None:
    # One contestant is worth 20 points on the first side only. Dealt one, the first seat has it in a quarter of the
    # games; holding two it has it in half of them and keeps it: the advantage doubles.
    shares = np.full((4, 4), 0.5)
    shares[0] = 0.7
    np.fill_diagonal(shares, np.nan)
    against_one = from_shares(shares).levelling[0]
    assert (against_one.kind, against_one.against) == (SetUpKind.TWO_DEALT, SetUpKind.ONE_DEALT)
    assert against_one.advantage.estimate == pytest.approx(0.05)
    assert against_one.advantage.low > 0
    assert against_one.distance.estimate == pytest.approx(0.05, abs=0.003)


def test_few_games_leave_pick_rates_open_and_many_do_not() -> None:
    shares = random_shares(3, 4)
    few, many = (of(from_shares(shares, games=n), SetUpKind.FREE_CHOICE) for n in (10, 10_000_000))
    assert any(p.rate.high - p.rate.low > 0.5 and p.rate.note for p in few.first)
    assert all(p.rate.high - p.rate.low < 0.02 for p in many.first)
    assert all(p.chosen in {0.0, 1.0} for p in many.first)


def test_too_few_contestants_and_missing_pairs_are_said() -> None:
    three = from_shares(random_shares(1, 3))
    assert three.set_up(SetUpKind.TWO_DEALT) is None
    assert three.set_up(SetUpKind.FREE_CHOICE) is not None
    assert three.note == "two dealt needs 4 contestants"
    assert metagame(Counts.of([1.0], [2]), [("a", "b")], ["a", "b"]).note == "1 of 2 pairs not played"
    assert metagame(Counts.of([], []), [], ["a", "b"]).note == "not played"
    assert metagame(Counts.of([1.0], [2]), [("a", "b")], ["a"]).set_ups == ()


def test_pairs_without_a_win_and_with_shared_ties_are_no_trouble() -> None:
    names = "abcd"
    rows = [row(a, b, 5 if a < b else 0, 5) for a, b in permutations(names, 2)]
    found = estimated(*rows, draws=4).metagame
    assert found is not None
    assert of(found, SetUpKind.ONE_DEALT).value.estimate == pytest.approx(0.5)
    tied = [row(a, b, 0, 5, ties=5) for a, b in permutations(names, 2)]
    shared = estimated(*tied, tie_break="shared", draws=4).metagame
    assert shared is not None
    assert of(shared, SetUpKind.TWO_DEALT).value.estimate == pytest.approx(0.5)


def test_the_summary_of_a_metagame_keeps_to_the_schema_and_is_the_same_each_time() -> None:
    tallies = example(3, contestants=5, settings=1).draw(np.random.default_rng(1), 300)
    written = [summary(estimated(*tallies.to_dicts(), draws=4), run={"name": "x"}) for _ in range(2)]
    jsonschema.validate(written[0], schema())
    assert written[0] == written[1]
    kinds = [one["kind"] for one in written[0]["metagame"]["set_ups"]]
    assert kinds == [kind.value for kind in SetUpKind]
    dealt = written[0]["metagame"]["set_ups"][1]
    assert set(dealt["picks"]) == {"seelie", "unseelie"}
    assert set(dealt["picks"]["seelie"][0]["partners"]) == {"c1", "c2", "c3", "c4"}


def test_values_hold_the_truth_as_often_as_they_say() -> None:
    found = coverage(CASES["intransitive"][:4, :4], 200, 80)
    assert all(rate >= 0.87 for name, rate in found.items() if name.startswith(("value", "advantage"))), found
    assert found["value: one dealt"] < 1.0


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_values_hold_the_truth_at_the_nominal_rate(case: str) -> None:
    found = coverage(CASES[case], 400, 2_000)
    values = {name: rate for name, rate in found.items() if name.startswith(("value", "advantage"))}
    assert all(rate >= 0.935 for rate in values.values()), values
