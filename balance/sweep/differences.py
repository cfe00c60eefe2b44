"""In which settings two configurations differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def differing(old: Any, new: Any, name: str = "") -> list[str]:
    """Return the names of the settings in which two configurations differ.

    Examples
    --------
    >>> differing({"seed": 1, "pairs": [{"games": 2}]}, {"seed": 1, "pairs": [{"games": 3}], "bids": [1]})
    ['pairs[0].games', 'bids']
    """
    return [key for key, _, _ in differences(old, new, name)]


def differences(old: Any, new: Any, name: str = "") -> list[tuple[str, Any, Any]]:
    """Return the settings in which two configurations differ, with both values; None for one that is not there.

    Examples
    --------
    >>> differences({"seed": 1, "pairs": [{"games": 2}]}, {"seed": 1, "pairs": [{"games": 3}], "bids": [1]})
    [('pairs[0].games', 2, 3), ('bids', None, [1])]
    """
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        dot = "." if name else ""
        keys = {**old, **new}
        return [
            found
            for key in keys
            for found in (
                differences(old[key], new[key], f"{name}{dot}{key}")
                if key in old and key in new
                else [(f"{name}{dot}{key}", old.get(key), new.get(key))]
            )
        ]
    if _is_list(old) and _is_list(new) and len(old) == len(new):
        return [
            found
            for i, (a, b) in enumerate(zip(old, new, strict=True))
            for found in differences(a, b, f"{name}[{i}]")
        ]
    alike = old == new or (_is_list(old) and _is_list(new) and list(old) == list(new))
    return [] if alike else [(name, old, new)]


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)
