"""Scores and leads after each round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from balance.stats.details.facts import LEAD_AFTER, LEADS, SCORES, Counted, Whole
from balance.stats.details.results import RoundStanding
from balance.stats.details.shares import shares
from balance.stats.entries import NOT_PLAYED
from balance.stats.intervals import mean_interval
from balance.stats.results import Interval

LEVEL = "level"


def rounds(
    facts: Mapping[str, Counted], seats: Sequence[str], games: NDArray[np.int64], last: Sequence[Interval]
) -> list[tuple[RoundStanding, ...]]:
    """Return how every pair's games stand after each round; nothing where leads were not counted.

    Parameters
    ----------
    facts
        As `balance.stats.details.facts.counted` returns them.
    seats
        The seats' names.
    games
        Games of each pair.
    last
        The mean final margin of each pair, which is the lead after the last round.
    """
    if LEADS not in facts:
        return [()] * len(games)
    numbers = sorted({int(key.split(" ", 1)[0]) for key in facts[LEADS].keys})
    by_round = [
        _after(number, facts, seats, games, last if number == numbers[-1] else None) for number in numbers
    ]
    return list(zip(*by_round, strict=True))


def _after(
    number: int,
    facts: Mapping[str, Counted],
    seats: Sequence[str],
    games: NDArray[np.int64],
    last: Sequence[Interval] | None,
) -> list[RoundStanding]:
    leads = facts[LEADS]
    (ahead, won, margin), (behind, lost_lead, deficit), (level, _, _) = (
        _column(leads, f"{number} {leader}") for leader in (*seats, LEVEL)
    )
    kept = behind - lost_lead  # the second seat leads and wins
    scores = _scores(facts.get(SCORES), number, seats, games)
    mean = _leads(facts.get(f"{LEAD_AFTER}{number}"), (margin + deficit) / games, games, last)
    columns = (
        shares(ahead, games),
        shares(behind, games),
        shares(level, games),
        shares(won, ahead),
        shares(kept, behind),
        shares(won + kept, ahead + behind),
    )
    return [
        RoundStanding(number, score, lead, (first, second), even, (keeps, keeps_second), leader)
        for score, lead, first, second, even, keeps, keeps_second, leader in zip(
            scores, mean, *columns, strict=True
        )
    ]


def _column(counted: Counted, key: str) -> tuple[Whole, Whole, Whole]:
    """Return games, wins and sum of one key; zeros where it never occurred."""
    if key not in counted.keys:
        none = np.zeros(len(counted.games), np.int64)
        return none, none, none
    place = counted.keys.index(key)
    return counted.games[:, place], counted.wins[:, place], counted.total[:, place]


def _scores(
    counted: Counted | None, number: int, seats: Sequence[str], games: NDArray[np.int64]
) -> list[tuple[float, float]]:
    if counted is None:
        return [(float("nan"), float("nan"))] * len(games)
    first, second = ((_column(counted, f"{number} {seat}")[2] / games).tolist() for seat in seats)
    return list(zip(first, second, strict=True))


def _leads(
    counted: Counted | None,
    means: NDArray[np.float64],
    games: NDArray[np.int64],
    last: Sequence[Interval] | None,
) -> list[Interval]:
    """Return the mean lead of each pair, with an interval where the lead of every game is known."""
    if last is not None:
        return list(last)
    if counted is None:
        nan = float("nan")
        return [
            Interval(mean, nan, nan, int(own), "only the sum was counted" if own else NOT_PLAYED)
            for mean, own in zip(means.tolist(), games, strict=True)
        ]
    leads = np.array([int(key) for key in counted.keys], np.float64)
    sums = (counted.games.sum(axis=1), counted.games @ leads, counted.games @ leads**2)
    return [
        Interval(*mean_interval(*row), int(row[0])) for row in zip(*(s.tolist() for s in sums), strict=True)
    ]
