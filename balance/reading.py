"""A finished run's files → its estimates and its summary, without a rule system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from balance.config.load import configuration_from, systems
from balance.config.run import Configuration
from balance.engine.registry import setting_turns
from balance.engine.system import Cell, Change, Columns, tie_rule
from balance.errors import RunFolderError, nearest
from balance.reports.wording import words_of
from balance.stats import estimates, summary
from balance.stats.auction.study import AuctionRules
from balance.stats.layouts.again import with_fresh
from balance.stats.layouts.results import LayoutSetStudy
from balance.stats.layouts.study import FURTHEST, PlayedSet, layout_studies
from balance.stats.pooling import normalise
from balance.stats.questions import Answer, answers_of
from balance.stats.questions.finding import questions_of
from balance.stats.results import Estimates
from balance.stats.settings.features import unpacked
from balance.sweep.again import LAYOUTS
from balance.sweep.comparisons import comparison_schema, read_comparisons
from balance.sweep.manifest import read_manifest
from balance.sweep.margins import MARGINS, cell_margins
from balance.sweep.store import COMPARISONS, FACTS, TALLIES, read_facts, read_tallies, tally_schema
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


def read_layouts(folder: Path, manifest: Mapping[str, Any]) -> tuple[LayoutSetStudy, ...]:
    """Return what a finished run says of the sets of layouts that it played; most runs play none.

    Raises
    ------
    RunFolderError
        If one of their files is damaged.
    """
    files, columns = manifest["files"], columns_of(manifest)
    if MARGINS not in files:
        return ()
    fresh = pl.DataFrame(schema=tally_schema(columns))
    if LAYOUTS in files:
        fresh = read_tallies(folder / LAYOUTS, columns, sha256=files[LAYOUTS])
    return layouts_told(manifest, cell_margins(folder / MARGINS, columns, sha256=files[MARGINS]), fresh)


def layouts_told(
    manifest: Mapping[str, Any], margins: Iterable[tuple[Cell, NDArray[np.int16]]], fresh: pl.DataFrame
) -> tuple[LayoutSetStudy, ...]:
    """Return what a run says of the sets of layouts that it played.

    Parameters
    ----------
    manifest
        What was played.
    margins
        Cells of sets and the margins of their games.
    fresh
        Tallies of layouts played again.
    """
    columns, rule = columns_of(manifest), tie_rule(manifest["rulings"])
    found = layout_studies(
        list(_sets(manifest)),
        margins,
        contestants=tuple(manifest["contestants"]),
        tie_to=columns.seats.index(rule) if rule in columns.seats else None,
        furthest=manifest["configuration"].get("again", {}).get("layouts") or FURTHEST,
    )
    again = normalise(fresh, columns)
    return tuple(with_fresh(study, again, rule) for study in found)


def _sets(manifest: Mapping[str, Any]) -> Iterator[PlayedSet]:
    """Yield the sets that a manifest names; their order is worked out anew from the configuration."""
    told = manifest.get("layout_sets", ())
    if told:
        configuration = _configuration(manifest)
        for one in told:
            turns = setting_turns(configuration, one["name"])
            if turns is not None:
                yield PlayedSet(one["name"], tuple(one["policies"]), turns, tuple(map(tuple, one["mirrors"])))


def summarised(
    manifest: dict[str, Any],
    tallies: pl.DataFrame,
    facts: pl.DataFrame,
    compared: pl.DataFrame,
    layout_sets: tuple[LayoutSetStudy, ...] = (),
) -> tuple[Estimates, dict[str, Any]]:
    """Return the estimates of a run, as `read_run` and `read_layouts` return it, and its summary as JSON values."""
    found = estimates.estimate(
        tallies,
        columns=columns_of(manifest),
        contestants=tuple(manifest["contestants"]),
        headline=tuple(manifest["headline"]),
        tie_break=tie_rule(manifest["rulings"]),
        auction_side=manifest["rulings"].get("auction_side", ""),
        settings=tuple(manifest["settings"]),
        comparisons=compared,
        precision=manifest.get("precision", {}).get("points"),
        auction=_auction(manifest),
        facts=facts,
        features=unpacked(manifest.get("setting_features", {})),
        changes=[Change(**{**told, "absent": tuple(told["absent"])}) for told in manifest.get("changes", ())],
    )
    found = replace(
        found,
        layout_sets=layout_sets,
        words=words_of(manifest),
        answers=_answers(manifest, tallies, facts),
    )
    return found, summary.summary(found, run={key: manifest[key] for key in _SUMMARISED})


def _answers(manifest: Mapping[str, Any], tallies: pl.DataFrame, facts: pl.DataFrame) -> tuple[Answer, ...]:
    """Return what a run says to the questions of its rule system, which look into the configuration.

    Raises
    ------
    ConfigurationError, RunFolderError
        The configuration of a manifest is damaged, or what was played is not what it names.
    """
    system = str(manifest["system"])
    if system in systems() and questions_of(system) is not None:
        _check_configuration(manifest)
    return answers_of(manifest, tallies, facts)


def _check_configuration(manifest: Mapping[str, Any]) -> None:
    """Refuse a manifest whose configuration is not sound, or holds other names than were played."""
    configuration = _configuration(manifest)
    for key, played, known in (
        ("contestants", manifest["contestants"], configuration.pool()),
        ("settings", manifest["settings"], configuration.settings),
    ):
        for name in played:
            if name not in known:
                near = nearest(name, known)
                msg = f"manifest.json: {key}: expected names of its own configuration; got {name!r}{near}"
                raise RunFolderError(msg)


def _configuration(manifest: Mapping[str, Any]) -> Configuration:
    """Return a manifest's configuration, its policies as the manifest gives them."""
    contents = manifest["configuration"]
    try:
        weights = {name: dict.fromkeys(own["weights"], 0.0) for name, own in contents["policies"].items()}
    except (AttributeError, LookupError, TypeError):
        msg = "manifest.json: configuration: policies: expected a name and its weights for each policy"
        raise RunFolderError(msg) from None
    return configuration_from(contents, policies=weights, path="manifest.json: configuration")


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
