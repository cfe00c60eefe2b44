"""The same games under other rules, as cells of a sweep: a comparison plays each game twice or more and counts pairs.

A cell with `rules` goes through runner, chunks and an interrupted run like any other. Its games have the numbers and so
the decks of the cell without `rules`; its tally is that of the rules it starts from, and its facts hold how often which
result turned into which. Those are stored apart, in ``comparisons.parquet``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from balance.engine.system import (
    Cell,
    CellTally,
    Change,
    Columns,
    FactRow,
    GameRows,
    PolicyHandle,
    RuleSystem,
)
from balance.errors import RunFolderError
from balance.sweep.again import AGAIN
from balance.sweep.design import Planned, settings_of
from balance.sweep.options import seat_policies
from balance.sweep.paired import RESULTS, results
from balance.sweep.store import key_names, key_schema, key_values, read_frame

if TYPE_CHECKING:
    from balance.config.run import Configuration

TIE_BREAK, ABILITIES, RULINGS = "tie_break", "abilities", "rulings"
"""The comparisons by name, as in a configuration and in `Cell.rules`."""

STAGE = 3
_RESULTS = ("base_result", "result")
_MOST = 10**12  # games of a cell; far more than can be played
_COUNTS = ("games", "differing", "margin_sum", "margin_squares")


@dataclass(frozen=True)
class _Arm:
    """The other rules: what is switched off of whom.

    Nobody's is empty where ties go to the second seat instead; or `ability` is a change of rulings and assumptions.
    """

    contestant: str
    ability: str
    system: RuleSystem


class ComparisonPlayer:
    """Plays cells as a rule system does; those with `rules` under both rules.

    Parameters
    ----------
    system
        The configuration's own rules.
    """

    def __init__(self, system: RuleSystem) -> None:
        self.system = system
        self._with_ties_to = lru_cache(maxsize=None)(system.with_ties_to)
        self._without = lru_cache(maxsize=None)(system.without)
        self._changed = lru_cache(maxsize=None)(self._change)

    def play(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[CellTally]:
        """Play games `first_game` … `first_game + games - 1` of each cell and count them (see `RuleSystem.play`)."""
        own = [cell for cell in cells if not is_compared(cell)]
        found = (
            {tally.cell: tally for tally in self.system.play(own, policies, first_game, games)} if own else {}
        )
        found |= {
            cell: self._compared(cell, policies, first_game, games) for cell in cells if is_compared(cell)
        }
        return [found[cell] for cell in cells]

    def _compared(
        self, cell: Cell, policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> CellTally:
        base, arms = self._arms(cell)
        same = [replace(cell, rules="")]
        (old,) = base.games(same, policies, first_game, games)
        # the base against itself says how the games went that a change of rulings cannot touch
        facts = _facts(_Arm("", "", base), old, old) if cell.rules == RULINGS else []
        for arm in arms:
            (new,) = arm.system.games(same, policies, first_game, games)
            facts += _facts(arm, old, new)
        low = int(old.margins.min(initial=0))
        return CellTally(
            cell=cell,
            games=games,
            wins=int((old.shares == 1).sum()),
            ties=int((old.margins == 0).sum()),
            margin_offset=low,
            margin_counts=np.bincount(old.margins.astype(np.int64) - low).astype(np.int64),
            facts=tuple(sorted(facts, key=lambda row: (row.fact, row.key))),
        )

    def _arms(self, cell: Cell) -> tuple[RuleSystem, list[_Arm]]:
        """Return the rules that a comparison starts from, and the others."""
        if cell.rules == TIE_BREAK:
            first, second = (self._with_ties_to(seat) for seat in self.system.columns.seats)
            return first, [_Arm("", "", second)]
        if cell.rules == RULINGS:
            own = replace(cell, rules="")
            key = self.system.rules_key(own)
            return self.system, [
                arm for arm in self._changed(cell.setting) if arm.system.rules_key(own) != key
            ]
        return self.system, [
            _Arm(name, ability, self._without(name, ability))
            for name in cell.contestants
            for ability in self.system.abilities()
        ]

    def _change(self, setting: str) -> list[_Arm]:
        """Return the rules with each change in turn; those that leave a contestant out play no game."""
        return [
            _Arm("", change.name, self.system.varied(setting, change.name))
            for change in self.system.variants(setting)
            if not change.absent
        ]


def _facts(arm: _Arm, old: GameRows, new: GameRows) -> list[FactRow]:
    """Return how many games had which old result, which new one, and the same margin (0) or not (1).

    `total` sums the change of the margin, `wins` its square.
    """
    moved = new.margins.astype(np.int64) - old.margins.astype(np.int64)
    codes = (results(old) * RESULTS + results(new)) * 2 + (moved != 0)
    rows = []
    for code in np.unique(codes):
        change = moved[codes == code]
        base, result, differing = code // (2 * RESULTS), code // 2 % RESULTS, code % 2
        key = f"{arm.ability} {base} {result} {differing}"
        rows.append(FactRow(arm.contestant, key, len(change), int(change @ change), int(change.sum())))
    return rows


def changes_played(configuration: Configuration, system: RuleSystem) -> list[Change]:
    """Return every change of rulings and assumptions that the comparison `rulings` plays, each name once."""
    entries = configuration.comparisons.rulings if configuration.comparisons is not None else ()
    settings = dict.fromkeys(setting for entry in entries for setting in settings_of(entry, system))
    return list({change.name: change for setting in settings for change in system.variants(setting)}.values())


def third_stage(configuration: Configuration, system: RuleSystem) -> list[Planned]:
    """Return the cells of all comparisons, in the configuration's order."""
    planned = {}
    for name, entries in configuration.comparisons or ():
        for entry in entries:
            policies = seat_policies(entry, system.columns.seats)
            for pair in permutations(system.contestants(), 2):
                for setting in settings_of(entry, system):
                    cell = Cell(pair, setting, policies, rules=name)
                    planned[cell] = Planned(cell, entry.games, STAGE)
    return list(planned.values())


def comparison_schema(columns: Columns) -> pl.Schema:
    """Return the schema of ``comparisons.parquet``: one row for each pair of results in each comparison of a cell.

    `rules` is the comparison. Of `tie_break`, `base_result` is the one with ties to the first seat, `result` that with
    ties to the second. Of `abilities`, `result` is the one with the `ability` of `contestant` switched off. Of
    `rulings`, `result` is the one with the change whose name stands in `ability`; rows without a name have every game
    under the rules as they are, and a change has no rows for a pair that it cannot touch. Results are numbered as in
    `balance.sweep.paired.SHARES` and `TIED`. `differing` counts the games whose final margins differed;
    `margin_sum` and `margin_squares` sum by how many points, second less first, and the squares of that.
    """
    names = dict.fromkeys(["rules", "contestant", "ability"], pl.String)
    return pl.Schema({**key_schema(columns), **names, **dict.fromkeys([*_RESULTS, *_COUNTS], pl.Int64)})


def comparison_frame(tallies: Iterable[CellTally], columns: Columns) -> pl.DataFrame:
    """Return the comparisons among tallies as the frame that is stored; the order of `tallies` does not matter."""
    rows = []
    for tally in tallies:
        for fact in tally.facts if tally.cell.rules else ():
            ability, base, result, differing = fact.key.rsplit(" ", 3)
            where = [*key_values(tally.cell, columns), tally.cell.rules, fact.fact, ability]
            counts = [fact.games, fact.games * int(differing), fact.total, fact.wins]
            rows.append([*where, int(base), int(result), *counts])
    names = [*key_names(columns), "rules", "contestant", "ability", *_RESULTS]
    frame = pl.DataFrame(rows, schema=comparison_schema(columns), orient="row")
    return frame.group_by(names).agg(pl.col(*_COUNTS).sum()).sort(names)


def read_comparisons(path: Path, columns: Columns, *, sha256: str) -> pl.DataFrame:
    """Return the comparisons of a run, whose digest must begin with `sha256`.

    Raises
    ------
    RunFolderError
        If the file is missing, cannot be read, is another, has another schema or holds impossible counts.
    """
    frame = read_frame(path, comparison_schema(columns), sha256)
    possible = pl.col("base_result").is_between(0, RESULTS - 1) & pl.col("result").is_between(0, RESULTS - 1)
    if not frame.select((possible & pl.col("games").is_between(1, _MOST)).all()).item():
        msg = f"{path} is damaged: results or games that cannot be"
        raise RunFolderError(msg)
    return frame


def is_compared(cell: Cell) -> bool:
    """Return whether a cell's games are played under other rules too."""
    return cell.rules not in ("", AGAIN)


def own_tallies(tallies: Mapping[Cell, CellTally]) -> list[CellTally]:
    """Return the tallies of games under the configuration's own rules alone."""
    return [tally for cell, tally in tallies.items() if not cell.rules]
