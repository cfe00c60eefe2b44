"""Finished runs of coins, in folders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from balance import road
from balance.reports import page
from tests.sweep.coins import CoinSystem, configuration


def swept(folder: Path, **changes: Any) -> Path:
    """Play coins into a folder; its page only repeats the estimates."""
    coins = configuration(**changes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "render", lambda found, *_: repr(found))
        road.run_sweep(coins, lambda: (CoinSystem(coins), {}), folder)
    return folder


def changed(folder: Path, **keys: Any) -> Path:
    """Write other values into a manifest; None takes a key out."""
    file = folder / "manifest.json"
    manifest = {**json.loads(file.read_text(encoding="utf-8")), **keys}
    file.write_text(json.dumps({k: v for k, v in manifest.items() if v is not None}), encoding="utf-8")
    return folder
