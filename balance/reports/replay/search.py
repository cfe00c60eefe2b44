"""Games of a finished run that fulfil a condition: the first of them, and how rare they are."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import polars as pl
from joblib import Parallel, delayed

from balance.engine.system import Cell, Columns, GameRows, PolicyHandle, RuleSystem
from balance.errors import BalanceError, RunFolderError
from balance.reports.replay.where import NUMBER, PHRASE, TEXT, TRUTH, Column, Condition
from balance.stats.intervals import wilson
from balance.sweep.store import cell_of, key_names
from balance.words import Words

SHARED: Final = "shared"
FACT: Final = "margin_after_round_3"
GROWTH: Final = 1.25
"""How many times the games of all passes before one has behind it, so that the last pass is a fifth of a scan."""
FEWEST_GAMES: Final = 8  # of the first pass, about
BATCH_GAMES: Final = 1024
_TALLIED: Final = ("margin", "tie_break", "winner")  # what a cell's tally says of its games one by one


@dataclass(frozen=True)
class Found:
    """A game that fulfils the condition: where it is, how it went (points, first seat minus second).

    The lead after round 3 is None where the games of the rule system have no such thing.
    """

    cell: Cell
    game: int
    margin: int
    lead: int | None
    winner: str


@dataclass
class Search:
    """What a search found.

    Parameters
    ----------
    games
        Games in the cells that were looked at, all of them.
    cells
        How many cells that were.
    exact
        How many games fulfil the condition, where the run's tallies alone say so.
    scanned, matches
        Games played again, and how many of them fulfil the condition.
    found
        The first of those.
    """

    games: int
    cells: int
    exact: int | None = None
    scanned: int = 0
    matches: int = 0
    found: list[Found] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether every game was looked at."""
        return self.scanned == self.games

    def interval(self) -> tuple[float, float]:
        """Return the 95% interval (Wilson's) of the share of games, from those that were scanned."""
        low, high = wilson(self.matches / self.scanned, self.scanned)
        return float(low), float(high)

    def rarity(self) -> str:
        """Say how rare the games are."""
        if self.games == 0:
            return "no game of the run has these names"
        if self.exact is not None or self.complete:
            number = self.matches if self.exact is None else self.exact
            share = f" ({_one_in(number / self.games)})" if number else ""
            return f"{_count(number)} of {self.games:,} games{share}"
        if self.scanned == 0:
            return f"none of the {self.games:,} games was scanned"
        low, high = self.interval()
        told = f"{_count(self.matches)} of the first {self.scanned:,} games scanned (of {self.games:,})"
        if self.matches == 0:
            return f"{told}; very likely (95%) rarer than {_one_in(high)}"
        share = _one_in(self.matches / self.scanned)
        return f"{told}: {share}, very likely (95%) between {_one_in(low)} and {_one_in(high)}"


def _count(number: int) -> str:
    return f"{number:,}" if number else "none"


def _one_in(share: float) -> str:
    """Say a share as a rarity, or as a percentage where it is no rarity.

    Examples
    --------
    >>> _one_in(412 / 540_576), _one_in(0.3), _one_in(0.625)
    ('1 in 1,312', '30%', '62.5%')
    """
    return f"1 in {1 / share:,.0f}" if share < 0.1 else f"{100 * share:.3g}%"


def known_columns(tallies: pl.DataFrame, columns: Columns, words: Words) -> dict[str, Column]:
    """Return what a condition on a run's games may name."""
    texts = dict.fromkeys(columns.seats, words.contestant) | {columns.setting: words.setting}
    texts |= dict.fromkeys(columns.policies, "policy")
    found = {
        name: Column(TEXT, tuple(tallies[name].unique(maintain_order=True)), what)
        for name, what in texts.items()
    }
    numbers = {"margin": Column(NUMBER), "lead": Column(NUMBER)}
    if words.bids:
        numbers = {"bid": Column(NUMBER), **numbers}
        found["bid_to"] = Column(TEXT, ("", *columns.seats), "side")
    winner = Column(TEXT, (*columns.seats, SHARED), "winner")
    return {**numbers, "winner": winner, "tie_break": Column(TRUTH), PHRASE: Column(TRUTH), **found}


def search(
    system: RuleSystem,
    policies: Mapping[str, PolicyHandle],
    tallies: pl.DataFrame,
    condition: Condition,
    *,
    tie_to: str,
    first: int = 10,
    games: int | None = None,
    seconds: float = 20.0,
    jobs: int = 1,
    clock: Callable[[], float] = time.monotonic,
) -> Search:
    """Play a run's games again and keep the first that fulfil a condition.

    Parameters
    ----------
    system, policies
        What played the run.
    tallies
        The run's tallies, or those of its cells that are asked for.
    condition
        What to look for.
    tie_to
        The seat that wins at equal scores, `SHARED` for neither.
    first
        How many games to keep.
    games
        The most games to scan. None: as many as `seconds` allow.
    seconds
        The time after which no further games are scanned; not looked at where `games` is given.
    jobs
        Threads.
    clock
        Tells the time, in seconds.

    Returns
    -------
    Search
        Games are scanned in passes over all cells, the same part of each, so that a scan that is cut short has looked
        at all cells alike. What is found does not depend on `jobs`; where `seconds` cuts it short, the machine decides
        how much is scanned. Where the tallies say how many games there are, the scan ends when `first` are found.

    Raises
    ------
    RunFolderError
        A cell's games come out otherwise than its tally says.
    BalanceError
        The condition asks for the lead after round 3, and the games have none.
    """
    if condition.columns & {"lead", PHRASE}:
        _check_lead(system, policies, tallies)
    columns = system.columns
    names = [*key_names(columns)]
    kept = tallies.filter(condition.only(names).holds(_names(tallies, names), (tallies.height,)))
    result = Search(games=int(kept["games"].sum()), cells=kept.height)
    hits = (
        _tallied(kept, condition, names, columns, tie_to)
        if condition.columns <= {*names, *_TALLIED}
        else None
    )
    if hits is not None:
        result.exact = int(hits.sum())
        kept = kept.filter(hits > 0)
    totals = {cell_of(row, columns): row for row in kept.iter_rows(named=True)}
    checks = {cell: np.zeros(2, np.int64) for cell in totals}  # games and ties, as played again
    end = clock() + seconds

    def batches() -> Iterator[tuple[list[Cell], int, int]]:
        sizes = {cell: int(row["games"]) for cell, row in totals.items()}
        for batch in _limited(_batches(sizes, games), games):
            if games is None and clock() > end:
                return
            if result.exact is not None and len(result.found) >= first:
                return
            yield batch

    for rows in _played(system, policies, batches(), jobs):
        values = _values(rows, columns)
        margins = values["margin"]
        holds = condition.holds(values, margins.shape)
        result.scanned += margins.size
        result.matches += int(holds.sum())
        for c, game in itertools.islice(np.argwhere(holds), first - len(result.found)):
            winner = str(values["winner"][c, game])
            lead = int(values["lead"][c, game]) if "lead" in values else None
            number = rows[c].first_game + int(game)
            result.found.append(Found(rows[c].cell, number, int(margins[c, game]), lead, winner))
        for row in rows:
            checks[row.cell] += np.array([row.margins.size, np.count_nonzero(row.margins == 0)])
    _check(checks, totals)
    return result


def _check_lead(system: RuleSystem, policies: Mapping[str, PolicyHandle], tallies: pl.DataFrame) -> None:
    """Refuse to look for a lead after round 3 where games have none."""
    for row in tallies.head(1).iter_rows(named=True):
        (one,) = system.games([cell_of(row, system.columns)], policies, 0, 0)
        if FACT not in one.facts:
            msg = f"--where: games of {system.words.title} have no lead after round 3"
            raise BalanceError(msg)


def _played(
    system: RuleSystem, policies: Mapping[str, PolicyHandle], batches: Iterable[Any], jobs: int
) -> Iterator[list[GameRows]]:
    """Yield the games of batches, in their order."""
    parallel = Parallel(
        n_jobs=jobs, prefer="threads", return_as="generator", pre_dispatch="2*n_jobs", batch_size=1
    )
    found: Iterator[list[GameRows]] = parallel(
        delayed(system.games)(cells, policies, *span) for cells, *span in batches
    )
    return found


def _batches(games: Mapping[Cell, int], limit: int | None = None) -> Iterator[tuple[list[Cell], int, int]]:
    """Yield cells of the same policies with a first game and a number of games: all games, in passes over all cells.

    After each pass every cell has the same part of its games behind it, to less than one game: part × games + offset,
    rounded down, with offsets spread evenly from 0 to 1 over the cells. Cells and batches come in a mixed order, so
    that a pass that is cut short does not favour some of them.
    """
    mix = np.random.default_rng(0)
    cells = list(games)
    offsets = dict(zip(cells, (mix.permutation(len(cells)) + 0.5) / max(len(cells), 1), strict=True))
    shuffled = [cells[place] for place in mix.permutation(len(cells))]
    for before, part in itertools.pairwise(_parts(sum(games.values()), limit)):
        spans: dict[tuple[tuple[str, ...], int, int], list[Cell]] = {}
        for cell in shuffled:
            start, stop = (math.floor(games[cell] * done + offsets[cell]) for done in (before, part))
            if stop > start:
                spans.setdefault((cell.policies, start, stop), []).append(cell)
        batches = []
        for (_, start, stop), group in spans.items():
            size = max(1, BATCH_GAMES // (stop - start))
            batches += [(group[at : at + size], start, stop - start) for at in range(0, len(group), size)]
        for place in mix.permutation(len(batches)):
            yield batches[place]


def _parts(total: int, limit: int | None) -> list[float]:
    """Return which parts of each cell's games the passes end at, from 0 to 1; one of them is that of the limit."""
    parts = [1.0]
    while parts[-1] * total > FEWEST_GAMES:
        parts.append(parts[-1] / GROWTH)
    if limit is not None and 0 < limit < total:
        parts.append(limit / total)
    return [0.0, *sorted(set(parts))]


def _limited(
    batches: Iterable[tuple[list[Cell], int, int]], games: int | None
) -> Iterator[tuple[list[Cell], int, int]]:
    """Yield batches up to a number of games."""
    left = games
    for cells, start, each in batches:
        if left is None or left >= len(cells) * each:
            yield cells, start, each
            left = None if left is None else left - len(cells) * each
            continue
        whole, rest = divmod(left, each)
        if whole:
            yield cells[:whole], start, each
        if rest:
            yield cells[whole : whole + 1], start, rest
        return


def _names(tallies: pl.DataFrame, names: Sequence[str]) -> dict[str, Any]:
    return {name: np.array(tallies[name].to_list()) for name in names}


def _values(rows: Sequence[GameRows], columns: Columns) -> dict[str, Any]:
    """Return the columns of some cells' games; those that name the cell have one value for each cell."""
    margins = np.stack([row.margins for row in rows]).astype(np.int64)
    shares = np.stack([row.shares for row in rows])
    first, second = columns.seats
    winner = np.where(shares == 1, first, np.where(shares == 0, second, SHARED))
    cells = [row.cell for row in rows]
    named = {
        **{seat: [cell.contestants[s] for cell in cells] for s, seat in enumerate(columns.seats)},
        columns.setting: [cell.setting for cell in cells],
        **{name: [cell.policies[s] for cell in cells] for s, name in enumerate(columns.policies)},
        "bid_to": [first if cell.bid > 0 else second if cell.bid < 0 else "" for cell in cells],
        "bid": [abs(cell.bid) for cell in cells],
    }
    told = {"margin": margins, "winner": winner, "tie_break": margins == 0}
    if all(FACT in row.facts for row in rows):
        lead = np.stack([row.facts[FACT] for row in rows]).astype(np.int64)
        lost = ((lead > 0) & (winner != first)) | ((lead < 0) & (winner != second))
        told |= {"lead": lead, PHRASE: lost}
    return {**{name: np.array(values)[:, None] for name, values in named.items()}, **told}


def _tallied(
    tallies: pl.DataFrame, condition: Condition, names: Sequence[str], columns: Columns, tie_to: str
) -> Any:
    """Return how many games of each cell fulfil a condition on names and margins, from the histograms of margins."""
    counts = [np.array(row) for row in tallies["margin_counts"].to_list()]
    offsets = tallies["margin_offset"].to_list()
    margins = [offset + np.arange(len(count)) for offset, count in zip(offsets, counts, strict=True)]
    owner = np.repeat(np.arange(len(counts)), [len(count) for count in counts])
    margin = np.concatenate([*margins, np.zeros(0, np.int64)])
    winner = np.where(margin > 0, columns.seats[0], np.where(margin < 0, columns.seats[1], tie_to))
    values = {name: value[owner] for name, value in _names(tallies, names).items()}
    values |= {"margin": margin, "tie_break": margin == 0, "winner": winner}
    holds = condition.holds(values, margin.shape)
    weights = np.concatenate([*counts, np.zeros(0, np.int64)]) * holds
    return np.bincount(owner, weights, minlength=len(counts)).astype(np.int64)


def _check(checks: Mapping[Cell, Any], totals: Mapping[Cell, Mapping[str, Any]]) -> None:
    for cell, (games, ties) in checks.items():
        stored = totals[cell]
        if games == stored["games"] and ties != stored["ties"]:
            msg = (
                f"cell {cell.name!r} has {stored['ties']} games with equal scores in the run, but {ties} when it is "
                "played again: the run was played by another version"
            )
            raise RunFolderError(msg)


__all__ = ["SHARED", "Found", "Search", "known_columns", "search"]
