"""What the alternating auction yields, pair by pair, with the uncertainty of the curves: draws, each solved exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from balance.stats.auction.curve import centre, draws
from balance.stats.auction.game import Strategies, ending, seat_values, solve
from balance.stats.auction.owner import COURT_ONLY
from balance.stats.auction.results import AuctionPlay, Misjudgement
from balance.stats.intervals import Array, Counts, quantile, variance
from balance.stats.results import Interval
from balance.stats.unfairness import shortfall

DRAWS = 200
"""Draws of each curve: the ends of an interval are then known to about a tenth of its width."""

ENDS = (0.025, 0.975)

KINK = 1 / (2**0.5 - 1)
"""By how much a value observed is off at a kink, in parts of what draws about it are off further: noise of the root of
two times the size is off by as much more."""

FAR = 3
"""Cubes beyond the largest bid played that players are taken to think of at most: nobody bids that far past even."""

Pair = tuple[str, str]
Curves = Mapping[Pair, tuple[Sequence[int], Counts]]


@dataclass(frozen=True)
class Plays:
    """What the auction yields: every pair, opener and reading, and means over them by reading."""

    plays: tuple[AuctionPlay, ...]
    opener_gain: dict[str, Interval]
    unfairness_after: dict[str, Interval]


def auction_plays(
    curves: Curves, *, readings: Sequence[str], largest: int, by_one: bool, number: int = DRAWS
) -> Plays:
    """Return what the alternating auction yields between two players who know the curves.

    Parameters
    ----------
    curves
        Per ordered pair the bids played, ascending, at least two, and the first seat's counts.
    readings
        The readings of `auction_side` to answer; `court_only` needs both orders of a pair, with bids to both seats.
    largest
        The largest bid that the rules admit.
    by_one
        Whether a bid must be exactly one above the standing one.
    number
        Draws of each curve.
    """
    most = min(largest, max((abs(b) for bids, _ in curves.values() for b in bids), default=0) + FAR)
    drawn = {
        pair: np.concatenate(
            [
                centre(bids, counts, largest=most + 1)[None],
                draws(bids, counts, largest=most + 1, number=number, seed=[*"|".join(pair).encode()]),
            ]
        )
        for pair, (bids, counts) in curves.items()
    }
    plays: list[AuctionPlay] = []
    gains, left = {}, {}
    for reading in readings:
        pairs = [pair for pair in curves if reading != COURT_ONLY or _both_ways(pair, curves)]
        if not pairs:
            continue
        games = [sum(int(curves[key][1].games.sum()) for key in _needed(pair, reading)) for pair in pairs]
        table = _Table(
            np.stack([drawn[pair] for pair in pairs]),
            np.stack([drawn[pair[::-1]] for pair in pairs]) if reading == COURT_ONLY else None,
            by_one,
        )
        shares = []
        for opener in (0, 1):
            known = table.strategies(opener)
            shares.append(known.value)
            plays += _told(reading, opener, pairs, games, known, table)
        both = np.stack(shares)
        gains[reading] = interval_of(both.mean(axis=(0, 1)) - 0.5, sum(games))
        left[reading] = interval_of(np.abs(both - 0.5).mean(axis=(0, 1)), sum(games), least=0.0)
    order = {pair: i for i, pair in enumerate(curves)}
    plays.sort(key=lambda play: (order[play.first, play.second], readings.index(play.reading), play.opener))
    return Plays(tuple(plays), gains, left)


@dataclass(frozen=True)
class _Table:
    """Curves of several pairs: shape (pairs, 1 + draws, bids from −most − 1 to most + 1), the observed one first."""

    own: Array
    rivals: Array | None
    by_one: bool

    def truth(self, opener: int, shift: int = 0) -> tuple[Array, Array]:
        """Return the players' seat values, the opener first, and the opener's share if nobody bids.

        `shift`: by how many cubes the first seat is taken to be better off than it is.
        """
        last = self.own.shape[-1] - 1
        part = slice(1 + shift, last + shift)
        own = self.own[..., part]
        values = seat_values(own, None if self.rivals is None else self.rivals[..., part])
        stand = own[..., own.shape[-1] // 2]
        return (values, stand) if opener == 0 else (values[::-1], 1 - stand)

    def strategies(self, opener: int, shift: int = 0) -> Strategies:
        """Return what players do who believe in the curves, moved by `shift`."""
        return solve(*self.truth(opener, shift), by_one=self.by_one)

    def bounds(self, opener: int) -> Array:
        """Return the ends of the opener's share in each pair: shape (2, pairs).

        What an auction is worth to the opener rises with what its own seats are worth and falls with what the other's
        are, so it lies between the values at opposite ends of the curves' 95% bands.
        """
        ends = [
            _Table(
                np.quantile(self.own[:, 1:], end, axis=1, keepdims=True),
                None if self.rivals is None else np.quantile(self.rivals[:, 1:], end, axis=1, keepdims=True),
                self.by_one,
            ).truth(opener)
            for end in ENDS
        ]
        values = np.sort(np.stack([value for value, _ in ends]), axis=0)
        stands = np.sort(np.stack([stand for _, stand in ends]), axis=0)
        mixed = [np.stack([values[end][0], values[1 - end][1]]) for end in (0, 1)]
        return np.stack([solve(mixed[end], stands[end], by_one=self.by_one).value[:, 0] for end in (0, 1)])

    def losses(self, opener: int, known: Strategies) -> Iterator[tuple[bool, int, Array]]:
        """Yield who errs (whether the opener), by how much, and what that costs in each draw."""
        truth = self.truth(opener)
        for shift in (1, -1):
            wrong = self.strategies(opener, shift)
            yield True, shift, known.value - ending(wrong, known, *truth).share
            yield False, shift, ending(known, wrong, *truth).share - known.value


def _told(
    reading: str,
    opener: int,
    pairs: Sequence[Pair],
    games: Sequence[int],
    known: Strategies,
    table: _Table,
) -> Iterator[AuctionPlay]:
    """Yield the entries of one reading and opener."""
    losses, bounds = list(table.losses(opener, known)), table.bounds(opener)
    found, value = ending(known, known, *table.truth(opener)), known.value
    for i, (first, second) in enumerate(pairs):
        outcomes = np.stack([found.bid[i], found.winner[i], found.seat[i]], axis=-1)[1:]
        kinds, times = np.unique(outcomes, axis=0, return_counts=True)
        bid, winner, seat = (int(x) for x in kinds[int(np.argmax(times))])
        yield AuctionPlay(
            reading=reading,
            first=first,
            second=second,
            opener=opener,
            bid=bid,
            winner=None if winner < 0 else abs(opener - winner),
            takes=None if seat < 0 else seat,
            likely=float(times.max() / times.sum()),
            share=Interval(
                float(value[i, 0]),
                min(float(bounds[0, i]), float(value[i, 0])),
                max(float(bounds[1, i]), float(value[i, 0])),
                games[i],
            ),
            misjudged=tuple(
                Misjudgement(errs, cubes, interval_of(loss[i], games[i], least=0.0))
                for errs, cubes, loss in losses
            ),
        )


def _both_ways(pair: Pair, curves: Curves) -> bool:
    """Tell whether both orders of a pair were played with bids to both seats."""
    return all(key in curves and curves[key][0][0] < 0 < curves[key][0][-1] for key in (pair, pair[::-1]))


def _needed(pair: Pair, reading: str) -> tuple[Pair, ...]:
    return (pair, (pair[1], pair[0])) if reading == COURT_ONLY else (pair,)


def left_over(curves: Mapping[Pair, tuple[Sequence[int], Counts, int, int]], *, number: int = DRAWS) -> Array:
    """Return what is seen at the best bid of each pair, shape (pairs, 4), for `mean_left`.

    Share − 1/2 as observed; its standard error; what it may be nearer to even than the truth, on average, because the
    bid was picked (the expected largest of as many normals as there were bids to pick from); mean distance in draws.

    Parameters
    ----------
    curves
        Per pair the bids played, the first seat's counts, the bid to look at, and from how many it was picked.
    number
        Draws of each curve.
    """
    rows = []
    for pair, (bids, counts, best, choices) in curves.items():
        at = best + abs(best)
        seen = centre(bids, counts, largest=abs(best))[at] - 0.5
        drawn = draws(bids, counts, largest=abs(best), number=number, seed=[*"|".join(pair).encode()])[:, at]
        noise = max(float(drawn.std()), _own_error(bids, counts, best))
        # of the two bids around the crossing one may have been told apart by luck: two at least
        rows.append([seen, noise, _largest_of(max(2, choices)) * noise, np.abs(drawn - 0.5).mean()])
    return np.array(rows)


def mean_left(rows: Array, games: int) -> Interval:
    """Return the mean distance from even over pairs, each at a bid that was picked for lying near even.

    The ends are the two one-sided bounds of `balance.stats.unfairness.mean_unfairness`, the high one raised by what
    picking takes away. The estimate is halfway between the mean observed, too small by the picking, and the mean of the
    draws, too large by their noise.

    Parameters
    ----------
    rows
        Of `left_over`.
    games
        How many games they rest on.
    """
    seen, noise, picked, drawn = rows.T
    away, (bump, slope) = np.abs(seen), shortfall(seen, noise)
    reach = quantile() / len(rows)
    low = max(0.0, float((away - bump).mean() - reach * np.hypot.reduce(noise * slope)))
    high = float((away + picked).mean() + reach * np.hypot.reduce(noise))
    estimate = float((away + drawn).mean()) / 2
    return Interval(estimate, min(low, estimate), max(high, estimate), games)


def _own_error(bids: Sequence[int], counts: Counts, bid: int) -> float:
    """Return the standard error of the share at a bid by its own games; 0 if it was not played."""
    if bid not in bids:
        return 0.0
    own = counts.take([list(bids).index(bid)])
    return float(np.sqrt(variance(own) / own.games)[0])


def _largest_of(number: int) -> float:
    """Return the expected largest of so many standard normals (0 for one).

    Examples
    --------
    >>> round(_largest_of(2), 3), round(_largest_of(3), 3)
    (0.564, 0.846)
    """
    z = np.linspace(-8.0, 8.0, 3201)
    density = number * ndtr(z) ** (number - 1) * np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
    return float(np.trapezoid(z * density, z))


def interval_of(values: Array, games: int, *, least: float = -np.inf) -> Interval:
    """Return a figure with its interval, from its value on the observed curve (first) and on each drawn one.

    The interval holds both the middle 95% of the draws and the same width about the observed value less `KINK` times
    what the draws lie above it: a figure with a kink, such as what an opener has where some bid is exactly even, can
    only be drawn to one side of it, and the observed value itself is then off to that side.

    Parameters
    ----------
    values
        The observed value, then the draws.
    games
        How many games it rests on.
    least
        The least value that the figure can have.
    """
    seen, middle = float(values[0]), float(values[1:].mean())
    low, high = (float(x) for x in np.quantile(values[1:], ENDS))
    moved = seen - KINK * (middle - seen)
    ends = min(low, moved - (high - middle), seen), max(high, moved + (middle - low), seen)
    return Interval(seen, max(least, ends[0]), ends[1], games)
