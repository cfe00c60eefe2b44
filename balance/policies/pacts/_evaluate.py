"""What a position is worth, and the turns that look best by it; shared by `greedy` and `planner`.

A region's worth to a side is its tile value times a control between -1 and 1 that depends on the lead there:
``lead / (|lead| + spread)``. The spread grows with what may still happen before the scoring; at 0 only the majority counts.
Before round 4 the light side counts too, with a spread of its own. The worths are tabulated once per decision (the *lens*, kept in the policy's memory).
Everything is kept as gains (differences), so that a scoring in between changes nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine._jit import kernel
from balance.engine.pacts.kernels.loop import MOST_LEAD
from balance.engine.pacts.kernels.state import (
    ACTIVE_REMOVE_TILE,
    ACTIVE_REPLACE,
    ACTIVE_SWAP,
    AFTER_WILD,
    ALLOT,
    AUCTION,
    AUCTION_ACTION,
    CARD_AS_ACTION,
    COPY,
    COPY_ACTION,
    DARK,
    MAX_PLACE,
    MAX_TILES,
    MENU,
    MOVE,
    MOVE_ACTION,
    NONE,
    PASSIVE_ACTION,
    PLACE,
    PLACE_ACTION,
    PLACE_EFFECT,
    POINTS_EFFECT,
    REGION_ACTION,
    REGIONS,
    REMOVE,
    REMOVE_ACTION,
    REMOVE_ALL,
    REMOVE_TILE,
    ROUNDS,
    SLOTS,
    STOP_ACTION,
    SWAP,
    SWAP_ACTION,
    TAKE_BACK,
    TAKE_BACK_ACTION,
    WILD,
    CARD_ACTION,
    kind_in_slot,
)

LEAST_GAIN = 1e-9
WORK = 8  # positions that a search needs


@kernel()
def fill_lens(
    state: np.void, rules: np.void, lens: np.void, key: int, later: float, spread_now: float, spread_later: float
) -> None:
    """Tabulate what leads are worth, as far as the player knows the tiles, unless `key` says that it was done.

    Parameters
    ----------
    lens
        The policy's memory.
    key
        Names everything that the table depends on, but the tiles, within one game.
    later
        What a point at the second scoring counts before the first.
    spread_now, spread_later
        Cubes by which a lead may still change before the next scoring, and before the one after it.
    """
    if lens["key"] != key:
        lens["key"] = key
        lens["worth"][MAX_TILES, :] = 0.0
        for region in range(REGIONS):
            tile = int(state["tiles"][region])
            if tile >= 0:
                now = float(rules["tile_value"][tile, int(state["season"])])
                then = rules["light_expected"][tile] * later if state["season"] == DARK else 0.0
                lens["worth"][tile, MOST_LEAD] = 0.0
                for lead in range(1, MOST_LEAD + 1):
                    value = now * lead / (lead + spread_now) + then * lead / (lead + spread_later)
                    lens["worth"][tile, MOST_LEAD + lead] = value
                    lens["worth"][tile, MOST_LEAD - lead] = -value
    reset_rows(state, lens)


@kernel()
def reset_rows(state: np.void, lens: np.void) -> None:
    """Note which tile lies where."""
    for region in range(REGIONS):
        tile = int(state["tiles"][region])
        lens["row"][region] = tile if tile >= 0 else MAX_TILES


@kernel()
def turns_to_scoring(state: np.void) -> int:
    """Return how many turns the rounds after this one bring before the next scoring."""
    number = int(state["round"])
    return 2 * ((ROUNDS // 2 if state["season"] == DARK else ROUNDS) - number)


@kernel()
def worth(lens: np.void, region: int, lead: int) -> float:
    """Return what a lead of so many cubes in a region is worth, in points."""
    return lens["worth"][int(lens["row"][region]), min(max(lead + MOST_LEAD, 0), 2 * MOST_LEAD)]


@kernel()
def lead_of(state: np.void, side: int, region: int) -> int:
    """Return by how many cubes `side` leads in a region."""
    return int(state["cubes"][side, region]) - int(state["cubes"][1 - side, region])


@kernel()
def note_region(state: np.void, lens: np.void, side: int, region: int) -> None:
    """Note what one cube more, or less, in the lead of `side` would gain in a region."""
    lead = lead_of(state, side, region)
    more, less = 1, -1
    if state["phase"] == REMOVE and state["word"] == ACTIVE_REPLACE:
        # a removed opposing cube makes room for an own one; a removed own cube is put back
        lead += int(state["arrived"][side, region])
        more, less = 2, 0
    here = worth(lens, region, lead)
    lens["up"][region] = worth(lens, region, lead + more) - here
    lens["down"][region] = worth(lens, region, lead + less) - here


@kernel()
def note_steps(state: np.void, lens: np.void) -> None:
    """Note the gains of single cubes for every region."""
    side = int(state["side"])
    for region in range(REGIONS):
        note_region(state, lens, side, region)


@kernel()
def steps_by_cubes(phase: int) -> bool:
    """Tell whether the actions of a phase are single cubes, whose gains `note_steps` notes."""
    return phase == MOVE or phase == REMOVE or phase == ALLOT or phase == TAKE_BACK or phase == AUCTION


@kernel()
def first_placing(state: np.void, rules: np.void, side: int, region: int) -> bool:
    """Tell whether a placing of `side` into a region would be its first there (ruling `cu_sidhe_first`)."""
    if rules["first_when_empty"]:
        return state["cubes"][side, region] == 0
    return (int(state["placed_before"][side]) >> region) & 1 == 0


@kernel()
def place_gain(state: np.void, rules: np.void, lens: np.void, side: int, region: int, cubes: int) -> float:
    """Return the gain of placing into a region, the first-placement bonus included."""
    lead = lead_of(state, side, region)
    added = cubes
    if state["phase"] == PLACE and rules["first_placement"][side] > 0 and first_placing(state, rules, side, region):
        added += int(rules["first_placement"][side])
    return worth(lens, region, lead + added) - worth(lens, region, lead)


@kernel()
def wild_prospect(state: np.void, rules: np.void, lens: np.void, side: int, region: int, cubes: int) -> float:
    """Return what the `after_wild` removal would add after placing so many cubes in a region."""
    removable = min(int(rules["after_wild"][side]), int(state["cubes"][1 - side, region]))
    kind = int(state["kind"])
    if removable == 0 or state["phase"] != PLACE or rules["effect"][kind] != PLACE_EFFECT:
        return 0.0
    if rules["card_symbol"][kind] != WILD:
        return 0.0
    lead = lead_of(state, side, region) + cubes
    return worth(lens, region, lead + removable) - worth(lens, region, lead)


@kernel()
def swap_gain(state: np.void, lens: np.void, side: int, a: int, b: int) -> float:
    """Return the gain of swapping the tiles of two regions."""
    lead_a, lead_b = lead_of(state, side, a), lead_of(state, side, b)
    before = worth(lens, a, lead_a) + worth(lens, b, lead_b)
    swap_rows(lens, a, b)
    gain = worth(lens, a, lead_a) + worth(lens, b, lead_b) - before
    swap_rows(lens, a, b)
    return gain


@kernel()
def swap_rows(lens: np.void, a: int, b: int) -> None:
    """Exchange what two regions are worth."""
    row = int(lens["row"][a])
    lens["row"][a] = lens["row"][b]
    lens["row"][b] = row


@kernel()
def action_gain(state: np.void, rules: np.void, lens: np.void, action: int) -> float:
    """Return what an action in mid-effect gains the side to move at once; `note_steps` must have been called."""
    side, phase = int(state["side"]), int(state["phase"])
    if action == STOP_ACTION:
        return 0.0
    if phase == PLACE or phase == MENU:
        code = action - PLACE_ACTION
        return place_gain(state, rules, lens, side, code // MAX_PLACE, code % MAX_PLACE + 1)
    if phase == MOVE:
        code = action - MOVE_ACTION
        owner, rest = code // (REGIONS * REGIONS), code % (REGIONS * REGIONS)
        start, end = rest // REGIONS, rest % REGIONS
        if owner == side:
            return lens["down"][start] + lens["up"][end]
        return lens["up"][start] + lens["down"][end]
    if phase == REMOVE:
        code = action - REMOVE_ACTION
        return lens["down"][code % REGIONS] if code // REGIONS == side else lens["up"][code % REGIONS]
    if phase == TAKE_BACK:
        gain = lens["down"][action - TAKE_BACK_ACTION]
        for region in range(REGIONS):
            if state["pending"][region] > 0:
                if region == action - TAKE_BACK_ACTION:
                    return 0.0
                return gain + lens["up"][region]
        return gain
    if phase == ALLOT:
        return lens["up"][action - REGION_ACTION]
    if phase == AUCTION:
        return lens["up"][action - AUCTION_ACTION]
    if phase == SWAP:
        code = action - SWAP_ACTION
        return swap_gain(state, lens, side, code // REGIONS, code % REGIONS)
    if phase == REMOVE_ALL or phase == REMOVE_TILE:
        region = action - REGION_ACTION
        return -worth(lens, region, lead_of(state, side, region))
    if action == PASSIVE_ACTION and phase == AFTER_WILD:
        region = int(state["target"])
        lead = lead_of(state, side, region)
        removed = min(int(rules["after_wild"][side]), int(state["cubes"][1 - side, region]))
        return worth(lens, region, lead + removed) - worth(lens, region, lead)
    return 0.0


@kernel()
def best_step(state: np.void, rules: np.void, lens: np.void, actions: np.ndarray, count: int) -> tuple[int, float]:
    """Return the action in mid-effect that gains most at once, and its gain; the first of equals.

    `note_steps` must have been called where `steps_by_cubes`. More cubes never gain less, so that of a PLACE only the
    whole number is looked at.
    """
    phase, side = int(state["phase"]), int(state["side"])
    best, best_gain, best_prospect = int(actions[0]), 0.0, -1e300
    wild = phase == PLACE and rules["after_wild"][side] > 0
    for i in range(count):
        action = int(actions[i])
        if phase == PLACE and action != STOP_ACTION and (action - PLACE_ACTION) % MAX_PLACE + 1 < state["count"]:
            continue
        gain = action_gain(state, rules, lens, action)
        prospect = gain
        if wild and action != STOP_ACTION:
            code = action - PLACE_ACTION
            prospect += wild_prospect(state, rules, lens, side, code // MAX_PLACE, code % MAX_PLACE + 1)
        if prospect > best_prospect + LEAST_GAIN:
            best, best_gain, best_prospect = action, gain, prospect
    return best, best_gain


@kernel()
def same_turn(state: np.void, side: int, number: int) -> bool:
    """Tell whether it is still the turn of `side` in the same round."""
    return state["side"] == side and state["round"] == number and state["token"] >= 0


@kernel()
def follow(state: np.void, rules: np.void, lens: np.void, action: int, apply: Any) -> None:
    """Carry out an action and keep the lens true to the tiles."""
    moved_tiles = state["phase"] == SWAP or state["phase"] == REMOVE_TILE
    if moved_tiles and action >= SWAP_ACTION and action < COPY_ACTION:
        code = action - SWAP_ACTION
        swap_rows(lens, code // REGIONS, code % REGIONS)
    elif moved_tiles and action != STOP_ACTION:
        lens["row"][action - REGION_ACTION] = MAX_TILES
    apply(state, action, rules)


@kernel()
def finish_effect(state: np.void, rules: np.void, lens: np.void, actions: np.ndarray, legal: Any, apply: Any) -> float:
    """Carry the effect under way to its end, step by best step; return the gain. Copies are not followed."""
    side, number = int(state["side"]), int(state["round"])
    total, noted = 0.0, NONE
    while same_turn(state, side, number) and state["phase"] != MENU and state["phase"] != COPY:
        count = legal(state, rules, actions)
        phase = int(state["phase"])
        if steps_by_cubes(phase) and noted != phase:
            note_steps(state, lens)
            noted = phase
        action, gain = best_step(state, rules, lens, actions, count)
        total += gain
        follow(state, rules, lens, action, apply)
        if noted == MOVE and state["phase"] == MOVE and action >= MOVE_ACTION:
            rest = (action - MOVE_ACTION) % (REGIONS * REGIONS)
            note_region(state, lens, side, rest // REGIONS)
            note_region(state, lens, side, rest % REGIONS)
        else:
            noted = NONE
    return total


@kernel()
def card_points(state: np.void, rules: np.void, action: int) -> float:
    """Return the points that starting (or copying) a card scores at once."""
    side = int(state["side"])
    if (action >= CARD_ACTION and action < CARD_AS_ACTION) or (action >= COPY_ACTION and action < COPY_ACTION + SLOTS):
        kind = kind_in_slot(state, rules, side, (action - CARD_ACTION) % SLOTS)
        if action >= COPY_ACTION:
            kind = kind_in_slot(state, rules, side, action - COPY_ACTION)
        if rules["effect"][kind] == POINTS_EFFECT:
            return float(rules["number"][side, kind])
    return 0.0


@kernel()
def moves_tiles(rules: np.void, side: int) -> bool:
    """Tell whether the ability of a side changes which tile lies where, so that the lens must be read again."""
    return rules["active"][side] == ACTIVE_SWAP or rules["active"][side] == ACTIVE_REMOVE_TILE


@kernel()
def best_copy(work: np.ndarray, rules: np.void, lens: np.void, at: int, actions: np.ndarray, count: int, legal: Any, apply: Any) -> int:
    """Return the best action of the position `work[at]` in phase COPY; uses `work[at + 1]`."""
    best, best_gain = int(actions[0]), 0.0
    options = actions[:count].copy()
    for i in range(count):
        action = int(options[i])
        if action != STOP_ACTION:
            work[at + 1] = work[at]
            gain = card_points(work[at], rules, action)
            apply(work[at + 1], action, rules)
            gain += finish_effect(work[at + 1], rules, lens, actions, legal, apply)
            if gain > best_gain + LEAST_GAIN:
                best, best_gain = action, gain
    return best


@kernel()
def finish_card(work: np.ndarray, rules: np.void, lens: np.void, at: int, action: int, actions: np.ndarray, legal: Any, apply: Any) -> float:
    """Start a card in `work[at]` by a menu action and carry it to its end; return the gain. Uses `work[at + 1]`.

    Where the ability moves tiles, the lens is afterwards the one of the new position.
    """
    state = work[at]
    side, number = int(state["side"]), int(state["round"])
    if action >= PLACE_ACTION:
        total = action_gain(state, rules, lens, action)
    else:
        total = card_points(state, rules, action)
    apply(state, action, rules)
    total += finish_effect(state, rules, lens, actions, legal, apply)
    if same_turn(state, side, number) and state["phase"] == COPY:
        count = legal(state, rules, actions)
        copied = best_copy(work, rules, lens, at, actions, count, legal, apply)
        total += card_points(state, rules, copied)
        apply(state, copied, rules)
        total += finish_effect(state, rules, lens, actions, legal, apply)
    return total


@kernel()
def place_card_gain(state: np.void, rules: np.void, lens: np.void, side: int, kind: int) -> float:
    """Return the gain of a PLACE card, used once with cubes enough, by the same sums as playing it step by step."""
    best = 0.0
    symbol, cubes = int(rules["card_symbol"][kind]), int(rules["number"][side, kind])
    bonus, removal = int(rules["first_placement"][side]), int(rules["after_wild"][side])
    for region in range(REGIONS):
        if symbol == WILD or rules["symbol"][region] == symbol:
            lead = lead_of(state, side, region)
            added = cubes
            if bonus > 0 and first_placing(state, rules, side, region):
                added += bonus
            if removal > 0 and symbol == WILD:
                added += min(removal, int(state["cubes"][1 - side, region]))
            best = max(best, worth(lens, region, lead + added) - worth(lens, region, lead))
    return best


@kernel()
def is_plain_place(state: np.void, rules: np.void, side: int, kind: int) -> bool:
    """Tell whether a card is a PLACE used once, with cubes enough in the supply."""
    if rules["effect"][kind] != PLACE_EFFECT or rules["plays"][side, kind] > 1:
        return False
    return state["supply"][side] >= int(rules["number"][side, kind]) + int(rules["first_placement"][side])


@kernel()
def menu_gain(
    work: np.ndarray, rules: np.void, lens: np.void, at: int, action: int, actions: np.ndarray, legal: Any, apply: Any
) -> float:
    """Return the gain of a menu action's whole effect in `work[at]`, which stays; uses `work[at + 1]`, `work[at + 2]`."""
    state = work[at]
    side = int(state["side"])
    if action < CARD_AS_ACTION:
        kind = kind_in_slot(state, rules, side, action - CARD_ACTION)
        if is_plain_place(state, rules, side, kind):
            return place_card_gain(state, rules, lens, side, kind)
    elif action >= PLACE_ACTION:
        return action_gain(state, rules, lens, action)
    work[at + 1] = state
    gain = finish_card(work, rules, lens, at + 1, action, actions, legal, apply)
    if moves_tiles(rules, side):
        reset_rows(state, lens)
    return gain


@kernel()
def best_card(
    work: np.ndarray,
    rules: np.void,
    lens: np.void,
    at: int,
    actions: np.ndarray,
    options: np.ndarray,
    legal: Any,
    apply: Any,
) -> tuple[int, float]:
    """Return the menu action of `work[at]` whose whole effect gains most, and the gain; stop where none gains.

    Uses `work[at + 1]` and `work[at + 2]`. The lens must have been filled, or its rows be those of `work[at]`.
    """
    state = work[at]
    side = int(state["side"])
    count = legal(state, rules, options)
    best, best_gain = STOP_ACTION, LEAST_GAIN
    seen = 0
    for i in range(1, count):
        action = int(options[i])
        if action < CARD_AS_ACTION:
            bit = 1 << kind_in_slot(state, rules, side, action - CARD_ACTION)
            if seen & bit:
                continue
            seen |= bit
        gain = menu_gain(work, rules, lens, at, action, actions, legal, apply)
        if gain > best_gain:
            best, best_gain = action, gain
    return best, (best_gain if best != STOP_ACTION else 0.0)
