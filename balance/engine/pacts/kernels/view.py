"""What a player at the table sees: the only position that a policy is ever handed."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.pacts.kernels.state import COURT, DARK, HIDDEN, NONE, REGIONS


@kernel()
def observe(states: np.ndarray, rules: np.void, views: np.ndarray) -> None:
    """Copy position 0 of `states` to `views`, as the side to move may see it.

    Hidden are the opponent's face-down court card (`HIDDEN`; while courts are chosen, also whether one lies there) and,
    where light sides are unknown, which of the tiles that look the same from their dark side lies in a region. The
    opponent's `court_hand` becomes the public set: the face-down card is among it.
    """
    views[0] = states[0]
    view = views[0]
    other = 1 - int(view["side"])
    card = int(view["court_card"][other])
    if card >= 0 and view["court_shown"][other] == 0:
        view["court_hand"][other] = int(view["court_hand"][other]) | (1 << card)
        view["court_card"][other] = NONE if view["phase"] == COURT else HIDDEN
    if rules["light_hidden"] and view["season"] == DARK:
        for region in range(REGIONS):
            tile = int(view["tiles"][region])
            if tile >= 0:
                view["tiles"][region] = rules["tile_face"][tile]
