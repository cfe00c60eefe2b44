"""What a finished run has counted, asked by names: cells by contestant, setting and policies, and facts by key."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from balance.engine.system import Columns
from balance.stats.questions.quantities import Quantity

Scoring = Callable[[str], float | None]


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
        raise NotImplementedError

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
        raise NotImplementedError


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
    names: tuple[tuple[str, str, str, tuple[str, ...]], ...]

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
        raise NotImplementedError

    def wins(self, seat: int = 0) -> Quantity:
        """Return the share of wins of a seat (0 or 1); a shared level game counts as half. Unit: `IN_100`."""
        raise NotImplementedError

    def margin(self, seat: int = 0) -> Quantity:
        """Return the mean margin as a seat sees it: its points less the other's."""
        raise NotImplementedError

    def share(self, fact: str, *keys: str, of_all: bool = True, by_games: bool = False) -> Quantity:
        """Return the share of games in which a fact took one of the keys. Unit: `IN_100`.

        Parameters
        ----------
        fact
            Counted at most once a game.
        keys
            Of the fact.
        of_all
            Whether of all games; else of those in which the fact took any key.
        by_games
            Whether all games weigh alike rather than all cells, as is wise where the fact is rare in some cells.
        """
        raise NotImplementedError

    def mean(
        self,
        fact: str,
        score: Scoring = float,
        *,
        otherwise: float | None = None,
        by_games: bool = False,
    ) -> Quantity:
        """Return the mean of a fact whose keys are numbers, with an interval from their spread.

        Parameters
        ----------
        fact
            Counted at most once a game.
        score
            Key → number; None leaves the games with that key out. The key as a number by default.
        otherwise
            The number of games in which the fact took no key; by default they are left out.
        by_games
            Whether all games weigh alike rather than all cells.
        """
        raise NotImplementedError

    def won(self, fact: str, *keys: str, seat: int = 0, by_games: bool = False) -> Quantity:
        """Return the share won outright by a seat of the games in which a fact took one of the keys.

        Exact only where no game ends level: a level game is counted as won by the second seat.
        """
        raise NotImplementedError

    def keys(self, fact: str) -> tuple[str, ...]:
        """Return the keys that a fact took in these cells: numbers in their order, then words."""
        raise NotImplementedError
