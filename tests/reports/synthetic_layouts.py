"""A set of layouts made up by hand, with numbers that can be followed."""

from __future__ import annotations

import math
from collections.abc import Sequence

from balance.stats.layouts.results import (
    ContestantEffects,
    FarLayout,
    FreshGames,
    LayoutSetStudy,
    MirrorCheck,
    PieceEffect,
)
from balance.stats.results import Interval
from tests.reports.synthetic import FACTIONS
from tests.reports.synthetic_studies import REGIONS, around

TILES = ("2/7", "4/3", "5/5", "1/5", "3/6", "3/4")
GAMES = 5_184_000


def effects(largest: float, *, half: float = 0.2) -> tuple[PieceEffect, ...]:
    """Return 36 effects in equal steps, from `largest` on the first tile and region to its opposite on the last."""
    found = []
    for n, (tile, region) in enumerate((t, r) for t in TILES for r in REGIONS):
        value = largest * (1 - 2 * n / 35)
        sure = abs(value) > half
        found.append(PieceEffect(tile, region, around(value, half, GAMES), 0.001 if sure else 0.4, 120))
    return tuple(found)


def study(
    factions: Sequence[str] = FACTIONS,
    *,
    spread: Interval | None = None,
    mirror: float = 0.4,
    fresh: bool = True,
) -> LayoutSetStudy:
    """Return a study of all 720 layouts: two of them far from even, played again, one mirror."""
    far = tuple(
        FarLayout(
            row=row,
            name=" ".join(tiles),
            pieces=tiles,
            raw=around(raw, 0.01, 7200),
            shrunken=shrunken,
            deviation=0.004,
            fresh=around(again, 0.018, 2880) if fresh else None,
        )
        for row, tiles, raw, shrunken, again in (
            (17, TILES, 0.62, 0.58, 0.57),
            (5, TILES[::-1], 0.41, 0.44, 0.45),
        )
    )
    return LayoutSetStudy(
        name="all-standard",
        policies=("greedy", "greedy"),
        places=REGIONS,
        pieces=TILES,
        size=720,
        layouts=720,
        complete=True,
        pairs=len(factions) * (len(factions) - 1),
        games=GAMES,
        share=around(0.512, 0.0004, GAMES),
        effects=effects(3.5),
        contestants=tuple(
            ContestantEffects(name, around(0.5, 0.001, GAMES // 4), effects(1.4 - n))
            for n, name in enumerate(factions[:3])
        ),
        spread=spread or around(0.021, 0.001, GAMES),
        explained=around(0.91, 0.02, GAMES),
        furthest=far,
        again=FreshGames(("planner", "planner"), 40, 2, 0.105, 0.07, around(0.06, 0.012, 5760))
        if fresh
        else None,
        mirrors=(MirrorCheck((("top-left", "top-right"), ("top-right", "top-left")), 360, mirror),),
    )


NOWHERE = Interval(math.nan, math.nan, math.nan, 0, "not played")
