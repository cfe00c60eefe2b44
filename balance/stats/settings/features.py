"""Features of settings as the manifest holds them: their words once, then a row of numbers for each setting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Features = Mapping[str, Mapping[str, float]]
"""Setting → feature in words → value."""


def packed(features: Features) -> dict[str, Any]:
    """Return features as JSON values; what a setting lacks is null.

    Examples
    --------
    >>> packed({"x": {"points": 3.0}, "random": {}})
    {'features': ['points'], 'settings': {'x': [3.0], 'random': [None]}}
    """
    words = list(dict.fromkeys(feature for own in features.values() for feature in own))
    return {
        "features": words,
        "settings": {name: [own.get(word) for word in words] for name, own in features.items()},
    }


def unpacked(told: Mapping[str, Any]) -> Features:
    """Return what `packed` was given; nothing from the manifest of older code, which says nothing.

    Examples
    --------
    >>> unpacked({"features": ["points"], "settings": {"x": [3.0], "random": [None]}}), unpacked({})
    ({'x': {'points': 3.0}, 'random': {}}, {})
    """
    words = told.get("features", ())
    return {
        name: {word: value for word, value in zip(words, row, strict=True) if value is not None}
        for name, row in told.get("settings", {}).items()
    }
