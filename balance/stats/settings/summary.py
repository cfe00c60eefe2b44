"""What a run says of its settings as JSON values; settings go by name, in few words for there may be hundreds."""

from __future__ import annotations

from balance.stats.json_values import Json, interval, number
from balance.stats.settings.results import (
    FeatureEffect,
    SettingMove,
    SettingShare,
    SettingStudy,
    StrengthsBySetting,
)


def setting_study_json(study: SettingStudy) -> Json:
    """Return the study as JSON values."""
    return {
        "pairs": study.pairs,
        "missing": study.missing,
        "p_value": number(study.p_value),
        "differ": study.differ,
        "spread": interval(study.spread),
        "settings": {one.name: _share(one) for one in study.settings},
        "may_be_highest": [one.name for one in study.settings if one.may_be_highest],
        "may_be_lowest": [one.name for one in study.settings if one.may_be_lowest],
        "featured": study.featured,
        "features": [_feature(one) for one in study.features],
    }


def by_setting_json(found: StrengthsBySetting) -> Json:
    """Return contestants' strengths by setting as JSON values."""
    return {
        "strengths": {
            name: {setting: interval(strength) for setting, strength in row.items()}
            for name, row in found.strengths.items()
        },
        "moves": [_move(one) for one in found.moves],
    }


def _move(one: SettingMove) -> Json:
    return {
        "name": one.name,
        "best": one.best,
        "worst": one.worst,
        "change": interval(one.change),
        "sure": one.sure,
    }


def _share(one: SettingShare) -> list[float | None]:
    return [number(value) for value in (one.share.estimate, one.share.low, one.share.high, one.expected)]


def _feature(one: FeatureEffect) -> Json:
    return {
        "feature": one.feature,
        "slope": interval(one.slope),
        "p_value": number(one.p_value),
        "certain": one.certain,
        "lowest": number(one.lowest),
        "highest": number(one.highest),
    }
