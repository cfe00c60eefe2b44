"""What stands in the tensor, block by block, for positions that can be read off the rules page."""

from __future__ import annotations

import numpy as np
import pytest

from balance.adapters.table import Table
from balance.adapters.tensor import Numbers, Tensor
from balance.engine.pacts.describe import PHASES
from tests.adapters.tables import PLAIN, deal, do, lay, new_table
from tests.support import shipped

FACTIONS = list(shipped().factions)
REGIONS = ["top-left", "top-right", "center", "bottom-left", "bottom-middle", "bottom-right"]
SEELIE, UNSEELIE = 0, 1


def blocks(table: Table, viewer: int) -> dict[str, Numbers]:
    tensor = Tensor(table.rules, len(FACTIONS))
    return tensor.views(tensor.of(table, viewer))


def test_the_position_that_set_up_leaves() -> None:
    """3 + 3 cubes each in center and bottom-middle, 28 in the supply, no points, seven court cards."""
    table = new_table()
    for viewer in (SEELIE, UNSEELIE):
        shown = blocks(table, viewer)
        assert shown["player"].tolist() == [viewer == SEELIE, viewer == UNSEELIE]
        assert shown["decides"].tolist() == [viewer == SEELIE, viewer == UNSEELIE]  # Seelie is asked first
        own, other = (FACTIONS[int(row.argmax())] for row in shown["faction"])
        assert (own, other) == (("dragons", "kelpies") if viewer == SEELIE else ("kelpies", "dragons"))
        assert PHASES[int(shown["phase"].argmax())] == "court"
        assert shown["round"].tolist() == [1, 0, 0, 0, 0, 0]
        assert shown["light"].tolist() == [0]
        assert shown["cubes"].tolist() == [[3 * (r in {"center", "bottom-middle"}) for r in REGIONS]] * 2
        assert shown["supply"].tolist() == [28, 28]
        assert shown["score"].tolist() == [0, 0]
        assert shown["court_hand"].tolist() == [[1] * 7 + [0]] * 2
        assert shown["left"].sum(axis=1).tolist() == [27, 8]
        for name in ("court_card", "revealed", "token", "hand", "pending", "arrived", "auction"):
            assert not shown[name].any(), name


def test_own_things_come_first() -> None:
    """Dragons lay MOVE 1, the first of two turns is Unseelie's, which takes two cards and has laid none."""
    table = new_table()
    do(table, ("court", "MOVE 1"), ("court", None))
    deal(table, *PLAIN, "ABILITY")
    do(table, ("split", (1, 2, 3)), ("select", "seelie"), ("card", 0), ("place", "top-left", 1))
    own, other = blocks(table, SEELIE), blocks(table, UNSEELIE)
    assert own["cubes"][:, 0].tolist() == [0, 1]
    assert other["cubes"][:, 0].tolist() == [1, 0]
    assert own["hand"].tolist() == [[0, 1, 1, 1, 0, 1], [0, 0, 0, 0, 1, 0]]
    assert other["hand"].tolist() == own["hand"].tolist()[::-1]
    assert own["token"].tolist() == [1, 0]
    assert other["token"].tolist() == [0, 1]
    move = [str(card) for card in table.names.court].index("MOVE 1")
    assert own["court_card"][0].tolist() == [place == move for place in range(9)]
    assert not own["court_card"][1].any()
    assert other["court_card"][1].tolist() == [0] * 8 + [1]  # one lies there
    assert own["court_hand"][0].sum() == 6
    assert other["court_hand"][1].sum() == 7  # any of them, as far as Unseelie knows


def test_known_tiles_have_both_numbers() -> None:
    known = [[1, dark, 1, light] for dark, light in ((2, 7), (4, 3), (5, 5), (1, 5), (3, 6), (3, 4))]
    assert blocks(new_table(), UNSEELIE)["tiles"].tolist() == known


def test_a_light_side_is_known_where_only_one_tile_has_the_dark_one() -> None:
    table = new_table(light="unknown")
    lay(table, "3/4")
    assert blocks(table, SEELIE)["tiles"].tolist() == [
        [1, 2, 1, 7],
        [1, 4, 1, 3],
        [1, 5, 1, 5],
        [1, 1, 1, 5],
        [1, 3, 0, 0],
        [1, 3, 0, 0],
    ]


def test_random_regions_hide_every_light_side() -> None:
    table = new_table(layout="random")
    lay(table, "2/7", "2/4", "4/3", "3/6", "1/5", "5/3")
    assert blocks(table, SEELIE)["tiles"].tolist() == [[1, dark, 0, 0] for dark in (2, 2, 4, 3, 1, 5)]


@pytest.mark.parametrize("bid", [3, -3])
def test_auction_cubes_are_counted_and_placed_by_who_was_given_them(bid: int) -> None:
    table = Table.new(shipped(), "dragons", "kelpies", bid=bid)
    side = SEELIE if bid > 0 else UNSEELIE
    do(table, ("auction", "top-left"))
    shown = blocks(table, side)
    assert shown["auction"].tolist() == [2]
    assert shown["decides"].tolist() == [1, 0]
    assert shown["cubes"][:, 0].tolist() == [1, 0]
    assert shown["supply"].tolist() == [27, 28]


def test_the_parts_of_the_tensor_add_up() -> None:
    tensor = Tensor(new_table().rules, len(FACTIONS))
    flat = np.arange(tensor.size, dtype=np.float32)
    views = tensor.views(flat)
    assert np.concatenate([view.reshape(-1) for view in views.values()]).tolist() == flat.tolist()
    low, high = tensor.bounds()
    assert low.shape == high.shape == (tensor.size,)
    assert (low < high).all()
