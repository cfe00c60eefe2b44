"""Plain data of configurations: without the sources of values, with only those assumed, as a digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any


def sha256(data: Mapping[str, Any]) -> str:
    """Return the SHA-256 (hex) of plain data; the order of keys does not count."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def without_provenance(data: Any, *others: str) -> Any:
    """Return plain data with each value-and-source reduced to its value, and without the other keys.

    Variants go too: only a run with ``comparisons: rulings`` plays them, and its digest takes them by themselves.
    """
    if isinstance(data, dict):
        if _is_sourced(data):
            return data["value"]
        dropped = {"source", *others}
        return {k: without_provenance(v, *others) for k, v in data.items() if k not in dropped}
    return data


def assumed_values(data: Any, path: Sequence[str] = ()) -> dict[str, Any]:
    """Return every value whose source is ``assumed``: dotted name → value."""
    if not isinstance(data, dict):
        return {}
    if _is_sourced(data):
        return {".".join(path): data["value"]} if data["source"] == "assumed" else {}
    found: dict[str, Any] = {}
    for key, value in data.items():
        found |= assumed_values(value, (*path, key))
    return found


def _is_sourced(data: Mapping[str, Any]) -> bool:
    """Tell whether plain data is a value with its source."""
    return {"value", "source"} <= set(data) <= {"value", "source", "variants"}
