"""The whole road of a run: cells → games → tallies → estimates → summary and page."""

from __future__ import annotations

import json
import time
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from balance.answers import Answer, answer_of, description, margins_of, report_of
from balance.engine.system import Cell, CellTally, PolicyHandle, RuleSystem
from balance.errors import RunFolderError
from balance.reading import (
    read_layouts,
    read_run,
    read_watched,
)
from balance.reports import overview, points
from balance.reports.remarks import effort_sentence
from balance.reports.text_table import TextTable
from balance.stages import stages, unplayed
from balance.stats.results import Estimates
from balance.sweep.backends import Backend
from balance.sweep.budget import Budget, Road, answer_within, factor_spent
from balance.sweep.comparisons import (
    ComparisonPlayer,
)
from balance.sweep.files import json_bytes
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
from balance.sweep.margins import cell_margins
from balance.sweep.recipes import Recipe
from balance.sweep.runner import THREADS, Chunk, Told, play
from balance.sweep.versions import code_digest

if TYPE_CHECKING:
    from balance.config.run import Configuration

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
        return points.headline(self.estimates)

    @property
    def effort(self) -> str:
        """What part of the configured games was played, in a sentence; empty where all were, as in most runs."""
        return effort_sentence(read_manifest(self.folder))

    def overview(self) -> tuple[TextTable, ...]:
        """Return the run in a screen of text."""
        return overview.overview(self.estimates)

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

        def results(factor: float | None, tallies: Mapping[Cell, CellTally]) -> Answer:
            what = _scaled(base, factor)
            spent = _spent(minutes, factor)
            return answer_of(
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
    found, pages = report_of(
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
    told = {**stored, **run.identity.as_json(), **description(configuration, system), **spent}
    found, pages = report_of(tallies, facts, compared, games, told, read_layouts(run.path, told))
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
        found = margins_of(played, run, system)
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
