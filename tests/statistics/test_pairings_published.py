"""Published fits, found again: estimates, standard errors and deviances."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.optimize import minimize
from scipy.special import expit

from balance.errors import FitError
from balance.stats.pairings.fitting import fit_pairings
from balance.stats.pairings.results import Fit, PairingsFit, Ties

# Stigler (1994), Statistical Science 9, 94–108: citations, first journal's "wins" are those it receives.
CITATIONS = [
    ("Biometrika", "Comm. Statist.", 730, 33),
    ("Biometrika", "JASA", 498, 320),
    ("Biometrika", "JRSS-B", 221, 284),
    ("Comm. Statist.", "JASA", 68, 813),
    ("Comm. Statist.", "JRSS-B", 17, 276),
    ("JASA", "JRSS-B", 142, 325),
]

# American League East 1987: Agresti (2002), Categorical Data Analysis, 2nd edition, page 438; home wins and losses.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
BASEBALL = """
- 4-3 4-2 4-3 6-1 4-2 6-0
3-3 - 4-2 4-3 6-0 6-1 4-3
2-5 4-3 - 2-4 4-3 4-2 6-0
3-3 5-1 2-5 - 4-3 4-2 6-1
5-1 2-5 3-3 4-2 - 5-2 6-0
2-5 3-3 3-4 4-3 4-2 - 2-4
2-5 1-5 1-6 2-4 1-6 3-4 -
"""

# Davidson (1970), JASA 65, 317–328, example 2: brands of chocolate pudding; wins of i, wins of j, ties.
PUDDING = """
1 2 19 22 16
1 3 16 19 12
2 3 19 19 10
1 4 18 23 13
2 4 23 19 9
3 4 19 20 15
1 5 13 19 18
2 5 16 20 12
3 5 16 15 17
4 5 17 14 16
1 6 18 21 12
2 6 22 20 12
3 6 13 18 10
4 6 14 19 18
5 6 11 21 12
"""


def strengths(fit: PairingsFit) -> dict[str, tuple[float, float]]:
    """Return each contestant's strength and its standard error."""
    return {effect.names[0]: (effect.value.estimate, effect.error) for effect in fit.strengths}


def close(found: tuple[float, float], estimate: Any, error: Any) -> None:
    """Compare an estimate and its standard error."""
    assert found[0] == estimate
    assert found[1] == error


def citations() -> pl.DataFrame:
    return pl.DataFrame(
        [(a, b, won + lost, won) for a, b, won, lost in CITATIONS],
        schema=["first", "second", "games", "wins"],
        orient="row",
    )


def baseball() -> pl.DataFrame:
    rows = []
    for home, line in zip(TEAMS, BASEBALL.split("\n")[1:], strict=False):
        for away, score in zip(TEAMS, line.split(), strict=True):
            if score != "-":
                won, lost = (int(x) for x in score.split("-"))
                rows.append((home, away, won + lost, won))
    return pl.DataFrame(rows, schema=["first", "second", "games", "wins"], orient="row")


def pudding() -> pl.DataFrame:
    rows = [line.split() for line in PUDDING.strip().split("\n")]
    return pl.DataFrame(
        [(i, j, int(w) + int(v) + int(t), int(w), int(t)) for i, j, w, v, t in rows],
        schema=["first", "second", "games", "wins", "ties"],
        orient="row",
    )


def test_citations_among_journals_give_stiglers_fit() -> None:
    fit = fit_pairings(citations(), pooled=False, side=False, reference="Biometrika")
    found = strengths(fit)
    close(found["Comm. Statist."], pytest.approx(-2.949, abs=5e-4), pytest.approx(0.1025, abs=5e-5))
    close(found["JASA"], pytest.approx(-0.480, abs=5e-4), pytest.approx(0.0606, abs=5e-5))
    close(found["JRSS-B"], pytest.approx(0.269, abs=5e-4), pytest.approx(0.0708, abs=5e-5))
    assert found["Biometrika"] == (0.0, 0.0)
    close((fit.deviance, fit.freedom), pytest.approx(4.293, abs=5e-4), 3)
    assert fit.tests[0].answer is Fit.SUFFICES
    assert fit.tests[0].p_value == pytest.approx(0.2315, abs=5e-5)  # chi-square tail of 4.293 on 3


def test_baseball_without_home_advantage_gives_agrestis_fit() -> None:
    # Estimates and errors to four places: BradleyTerry2 (Turner and Firth 2012, J. Statist. Softw. 48(9)), its tests
    fit = fit_pairings(baseball(), pooled=False, side=False, reference="Baltimore")
    expected = {
        "Boston": (1.1077, 0.3339),
        "Cleveland": (0.6839, 0.3319),
        "Detroit": (1.4364, 0.3396),
        "Milwaukee": (1.5814, 0.3433),
        "New York": (1.2476, 0.3359),
        "Toronto": (1.2945, 0.3367),
    }
    for team, (estimate, error) in expected.items():
        close(strengths(fit)[team], pytest.approx(estimate, abs=6e-5), pytest.approx(error, abs=6e-5))
    close((fit.deviance, fit.freedom), pytest.approx(44.053, abs=5e-4), 36)


def test_baseball_with_home_advantage_gives_agrestis_fit() -> None:
    fit = fit_pairings(baseball(), pooled=False, reference="Baltimore")
    expected = {
        "Boston": (1.1438, 0.3378),
        "Cleveland": (0.7047, 0.3350),
        "Detroit": (1.4754, 0.3446),
        "Milwaukee": (1.6196, 0.3474),
        "New York": (1.2813, 0.3404),
        "Toronto": (1.3271, 0.3403),
    }
    for team, (estimate, error) in expected.items():
        close(strengths(fit)[team], pytest.approx(estimate, abs=6e-5), pytest.approx(error, abs=6e-5))
    assert fit.side is not None
    assert fit.side.value.estimate == pytest.approx(0.3023, abs=6e-5)
    assert fit.side.error == pytest.approx(0.1309, abs=6e-5)
    close((fit.deviance, fit.freedom), pytest.approx(38.643, abs=5e-4), 35)


def test_puddings_with_ties_give_davidsons_fit() -> None:
    # Shares of worth as Davidson has them, in the digits of PlackettLuce (Turner et al. 2020, Computational
    # Statistics 35, 1027–1057), which stops its iterations where Davidson did: hence no more than four places
    fit = fit_pairings(pudding(), pooled=False, side=False, reference="1", ties=Ties.DAVIDSON)
    found = strengths(fit)
    worth = np.exp([found[str(i)][0] for i in range(1, 7)])
    published = [0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855]
    assert worth / worth.sum() == pytest.approx(published, abs=3e-5)
    errors = [found[str(i)][1] for i in range(1, 7)]
    assert errors == pytest.approx([0, 0.1872168, 0.1935181, 0.1882110, 0.1927043, 0.1924059], abs=2e-5)
    assert fit.tie is not None
    assert math.exp(fit.tie.value.estimate) == pytest.approx(0.7468147, abs=2e-5)
    assert fit.tie.error == pytest.approx(0.0825, abs=5e-5)
    assert -2 * fit.log_likelihood == pytest.approx(1619.4, abs=0.05)


def test_five_comparisons_give_the_plackett_luce_packages_fit() -> None:
    # The toy example of its vignette, "Disconnected networks": A beat B, C beat A, B beat A and C; D only lost
    rows = [("A", "B", 2, 1), ("A", "C", 1, 0), ("B", "C", 1, 1)]
    toy = pl.DataFrame(rows, schema=["first", "second", "games", "wins"], orient="row")
    fit = fit_pairings(toy, pooled=False, side=False, reference="A")
    close(strengths(fit)["B"], pytest.approx(0.8392, abs=6e-5), pytest.approx(1.3596, abs=6e-5))
    close(strengths(fit)["C"], pytest.approx(0.4196, abs=6e-5), pytest.approx(1.5973, abs=6e-5))
    assert -2 * fit.log_likelihood == pytest.approx(5.1356, abs=5e-5)
    lost = toy.vstack(pl.DataFrame([("A", "D", 1, 1)], schema=toy.schema, orient="row"))
    with pytest.raises(FitError, match=r"A, B, C > D"):
        fit_pairings(lost, pooled=False, side=False)


def test_rao_and_kuppers_model_is_at_the_maximum_of_its_likelihood() -> None:
    rows = [line.split() for line in PUDDING.strip().split("\n")]
    i, j, won, lost, tied = (np.array(column, int) for column in zip(*rows, strict=True))

    def cost(x: np.ndarray) -> float:
        worth, threshold = np.append(1.0, np.exp(x[:5])), math.exp(x[5])
        first, second = worth[i - 1], worth[j - 1]
        win, loss = first / (first + threshold * second), second / (second + threshold * first)
        return -float(won @ np.log(win) + lost @ np.log(loss) + tied @ np.log(1 - win - loss))

    best = minimize(
        cost,
        np.append(np.zeros(5), 0.5),
        method="Nelder-Mead",
        options={"maxiter": 20_000, "xatol": 1e-8, "fatol": 1e-10, "maxfev": 40_000},
    )
    fit = fit_pairings(pudding(), pooled=False, side=False, reference="1", ties=Ties.RAO_KUPPER)
    assert fit.tie is not None
    found = [strengths(fit)[str(n)][0] for n in range(2, 7)]
    assert [*found, fit.tie.value.estimate] == pytest.approx(best.x.tolist(), abs=1e-4)
    assert -fit.log_likelihood == pytest.approx(best.fun, abs=1e-6)


def test_half_wins_are_the_fit_of_everything_doubled() -> None:
    # 2 wins per win, 1 per tie: whole counts of the same shares; twice the games, so errors √2 smaller
    once = fit_pairings(pudding(), pooled=False, side=False, reference="1")
    twice = fit_pairings(
        pudding().select(
            "first", "second", games=2 * pl.col("games"), wins=2 * pl.col("wins") + pl.col("ties")
        ),
        pooled=False,
        side=False,
        reference="1",
    )
    for name, (estimate, error) in strengths(once).items():
        assert strengths(twice)[name][0] == pytest.approx(estimate, abs=1e-7)
        assert strengths(twice)[name][1] * math.sqrt(2) == pytest.approx(error, abs=1e-7)


def test_shares_under_davidsons_model_hold_half_the_ties() -> None:
    fit = fit_pairings(pudding(), pooled=False, side=False, reference="1", ties=Ties.DAVIDSON)
    assert fit.tie is not None
    odds = strengths(fit)["2"][0] - strengths(fit)["6"][0]
    win, tie, loss = math.exp(odds / 2), math.exp(fit.tie.value.estimate), math.exp(-odds / 2)
    pair = next(p for p in fit.pairs if (p.first, p.second) == ("2", "6"))
    assert pair.share.estimate == pytest.approx((win + tie / 2) / (win + tie + loss), abs=1e-9)
    assert pair.share.low < pair.share.estimate < pair.share.high
    assert pair.observed == pytest.approx((22 + 12 / 2) / 54)
    assert expit(pair.log_odds) == pytest.approx(pair.share.estimate)
