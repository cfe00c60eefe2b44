"""`greedy`: whatever is worth most at once, in victory points, without a look at the others' replies."""

from __future__ import annotations

from balance.engine._jit import kernel
from balance.engine.sea_witch.kernels.state import CHOOSE_SETTING, CHOOSE_SIGNATURE, DECLINE, SECOND
from balance.policies.sea_witch._worth import action_worth, choice_worth, second_worth

SUMMARY = "whatever is worth most points at once; pacts as the conduct says"
WEIGHTS: dict[str, float] = {
    "item": 0.7,  # points that an item is worth while there is time to use it
    "card": 0.8,  # points that a card in hand is worth
    "lead": 0.4,  # what a point of another player's is worth, in own points
    "front": 0.2,  # points that a card in front is worth, whatever it is
    "stays": 0.6,  # share of the coming turns in which it stays day, or night
}


@kernel(CHOOSE_SIGNATURE)
def choose(state, rules, actions, count, draw, weights):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 (typed by CHOOSE_SIGNATURE)
    """Choose the action that is worth most; of equals the first."""
    phase, owner = int(state["phase"]), int(state["who"])
    best, most = int(actions[0]), -1e9
    for place in range(count):
        action = int(actions[place])
        if action == DECLINE:
            worth = 0.0
        elif phase == CHOOSE_SETTING:
            worth = choice_worth(state, rules, owner, action - 1, weights)
        elif phase == SECOND:
            worth = second_worth(state, rules, owner, int(state["choose_from"]), weights)
        else:
            worth = action_worth(state, rules, phase, owner, action - 1, weights)
        if worth > most:
            best, most = action, worth
    return best
