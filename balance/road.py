"""The whole road of a run: cells → games → tallies → estimates → summary and page."""

from __future__ import annotations

import json
import time
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from balance.engine.system import Cell, CellTally, Columns, PolicyHandle, RuleSystem
from balance.errors import RunFolderError
from balance.policies import summaries
from balance.reading import (
    columns_of,
    layouts_told,
    read_layouts,
    read_run,
    read_watched,
    summarised,
)
from balance.reports import overview, page, verdict, wording
from balance.reports.remarks import effort_sentence
from balance.reports.text_table import TextTable
from balance.reports.watching import WatchedPages, games_to_watch
from balance.stages import stages, unplayed, unreached
from balance.stats.auction.looks import looks_of
from balance.stats.layouts.results import LayoutSetStudy
from balance.stats.results import Estimates
from balance.stats.settings.features import packed
from balance.sweep import pieces
from balance.sweep.again import LAYOUTS, fresh_frame, sets_played
from balance.sweep.backends import Backend
from balance.sweep.budget import Budget, Road, answer_within, factor_spent
from balance.sweep.comparisons import (
    ComparisonPlayer,
    changes_played,
    comparison_frame,
    is_compared,
    own_tallies,
)
from balance.sweep.files import digest, file_digest, json_bytes
from balance.sweep.folder import (
    REPORT,
    SUMMARY,
    Identity,
    RunFolder,
    State,
    hold,
    put_results,
)
from balance.sweep.manifest import MANIFEST, read_manifest
from balance.sweep.margins import MARGINS, cell_margins, write_margins
from balance.sweep.options import seat_policies
from balance.sweep.recipes import Recipe
from balance.sweep.runner import THREADS, Chunk, Told, play
from balance.sweep.store import (
    COMPARISONS,
    FACTS,
    TALLIES,
    key_values,
    named_facts,
    parquet_bytes,
    tally_frame,
)
from balance.sweep.versions import code_digest, versions
from balance.sweep.watched import GAMES, games_frame

if TYPE_CHECKING:
    from balance.config import Configuration

Said = Callable[[str], None]
Engine = Callable[[], tuple[RuleSystem, Mapping[str, PolicyHandle]]]


def _nothing(_: object) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Finished:
    """A finished run: its folder and what it says."""

    folder: Path
    estimates: Estimates

    @property
    def report(self) -> Path:
        """The page."""
        return self.folder / REPORT

    @property
    def headline(self) -> tuple[str, str, str]:
        """The run in three sentences: the sides overall, the least fair pair, the tie-break."""
        told = self.estimates
        return (
            verdict.side_sentence(told),
            verdict.least_fair_sentence(told),
            verdict.tie_break_sentence(told),
        )

    @property
    def effort(self) -> str:
        """What part of the configured games was played, in a sentence; empty where all were, as in most runs."""
        return effort_sentence(read_manifest(self.folder))

    def overview(self) -> tuple[TextTable, ...]:
        """Return the run in a screen of text."""
        return overview.overview(self.estimates, wording.noun_of(read_manifest(self.folder)))

    def brief(self) -> dict[str, Any]:
        """Return the paths of the results, and the part of the summary that the overview shows, as JSON values."""
        summary = json.loads((self.folder / SUMMARY).read_bytes())
        paths = {"folder": self.folder, "report": self.report, "summary": self.folder / SUMMARY}
        return {
            **{name: str(path) for name, path in paths.items()},
            "headline": list(self.headline),
            "budget": read_manifest(self.folder).get("budget"),
            **overview.brief(self.estimates, summary),
        }


def run_sweep(
    configuration: Configuration,
    engine: Engine,
    folder: Path,
    *,
    jobs: int = 1,
    force: bool = False,
    command: str = "",
    say: Said = _nothing,
    tell: Told = _nothing,
    chunk_games: int | None = None,
    budget: Budget | None = None,
    effort: float | None = None,
    backend: Backend = THREADS,
) -> Finished:
    """Play a configuration's sweep into a folder, going on where an interrupted sweep of it stopped.

    Parameters
    ----------
    configuration
        What to play.
    engine
        Returns the rule system and every policy that the configuration names. It is called once, after the
        folder has been found fit to be written: it may compile for a minute.
    folder
        Where the results go.
    jobs
        Threads.
    force
        Replace whatever run the folder holds, and play every game anew.
    command
        The command line, for the manifest.
    say, tell
        Called with a line now and then, and with the progress after every chunk.
    chunk_games
        Games of a chunk; by default what takes about 0.7 seconds. The results do not depend on it.
    budget
        The time that all of it may take; the numbers of games are then scaled to what fits.
    effort
        The factor by which the numbers of games are scaled; what a budget came to.
    backend
        Where games are played, by default on threads (see `balance.sweep.backends`). Nor do they depend on this.

    Raises
    ------
    BackendError
        If the back end cannot go on; finished games are kept.
    RunFolderError
        If the folder cannot be used.
    BalanceError
        If the budget does not suffice for a game of each cell.
    """
    base = configuration
    if budget is not None and not force:
        effort = factor_spent(folder, budget.minutes)
    minutes = None if budget is None else budget.minutes
    configuration = _scaled(base, effort)
    identity = _identity(configuration, base)
    with hold(folder, identity, force=force) as run:
        if run.state is State.COMPLETE:
            try:
                stored_run = read_run(folder)
                stored_games = read_watched(folder, stored_run[0])
            except RunFolderError as error:
                say(f"{error}; playing the run again")
                run.state = State.NEW
            else:
                say(f"{folder} already holds this run; nothing is left to play (--force plays it again)")
                system, _ = engine()
                spent = _spent(minutes, effort)
                return _told_again(configuration, system, run, *stored_run, stored_games, spent=spent)
        started = datetime.now(UTC)
        clock = time.monotonic()
        noted = run.noted()
        run.start()
        system, policies = engine()

        def played(factor: float, tell: Told, say: Said) -> dict[Cell, CellTally]:
            what = _scaled(base, factor)
            return _play(
                what,
                system,
                policies,
                run,
                jobs=jobs,
                say=say,
                tell=tell,
                chunk_games=chunk_games,
                backend=backend,
            )

        def results(factor: float | None, tallies: Mapping[Cell, CellTally]) -> _Results:
            what = _scaled(base, factor)
            spent = _spent(minutes, factor)
            return _results(
                what, _identity(what, base), system, policies, run, tallies, spent=spent, jobs=jobs
            )

        if budget is None:
            found = results(effort, played(effort or 1.0, tell, say))
        else:
            way = Road(base, system, jobs, played, results, run.note, say, tell)
            found = answer_within(budget, way, noted=noted)
        if found.missed:
            say(found.missed)
        manifest = {
            **found.manifest,
            "command": command,
            "jobs": jobs,
            "started": started.isoformat(timespec="seconds"),
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "seconds": round(time.monotonic() - clock, 3),
        }
        whole = {**found.stored, MANIFEST: json_bytes(manifest)}
        contents: Mapping[str, bytes | Path] = ChainMap(whole, found.pages)  # type: ignore[arg-type]  # only read from
        run.publish(contents, files=manifest["files"])
        return Finished(folder, found.estimates)


@dataclass(frozen=True)
class _Results:
    """What is made of the games of a sweep: estimates and files, of which nothing is written yet.

    `manifest` lacks the command and times; `missed` says which intervals are wider than wanted.
    """

    estimates: Estimates
    stored: dict[str, bytes | Path]
    pages: ChainMap[str, bytes]
    manifest: dict[str, Any]
    missed: str


def _results(
    configuration: Configuration,
    identity: Identity,
    system: RuleSystem,
    policies: Mapping[str, PolicyHandle],
    run: RunFolder,
    tallies: Mapping[Cell, CellTally],
    *,
    spent: Mapping[str, Any],
    jobs: int,
) -> _Results:
    """Return everything that is made of a sweep's games."""
    missed = _missed_words(configuration, unreached(configuration, system, tallies))
    frame, facts, compared = _frames(tallies, run, system.columns)
    margins = _margins(tallies, run, system)
    described = _description(configuration, system)
    games = games_frame(
        system,
        policies,
        frame,
        described["headline"],
        shared_ties=described["rulings"].get("tie_break") == "shared",
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
    found, pages = _report(frame, facts, compared, games, manifest, sets)
    moved = {name: run.chunks / name for name in margins}
    return _Results(found, {**moved, **stored}, pages, manifest, missed)


def _scaled(base: Configuration, factor: float | None) -> Configuration:
    return base if factor is None else base.scaled(factor)


def _identity(configuration: Configuration, base: Configuration) -> Identity:
    """Return whose run it is; its chunks are those of the configuration before it was scaled."""
    code = code_digest()
    begun = Identity(base.contents(), base.digest(), code)
    return Identity(configuration.contents(), configuration.digest(), code, begun=begun)


def _spent(minutes: float | None, factor: float | None) -> dict[str, Any]:
    """Return the part of the manifest that says how the numbers of games were scaled, if they were."""
    return {} if factor is None else {"budget": {"minutes": minutes, "factor": factor}}


def rebuild_report(folder: Path) -> Finished:
    """Make summary and page anew from a finished run's tallies, without playing a game.

    Raises
    ------
    RunFolderError
        If the folder holds no finished run, is damaged or cannot be written.
    """
    manifest, tallies, facts, compared = read_run(folder)
    found, pages = _report(
        tallies, facts, compared, read_watched(folder, manifest), manifest, read_layouts(folder, manifest)
    )
    put_results(folder, pages)
    return Finished(folder, found)


def _told_again(
    configuration: Configuration,
    system: RuleSystem,
    run: RunFolder,
    manifest: dict[str, Any],
    tallies: pl.DataFrame,
    facts: pl.DataFrame,
    compared: pl.DataFrame,
    games: pl.DataFrame,
    spent: Mapping[str, Any],
) -> Finished:
    """Give a finished run's results the words of today's configuration: names, sources of values, order."""
    stored = {key: value for key, value in manifest.items() if key != "budget"}
    told = {**stored, **run.identity.as_json(), **_description(configuration, system), **spent}
    found, pages = _report(tallies, facts, compared, games, told, read_layouts(run.path, told))
    run.publish(pages.new_child({MANIFEST: json_bytes(told)}), files=told["files"])
    return Finished(run.path, found)


def _play(
    configuration: Configuration,
    system: RuleSystem,
    policies: Mapping[str, PolicyHandle],
    run: RunFolder,
    *,
    jobs: int,
    say: Said,
    tell: Told,
    chunk_games: int | None,
    backend: Backend,
) -> dict[Cell, CellTally]:
    """Play all stages and return all tallies."""

    def keep(chunk: Chunk, tallies: list[CellTally]) -> None:
        run.keep(chunk.first_game, tallies, system.columns)

    def block(cell: Cell) -> int:
        turns = system.turns(cell.setting) if not cell.rules else None
        return 1 if turns is None else turns.block

    kept = run.finished(system.columns, say)
    if kept:
        say(f"going on with an interrupted run: {sum(t.games for _, t in kept):,} games are there already")
    system.warm_up(policies)
    backend.prepare(Recipe.of(configuration, policies))
    player = ComparisonPlayer(system)
    tallies: dict[Cell, CellTally] = {}

    def margins(played: Mapping[Cell, CellTally]) -> Iterator[tuple[Cell, NDArray[np.int16]]]:
        found = _margins(played, run, system)
        return cell_margins(run.margins, system.columns) if found else iter(())

    for plan in stages(configuration, system, margins):
        while planned := unplayed(plan(tallies), tallies):
            tallies |= play(
                player,
                policies,
                planned,
                jobs=jobs,
                finished=[*((0, tally) for tally in tallies.values()), *kept],
                keep=keep,
                tell=tell,
                chunk_games=chunk_games,
                block=block,
                backend=backend,
            )
    return tallies


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


def _margins(played: Mapping[Cell, CellTally], run: RunFolder, system: RuleSystem) -> dict[str, str]:
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


def _description(configuration: Configuration, system: RuleSystem) -> dict[str, Any]:
    """Return the part of the manifest that says what is played."""
    changed = changes_played(configuration, system)
    return {
        "name": configuration.name,
        "seed": configuration.seed,
        "system": system.name,
        "columns": {"seats": list(system.columns.seats), "setting": system.columns.setting},
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


def _report(
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
    # the second is only read from, which is all that is asked of it
    return found, ChainMap(pages, WatchedPages(games, watched, manifest))  # type: ignore[arg-type]


def _auction_words(configuration: Configuration, system: RuleSystem) -> dict[str, Any]:
    """Return what the manifest says of the auction: when adaptive bids were looked at, and the largest bid."""
    entry = configuration.auction
    adaptive = entry is not None and entry.bids is None
    looks = looks_of(entry.games) if adaptive and entry is not None else ()
    return {"looks": list(looks), "largest": system.largest_bid()}
