"""From rows of games to the effects behind them: columns of the model, and what is read off from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_array

from balance.errors import FitError, nearest
from balance.stats.intervals import Array
from balance.stats.pairings.results import Term

Index = NDArray[np.int64]

MANY = 25
"""Beyond so many contestants pairs are predicted only where played, and seats and settings shift all alike."""

SCALES = {
    Term.STRENGTH: 1.0,
    Term.SEAT: 0.5,
    Term.INTERACTION: 0.5,
    Term.SETTING: 0.5,
    Term.CONTESTANT_SETTING: 0.3,
    Term.PLAYER: 1.0,
    Term.FOLLOWING: 1.0,
    Term.CELL: 0.3,
}
"""Where the counts say nothing of a spread, it is about this (log odds): the scale of its half-Cauchy prior."""

PLAYERS = ("first_player", "second_player")


def summed(place: Index, values: Array, size: int) -> Array:
    """Return the sum of the values at each place."""
    return np.bincount(place, values, size).astype(np.float64)


@dataclass(frozen=True)
class Games:
    """Counts summed per kind of game, names as numbers.

    Parameters
    ----------
    contestants, settings, players
        Names by number.
    first, second, setting
        Per row.
    first_player, second_player
        Per row; empty without players.
    games, wins, ties
        Per row; ties are in neither side's wins.
    offset
        Log odds known beforehand, per row.
    """

    contestants: tuple[str, ...]
    settings: tuple[str, ...]
    players: tuple[str, ...]
    first: Index
    second: Index
    setting: Index
    first_player: Index
    second_player: Index
    games: Array
    wins: Array
    ties: Array
    offset: Array

    @cached_property
    def habits(self) -> Array:
        """Players × contestants: which part of a player's games each contestant is, less the players' mean."""
        found = np.zeros((len(self.players), len(self.contestants)))
        for player, contestant in ((self.first_player, self.first), (self.second_player, self.second)):
            np.add.at(found, (player, contestant), self.games)
        found /= np.maximum(found.sum(axis=1, keepdims=True), 1e-12)
        return np.asarray(found - found.mean(axis=0))

    @property
    def score(self) -> Array:
        """The first seat's wins and half its ties, per row."""
        return self.wins + self.ties / 2

    def take(self, rows: NDArray[np.bool_]) -> Games:
        """Return some of the rows."""
        names = ["first", "second", "setting", "games", "wins", "ties", "offset"]
        names += PLAYERS if self.players else ()
        return replace(self, **{name: getattr(self, name)[rows] for name in names})

    def one_way(self) -> Games:
        """Return the same games, each told with the contestant first that is listed first."""
        swap = self.first > self.second
        losses = self.games - self.wins - self.ties
        players = (self.first_player, self.second_player)
        if self.players:
            players = (np.where(swap, *players[::-1]), np.where(swap, *players))
        keys = [
            np.where(swap, self.second, self.first),
            np.where(swap, self.first, self.second),
            self.setting,
        ]
        keys += [np.where(swap, -self.offset, self.offset), *(players if self.players else ())]
        unique, place = np.unique(np.stack(keys), axis=1, return_inverse=True)
        games, wins, ties = (
            summed(place, x, unique.shape[1])
            for x in (self.games, np.where(swap, losses, self.wins), self.ties)
        )
        first, second, setting = unique[:3].astype(np.int64)
        people = tuple(unique[4:].astype(np.int64)) if self.players else players
        return replace(
            self,
            first=first,
            second=second,
            setting=setting,
            first_player=people[0],
            second_player=people[1],
            games=games,
            wins=wins,
            ties=ties,
            offset=unique[3],
        )

    @cached_property
    def alone(self) -> bool:
        """Whether each pair and setting has one row only."""
        return len(np.unique(np.stack([self.first, self.second, self.setting]), axis=1).T) == len(self.games)

    def by_cell(self) -> tuple[Array, Array, Array]:
        """Return games, wins and ties as arrays contestants × contestants × settings."""
        shape = (len(self.contestants),) * 2 + (len(self.settings),)
        flat = np.ravel_multi_index((self.first, self.second, self.setting), shape)
        size = int(np.prod(shape))
        sums = (summed(flat, x, size).reshape(shape) for x in (self.games, self.wins, self.ties))
        games, wins, ties = sums
        return games, wins, ties


def read(
    counts: pl.DataFrame, contestants: Sequence[str] | None = None, settings: Sequence[str] | None = None
) -> Games:
    """Return counts in the model's form, equal rows summed.

    Raises
    ------
    FitError
        A column is missing, no games, a name not among those given.
    """
    for name in ("first", "second", "games", "wins"):
        if name not in counts.columns:
            msg = f"counts: expected a column {name!r}; got {', '.join(counts.columns)}"
            raise FitError(msg)
    with_players = all(name in counts.columns for name in PLAYERS)
    keys = ["first", "second", "setting", *(PLAYERS if with_players else ())]
    rows = counts.filter(pl.col("games") > 0)
    if "setting" not in counts.columns:
        rows = rows.with_columns(setting=pl.lit(""))
    if "ties" not in counts.columns:
        rows = rows.with_columns(ties=pl.lit(0))
    if "offset" not in counts.columns:
        rows = rows.with_columns(offset=pl.lit(0.0))
    keys.append("offset")
    rows = rows.group_by(keys).agg(pl.col("games", "wins", "ties").sum()).sort(keys)
    if rows.is_empty():
        msg = "no games: nothing to fit"
        raise FitError(msg)
    names = _names(rows, ("first", "second"), contestants, "contestant")
    places = _names(rows, ("setting",), settings, "setting")
    players = _names(rows, PLAYERS, None, "player") if with_players else ()
    empty = np.zeros(0, np.int64)
    return Games(
        contestants=names,
        settings=places,
        players=players,
        first=_numbers(rows["first"], names),
        second=_numbers(rows["second"], names),
        setting=_numbers(rows["setting"], places),
        first_player=_numbers(rows["first_player"], players) if players else empty,
        second_player=_numbers(rows["second_player"], players) if players else empty,
        games=rows["games"].to_numpy().astype(np.float64),
        wins=rows["wins"].to_numpy().astype(np.float64),
        ties=rows["ties"].to_numpy().astype(np.float64),
        offset=rows["offset"].to_numpy().astype(np.float64),
    )


def _names(
    rows: pl.DataFrame, columns: Sequence[str], given: Sequence[str] | None, what: str
) -> tuple[str, ...]:
    found = sorted({str(x) for name in columns for x in rows[name].unique()})
    if given is None:
        return tuple(found)
    unknown = [name for name in found if name not in set(given)]
    if unknown:
        msg = f"{what} {unknown[0]!r} is not among {', '.join(given)}{nearest(unknown[0], given)}"
        raise FitError(msg)
    return tuple(given)


def _numbers(column: pl.Series, names: Sequence[str]) -> Index:
    place = pl.DataFrame({"name": list(names), "place": range(len(names))})
    return np.asarray(
        column.cast(pl.String)
        .to_frame("name")
        .join(place, on="name", how="left", maintain_order="left")["place"],
        np.int64,
    )


@dataclass(frozen=True)
class Columns:
    """Which kinds of effects the model has, and where their columns are.

    Parameters
    ----------
    contestants, settings, players
        How many of each.
    terms
        Kinds in order of their columns.
    habits
        Players × contestants, of `Games.habits`; None without players.
    """

    contestants: int
    settings: int
    players: int
    terms: tuple[Term, ...]
    habits: Array | None = None

    def without_players(self) -> Columns:
        """Return the same kinds but for the players'."""
        terms = tuple(t for t in self.terms if t not in (Term.PLAYER, Term.FOLLOWING))
        return replace(self, players=0, terms=terms, habits=None)

    def width(self, term: Term) -> int:
        """Return how many columns a kind has."""
        return {
            Term.SIDE: 1,
            Term.STRENGTH: self.contestants,
            Term.SEAT: self.contestants,
            Term.INTERACTION: self.contestants**2,
            Term.SETTING: self.settings,
            Term.CONTESTANT_SETTING: self.contestants * self.settings,
            Term.PLAYER: self.players,
            Term.FOLLOWING: self.contestants,
        }[term]

    def levels(self, term: Term) -> int:
        """Return how many effects a kind has: no pair of a contestant with itself."""
        return self.width(term) - (self.contestants if term is Term.INTERACTION else 0)

    @cached_property
    def starts(self) -> dict[Term, int]:
        """First column of each kind."""
        ends = np.cumsum([0, *(self.width(t) for t in self.terms)])
        return dict(zip(self.terms, ends.tolist(), strict=False))

    @cached_property
    def size(self) -> int:
        """Number of columns."""
        return sum(self.width(t) for t in self.terms)

    def of(self, term: Term) -> slice:
        """Return the columns of a kind."""
        start = self.starts[term]
        return slice(start, start + self.width(term))

    def rows(
        self, first: Index, second: Index, setting: Index, players: tuple[Index, Index] | None = None
    ) -> csr_array:
        """Return the model's rows for games of these contestants in these settings; players are equal by default."""
        parts: list[tuple[Index, Array]] = []
        plus, minus = np.ones(len(first)), -np.ones(len(first))
        entries: dict[Term, list[tuple[Index, Array]]] = {
            Term.SIDE: [(np.zeros_like(first), plus)],
            Term.STRENGTH: [(first, plus), (second, minus)],
            Term.SEAT: [(first, plus), (second, plus)],
            Term.INTERACTION: [(first * self.contestants + second, plus)],
            Term.SETTING: [(setting, plus)],
            Term.CONTESTANT_SETTING: [
                (first * self.settings + setting, plus),
                (second * self.settings + setting, minus),
            ],
            Term.PLAYER: [] if players is None else [(players[0], plus), (players[1], minus)],
            Term.FOLLOWING: self._followings(players),
        }
        for term in self.terms:
            parts += [(self.starts[term] + place, value) for place, value in entries[term]]
        row = np.tile(np.arange(len(first)), len(parts))
        column = np.concatenate([p for p, _ in parts])
        value = np.concatenate([v for _, v in parts])
        found = csr_array((value, (row, column)), shape=(len(first), self.size))
        found.sum_duplicates()
        return found

    def _followings(self, players: tuple[Index, Index] | None) -> list[tuple[Index, Array]]:
        if players is None or self.habits is None:
            return []
        apart = self.habits[players[0]] - self.habits[players[1]]
        return [(np.full(len(apart), k), apart[:, k]) for k in range(self.contestants)]


@dataclass(frozen=True)
class Grid:
    """The cells that are predicted: ordered pairs without mirrors, each in every setting."""

    first: Index  # per pair
    second: Index
    settings: int

    @classmethod
    def of(cls, games: Games, *, one_way: bool) -> Grid:
        """Return all pairs, or with many contestants those that played; one way round if seats mean nothing."""
        count = len(games.contestants)
        if count <= MANY:
            pairs = [(a, b) for a, b in product(range(count), repeat=2) if a != b]
        else:
            pairs = sorted(
                {(int(a), int(b)) for a, b in zip(games.first, games.second, strict=True) if a != b}
            )
        if one_way:
            pairs = sorted({(min(pair), max(pair)) for pair in pairs})
        first, second = np.array(pairs, np.int64).reshape(-1, 2).T
        return cls(first, second, len(games.settings))

    @property
    def pairs(self) -> int:
        """Number of pairs."""
        return len(self.first)

    @cached_property
    def cells(self) -> tuple[Index, Index, Index]:
        """First, second and setting of each cell, pair by pair."""
        setting = np.tile(np.arange(self.settings), self.pairs)
        return np.repeat(self.first, self.settings), np.repeat(self.second, self.settings), setting

    def place(self, first: Index, second: Index, setting: Index) -> Index:
        """Return which cell a row of games is in."""
        key = first * (1 + max(self.first.max(), self.second.max())) + second
        keys = self.first * (1 + max(self.first.max(), self.second.max())) + self.second
        return np.asarray(np.searchsorted(keys, key) * self.settings + setting, np.int64)
