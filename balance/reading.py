"""A finished run's files → its estimates and its summary, without a rule system."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from balance.engine.system import Change, Columns
from balance.stats import estimates, summary
from balance.stats.auction.study import AuctionRules
from balance.stats.results import Estimates
from balance.stats.settings.features import unpacked
from balance.sweep.comparisons import comparison_schema, read_comparisons
from balance.sweep.manifest import read_manifest
from balance.sweep.store import COMPARISONS, FACTS, TALLIES, read_facts, read_tallies
from balance.sweep.watched import GAMES, games_schema, read_games

_SUMMARISED = (
    "name",
    "system",
    "seed",
    "configuration_digest",
    "rulings",
)  # the same for any two runs of one kind


def read_run(folder: Path) -> tuple[dict[str, Any], pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Return the manifest, tallies, facts and comparisons of a finished run; older runs have none of the last.

    Raises
    ------
    RunFolderError
        If the folder holds no finished run or is damaged.
    """
    manifest = read_manifest(folder)
    columns = columns_of(manifest)
    tallies = read_tallies(folder / TALLIES, columns, sha256=manifest["files"][TALLIES])
    facts = read_facts(folder / FACTS, columns, sha256=manifest["files"][FACTS])
    if COMPARISONS in manifest["files"]:
        compared = read_comparisons(folder / COMPARISONS, columns, sha256=manifest["files"][COMPARISONS])
    else:
        compared = pl.DataFrame(schema=comparison_schema(columns))
    return manifest, tallies, facts, compared


def read_watched(folder: Path, manifest: Mapping[str, Any]) -> pl.DataFrame:
    """Return the games to watch of a finished run; older runs have none.

    Raises
    ------
    RunFolderError
        If their file is damaged.
    """
    columns = columns_of(manifest)
    if GAMES not in manifest["files"]:
        return pl.DataFrame(schema=games_schema(columns))
    return read_games(folder / GAMES, columns, sha256=manifest["files"][GAMES])


def summarised(
    manifest: dict[str, Any], tallies: pl.DataFrame, facts: pl.DataFrame, compared: pl.DataFrame
) -> tuple[Estimates, dict[str, Any]]:
    """Return the estimates of a run, as `read_run` returns it, and its summary as JSON values."""
    found = estimates.estimate(
        tallies,
        columns=columns_of(manifest),
        contestants=tuple(manifest["contestants"]),
        headline=tuple(manifest["headline"]),
        tie_break=manifest["rulings"].get("tie_break", ""),
        auction_side=manifest["rulings"].get("auction_side", ""),
        settings=tuple(manifest["settings"]),
        comparisons=compared,
        precision=manifest.get("precision", {}).get("points"),
        auction=_auction(manifest),
        facts=facts,
        features=unpacked(manifest.get("setting_features", {})),
        changes=[Change(**{**told, "absent": tuple(told["absent"])}) for told in manifest.get("changes", ())],
    )
    return found, summary.summary(found, run={key: manifest[key] for key in _SUMMARISED})


def _auction(manifest: Mapping[str, Any]) -> AuctionRules:
    """Return how bids were chosen and how players bid; a manifest of older code says nothing of it."""
    told, rulings = manifest.get("auction", {}), manifest["rulings"]
    return AuctionRules(
        side=rulings.get("auction_side", ""),
        looks=tuple(told.get("looks", ())),
        largest=told.get("largest", 0),
        by_one=rulings.get("auction_bids") == "raise_by_one",
    )


def columns_of(manifest: Mapping[str, Any]) -> Columns:
    """Return what a run calls its seats and its setting."""
    return Columns(tuple(manifest["columns"]["seats"]), manifest["columns"]["setting"])
