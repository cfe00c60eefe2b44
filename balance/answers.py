"""What is made of a sweep's games: estimates, the files of a run, its summary and page."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from balance.engine.system import Cell, CellTally, Columns, PolicyHandle, RuleSystem, tie_rule
from balance.policies import summaries
from balance.reading import columns_of, layouts_told, summarised
from balance.reports import page
from balance.reports.watching import WatchedPages, games_to_watch
from balance.stages import unreached
from balance.stats.auction.looks import looks_of
from balance.stats.layouts.results import LayoutSetStudy
from balance.stats.results import Estimates
from balance.stats.settings.features import packed
from balance.sweep import pieces
from balance.sweep.again import LAYOUTS, fresh_frame, sets_played
from balance.sweep.comparisons import changes_played, comparison_frame, is_compared, own_tallies
from balance.sweep.files import digest, file_digest, json_bytes
from balance.sweep.folder import REPORT, SUMMARY, Identity, RunFolder
from balance.sweep.margins import MARGINS, cell_margins, write_margins
from balance.sweep.options import seat_policies
from balance.sweep.store import (
    COMPARISONS,
    FACTS,
    TALLIES,
    key_values,
    named_facts,
    parquet_bytes,
    tally_frame,
)
from balance.sweep.versions import versions
from balance.sweep.watched import GAMES, games_frame

if TYPE_CHECKING:
    from balance.config.run import Configuration


@dataclass(frozen=True)
class Answer:
    """What is made of the games of a sweep: estimates and files, of which nothing is written yet.

    `manifest` lacks the command and times; `missed` says which intervals are wider than wanted.
    """

    estimates: Estimates
    stored: dict[str, bytes | Path]
    pages: ChainMap[str, bytes]
    manifest: dict[str, Any]
    missed: str


def answer_of(
    configuration: Configuration,
    identity: Identity,
    system: RuleSystem,
    policies: Mapping[str, PolicyHandle],
    run: RunFolder,
    tallies: Mapping[Cell, CellTally],
    *,
    spent: Mapping[str, Any],
    jobs: int,
) -> Answer:
    """Return everything that is made of a sweep's games.

    Parameters
    ----------
    configuration, identity, system, policies
        What was played, and whose run it is.
    run
        The folder; its chunks hold facts and margins.
    tallies
        Every cell of all stages.
    spent
        The part of the manifest that says how numbers of games were scaled.
    jobs
        Threads, for the games to watch.
    """
    missed = _missed_words(configuration, unreached(configuration, system, tallies))
    frame, facts, compared = _frames(tallies, run, system.columns)
    margins = margins_of(tallies, run, system)
    described = description(configuration, system)
    games = games_frame(
        system,
        policies,
        frame,
        described["headline"],
        shared_ties=tie_rule(described["rulings"]) == "shared",
        jobs=jobs,
    )
    fresh = fresh_frame(tallies, system.columns)
    stored = {
        TALLIES: parquet_bytes(frame),
        FACTS: parquet_bytes(facts),
        COMPARISONS: parquet_bytes(compared),
        GAMES: parquet_bytes(games),
        **({} if fresh.is_empty() else {LAYOUTS: parquet_bytes(fresh)}),
    }
    manifest = {
        **identity.as_json(),
        **described,
        **spent,
        "versions": versions(system),
        "cells": frame.height,
        "games": int(frame["games"].sum()),
        "files": {**{name: digest(data) for name, data in stored.items()}, **margins},
    }
    sets: tuple[LayoutSetStudy, ...] = ()
    if margins:
        sets = layouts_told(manifest, cell_margins(run.margins, system.columns), fresh)
    found, pages = report_of(frame, facts, compared, games, manifest, sets)
    moved = {name: run.chunks / name for name in margins}
    return Answer(found, {**moved, **stored}, pages, manifest, missed)


def _frames(
    played: Mapping[Cell, CellTally], run: RunFolder, columns: Columns
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Return tallies, facts and comparisons; the last two are added up from the chunks."""
    own = own_tallies(played)
    others = [tally for cell, tally in played.items() if is_compared(cell)]
    facts = named_facts(pieces.facts(run.pieces.of(own)), [tally.cell for tally in own], columns)
    told = pieces.fact_rows(pieces.facts(run.pieces.of(others)))
    compared = [replace(tally, facts=told.get(place, ())) for place, tally in enumerate(others)]
    return tally_frame(own, columns), facts, comparison_frame(compared, columns)


def margins_of(played: Mapping[Cell, CellTally], run: RunFolder, system: RuleSystem) -> dict[str, str]:
    """Write the margins of the cells whose games take turns to the run's chunks; return the file and its digest."""
    cells = [
        tally for tally in own_tallies(played) if not tally.cell.bid and system.turns(tally.cell.setting)
    ]
    if not cells:
        return {}
    columns = system.columns
    cells.sort(key=lambda tally: key_values(tally.cell, columns))
    write_margins(run.margins, cells, run.pieces.of(cells), columns)
    return {MARGINS: file_digest(run.margins)}


def _missed_words(configuration: Configuration, missed: Sequence[tuple[tuple[str, ...], float]]) -> str:
    """Say of how many pairs the interval is wider than wanted; nothing if it is of none."""
    precision = configuration.precision
    if precision is None or not missed:
        return ""
    most = "" if precision.max_games is None else f" with at most {precision.max_games:,} games"
    return (
        f"wanted precision of {precision.points:g} wins in 100 games not reached for {len(missed)} pairings{most}: "
        f"the widest interval reaches {100 * max(width for _, width in missed):.2f} to either side"
    )


def description(configuration: Configuration, system: RuleSystem) -> dict[str, Any]:
    """Return the part of the manifest that says what is played."""
    changed = changes_played(configuration, system)
    return {
        "name": configuration.name,
        "seed": configuration.seed,
        "system": system.name,
        "columns": {"seats": list(system.columns.seats), "setting": system.columns.setting},
        "words": asdict(system.words),
        "contestants": list(system.contestants()),
        "settings": list(system.settings()),
        "setting_features": packed({name: system.setting_features(name) for name in system.settings()}),
        "headline": list(seat_policies(configuration.policy_pairs[0], system.columns.seats)),
        "rulings": configuration.rulings(),
        "auction": _auction_words(configuration, system),
        "assumptions": configuration.assumptions(),
        "policies": summaries(system.name, configuration.policies),
        **({"precision": configuration.precision.model_dump(mode="json")} if configuration.precision else {}),
        **({"layout_sets": sets} if (sets := sets_played(configuration, system)) else {}),
        **({"changes": [asdict(change) for change in changed]} if changed else {}),
    }


def report_of(
    tallies: pl.DataFrame,
    facts: pl.DataFrame,
    compared: pl.DataFrame,
    games: pl.DataFrame,
    manifest: dict[str, Any],
    sets: tuple[LayoutSetStudy, ...],
) -> tuple[Estimates, ChainMap[str, bytes]]:
    """Return the estimates and the files made from them; pages of games are made when they are asked for."""
    found, told = summarised(manifest, tallies, facts, compared, sets)
    watched = games_to_watch(games, columns_of(manifest), manifest["contestants"])
    pages = {
        SUMMARY: json_bytes({**told, "watched": [asdict(one) for one in watched]}),
        REPORT: page.render(found, manifest, watched).encode(errors="backslashreplace"),
    }
    return found, ChainMap(pages, WatchedPages(games, watched, manifest))  # type: ignore[arg-type]  # the second is only read from


def _auction_words(configuration: Configuration, system: RuleSystem) -> dict[str, Any]:
    """Return what the manifest says of the auction: when adaptive bids were looked at, and the largest bid."""
    entry = configuration.auction
    adaptive = entry is not None and entry.bids is None
    looks = looks_of(entry.games) if adaptive and entry is not None else ()
    return {"looks": list(looks), "largest": system.largest_bid()}
