"""`wary`: guards its weakest territory, keeps more cards for agreements, and attacks only at long odds."""

from __future__ import annotations

from balance.engine._jit import kernel
from balance.engine.agreements.kernels.rules import strongest
from balance.engine.agreements.kernels.state import (
    ATTACK,
    BOMB,
    CHOOSE_SIGNATURE,
    DEPLOY,
    END,
    NONE,
    PLACE,
    PLAY,
    TERRITORIES,
    VALUES,
)

SUMMARY = "guards its weakest territory, keeps more cards, attacks only at long odds"
WEIGHTS = {
    "least_odds": 2.5,  # attackers for each defender, from which on it attacks
    "kept_cards": 6.0,  # value cards that it does not turn into troops
}


@kernel(CHOOSE_SIGNATURE, allocates=False)
def choose(state, rules, actions, count, draw, weights):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 (typed by CHOOSE_SIGNATURE)
    """Place on the weakest own territory; play the lowest spare card; attack the weakest that the odds allow."""
    side = int(state["side"])
    if state["phase"] == DEPLOY:
        weakest = NONE
        for place in range(TERRITORIES):
            if state["owner"][place] == side and (
                weakest == NONE or state["garrison"][place] < state["garrison"][weakest]
            ):
                weakest = place
        return PLACE + weakest
    held = 0
    for value in range(1, VALUES):
        held += int(state["hand"][side, value])
    if held > weights[1]:
        for i in range(count):
            if PLAY < actions[i] < ATTACK:
                return int(actions[i])
    attackers = float(state["garrison"][strongest(state, side)]) - 1.0
    least, action, i = 1 << 30, END, 0
    while i < count and actions[i] < BOMB:
        place = int(actions[i]) - ATTACK
        i += 1
        if place < 0:
            continue
        defenders = int(state["garrison"][place])
        if attackers >= weights[0] * defenders and defenders < least:
            least, action = defenders, ATTACK + place
    return action
