"""Agreements: offers and their answers, what each type does, the counter, and the four endings."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.agreements.kernels.signatures import B, I, R, S, V
from balance.engine.agreements.kernels.state import (
    ACCEPT,
    BETRAYED,
    ELIMINATED,
    EXPIRED,
    HALVED_AGAIN,
    LAPSED,
    NONE,
    NOT_FILLED,
    NOT_MADE,
    ONE_AFTER_OTHER,
    PARTNERSHIP,
    PENALTIES,
    PROPOSER,
    RECIPIENT,
    REFUSED,
    SUPPORT,
    TAKEN,
    TRANSFER,
    VALUES,
    VOID,
    WAITING,
)

SPENT, BACK = 0, 1  # what becomes of committed cards


@kernel(I(S, I), allocates=False, inline=True)
def cards_in_hand(state: np.void, side: int) -> int:
    """Return how many value cards a party holds that are not committed."""
    total = 0
    for value in range(1, VALUES):
        total += int(state["hand"][side, value])
    return total


@kernel(V(S, I, I), allocates=False)
def commit(state: np.void, side: int, slots: int) -> None:
    """Fill slots from a hand, the lowest cards first; they are locked."""
    left = slots
    for value in range(1, VALUES):
        while left > 0 and state["hand"][side, value] > 0:
            state["hand"][side, value] -= 1
            state["locked"][side, value] += 1
            left -= 1


@kernel(V(S, I, I), allocates=False)
def release(state: np.void, side: int, back: int) -> None:
    """Unlock a party's committed cards: BACK to its hand, or SPENT."""
    for value in range(1, VALUES):
        if back == BACK:
            state["hand"][side, value] += state["locked"][side, value]
        state["locked"][side, value] = 0


@kernel(I(S, R, I), allocates=False, inline=True)
def income(state: np.void, rules: np.void, side: int) -> int:
    """Return a party's income in troops: its own, and so many for each territory."""
    held = 0
    for place in range(int(rules["territories"])):
        if state["owner"][place] == side:
            held += 1
    return int(rules["income"][side]) + int(rules["per_territory"]) * held


@kernel(I(S, R, I), allocates=False, inline=True)
def deployed(state: np.void, rules: np.void, side: int) -> int:
    """Return the troops that a party deploys this turn: income and bonus, halved under a commitment penalty."""
    troops = income(state, rules, side)
    if state["bonus"][side]:
        troops += int(rules["bonus"])
    halvings = 0
    for slot in range(PENALTIES):
        if state["penalties"][side, slot] > 0:
            halvings += 1
    if rules["penalties_overlap"] != HALVED_AGAIN and halvings > 1:
        halvings = 1
    for _ in range(halvings):
        troops = (troops + 1) // 2 if rules["half_up"] else troops // 2
    return troops


@kernel(V(S, R, I, I), allocates=False)
def penalise(state: np.void, rules: np.void, side: int, turns_left: int) -> None:
    """Give the commitment penalty: half deploy for twice the turns left, at least 3 turns."""
    turns = max(int(rules["least_penalty"]), int(rules["penalty_times"]) * turns_left)
    if rules["penalties_overlap"] == ONE_AFTER_OTHER:
        state["penalties"][side, 0] += turns
        return
    shortest = 0
    for slot in range(PENALTIES):
        if state["penalties"][side, slot] < state["penalties"][side, shortest]:
            shortest = slot
    if turns > state["penalties"][side, shortest]:
        state["penalties"][side, shortest] = turns


@kernel(V(S, I), allocates=False, inline=True)
def serve_penalties(state: np.void, side: int) -> None:
    """Count one turn of half deploy."""
    for slot in range(PENALTIES):
        if state["penalties"][side, slot] > 0:
            state["penalties"][side, slot] -= 1


@kernel(B(S, R), allocates=False, inline=True)
def lost(state: np.void, rules: np.void) -> bool:
    """Tell whether the territory to be handed over is not its giver's any more."""
    return bool(rules["kind"] == TRANSFER and state["owner"][rules["territory"]] != rules["giver"])


@kernel(B(S, R), allocates=False, inline=True)
def may_propose(state: np.void, rules: np.void) -> bool:
    """Tell whether an agreement can be offered: a card for it, slots that can be filled, none in force or waiting."""
    if state["agreement_cards"][PROPOSER] == 0 or state["offer"] or state["pact"] != NONE:
        return False
    if state["gone"][RECIPIENT]:
        return False
    if lost(state, rules):
        return False
    return bool(cards_in_hand(state, PROPOSER) >= int(rules["slots"][PROPOSER]))


@kernel(V(S, R), allocates=False)
def propose(state: np.void, rules: np.void) -> None:
    """Play the agreement card and fill the proposer's slots: the offer waits, the cards are locked."""
    state["agreement_cards"][PROPOSER] -= 1
    commit(state, PROPOSER, int(rules["slots"][PROPOSER]))
    state["offer"] = 1
    if state["first_offer"] == NOT_MADE:
        state["first_offer"] = WAITING


@kernel(B(S, R), allocates=False)
def may_accept(state: np.void, rules: np.void) -> bool:
    """Tell whether the recipient can fill its slots, and what is to be handed over is still its giver's."""
    if lost(state, rules):
        return False
    return bool(cards_in_hand(state, RECIPIENT) >= int(rules["slots"][RECIPIENT]))


@kernel(V(S, R), allocates=False)
def support(state: np.void, rules: np.void) -> None:
    """Send the recipient troops, sized by its own income; it places them with its next deployment."""
    wanted = income(state, rules, RECIPIENT) * int(rules["support"]) // 100
    sent = 0
    if rules["support_paid"]:
        while sent < wanted:
            best = NONE
            for place in range(int(rules["territories"])):
                if state["owner"][place] == PROPOSER and state["garrison"][place] > 1:
                    if best == NONE or state["garrison"][place] > state["garrison"][best]:
                        best = place
            if best == NONE:
                break
            state["garrison"][best] -= 1
            sent += 1
    else:
        sent = wanted
    state["troops"] += sent
    state["got"][RECIPIENT] += sent


@kernel(V(S, R), allocates=False)
def begin(state: np.void, rules: np.void) -> None:
    """Put the agreement into force: fill the recipient's slots, land what lands at once, start the counter."""
    commit(state, RECIPIENT, int(rules["slots"][RECIPIENT]))
    if not rules["accepted_back"]:
        release(state, PROPOSER, SPENT)
        release(state, RECIPIENT, SPENT)
    state["begun"] += 1
    state["pact"] = rules["kind"]
    state["left"] = rules["duration"]
    state["waits"] = 1 if rules["first_tick_second"] else 0
    state["own_turns"][PROPOSER] = 0
    state["own_turns"][RECIPIENT] = 1  # the turn at whose start it accepts
    if rules["kind"] == TRANSFER:
        state["owner"][rules["territory"]] = 1 - int(rules["giver"])  # its garrison stays in it
    elif rules["kind"] == SUPPORT:
        if not rules["support_each_turn"]:
            support(state, rules)
    elif rules["kind"] == PARTNERSHIP:
        for side in range(2):
            state["bonus"][side] = 1
            state["slow"][side] = 1


@kernel(V(S, R, I), allocates=False)
def answer(state: np.void, rules: np.void, action: int) -> None:
    """Accept or decline the offer that waits."""
    first = state["first_offer"] == WAITING
    state["offer"] = 0
    if action == ACCEPT:
        begin(state, rules)
        if first:
            state["first_offer"] = TAKEN
        return
    if first:
        if lost(state, rules):
            state["first_offer"] = LAPSED
        else:
            state["first_offer"] = REFUSED if may_accept(state, rules) else NOT_FILLED
    release(state, PROPOSER, BACK)
    if not rules["declined_card_lost"]:
        state["agreement_cards"][PROPOSER] += 1


@kernel(V(S, I, I), allocates=False)
def end(state: np.void, how: int, by: int) -> None:
    """Take the agreement out of force; what landed stays."""
    cards = BACK if how == EXPIRED else SPENT  # what is still locked, by the ruling on accepted cards
    release(state, PROPOSER, cards)
    release(state, RECIPIENT, cards)
    state["ended"] += 1
    state["how"], state["by"] = how, by
    if not state["first_over"]:
        state["first_over"] = 1
        state["ending"] = how
        state["ended_by"] = by
        state["ended_round"] = state["round"]
    state["pact"] = NONE
    state["left"] = 0
    state["waits"] = 0
    for side in range(2):
        state["bonus"][side] = 0
        if state["slow_left"][side] == 0:
            state["slow"][side] = 0


@kernel(V(S, I), allocates=False)
def wear_off(state: np.void, side: int) -> None:
    """Count one turn of an aggressor's slowdown."""
    if state["slow_left"][side] > 0:
        state["slow_left"][side] -= 1
        if state["slow_left"][side] == 0 and state["pact"] != PARTNERSHIP:
            state["slow"][side] = 0


@kernel(V(S, R), allocates=False)
def tick(state: np.void, rules: np.void) -> None:
    """Count down at a turn start of the proposer; at zero the agreement expires, and nobody pays anything."""
    if not rules["void_tick_aggressor"]:
        for side in range(2):
            wear_off(state, side)
    if state["pact"] == NONE:
        return
    if state["waits"]:
        state["waits"] -= 1
        return
    state["left"] -= 1
    if state["left"] == 0:
        end(state, EXPIRED, NONE)


@kernel(V(S, R, I), allocates=False)
def betray(state: np.void, rules: np.void, side: int) -> None:
    """Spend a Betrayal card: the agreement ends at once, the breaker pays, the other side gets nothing extra."""
    turns = int(state["left"])
    state["betrayal_cards"][side] -= 1
    end(state, BETRAYED, side)
    penalise(state, rules, side, turns)


@kernel(V(S, R, I), allocates=False)
def void(state: np.void, rules: np.void, aggressor: int) -> None:
    """End a partnership by aggression: the victim is free at once; the aggressor stays slow for the turns left.

    On the proposer's turn starts the slowdown counts as the agreement would have, those that do not count yet included.
    """
    turns = int(state["left"])
    if not rules["void_tick_aggressor"]:
        turns += int(state["waits"])
    end(state, VOID, aggressor)
    state["slow"][aggressor] = 1
    state["slow_left"][aggressor] = max(turns, int(state["slow_left"][aggressor]))


@kernel(V(S, I), allocates=False)
def eliminate(state: np.void, side: int) -> None:
    """Dissolve the agreement and the offer of a party that owns nothing any more; landed benefits stay."""
    state["gone"][side] = 1
    if state["pact"] != NONE:
        end(state, ELIMINATED, side)
    if state["offer"]:
        state["offer"] = 0
        release(state, PROPOSER, BACK)
