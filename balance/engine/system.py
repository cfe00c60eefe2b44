"""What a rule system offers to sweeps, statistics and reports; they know nothing else of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from balance.config.base import ROW_MARK
from balance.words import Words

Kernel = Callable[..., Any]


@dataclass(frozen=True)
class Cell:
    """One contestant per seat, a setting, a policy per seat and a bid: the unit that games are counted by.

    Parameters
    ----------
    contestants
        One name per seat, in seat order (Pacts: Seelie's faction, Unseelie's faction).
    setting
        The setting's name (Pacts: the layout).
    policies
        One policy name per seat.
    bid
        Cubes given before play: positive to the first seat, negative to the second, 0 to nobody.
    rules
        Empty for games under the configuration's own rules; else the name of a comparison that plays the same
        games under other rules too (`balance.sweep.comparisons`). It is no part of the games' key.
    """

    contestants: tuple[str, ...]
    setting: str
    policies: tuple[str, ...]
    bid: int = 0
    rules: str = ""

    @property
    def name(self) -> str:
        """The cell in words: names only, never positions in a file and never the rules."""
        return "|".join([*self.contestants, self.setting, *self.policies, str(self.bid)])

    def key(self, seed: int) -> int:
        """Return the 64-bit key of this cell's games under a master seed (SHA-256, first 8 bytes)."""
        digest = hashlib.sha256(f"{seed}|{self.name}".encode()).digest()
        return int.from_bytes(digest[:8], "little")


@dataclass(frozen=True)
class PolicyHandle:
    """A policy as the engine takes it.

    Parameters
    ----------
    name
        Its name in cells.
    choose
        A compiled function of the system's declared type; for a policy in plain Python
        ``choose(observation, legal, random) -> action`` (see docs/api.md).
    weights
        What a compiled function is handed.
    compiled
        Which of the two `choose` is.
    """

    name: str
    choose: Kernel
    weights: NDArray[np.float64]
    compiled: bool = True


@dataclass(frozen=True, slots=True)  # a sweep has hundreds of thousands
class FactRow:
    """One value of one named fact in one cell.

    `games` had this `key`, the first seat won `wins` of them, and `total` sums the fact's own quantity.
    """

    fact: str
    key: str
    games: int
    wins: int
    total: int


@dataclass(frozen=True)
class CellTally:
    """Counts of one cell's games.

    Parameters
    ----------
    cell
        Which cell.
    games, wins, ties
        Games played; games won by the first seat under the rules in force; games with equal scores.
    margin_offset
        The margin (first seat minus second, points) that the first entry of `margin_counts` counts.
    margin_counts
        Games by margin, trimmed to the margins that occurred.
    facts
        Named facts; see `FactRow`.
    margins
        Final margin of each game in the order of their numbers, where games take turns (`RuleSystem.turns`) and are
        played at bid 0 under the configuration's own rules; else empty. Sums of tallies do not hold them.
    """

    cell: Cell
    games: int
    wins: int
    ties: int
    margin_offset: int
    margin_counts: NDArray[np.int64]
    facts: tuple[FactRow, ...] = ()
    margins: NDArray[np.int16] = field(default_factory=lambda: np.zeros(0, np.int16))

    @property
    def margin_mean(self) -> float:
        """Mean margin in points; 0 where no game was played."""
        if self.games == 0:
            return 0.0
        margins = self.margin_offset + np.arange(len(self.margin_counts))
        return float(margins @ self.margin_counts) / self.games

    def __add__(self, other: CellTally) -> CellTally:
        """Add the games of another chunk of the same cell."""
        if other.cell != self.cell:
            msg = f"cannot add games of cell {other.cell.name!r} to cell {self.cell.name!r}"
            raise ValueError(msg)
        low = min(self.margin_offset, other.margin_offset)
        high = max(t.margin_offset + len(t.margin_counts) for t in (self, other))
        counts = np.zeros(high - low, np.int64)
        for t in (self, other):
            start = t.margin_offset - low
            counts[start : start + len(t.margin_counts)] += t.margin_counts
        facts: dict[tuple[str, str], FactRow] = {}
        for row in (*self.facts, *other.facts):
            old = facts.get((row.fact, row.key))
            facts[row.fact, row.key] = (
                row
                if old is None
                else FactRow(
                    row.fact, row.key, old.games + row.games, old.wins + row.wins, old.total + row.total
                )
            )
        return CellTally(
            cell=self.cell,
            games=self.games + other.games,
            wins=self.wins + other.wins,
            ties=self.ties + other.ties,
            margin_offset=low,
            margin_counts=counts,
            facts=tuple(facts[k] for k in sorted(facts)),
        )


@dataclass(frozen=True)
class GameRows:
    """Some games of one cell, one by one.

    Parameters
    ----------
    cell
        Which cell.
    first_game
        The index of the first of them.
    margins
        Final margin of each game (first seat minus second, points).
    shares
        The first seat's share of the win in each game: 1 won, 0 lost, 0.5 shared.
    facts
        Further numbers by name, one per game.
    """

    cell: Cell
    first_game: int
    margins: NDArray[np.int16]
    shares: NDArray[np.float64]
    facts: Mapping[str, NDArray[np.int16]]


@dataclass(frozen=True)
class SettingTurns:
    """What the games of a setting take turns on (Pacts: the layouts of a set): game i on row i % `size`.

    Parameters
    ----------
    places, pieces
        Names of what can be laid where (Pacts: regions; labels of tiles).
    order
        Which piece lies on which place, one row per turn, shape (size, places); not to be written to.
    block
        Every `block` rows, from the first row on, have each piece on each place equally often; 1 where no such number
        is known.
    """

    places: tuple[str, ...]
    pieces: tuple[str, ...]
    order: NDArray[np.int8]
    block: int = 1

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self.order)

    def name(self, row: int) -> str:
        """Return a row in words: its pieces in the order of the places (``2/7 4/3 5/5 1/5 3/6 3/4``)."""
        return " ".join(self.pieces[piece] for piece in self.order[row])


def row_setting(setting: str, row: int) -> str:
    """Return the name of a setting that is one row of another, with all games played on it.

    A cell may have such a setting wherever the engine takes a cell; `RuleSystem.settings` never lists it.

    >>> row_setting("all", 17)
    'all#17'
    """
    return f"{setting}{ROW_MARK}{row}"


@dataclass(frozen=True)
class Columns:
    """The names under which a system's cells appear in `tallies.parquet`."""

    seats: tuple[str, ...]  # Pacts: ("seelie", "unseelie")
    setting: str  # Pacts: "layout"

    @property
    def policies(self) -> tuple[str, ...]:
        """One policy column per seat."""
        return tuple(f"{seat}_policy" for seat in self.seats)

    @property
    def wins(self) -> str:
        """The column of the first seat's wins."""
        return f"{self.seats[0]}_wins"


@dataclass(frozen=True)
class Change:
    """One thing that the rules might have said otherwise.

    Parameters
    ----------
    name
        Short and unique: ``move_unit: steps``.
    kind
        What is changed: ``ruling``, ``assumption`` (a value) or ``layout``.
    what, base, option
        Its name, and what it is changed from (empty where that has no name) and to.
    meaning
        The change in a few words.
    source
        Where what is in force comes from: ``rulebook``, ``ruling`` or ``assumed``.
    absent
        The contestants that it leaves out. Such a change plays no game.
    """

    name: str
    kind: str
    what: str
    base: str
    option: str
    meaning: str
    source: str
    absent: tuple[str, ...] = ()


def tie_rule(rulings: Mapping[str, str]) -> str:
    """Return who wins level games under some rulings: a seat's name, or ``shared``, as where none speaks of it.

    Examples
    --------
    >>> tie_rule({"tie_break": "north"}), tie_rule({})
    ('north', 'shared')
    """
    return rulings.get("tie_break", "shared")


class RuleSystem(Protocol):
    """A rule system under one configuration."""

    name: str
    version: int  # raised when behaviour changes, never for speed
    columns: Columns
    seed: int

    @property
    def words(self) -> Words:
        """What reports call all of it."""
        ...

    def contestants(self) -> Sequence[str]:
        """Return the names that can take a seat, in the configuration's order."""
        ...

    def settings(self) -> Sequence[str]:
        """Return the settings' names, in the configuration's order."""
        ...

    def setting_features(self, setting: str) -> Mapping[str, float]:
        """Return what distinguishes a setting from others: feature in words, for readers → value; may be empty."""
        ...

    def turns(self, setting: str) -> SettingTurns | None:
        """Return what the games of a setting take turns on; None where all are played on the same."""
        ...

    def largest_bid(self) -> int:
        """Return the largest bid that the rules admit, in cubes."""
        ...

    def abilities(self) -> Sequence[str]:
        """Return what can be switched off of a contestant, for comparisons."""
        ...

    def without(self, contestant: str, ability: str) -> RuleSystem:
        """Return the same system with one ability of one contestant switched off, in whatever seat it sits."""
        ...

    def variants(self, setting: str) -> Sequence[Change]:
        """Return what the rules might have said otherwise, one thing at a time, for games in a setting."""
        ...

    def varied(self, setting: str, name: str) -> RuleSystem:
        """Return the same system with one of its `variants`."""
        ...

    def with_ties_to(self, seat: str) -> RuleSystem:
        """Return the same system with a seat that wins where scores are equal."""
        ...

    def rules_key(self, cell: Cell) -> str:
        """Return a digest of the rules that a cell is played by.

        Where two configurations give a cell equal keys, the same seed plays the same games of it.
        """
        ...

    def play(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[CellTally]:
        """Play games `first_game` … `first_game + games - 1` of each cell and count them.

        The result is a function of the configuration, the cell and the game index alone.
        """
        ...

    def games(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[GameRows]:
        """Play the same games as `play` and return them one by one."""
        ...

    def record(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> list[dict[str, Any]]:
        """Return one game as a record: its header, then everything that happened, as JSON values."""
        ...

    def record_file(self, records: Iterable[list[dict[str, Any]]]) -> str:
        """Return records as a file holds them, with all that is needed to check them."""
        ...

    def record_text(self, record: Sequence[dict[str, Any]]) -> str:
        """Return a record as text, move by move, in rulebook words; it ends in a newline."""
        ...

    def can_be_watched(self) -> bool:
        """Tell whether reports can show the record of a game move by move."""
        ...

    def text(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> str:
        """Return one game as text, move by move, in rulebook words."""
        ...

    def outcome(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> GameOutcome:
        """Play one game step by step through the friendly layer and return its outcome."""
        ...

    def warm_up(self, policies: Mapping[str, PolicyHandle]) -> None:
        """Compile everything `play` needs (a game of each), so that workers find it in the cache."""
        ...


@dataclass(frozen=True)
class GameOutcome:
    """How one game ended: final scores by seat, the winning seat (None: shared), and why."""

    scores: tuple[int, ...]
    winner: int | None
    tie_break: bool = False
    facts: Mapping[str, Any] = field(default_factory=dict)
