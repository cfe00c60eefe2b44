"""The alternating auction between two players who know the curve: backward induction, no simulation.

Players are 0, who opens, and 1. They bid in turns, each bid a whole number of cubes above the standing one; one pass
ends the bidding; if nobody bids the seats stand. Who made the last bid takes a seat, the other gets the cubes. What
one player wins the other loses, so a position has one value. Arrays may hold many auctions at once, in middle axes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.stats.intervals import Array

Whole = NDArray[np.int64]

EQUAL = 1e-12
"""Values closer than this count as equal: a player then passes rather than bids, and bids as little as possible."""


@dataclass(frozen=True)
class Strategies:
    """What two players do who both believe in the same auction.

    Parameters
    ----------
    opening
        The opener's first bid, in cubes; 0 passes. Shape (…).
    replies
        What each player bids against a standing bid of the other; 0 passes. Shape (2, …, largest + 1).
    seats
        The seat that each player takes after winning with a bid. Shape (2, …, largest + 1).
    value
        The opener's win share. Shape (…).
    """

    opening: Whole
    replies: Whole
    seats: Whole
    value: Array


@dataclass(frozen=True)
class Ending:
    """How auctions end.

    Parameters
    ----------
    share
        The opener's true win share.
    bid
        The last bid in cubes; 0: nobody bid.
    winner
        Who made it: 0 the opener, 1 the other; −1: nobody.
    seat
        The seat that the winner takes; −1: nobody chooses.
    """

    share: Array
    bid: Whole
    winner: Whole
    seat: Whole


def solve(options: Array, stand: Array, *, by_one: bool = False) -> Strategies:
    """Return how two players bid who both know what a seat is worth to each of them.

    Parameters
    ----------
    options
        Win share of a player who wins the bidding with `c` cubes and takes a seat: shape (2 players, 2 seats, …,
        largest + 1); the entry at 0 cubes is not looked at.
    stand
        The opener's share if nobody bids. Shape (…).
    by_one
        Whether a bid is exactly one above the standing one.

    Examples
    --------
    The seats are worth 0.6 and 0.4, a cube 0.06. Against one cube the other does not pass (that leaves 0.46) but bids
    two for the better seat (0.48), so the opener comes out at 0.52.

    >>> better = np.array([0.6, 0.54, 0.48, 0.42])
    >>> seats = np.stack([better, 1 - np.array([0.6, 0.66, 0.72, 0.78])])
    >>> found = solve(np.stack([seats, seats]), np.array(0.4))
    >>> int(found.opening), float(found.value)
    (1, 0.52)
    """
    chosen, largest = np.maximum(options[:, 0], options[:, 1]), options.shape[-1] - 1
    made = np.zeros_like(chosen)  # share of who made the standing bid
    replies = np.zeros(chosen.shape, np.int64)
    best = np.full(chosen.shape[:-1], -np.inf)  # of each player: the best bid above the standing one
    best_bid = np.zeros(chosen.shape[:-1], np.int64)
    for bid in range(largest, 0, -1):
        for player in (0, 1):
            other = 1 - player
            passing = 1 - chosen[player, ..., bid]
            raises = best[other] > passing + EQUAL
            replies[other, ..., bid] = np.where(raises, best_bid[other], 0)
            made[player, ..., bid] = 1 - np.where(raises, best[other], passing)
        for player in (0, 1):
            better = (
                made[player, ..., bid] >= best[player] - EQUAL
                if not by_one
                else np.ones_like(best[player], bool)
            )
            best[player] = np.where(better, made[player, ..., bid], best[player])
            best_bid[player] = np.where(better, bid, best_bid[player])
    opens = best[0] > stand + EQUAL
    return Strategies(
        opening=np.where(opens, best_bid[0], 0),
        replies=replies,
        seats=(options[:, 1] > options[:, 0]).astype(np.int64),
        value=np.where(opens, best[0], stand),
    )


def ending(opener: Strategies, other: Strategies, options: Array, stand: Array) -> Ending:
    """Return how the auction ends in truth if each player goes by strategies of their own.

    Parameters
    ----------
    opener, other
        Where the two players' strategies come from; each uses its own player's part.
    options, stand
        The truth, as in `solve`.
    """
    replies = (opener.replies[0], other.replies[1])
    bid = np.array(opener.opening)
    winner = np.where(bid > 0, 0, -1)
    for turn in range(options.shape[-1]):
        player = 1 - turn % 2
        reply = _at(replies[player], bid)
        raised = (winner == 1 - player) & (reply > bid)
        bid = np.where(raised, reply, bid)
        winner = np.where(raised, player, winner)
        if not raised.any():
            break
    seat = np.where(winner == 1, _at(other.seats[1], bid), _at(opener.seats[0], bid))
    shares = [np.where(seat == 1, _at(options[p, 1], bid), _at(options[p, 0], bid)) for p in (0, 1)]
    share = np.where(winner == 0, shares[0], 1 - shares[1])
    nobody = winner < 0
    return Ending(
        share=np.where(nobody, stand, share), bid=bid, winner=winner, seat=np.where(nobody, -1, seat)
    )


def _at(table: Any, bid: Whole) -> Any:
    """Return the entries of a table (…, largest + 1) at one bid each."""
    return np.take_along_axis(table, bid[..., None], axis=-1)[..., 0]


def seat_values(own: Array, rivals: Array | None = None) -> Array:
    """Return the win share of each player with each seat, by the cubes that the other gets.

    Parameters
    ----------
    own
        The first seat's share at the signed bids −largest … largest, last axis, as the contestants sit.
    rivals
        The same with the contestants' seats exchanged, where each player keeps the contestant; None where the
        contestants stay with their seats.

    Returns
    -------
    array
        Shape (2 players by the seat they have before the auction, 2 seats, …, largest + 1).
    """
    other = own if rivals is None else rivals
    middle = own.shape[-1] // 2

    def down(curve: Array) -> Array:
        return curve[..., middle::-1]  # at 0, −1, …: the cubes go to the second seat

    def up(curve: Array) -> Array:
        return 1 - curve[..., middle:]  # the second seat's share, the cubes go to the first

    if rivals is None:
        both = np.stack([down(own), up(own)])
        return np.stack([both, both])
    return np.stack([np.stack([down(own), up(other)]), np.stack([down(other), up(own)])])
