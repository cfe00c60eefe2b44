"""What is fitted: files of played games and finished runs, and whether they may be counted together."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from balance.engine.system import Columns, tie_rule
from balance.errors import ResultsError, nearest
from balance.stats.played.checks import contestants_of
from balance.stats.played.columns import SIDES, Chosen, Sides
from balance.stats.played.games import read_played
from balance.stats.pooling import normalise, with_policies, without_mirrors
from balance.sweep.comparable import differing_keys, read_cells, shared_cells
from balance.sweep.manifest import MANIFEST

PACTS = ("seelie", "unseelie")
SHOWN = 8  # differing keys named in a refusal
NEUTRAL = (("first", "second"), ("1", "2"), ("a", "b"))
PLAYERS = ("first_player", "second_player")


@dataclass(frozen=True)
class Given:
    """Games to fit, from one file or run.

    Parameters
    ----------
    path
        As it was given.
    counts
        `first`, `second`, `setting`, `first_player`, `second_player`, `games`, `wins`, `ties`.
    sides
        What the two sides are called.
    setting
        What the settings are called ("layout"); empty if there are none.
    players
        Whether players are known.
    columns
        What was read from which column.
    notes
        What should be known, in sentences.
    keys
        What a file says of the rules, by column.
    manifest
        Of a run; None for a file.
    cells
        Tallies of a run.
    """

    path: Path
    counts: pl.DataFrame
    sides: Sides
    setting: str
    players: bool
    columns: Mapping[str, object]
    notes: tuple[str, ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)
    manifest: Mapping[str, Any] | None = None
    cells: pl.DataFrame | None = None

    @property
    def games(self) -> int:
        """How many games."""
        return int(self.counts["games"].sum())


def read_given(path: Path, chosen: Chosen | None = None, *, mirrors: bool = False) -> Given:
    """Read a file of played games, or the headline games of a finished run.

    Raises
    ------
    ResultsError, RunFolderError
        With what is wrong and what is allowed.
    """
    if os.path.exists(path / MANIFEST):  # noqa: PTH110 (Path.exists raises for names that are too long)
        return read_finished(path)
    played = read_played(path, chosen, sides=(PACTS, *SIDES), mirrors=mirrors)
    columns = played.columns
    return Given(
        path,
        played.counts,
        columns.sides,
        columns.setting or "",
        columns.players is not None,
        columns.as_json(),
        played.notes,
        played.keys,
    )


def read_finished(folder: Path) -> Given:
    """Return the games of a finished run's headline policies at bid 0.

    Raises
    ------
    RunFolderError
        If the folder holds no finished run or is damaged.
    """
    manifest, columns, tallies = read_cells(folder)
    frame = with_policies(normalise(tallies, columns), manifest["headline"]).filter(pl.col("bid") == 0)
    frame = without_mirrors(frame)
    shared = tie_rule(manifest["rulings"]) == "shared"
    counts = frame.select(
        "first",
        "second",
        "setting",
        *(pl.lit("").alias(name) for name in PLAYERS),
        "games",
        "wins",
        ties=pl.col("ties") if shared else pl.lit(0, pl.Int64),
    )
    if not counts.height:
        msg = f"{folder}: no game of {' against '.join(manifest['headline'])} without a bid"
        raise ResultsError(msg)
    return Given(
        folder,
        counts,
        (columns.seats[0], columns.seats[1]),
        columns.setting,
        players=False,
        columns={},
        manifest=manifest,
        cells=tallies,
    )


def together(given: Sequence[Given]) -> pl.DataFrame:
    """Return all games, one row per kind.

    Raises
    ------
    ResultsError
        If two of them may not be counted together, with the keys in which they differ.
    """
    for i, one in enumerate(given):
        for other in given[i + 1 :]:
            _refuse_different(one, other)
    if len(given) == 1:
        return given[0].counts
    names = ["first", "second", "setting", *PLAYERS]
    frames = [one.counts.with_columns(pl.col(names).cast(pl.String)) for one in given]
    return pl.concat(frames).group_by(names).agg(pl.col("games", "wins", "ties").sum()).sort(names)


def _refuse_different(one: Given, other: Given) -> None:
    both = f"{one.path} and {other.path}"
    if (one.manifest is None) != (other.manifest is None):
        run, file = (one, other) if one.manifest is not None else (other, one)
        msg = (
            f"{both} are not comparable: {run.path} was simulated, {file.path} was not; "
            f"combine them with --prior {run.path}"
        )
        raise ResultsError(msg)
    if one.path.resolve() == other.path.resolve():
        msg = f"{one.path} is given twice: its games would count double"
        raise ResultsError(msg)
    if one.manifest is None or other.manifest is None:
        keys = _file_keys(one, other)
    else:
        keys = differing_keys(one.manifest, other.manifest)
        _refuse_same_games(one, other, keys)
    if keys:
        more = f" and {len(keys) - SHOWN} more" if len(keys) > SHOWN else ""
        msg = f"{both} are not comparable; they differ in {', '.join(keys[:SHOWN])}{more}"
        raise ResultsError(msg)


def _file_keys(one: Given, other: Given) -> list[str]:
    """Return in what two files differ so that their games mean different things."""
    found = []
    if one.sides != other.sides:
        found.append(f"sides ({', '.join(one.sides)} against {', '.join(other.sides)})")
    if bool(one.setting) != bool(other.setting):
        has = one if one.setting else other
        found.append(f"layout (only {has.path} has a column of it)")
    if one.players != other.players:
        has = one if one.players else other
        found.append(f"players (only {has.path} has columns of them; --players none leaves them out)")
    both = sorted(set(one.keys) & set(other.keys))
    found += [
        f"{k} ({one.keys[k]!r} against {other.keys[k]!r})" for k in both if one.keys[k] != other.keys[k]
    ]
    return found


def _refuse_same_games(one: Given, other: Given, keys: Sequence[str]) -> None:
    assert one.manifest is not None
    assert other.manifest is not None
    if keys or one.manifest["seed"] != other.manifest["seed"]:
        return
    assert one.cells is not None
    assert other.cells is not None
    columns = one.manifest["columns"]
    if shared_cells(one.cells, other.cells, Columns(tuple(columns["seats"]), columns["setting"])):
        msg = (
            f"{one.path} and {other.path} have the same seed, {one.manifest['seed']}, and cells in common: "
            "the same games would count double"
        )
        raise ResultsError(msg)


def as_in_run(run: Given, counts: pl.DataFrame) -> pl.DataFrame:
    """Return the counts with contestants and settings named as the run names them, capital letters apart.

    A sheet says *Dragons* where a configuration says *dragons*. A name is left alone if the file has it in two
    spellings, since those may be meant as two.

    Parameters
    ----------
    run
        The run.
    counts
        All played games.
    """
    ways = {
        ("first", "second"): (contestants_of(counts), contestants_of(run.counts)),
        ("setting",): (_settings(counts), _settings(run.counts)),
    }
    for columns, (names, known) in ways.items():
        spelt = [name.casefold() for name in names]
        new = {name: one for one in known for name in names if name.casefold() == one.casefold()}
        new = {name: one for name, one in new.items() if spelt.count(name.casefold()) == 1}
        counts = counts.with_columns(pl.col(columns).cast(pl.String).replace(new))
    return counts


def check_prior(run: Given, given: Sequence[Given], counts: pl.DataFrame) -> None:
    """Refuse a run that is not of the same game as the results.

    Parameters
    ----------
    run
        The run.
    given
        What was read.
    counts
        All of it together.

    Raises
    ------
    ResultsError
        With the keys in which they differ.
    """
    found = [
        f"sides ({', '.join(run.sides)} against {', '.join(one.sides)} in {one.path})"
        for one in given
        if one.sides != run.sides and one.sides in SIDES and one.sides not in NEUTRAL
    ]
    for key, names in (("contestants", contestants_of(counts)), (run.setting, _settings(counts))):
        known = contestants_of(run.counts) if key == "contestants" else _settings(run.counts)
        odd = [name for name in names if name and name not in known]
        if odd:
            near = nearest(odd[0], known)
            found.append(f"{key} ({', '.join(map(repr, odd[:SHOWN]))} not among {', '.join(known)}{near})")
    if found:
        msg = f"{run.path} does not fit the results; they differ in {'; '.join(found)}"
        raise ResultsError(msg)


def _settings(counts: pl.DataFrame) -> list[str]:
    return sorted({str(name) for name in counts["setting"].unique().to_list()})
