"""How often the intervals of a sweep's comparisons hold a known truth: `python -m balance.stats.comparisons.coverage`.

Prints the tables of `docs/statistics.md`, section "Proof: tie-break and abilities".
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

import numpy as np
from scipy.stats import norm

from balance.stats.comparisons.abilities_results import Worth
from balance.stats.comparisons.handicap import Margins, mean_handicap, pair_handicaps
from balance.stats.comparisons.tie_break import LARGEST, PARTS, none_differing
from balance.stats.comparisons.tie_break_results import Handicap
from balance.stats.coverage import Rates, holds, table
from balance.stats.intervals import LEVEL, Array, quantile
from balance.stats.paired import holm, moments, two_sided, weighted_mean
from balance.stats.paired_coverage import CHANGE, joint_chances, paired

FIRST, SECOND = (
    [0, 2, 5],
    [0, 2, 3],
)  # results with ties to the first seat, and to the second: lost, won, level
VALUES = [values[np.ix_(FIRST, SECOND)] for values in PARTS]
REACH = 60  # points: no simulated margin is larger


def tie_break_chances(share: float, level: float, moved: float) -> Array:
    """Return the chances of a game's results under both rules, shape (3, 3): lost, won, level.

    Parameters
    ----------
    share
        The first seat's chance in a game that is not level.
    level
        The chance of a level score that play does not change.
    moved
        The chance of play that differs under the two rules, spread as players who know the rule would: the
        trailing side makes for a level score where that wins it the game, and the other avoids it.
    """
    chances = np.zeros((3, 3))
    chances[2, 2] = level
    chances[2, 0] = chances[1, 2] = 0.3 * moved
    chances[2, 1] = chances[0, 2] = chances[1, 0] = chances[0, 1] = 0.1 * moved
    rest = 1 - level - moved
    chances[0, 0], chances[1, 1] = rest * (1 - share), rest * share
    return chances


def tie_break(
    share: float, level: float, moved: float, *, pairs: int, games: int, data_sets: int, seed: int = 1
) -> Rates:
    """Return how often total, mechanical and behavioural advantage of a mean of pairs hold the truth."""
    random = np.random.default_rng(seed)
    levels = np.linspace(0.5, 1.5, pairs) * level if pairs > 1 else np.array([level])
    chances = np.stack([tie_break_chances(share, one, moved) for one in levels])
    counts = random.multinomial(games, chances.reshape(pairs, 9), (data_sets, pairs)).reshape(-1, pairs, 3, 3)
    alike = np.diag([1, 1, 1]).astype(bool)
    exact = counts[:, :, ~alike].sum(axis=(1, 2)) == 0
    rates: Rates = {}
    for name, values in zip(("total", "mechanical", "behavioural"), VALUES, strict=True):
        truth = float((chances * values).sum() / pairs)
        weights = np.full((data_sets, pairs), 1 / pairs)
        mean, error = weighted_mean(*moments(counts, values), weights, largest=LARGEST)
        half = quantile() * error
        if name == "behavioural":
            half = np.where(exact, none_differing(pairs * games), half)
        rates[name] = holds(mean - half, truth, mean + half)
        rates[f"{name} half width"] = float(half.mean())
    return {**rates, "said to be exact": float(exact.mean())}


def drawn_margins(means: Array, spread: float) -> Array:
    """Return the chances of margins from −`REACH` to `REACH`: normal ones, rounded; shape (pairs, margins)."""
    edges = np.arange(-REACH, REACH) + 0.5
    below = norm.cdf((edges[None, :] - means[:, None]) / spread)
    return np.diff(below, axis=1, prepend=0.0, append=1.0)


def handicaps(means: Array, *, spread: float, games: int, data_sets: int, seed: int = 2) -> Rates:
    """Return how often the handicap of the mean of pairs, and of the first of them, says nothing false.

    Ties go to the first seat.
    """
    random = np.random.default_rng(seed)
    chances = drawn_margins(means, spread)
    counts = random.multinomial(games, chances, (data_sets, len(means)))
    truth = np.array([chances[:, REACH - k :].sum(axis=1) for k in range(-REACH, REACH + 1)])
    keys: list[tuple[str, ...]] = [(str(n),) for n in range(len(means))]
    found: dict[str, list[Handicap]] = {"mean": [], "pair": []}
    for own in counts:
        found["mean"].append(mean_handicap(Margins(keys, own, -REACH), 0))
        found["pair"] += pair_handicaps(Margins(keys[:1], own[:1], -REACH), 0)
    wanted = {"mean": truth.mean(axis=1), "pair": truth[:, 0]}
    rates: Rates = {}
    for name, answers in found.items():
        rates[f"{name} held"] = float(np.mean([_true(one, wanted[name]) for one in answers]))
        rates[f"{name} points in the set"] = float(np.mean([len(one.points) for one in answers]))
    return rates


def _true(found: Handicap, share: Array) -> bool:
    """Tell whether nothing is excluded wrongly, from the true share by points."""
    left = found.points or found.bracket
    if not left:
        return True
    inner = 0 if found.points else 1  # the ends of a bracket are excluded
    first, last = left[0] + inner, left[-1] - inner
    points = np.arange(-REACH, REACH + 1)
    return bool((share[points < first] < 0.5).all() and (share[points > last] > 0.5).all())


def false_signs(
    *, effects: int = 54, strata: int = 16, games: int = 64, data_sets: int = 2000, seed: int = 3
) -> Rates:
    """Return how often any of many abilities that make no difference is said to help or harm."""
    random = np.random.default_rng(seed)
    chances = joint_chances(np.full(strata, 0.5), np.full(strata, 0.5), 0.5).reshape(strata, 4)
    weights = np.full(strata, 1 / strata)
    wrong = {Worth.HELPS: 0, Worth.HARMS: 0}
    for _ in range(data_sets):
        counts = random.multinomial(games, chances, (effects, strata)).reshape(effects, strata, 2, 2)
        mean, error = weighted_mean(*moments(counts, CHANGE), weights)
        sure = holm(two_sided(mean, error)) <= 1 - LEVEL
        wrong[Worth.HELPS] += bool((sure & (mean > 0)).any())
        wrong[Worth.HARMS] += bool((sure & (mean < 0)).any())
    return {"any false sign": sum(wrong.values()) / data_sets}


TIES: dict[str, tuple[float, float, float, int, int]] = {
    # share, level, moved, pairs, games
    "ties 4%, nobody plays for them; 72 pairs, 96 games": (0.55, 0.04, 0.0, 72, 96),
    "ties 4%, 1 game in 200 differs; 72 pairs, 96 games": (0.55, 0.04, 0.005, 72, 96),
    "ties 4%, 1 game in 20 differs; 72 pairs, 96 games": (0.55, 0.04, 0.05, 72, 96),
    "ties 4%, 1 game in 5,000 differs; 72 pairs, 96 games": (0.55, 0.04, 0.0002, 72, 96),
    "ties 4%, nobody plays for them; one pair, 96 games": (0.55, 0.04, 0.0, 1, 96),
    "ties 4%, 1 game in 20 differs; one pair, 96 games": (0.55, 0.04, 0.05, 1, 96),
    "ties 4%, 1 game in 20 differs; one pair, 400 games": (0.55, 0.04, 0.05, 1, 400),
    "ties 0.5%, 1 game in 200 differs; one pair, 96 games": (0.97, 0.005, 0.005, 1, 96),
    "ties 0.5%, 1 game in 200 differs; 72 pairs, 16 games": (0.03, 0.005, 0.005, 72, 16),
    "ties 90%, 1 game in 20 differs; one pair, 96 games": (0.5, 0.9, 0.05, 1, 96),
    "ties 50%, 1 game in 5 differs; 72 pairs, 16 games": (0.5, 0.5, 0.2, 72, 16),
}
LEVELS: dict[str, tuple[Array, float, int]] = {
    # mean margins, spread, games
    "72 pairs, 6 points behind on average; 96 games": (np.linspace(-20, 8, 72), 12.0, 96),
    "72 pairs, 6.5 points behind on average; 1560 games": (np.linspace(-20.5, 7.5, 72), 12.0, 1560),
    "one pair, 0.5 points behind; 1560 games": (np.array([-0.5]), 12.0, 1560),
    "one pair, 12 points ahead; 400 games": (np.array([12.0]), 12.0, 400),
    "one pair, 25 points behind; 96 games": (np.array([-25.0]), 12.0, 96),
    "one pair, exactly level; 20 games": (np.array([-0.5]), 5.0, 20),
    "one pair with hardly any spread; 1560 games": (np.array([3.2]), 0.4, 1560),
}
OWNERS: dict[str, tuple[Array, Array, float]] = {
    "no effect, half together; 16 strata": (np.full(16, 0.5), np.full(16, 0.5), 0.5),
    "a loss of 5, half together; 16 strata": (np.linspace(0.3, 0.8, 16), np.linspace(0.25, 0.75, 16), 0.5),
    "a loss of 35; 16 strata": (np.linspace(0.4, 0.95, 16), np.linspace(0.05, 0.6, 16), 0.8),
    "a loss of 70, near 0 afterwards; 16 strata": (np.full(16, 0.71), np.full(16, 0.01), 1.0),
    "near 1 before and after; 16 strata": (np.full(16, 0.99), np.full(16, 0.97), 0.9),
    "one opponent, a loss of 10; 2 strata": (np.array([0.6, 0.5]), np.array([0.5, 0.4]), 0.5),
    "one opponent, near 0; 2 strata": (np.array([0.02, 0.03]), np.array([0.01, 0.01]), 0.9),
}


def tables(data_sets: int = 10_000) -> Iterable[str]:
    """Yield the tables of `docs/statistics.md`, section "Proof: tie-break and abilities"."""
    yield table(
        "tie-break under both rules",
        (
            (name, tie_break(*case[:3], pairs=case[3], games=case[4], data_sets=data_sets))
            for name, case in TIES.items()
        ),
    )
    yield table(
        "handicap in points, ties to the first seat",
        (
            (name, handicaps(means, spread=spread, games=games, data_sets=2000))
            for name, (means, spread, games) in LEVELS.items()
        ),
    )
    yield table(
        "loss without an ability",
        (
            (f"{name}; {games} games", paired(*case, games, data_sets))
            for name, case in OWNERS.items()
            for games in (16, 64, 400)
        ),
    )
    yield table("signs of 54 abilities and policies", [("no effect", false_signs())])


if __name__ == "__main__":
    for text in tables():
        sys.stdout.write(text + "\n\n")
        sys.stdout.flush()
