"""Does the pairings model fit: tests of main effects, intransitive triples, mirrors beside what is expected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from scipy.special import expit, ndtr, xlogy
from scipy.stats import chi2

from balance.stats.entries import entry
from balance.stats.intervals import LEVEL, Array, quantile, wilson
from balance.stats.paired import holm
from balance.stats.pairings.results import Fit, FitTest, MirrorCheck, Triple
from balance.stats.results import Interval

DATA_SETS = 999
"""Data sets of a bootstrap."""

ENOUGH = 5.0
"""Chi-square is used where every cell expects so many wins and losses (Cochran 1954, Biometrics 10, 417–451)."""

ALPHA = 1 - LEVEL

SUFFICES = "do side and strengths alone explain the pairs?"
SEATED = "do side and each contestant's strengths in both seats explain the pairs?"
ALIKE = "do settings shift all pairs alike?"


def tests(games: Array, score: Array, *, side: bool) -> tuple[FitTest, ...]:
    """Return the tests of main effects, from counts contestants × contestants × settings, mirrors left out.

    Parameters
    ----------
    games, score
        Games, and the first seat's wins with half of its ties.
    side
        Whether the model has a side term; without, seats are not asked for.
    """
    pair_games, pair_score = games.sum(axis=2), score.sum(axis=2)
    first, second = np.nonzero(pair_games)
    count = len(games)
    n, y = pair_games[first, second], pair_score[first, second]
    strength = np.eye(count)[first] - np.eye(count)[second]
    seat = np.eye(count)[first] + np.eye(count)[second]
    constant = np.ones((len(n), int(side)))
    found = [_test(SUFFICES, n, y, _fit_columns(np.hstack([constant, strength])))]
    if side and count > 2:
        found.append(_test(SEATED, n, y, _fit_columns(np.hstack([strength, seat]))))
    if games.shape[2] > 1:
        n, y = games[first, second], score[first, second]
        found.append(_test(ALIKE, n, y, _fit_additive(n)))
    return tuple(found)


Fitter = tuple[Callable[[Array, Array], Array], int]
"""From games and scores (data sets first) to expected shares; how many free effects it has."""


def _test(question: str, games: Array, score: Array, fitter: Fitter) -> FitTest:
    """Test a model by its deviance: against chi-square, or against data sets drawn from it."""
    fit, free = fitter
    freedom = int(np.count_nonzero(games)) - free
    if freedom < 1:
        note = "every pair has an effect of its own in this model" if games.ndim == 1 else "too few cells"
        return FitTest(question, float("nan"), 0, float("nan"), "none", Fit.UNTESTED, note)
    share = fit(games[None], score[None])[0]
    deviance = float(_deviance(games, score, share))
    expected = np.minimum(games * share, games * (1 - share))[games > 0]
    if expected.min() >= ENOUGH:
        p_value, method = float(chi2.sf(deviance, freedom)), "chi-square"
    else:
        random = np.random.default_rng(freedom)
        whole = np.rint(games).astype(np.int64)  # games weigh more than one where ties are shared
        draws = random.binomial(whole, share, (DATA_SETS, *games.shape)).astype(np.float64)
        many = np.broadcast_to(whole.astype(np.float64), draws.shape)
        fits = _deviance(many[0], draws, fit(many, draws))
        p_value = (1 + np.count_nonzero(fits >= deviance - 1e-9)) / (1 + DATA_SETS)
        method = f"bootstrap of {DATA_SETS} data sets"
    answer = Fit.FALLS_SHORT if p_value <= ALPHA else Fit.SUFFICES
    return FitTest(question, deviance, freedom, float(p_value), method, answer)


def _deviance(games: Array, score: Array, share: Array) -> Array:
    """Return the deviance against a share of its own for each cell, over the cells' axes."""
    n = np.where(games > 0, games, 1.0)
    seen = score / n
    lost = games - score
    each = xlogy(score, seen) - xlogy(score, share) + xlogy(lost, 1 - seen) - xlogy(lost, 1 - share)
    return np.asarray(2 * each.sum(axis=tuple(range(-games.ndim, 0))))


STEPS = 12
RIDGE = 1e-3
"""Keeps drawn data sets finite in which somebody never wins; too little to be seen elsewhere."""


def _fit_columns(matrix: Array) -> Fitter:
    """Return the fitter of a logistic regression, for many data sets at once."""
    free = int(np.linalg.matrix_rank(matrix))

    def fit(games: Array, score: Array) -> Array:
        effects = np.zeros((len(games), matrix.shape[1]))
        for _ in range(STEPS):
            share = expit(effects @ matrix.T)
            weights = games * share * (1 - share)
            system = np.einsum("bi,ij,ik->bjk", weights, matrix, matrix, optimize=True)
            system += RIDGE * np.eye(matrix.shape[1])
            slope = (score - games * share) @ matrix - RIDGE * effects
            effects += np.clip(np.linalg.solve(system, slope[..., None])[..., 0], -2, 2)
        return np.asarray(expit(effects @ matrix.T))

    return fit, free


def _fit_additive(games: Array) -> Fitter:
    """Return the fitter of "a log odds per pair, a shift per setting", for many data sets at once."""
    settings = games.shape[1]
    free = int(np.count_nonzero(games.sum(axis=1))) + int(np.count_nonzero(games.sum(axis=0))) - 1

    def fit(games: Array, score: Array) -> Array:
        pair, shift = np.zeros(games.shape[:2]), np.zeros((len(games), settings))
        for _ in range(STEPS):
            share = expit(pair[:, :, None] + shift[:, None, :])
            weights = games * share * (1 - share)
            residual = score - games * share
            own = weights.sum(axis=2) + RIDGE
            pull = residual.sum(axis=2) - RIDGE * pair
            system = -np.einsum("bps,bpt->bst", weights / own[:, :, None], weights)
            system += np.eye(settings) * (weights.sum(axis=1) + RIDGE)[:, None, :]
            right = residual.sum(axis=1) - RIDGE * shift - np.einsum("bps,bp->bs", weights, pull / own)
            step = np.linalg.solve(system, right[..., None])[..., 0]
            pair += np.clip((pull - np.einsum("bps,bs->bp", weights, step)) / own, -2, 2)
            shift += np.clip(step, -2, 2)
        return np.asarray(expit(pair[:, :, None] + shift[:, None, :]))

    return fit, free


def triples(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    edges: Array,
    errors: Array,
    games: Array,
    level: float,
) -> tuple[Triple, ...]:
    """Return the cycles among the estimates, surest first.

    That a beats b, b beats c and c beats a is an intersection of three statements; it is tested by the least sure
    of them (Berger 1982, Technometrics 24, 295–300), corrected for both directions of every triple (Holm).

    Parameters
    ----------
    names
        Contestants.
    pairs
        Unordered pairs a < b, by number.
    edges, errors, games
        Per pair: log odds of a over b, both seats averaged; standard error; games.
    """
    place = {pair: i for i, pair in enumerate(pairs)}
    if any((a, b) not in place for a, b in combinations(range(len(names)), 2)):
        return ()
    seen: list[tuple[float, tuple[int, int, int]]] = []
    p_values = []
    for a, b, c in combinations(range(len(names)), 3):
        for cycle in ((a, b, c), (a, c, b)):
            scores = [_edge(place, edges, x, y) / errors[_index(place, x, y)] for x, y in _steps(cycle)]
            p_values.append(float(ndtr(-min(scores))))
            seen.append((min(scores), cycle))
    q_values = holm(np.array(p_values)) if p_values else np.zeros(0)
    reach = quantile(level)
    found = []
    for (least, cycle), p, q in zip(seen, p_values, q_values, strict=True):
        if least <= 0:
            continue
        sides = []
        for x, y in _steps(cycle):
            i = _index(place, x, y)
            value = _edge(place, edges, x, y)
            sides.append(Interval(value, value - reach * errors[i], value + reach * errors[i], int(games[i])))
        found.append(
            Triple(
                (names[cycle[0]], names[cycle[1]], names[cycle[2]]),
                (sides[0], sides[1], sides[2]),
                p,
                float(q),
            )
        )
    return tuple(sorted(found, key=lambda t: (t.p_value, t.contestants)))


def _steps(cycle: tuple[int, int, int]) -> list[tuple[int, int]]:
    return [(cycle[0], cycle[1]), (cycle[1], cycle[2]), (cycle[2], cycle[0])]


def _index(place: dict[tuple[int, int], int], x: int, y: int) -> int:
    return place[min(x, y), max(x, y)]


def _edge(place: dict[tuple[int, int], int], edges: Array, x: int, y: int) -> float:
    return float(edges[_index(place, x, y)]) * (1 if x < y else -1)


def mirror_checks(
    names: Sequence[str], games: Array, score: Array, log_odds: Array, errors: Array, level: float
) -> tuple[MirrorCheck, ...]:
    """Return every mirror played beside what the model expects.

    Parameters
    ----------
    names
        Contestants.
    games, score
        Of each one's mirror.
    log_odds, errors
        What the model expects and its standard error.
    """
    share = expit(log_odds)
    noise = share * (1 - share) / games + (share * (1 - share) * errors) ** 2
    scores = (score / games - share) / np.sqrt(noise)
    p_values = 2 * ndtr(-np.abs(scores))
    q_values = holm(p_values)
    reach = quantile(level)
    low, high = wilson(score / games, games, level=level)
    return tuple(
        MirrorCheck(
            contestant=names[i],
            observed=entry(score[i] / games[i], low[i], high[i], games[i]),
            expected=entry(
                share[i], expit(log_odds[i] - reach * errors[i]), expit(log_odds[i] + reach * errors[i]), 0
            ),
            p_value=float(p_values[i]),
            q_value=float(q_values[i]),
            agrees=bool(q_values[i] > ALPHA),
        )
        for i in range(len(names))
    )
