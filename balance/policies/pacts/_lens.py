"""The *lens*: what leads are worth in a position, and what single actions gain by it.

A region's worth to a side is its tile value times a control between -1 and 1 that depends on the lead there:
``lead / (|lead| + spread)``. The spread grows with what may still happen before the scoring; at 0 only the majority
counts. Before round 4 the light side counts too, with a spread of its own. The worths are tabulated in the policy's
memory. Everything is kept as gains (differences), so that a scoring in between changes nothing.
"""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel, types
from balance.engine.pacts.kernels.loop import MOST_LEAD, SHELVES
from balance.engine.pacts.kernels.state import (
    ACTIVE_REPLACE,
    AFTER_WILD,
    ALLOT,
    AUCTION,
    AUCTION_ACTION,
    BONUS_ADDED,
    DARK,
    EFFECT_DONE,
    MAX_PLACE,
    MAX_TILES,
    MENU,
    MOVE,
    MOVE_ACTION,
    NO_ACTIVE,
    NONE,
    PASSIVE,
    PLACE,
    PLACE_ACTION,
    PLACE_EFFECT,
    REGION_ACTION,
    REGIONS,
    REMOVE,
    REMOVE_ACTION,
    REMOVE_ALL,
    REMOVE_TILE,
    ROUNDS,
    STOP_ACTION,
    SWAP,
    SWAP_ACTION,
    TAKE_BACK,
    TAKE_BACK_ACTION,
    WILD,
)
from balance.policies.pacts._types import F, I, M, R, S

NO_ROW = SHELVES * MAX_TILES  # the row of a region without a tile
LEAST_GAIN = 1e-9  # of two gains, the difference that counts
CARD_LESS = (
    0.01  # points that a card less in the other's court hand counts: always better than to leave it there
)


@kernel(types.void(S, M))
def reset_rows(state: np.void, lens: np.void) -> None:
    """Note which tile lies where."""
    for region in range(REGIONS):
        tile = int(state["tiles"][region])
        lens["row"][region] = int(lens["shelf"]) * MAX_TILES + tile if tile >= 0 else NO_ROW


@kernel(types.void(S, R))
def expect_tiles(state: np.void, rules: np.void) -> None:
    """Lay what an auction before set-up has to expect: the layout's tiles, or the same tile everywhere."""
    if rules["auction_first"]:
        for region in range(REGIONS):
            state["tiles"][region] = 0 if rules["random_regions"] else rules["tiles"][region]


@kernel(types.boolean(M, I, I, F))
def stands(lens: np.void, row: int, place: int, number: float) -> bool:
    """Write down what a row is worked out from; tell whether it stood there."""
    same = lens["worth_of"][row, place] == number
    lens["worth_of"][row, place] = number
    return same


@kernel(types.void(M, I, F, F, F, F))
def fill_row(
    lens: np.void, row: int, now: float, then: float, spread_now: float, spread_later: float
) -> None:
    """Tabulate what leads are worth on a tile, unless that row was worked out from the same numbers before."""
    same = stands(lens, row, 0, now)
    same &= stands(lens, row, 1, then)
    same &= stands(lens, row, 2, spread_now)
    same &= stands(lens, row, 3, spread_later)
    if same:
        return
    lens["worth"][row, MOST_LEAD] = 0.0
    for lead in range(1, MOST_LEAD + 1):
        near, far = lead + spread_now, lead + spread_later
        # both terms over one division
        lens["worth"][row, MOST_LEAD + lead] = lead * (now * far + then * near) / (near * far)
    for lead in range(1, MOST_LEAD + 1):
        lens["worth"][row, MOST_LEAD - lead] = -lens["worth"][row, MOST_LEAD + lead]


@kernel(types.void(S, R, M, I, F, F, F))
def fill_lens(
    state: np.void,
    rules: np.void,
    lens: np.void,
    key: int,
    later: float,
    spread_now: float,
    spread_later: float,
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
        lens["moves"][0] = lens["moves"][1] = NONE
        lens["shelf"] = key % SHELVES
        near, far = max(spread_now, 0.0), max(spread_later, 0.0)
        for region in range(REGIONS):
            tile = int(state["tiles"][region])
            if tile >= 0:
                now = float(rules["tile_value"][tile, int(state["season"])])
                then = rules["light_expected"][tile] * later if state["season"] == DARK else 0.0
                fill_row(lens, int(lens["shelf"]) * MAX_TILES + tile, now, then, near, far)
    reset_rows(state, lens)


@kernel(I(S))
def turns_to_scoring(state: np.void) -> int:
    """Return how many turns the rounds after this one bring before the next scoring."""
    number = int(state["round"])
    return 2 * ((ROUNDS // 2 if state["season"] == DARK else ROUNDS) - number)


@kernel(F(M, I, I))
def worth(lens: np.void, region: int, lead: int) -> float:
    """Return what a lead of so many cubes in a region is worth, in points."""
    return lens["worth"][int(lens["row"][region]), min(max(lead + MOST_LEAD, 0), 2 * MOST_LEAD)]


@kernel(I(S, I, I))
def lead_of(state: np.void, side: int, region: int) -> int:
    """Return by how many cubes `side` leads in a region."""
    return int(state["cubes"][side, region]) - int(state["cubes"][1 - side, region])


@kernel(types.void(S, M, I, I))
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


@kernel(types.void(S, M))
def note_steps(state: np.void, lens: np.void) -> None:
    """Note the gains of single cubes for every region."""
    side = int(state["side"])
    for region in range(REGIONS):
        note_region(state, lens, side, region)


@kernel(types.boolean(I))
def steps_by_cubes(phase: int) -> bool:
    """Tell whether the actions of a phase are single cubes, whose gains `note_steps` notes."""
    return phase == MOVE or phase == REMOVE or phase == ALLOT or phase == TAKE_BACK or phase == AUCTION


@kernel(types.boolean(S, R, I, I))
def first_placing(state: np.void, rules: np.void, side: int, region: int) -> bool:
    """Tell whether a placing of `side` into a region would be its first there (ruling `cu_sidhe_first`)."""
    if rules["first_when_empty"]:
        return state["cubes"][side, region] == 0
    return (int(state["placed_before"][side]) >> region) & 1 == 0


@kernel(F(S, R, M, I, I, I))
def place_gain(state: np.void, rules: np.void, lens: np.void, side: int, region: int, cubes: int) -> float:
    """Return the gain of placing into a region, the first-placement bonus included."""
    lead = lead_of(state, side, region)
    added = cubes
    if (
        state["phase"] == PLACE
        and rules["first_placement"][side] > 0
        and first_placing(state, rules, side, region)
    ):
        added += int(rules["first_placement"][side])
    return worth(lens, region, lead + added) - worth(lens, region, lead)


@kernel(F(S, R, M, I, I, I))
def wild_prospect(state: np.void, rules: np.void, lens: np.void, side: int, region: int, cubes: int) -> float:
    """Return what the `after_wild` removal would add after placing so many cubes in a region."""
    removable = min(int(rules["after_wild"][side]), int(state["cubes"][1 - side, region]))
    kind = int(state["kind"])
    if removable == 0 or state["phase"] != PLACE:
        return 0.0
    if state["word"] != NO_ACTIVE:
        if not rules["active_wild"]:
            return 0.0
    elif rules["effect"][kind] != PLACE_EFFECT or rules["card_symbol"][kind] != WILD:
        return 0.0
    lead = lead_of(state, side, region) + cubes
    return worth(lens, region, lead + removable) - worth(lens, region, lead)


@kernel(types.void(M, I, I))
def swap_rows(lens: np.void, a: int, b: int) -> None:
    """Exchange what two regions are worth."""
    row = int(lens["row"][a])
    lens["row"][a] = lens["row"][b]
    lens["row"][b] = row


@kernel(F(S, M, I, I, I))
def swap_gain(state: np.void, lens: np.void, side: int, a: int, b: int) -> float:
    """Return the gain of swapping the tiles of two regions."""
    lead_a, lead_b = lead_of(state, side, a), lead_of(state, side, b)
    before = worth(lens, a, lead_a) + worth(lens, b, lead_b)
    swap_rows(lens, a, b)
    gain = worth(lens, a, lead_a) + worth(lens, b, lead_b) - before
    swap_rows(lens, a, b)
    return gain


@kernel(F(S, R, M))
def asked_gain(state: np.void, rules: np.void, lens: np.void) -> float:
    """Return what using the passive in question gains: cubes at a round's start, or a card less in the other's hand.

    The bonus of a first placing counts for nothing here: `place_gain` has it already.
    """
    step = int(state["after"])
    if step == EFFECT_DONE:
        return CARD_LESS
    total = 0.0
    if step != BONUS_ADDED:
        side, most = int(state["side"]), 0.0
        for region in range(REGIONS):
            if state["cubes"][side, region] == 0:
                lead = lead_of(state, side, region)
                gain = worth(lens, region, lead + int(rules["round_start"][side])) - worth(lens, region, lead)
                total, most = total + gain, max(most, gain)
        if rules["round_start_one"]:
            return most
    return total


@kernel(F(S, R, M, I))
def action_gain(state: np.void, rules: np.void, lens: np.void, action: int) -> float:
    """Return what an action in mid-effect gains the side to move at once; `note_steps` must have been called."""
    side, phase = int(state["side"]), int(state["phase"])
    if action == STOP_ACTION:
        total = 0.0
        if phase == TAKE_BACK:
            for region in range(REGIONS):
                more = int(state["pending"][region])
                if more > 0:
                    lead = lead_of(state, side, region)
                    total -= worth(lens, region, lead + more) - worth(lens, region, lead)
        elif phase == PASSIVE and state["after"] == BONUS_ADDED:
            region = int(state["target"])
            lead = lead_of(state, side, region)
            total -= worth(lens, region, lead + int(rules["first_placement"][side])) - worth(
                lens, region, lead
            )
        return total
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
        for region in range(REGIONS):
            if state["pending"][region] > 0 and region == action - TAKE_BACK_ACTION:
                lead, more = lead_of(state, side, region), int(state["pending"][region])
                return worth(lens, region, lead + more - 1) - worth(lens, region, lead + more)
        return lens["down"][action - TAKE_BACK_ACTION]
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
    if phase == PASSIVE:
        return asked_gain(state, rules, lens)
    if phase == AFTER_WILD:
        region = int(state["target"])
        lead = lead_of(state, side, region)
        removed = min(int(rules["after_wild"][side]), int(state["cubes"][1 - side, region]))
        return worth(lens, region, lead + removed) - worth(lens, region, lead)
    return 0.0
