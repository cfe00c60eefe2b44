"""What a run says of a set of layouts as JSON values; tables of pieces and places in few words, for there are many."""

from __future__ import annotations

from balance.stats.json_values import Json, interval, number
from balance.stats.layouts.results import (
    ContestantEffects,
    FarLayout,
    FreshGames,
    LayoutSetStudy,
    MirrorCheck,
    PieceEffect,
)


def layout_set_json(study: LayoutSetStudy) -> Json:
    """Return the study as JSON values."""
    return {
        "name": study.name,
        "policies": list(study.policies),
        "places": list(study.places),
        "pieces": list(study.pieces),
        "size": study.size,
        "layouts": study.layouts,
        "complete": study.complete,
        "pairs": study.pairs,
        "games": study.games,
        "share": interval(study.share),
        "effects": _table(study.effects),
        "contestants": {one.contestant: _contestant(one) for one in study.contestants},
        "spread": interval(study.spread),
        "explained": interval(study.explained),
        "furthest": [_far(one) for one in study.furthest],
        "again": study.again and _again(study.again),
        "mirrors": [_mirror(one) for one in study.mirrors],
    }


def _contestant(one: ContestantEffects) -> Json:
    return {"share": interval(one.share), "effects": _table(one.effects)}


def _table(effects: tuple[PieceEffect, ...]) -> Json:
    """Return piece → place → effect, low, high and adjusted p-value."""
    found: Json = {}
    for one in effects:
        values = (one.effect.estimate, one.effect.low, one.effect.high, one.p_value)
        found.setdefault(one.piece, {})[one.place] = [number(value) for value in values]
    return found


def _far(one: FarLayout) -> Json:
    return {
        "row": one.row,
        "name": one.name,
        "raw": interval(one.raw),
        "shrunken": number(one.shrunken),
        "deviation": number(one.deviation),
        "fresh": one.fresh and interval(one.fresh),
    }


def _again(again: FreshGames) -> Json:
    return {
        "policies": list(again.policies),
        "games": again.games,
        "layouts": again.layouts,
        "raw": number(again.raw),
        "shrunken": number(again.shrunken),
        "fresh": interval(again.fresh),
    }


def _mirror(check: MirrorCheck) -> Json:
    return {
        "places": dict(check.places),
        "layouts": check.layouts,
        "p_value": number(check.p_value),
        "broken": check.broken,
    }
