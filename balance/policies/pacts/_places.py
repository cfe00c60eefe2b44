"""PLACE cards valued and carried out at once, where nothing has to be asked but the region."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel, types
from balance.engine.pacts.kernels.state import NONE, PLACE_EFFECT, REGIONS, WILD
from balance.policies.pacts._lens import LEAST_GAIN, first_placing, lead_of, worth
from balance.policies.pacts._types import F, I, M, R, S


@kernel(types.boolean(S, R, I, I))
def is_plain_place(state: np.void, rules: np.void, side: int, kind: int) -> bool:
    """Tell whether a card is a PLACE used once, with cubes enough in the supply."""
    if rules["effect"][kind] != PLACE_EFFECT or rules["plays"][side, kind] > 1:
        return False
    return state["supply"][side] >= int(rules["number"][side, kind]) + int(rules["first_placement"][side])


@kernel(types.boolean(S, R, I, I))
def places_unasked(state: np.void, rules: np.void, side: int, kind: int) -> bool:
    """Tell whether all uses of a PLACE card have cubes enough, and no passive has to be asked for on the way."""
    if rules["passives_asked"] and rules["first_placement"][side] > 0:
        return False
    cubes = int(rules["number"][side, kind]) + int(rules["first_placement"][side])
    return int(state["supply"][side]) >= cubes * max(1, int(rules["plays"][side, kind]))


@kernel(F(S, R, M, I, I))
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


@kernel(I(R, I, I))
def removal_after(rules: np.void, side: int, symbol: int) -> int:
    """Return how many opposing cubes a card's placing may be followed by removing."""
    return int(rules["after_wild"][side]) if symbol == WILD else 0


@kernel(types.Tuple((F, F))(S, R, M, I, I, I, I))
def region_gain(
    state: np.void, rules: np.void, lens: np.void, side: int, region: int, cubes: int, removal: int
) -> tuple[float, float]:
    """Return the gain of placing into a region, first-placement bonus included, and with the prospect of a removal."""
    lead, added = lead_of(state, side, region), cubes
    if rules["first_placement"][side] > 0 and first_placing(state, rules, side, region):
        added += int(rules["first_placement"][side])
    gain = worth(lens, region, lead + added) - worth(lens, region, lead)
    removable = min(removal, int(state["cubes"][1 - side, region]))
    if removable == 0:
        return gain, gain
    return gain, gain + (worth(lens, region, lead + cubes + removable) - worth(lens, region, lead + cubes))


@kernel(types.Tuple((I, F))(S, R, M, I, I, I, I))
def best_region(
    state: np.void, rules: np.void, lens: np.void, side: int, symbol: int, cubes: int, removal: int
) -> tuple[int, float]:
    """Return where placing gains most, and the gain; (NONE, 0) where it gains nowhere; the first of equals."""
    best, best_gain, best_prospect = NONE, 0.0, 0.0
    for region in range(REGIONS):
        if symbol == WILD or rules["symbol"][region] == symbol:
            gain, prospect = region_gain(state, rules, lens, side, region, cubes, removal)
            if prospect > best_prospect + LEAST_GAIN:
                best, best_gain, best_prospect = region, gain, prospect
    return best, best_gain


@kernel(types.void(S, R, I, I, I))
def put_cubes(state: np.void, rules: np.void, side: int, region: int, cubes: int) -> None:
    """Place cubes of the supply into a region, the first-placement bonus included."""
    added = cubes
    if rules["first_placement"][side] > 0 and first_placing(state, rules, side, region):
        added += int(rules["first_placement"][side])
        state["shown"][side] = 1
    state["placed_before"][side] = int(state["placed_before"][side]) | (1 << region)
    state["cubes"][side, region] += added
    state["supply"][side] -= added


@kernel(F(S, R, M, I, I, I))
def remove_after(
    state: np.void, rules: np.void, lens: np.void, side: int, region: int, removal: int
) -> float:
    """Remove opposing cubes where a placing went, if that gains; return the gain."""
    removable = min(removal, int(state["cubes"][1 - side, region]))
    if removable == 0:
        return 0.0
    lead = lead_of(state, side, region)
    gain = worth(lens, region, lead + removable) - worth(lens, region, lead)
    if gain <= LEAST_GAIN:
        return 0.0
    state["cubes"][1 - side, region] -= removable
    if not rules["removed_leave"]:
        state["supply"][1 - side] += removable
    state["shown"][side] = 1
    return gain


@kernel(F(S, R, M, I, I))
def play_places(state: np.void, rules: np.void, lens: np.void, side: int, kind: int) -> float:
    """Carry out all uses of a PLACE card, each where it gains most, and return the gain; see `places_unasked`."""
    symbol, cubes = int(rules["card_symbol"][kind]), int(rules["number"][side, kind])
    removal = removal_after(rules, side, symbol)
    total = 0.0
    for use in range(max(1, int(rules["plays"][side, kind]))):
        if use > 0:
            state["shown"][side] = 1
        region, gain = best_region(state, rules, lens, side, symbol, cubes, removal)
        if region != NONE:
            total += gain
            put_cubes(state, rules, side, region, cubes)
            total += remove_after(state, rules, lens, side, region, removal)
    return total
