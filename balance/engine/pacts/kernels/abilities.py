"""What cards and abilities do: one function per word of the vocabulary, to list its actions and to carry one out.

`legal_…` writes the actions of the effect under way behind `count` and returns the new count; `do_…` carries one
out and returns True when the effect is over.
"""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel, unsigned
from balance.engine.pacts.kernels.placing import proceed
from balance.engine.pacts.kernels.state import (
    ABILITY_EFFECT,
    ACTIVE_COPY,
    ACTIVE_MOVE,
    ACTIVE_PLACE,
    ACTIVE_REMOVE,
    ACTIVE_REMOVE_ALL,
    ACTIVE_REMOVE_TILE,
    ACTIVE_REPLACE,
    ACTIVE_SWAP,
    ALTERNATIVES,
    COPY,
    COPY_ACTION,
    COPY_AS_ACTION,
    COURT_SLOT,
    DIFFERENT_REGIONS,
    EFFECT_DONE,
    MAX_PLACE,
    MOVE,
    MOVE_ACTION,
    MOVE_EFFECT,
    NO_ACTIVE,
    NONE,
    ONE_SYMBOL,
    OPPOSING,
    OWN,
    PLACE,
    PLACE_ACTION,
    PLACE_EFFECT,
    PLACED,
    POINTS_EFFECT,
    REGION_ACTION,
    REGIONS,
    REMOVE,
    REMOVE_ACTION,
    REMOVE_ALL,
    REMOVE_TILE,
    REVEALED,
    SLOTS,
    SWAP,
    SWAP_ACTION,
    WILD,
    kind_in_slot,
    to_move,
)


@kernel(allocates=False)
def discard_same_court(state: np.void, rules: np.void, side: int) -> None:
    """Passive `court_reveal`: the opponent discards the same card from the unplayed court hand.

    Nothing discarded although the card was never seen shows that it lies face down (or was it already turned up).
    """
    other = 1 - side
    state["shown"][side] = 1
    kind = int(rules["court"][int(state["court_card"][side])])
    # equal cards are laid from the front and discarded from the back, so that which one goes tells nothing
    for card in range(int(rules["court_size"]) - 1, -1, -1):
        if rules["court"][card] == kind and (int(state["court_hand"][other]) >> card) & 1:
            state["court_hand"][other] = int(state["court_hand"][other]) & ~(1 << card)
            return
    chosen = int(state["court_card"][other])
    if chosen >= 0 and rules["court"][chosen] == kind:
        state["court_shown"][other] = 1


@kernel(allocates=False, inline=True)
def legal_place(state: np.void, rules: np.void, actions: np.ndarray, count: int) -> int:
    """PLACE n: 1 … n cubes into one region of the card's symbol; the active `place`: n, anywhere."""
    word, number = int(state["word"]), int(state["count"])
    symbol, least = WILD, 1 if rules["active_up_to"] else number
    if word == NO_ACTIVE:
        symbol, least = int(rules["card_symbol"][int(state["kind"])]), 1
    for region in range(REGIONS):
        for more in range(MAX_PLACE):
            actions[unsigned(count + more)] = PLACE_ACTION + region * MAX_PLACE + least - 1 + more
        if symbol == WILD or rules["symbol"][region] == symbol:
            count += number + 1 - least
    return count


@kernel(allocates=False, inline=True)
def do_place(state: np.void, rules: np.void, code: int) -> bool:
    """Place cubes into one region, and whatever follows a placing."""
    region, cubes = code // MAX_PLACE, code % MAX_PLACE + 1
    state["target"] = region
    state["placed"] = 0
    state["was_empty"] = 1 if state["cubes"][to_move(state), region] == 0 else 0
    state["pending"][region] = cubes
    state["after"] = PLACED
    return proceed(state, rules)


@kernel(allocates=False, inline=True)
def legal_move(state: np.void, rules: np.void, actions: np.ndarray, count: int) -> int:
    """MOVE n: one cube one step to an adjacent region; a cube that arrived stays, unless moves count by steps."""
    mover, whose = to_move(state), OWN
    if state["word"] != NO_ACTIVE:
        whose = int(rules["active_whose"][mover])
    for side in range(2):
        if whose & (OWN if side == mover else OPPOSING):
            for start in range(REGIONS):
                for i in range(REGIONS):
                    end = int(rules["neighbours"][start, i])
                    actions[unsigned(count + i)] = (
                        MOVE_ACTION + side * REGIONS * REGIONS + start * REGIONS + end
                    )
                if int(state["cubes"][side, start]) > int(state["arrived"][side, start]):
                    count += int(rules["borders"][start])
    return count


@kernel(allocates=False, inline=True)
def do_move(state: np.void, rules: np.void, code: int) -> bool:
    """Move one cube one step."""
    side, rest = code // (REGIONS * REGIONS), code % (REGIONS * REGIONS)
    start, end = rest // REGIONS, rest % REGIONS
    state["cubes"][side, start] -= 1
    state["cubes"][side, end] += 1
    if not rules["move_by_steps"]:
        state["arrived"][side, end] += 1
    state["count"] -= 1
    state["begun"] = 1
    return state["count"] == 0


@kernel(allocates=False)
def may_remove(state: np.void, rules: np.void, side: int, region: int) -> bool:
    """Tell whether the removal under way may take a cube of `side` from a region: whose it is, and the scope."""
    mover = to_move(state)
    scope = int(rules["active_scope"][mover])
    if not int(rules["active_whose"][mover]) & (OWN if side == mover else OPPOSING):
        return False
    if state["cubes"][side, region] == 0:
        return False
    if scope == DIFFERENT_REGIONS:
        return (int(state["touched"]) >> region) & 1 == 0
    if scope == ONE_SYMBOL and state["target"] >= 0:
        return rules["symbol"][region] == state["target"]
    return True


@kernel(allocates=False)
def gives_full(state: np.void, rules: np.void, symbol: int) -> bool:
    """Tell whether the regions of a symbol hold as many cubes as the removal under way may still take."""
    total = 0
    for side in range(2):
        for region in range(REGIONS):
            if rules["symbol"][region] == symbol and may_remove(state, rules, side, region):
                total += int(state["cubes"][side, region])
    return total >= int(state["count"])


@kernel(allocates=False)
def full_needed(state: np.void, rules: np.void) -> bool:
    """Tell whether the first removal must be of a symbol that gives the full number: where there is one."""
    if state["begun"] or rules["active_scope"][to_move(state)] != ONE_SYMBOL:
        return False
    for region in range(REGIONS):
        if gives_full(state, rules, int(rules["symbol"][region])):
            return True
    return False


@kernel(allocates=False)
def legal_remove(state: np.void, rules: np.void, actions: np.ndarray, count: int) -> int:
    """Active `remove` or `replace`: one cube, within the scope that earlier removals leave."""
    full = rules["full_target"] == 1 and full_needed(state, rules)
    for side in range(2):
        for region in range(REGIONS):
            if may_remove(state, rules, side, region) and (
                not full or gives_full(state, rules, int(rules["symbol"][region]))
            ):
                actions[count] = REMOVE_ACTION + side * REGIONS + region
                count += 1
    return count


@kernel(allocates=False)
def take_away(state: np.void, rules: np.void, side: int, region: int, cubes: int) -> None:
    """Remove cubes of `side` from a region, to its supply or out of the game."""
    state["cubes"][side, region] -= cubes
    if not rules["removed_leave"]:
        state["supply"][side] += cubes


@kernel(allocates=False)
def do_remove(state: np.void, rules: np.void, code: int) -> bool:
    """Remove one cube, until enough are removed or none can be; then a `replace` adds cubes."""
    side, region = code // REGIONS, code % REGIONS
    take_away(state, rules, side, region, 1)
    state["target"] = rules["symbol"][region]
    state["touched"] = int(state["touched"]) | (1 << region)
    state["count"] -= 1
    state["begun"] = 1
    if state["word"] == ACTIVE_REPLACE:
        state["arrived"][to_move(state), region] += 1  # places to fill
    if state["count"] > 0:
        for owner in range(2):
            for place in range(REGIONS):
                if may_remove(state, rules, owner, place):
                    return False
    return end_removals(state, rules)


@kernel(allocates=False)
def end_removals(state: np.void, rules: np.void) -> bool:
    """After the last removal: a `replace` puts own cubes into the places of those removed."""
    if state["word"] == ACTIVE_REPLACE:
        for region in range(REGIONS):
            state["pending"][region] = state["arrived"][to_move(state), region]
        state["after"] = EFFECT_DONE
        return proceed(state, rules)
    return True


@kernel(allocates=False)
def legal_remove_all(state: np.void, actions: np.ndarray, count: int) -> int:
    """Active `remove` of a whole region: any region with a cube of either colour."""
    for region in range(REGIONS):
        if int(state["cubes"][0, region]) + int(state["cubes"][1, region]) > 0:
            actions[count] = REGION_ACTION + region
            count += 1
    return count


@kernel(allocates=False)
def do_remove_all(state: np.void, rules: np.void, region: int) -> bool:
    """Remove every cube of both colours from one region."""
    for side in range(2):
        take_away(state, rules, side, region, int(state["cubes"][side, region]))
    return True


@kernel(allocates=False)
def legal_swap(state: np.void, rules: np.void, actions: np.ndarray, count: int) -> int:
    """Active `swap_tiles`: any two region tiles now on the mat, or any two regions."""
    for a in range(REGIONS):
        for b in range(a + 1, REGIONS):
            if rules["swap_empty"] or (state["tiles"][a] >= 0 and state["tiles"][b] >= 0):
                actions[count] = SWAP_ACTION + a * REGIONS + b
                count += 1
    return count


@kernel(allocates=False)
def do_swap(state: np.void, code: int) -> bool:
    """Swap two tiles, unflipped."""
    a, b = code // REGIONS, code % REGIONS
    tile = int(state["tiles"][a])
    state["tiles"][a] = state["tiles"][b]
    state["tiles"][b] = tile
    return True


@kernel(allocates=False)
def legal_remove_tile(state: np.void, actions: np.ndarray, count: int) -> int:
    """Active `remove_tile`: any region that still has its tile."""
    for region in range(REGIONS):
        if state["tiles"][region] >= 0:
            actions[count] = REGION_ACTION + region
            count += 1
    return count


@kernel(allocates=False)
def do_remove_tile(state: np.void, region: int) -> bool:
    """Return a tile to the box: its region is worth nothing from now on; its cubes stay."""
    state["tiles"][region] = NONE
    return True


@kernel(allocates=False)
def cards_of_round(state: np.void, side: int) -> int:
    """Return the bits of the slots that a side got in this round, its court card's included."""
    pile = int(state["token_pile"])
    cards = pile if state["token"] == side else (1 << REVEALED) - 1 - pile
    return cards | (1 << COURT_SLOT) if state["court_card"][side] >= 0 else cards


@kernel(allocates=False)
def legal_copy(state: np.void, rules: np.void, actions: np.ndarray, count: int) -> int:
    """Active `copy_card`: another own card not yet discarded (or of this round), never an ABILITY."""
    side = to_move(state)
    cards = int(state["hand"][side])
    if rules["copy_any"]:
        cards = cards_of_round(state, side) & ~(1 << int(state["slot"]))
    for slot in range(SLOTS):
        if (cards >> slot) & 1:
            kind = kind_in_slot(state, rules, side, slot)
            if rules["effect"][kind] != ABILITY_EFFECT:
                actions[count] = COPY_ACTION + slot
                count += 1
    for alternative in range(ALTERNATIVES):
        for slot in range(SLOTS):
            if (cards >> slot) & 1:
                kind = kind_in_slot(state, rules, side, slot)
                if (int(rules["copies_as"][side, kind]) >> alternative) & 1:
                    actions[count] = COPY_AS_ACTION + alternative * SLOTS + slot
                    count += 1
    return count


@kernel(allocates=False, inline=True)
def start_active(state: np.void, rules: np.void) -> bool:
    """Begin the faction's active; True where it has none."""
    side = to_move(state)
    word = int(rules["active"][side])
    state["word"] = word
    state["count"] = rules["active_count"][side]
    state["plays_left"] = 1
    if word == ACTIVE_PLACE:
        state["phase"] = PLACE
    elif word == ACTIVE_MOVE:
        state["phase"] = MOVE
    elif word == ACTIVE_REMOVE or word == ACTIVE_REPLACE:
        state["phase"] = REMOVE
    elif word == ACTIVE_REMOVE_ALL:
        state["phase"] = REMOVE_ALL
    elif word == ACTIVE_SWAP:
        state["phase"] = SWAP
    elif word == ACTIVE_REMOVE_TILE:
        state["phase"] = REMOVE_TILE
    elif word == ACTIVE_COPY:
        state["phase"] = COPY
    else:
        return True
    return False


@kernel(allocates=False, inline=True)
def start_card(state: np.void, rules: np.void, kind: int) -> bool:
    """Begin the effect of a card; True where it is over at once."""
    side = to_move(state)
    effect = int(rules["effect"][kind])
    state["kind"] = kind
    state["began_empty"] = 1 if state["supply"][side] == 0 else 0
    if rules["number"][side, kind] != rules["printed"][kind]:
        state["shown"][side] = 1
    state["word"] = NO_ACTIVE
    state["count"] = rules["number"][side, kind]
    if effect == PLACE_EFFECT:
        state["plays_left"] = rules["plays"][side, kind]
        state["phase"] = PLACE
    elif effect == MOVE_EFFECT:
        state["phase"] = MOVE
    elif effect == POINTS_EFFECT:
        state["score"][side] += rules["number"][side, kind]
        return True
    elif effect == ABILITY_EFFECT:
        return start_active(state, rules)
    return False
