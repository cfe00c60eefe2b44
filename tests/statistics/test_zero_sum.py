"""Published equilibria, and games solved by hand."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from balance.stats.intervals import Array
from balance.stats.metagame.set_ups import two_dealt
from balance.stats.metagame.zero_sum import Solution, first_ranges, solve, solve_all, solve_matrix


def each(solution: Solution) -> Array:
    """Return weights that pick out every choice of the first player."""
    holdings, choices = solution.first.shape
    return np.eye(holdings * choices).reshape(-1, holdings, choices)


def close(found: Array, expected: list[float]) -> bool:
    return bool(np.allclose(found, expected, atol=1e-7))


def test_rock_paper_scissors_with_unequal_stakes() -> None:
    game = solve_matrix([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    lowest, highest, unique = first_ranges(game, each(game))
    assert abs(game.value) < 1e-9
    assert unique
    assert close(lowest, [1 / 4, 1 / 2, 1 / 4])
    assert close(highest, [1 / 4, 1 / 2, 1 / 4])
    assert close(game.second[0], [1 / 4, 1 / 2, 1 / 4])


def test_two_finger_morra() -> None:
    # Who is even wins the sum of the fingers if it is even and loses it if odd (T. S. Ferguson, Game Theory).
    game = solve_matrix([[2, -3], [-3, 4]])
    assert np.isclose(game.value, -1 / 12)
    assert close(game.first[0], [7 / 12, 5 / 12])
    assert close(game.second[0], [7 / 12, 5 / 12])


def test_three_finger_morra_has_a_whole_range_of_equilibria() -> None:
    # Show, guess: whoever alone guesses right wins all fingers. Its four extreme optimal mixes are published as
    # (5, 4, 3)/12, (16, 12, 9)/37, (20, 15, 12)/47 and (25, 20, 16)/61 on 1-3, 2-2 and 3-1 (Ferguson, Game Theory).
    plays = list(product((1, 2, 3), repeat=2))
    pay = [[(a + c) * ((g == c and h != a) - (g != c and h == a)) for c, h in plays] for a, g in plays]
    game = solve_matrix(pay)
    lowest, highest, unique = first_ranges(game, each(game))
    assert abs(game.value) < 1e-9
    assert not unique
    on = [plays.index(p) for p in ((1, 3), (2, 2), (3, 1))]
    assert close(lowest[on], [25 / 61, 15 / 47, 9 / 37])
    assert close(highest[on], [16 / 37, 4 / 12, 16 / 61])
    assert np.delete(highest, on).max() == 0.0


def test_colonel_blotto_with_four_regiments_against_three() -> None:
    # Two posts; a post is worth one more than the regiments lost there. Value 14/9 (Ferguson, Game Theory).
    pay = [[4, 2, 1, 0], [1, 3, 0, -1], [-2, 2, 2, -2], [-1, 0, 3, 1], [0, 1, 2, 4]]
    game = solve_matrix(pay)
    lowest, highest, unique = first_ranges(game, each(game))
    assert np.isclose(game.value, 14 / 9)
    assert unique
    assert close(lowest, [4 / 9, 0, 1 / 9, 0, 4 / 9])
    assert close(highest, [4 / 9, 0, 1 / 9, 0, 4 / 9])
    other = game.swapped()
    lowest, highest, unique = first_ranges(other, each(other))
    published = np.array([1 / 30, 7 / 15, 7 / 15, 1 / 30])
    assert not unique
    assert (lowest - 1e-7 <= published).all()
    assert (published <= highest + 1e-7).all()


def test_kuhns_poker() -> None:
    # Kuhn (1950), Contributions to the Theory of Games I, 97–103: value −1/18; the first player bets a jack with chance
    # a from 0 to 1/3, a king with 3a, and calls with a queen with a + 1/3.
    bet, fold, call = range(3)
    answers = list(product((False, True), repeat=2))  # calls a bet, bets after a check
    payoff = np.zeros((3, 3, 3, 4))
    for mine, theirs in product(range(3), repeat=2):
        if mine == theirs:
            continue
        better = 1 if mine > theirs else -1
        for plan, (b, (calls, bets)) in product((bet, fold, call), enumerate(answers)):
            checked = better if not bets else -1 if plan == fold else 2 * better
            won = checked if plan != bet else 2 * better if calls else 1
            payoff[mine, plan, theirs, b] = won / 6
    game = solve(payoff)
    lowest, highest, unique = first_ranges(game, each(game))
    lowest, highest = lowest.reshape(3, 3), highest.reshape(3, 3)
    assert np.isclose(game.value, -1 / 18)
    assert not unique
    jack, queen, king = range(3)
    assert close(np.array([lowest[jack, bet], highest[jack, bet]]), [0, 1 / 3])
    assert close(np.array([lowest[king, bet], highest[king, bet]]), [0, 1])
    assert close(np.array([lowest[queen, call], highest[queen, call]]), [1 / 3, 2 / 3])
    assert highest[king, fold] == 0.0
    assert np.isclose(
        game.second[queen, [n for n, (calls, _) in enumerate(answers) if calls]].sum(), 1 / 3
    )  # calls a bet with a queen


@pytest.mark.parametrize("seed", range(5))
def test_no_pure_plan_does_better_against_the_equilibrium(seed: int) -> None:
    payoff = np.random.default_rng(seed).normal(size=(3, 2, 4, 3))
    game = solve(payoff)
    best = sum(
        max(sum(payoff[h, a, g, b] * game.second[g, b] for g in range(4) for b in range(3)) for a in range(2))
        for h in range(3)
    )
    least = sum(
        min(sum(payoff[h, a, g, b] * game.first[h, a] for h in range(3) for a in range(2)) for b in range(3))
        for g in range(4)
    )
    assert np.isclose(best, game.value)
    assert np.isclose(least, game.value)
    assert np.allclose(game.first.sum(axis=1), 1)
    assert np.allclose(game.second.sum(axis=1), 1)


def test_a_game_in_which_nothing_matters_has_every_mix() -> None:
    game = solve_matrix(np.full((3, 3), 0.5))
    lowest, highest, unique = first_ranges(game, each(game))
    assert (lowest.tolist(), highest.tolist(), unique) == ([0, 0, 0], [1, 1, 1], False)


def test_a_mix_that_is_one_of_two_only_because_of_slack_is_not_called_unique() -> None:
    # The first player may mix its two rows from 1/3 : 2/3 to 2/3 : 1/3 while the second has one best column.
    game = solve_matrix([[0.5, 1.0, 0.25], [0.5, 0.25, 1.0]])
    lowest, highest, unique = first_ranges(game, each(game))
    assert np.isclose(game.value, 0.5)
    assert not unique
    assert close(lowest, [1 / 3, 1 / 3])
    assert close(highest, [2 / 3, 2 / 3])


def test_two_dealt_is_worth_what_every_plan_for_all_hands_against_every_other_is() -> None:
    # four contestants: six hands, so 64 plans a side; hands that share a contestant are never dealt together
    shares = np.random.default_rng(3).random((4, 4))
    hands = list(combinations(range(4), 2))
    plans = np.array([[h[c] for h, c in zip(hands, way, strict=True)] for way in product((0, 1), repeat=6)])
    dealt = [(h, g) for h in range(6) for g in range(6) if not set(hands[h]) & set(hands[g])]
    table = np.mean([shares[np.ix_(plans[:, h], plans[:, g])] for h, g in dealt], axis=0)
    assert two_dealt([shares])[0].value == pytest.approx(solve_matrix(table).value, abs=1e-9)


def test_games_solved_together_have_the_values_of_games_solved_alone() -> None:
    random = np.random.default_rng(4)
    payoffs = [random.random((2, 3, 2, 2)) for _ in range(5)]
    for payoff, one in zip(payoffs, solve_all(payoffs), strict=True):
        assert one.value == pytest.approx(solve(payoff).value, abs=1e-9)
        assert one.first_loss[one.first > 1e-7].max() < 1e-7
        assert one.second_loss[one.second > 1e-7].max() < 1e-7
