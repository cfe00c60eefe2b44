"""The change of the largest distance from even, over many data sets whose truth is known."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from balance.engine.system import Cell
from balance.stats.paired_coverage import joint_chances
from balance.stats.sensitivity.picks import Arm, Picks, Worst, least_fair
from balance.sweep.paired import RESULTS, Array, Paired

NAMES = ("ash", "elm", "oak", "thorn")
CELLS = tuple(Cell((f, s), "calm", ("left", "left")) for f, s in permutations(NAMES, 2))
ARM = (Arm("variant", NAMES, np.ones(len(CELLS), bool)),)
OUTCOMES = np.array([0, 2])  # lost and won, as results
DATA_SETS = 400


def drawn(
    random: np.random.Generator,
    chances: Array,
    cells: tuple[Cell, ...],
    base_games: int,
    arm_games: int,
) -> Paired:
    """Return counts of a base and an arm that plays the first of its games, from chances (pairs, 2, 2)."""
    base = np.zeros((len(cells), RESULTS), np.int64)
    joint = np.zeros((1, len(cells), RESULTS, RESULTS), np.int64)
    for place, chance in enumerate(chances):
        both = random.multinomial(arm_games, chance.ravel()).reshape(2, 2)
        joint[0, place][np.ix_(OUTCOMES, OUTCOMES)] = both
        rest = random.multinomial(base_games - arm_games, chance.sum(axis=1))
        base[place, OUTCOMES] = both.sum(axis=1) + rest
    return Paired(cells, base, joint, np.zeros((1, len(cells), 2), np.int64))


def outcomes(before: Array, after: Array, together: float) -> tuple[float, float]:
    """Return how often the interval held the truth, and how often it told a change from none."""
    truth = float(np.abs(after - 0.5).max() - np.abs(before - 0.5).max())
    chances = joint_chances(before, after, together)
    random, held, sure = np.random.default_rng(7), 0, 0
    for _ in range(DATA_SETS):
        first = drawn(
            random, chances, CELLS, 1100, 550
        )  # a base plays more games than an arm that changes little
        picks: Picks = least_fair(first, ARM)
        places = list(dict.fromkeys([picks.base, *picks.arms]))
        fresh = drawn(random, chances[places], tuple(CELLS[place] for place in places), 5000, 5000)
        change = Worst(first, fresh, ARM, picks).unfairness_effect(0).change
        held += change.low - 1e-9 <= truth <= change.high + 1e-9
        sure += not change.low <= 0 <= change.high
    return held / DATA_SETS, sure / DATA_SETS


EVEN_RIVALS = np.full(len(CELLS), 0.9)
LADDER = np.array([0.95, *np.linspace(0.94, 0.9, len(CELLS) - 1)])  # luck may pick the second or third
ONE_APART = np.array([0.95, *[0.9] * (len(CELLS) - 1)])


@pytest.mark.parametrize(
    ("before", "after", "together"),
    [
        (EVEN_RIVALS, EVEN_RIVALS, 0.999),  # every pair is as unfair as any: luck alone picks
        (EVEN_RIVALS, EVEN_RIVALS, 0.5),
        (LADDER, LADDER, 0.999),
        (LADDER, LADDER, 0.9),
        (ONE_APART, ONE_APART, 0.999),
    ],
)
def test_a_variant_that_changes_no_chance_hardly_ever_changes_the_largest_unfairness(
    before: Array, after: Array, together: float
) -> None:
    held, _ = outcomes(before, after, together)
    assert held >= 0.95 - 0.022  # two standard errors of 400 data sets


@pytest.mark.parametrize(
    "after",
    [
        np.array([0.7, *[0.9] * (len(CELLS) - 1)]),  # the least fair pair drops out, another takes its place
        np.array([0.95, 0.99, *[0.9] * (len(CELLS) - 2)]),  # it stays as it is, another passes it
        np.array([0.97, *[0.9] * (len(CELLS) - 1)]),
        np.array([0.95, 0.02, *[0.9] * (len(CELLS) - 2)]),  # towards the other seat
    ],
)
def test_a_real_change_of_the_largest_unfairness_is_held_and_found(after: Array) -> None:
    held, sure = outcomes(ONE_APART, after, 0.8)
    assert held >= 0.95 - 0.022
    assert sure > 0.8
