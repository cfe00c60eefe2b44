"""The figure of a set of layouts: what each tile on each region does to the first seat's wins."""

from __future__ import annotations

import math

import numpy as np

from balance.reports import wording as w
from balance.reports.figures.heat import shaded
from balance.reports.figures.plates import Plate, numbers, players_of
from balance.stats.layouts.results import PieceEffect
from balance.stats.results import Estimates, Interval


def tile_effects(estimates: Estimates, _noun: str) -> Plate | None:
    """Return the effects of the first set of layouts that was played; None where none was, or it cannot tell any."""
    if not estimates.layout_sets:
        return None
    study, first = estimates.layout_sets[0], w.name_of(estimates.seats[0])
    shape = len(study.pieces), len(study.places)
    values = np.array([e.effect.estimate for e in study.effects]).reshape(shape)
    if not np.isfinite(values).any():
        return None
    certain = np.array([e.certain for e in study.effects]).reshape(shape)
    largest = max((e for e in study.effects if math.isfinite(e.effect.estimate)), key=_size)
    return Plate(
        name="tile-effects",
        title="Which tile where",
        text=f"Heat map of how many more of 100 games {first} wins with a tile on a region: tiles in rows, regions in "
        f"columns, set {study.name}. Largest: {largest.piece} on {largest.place}, {w.change_cell(_share(largest))}, in "
        "brackets a 95% interval that holds for all at once. Surely there: "
        f"{int(certain.sum())} of {len(study.effects)}.",
        key="Bold: surely not nothing (95%, all tiles and regions considered together).",
        games=study.games,
        players=players_of(study.policies),
        rows=[
            {
                "tile": e.piece,
                "region": e.place,
                **numbers(_share(e)),
                "told_apart": "yes" if e.certain else "no",
            }
            for e in study.effects
        ],
        draw=lambda: shaded(
            values,
            certain,
            names=(study.pieces, study.places),
            middle=0,
            reach=max(1.0, math.ceil(float(np.nanmax(np.abs(values))))),
            form="+.1f",
            bar=f"more wins of {first} in 100",
        ),
    )


def _size(effect: PieceEffect) -> float:
    return abs(effect.effect.estimate)


def _share(effect: PieceEffect) -> Interval:
    told = effect.effect
    return Interval(told.estimate / 100, told.low / 100, told.high / 100, told.games, told.note)
