"""What is said of settings and of other players, on planted truths: ``python -m balance.stats.settings.coverage``.

Prints the tables of `docs/statistics.md`, "Proof: layouts and other players".
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from balance.stats.intervals import benjamini_hochberg, even_p_value
from balance.stats.results import Mark
from balance.stats.settings.study import setting_study
from balance.stats.skill_marks import marks


@dataclass(frozen=True)
class Settings:
    """A truth about settings.

    Parameters
    ----------
    settings, games
        How many settings, and games of a pair on each.
    spread
        Standard deviation of the settings' true shares, apart from the slope.
    slope
        Of the share, for one more of the first feature.
    pairs
        How many.
    """

    settings: int
    games: int
    spread: float
    slope: float = 0.0
    pairs: int = 12

    @property
    def name(self) -> str:
        """The row of the table."""
        return f"{self.settings} layouts, {self.games} games, spread {self.spread:g}, slope {self.slope:g}"


SCENARIOS = (
    Settings(2, 100, 0.0),
    Settings(6, 100, 0.0),
    Settings(6, 100, 0.02),
    Settings(8, 100, 0.0),
    Settings(8, 100, 0.02),
    Settings(8, 100, 0.02, 0.01),
    Settings(8, 2000, 0.02),
    Settings(24, 4, 0.02, 0.01),
    Settings(120, 2, 0.02),
    Settings(720, 1, 0.02, 0.005),
)
FEATURES = ("a", "b", "c", "d")


def holds(random: np.random.Generator, scenario: Settings) -> Iterator[tuple[str, bool]]:
    """Draw one data set and yield what is claimed of it, and whether it is true."""
    features = random.integers(1, 8, (scenario.settings, len(FEATURES))).astype(float)
    features[:, 1] = features[:, 0] + random.integers(-1, 2, scenario.settings)  # features go together
    own = random.normal(0, scenario.spread, scenario.settings)
    pairs = random.normal(0, 0.08, (scenario.settings, scenario.pairs))
    pairs -= pairs.mean(axis=1, keepdims=True)
    true = 0.53 + own + scenario.slope * (features[:, 0] - 4)
    chance = np.clip(true[:, None] + pairs, 0.02, 0.98)
    true = chance.mean(axis=1)
    study = setting_study(
        _tallies(random.binomial(scenario.games, chance), scenario.games),
        tie_break="seelie",
        order=[f"s{i}" for i in range(scenario.settings)],
        features={f"s{i}": dict(zip(FEATURES, row, strict=True)) for i, row in enumerate(features.tolist())},
    )
    assert study is not None, "two settings are there"
    best = study.settings[0]
    own_error, pulled_error = (
        abs(value - true[int(best.name[1:])]) for value in (best.share.estimate, best.expected)
    )
    yield "expected of the best is nearer", bool(pulled_error <= own_error)
    inside = [one.share.low <= true[int(one.name[1:])] <= one.share.high for one in study.settings]
    yield "all layouts", all(inside)
    yield "best, as picked", inside[0]
    yield "may be best", f"s{true.argmax()}" in [one.name for one in study.settings if one.may_be_highest]
    if scenario.spread == 0 and scenario.slope == 0:
        yield "alike", not study.differ
    if scenario.slope == 0:
        yield "spread", study.spread.low <= scenario.spread <= study.spread.high
    for one in study.features:
        if one.feature == FEATURES[0]:
            yield "slope", one.slope.low <= scenario.slope <= one.slope.high
    if study.features:
        void = set(FEATURES) - ({FEATURES[0], FEATURES[1]} if scenario.slope else set())
        yield "no false feature", not any(one.certain for one in study.features if one.feature in void)


def _tallies(wins: NDArray[np.int64], games: int) -> pl.DataFrame:
    settings, pairs = wins.shape
    size = settings * pairs
    return pl.DataFrame(
        {
            "setting": [f"s{i}" for i in range(settings) for _ in range(pairs)],
            "first": [f"c{j}" for _ in range(settings) for j in range(pairs)],
            "second": ["x"] * size,
            "games": [games] * size,
            "wins": wins.reshape(-1),
            "ties": [0] * size,
            "margin_sum": [0] * size,
            "margin_squares": [0] * size,
        }
    )


def false_marks(
    random: np.random.Generator, shares: Sequence[float], *, pairs: int, games: int
) -> tuple[bool, bool]:
    """Return whether pairs with these true shares, one per policy, are falsely marked: as agreeing, as depending."""
    wins = random.binomial(games, np.repeat(np.array(shares)[:, None], pairs, axis=1))
    found = marks(wins / games - 0.5, even_p_value(wins, games - wins), benjamini_hochberg)
    sides = {float(np.sign(share - 0.5)) for share in shares}
    agrees = Mark.AGREES in found and (len(sides) > 1 or sides == {0.0})
    return agrees, Mark.DEPENDS in found and sides != {-1.0, 1.0} and sides != {-1.0, 0.0, 1.0}


MARKED = ((0.5, 0.5), (0.5, 0.6), (0.5, 0.5, 0.5), (0.5, 0.5, 0.6), (0.4, 0.6), (0.48, 0.6, 0.6))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--sets", type=int, default=2000, help="data sets of a truth; hundreds of layouts take a tenth"
    )
    sets = parser.parse_args(arguments).sets
    say = sys.stdout.write
    for number, scenario in enumerate(SCENARIOS):
        random = np.random.default_rng(number)
        held: Counter[str] = Counter()
        total: Counter[str] = Counter()
        for _ in range(sets if scenario.settings < 100 else max(1, sets // 10)):
            for name, true in holds(random, scenario):
                held[name] += true
                total[name] += 1
        cells = ", ".join(f"{name} {100 * held[name] / total[name]:.1f}" for name in total)
        say(f"{scenario.name}: {cells}\n")
    for number, shares in enumerate(MARKED):
        random = np.random.default_rng(number)
        for pairs in (1, 72):
            found = np.array([false_marks(random, shares, pairs=pairs, games=300) for _ in range(sets)])
            agrees, depends = 100 * found.mean(axis=0)
            say(
                f"shares {shares}, {pairs} pairs: falsely agreeing {agrees:.1f}, falsely depending {depends:.1f}\n"
            )


if __name__ == "__main__":
    main()
