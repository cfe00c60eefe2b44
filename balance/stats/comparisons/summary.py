"""What the comparisons of a sweep say, as JSON values."""

from __future__ import annotations

from typing import Any

from balance.stats.comparisons.abilities_results import AbilityEffect, AbilityStudy
from balance.stats.comparisons.rulings_results import PolicyRulings, RulingEffect, RulingStudy
from balance.stats.comparisons.tie_break_results import (
    Handicap,
    PolicyTieBreak,
    TieBreakEffect,
    TieBreakStudy,
)
from balance.stats.json_values import interval, number

Json = dict[str, Any]


def tie_break_study(study: TieBreakStudy) -> Json:
    """Return what the tie-break and points are worth."""
    return {
        "policies": [_policy_tie_break(one) for one in study.policies],
        "handicap": _handicap(study.handicap),
        "pair_handicaps": [
            {"first": one.first, "second": one.second, **_handicap(one.handicap)}
            for one in study.pair_handicaps
        ],
        "setting_handicaps": [
            {"name": one.name, **_handicap(one.handicap)} for one in study.setting_handicaps
        ],
    }


def abilities(study: AbilityStudy) -> Json:
    """Return what abilities are worth."""
    return {
        "abilities": list(study.abilities),
        "policies": [list(names) for names in study.policies],
        "effects": [_ability(effect) for effect in study.effects],
        "conclusions": [
            {
                "contestant": one.contestant,
                "ability": one.ability,
                "standing": one.standing.value,
                "helps": [list(names) for names in one.helps],
                "harms": [list(names) for names in one.harms],
                "open": [list(names) for names in one.open],
            }
            for one in study.conclusions
        ],
    }


def rulings(study: RulingStudy) -> Json:
    """Return what rulings and assumptions matter."""
    return {
        "least_fair": None if study.least_fair is None else list(study.least_fair),
        "changes": [
            {"name": one.name, "kind": one.kind, "source": one.source, "absent": list(one.absent)}
            for one in study.changes
        ],
        "policies": [_policy_rulings(one) for one in study.policies],
    }


def _policy_rulings(one: PolicyRulings) -> Json:
    return {
        "policies": list(one.policies),
        "settings": list(one.settings),
        "games": one.games,
        "most_shift": list(one.most_shift),
        "most_side": list(one.most_side),
        "untouched": list(one.untouched),
        "effects": [_ruling(effect) for effect in one.effects],
    }


def _ruling(effect: RulingEffect) -> Json:
    return {
        "name": effect.name,
        "side": interval(effect.side),
        "largest": {
            "contestant": effect.largest.contestant,
            "change": interval(effect.largest.change),
        },
        "shift": interval(effect.shift),
        "reach": interval(effect.reach),
        "shift_among": interval(effect.shift_among),
        "side_among": interval(effect.side_among),
        "pairs": effect.pairs,
        "pairs_changed": effect.pairs_changed,
        "games": effect.games,
        "differing": effect.differing,
        "sure": effect.sure,
        "turns": list(effect.turns),
        "fades": list(effect.fades),
    }


def _policy_tie_break(one: PolicyTieBreak) -> Json:
    return {
        "policies": list(one.policies),
        "exact": one.exact,
        "overall": _tie_break(one.overall),
        "pairs": [{"first": p.first, "second": p.second, **_tie_break(p.effect)} for p in one.pairs],
        "settings": [{"name": s.name, **_tie_break(s.effect)} for s in one.settings],
    }


def _tie_break(effect: TieBreakEffect) -> Json:
    return {
        "total": interval(effect.total),
        "mechanical": interval(effect.mechanical),
        "behavioural": interval(effect.behavioural),
        "games": effect.games,
        "differing": effect.differing,
    }


def _handicap(handicap: Handicap) -> Json:
    return {
        "status": handicap.status.value,
        "points": list(handicap.points),
        "bracket": None if handicap.bracket is None else list(handicap.bracket),
        "best": handicap.best,
        "curve": [
            {"points": p.points, "share": interval(p.share), "excluded": p.excluded} for p in handicap.curve
        ],
        "note": handicap.note,
    }


def _ability(effect: AbilityEffect) -> Json:
    return {
        "contestant": effect.contestant,
        "ability": effect.ability,
        "policies": list(effect.policies),
        "loss": interval(effect.loss),
        "as_first": interval(effect.as_first),
        "as_second": interval(effect.as_second),
        "opponents": [{"name": o.opponent, "loss": interval(o.loss)} for o in effect.opponents],
        "margin": interval(effect.margin),
        "games": effect.games,
        "differing": effect.differing,
        "worth": effect.worth.value,
        "p_value": number(effect.p_value),
    }
