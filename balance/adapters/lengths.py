"""How long a game can get: bounds that no game exceeds, for frameworks that ask for them."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from balance.engine.pacts.kernels import state as k


def longest_game(rules: NDArray[Any], bid: int) -> int:
    """Return a number of decisions that no game of a pair exceeds; typical games have about 80.

    Parameters
    ----------
    rules
        The rules record (array of length 1).
    bid
        Cubes given before play, positive or negative.
    """
    record = rules[0]
    # a passive may be asked for first; a PLACE may be used again; whatever it adds, a passive may add to
    place = int(record["plays"].max()) * (
        2 + _adding(_largest(record, k.PLACE_EFFECT)) + 2 + _adding(int(record["first_placement"].max()))
    )
    move = _largest(record, k.MOVE_EFFECT) + 1
    most = int(record["active_count"].max())
    active = most + 1 + _adding(max(most, k.MAX_PLACE)) + 2 + _adding(int(record["first_placement"].max()))
    card = 2 + max(place, move, active)  # chosen from the menu, and copied
    start = 2 * (1 + _adding(k.REGIONS * int(record["round_start"].max())))
    turns = 2 * (2 + int(record["going_first"].max()) * (1 + _adding(1)))
    round_ = start + 2 + 2 + (k.REVEALED + 2) * card + turns
    return abs(bid) + k.ROUNDS * round_


def most_events(rules: NDArray[Any], bid: int) -> int:
    """Return a number of events that no player's history exceeds."""
    cards = k.ROUNDS * (k.REVEALED + 2)
    tiles = 2 * k.REGIONS + 2 * cards  # laid and flipped; each card swaps two at most
    hands = k.ROUNDS * 12  # court cards chosen, turned up, discarded and put away, seen by hand and by card
    return longest_game(rules, bid) + k.ROUNDS * k.REVEALED + tiles + hands


def _largest(record: Any, effect: int) -> int:
    return int(record["number"][:, record["effect"] == effect].max(initial=0))


def _adding(cubes: int) -> int:
    """Return the decisions that adding cubes takes at most: each may be allotted and taken back for, then a stop."""
    return 2 * cubes + 1 if cubes else 0
