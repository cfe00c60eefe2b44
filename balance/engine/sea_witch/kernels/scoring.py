"""Points at the end of a turn, and at the end of the game."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.sea_witch.kernels.effects import count_in, first_of, score
from balance.engine.sea_witch.kernels.signatures import I, R, S, V
from balance.engine.sea_witch.kernels.state import ANY_TIME, ENDS, NONE


@kernel(I(S, R, I, I, I), allocates=False)
def counted(state: np.void, rules: np.void, player: int, setting: int, end: int) -> int:
    """Return how much a player has of what a B setting card counts."""
    item = int(rules["end_item"][setting, end])
    if item != NONE:
        return int(state["items"][player, item])
    return count_in(state["front"][player], int(rules["end_cards"][setting, end]), int(rules["cards"]))


@kernel(I(S, R, I), allocates=False)
def setting_points(state: np.void, rules: np.void, player: int) -> int:
    """Return the points that the B setting card gives a player at the end."""
    setting, total = int(state["setting_b"]), 0
    for end in range(min(ENDS, int(rules["ends"][setting]))):
        own = counted(state, rules, player, setting, end)
        each, points = int(rules["end_each"][setting, end]), int(rules["end_points"][setting, end])
        if each > 0:
            total += points * (own // each)
        elif own > 0:
            most = True
            for other in range(int(rules["players"])):
                if counted(state, rules, other, setting, end) > own:
                    most = False
            if most:
                total += points
    return total


@kernel(I(S, R, I), allocates=False)
def final_score(state: np.void, rules: np.void, player: int) -> int:
    """Return a player's points at the end: those scored, the B setting card's, less the penalty for pacts held."""
    lost = int(rules["penalty"]) * int(state["held"][player])
    return int(state["score"][player]) + setting_points(state, rules, player) - lost


@kernel(V(S, R, I), allocates=False)
def lasting_points(state: np.void, rules: np.void, player: int) -> None:
    """Score what lies in front of a player and gives points at the end of each own turn."""
    cards = int(state["front_bits"][player]) & int(rules["lasting"])
    while cards != 0:
        card = first_of(cards)
        cards &= ~(1 << card)
        time = rules["card_time"][card]
        if time == ANY_TIME or time == state["time"]:
            score(state, player, int(rules["card_points"][card]) * int(state["front"][player, card]))
