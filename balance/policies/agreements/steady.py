"""`steady`: gathers its troops in one place, keeps some cards for agreements, and attacks where the odds are good."""

from __future__ import annotations

from balance.engine._jit import kernel
from balance.engine.agreements.kernels.rules import strongest
from balance.engine.agreements.kernels.state import (
    ATTACK,
    BOMB,
    CHOOSE_SIGNATURE,
    DEPLOY,
    END,
    PLACE,
    PLAY,
    VALUES,
)

SUMMARY = "gathers troops in one place, keeps some cards, attacks where the odds are good"
WEIGHTS = {
    "least_odds": 1.5,  # attackers for each defender, from which on it attacks
    "kept_cards": 4.0,  # value cards that it does not turn into troops
    "partner": 1.0,  # how much rather it attacks the other party than the third one, in troops of a garrison
}


@kernel(CHOOSE_SIGNATURE, allocates=False)
def choose(state, rules, actions, count, draw, weights):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 (typed by CHOOSE_SIGNATURE)
    """Place on the strongest territory; play the best spare card; attack the weakest that the odds allow."""
    side = int(state["side"])
    home = strongest(state, side)
    if state["phase"] == DEPLOY:
        return PLACE + home
    held = 0
    for value in range(1, VALUES):
        held += int(state["hand"][side, value])
    spare, i = END, 0
    while i < count and actions[i] < ATTACK:
        if actions[i] > PLAY:
            spare = int(actions[i])
        i += 1
    if held > weights[1] and spare != END:
        return spare
    best, action = 1e9, END
    attackers = float(state["garrison"][home]) - 1.0
    while i < count and actions[i] < BOMB:
        place = int(actions[i]) - ATTACK
        i += 1
        defenders = float(state["garrison"][place])
        if attackers < weights[0] * defenders:
            continue
        worth = defenders - (weights[2] if state["owner"][place] == 1 - side else 0.0)
        if worth < best:
            best, action = worth, ATTACK + place
    return action
