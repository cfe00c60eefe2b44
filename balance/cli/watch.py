"""`balance replay RUN --where …`: games of a finished run that are worth a look, and how rare they are."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.cli.output import cores, say
from balance.errors import RunFolderError

if TYPE_CHECKING:
    import polars as pl

    from balance.config.run import Configuration
    from balance.engine.system import Columns
    from balance.reports.replay.search import Found, Search


def configuration_of_run(folder: Path) -> Configuration:
    """Return the configuration that a finished run was played under.

    Raises
    ------
    RunFolderError
        The folder holds no finished run, or one that was played by another version of the rules.
    """
    from balance import policies
    from balance.config.load import configuration_from
    from balance.engine.pacts import VERSION
    from balance.sweep.manifest import MANIFEST, read_manifest

    manifest = read_manifest(folder)
    system = manifest["system"]
    played = manifest["versions"].get(f"{system} rules")
    if played != str(VERSION):
        msg = (
            f"{folder / MANIFEST}: played by version {played} of the {system} rules; expected version {VERSION}, "
            "for other rules give other games (sweep the configuration anew)"
        )
        raise RunFolderError(msg)
    weights = policies.weights(system)
    return configuration_from(manifest["configuration"], policies=weights, path=folder / MANIFEST)


def watch(
    folder: Path,
    where: str,
    *,
    names: Mapping[str, str | int | None],
    first: int,
    games: int | None,
    seconds: float,
) -> tuple[Search, int]:
    """Search a finished run; return what was found and the number of cells of the whole run.

    Parameters
    ----------
    folder
        The run.
    where
        The condition.
    names
        Columns of the tallies that must have these values; None stands for any.
    first, games, seconds
        As `balance.reports.replay.search.search` takes them.

    Raises
    ------
    BalanceError
        The run cannot be used, or a name or the condition is mistaken.
    """
    from balance.engine.system import Columns, tie_rule
    from balance.loading import engine_of
    from balance.reports.replay.search import SHARED, known_columns, search
    from balance.reports.replay.where import parse
    from balance.sweep.manifest import read_manifest
    from balance.sweep.store import TALLIES, read_tallies

    configuration, manifest = configuration_of_run(folder), read_manifest(folder)
    columns = Columns(tuple(manifest["columns"]["seats"]), manifest["columns"]["setting"])
    tallies = read_tallies(folder / TALLIES, columns, sha256=manifest["files"][TALLIES])
    condition = parse(where, known_columns(tallies, columns))
    wanted = _wanted(tallies, names, columns)
    policies = {name for column in columns.policies for name in wanted[column]}
    system, handles = engine_of(configuration, sorted(policies), say=say)
    if sys.stderr is not None and sys.stderr.isatty():
        say(f"looking through the run's games{'' if games else f', for {seconds:.0f} seconds at most'}")
    tie_break = tie_rule(manifest["rulings"])
    found = search(
        system,
        handles,
        wanted,
        condition,
        tie_to=tie_break if tie_break in columns.seats else SHARED,
        first=first,
        games=games,
        seconds=seconds,
        jobs=cores(),
    )
    return found, tallies.height


def _wanted(tallies: pl.DataFrame, names: Mapping[str, str | int | None], columns: Columns) -> pl.DataFrame:
    """Return the cells that the options name."""
    from balance.sweep.options import known

    found = tallies
    for column, value in names.items():
        if value is None:
            continue
        kind = "faction" if column in columns.seats else "policy" if column in columns.policies else column
        if isinstance(value, str):
            known(kind, value, filter(None, dict.fromkeys(tallies[column])))
        found = found.filter(found[column] == value)
    return found


def told(result: Search, folder: Path, cells: int) -> list[str]:
    """Return what a search found as lines: how rare, then each game with the command that replays it.

    Parameters
    ----------
    result
        What was found.
    folder
        The run, as the user named it.
    cells
        The number of cells of the whole run.
    """
    part = "" if result.cells == cells else f", in {result.cells:,} of the run's {cells:,} cells"
    lines = [result.rarity() + part]
    for number, found in enumerate(result.found, start=1):
        lines += ["", f"{number}. {_sentence(found)}", f"   {_command(found, folder)}"]
    return lines


def _command(found: Found, folder: Path) -> str:
    """Return the command that replays a game that was found."""
    from balance.engine.pacts.system import COLUMNS
    from balance.reports.watching import replay_command

    return replay_command(found.cell, found.game, COLUMNS, folder=str(folder))


def as_json(result: Search, folder: Path, cells: int) -> dict[str, Any]:
    """Return what `told` says as JSON values."""
    complete = result.exact is not None or result.complete
    return {
        "run": str(folder),
        "cells": {"searched": result.cells, "of": cells},
        "games": {"of": result.games, "scanned": result.scanned},
        "matches": result.matches if result.exact is None else result.exact,
        "complete": complete,
        "rarity": result.rarity(),
        "found": [
            {
                "seelie": found.cell.contestants[0],
                "unseelie": found.cell.contestants[1],
                "seelie_policy": found.cell.policies[0],
                "unseelie_policy": found.cell.policies[1],
                "layout": found.cell.setting,
                "bid": found.cell.bid,
                "game": found.game,
                "margin": found.margin,
                "lead": found.lead,
                "winner": found.winner,
                "command": _command(found, folder),
            }
            for found in result.found
        ],
    }


def _sentence(found: Found) -> str:
    cell = found.cell
    sides = [
        f"{seat} {contestant} ({policy})"
        for seat, contestant, policy in zip(
            ("Seelie", "Unseelie"), cell.contestants, cell.policies, strict=True
        )
    ]
    bid = f", {_cubes(abs(cell.bid))} to {'Seelie' if cell.bid > 0 else 'Unseelie'}" if cell.bid else ""
    lead = f"{_ahead(found.lead)} after round 3" if found.lead else "level after round 3"
    if found.margin:
        end = f"{_ahead(found.margin)} at the end"
    else:
        end = "equal scores" + (
            "" if found.winner == "shared" else f", {found.winner.capitalize()} wins the tie-break"
        )
    return f"{' against '.join(sides)}, layout {cell.setting}{bid}, game {found.game}: {lead}, {end}"


def _cubes(number: int) -> str:
    return f"{number} cube" if number == 1 else f"{number} cubes"


def _ahead(margin: int) -> str:
    return f"{'Seelie' if margin > 0 else 'Unseelie'} {abs(margin)} ahead"
