"""How often paired intervals hold a known change, and claims are false: `python -m balance.stats.paired_coverage`.

Prints the tables of `docs/statistics.md`, section "Sensitivity".
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

import numpy as np

from balance.stats.coverage import Rates, holds, table
from balance.stats.intervals import LEVEL, Array, quantile
from balance.stats.paired import EXTRA, games_for, holm, moments, two_sided, weighted_mean

OUTCOMES = np.array([0.0, 1.0])
CHANGE = OUTCOMES[None, :] - OUTCOMES[:, None]


def joint_chances(before: Array, after: Array, together: float) -> Array:
    """Return the chances of (lost, won) before × (lost, won) after, per pair, shape (pairs, 2, 2).

    Parameters
    ----------
    before, after
        Win chances per pair.
    together
        How far the same decks tie the two results: 0 independent, 1 as much as the chances allow.
    """
    both = (1 - together) * before * after + together * np.minimum(before, after)
    rows = [1 - before - after + both, after - both, before - both, both]
    chances: Array = np.stack(rows, axis=-1).reshape(-1, 2, 2)
    return np.clip(chances, 0.0, 1.0)


def paired(
    before: Array,
    after: Array,
    together: float,
    games: int,
    data_sets: int,
    *,
    half_width: float = 0.0,
    seed: int = 1,
) -> Rates:
    """Return the coverage and mean width of the interval of a mean paired change over pairs.

    Parameters
    ----------
    before, after, together
        See `joint_chances`.
    games
        Games a pair; of a pilot, if `half_width` is given.
    data_sets
        How many to draw.
    half_width
        If not 0, further games are drawn until this half width is planned for, as
        `balance.stats.sensitivity.precision` plans.
    seed
        Of the draws.
    """
    random = np.random.default_rng(seed)
    chances = joint_chances(before, after, together).reshape(len(before), 4)
    counts = random.multinomial(games, chances, (data_sets, len(before)))
    weights = np.full(len(before), 1 / len(before))
    if half_width:
        _, _, spread = moments(counts.reshape(*counts.shape[:2], 2, 2), CHANGE)
        extra = EXTRA / len(before) ** 2
        needed = [games_for(1.1 * v, half_width, extra=extra) for v in (spread * weights**2).sum(-1)]
        more = np.maximum(np.array(needed) - games, 0)
        counts = counts + random.multinomial(more[:, None], chances)
    found = moments(counts.reshape(*counts.shape[:2], 2, 2), CHANGE)
    mean, error = weighted_mean(*found, np.broadcast_to(weights, found[0].shape))
    half = quantile() * error
    true = float((after - before).mean())
    rates = {"held": holds(mean - half, true, mean + half), "half width": float(half.mean())}
    if half_width:
        rates["as narrow as wanted"] = float((half <= half_width).mean())
        rates["games a pair"] = float(counts.sum((-1, -2)).mean() / len(before))
    return rates


def false_claims(
    *,
    variants: int = 40,
    headlines: int = 12,
    games: int = 1200,
    pairs: int = 72,
    data_sets: int = 2000,
    seed: int = 2,
) -> Rates:
    """Return how often any false claim is made of variants that do nothing.

    "change": a change is called sure though no variant changes any chance. "depends": a conclusion is said to turn,
    though under every variant the truth is exactly even (the worst case: the base is far from it). Headlines are means
    over random halves of the pairs, and all variants share the base's games, so all tests depend on one another.
    """
    random = np.random.default_rng(seed)
    weights = np.stack(
        [random.permutation(np.repeat([2.0, 0.0], pairs // 2)) / pairs for _ in range(headlines)]
    )
    any_change, any_turn, single = 0, 0, []
    for _ in range(data_sets):
        won = random.binomial(games, 0.5, pairs)
        stay = random.binomial(won, 0.6, (variants, pairs))
        gain = random.binomial(games - won, 0.4, (variants, pairs))
        joint = np.stack([games - won - gain, gain, won - stay, stay], axis=-1).reshape(variants, pairs, 2, 2)
        numbers, mean, spread = (part[:, None] for part in moments(joint, CHANGE))
        p = two_sided(*weighted_mean(numbers, mean, spread, weights[None]))
        single.append(p <= 1 - LEVEL)
        any_change += bool((holm(p.ravel()) <= 1 - LEVEL).any())
        numbers, level, around = (part[:, None] for part in moments(joint.sum(axis=2), OUTCOMES - 0.5))
        estimate, error = weighted_mean(numbers, level, around, weights[None])
        turned = np.where(estimate < 0, two_sided(estimate, error), 1.0)  # the base is ahead for sure
        any_turn += bool((holm(turned.ravel()) <= 1 - LEVEL).any())
    return {
        "a false change": any_change / data_sets,
        "a false depends": any_turn / data_sets,
        "each change unadjusted": float(np.mean(single)),
    }


def picked(
    *, games: int = 400, pairs: int = 72, fresh: int = 2000, data_sets: int = 2000, seed: int = 3
) -> Rates:
    """Return how often the least fair pair's interval holds, from the games that picked it and from fresh ones."""
    random = np.random.default_rng(seed)
    truth = np.clip(random.normal(0.5, 0.02, pairs), 0.0, 1.0)
    wins = random.binomial(games, truth, (data_sets, pairs))
    pick = np.abs(wins / games - 0.5).argmax(axis=1)
    own = wins[np.arange(data_sets), pick]
    rates = {}
    for name, number, won in (
        ("same games", games, own),
        ("fresh games", fresh, random.binomial(fresh, truth[pick])),
    ):
        parts = moments(np.stack([number - won, won], axis=-1)[:, None], OUTCOMES)
        mean, error = weighted_mean(*parts, np.ones((data_sets, 1)))
        rates[name] = holds(mean - quantile() * error, truth[pick], mean + quantile() * error)
    return rates


PAIRS = np.random.default_rng(1).normal(0.52, 0.1, 72).clip(0.05, 0.95)
CASES: dict[str, tuple[Array, Array, float]] = {
    "no change, independent": (PAIRS, PAIRS, 0.0),
    "no change, half together": (PAIRS, PAIRS, 0.5),
    "no change, 99% together": (PAIRS, PAIRS, 0.99),
    "three points up, half together": (PAIRS, PAIRS + 0.03, 0.5),
    "three points up, wholly together": (PAIRS, PAIRS + 0.03, 1.0),
    "a tenth of a point, wholly together": (PAIRS, PAIRS + 0.001, 1.0),
    "near 0, half together": (np.full(72, 0.01), np.full(72, 0.015), 0.5),
    "near 1, independent": (np.full(72, 0.99), np.full(72, 0.98), 0.0),
    "one pair, half together": (np.full(1, 0.6), np.full(1, 0.55), 0.5),
    "one pair near 0, wholly together": (np.full(1, 0.01), np.full(1, 0.02), 1.0),
}


def tables(data_sets: int = 10_000) -> Iterable[str]:
    """Yield the tables of `docs/statistics.md`, section "Sensitivity"."""
    yield table(
        "paired change",
        (
            (f"{name}; {games} game{'s' * (games > 1)}", paired(*case, games, data_sets))
            for name, case in CASES.items()
            for games in (1, 5, 20, 100, 1200)
        ),
    )
    yield table(
        "paired change, planned from a pilot of 100 games for ±0.01",
        ((name, paired(*case, 100, data_sets, half_width=0.01)) for name, case in CASES.items()),
    )
    yield table("claims of 40 variants and 12 headlines", [("no effect", false_claims())])
    yield table(
        "least fair of 72 pairs", [("shares within some 5 points of even", picked(data_sets=data_sets))]
    )


if __name__ == "__main__":
    for text in tables():
        sys.stdout.write(text + "\n\n")
        sys.stdout.flush()
