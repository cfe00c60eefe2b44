"""How often the figures of a pair by itself hold a known truth: `python -m balance.stats.details.coverage`.

Prints the tables of `docs/statistics.md`, section "Proof: each pair by itself".
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

import numpy as np
from scipy.special import expit

from balance.stats.coverage import Rates, holds, table
from balance.stats.details.differences import newcombe, same_share_p_value
from balance.stats.details.margins import quartiles
from balance.stats.intervals import LEVEL, Array, benjamini_hochberg, wilson


def differences(
    with_it: float, without: float, played: float, *, games: int, data_sets: int, seed: int = 1
) -> Rates:
    """Return how often Newcombe's interval of one card's difference holds the truth, and how wide it is.

    Parameters
    ----------
    with_it, without
        True win share in games with and without the card.
    played
        Chance that a game has it.
    games, data_sets
        Games of the pair, and how many pairs to draw; those without a game of either kind are left out.
    seed
        Of the draws.
    """
    random = np.random.default_rng(seed)
    used = random.binomial(games, played, data_sets)
    used = used[(used > 0) & (used < games)]
    won, rest = random.binomial(used, with_it), random.binomial(games - used, without)
    _, low, high = newcombe(won, used, rest, games - used)
    return {"held": holds(low, with_it - without, high), "half width": float((high - low).mean() / 2)}


def cards(
    *, moving: int, pairs: int = 72, kinds: int = 32, games: int = 1560, data_sets: int = 200, seed: int = 2
) -> Rates:
    """Return how many marks of a run are false, and how many true differences are found.

    Cards of a game hang together: all are played more in games that go on for longer, which has no part in who wins.

    Parameters
    ----------
    moving
        How many of the kinds go with winning, by 10 in 100.
    pairs, kinds, games
        Of the run; both sides' cards are among the kinds.
    data_sets, seed
        Runs to draw, and the seed of the draws.
    """
    random = np.random.default_rng(seed)
    false_share, any_false, found = [], [], []
    true = np.arange(kinds) < moving
    often = np.linspace(-1.5, 2.5, kinds)
    for _ in range(data_sets):
        p_values = np.empty((pairs, kinds))
        for pair in range(pairs):
            long, chance = random.normal(0, 0.5, games), random.uniform(0.2, 0.8)
            won = random.random(games) < chance
            sway = np.where(true, 0.4, 0.0)[None, :] * (won[:, None] - chance)
            used = random.random((games, kinds)) < expit(often + long[:, None] + sway)
            n, wins = used.sum(axis=0), (used & won[:, None]).sum(axis=0)
            p_values[pair] = same_share_p_value(wins, n, won.sum() - wins, games - n)
        marked = benjamini_hochberg(p_values.ravel()).reshape(pairs, kinds) <= 1 - LEVEL
        wrong = marked[:, ~true].sum()
        false_share.append(wrong / max(1, marked.sum()))
        any_false.append(wrong > 0)
        found.append(marked[:, true].mean() if moving else float("nan"))
    return {
        "false among the marked": float(np.mean(false_share)),
        "runs with a false mark": float(np.mean(any_false)),
        "true ones found": float(np.mean(found)),
    }


def split_shares(
    alike: float, *, share: float = 0.3, games: int = 200, data_sets: int = 4000, seed: int = 3
) -> Rates:
    """Return how often a share of splits holds the truth, at one game each and at one split each.

    Parameters
    ----------
    alike
        Chance that the three splits of a game are copies of the first.
    share, games, data_sets, seed
        The true share, games of the pair, pairs to draw and the seed of the draws.
    """
    random = np.random.default_rng(seed)
    splits = random.random((data_sets, games, 3)) < share
    same = random.random((data_sets, games, 1)) < alike
    times = np.where(same, splits[..., :1], splits).sum(axis=(1, 2))
    found = times / (3 * games)
    return {
        name: holds(*_around(found, share, games * times_a_game))
        for name, times_a_game in (("as if alike", 1), ("as if independent", 3))
    }


def _around(found: Array, truth: float, games: int) -> tuple[Array, float, Array]:
    low, high = wilson(found, games)
    return low, truth, high


def medians(games: int, *, spread: float = 8.0, data_sets: int = 2000, seed: int = 4) -> Rates:
    """Return how often the intervals of the quartiles of rounded normal margins hold the truth."""
    random = np.random.default_rng(seed)
    margins = np.rint(random.normal(0.3, spread, (data_sets, games))).astype(np.int64)
    whole = np.rint(random.normal(0.3, spread, 2_000_001))
    truth = np.sort(whole)[[500_000, 1_000_000, 1_500_000]]
    held = np.zeros(3)
    for own in margins:
        low = int(own.min())
        found = quartiles(np.bincount(own - low), low)
        held += [not (q.low > true or q.high < true) for q, true in zip(found, truth, strict=True)]
    return dict(zip(("lower", "median", "upper"), (held / data_sets).tolist(), strict=True))


def tables(data_sets: int) -> Iterable[str]:
    """Yield every table of the proof."""
    yield table(
        "difference of one card",
        (
            (
                f"{with_it:.2f} with, {without:.2f} without; played in {played:.0%}; {games} games",
                differences(with_it, without, played, games=games, data_sets=10 * data_sets),
            )
            for with_it, without in ((0.5, 0.5), (0.6, 0.4), (0.97, 0.95))
            for played in (0.02, 0.5, 0.95)
            for games in (50, 1560)
        ),
    )
    yield table(
        "marks, 72 pairs with 32 cards",
        (
            (f"{moving} of 32 cards go with winning", cards(moving=moving, data_sets=max(2, data_sets // 10)))
            for moving in (0, 4, 16)
        ),
    )
    yield table(
        "shares of splits, three a game",
        ((f"{alike:.0%} of games have all alike", split_shares(alike)) for alike in (0.0, 0.5, 1.0)),
    )
    yield table("quartiles of margins", ((f"{games} games", medians(games)) for games in (10, 100, 1560)))


if __name__ == "__main__":
    for text in tables(int(sys.argv[1]) if len(sys.argv) > 1 else 1000):
        sys.stdout.write(f"{text}\n\n")
