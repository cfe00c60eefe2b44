"""Which tiles lie where in a game: those of a layout, or of the layout of a set whose turn it is."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise, permutations

import numpy as np
from numpy.typing import NDArray

from balance.config.pacts.laid import Layout, LayoutList, LayoutSet, size_of, split_row
from balance.config.pacts.models import Configuration
from balance.engine._random import combine
from balance.engine.pacts.kernels.state import IN_TURN, MIXED, REGIONS
from balance.engine.system import SettingTurns, row_setting
from balance.errors import ConfigurationError

KNOWN = 0  # beside MIXED and IN_TURN: players know the layout beforehand


@dataclass(frozen=True)
class Laid:
    """Where tiles lie, in numbers of the box.

    Parameters
    ----------
    mode
        `KNOWN`, `MIXED` or `IN_TURN`, as in the rules record's ``random_regions``.
    tiles
        By region; the first layout's for a whole set, empty where tiles are mixed.
    box
        The tiles that may lie there as far as players know, ascending.
    """

    mode: int
    tiles: tuple[int, ...]
    box: tuple[int, ...]


def laid(configuration: Configuration, name: str) -> Laid:
    """Return where the tiles lie in a layout, a set's layout (``all#17``) or a set as a whole.

    Raises
    ------
    ConfigurationError
        There is no such layout.
    """
    configuration.check_setting(name)
    game = configuration.game
    everything = tuple(range(len(game.tiles.labels)))
    of, row = (name, None) if name in configuration.layouts else split_row(name)
    layout = configuration.layouts[of]
    if isinstance(layout, Layout):
        if layout.random_regions:
            return Laid(MIXED, (), everything)
        numbers = tuple(game.tiles.labels.index(layout.tiles[region]) for region in game.regions)
        return Laid(KNOWN, numbers, tuple(sorted(numbers)))
    turns = turns_of(configuration, of)
    assert turns is not None, "a set has turns"
    lying = tuple(turns.order[row or 0].tolist())
    if isinstance(layout, LayoutSet) and layout.set == "random-regions":
        return Laid(IN_TURN, lying, everything)
    seen = turns.order if row is None else turns.order[row]
    return Laid(KNOWN, lying, tuple(np.unique(seen).tolist()))


def turns_of(configuration: Configuration, name: str) -> SettingTurns | None:
    """Return the layouts of a set in the order of their turns; None for a layout, one of a set's layouts too.

    Raises
    ------
    ConfigurationError
        There is no such layout.
    """
    configuration.check_setting(name)
    game, layout = configuration.game, configuration.layouts.get(name)
    labels = game.tiles.labels
    if isinstance(layout, LayoutSet):
        box = layout.box(game)
        size = size_of(layout, game)
        order = drawn_order(configuration.seed, name, len(box))[:size]
        return SettingTurns(game.regions, box, order, block=len(box))
    if isinstance(layout, LayoutList):
        rows = [[labels.index(tile) for tile in row] for row in layout.rows(game.regions)]
        return SettingTurns(game.regions, labels, _fixed(np.array(rows, np.int8)))
    return None


def layout_of(configuration: Configuration, name: str, game: int | None) -> str:
    """Return the name of the one layout that a game of a cell is played on: of a set's, the one whose turn it is.

    Raises
    ------
    ConfigurationError
        There is no such layout, or it is a set and nothing says which game it is.
    """
    turns = turns_of(configuration, name)
    if turns is None:
        return name
    if game is None:
        msg = (
            f"layout {name!r} is a set of {turns.size} layouts: name one of them, "
            f"{row_setting(name, 0)} to {row_setting(name, turns.size - 1)}"
        )
        raise ConfigurationError(msg)
    return row_setting(name, game % turns.size)


@lru_cache(maxsize=8)
def drawn_order(seed: int, name: str, tiles: int) -> NDArray[np.int8]:
    """Return all layouts of a box of tiles in an order drawn by a seed and a name, shape (layouts, regions).

    Layouts that differ by a turn of the tiles' numbers (each one higher, the last becomes the first) stand together:
    among these, as many as there are tiles, each tile lies on each region once. Only the order of such blocks is drawn.
    """
    blocks = math.perm(tiles - 1, REGIONS - 1)
    digest = hashlib.sha256(f"{seed}|{name}|layouts".encode()).digest()
    key = np.uint64(int.from_bytes(digest[:8], "little"))
    luck = np.fromiter((combine(key, block) for block in range(blocks)), np.uint64, blocks)
    others = chain.from_iterable(permutations(range(1, tiles), REGIONS - 1))
    first = np.zeros((blocks, REGIONS), np.int8)  # of each block: tile 0 on the first region
    first[:, 1:] = np.fromiter(others, np.int8, blocks * (REGIONS - 1)).reshape(blocks, REGIONS - 1)
    turned = first[np.argsort(luck)][:, None, :] + np.arange(tiles, dtype=np.int8)[None, :, None]
    return _fixed((turned % tiles).reshape(-1, REGIONS))


def stretches(
    configuration: Configuration, name: str, first_game: int, games: int
) -> Iterator[tuple[int | None, int, int]]:
    """Yield games in a row that one rules record serves: a row of the set that has its rules, first game, how many.

    The row is None where the layout's or the set's own record will do. It will not for a list of layouts with various
    tiles whose light sides nobody knows: what may lie face down differs from one to the next.
    """
    turns = turns_of(configuration, name)
    hidden = configuration.game.ruling("light_values") == "unknown"
    if turns is None or not hidden or not isinstance(configuration.layouts[name], LayoutList):
        yield None, first_game, games
        return
    boxes = np.sort(turns.order, axis=1)
    _, rows, of = np.unique(boxes, axis=0, return_index=True, return_inverse=True)
    kinds = of.reshape(-1)[np.arange(first_game, first_game + games) % turns.size]
    cuts = [0, *(np.flatnonzero(np.diff(kinds)) + 1).tolist(), games]
    for start, stop in pairwise(cuts):
        yield int(rows[kinds[start]]), first_game + start, stop - start


def _fixed(order: NDArray[np.int8]) -> NDArray[np.int8]:
    order.flags.writeable = False
    return order
