"""How often the intervals of questions hold a known truth: `python -m balance.stats.questions.coverage`.

Prints the tables of `docs/statistics.md`, section "Proof: questions of a rule system".
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping

import numpy as np

from balance.stats.coverage import Rates, table
from balance.stats.intervals import Array
from balance.stats.questions.choices import Gain, best, deviations
from balance.stats.questions.errors import Sample
from balance.stats.questions.quantities import (
    Quantity,
    break_even,
    mean_of,
    pooled,
    sampled,
    value,
)

Chances = Mapping[float, float]
Draw = Callable[[np.random.Generator, int], Quantity]


def _geometric(chance: float, last: int) -> Chances:
    weights = {float(step): chance * (1 - chance) ** step for step in range(last + 1)}
    return {step: weight / sum(weights.values()) for step, weight in weights.items()}


LAWS: dict[str, Chances] = {
    "hits 3 to 7, most of them 5": {3: 0.1, 4: 0.2, 5: 0.4, 6: 0.2, 7: 0.1},
    "rounds with a long tail": _geometric(0.3, 30),
    "−3 points, or 6 with chance 0.3": {-3: 0.7, 6: 0.3},
    "10 points with chance 0.05, else none": {0: 0.95, 10: 0.05},
    "20 points with chance 0.005, else none": {0: 0.995, 20: 0.005},
    "always 4, but for 1 game in 200": {4: 0.995, 5: 0.005},
}
"""Numbers that a game may be counted by: value → chance."""

SHARES: dict[str, tuple[Chances, Chances]] = {
    "0.5 and 0.5": ({0: 0.5, 1: 0.5}, {0: 0.5, 1: 0.5}),
    "0.6 and 0.4, a fifth of the games shared": (
        {0: 0.3, 0.5: 0.2, 1: 0.5},
        {0: 0.5, 0.5: 0.2, 1: 0.3},
    ),
    "0.02 and 0.05": ({0: 0.98, 1: 0.02}, {0: 0.95, 1: 0.05}),
    "0.99 and 0.5": ({0: 0.01, 1: 0.99}, {0: 0.5, 1: 0.5}),
    "0.001 and 0.001": ({0: 0.999, 1: 0.001}, {0: 0.999, 1: 0.001}),
}
"""Two shares each."""


def mean(law: Chances) -> float:
    """Return the mean of a law."""
    return sum(number * chance for number, chance in law.items())


def limits(law: Chances) -> tuple[float, float]:
    """Return the smallest and the largest value of a law."""
    return min(law), max(law)


def drawn(random: np.random.Generator, law: Chances, games: int) -> dict[float, int]:
    """Return numbers of games by value."""
    return dict(zip(law, random.multinomial(games, list(law.values())).tolist(), strict=True))


def average(law: Chances, cell: str = "a") -> Draw:
    """Return what draws the mean of one cell."""
    return lambda random, games: mean_of(drawn(random, law, games), [cell], between=limits(law))


def share(law: Chances, cell: str = "a") -> Draw:
    """Return what draws the share of one cell."""
    return lambda random, games: mean_of(drawn(random, law, games), [cell], between=(0, 1))


def rates(draw: Draw, truth: float, games: int, data_sets: int, *, seed: int = 1) -> Rates:
    """Return how often an interval holds the truth where one is printed, how wide it is and how often it is printed.

    Parameters
    ----------
    draw
        Takes a source of chance and the games of a cell.
    truth
        The quantity's true value.
    games, data_sets
        Games a cell; how many data sets.
    seed
        Of the draws.
    """
    random = np.random.default_rng(seed)
    found = [draw(random, games).interval() for _ in range(data_sets)]
    ends = np.array([(one.low, one.high) for one in found])
    printed = np.isfinite(ends[:, 0])
    if not printed.any():
        return {"held": float("nan"), "half width": float("nan"), "printed": 0.0}
    low, high = ends[printed].T
    held = (low <= truth + 1e-12) & (truth - 1e-12 <= high)
    return {
        "held": float(held.mean()),
        "half width": float((high - low).mean() / 2),
        "printed": float(printed.mean()),
    }


def difference(one: Draw, other: Draw) -> Draw:
    """Return what draws the difference of two quantities of different cells."""
    return lambda random, games: one(random, games) - other(random, games)


def pool(laws: Iterable[Chances]) -> Draw:
    """Return what draws the mean over cells, one for each law; every second has half the games."""
    every = list(laws)

    def draw(random: np.random.Generator, games: int) -> Quantity:
        return pooled(
            mean_of(drawn(random, law, games // (1 + place % 2)), [str(place)], between=limits(law))
            for place, law in enumerate(every)
        )

    return draw


def same_games(law: Chances, sign: int, tied: float) -> Draw:
    """Return what draws the sum or difference of two facts of one cell that agree in some share of the games."""
    numbers, chances = np.array(list(law)), list(law.values())

    def draw(random: np.random.Generator, games: int) -> Quantity:
        one, free = (random.choice(numbers, games, p=chances) for _ in range(2))
        both = [one, np.where(random.random(games) < tied, one, free)]
        first, second = (
            sampled(
                Sample.of(
                    dict(zip(*np.unique(found, return_counts=True), strict=True)),
                    ["a"],
                    (str(place), frozenset("k")),
                )
            )
            for place, found in enumerate(both)
        )
        return first + sign * second

    return draw


def break_evens(law: Chances, cost: float, games: int, data_sets: int, *, seed: int = 4) -> Rates:
    """Return how often the interval of the break-even chance holds it."""
    random = np.random.default_rng(seed)
    truth = cost / (cost + max(mean(law), 0.0))
    ends = [break_even(value(average(law)(random, games), "points"), cost).interval for _ in range(data_sets)]
    printed = [found for found in ends if np.isfinite(found.low)]
    return {
        "held": float(np.mean([found.low <= truth <= found.high for found in printed])),
        "half width": float(np.mean([found.high - found.low for found in printed]) / 2),
        "printed": len(printed) / data_sets,
    }


def families(law: Chances, size: int, games: int, data_sets: int, *, seed: int = 5) -> Rates:
    """Return what is said of `size` ways that are all worth what staying is, and of one more that is better.

    "all hold": the gains' intervals all hold 0. "a false gain": some way is said to gain surely. "one lost": the
    better way, half a standard deviation ahead of the rest, is not among the best. "a false none": an equilibrium is
    said to be one though a way gains a hundredth of a standard deviation more than is tolerated.
    """
    random = np.random.default_rng(seed)
    deviation = float(np.sqrt(sum(chance * (number - mean(law)) ** 2 for number, chance in law.items())))
    whole = wrong = lost = none = 0
    for _ in range(data_sets):
        kept, *others = (mean_of(drawn(random, law, games), [str(place)]) for place in range(size + 1))
        named = {str(place): other for place, other in enumerate(others)}
        found = deviations(kept, named, "points")
        whole += all(gain.interval.low <= 0 <= gain.interval.high for gain in found.gains.values())
        wrong += found.verdict is Gain.SOME
        lost += "better" not in best({**named, "better": kept + deviation / 2})
        tempting = {**named, "0": others[0] + 0.11 * deviation}
        none += deviations(kept, tempting, "points", tolerance=0.1 * deviation).verdict is Gain.NONE
    return {
        "all hold": whole / data_sets,
        "a false gain": wrong / data_sets,
        "one lost": lost / data_sets,
        "a false none": none / data_sets,
    }


def settled(law: Chances, size: int, games: int, data_sets: int, *, seed: int = 6) -> Rates:
    """Return how often a true equilibrium, every other way a tenth of a standard deviation worse, is called one."""
    random = np.random.default_rng(seed)
    deviation = float(np.sqrt(sum(chance * (number - mean(law)) ** 2 for number, chance in law.items())))
    told = []
    for _ in range(data_sets):
        kept, *others = (mean_of(drawn(random, law, games), [str(place)]) for place in range(size + 1))
        worse = {str(place): other - deviation / 10 for place, other in enumerate(others)}
        told.append(deviations(kept, worse, "points").verdict)
    return {one.value: told.count(one) / data_sets for one in Gain}


MIXED: Array = np.linspace(0.15, 0.85, 8)
"""Shares of eight cells."""


def tables(data_sets: int = 10_000) -> Iterable[str]:
    """Yield the tables of `docs/statistics.md`."""
    laws, each = list(LAWS.values()), (100, 400, 2000)
    yield table(
        "mean of one cell",
        (
            (f"{name}; {games} games", rates(average(law), mean(law), games, data_sets))
            for name, law in LAWS.items()
            for games in each
        ),
    )
    yield table(
        "difference of the means of two cells",
        (
            (
                f"{one} less {other}; {games} games each",
                rates(
                    difference(average(LAWS[one]), average(LAWS[other], "b")),
                    mean(LAWS[one]) - mean(LAWS[other]),
                    games,
                    data_sets,
                ),
            )
            for one, other in zip([*LAWS][:4], [*LAWS][1:5], strict=True)
            for games in (100, 2000)
        ),
    )
    yield table(
        "mean over cells weighted alike",
        (
            (
                f"all six laws, every second with half the games; {games} games",
                rates(pool(laws), float(np.mean([mean(law) for law in laws])), games, data_sets),
            )
            for games in (30, 100, 400, 2000)
        ),
    )
    yield table(
        "difference of two shares",
        (
            (
                f"{name}; {games} games each",
                rates(difference(share(one), share(other, "b")), mean(one) - mean(other), games, data_sets),
            )
            for name, (one, other) in SHARES.items()
            for games in (100, 400, 2000)
        ),
    )
    yield table(
        "mean share over eight cells, 0.15 to 0.85",
        (
            (
                f"{games} games, every second cell with half of them",
                rates(pool([{0: 1 - p, 1: p} for p in MIXED]), 0.5, games, data_sets),
            )
            for games in (20, 100, 1000)
        ),
    )
    first = laws[0]
    yield table(
        "two facts of one cell, 400 games",
        (
            (
                f"{word}, alike in {100 * tied:.0f} of 100 games",
                rates(same_games(first, sign, tied), mean(first) * (1 + sign), 400, min(data_sets, 4000)),
            )
            for word, sign in (("sum", 1), ("difference", -1))
            for tied in (0.0, 0.5, 1.0)
        ),
    )
    yield table(
        "break-even chance at a cost of 3",
        (
            (f"success brings {name}; {games} games", break_evens(law, 3.0, games, data_sets))
            for name, law in (
                ("3 to 7 points", first),
                ("−3 points, or 6 with chance 0.3", LAWS["−3 points, or 6 with chance 0.3"]),
                ("the long tail", LAWS["rounds with a long tail"]),
            )
            for games in (100, 2000)
        ),
    )
    few = max(data_sets // 5, 1)
    yield table(
        "other ways to play, all worth the same",
        (
            (f"{name}; {size} ways; {games} games each", families(law, size, games, few))
            for name, law in list(LAWS.items())[:2]
            for size in (3, 12)
            for games in (100, 1000)
        ),
    )
    yield table(
        "other ways to play, all a tenth of a standard deviation worse",
        (
            (f"{size} ways; {games} games each", settled(first, size, games, few))
            for size in (3, 12)
            for games in (400, 4000)
        ),
    )


if __name__ == "__main__":
    for text in tables():
        sys.stdout.write(text + "\n\n")
        sys.stdout.flush()
