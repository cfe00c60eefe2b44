"""What cards, setting cards and pacts do: one function for each word of the vocabulary."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.sea_witch.kernels.signatures import B, H, I, R, S, V
from balance.engine.sea_witch.kernels.state import (
    ANY_TIME,
    CARDS,
    CHOOSE_FRONT,
    DISCARD,
    DISCARD_A_PACT,
    DISCARD_CARD,
    DISCARD_PACT,
    DISCARDED,
    DRAW,
    DRAW_A_PACT,
    DRAW_PACT,
    FETCH,
    HELD,
    ITEMS,
    LOSE,
    MOST_POINTS,
    NONE,
    NOT_DRAWN,
    PARTS,
    PLAYER,
    PUT_IN_FRONT,
    REMOVE,
    RUN_EFFECTS,
    SCORE,
    SHUFFLE,
    STEAL,
    TAKE,
)

CARD_WORTH = ITEMS  # in `worth`


@kernel(V(S, I, I, I, I), allocates=False)
def push(state: np.void, kind: int, first: int, second: int, owner: int) -> None:
    """Put one more thing to do before all others."""
    depth = int(state["depth"])
    state["frames"][depth, 0] = kind
    state["frames"][depth, 1] = first
    state["frames"][depth, 2] = second
    state["frames"][depth, 3] = owner
    state["depth"] = depth + 1


@kernel(V(S, I, I), allocates=False)
def add_to_hand(state: np.void, player: int, card: int) -> None:
    """Add a card to a hand."""
    state["hand"][player, card] += 1
    state["hand_size"][player] += 1
    state["hand_bits"][player] |= 1 << card


@kernel(V(S, I, I), allocates=False)
def take_from_hand(state: np.void, player: int, card: int) -> None:
    """Take a card out of a hand."""
    state["hand"][player, card] -= 1
    state["hand_size"][player] -= 1
    if state["hand"][player, card] == 0:
        state["hand_bits"][player] &= ~(1 << card)


@kernel(V(S, I, I), allocates=False)
def lay_in_front(state: np.void, player: int, card: int) -> None:
    """Lay a card in front of a player."""
    state["front"][player, card] += 1
    state["front_bits"][player] |= 1 << card


@kernel(V(S, I, I), allocates=False)
def take_from_front(state: np.void, player: int, card: int) -> None:
    """Take a card away that lies in front of a player."""
    state["front"][player, card] -= 1
    if state["front"][player, card] == 0:
        state["front_bits"][player] &= ~(1 << card)


@kernel(V(S, I), allocates=False)
def discard(state: np.void, card: int) -> None:
    """Lay a card on the discard pile of the playing deck."""
    state["discard"][card] += 1
    state["discard_bits"] |= 1 << card


@kernel(I(I), allocates=False)
def first_of(cards: int) -> int:
    """Return the lowest card of a set that is not empty."""
    card = 0
    while (cards >> card) & 1 == 0:
        card += 1
    return card


@kernel(V(S, I, I), allocates=False)
def count_gain(state: np.void, player: int, points: int) -> None:
    """Count what the pact in play brings a player, in victory points."""
    if state["counting"] != 0:
        state["gain"][player] += points


@kernel(V(S, I, I), allocates=False)
def score(state: np.void, player: int, points: int) -> None:
    """Give a player victory points, or take some away."""
    total = int(state["score"][player]) + points
    state["score"][player] = min(max(total, -MOST_POINTS), MOST_POINTS)
    count_gain(state, player, points)


@kernel(V(S, R, I, I, I), allocates=False)
def take_items(state: np.void, rules: np.void, player: int, item: int, number: int) -> None:
    """Take items from the supply, as far as it goes."""
    taken = min(number, int(state["supply"][item]))
    state["supply"][item] -= taken
    state["items"][player, item] += taken
    count_gain(state, player, taken * int(rules["worth"][item]))


@kernel(V(S, R, I, I, I), allocates=False)
def pay_items(state: np.void, rules: np.void, player: int, item: int, number: int) -> None:
    """Put items back into the supply."""
    state["items"][player, item] -= number
    state["supply"][item] += number
    count_gain(state, player, -number * int(rules["worth"][item]))


@kernel(V(S, R, I, I, I, I), allocates=False)
def steal_item(state: np.void, rules: np.void, thief: int, victim: int, item: int, number: int) -> None:
    """Take items from another player, as far as they go."""
    taken = min(number, int(state["items"][victim, item]))
    state["items"][victim, item] -= taken
    state["items"][thief, item] += taken
    count_gain(state, thief, taken * int(rules["worth"][item]))
    count_gain(state, victim, -taken * int(rules["worth"][item]))


@kernel(B(S, R, I), allocates=False)
def draws_are_stopped(state: np.void, rules: np.void, player: int) -> bool:
    """Tell whether a card in front of another player stops a player's draws from the playing deck (the Witch)."""
    for other in range(int(rules["players"])):
        if other != player and state["front_bits"][other] & rules["stoppers"] != 0:
            return True
    return False


@kernel(V(S, R, I, I), allocates=False)
def draw_cards(state: np.void, rules: np.void, player: int, number: int) -> None:
    """Draw cards from the playing deck, as far as it goes."""
    if draws_are_stopped(state, rules, player):
        return
    drawn = min(number, int(state["deck_left"]))
    for _ in range(drawn):
        state["deck_left"] -= 1
        add_to_hand(state, player, int(state["deck"][state["deck_left"]]))
    count_gain(state, player, drawn * int(rules["worth"][CARD_WORTH]))


@kernel(I(S), allocates=False)
def part_of_game(state: np.void) -> int:
    """Return 0, 1 or 2: early, middle or late, by the thirds of the playing deck."""
    gone = int(state["deck_start"]) - int(state["deck_left"])
    return min(PARTS - 1, PARTS * gone // max(1, int(state["deck_start"])))


@kernel(V(S, I), allocates=False)
def take_pact(state: np.void, player: int) -> None:
    """Take the top pact of the stack, which is not empty."""
    state["stack_left"] -= 1
    pact = int(state["stack"][state["stack_left"]])
    state["pacts"][player, pact] += 1
    state["held"][player] += 1
    state["drawn"][player] += 1
    if player == state["seats"][PLAYER]:
        part = part_of_game(state)
        if state["first_drawn"][part] == NONE:
            state["first_drawn"][part] = pact
        if state["fate"][part, pact] == NOT_DRAWN:
            state["fate"][part, pact] = HELD


@kernel(B(S, I), allocates=False)
def draw_pact(state: np.void, player: int) -> bool:
    """Draw a pact; return whether its discards must be shuffled first. With none anywhere, nothing is drawn."""
    if state["stack_left"] > 0:
        take_pact(state, player)
        return False
    if state["pact_discards"] == 0:
        return False
    state["owed"] = player
    state["phase"] = SHUFFLE
    return True


@kernel(I(S, I, I, I), allocates=False)
def lose_pact(state: np.void, player: int, pact: int, fate: int) -> int:
    """Lay a pact on the pact discards; return when `player` drew it, NONE where its copy is not followed.

    The copy drawn first goes first.
    """
    state["pacts"][player, pact] -= 1
    state["held"][player] -= 1
    state["pact_discard"][pact] += 1
    state["pact_discards"] += 1
    if fate == DISCARDED:
        state["thrown"][player] += 1
    else:
        state["played"][player] += 1
    if player == state["seats"][PLAYER]:
        for part in range(PARTS):
            if state["fate"][part, pact] == HELD:
                state["fate"][part, pact] = fate
                return part
    return NONE


@kernel(V(S, R, I, I), allocates=False)
def fetch(state: np.void, rules: np.void, owner: int, cards: int) -> None:
    """Lay a card of the discard pile in front; with none there, one from in front of another player.

    Of several cards the first by name's number, of several players the first clockwise.
    """
    found = int(state["discard_bits"]) & cards
    if found != 0:
        card = first_of(found)
        state["discard"][card] -= 1
        if state["discard"][card] == 0:
            state["discard_bits"] &= ~(1 << card)
        lay_in_front(state, owner, card)
        return
    for offset in range(1, int(rules["players"])):
        other = (owner + offset) % int(rules["players"])
        found = int(state["front_bits"][other]) & cards
        if found != 0:
            card = first_of(found)
            take_from_front(state, other, card)
            lay_in_front(state, owner, card)
            return


@kernel(V(S, R, I, I), allocates=False)
def remove(state: np.void, rules: np.void, owner: int, cards: int) -> None:
    """Discard a card from in front of another player, the first clockwise who has one."""
    for offset in range(1, int(rules["players"])):
        other = (owner + offset) % int(rules["players"])
        found = int(state["front_bits"][other]) & cards
        if found != 0:
            card = first_of(found)
            take_from_front(state, other, card)
            discard(state, card)
            return


@kernel(B(S, I, I, I, I), allocates=False)
def ask(state: np.void, phase: int, player: int, cards: int, must: int) -> bool:
    """Have a player decide; return True."""
    state["phase"] = phase
    state["who"] = player
    state["choose_from"] = cards
    state["must"] = must
    return True


@kernel(B(S, R, I, I), allocates=False)
def happens(state: np.void, rules: np.void, effect: int, owner: int) -> bool:
    """Tell whether an effect's own terms are met: the time of day, a card in front of its owner."""
    time = rules["time"][effect]
    if time != ANY_TIME and time != state["time"]:
        return False
    needs = rules["needs"][effect]
    return bool(needs == 0 or state["front_bits"][owner] & needs != 0)


@kernel(B(S, R, I, I), allocates=False)
def run_effect(state: np.void, rules: np.void, effect: int, owner: int) -> bool:
    """Carry out one effect; return whether it waits for a decision or for chance."""
    if not happens(state, rules, effect, owner):
        return False
    word, number, item = int(rules["word"][effect]), int(rules["number"][effect]), int(rules["item"][effect])
    target = (owner + int(rules["offset"][effect])) % int(rules["players"])
    cards, may = int(rules["of"][effect]), int(rules["may"][effect])
    if word == SCORE:
        score(state, target, number)
    elif word == LOSE:
        score(state, target, -number)
    elif word == TAKE:
        take_items(state, rules, target, item, number)
    elif word == STEAL:
        steal_item(state, rules, owner, target, item, number)
    elif word == DRAW:
        draw_cards(state, rules, target, number)
    elif word == DRAW_PACT:
        if may != 0:
            return ask(state, DRAW_A_PACT, target, 0, 0)
        return draw_pact(state, target)
    elif word == DISCARD_PACT:
        if state["held"][target] > 0:
            return ask(state, DISCARD_A_PACT, target, 0, 1 - may)
    elif word == DISCARD:
        if int(state["hand_bits"][target]) & cards != 0:
            return ask(state, DISCARD_CARD, target, cards, 1)
    elif word == PUT_IN_FRONT:
        if int(state["hand_bits"][target]) & cards != 0:
            return ask(state, CHOOSE_FRONT, target, cards, 0)
    elif word == FETCH:
        fetch(state, rules, owner, cards)
    elif word == REMOVE:
        remove(state, rules, owner, cards)
    else:
        state["time"] = number
    return False


@kernel(V(S, R, I, I), allocates=False)
def play_card(state: np.void, rules: np.void, player: int, card: int) -> None:
    """Play a card from hand: it goes where it belongs, then its effects run."""
    take_from_hand(state, player, card)
    if rules["card_front"][card] != 0:
        lay_in_front(state, player, card)
    else:
        discard(state, card)
    push(state, RUN_EFFECTS, int(rules["card_first"][card]), int(rules["card_end"][card]), player)


@kernel(I(H, I, I), allocates=False)
def count_in(counts: np.ndarray, cards: int, number: int) -> int:
    """Return how many cards of a set there are."""
    total = 0
    for card in range(min(number, CARDS)):
        if (cards >> card) & 1:
            total += int(counts[card])
    return total
