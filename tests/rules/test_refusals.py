"""What the named game refuses, because the rules know no such game or action."""

from __future__ import annotations

import pytest

from balance.engine.pacts.describe import action_name
from balance.errors import BalanceError, IllegalActionError
from tests.rules.table import card, new_game, seelie_turn


def test_a_refusal_names_round_phase_side_and_the_nearest_legal_action() -> None:
    """Phase 5: what is not legal is refused with a message that says what is."""
    game = card(seelie_turn("sluagh", ["PLACE 1 oak", "POINTS"]))
    said = (
        r"^round 1, place, seelie to decide: 'place top-left 2' is not legal \(did you mean 'place top-left"
    )
    with pytest.raises(IllegalActionError, match=said):
        game.apply(("place", "top-left", 2))


@pytest.mark.parametrize("bid", [29, -29])
@pytest.mark.xfail(reason="a bid above the supply is taken and leaves a supply of -1")
def test_a_bid_above_the_supply_is_refused(bid: int) -> None:
    """Variant 2: cubes bid are placed, so no more than the supply holds. Ruling: auction_bids."""
    with pytest.raises(BalanceError):
        new_game(bid=bid)


@pytest.mark.xfail(reason="without tiles the record's zeros are taken: the first tile in all six regions")
def test_random_regions_need_tiles() -> None:
    """Variant 1: six different tiles lie on the mat, so a game on random regions has to be told which."""
    tiles = list(new_game(layout="random").position()["tiles"].values())
    assert len(set(tiles)) == 6


@pytest.mark.xfail(reason="TypeError: unhashable type", raises=TypeError)
def test_an_action_with_a_list_inside_is_refused_like_any_other() -> None:
    """Phase 3: a pile is a tuple of slots; anything else is refused by message."""
    with pytest.raises(IllegalActionError):
        new_game().apply(("split", [0, 1]))


@pytest.mark.xfail(reason="IndexError for the number between the court cards and none", raises=IndexError)
def test_a_number_that_is_no_action_has_no_name() -> None:
    """Phase 1: seven Court cards; there is no eighth to choose."""
    with pytest.raises(ValueError, match=r"no action|expected an action"):
        action_name(8, new_game().names)
