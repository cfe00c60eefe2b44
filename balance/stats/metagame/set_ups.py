"""Ways of coming to contestants, each solved for best play on one matrix of win shares.

The sides are given before; both contestants always differ, so a matrix's diagonal is never looked at. What is open and
what secret in each: `docs/statistics.md`, "Metagame".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np

from balance.stats.intervals import Array
from balance.stats.metagame.results import SetUpKind
from balance.stats.metagame.zero_sum import Solution, solve_all, solve_matrices

HELD = 2
"""Contestants dealt to each side of which it keeps one."""
MOST = 12
"""With more contestants the hands are too many to solve again and again in a second."""


@dataclass(frozen=True)
class Play:
    """Best play of one set-up.

    Parameters
    ----------
    value
        First seat's win share.
    played
        How often each ordered pair comes to be played, contestants × contestants, summing to 1.
    rates
        Seat × contestants: chance of choosing each; two dealt: of keeping it when it is held. Empty if nobody chooses.
    losses
        The same shape: win share that choosing it whenever possible costs the seat.
    sums
        The weights of the choices in `solution` that give the rates: contestants × holdings × choices.
    solution
        The equilibrium, where there is one of mixed choices.
    unique
        Of choices made openly, whether no other is as good; else None.
    deals
        For each deal of two to each side, which pairs (places in the flattened matrix) it may come to.
    deal_chances
        The chances of these.
    partners
        Seat × contestants × partners: chance of keeping the first when it is dealt with the second.
    """

    value: float
    played: Array
    rates: Array
    losses: Array
    sums: Array | None = None
    solution: Solution | None = None
    unique: bool | None = None
    deals: Array | None = None
    deal_chances: Array | None = None
    partners: Array | None = None


def one_dealt(shares: Array) -> Play:
    """Every ordered pair of different contestants equally likely."""
    n = len(shares)
    played = (1 - np.eye(n)) / (n * (n - 1))
    return Play(_mean(shares, played), played, np.zeros((2, 0)), np.zeros((2, 0)))


def two_dealt(matrices: Sequence[Array]) -> list[Play]:
    """Two dealt to each side, who keeps one; nobody sees the other's two, nor what is kept, before both have chosen."""
    payoffs = []
    for shares in matrices:
        hands, chance = _deals(len(shares)).hands, _deals(len(shares)).chance
        pairs = shares[hands[:, :, None, None], hands[None, None]]
        payoffs.append(np.where(chance > 0, pairs * chance, 0.0))
    return [_two_dealt(len(one), play) for one, play in zip(matrices, solve_all(payoffs), strict=True)]


def _two_dealt(n: int, solution: Solution) -> Play:
    deals = _deals(n)
    hands, chance = deals.hands, deals.chance
    mixes = solution.first[:, :, None, None] * solution.second
    places = hands[:, :, None, None] * n + hands
    played = np.bincount(places.ravel(), (chance * mixes).ravel(), n * n).astype(np.float64).reshape(n, n)
    dealt = chance[:, 0, :, 0] > 0
    partners = np.zeros((2, n, n))
    for seat, mix in enumerate((solution.first, solution.second)):
        partners[seat, hands[:, 0], hands[:, 1]] = mix[:, 0]
        partners[seat, hands[:, 1], hands[:, 0]] = mix[:, 1]
    losses = np.stack([solution.first_loss, solution.second_loss]) * len(hands)  # given the hand
    return Play(
        value=solution.value,
        played=played,
        rates=np.einsum("sha,kha->ks", deals.sums, np.stack([solution.first, solution.second])),
        losses=np.einsum("sha,kha->ks", deals.sums, losses),
        sums=deals.sums,
        solution=solution,
        deals=places.transpose(0, 2, 1, 3)[dealt].reshape(-1, HELD**2),
        deal_chances=mixes.transpose(0, 2, 1, 3)[dealt].reshape(-1, HELD**2),
        partners=partners,
    )


def free_choice(matrices: Sequence[Array]) -> list[Play]:
    """Both name one at once. What both name goes to either at even odds; the other side, knowing, takes another."""
    payoffs = []
    for shares in matrices:
        payoff = shares.copy()
        answers = enumerate(_answers(shares))
        np.fill_diagonal(payoff, [(shares[i, b] + shares[a, i]) / 2 for i, (a, b) in answers])
        payoffs.append(payoff)
    return [_free_choice(one, play) for one, play in zip(matrices, solve_matrices(payoffs), strict=True)]


def _free_choice(shares: Array, solution: Solution) -> Play:
    n, answers = len(shares), _answers(shares)
    first, second = solution.first[0], solution.second[0]
    played = np.outer(first, second)
    both = np.diag(played).copy()
    np.fill_diagonal(played, 0.0)
    for i, (a, b) in enumerate(answers):
        played[i, b] += both[i] / 2
        played[a, i] += both[i] / 2
    return Play(
        value=solution.value,
        played=played,
        rates=np.stack([first, second]),
        losses=np.stack([solution.first_loss[0], solution.second_loss[:, :][0]]),
        sums=np.eye(n)[:, None, :],
        solution=solution,
    )


def first_picks(shares: Array) -> Play:
    """Let the first seat pick any openly; the second answers with any other."""
    n = len(shares)
    open_to = np.where(np.eye(n, dtype=bool), np.inf, shares)
    worth = open_to.min(axis=1)
    pick = int(worth.argmax())
    answer = int(open_to[pick].argmin())
    rates = np.zeros((2, n))
    rates[0, pick] = rates[1, answer] = 1.0
    played = np.outer(*rates)
    against = np.where(np.arange(n) == pick, np.nan, shares[pick] - shares[pick, answer])
    equals = (worth == worth[pick]).sum() + (open_to[pick] == open_to[pick, answer]).sum()
    return Play(
        float(worth[pick]), played, rates, np.stack([worth[pick] - worth, against]), unique=bool(equals == 2)
    )


def second_picks(shares: Array) -> Play:
    """Let the second seat pick any openly; the first answers with any other."""
    seen = first_picks(1 - shares.T)
    return Play(1 - seen.value, seen.played.T, seen.rates[::-1], seen.losses[::-1], unique=seen.unique)


def _one_by_one(solve: Callable[[Array], Play]) -> Callable[[Sequence[Array]], list[Play]]:
    return lambda matrices: [solve(shares) for shares in matrices]


SET_UPS: dict[SetUpKind, Callable[[Sequence[Array]], list[Play]]] = {
    SetUpKind.ONE_DEALT: _one_by_one(one_dealt),
    SetUpKind.TWO_DEALT: two_dealt,
    SetUpKind.FREE_CHOICE: free_choice,
    SetUpKind.FIRST_PICKS: _one_by_one(first_picks),
    SetUpKind.SECOND_PICKS: _one_by_one(second_picks),
}
"""How each kind is solved: from matrices of the first seat's win shares, all of one size."""


def distance(play: Play, shares: Array) -> float:
    """Return the mean |share − 1/2| of what is played."""
    return _mean(np.abs(shares - 0.5), play.played)


def spread(play: Play, shares: Array) -> float:
    """Return the standard deviation of the share of what is played."""
    return math.sqrt(_mean((shares - _mean(shares, play.played)) ** 2, play.played))


def deal_distance(play: Play, shares: Array) -> float:
    """Return the mean |share − 1/2| of a deal of two to each side, before anybody has chosen."""
    assert play.deals is not None, "of two dealt"
    worth = np.sum(play.deal_chances * shares.ravel()[play.deals], axis=1)
    return float(np.abs(worth - 0.5).mean())


def fits(kind: SetUpKind, contestants: int) -> str:
    """Return why a set-up is not worked out for so many contestants, or an empty string."""
    fewest = 2 * HELD if kind is SetUpKind.TWO_DEALT else 2
    if contestants < fewest:
        return f"{kind} needs {fewest} contestants"
    if kind is SetUpKind.TWO_DEALT and contestants > MOST:
        return f"{kind} is worked out for up to {MOST} contestants"
    return ""


def worse_than(shares: Array, seat: int) -> list[int | None]:
    """Return, for each contestant, another that does strictly better at that seat against every opponent.

    Opponents are all but the two. Of several the one that does best on average.
    """
    own = shares if seat == 0 else 1 - shares.T
    n = len(own)
    mean = np.nanmean(np.where(np.eye(n, dtype=bool), np.nan, own), axis=1)
    found: list[int | None] = []
    for i in range(n):
        others = [
            k
            for k in range(n)
            if k != i and n > HELD and all(own[k, j] > own[i, j] for j in range(n) if j not in (i, k))
        ]
        found.append(max(others, key=lambda k: mean[k]) if others else None)
    return found


def _answers(shares: Array) -> list[tuple[int, int]]:
    """Return for each contestant the first seat's best other against it, and the second seat's."""
    own = np.eye(len(shares), dtype=bool)
    best = np.where(own, -np.inf, shares).argmax(axis=0)
    least = np.where(own, np.inf, shares).argmin(axis=1)
    return [(int(a), int(b)) for a, b in zip(best, least, strict=True)]


def _mean(shares: Array, played: Array) -> float:
    return float(np.sum(np.where(played > 0, shares, 0.0) * played))


@dataclass(frozen=True)
class _Deals:
    hands: Array
    chance: Array
    sums: Array


@lru_cache(maxsize=8)
def _deals(n: int) -> _Deals:
    """Return all hands, the chance of every two of them, and the weights that average over partners."""
    hands = np.array(list(combinations(range(n), HELD)))
    apart = ~(hands[:, None, :, None] == hands[None, :, None, :]).any(axis=(2, 3))
    chance = np.broadcast_to((apart / apart.sum())[:, None, :, None], (len(hands), HELD, len(hands), HELD))
    sums = (hands == np.arange(n)[:, None, None]) / (n - 1)
    return _Deals(hands, chance, sums)
