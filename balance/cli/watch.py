"""`balance replay RUN --where …`: games of a finished run that are worth a look, and how rare they are."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.cli.output import cores, say
from balance.cli.seats import printed
from balance.errors import RunFolderError

if TYPE_CHECKING:
    import polars as pl

    from balance.config.run import Configuration
    from balance.engine.system import Columns
    from balance.reports.replay.search import Found, Search
    from balance.words import Words


def configuration_of_run(folder: Path) -> Configuration:
    """Return the configuration that a finished run was played under.

    Raises
    ------
    RunFolderError
        The folder holds no finished run, or one that was played by another version of the rules.
    """
    from balance import policies
    from balance.config.load import configuration_from, systems
    from balance.engine.registry import rules_version
    from balance.sweep.manifest import MANIFEST, read_manifest

    manifest = read_manifest(folder)
    system = manifest["system"]
    if system not in systems():
        msg = f"{folder / MANIFEST}: played by the rule system {system!r}, which is not one of: {', '.join(systems())}"
        raise RunFolderError(msg)
    played, version = manifest["versions"].get(f"{system} rules"), rules_version(system)
    if played != str(version):
        msg = (
            f"{folder / MANIFEST}: played by version {played} of the {system} rules; expected version {version}, "
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
        Columns of the tallies that must have these values, ``setting`` for that of the setting; None stands for any.
    first, games, seconds
        As `balance.reports.replay.search.search` takes them.

    Raises
    ------
    BalanceError
        The run cannot be used, or a name or the condition is mistaken.
    """
    from balance.engine.system import tie_rule
    from balance.loading import engine_of
    from balance.reports.replay.search import SHARED, known_columns, search
    from balance.reports.replay.where import parse
    from balance.reports.wording import words_of
    from balance.sweep.manifest import read_manifest
    from balance.sweep.store import TALLIES, read_tallies

    configuration, manifest = configuration_of_run(folder), read_manifest(folder)
    columns = _columns(manifest)
    tallies = read_tallies(folder / TALLIES, columns, sha256=manifest["files"][TALLIES])
    words = words_of(manifest)
    condition = parse(where, known_columns(tallies, columns, words))
    wanted = _wanted(tallies, names, columns, words)
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


def _wanted(
    tallies: pl.DataFrame, names: Mapping[str, str | int | None], columns: Columns, words: Words
) -> pl.DataFrame:
    """Return the cells that the options name."""
    from balance.sweep.options import known

    found = tallies
    for name, value in names.items():
        if value is None:
            continue
        column = columns.setting if name == "setting" else name
        nouns = {**dict.fromkeys(columns.seats, words.contestant), columns.setting: words.setting}
        kind = nouns.get(column, "policy" if column in columns.policies else column)
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
    from balance.reports.wording import words_of
    from balance.sweep.manifest import read_manifest

    manifest = read_manifest(folder)
    columns, words = _columns(manifest), words_of(manifest)
    part = "" if result.cells == cells else f", in {result.cells:,} of the run's {cells:,} cells"
    lines = [result.rarity() + part]
    for number, found in enumerate(result.found, start=1):
        lines += [
            "",
            f"{number}. {_sentence(found, columns, words)}",
            f"   {_command(found, folder, columns)}",
        ]
    return lines


def _columns(manifest: Mapping[str, Any]) -> Columns:
    from balance.engine.system import Columns

    return Columns(tuple(manifest["columns"]["seats"]), manifest["columns"]["setting"])


def _command(found: Found, folder: Path, columns: Columns) -> str:
    """Return the command that replays a game that was found."""
    from balance.reports.watching import replay_command

    return replay_command(found.cell, found.game, columns, folder=str(folder))


def as_json(result: Search, folder: Path, cells: int) -> dict[str, Any]:
    """Return what `told` says as JSON values."""
    from balance.sweep.manifest import read_manifest

    columns = _columns(read_manifest(folder))
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
                **dict(zip(columns.seats, found.cell.contestants, strict=True)),
                **dict(zip(columns.policies, found.cell.policies, strict=True)),
                columns.setting: found.cell.setting,
                "bid": found.cell.bid,
                "game": found.game,
                "margin": found.margin,
                "lead": found.lead,
                "winner": found.winner,
                "command": _command(found, folder, columns),
            }
            for found in result.found
        ],
    }


def _sentence(found: Found, columns: Columns, words: Words) -> str:
    """Return a game that was found in words: who plays whom, and how it went."""
    cell = found.cell
    names = [printed(seat, words.seats) for seat in columns.seats]

    def ahead(margin: int) -> str:
        return f"{names[margin < 0]} {abs(margin)} ahead"

    players = " against ".join(
        f"{name} {contestant} ({policy})"
        for name, contestant, policy in zip(names, cell.contestants, cell.policies, strict=True)
    )
    bid = f", {_cubes(abs(cell.bid))} to {names[cell.bid < 0]}" if cell.bid else ""
    course = []
    if found.lead is not None:
        course.append(f"{ahead(found.lead)} after round 3" if found.lead else "level after round 3")
    if found.margin:
        course.append(f"{ahead(found.margin)} at the end")
    elif found.winner in columns.seats:
        course.append(f"equal scores, {printed(found.winner, words.seats)} wins the tie-break")
    else:
        course.append("equal scores")
    return f"{players}, {words.setting} {cell.setting}{bid}, game {found.game}: {', '.join(course)}"


def _cubes(number: int) -> str:
    return f"{number} cube" if number == 1 else f"{number} cubes"
