"""How long a game can get: bounds that no game exceeds, for frameworks that ask for them."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from balance.engine.pacts.kernels import state as k


def longest_game(rules: NDArray[Any], bid: int) -> int:
    """Return a number of decisions that no game exceeds; typical games have about 80.

    Parameters
    ----------
    rules
        The rules record of a pair, or those of several: the bound then holds for each.
    bid
        Cubes given before play, positive or negative.
    """
    # a passive may be asked for first; a PLACE may be used again; whatever it adds, a passive may add to
    bonus = _adding(_most(rules, "first_placement"))
    place = _most(rules, "plays") * (2 + _adding(_largest(rules, k.PLACE_EFFECT)) + 2 + bonus)
    move = _largest(rules, k.MOVE_EFFECT) + 1
    most = _most(rules, "active_count")
    active = most + 1 + _adding(max(most, k.MAX_PLACE)) + 2 + bonus
    card = 2 + max(place, move, active)  # chosen from the menu, and copied
    start = 2 * (1 + _adding(k.REGIONS * _most(rules, "round_start")))
    turns = 2 * (2 + _most(rules, "going_first") * (1 + _adding(1)))
    round_ = start + 2 + 2 + (k.REVEALED + 2) * card + turns
    return abs(bid) + k.ROUNDS * round_


def most_events(rules: NDArray[Any], bid: int) -> int:
    """Return a number of events that no player's history exceeds, with the same parameters."""
    cards = k.ROUNDS * (k.REVEALED + 2)
    tiles = 3 * k.REGIONS + 2 * cards  # unseen, laid and flipped; each card swaps two at most
    hands = k.ROUNDS * 12  # court cards chosen, turned up, discarded and put away, seen by hand and by card
    steps = longest_game(rules, bid) + k.ROUNDS * k.REVEALED
    if rules[0]["factions_hidden"]:
        steps = 2 * steps + 4  # who is asked is noted after each step; and what is shown, once for a faction
    return steps + tiles + hands


def _most(rules: NDArray[Any], field: str) -> int:
    return int(rules[field].max())


def _largest(rules: NDArray[Any], effect: int) -> int:
    """Return the largest number on a card of a sort."""
    return int(rules["number"][:, :, rules[0]["effect"] == effect].max(initial=0))


def _adding(cubes: int) -> int:
    """Return the decisions that adding cubes takes at most: each may be allotted and taken back for, then a stop."""
    return 2 * cubes + 1 if cubes else 0
