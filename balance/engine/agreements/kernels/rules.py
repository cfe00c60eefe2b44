"""The state machine: whose turn, what can be done, what it does; chance is handed in by `reveal`."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.agreements.kernels.deals import (
    answer,
    betray,
    deployed,
    eliminate,
    may_accept,
    may_propose,
    propose,
    serve_penalties,
    support,
    tick,
    void,
    wear_off,
)
from balance.engine.agreements.kernels.signatures import A, B, I, R, S, V
from balance.engine.agreements.kernels.state import (
    ACCEPT,
    ANSWER,
    APPLY_SIGNATURE,
    ATTACK,
    BATTLE,
    BETRAY,
    BOMB,
    CEASEFIRE,
    DECLINE,
    DEPLOY,
    DRAW,
    END,
    LEGAL_SIGNATURE,
    MENU,
    NONE,
    NOT_MADE,
    OVER,
    PARTNERSHIP,
    PLACE,
    PLAY,
    PROPOSE,
    PROPOSER,
    RECIPIENT,
    SIEGE,
    SUPPORT,
    TERRITORIES,
    THIRD,
    VALUES,
)


@kernel(V(S), allocates=False, inline=True)
def skip_empty(state: np.void) -> None:
    """Leave out a deployment of nothing."""
    if state["phase"] == DEPLOY and state["troops"] == 0:
        state["phase"] = MENU


@kernel(V(S, R), allocates=False, inline=True)
def supplies(state: np.void, rules: np.void) -> None:
    """Draw cards and deploy, once an offer is answered."""
    side = int(state["side"])
    if side == RECIPIENT and state["pact"] == SUPPORT and rules["support_each_turn"]:
        support(state, rules)
    draws = int(rules["draws"]) - (int(rules["slower"]) if state["slow"][side] else 0)
    state["draws"] = max(0, draws)
    state["troops"] += deployed(state, rules, side)
    serve_penalties(state, side)
    state["phase"] = DRAW if state["draws"] > 0 else DEPLOY
    skip_empty(state)


@kernel(V(S, R), allocates=False, inline=True)
def turn_starts(state: np.void, rules: np.void) -> None:
    """Begin a party's turn: the counter at the proposer's, the answer to an offer at the recipient's."""
    side = int(state["side"])
    state["troops"] = 0
    state["acts"] = rules["acts"]
    if rules["void_tick_aggressor"]:
        wear_off(state, side)
    if side == PROPOSER:
        tick(state, rules)
    if state["pact"] != NONE:
        state["own_turns"][side] += 1
    if side == RECIPIENT and state["offer"]:
        state["phase"] = ANSWER
        return
    supplies(state, rules)


@kernel(V(S, R), allocates=False)
def start(state: np.void, rules: np.void) -> None:
    """Lay out the first position; the hands are still to be drawn."""
    for place in range(TERRITORIES):
        state["owner"][place] = rules["owner"][place]
        state["garrison"][place] = rules["garrison"][place]
    for side in range(2):
        for value in range(VALUES):
            state["hand"][side, value] = 0
            state["locked"][side, value] = 0
        state["betrayal_cards"][side] = rules["betrayals"][side]
        state["agreement_cards"][side] = 0
    state["agreement_cards"][PROPOSER] = rules["offers"]
    state["pact"] = NONE
    state["first_offer"] = NOT_MADE
    state["ended_by"] = NONE
    state["round"] = 1
    state["side"] = PROPOSER
    state["phase"] = DRAW
    state["acts"] = NONE  # no turn has begun
    state["draws"] = 2 * int(rules["hand"])  # both hands, one card after the other
    if state["draws"] == 0:
        turn_starts(state, rules)


@kernel(B(S), allocates=False, inline=True)
def opens(state: np.void) -> bool:
    """Tell whether the first hands are being drawn."""
    return bool(state["phase"] == DRAW and state["acts"] == NONE)


@kernel(I(S, I), allocates=False, inline=True)
def strongest(state: np.void, side: int) -> int:
    """Return a party's territory with the largest garrison, the first of equals; NONE without any."""
    best = NONE
    for place in range(TERRITORIES):
        if state["owner"][place] == side and (
            best == NONE or state["garrison"][place] > state["garrison"][best]
        ):
            best = place
    return best


@kernel(V(S, I, R), allocates=False, inline=True)
def battle(state: np.void, won: int, rules: np.void) -> None:
    """Settle an attack from the strongest own garrison, of which one troop stays behind."""
    side, place = int(state["side"]), int(state["target"])
    home = strongest(state, side)
    attackers, defenders = int(state["garrison"][home]) - 1, int(state["garrison"][place])
    loser = int(state["owner"][place])
    state["garrison"][home] = 1
    state["battles"] += 1
    state["phase"] = MENU
    if not won:
        state["garrison"][place] = max(1, defenders - attackers * int(rules["loser_kills"]) // 100)
        return
    state["owner"][place] = side
    state["garrison"][place] = max(1, attackers - defenders * int(rules["winner_loses"]) // 100)
    if strongest(state, loser) == NONE:
        if loser < 2:
            eliminate(state, loser)
            state["phase"] = OVER
        else:
            state["gone"][loser] = 1


@kernel(V(S, I, R), allocates=False, inline=True)
def reveal(state: np.void, result: int, rules: np.void) -> None:
    """Take chance's part: the value of the card that is drawn, or whether the attacker wins (1) or not (0)."""
    if state["phase"] == BATTLE:
        battle(state, result, rules)
        return
    opening = opens(state)
    side = int(state["draws"]) % 2 if opening else int(state["side"])
    state["hand"][side, result] += 1
    state["drawn"][side] += 1
    state["draws"] -= 1
    if state["draws"] > 0:
        return
    if opening:
        turn_starts(state, rules)
    else:
        state["phase"] = DEPLOY
        skip_empty(state)


@kernel(I(S, R, A, I), allocates=False, inline=True)
def list_deeds(state: np.void, rules: np.void, actions: np.ndarray, listed: int) -> int:
    """List attacks, bombs and sieges, where no ceasefire protects the target; return how many actions there are."""
    side, places, truce = int(state["side"]), int(rules["territories"]), state["pact"] == CEASEFIRE
    count, most = listed, 0
    for place in range(places):
        owner = int(state["owner"][place])
        if owner == side:
            most = max(most, int(state["garrison"][place]))
        elif not truce or owner == THIRD:
            actions[count] = ATTACK + place
            count += 1
    if most < 2:  # one troop stays behind
        count = listed
    first = count
    truce = truce and not rules["ceasefire_attacks_only"]
    for place in range(places):
        owner = int(state["owner"][place])
        if owner != side and state["garrison"][place] > 1 and (not truce or owner == THIRD):
            actions[count] = BOMB + place
            count += 1
    bombs = count - first
    for i in range(bombs):  # a siege has the same targets
        actions[count + i] = actions[first + i] + SIEGE - BOMB
    return count + bombs


@kernel(LEGAL_SIGNATURE, allocates=False, inline=True)
def legal(state: np.void, rules: np.void, actions: np.ndarray) -> int:
    """List what the party to move can do, in ascending order; nothing where chance moves or the game is over."""
    count, phase, side = 0, int(state["phase"]), int(state["side"])
    places = int(rules["territories"])
    if phase == ANSWER:
        if may_accept(state, rules):
            actions[count] = ACCEPT
            count += 1
        actions[count] = DECLINE
        return count + 1
    if phase == DEPLOY:
        for place in range(places):
            if state["owner"][place] == side:
                actions[count] = PLACE + place
                count += 1
        return count
    if phase != MENU:
        return 0
    actions[count] = END
    count += 1
    if side == PROPOSER and may_propose(state, rules):
        actions[count] = PROPOSE
        count += 1
    if state["pact"] != NONE and state["betrayal_cards"][side] > 0:
        actions[count] = BETRAY
        count += 1
    for value in range(1, VALUES):
        if state["hand"][side, value] > 0:
            actions[count] = PLAY + value
            count += 1
    return count if state["acts"] == 0 else list_deeds(state, rules, actions, count)


@kernel(V(S, I, R), allocates=False, inline=True)
def aggress(state: np.void, action: int, rules: np.void) -> None:
    """Attack, bomb or besiege a territory; against a partner it voids the partnership, whatever its result."""
    side = int(state["side"])
    kind = ATTACK if action < BOMB else BOMB if action < SIEGE else SIEGE
    place = action - kind
    state["acts"] -= 1
    if state["pact"] == PARTNERSHIP and state["owner"][place] == 1 - side:
        void(state, rules, side)
    if kind == BOMB:
        state["garrison"][place] = max(1, int(state["garrison"][place]) - int(rules["bomb"]))
    elif kind == SIEGE:
        kept = -(-int(state["garrison"][place]) * int(rules["siege"]) // 100)  # rounded up
        state["garrison"][place] = max(1, kept)
    else:
        state["target"] = place
        state["phase"] = BATTLE


@kernel(V(S, R), allocates=False, inline=True)
def next_turn(state: np.void, rules: np.void) -> None:
    """Give the turn to the other party; after the recipient's in the last round the game is over."""
    if state["side"] == RECIPIENT:
        if state["round"] == rules["rounds"]:
            state["phase"] = OVER
            return
        state["round"] += 1
    state["side"] = 1 - int(state["side"])
    turn_starts(state, rules)


@kernel(APPLY_SIGNATURE, allocates=False, inline=True)
def apply(state: np.void, action: int, rules: np.void) -> None:
    """Carry out a legal action."""
    side = int(state["side"])
    if state["phase"] == ANSWER:
        answer(state, rules, action)
        giver = int(rules["giver"])
        if strongest(state, giver) == NONE:  # it handed over the last it had
            eliminate(state, giver)
            state["phase"] = OVER
        else:
            supplies(state, rules)
    elif action >= PLACE:
        state["garrison"][action - PLACE] += state["troops"]
        state["troops"] = 0
        state["phase"] = MENU
    elif action == END:
        next_turn(state, rules)
    elif action == PROPOSE:
        propose(state, rules)
    elif action == BETRAY:
        betray(state, rules, side)
    elif action < ATTACK:  # a value card: so many troops
        state["hand"][side, action - PLAY] -= 1
        state["troops"] = action - PLAY
        state["phase"] = DEPLOY
    else:
        aggress(state, action, rules)


@kernel(I(S, R, I), allocates=False)
def score(state: np.void, rules: np.void, side: int) -> int:
    """Return a party's score: its territories, troops and value cards, each at its worth."""
    total = 0
    for place in range(int(rules["territories"])):
        if state["owner"][place] == side:
            total += int(rules["worth_territory"]) + int(rules["worth_troop"]) * int(state["garrison"][place])
    for value in range(1, VALUES):
        held = int(state["hand"][side, value]) + int(state["locked"][side, value])
        total += int(rules["worth_card"]) * value * held
    return total
