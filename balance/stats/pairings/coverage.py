"""How often the pairings model's intervals hold a known truth: ``python -m balance.stats.pairings.coverage``.

Prints the tables of `docs/statistics.md`, "Proof: pairings model and published fits".
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import expit

from balance.stats.intervals import LEVEL, Array, quantile
from balance.stats.pairings.checks import tests, triples
from balance.stats.pairings.design import read
from balance.stats.pairings.model import Model, solve
from balance.stats.pairings.readout import Readout, Weights
from balance.stats.pairings.results import Fit, Ties


@dataclass(frozen=True)
class Spreads:
    """Standard deviations, in log odds, from which a truth is drawn."""

    strength: float = 0.25
    seat: float = 0.08
    interaction: float = 0.1
    setting: float = 0.1
    contestant_setting: float = 0.05
    cell: float = 0.0


@dataclass(frozen=True)
class Scenario:
    """What is simulated.

    Parameters
    ----------
    name
        In the table.
    games
        A cell.
    spreads
        Of the truth.
    redrawn
        A new truth for each data set; else one for all.
    contestants, settings
        How many.
    played
        Share of the cells that are played.
    """

    name: str
    games: int
    spreads: Spreads = Spreads()
    redrawn: bool = True
    contestants: int = 9
    settings: int = 6
    played: float = 1.0


SIDE = 0.1
KINDS = ("side", "strength", "as first", "as second", "interaction", "setting", "in setting", "pair", "cell")


def truth(random: np.random.Generator, scenario: Scenario) -> Array:
    """Return true log odds, pairs × settings, in the order of the grid."""
    count, levels, s = scenario.contestants, scenario.settings, scenario.spreads
    strength, seat = random.normal(0, s.strength, count), random.normal(0, s.seat, count)
    interaction = random.normal(0, s.interaction, (count, count))
    setting = random.normal(0, s.setting, levels) * (levels > 1)
    moved = random.normal(0, s.contestant_setting, (count, levels)) * (levels > 1)
    cell = random.normal(0, s.cell, (count, count, levels)) * (levels > 1)
    odds = (SIDE + strength[:, None] - strength + seat[:, None] + seat + interaction)[:, :, None]
    odds = odds + setting + moved[:, None] - moved[None] + cell
    return np.asarray(odds[~np.eye(count, dtype=bool)])


def counts(random: np.random.Generator, scenario: Scenario, odds: Array) -> pl.DataFrame:
    """Return counts drawn from true log odds."""
    count, levels = scenario.contestants, scenario.settings
    first, second = np.nonzero(~np.eye(count, dtype=bool))
    games = scenario.games * (random.random(odds.shape) < scenario.played)
    return pl.DataFrame(
        {
            "first": np.repeat(first, levels).astype(str),
            "second": np.repeat(second, levels).astype(str),
            "setting": np.tile(np.arange(levels), len(first)).astype(str),
            "games": games.ravel(),
            "wins": random.binomial(games, expit(odds)).ravel(),
        }
    )


def true_effects(weights: Weights, odds: Array) -> dict[str, Array]:
    """Return the true effects, by kind."""
    cells = odds.ravel()
    return {
        "side": weights.side[None] @ cells,
        "strength": weights.strengths @ cells,
        "as first": (weights.strengths + weights.seats) @ cells,
        "as second": (weights.strengths - weights.seats) @ cells,
        "interaction": weights.interactions @ cells,
        "setting": weights.settings @ cells,
        "in setting": weights.contestant_settings @ cells,
        "pair": expit(odds).mean(axis=1),
        "cell": expit(cells),
    }


def rows(weights: Weights) -> dict[str, Array]:
    """Return the weights of cells in each effect, by kind."""
    return {
        "side": weights.side[None],
        "strength": weights.strengths,
        "as first": weights.strengths + weights.seats,
        "as second": weights.strengths - weights.seats,
        "interaction": weights.interactions,
        "setting": weights.settings,
        "in setting": weights.contestant_settings,
    }


@dataclass(frozen=True)
class Outcome:
    """One data set.

    Parameters
    ----------
    held
        Which intervals held the truth, by kind.
    error, plain
        Mean distance of the pairs' estimated shares from the truth: the model's, the observed share's.
    false
        Whether a triple that is no true cycle was called certain.
    """

    held: dict[str, NDArray[np.bool_]]
    error: float
    plain: float
    false: bool


def trials(scenario: Scenario, data_sets: int, seed: int = 1) -> Iterator[Outcome]:
    """Yield data sets."""
    random = np.random.default_rng([seed, scenario.games])
    odds = truth(random, scenario)
    names = [str(i) for i in range(scenario.contestants)]
    settings = [str(i) for i in range(scenario.settings)]
    for _ in range(data_sets):
        if scenario.redrawn:
            odds = truth(random, scenario)
        games = read(counts(random, scenario, odds), names, settings)
        yield outcome(
            Readout(solve(Model(games, pooled=True, side=True, ties=Ties.HALF, prior=None)), LEVEL, None),
            odds,
        )


def outcome(found: Readout, odds: Array) -> Outcome:
    """Return what was held of the true log odds (pairs × settings)."""
    solved, weights = found.solved, found.weights
    true = true_effects(weights, odds)
    held: dict[str, NDArray[np.bool_]] = {}
    for kind, matrix in rows(weights).items():
        errors = np.sqrt(np.maximum(solved.variances(csr_array(matrix)), 0))
        held[kind] = np.abs(matrix @ solved.log_odds - true[kind]) <= quantile() * errors + 1e-12
    for kind in ("pair", "cell"):
        ends = [(p.share.low, p.share.high) for p in found.predictions(cells=kind == "cell")]
        low, high = np.array(ends).T
        held[kind] = (low <= true[kind]) & (true[kind] <= high)
    pairs = found.predictions(cells=False)
    played = np.array([p.share.games > 0 for p in pairs])
    error = np.abs([p.share.estimate for p in pairs] - true["pair"])[played].mean()
    plain = np.abs(np.array([p.observed for p in pairs]) - true["pair"])[played].mean()
    _, values, errors, games = found.edges()
    names = [str(i) for i in range(len(found.games.contestants))]
    seen = triples(names, weights.edge_pairs, values, errors, games, LEVEL)
    real = triples(names, weights.edge_pairs, weights.edges @ odds.ravel(), errors, games, LEVEL)
    cycles = {t.contestants for t in real}
    false = any(t.certain and t.contestants not in cycles for t in seen)
    return Outcome(held, float(error), float(plain), false)


THIN = Spreads(strength=1.0, interaction=0.5)
NONE = Spreads(seat=0, interaction=0, contestant_setting=0)

SCENARIOS = (
    Scenario("5 games a cell", 5),
    Scenario("20 games a cell", 20),
    Scenario("260 games a cell", 260),
    Scenario("5 games a pair, one setting, strengths up to 95 : 5", 5, THIN, settings=1),
    Scenario("20 games a pair, one setting, the same", 20, THIN, settings=1),
    Scenario("20 a cell, one truth for all data sets", 20, redrawn=False),
    Scenario("260 a cell, main effects only", 260, NONE),
    Scenario("260 a cell, spreads as in the default sweep", 260, Spreads(0.8, 0.05, 0.42, 0.02, 0.04, 0.09)),
    Scenario("20 a cell, a third of the cells never played", 20, played=2 / 3),
)


def table(scenarios: Sequence[Scenario], data_sets: int) -> Iterator[str]:
    """Yield the lines of the table of coverage."""
    heads = [*KINDS, "false triples", "error", "plain"]
    yield f"| {data_sets} data sets each | " + " | ".join(heads) + " |"
    yield "| --- |" + " ---: |" * len(heads)
    for scenario in scenarios:
        found = list(trials(scenario, data_sets))
        cells = [f"{np.mean([one.held[kind] for one in found]):.3f}" for kind in KINDS]
        cells.append(f"{np.mean([one.false for one in found]):.4f}")
        cells += [
            f"{100 * np.mean([getattr(one, name) for one in found]):.2f}" for name in ("error", "plain")
        ]
        if scenario.settings == 1:
            for kind in ("setting", "in setting", "cell"):
                cells[KINDS.index(kind)] = ""
        yield f"| {scenario.name} | " + " | ".join(cells) + " |"


def alarms(games: int, data_sets: int, seed: int = 2) -> str:
    """Return a line: how often each test of fit says "falls short" of a truth of main effects only."""
    random = np.random.default_rng([seed, games])
    said = []
    for _ in range(data_sets):
        scenario = Scenario("", games, NONE)
        drawn = read(counts(random, scenario, truth(random, scenario)))
        played, wins, _ = drawn.by_cell()
        said.append([one.answer is Fit.FALLS_SHORT for one in tests(played, wins, side=True)])
    rates = " | ".join(f"{rate:.3f}" for rate in np.mean(said, axis=0))
    return f"| {games} games a cell, {data_sets} data sets | {rates} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables of coverage and of false alarms."""
    parser = argparse.ArgumentParser(
        prog="python -m balance.stats.pairings.coverage", description=main.__doc__
    )
    parser.add_argument("--data-sets", type=int, default=2000, help="simulated data sets per row")
    parser.add_argument(
        "--rows", type=int, nargs="*", help="rows of the table of coverage, from 0; all by default"
    )
    chosen = parser.parse_args(arguments)
    rows = range(len(SCENARIOS)) if chosen.rows is None else chosen.rows
    for line in table([SCENARIOS[i] for i in rows], chosen.data_sets):
        _say(line)
    if chosen.rows is None:
        _say("\n| false alarms | side and strengths | with seats | settings alike |")
        _say("| --- | ---: | ---: | ---: |")
        few = chosen.data_sets // 10
        for games, data_sets in ((5, few), (20, chosen.data_sets), (260, chosen.data_sets)):
            _say(alarms(games, data_sets))


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
