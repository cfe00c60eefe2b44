"""What the named game refuses, because the rules know no such game or action."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

from balance.engine.pacts.describe import action_name
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import state as k
from balance.errors import BalanceError, IllegalActionError
from tests.rules.table import card, courts, deal, new_game, seelie_turn
from tests.support import shipped

NO_ACTIONS: list[Any] = [
    ("split", [0, 1]),
    ("split", np.array([0, 1])),
    ("split", (0, True)),
    ("split", (1.0,)),
    ("place", "top-left", True),
    ("place", "top-left", np.array([1])),
    ("place", "top-left", 1.0),
    ["stop"],
    "stop",
    (),
    {},
    None,
    True,
    False,
    0.0,
    1.0,
    -1,
    9999,
    np.array([0]),
    np.array([1, 2]),
]


def test_a_refusal_names_round_phase_side_and_the_nearest_legal_action() -> None:
    """Phase 5: what is not legal is refused with a message that says what is."""
    game = card(seelie_turn("sluagh", ["PLACE 1 oak", "POINTS"]))
    said = (
        r"^round 1, place, seelie to decide: 'place top-left 2' is not legal \(did you mean 'place top-left"
    )
    with pytest.raises(IllegalActionError, match=said):
        game.apply(("place", "top-left", 2))


@pytest.mark.parametrize("bid", [29, -29, 200, 1.0, True, "3", None])
def test_a_bid_above_the_supply_is_refused(bid: Any) -> None:
    """Variant 2: cubes bid are placed, so no more than the supply holds. Ruling: auction_bids."""
    with pytest.raises(BalanceError, match=r"^bid: expected whole cubes from -28 .* to 28 .*; got "):
        new_game(bid=bid)
    assert [new_game(bid=most).state["bid_left"] for most in (28, -28)] == [28, 28]


def test_random_regions_need_tiles() -> None:
    """Variant 1: six different tiles lie on the mat, so a game on random regions has to be told which."""
    with pytest.raises(BalanceError, match="random regions need tiles="):
        Game.new(shipped(), "dragons", "sluagh", layout="random")
    lying = list(new_game(layout="random").position()["tiles"].values())
    assert len(set(lying)) == 6
    for tiles in (
        [0] * 6,
        [0, 1, 2, 3, 4, 12],
        [-1, 0, 1, 2, 3, 4],
        range(5),
        range(7),
        [0, 1, 2, 3, 4, 5.0],
        3,
    ):
        with pytest.raises(BalanceError, match=r"^tiles: expected 6 different whole numbers from 0 to 11"):
            Game.new(shipped(), "dragons", "sluagh", layout="random", tiles=cast("Any", tiles))
    with pytest.raises(BalanceError, match=r"^tiles: expected those of the layout"):
        Game.new(shipped(), "dragons", "sluagh", layout="standard", tiles=range(6, 12))


@pytest.mark.parametrize("action", NO_ACTIONS, ids=repr)
def test_an_action_with_a_list_inside_is_refused_like_any_other(action: Any) -> None:
    """Phase 3: a pile is a tuple of slots; anything else is refused by message."""
    for game in (deal(courts(new_game())), card(seelie_turn("sluagh", ["PLACE 1 oak", "POINTS"]))):
        before = game.states.tobytes()
        with pytest.raises(IllegalActionError, match=r"^round 1, (split|place), \w+ to decide: .*; legal: "):
            game.apply(action)
        assert game.states.tobytes() == before


def test_a_number_that_is_no_action_has_no_name() -> None:
    """Phase 1: seven Court cards; there is no eighth to choose."""
    game = new_game("selkies")
    names, alternatives = game.names, game.rules[0]["alternative"][0]
    gaps = [8, 9999, -1, k.ACTIONS]
    gaps += [k.MOVE_ACTION + side * 36 + region * 7 for side in range(2) for region in range(6)]  # to itself
    gaps += [k.SWAP_ACTION + a * 6 + b for a in range(6) for b in range(a + 1)]
    # nothing may be started as POINTS
    gaps += [first + slot for first in (k.CARD_AS_ACTION, k.COPY_AS_ACTION) for slot in range(k.SLOTS)]
    for number in gaps:
        with pytest.raises(
            ValueError, match=rf"^expected an action from 0 to \d+; got {number}, which is no action$"
        ):
            action_name(number, names, alternatives)
    every = [action_name(number, names, alternatives) for number in range(k.ACTIONS) if number not in gaps]
    assert len(set(every)) == len(every)
