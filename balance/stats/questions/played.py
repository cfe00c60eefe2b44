"""What a finished run has counted, asked by names: cells by contestant, setting and policies, and facts by key."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from balance.engine.system import Columns, tie_rule
from balance.errors import RunFolderError
from balance.stats.questions.errors import Sample
from balance.stats.questions.quantities import Quantity, pooled, sampled

Scoring = Callable[[str], float | None]
SHARES = (0.0, 1.0)
"""Limits of a share."""
CellName = tuple[str, str, str, tuple[str, ...]]
"""First and second contestant, setting and policies."""


@dataclass(frozen=True)
class Counted:
    """What one cell has counted.

    Parameters
    ----------
    games, wins, halves
        Its games; those that the first seat won; those that both seats share.
    margins
        Games by margin, the first seat's points less the second's.
    facts
        Fact → key → games, and those that the first seat won.
    """

    games: int
    wins: int
    halves: int
    margins: dict[float, int]
    facts: dict[str, dict[str, tuple[int, int]]]


@dataclass(frozen=True)
class Played:
    """A finished run: every question of a rule system is answered from it alone.

    Parameters
    ----------
    manifest
        The run's manifest.
    tallies, facts
        Rows of ``tallies.parquet`` and ``facts.parquet``. Only games without a bid are looked at.
    """

    manifest: Mapping[str, Any]
    tallies: pl.DataFrame
    facts: pl.DataFrame

    @property
    def columns(self) -> Columns:
        """What seats and setting are called."""
        named = self.manifest["columns"]
        return Columns(tuple(named["seats"]), named["setting"])

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats' names, the first seat first."""
        return self.columns.seats

    @property
    def contestants(self) -> tuple[str, ...]:
        """All contestants, in the configuration's order."""
        return tuple(self.manifest["contestants"])

    @property
    def settings(self) -> tuple[str, ...]:
        """All settings, in the configuration's order."""
        return tuple(self.manifest["settings"])

    @property
    def headline(self) -> tuple[str, ...]:
        """The policies, one per seat, that questions are asked of unless they name others."""
        return tuple(self.manifest["headline"])

    @property
    def policies(self) -> tuple[tuple[str, ...], ...]:
        """All pairs of policies that played, the headline first."""
        every = dict.fromkeys(name[3] for name in self.counted)
        return tuple(sorted(every, key=lambda pair: pair != self.headline))

    @property
    def configuration(self) -> Mapping[str, Any]:
        """The whole configuration as JSON values: contestants' and settings' data, the game's values."""
        return dict(self.manifest["configuration"])

    @property
    def rulings(self) -> Mapping[str, str]:
        """Ruling → option in force."""
        return dict(self.manifest["rulings"])

    def cells(
        self,
        first: str | None = None,
        second: str | None = None,
        setting: str | None = None,
        policies: tuple[str, ...] | None = None,
        where: Callable[[str, str, str], bool] | None = None,
    ) -> Cells:
        """Return the cells that fit.

        Parameters
        ----------
        first, second
            The contestant in the first and in the second seat; any by default, mirrors among them.
        setting
            Any by default.
        policies
            One per seat; the headline by default.
        where
            Takes first, second and setting; says whether the cell is wanted.
        """
        wanted = (first, second, setting, policies or self.headline)
        names = (
            name
            for name in self.counted
            if all(one in (None, own) for one, own in zip(wanted, name, strict=True))
            and (where is None or where(*name[:3]))
        )
        return Cells(self, tuple(names))

    def keys(self, fact: str) -> tuple[str, ...]:
        """Return the keys that a fact took in any game of the run: numbers in their order, then words."""
        return self._keys.get(fact, ())

    @cached_property
    def _keys(self) -> dict[str, tuple[str, ...]]:
        """Every fact's keys; they are asked for again and again."""
        found: dict[str, set[str]] = {}
        for counted in self.counted.values():
            for fact, own in counted.facts.items():
                found.setdefault(fact, set()).update(own)
        return {fact: _sorted(keys) for fact, keys in found.items()}

    @cached_property
    def counted(self) -> dict[CellName, Counted]:
        """Every cell that was played without a bid, in the configuration's order."""
        shared = tie_rule(self.rulings) == "shared"
        columns = self.columns
        named = [*columns.seats, columns.setting, *columns.policies]
        found = {}
        for row in self.tallies.filter(pl.col("bid") == 0, pl.col("games") > 0).iter_rows(named=True):
            first, second, setting, *policies = (row[name] for name in named)
            margins = {row["margin_offset"] + step: games for step, games in enumerate(row["margin_counts"])}
            halves = row["ties"] if shared else 0
            found[first, second, setting, tuple(policies)] = Counted(
                row["games"], row[columns.wins], halves, margins, {}
            )
        rows = self.facts.filter(pl.col("bid") == 0, pl.col("games") > 0)
        for *names, fact, key, games, wins in rows.select(*named, "fact", "key", "games", "wins").iter_rows():
            first, second, setting, *policies = names
            cell = found.get((first, second, setting, tuple(policies)))
            if cell is None:
                msg = (
                    f"facts.parquet: facts of games that were not played: {first} against {second}, {setting}"
                )
                raise RunFolderError(msg)
            cell.facts.setdefault(fact, {})[key] = (games, wins)
        contestants, settings = (
            {name: place for place, name in enumerate(names)} for names in (self.contestants, self.settings)
        )

        def place(name: CellName) -> tuple[Any, ...]:
            return contestants[name[0]], contestants[name[1]], settings[name[2]], name[3]

        return {name: found[name] for name in sorted(found, key=place)}


@dataclass(frozen=True)
class Cells:
    """Some cells of a run. What is asked of several is the mean of theirs, each cell weighted alike.

    Parameters
    ----------
    run
        What they are of.
    names
        First and second contestant, setting and policies of each, in the run's order.
    """

    run: Played
    names: tuple[CellName, ...]

    def __iter__(self) -> Iterator[Cells]:
        """Yield each cell by itself."""
        for name in self.names:
            yield Cells(self.run, (name,))

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.names)

    @property
    def games(self) -> int:
        """How many games they have."""
        return sum(counted.games for _, counted in self._each())

    def wins(self, seat: int = 0) -> Quantity:
        """Return the share of wins of a seat (0 or 1); a shared level game counts as half. Unit: `IN_100`."""

        def shares(counted: Counted) -> dict[float, int]:
            lost = counted.games - counted.wins - counted.halves
            return {1.0: counted.wins, 0.5: counted.halves, 0.0: lost}

        first = self._asked(shares, None, SHARES, "wins", by_games=False)
        return 1 - first if seat else first

    def margin(self, seat: int = 0) -> Quantity:
        """Return the mean margin as a seat sees it: its points less the other's."""
        every = [margin for one in self.run.counted.values() for margin in one.margins]
        between = (min(every), max(every)) if every else None
        mean = self._asked(lambda counted: counted.margins, None, between, "margin", by_games=False)
        return -mean if seat else mean

    def share(self, fact: str, *keys: str, of_all: bool = True, by_games: bool = False) -> Quantity:
        """Return the share of games in which a fact took one of the keys. Unit: `IN_100`.

        Parameters
        ----------
        fact
            Counts a game under one key at most. Where a cell has more counts than games, those of one game are taken
            to be all alike.
        keys
            Of the fact.
        of_all
            Whether of all games; else of those in which the fact took any key.
        by_games
            Whether all games weigh alike rather than all cells, as is wise where the fact is rare in some cells.
        """

        def shares(counted: Counted) -> dict[float, int]:
            own = counted.facts.get(fact, {})
            among = counted.games if of_all else sum(games for games, _ in own.values())
            with_it = sum(own[key][0] for key in keys if key in own)
            return {1.0: min(with_it, among), 0.0: max(among - with_it, 0)}

        picked = None if of_all else (fact, frozenset(self.keys(fact)))
        what = ("share", fact, frozenset(keys), of_all, by_games)
        often = 1.0 if of_all else self._often(fact)
        return self._asked(shares, picked, SHARES, what, by_games=by_games, often=often)

    def mean(
        self,
        fact: str,
        score: Scoring = float,
        *,
        otherwise: float | None = None,
        between: tuple[float, float] | None = None,
        by_games: bool = False,
    ) -> Quantity:
        """Return the mean of a fact whose keys are numbers, with an interval from their spread.

        Parameters
        ----------
        fact
            Counts a game under one key at most. Where a cell has more counts than games, those of one game are taken
            to be all alike.
        score
            Key → number; None leaves the games with that key out. The key as a number by default.
        otherwise
            The number of games in which the fact took no key; by default they are left out.
        between
            Limits of the number in any game; by default the smallest and largest of all games of the run. Rare large
            numbers that no game of the run had are allowed for only if they lie within.
        by_games
            Whether all games weigh alike rather than all cells.
        """
        scores = {key: score(key) for key in self.run.keys(fact)}
        seen = [number for number in (*scores.values(), otherwise) if number is not None]
        limits = (min(seen), max(seen)) if seen else None

        def numbers(counted: Counted) -> dict[float, int]:
            own = counted.facts.get(fact, {})
            found: dict[float, int] = {}
            if otherwise is not None:
                found[otherwise] = max(counted.games - sum(games for games, _ in own.values()), 0)
            for key, (games, _) in own.items():
                number = scores[key]
                if number is not None:
                    found[number] = found.get(number, 0) + games
            return found

        kept = frozenset(key for key, number in scores.items() if number is not None)
        picked = (fact, kept) if otherwise is None else None
        what = ("mean", fact, tuple(scores.items()), otherwise, by_games)
        often = self._often(fact)
        return self._asked(numbers, picked, between or limits, what, by_games=by_games, often=often)

    def won(self, fact: str, *keys: str, seat: int = 0, by_games: bool = False) -> Quantity:
        """Return the share won outright by a seat of the games in which a fact took one of the keys.

        Exact only where no game ends level: a level game is counted as won by the second seat.
        """

        def shares(counted: Counted) -> dict[float, int]:
            own = [counted.facts.get(fact, {}).get(key, (0, 0)) for key in keys]
            games, wins = sum(games for games, _ in own), sum(wins for _, wins in own)
            return {1.0: wins, 0.0: games - wins}

        what = ("won", fact, frozenset(keys), by_games)
        often = self._often(fact)
        first = self._asked(shares, (fact, frozenset(keys)), SHARES, what, by_games=by_games, often=often)
        return 1 - first if seat else first

    def keys(self, fact: str) -> tuple[str, ...]:
        """Return the keys that a fact took in these cells: numbers in their order, then words."""
        return _sorted(key for _, counted in self._each() for key in counted.facts.get(fact, ()))

    def _each(self) -> Iterator[tuple[str, Counted]]:
        """Yield the name of each cell in one text, and what it has counted."""
        for name in self.names:
            yield "|".join([*name[:3], *name[3]]), self.run.counted[name]

    def _often(self, fact: str) -> float:
        """Return how often a game counts under a fact: once, unless a cell has more counts than games."""
        counts = (
            sum(games for games, _ in counted.facts.get(fact, {}).values()) / counted.games
            for _, counted in self._each()
        )
        return max(1.0, *counts, 1.0)

    def _asked(
        self,
        games: Callable[[Counted], dict[float, int]],
        keys: tuple[str, frozenset[str]] | None,
        between: tuple[float, float] | None,
        what: Hashable,
        *,
        by_games: bool,
        often: float = 1.0,
    ) -> Quantity:
        """Return the mean of what `games` makes of each cell: games by number.

        Where a game counts `often`, its counts are taken as if they were all alike: they tell as much as one.
        """
        each = [
            (name, {number: count / often for number, count in games(counted).items()})
            for name, counted in self._each()
        ]
        keys = keys if often == 1 else None
        if by_games:
            summed = added(found for _, found in each)
            return sampled(Sample.of(summed, (name for name, _ in each), keys, between, what))
        return pooled(sampled(Sample.of(found, (name,), keys, between, what)) for name, found in each)


def added(counts: Iterable[Mapping[float, float]]) -> dict[float, float]:
    """Return the sums of numbers of games by value."""
    found: dict[float, float] = {}
    for one in counts:
        for value, games in one.items():
            found[value] = found.get(value, 0) + games
    return found


def _sorted(keys: Iterable[str]) -> tuple[str, ...]:
    """Return keys once each: numbers in their order, then words."""
    return tuple(sorted(set(keys), key=lambda key: (_number(key), key)))


def _number(key: str) -> float:
    """Return a key as a number; words come last."""
    try:
        return float(key)
    except ValueError:
        return math.inf
