"""Where the regions of a board are drawn: as on the table where they bear the names of the box, else on a ring."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
Pair = frozenset[str]

# In hundredths of the board's width and height. Neighbours share an edge.
_TOP, _LEFT, _RIGHT, _LOW_LEFT, _LOW_RIGHT = (50, 24), (27, 38), (73, 38), (33, 68), (67, 68)
_WEST, _EAST, _SOUTH_WEST, _SOUTH_EAST = (0, 48), (100, 48), (26, 100), (74, 100)
_SHAPES: dict[str, tuple[Point, ...]] = {
    "top-left": ((0, 0), (50, 0), _TOP, _LEFT, _WEST),
    "top-right": ((50, 0), (100, 0), _EAST, _RIGHT, _TOP),
    "center": (_TOP, _RIGHT, _LOW_RIGHT, _LOW_LEFT, _LEFT),
    "bottom-left": (_WEST, _LEFT, _LOW_LEFT, _SOUTH_WEST, (0, 100)),
    "bottom-middle": (_LOW_LEFT, _LOW_RIGHT, _SOUTH_EAST, _SOUTH_WEST),
    "bottom-right": (_RIGHT, _EAST, (100, 100), _SOUTH_EAST, _LOW_RIGHT),
}
# Left, top, width, height of what is written in a region.
_BOXES: dict[str, tuple[float, float, float, float]] = {
    "top-left": (2.5, 2.5, 45, 26),
    "top-right": (52.5, 2.5, 45, 26),
    "center": (33.5, 34, 33, 33),
    "bottom-left": (2.5, 51, 24, 47),
    "bottom-middle": (34, 70, 32, 28),
    "bottom-right": (73.5, 51, 24, 47),
}
_ALIGN = {"top-right": "end", "bottom-right": "end", "center": "center", "bottom-middle": "center"}


@dataclass(frozen=True)
class Region:
    """One region as it is drawn, in hundredths of the board's width and height."""

    name: str
    shape: tuple[Point, ...]
    box: tuple[float, float, float, float]  # left, top, width, height of what is written in it
    align: str  # start, center or end

    @property
    def middle(self) -> Point:
        """The middle of what is written in it, where arrows begin and end."""
        left, top, width, height = self.box
        return left + width / 2, top + height / 2

    @property
    def points(self) -> str:
        """Its corners, as SVG writes them."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.shape)


@dataclass(frozen=True)
class Board:
    """A drawn board.

    Parameters
    ----------
    regions
        In the configuration's order.
    links
        Lines between the middles of neighbours; none where neighbours share an edge.
    walls
        Edges that are shared in the drawing although the regions are no neighbours.
    """

    regions: tuple[Region, ...]
    links: tuple[tuple[Point, Point], ...] = ()
    walls: tuple[tuple[Point, Point], ...] = ()

    def crossing(self, one: int, other: int) -> Point | None:
        """Return the middle of the edge that two regions share, None if they share none."""
        near = [corner for corner in self.regions[one].shape if corner in self.regions[other].shape]
        if one == other or len(near) != 2:
            return None
        (x, y), (other_x, other_y) = near
        return (x + other_x) / 2, (y + other_y) / 2


def draw(regions: Sequence[str], borders: Mapping[str, Sequence[str]]) -> Board:
    """Lay out a board.

    Parameters
    ----------
    regions
        Their names, in the configuration's order.
    borders
        Region → its neighbours.
    """
    touching = {frozenset((name, other)) for name in regions for other in borders.get(name, ())}
    edges = _edges()
    if set(regions) != set(_SHAPES) or not touching <= set(edges):
        return _ring(regions, touching)
    return Board(
        tuple(Region(name, _SHAPES[name], _BOXES[name], _ALIGN.get(name, "start")) for name in regions),
        walls=tuple(edge for pair, edge in edges.items() if pair not in touching),
    )


def _edges() -> dict[Pair, tuple[Point, Point]]:
    """Return the edge that each two neighbouring shapes share."""
    found: dict[Pair, tuple[Point, Point]] = {}
    for one, other in itertools.combinations(_SHAPES, 2):
        common = [point for point in _SHAPES[one] if point in _SHAPES[other]]
        if len(common) == 2:
            found[frozenset((one, other))] = (common[0], common[1])
    return found


def _ring(regions: Sequence[str], touching: set[Pair]) -> Board:
    """Lay regions on a ring, one that borders all others in its middle; neighbours side by side where that can be."""
    hub = next((r for r in regions if all(frozenset((r, o)) in touching for o in regions if o != r)), None)
    around = [name for name in regions if name != hub]
    spots = [
        (50 + 35 * math.sin(2 * math.pi * i / len(around)), 50 - 37 * math.cos(2 * math.pi * i / len(around)))
        for i in range(len(around))
    ]

    def length(order: Iterable[str]) -> float:
        at = dict(zip(order, spots, strict=True))
        return sum(math.dist(*(at[name] for name in sorted(pair))) for pair in touching if hub not in pair)

    orders = ((around[0], *rest) for rest in itertools.permutations(around[1:]))
    at = dict(zip(min(orders, key=length), spots, strict=True))
    if hub is not None:
        at[hub] = (50.0, 50.0)
    pairs = (pair for pair in itertools.combinations(regions, 2) if frozenset(pair) in touching)
    return Board(
        tuple(_boxed(name, *at[name]) for name in regions),
        links=tuple((at[one], at[other]) for one, other in pairs),
    )


def _boxed(name: str, x: float, y: float) -> Region:
    across, down = 13.5, 12.7
    left, right, top, bottom = (round(v, 2) for v in (x - across, x + across, y - down, y + down))
    shape = ((left, top), (right, top), (right, bottom), (left, bottom))
    box = (round(left + 1, 2), round(top + 0.8, 2), 2 * across - 2, 2 * down - 1.6)
    return Region(name, shape, box, "center")
