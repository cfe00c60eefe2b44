"""Whether finished runs may be counted together: what must be the same in both, by name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from balance.engine.system import Columns
from balance.sweep.differences import differing
from balance.sweep.manifest import read_manifest
from balance.sweep.store import TALLIES, key_names, read_tallies

WHOLE = ("game",)
"""Parts of a configuration with names inside that must be there in both; of all others (contestants, settings) runs may
hold different pieces, if they agree in those that both have."""

FREE = ("name", "seed", "policies", "policy_pairs", "auction", "comparisons", "again", "balance", "precision")
"""Parts of a configuration that say how much was played, or what was asked of it, not by which rules."""

IRRELEVANT = ("python", "polars", "scipy")
"""Versions that change no game."""


def read_cells(folder: Path) -> tuple[dict[str, Any], Columns, pl.DataFrame]:
    """Return the manifest, the columns and the tallies of a finished run.

    Raises
    ------
    RunFolderError
        If the folder holds no finished run or is damaged.
    """
    manifest = read_manifest(folder)
    columns = Columns(tuple(manifest["columns"]["seats"]), manifest["columns"]["setting"])
    return manifest, columns, read_tallies(folder / TALLIES, columns, sha256=manifest["files"][TALLIES])


def differing_keys(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Return the names of what differs between two manifests so that their games may not be counted together.

    Seeds, numbers of games, and which of the same contestants and settings were played may differ.

    Parameters
    ----------
    one, other
        Manifests of finished runs.

    Examples
    --------
    >>> same = {"configuration": {"seed": 1, "game": {"cubes": 34}}, "headline": ["greedy", "greedy"]}
    >>> differing_keys(
    ...     same, {"configuration": {"seed": 2, "game": {"cubes": 34}}, "headline": ["greedy", "greedy"]}
    ... )
    []
    >>> differing_keys(
    ...     same, {"configuration": {"seed": 1, "game": {"cubes": 33}}, "headline": ["greedy", "random"]}
    ... )
    ['headline[1]', 'game.cubes']
    """
    return differing(_decides(one, other), _decides(other, one))


def _decides(manifest: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return what decides the games of a manifest, leaving out pieces that only it has."""
    configuration = {k: v for k, v in manifest.get("configuration", {}).items() if k not in FREE}
    for part, pieces in configuration.items():
        if part not in WHOLE and isinstance(pieces, Mapping):
            shared = other.get("configuration", {}).get(part, {})
            configuration[part] = {k: v for k, v in pieces.items() if k in shared}
    played = set(manifest.get("headline", ()))
    weights = {k: v for k, v in manifest.get("configuration", {}).get("policies", {}).items() if k in played}
    versions = {k: v for k, v in manifest.get("versions", {}).items() if k not in IRRELEVANT}
    named = {
        key: manifest[key] for key in ("system", "columns", "headline", "code_digest") if key in manifest
    }
    return {**named, "policies": weights, "versions": versions, **configuration}


def shared_cells(one: pl.DataFrame, other: pl.DataFrame, columns: Columns) -> int:
    """Return how many cells two runs both played: under the same seed their games are the same."""
    names = key_names(columns)
    return one.select(names).join(other.select(names), on=names, how="semi").height
