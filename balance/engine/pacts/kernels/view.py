"""What a player at the table sees: the only position that a policy is ever handed.

Hidden are the opponent's face-down court card (while courts are chosen, also whether one lies there) and, where light
sides are unknown, which of the tiles that look the same from their dark side lies in a region. The position is not
copied for it: `hide` masks the few fields in place and `unhide` puts them back. An auction before set-up sees no tiles.

Where factions are hidden until they are first used, a player also knows less of the rules: `blank_faction`.
"""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.pacts.kernels.state import (
    AS_BECOMES,
    AUCTION,
    COURT,
    DARK,
    HIDDEN,
    MAX_COURT,
    MAX_KINDS,
    NO_ACTIVE,
    NONE,
    REGIONS,
    to_move,
)

# what `hide` sets aside; and the draw of the policy that is asked, which the loop keeps here
ASIDE = np.dtype(
    [("draw", np.uint64), ("hand", np.uint8), ("card", np.int8), ("tiles", np.int8, REGIONS)], align=True
)


@kernel(allocates=False)
def tiles_unseen(state: np.void, rules: np.void) -> bool:
    """Tell whether no tile is on the table yet: an auction before set-up."""
    return state["phase"] == AUCTION and rules["auction_first"] == 1


@kernel(allocates=False, inline=True)
def hide(state: np.void, rules: np.void, aside: np.void) -> None:
    """Mask what the side to move may not see; its true values go to `aside`.

    The face-down card becomes `HIDDEN`, or `NONE` while courts are chosen, and stands among the opponent's
    `court_hand`, which so is the public set. A hidden tile becomes the lowest one that looks the same, or none.
    """
    other = 1 - to_move(state)
    card, hand = int(state["court_card"][other]), int(state["court_hand"][other])
    hidden = (card >= 0) & (state["court_shown"][other] == 0)
    aside["card"], aside["hand"] = card, hand
    state["court_hand"][other] = hand | (hidden << (card & (MAX_COURT - 1)))
    masked = NONE if state["phase"] == COURT else HIDDEN
    state["court_card"][other] = masked if hidden else card
    if tiles_unseen(state, rules):
        for region in range(REGIONS):
            aside["tiles"][region] = state["tiles"][region]
            state["tiles"][region] = NONE
    elif rules["light_hidden"] and state["season"] == DARK:
        for region in range(REGIONS):
            tile = int(state["tiles"][region])
            aside["tiles"][region] = tile
            if tile >= 0:
                state["tiles"][region] = rules["tile_face"][tile]


@kernel(allocates=False, inline=True)
def unhide(state: np.void, rules: np.void, aside: np.void) -> None:
    """Put back what `hide` set aside."""
    other = 1 - to_move(state)
    state["court_hand"][other] = aside["hand"]
    state["court_card"][other] = aside["card"]
    if (rules["light_hidden"] and state["season"] == DARK) or tiles_unseen(state, rules):
        for region in range(REGIONS):
            state["tiles"][region] = aside["tiles"][region]


@kernel(allocates=False, inline=True)
def hides_faction(state: np.void) -> bool:
    """Tell whether the side to move does not know the other side's faction yet."""
    return state["shown"][1 - to_move(state)] == 0


@kernel(allocates=False)
def blank_faction(rules: np.void, side: int) -> None:
    """Take everything out of the rules that the faction of `side` brings: no passive, no active, cards as printed."""
    for kind in range(MAX_KINDS):
        rules["number"][side, kind] = rules["printed"][kind]
        rules["plays"][side, kind] = 1
        rules["plays_as"][side, kind] = int(rules["plays_as"][side, kind]) & ~(1 << AS_BECOMES)
        rules["copies_as"][side, kind] = int(rules["copies_as"][side, kind]) & ~(1 << AS_BECOMES)
    rules["alternative"][side, AS_BECOMES] = NONE
    rules["court_none"][side] = 0
    rules["discard_same_court"][side] = 0
    rules["going_first"][side] = 0
    rules["first_placement"][side] = 0
    rules["round_start"][side] = 0
    rules["after_wild"][side] = 0
    rules["active"][side] = NO_ACTIVE
    rules["active_count"][side] = 0
    rules["active_whose"][side] = 0
    rules["active_scope"][side] = 0
