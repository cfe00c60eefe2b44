"""What is counted of a game beside its margin.

Counters stand in blocks; where a block is a histogram, every value has a counter of its own. Where a block begins
hangs on the number of different pacts; the counters' names are in `balance.engine.sea_witch.facts`.
"""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.sea_witch.kernels.scoring import final_score
from balance.engine.sea_witch.kernels.signatures import I, P, R, S, T, V
from balance.engine.sea_witch.kernels.state import (
    DISCARDED,
    HELD,
    NONE,
    NOT_DRAWN,
    OPPONENT,
    PARTS,
    PLAYED,
    PLAYER,
    PLAYERS,
)

VALUES, LOWEST_VALUE = 101, -40  # of a pact, in points
POINTS, LOWEST_POINTS = 601, -300  # of a player at the end
NUMBERS = 41  # of pacts of a player

FATE = 0  # by pact (the last one: the first pact drawn), part, fate
FATES = 3


@kernel(I(I), allocates=False)
def value_block(pacts: int) -> int:
    """Return where the values of pacts begin: by pact, part, value."""
    return FATE + (pacts + 1) * PARTS * FATES


@kernel(I(I), allocates=False)
def played_block(pacts: int) -> int:
    """Return where the values of pacts that were played begin: by pact, part, value."""
    return value_block(pacts) + (pacts + 1) * PARTS * VALUES


@kernel(I(I), allocates=False)
def others_block(pacts: int) -> int:
    """Return where it begins what pacts that were played brought the others together: by pact, part, value."""
    return played_block(pacts) + (pacts + 1) * PARTS * VALUES


@kernel(I(I), allocates=False)
def seat_block(pacts: int) -> int:
    """Return where final points begin: by seat, then those of player and opponent."""
    return others_block(pacts) + (pacts + 1) * PARTS * VALUES


@kernel(I(I), allocates=False)
def first_block(pacts: int) -> int:
    """Return where first places begin: by seat, then shared ones."""
    return seat_block(pacts) + (PLAYERS + 2) * POINTS


@kernel(I(I), allocates=False)
def place_block(pacts: int) -> int:
    """Return where the places of `player` begin: 1 more than the players with more points."""
    return first_block(pacts) + PLAYERS + 1


@kernel(I(I), allocates=False)
def number_block(pacts: int) -> int:
    """Return where numbers of pacts begin: drawn, played, discarded, held at the end, each of player and opponent."""
    return place_block(pacts) + PLAYERS


@kernel(I(I), allocates=False)
def fact_count(pacts: int) -> int:
    """Return how many counters there are."""
    return number_block(pacts) + 4 * 2 * NUMBERS


@kernel(I(I, I, I), allocates=False)
def within(value: int, lowest: int, number: int) -> int:
    """Return a value's place in its histogram; values beyond it stand at its ends.

    The sum of what is counted tells them apart.
    """
    return min(max(value - lowest, 0), number - 1)


@kernel(V(T, I, I, I), allocates=False)
def add(facts: np.ndarray, place: int, won: int, total: int) -> None:
    """Count one game."""
    facts[place, 0] += 1
    facts[place, 1] += won
    facts[place, 2] += total


@kernel(V(T, S, R, I, I, I, I), allocates=False)
def add_pact(
    facts: np.ndarray, state: np.void, rules: np.void, part: int, pact: int, row: int, won: int
) -> None:
    """Count what became of one pact that `player` drew, as number `row` of the block."""
    pacts = int(rules["pacts"])
    fate, value = int(state["fate"][part, pact]), int(state["value"][part, pact])
    add(facts, FATE + (row * PARTS + part) * FATES + fate - HELD, won, 1)
    if fate == HELD:
        value = -int(rules["penalty"])
    elif fate == DISCARDED:
        value = 0
    here = (row * PARTS + part) * VALUES + within(value, LOWEST_VALUE, VALUES)
    add(facts, value_block(pacts) + here, won, value)
    if fate == PLAYED:
        add(facts, played_block(pacts) + here, won, value)
        given = int(state["others"][part, pact])
        at = (row * PARTS + part) * VALUES + within(given, LOWEST_VALUE, VALUES)
        add(facts, others_block(pacts) + at, won, given)


@kernel(V(T, S, I, I), allocates=False)
def add_numbers(facts: np.ndarray, state: np.void, pacts: int, won: int) -> None:
    """Count how many pacts player and opponent drew, played, discarded and hold at the end."""
    for who in range(2):
        seat = int(state["seats"][who])
        for kind in range(4):
            if kind == 0:
                number = int(state["drawn"][seat])
            elif kind == 1:
                number = int(state["played"][seat])
            elif kind == 2:
                number = int(state["thrown"][seat])
            else:
                number = int(state["held"][seat])
            place = number_block(pacts) + (kind * 2 + who) * NUMBERS + within(number, 0, NUMBERS)
            add(facts, place, won, number)


@kernel(I(T, S, R, P), allocates=False)
def add_game(facts: np.ndarray, state: np.void, rules: np.void, points: np.ndarray) -> int:
    """Add a finished game to its cell; return the margin of `player` over `opponent`.

    Parameters
    ----------
    facts
        Added to: games, those that `player` won, and the sum of what is counted, shape (counters, 3).
    points
        Room for every player's points.
    """
    players, pacts = int(rules["players"]), int(rules["pacts"])
    for seat in range(players):
        points[seat] = final_score(state, rules, seat)
    player, opponent = int(state["seats"][PLAYER]), int(state["seats"][OPPONENT])
    margin = int(points[player] - points[opponent])
    won = 1 if margin > 0 else 0
    most, leaders, leader, place = int(points[0]), 0, 0, 0
    for seat in range(players):
        most = max(most, int(points[seat]))
    for seat in range(players):
        total = int(points[seat])
        add(facts, seat_block(pacts) + seat * POINTS + within(total, LOWEST_POINTS, POINTS), won, total)
        if total == most:
            leaders, leader = leaders + 1, seat
        if total > points[player]:
            place += 1
    for who in range(2):
        total = int(points[int(state["seats"][who])])
        at = seat_block(pacts) + (PLAYERS + who) * POINTS + within(total, LOWEST_POINTS, POINTS)
        add(facts, at, won, total)
    add(facts, first_block(pacts) + (leader if leaders == 1 else PLAYERS), won, 1)
    add(facts, place_block(pacts) + place, won, place + 1)
    for part in range(PARTS):
        if state["first_drawn"][part] != NONE:
            add_pact(facts, state, rules, part, int(state["first_drawn"][part]), pacts, won)
        for pact in range(pacts):
            if state["fate"][part, pact] != NOT_DRAWN:
                add_pact(facts, state, rules, part, pact, pact, won)
    add_numbers(facts, state, pacts, won)
    return margin
