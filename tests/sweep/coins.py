"""A test double: a rule system of coin flips, and a configuration of it.

Sweeps, folders and reports take it like any other, which shows that they know nothing of Pacts.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from balance.config.precision import Precision
from balance.config.run import Configuration
from balance.config.scaling import scaled_entry, scaled_precision
from balance.engine.system import (
    Cell,
    CellTally,
    Change,
    Columns,
    FactRow,
    GameOutcome,
    GameRows,
    PolicyHandle,
)
from balance.errors import ConfigurationError
from balance.words import Words

LARGEST_BID = 9
WORDS = Words(
    title="Coins",
    contestant="coin",
    setting="weather",
    game="flip",
    point="pip",
    seats={"north": "North", "south": "South"},
    luck="winds",
)
"""Coins have sides, a tie-break and bids; `LABELS` has none of them."""
LABELS = replace(WORDS, sides=False, tie_break=False, bids=False)


class Pair(BaseModel):
    """Who flips against whom."""

    model_config = ConfigDict(frozen=True)
    north: str
    south: str
    games: int
    layouts: tuple[str, ...] | None = None

    @property
    def settings(self) -> tuple[str, ...] | None:
        """The weathers that it is played in; None: all."""
        return self.layouts

    def in_settings(self, names: Iterable[str]) -> Self:
        """Return it in other weathers."""
        return self.model_copy(update={"layouts": tuple(names)})


class Bids(Pair):
    """Which bids are tried."""

    bids: tuple[int, ...] | None = None
    largest: int | None = None
    both_readings: bool = False


class Others(BaseModel):
    """Which games are played under other rules too."""

    model_config = ConfigDict(frozen=True)
    tie_break: tuple[Pair, ...] = ()
    abilities: tuple[Pair, ...] = ()
    rulings: tuple[Pair, ...] = ()


class Coins(BaseModel):
    """A configuration: coins with a skill each, flipped in some weathers."""

    model_config = ConfigDict(frozen=True)
    name: str = "coins"
    path: Path = Path("coins.yaml")
    seed: int = 1
    factions: dict[str, int] = {"ducat": 0, "florin": 2, "guilder": 5}
    layouts: dict[str, int] = {"calm": 0, "storm": 1}
    policies: dict[str, dict[str, float]] = {"left": {}, "right": {}}
    policy_pairs: tuple[Pair, ...] = (
        Pair(north="left", south="left", games=60),
        Pair(north="left", south="right", games=25, layouts=("calm",)),
    )
    auction: Bids | None = Bids(north="left", south="left", games=20, bids=(1, 3))
    comparisons: Others | None = None
    precision: Precision | None = None
    side: str = "court_and_faction"

    @property
    def system(self) -> str:
        """The room that there is none of."""
        return "coins"

    @property
    def words(self) -> Words:
        """What coins call their things."""
        return WORDS

    @property
    def seats(self) -> tuple[str, ...]:
        """Who flips."""
        return ("north", "south")

    @property
    def settings(self) -> dict[str, int]:
        """The weathers."""
        return self.layouts

    @property
    def set_sizes(self) -> dict[str, int]:
        """No weather is a set."""
        return {}

    def pool(self) -> tuple[str, ...]:
        """Return all coins."""
        return tuple(self.factions)

    def select(
        self, *, contestants: Iterable[str] | None = None, settings: Iterable[str] | None = None
    ) -> Self:
        def chosen(names: Iterable[str] | None, every: dict[str, int]) -> dict[str, int]:
            return {k: v for k, v in every.items() if names is None or k in names}

        if any(name not in self.factions for name in contestants or ()):
            msg = f"unknown coin in {contestants}"
            raise ConfigurationError(msg)
        kept = {"factions": chosen(contestants, self.factions), "layouts": chosen(settings, self.layouts)}
        return self.model_copy(update=kept)

    def scaled(self, factor: float) -> Self:
        def others(entries: tuple[Pair, ...]) -> tuple[Pair, ...]:
            return tuple(scaled_entry(entry, factor) for entry in entries)

        compared = self.comparisons
        pairs = len(self.factions) * (len(self.factions) - 1)
        update = {
            "policy_pairs": others(self.policy_pairs),
            "auction": self.auction and scaled_entry(self.auction, factor),
            "comparisons": compared and Others(**{name: others(entries) for name, entries in compared}),
            "precision": scaled_precision(self.precision, factor, pairs),
        }
        return self.model_copy(update=update)

    @property
    def played_again(self) -> None:
        """No weather is a set, so none of its parts is played again."""

    def rulings(self) -> dict[str, str]:
        return {"tie_break": "north", "auction_side": self.side}

    def assumptions(self) -> dict[str, Any]:
        return {"coins are thin": True}

    def contents(self) -> dict[str, Any]:
        return self.model_dump(mode="json", exclude={"path"})

    def digest(self) -> str:
        return hashlib.sha256(json.dumps(self.contents(), sort_keys=True).encode()).hexdigest()


def configuration(**changes: Any) -> Configuration:
    """Return a configuration of coins, as far as a sweep looks at one."""
    return cast("Configuration", Coins(**changes))


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return SplitMix64's finaliser of each value."""
    z = values + np.array(0x9E3779B97F4A7C15, np.uint64)
    z = (z ^ (z >> np.uint64(30))) * np.array([0xBF58476D1CE4E5B9], np.uint64)
    z = (z ^ (z >> np.uint64(27))) * np.array([0x94D049BB133111EB], np.uint64)
    return z ^ (z >> np.uint64(31))


class CoinSystem:
    """The margin of a game is a hash of the cell's key and the game's number, shifted by skill, seat and bid.

    Parameters
    ----------
    coins
        The configuration.
    pause
        Seconds that a call of `play` takes at least, for tests that interrupt it.
    ties_to
        The seat that wins level games.
    dull
        The coin whose skill is switched off.
    """

    name = "coins"
    version = 1
    columns = Columns(seats=("north", "south"), setting="weather")
    words = WORDS

    def __init__(
        self, coins: Configuration, *, pause: float = 0.0, ties_to: str = "north", dull: str = ""
    ) -> None:
        self._coins = cast("Coins", coins)
        self._ties_to, self._dull = ties_to, dull
        self.seed = self._coins.seed
        self._pause = pause
        self.calls: list[tuple[int, int]] = []  # number of cells, games

    def contestants(self) -> Sequence[str]:
        return list(self._coins.factions)

    def settings(self) -> Sequence[str]:
        return list(self._coins.layouts)

    def setting_features(self, setting: str) -> Mapping[str, float]:
        return {}

    def turns(self, setting: str) -> None:
        """Return nothing: all flips in a weather are alike."""

    def largest_bid(self) -> int:
        return LARGEST_BID

    def abilities(self) -> Sequence[str]:
        return ("skill",)

    def without(self, contestant: str, ability: str) -> CoinSystem:
        assert ability == "skill"
        return CoinSystem(cast("Configuration", self._coins), ties_to=self._ties_to, dull=contestant)

    def variants(self, setting: str) -> Sequence[Change]:
        return [
            Change("ties: south", "ruling", "ties", "north", "south", "south wins level games", "rulebook"),
            Change(
                "ducat: thick", "assumption", "ducat", "", "thick", "the ducat has a skill of 3", "assumed"
            ),
            Change("wind: none", "assumption", "wind", "", "none", "there is no wind", "assumed"),
            Change("box: small", "ruling", "box", "large", "small", "no guilders", "ruling", ("guilder",)),
        ]

    def varied(self, setting: str, name: str) -> CoinSystem:
        if name == "ties: south":
            return self.with_ties_to("south")
        factions = {**self._coins.factions, **({"ducat": 3} if name == "ducat: thick" else {})}
        changed = self._coins.model_copy(update={"factions": factions})
        return CoinSystem(cast("Configuration", changed), ties_to=self._ties_to, dull=self._dull)

    def with_ties_to(self, seat: str) -> CoinSystem:
        return CoinSystem(cast("Configuration", self._coins), ties_to=seat, dull=self._dull)

    def _skill(self, name: str) -> int:
        return 0 if name == self._dull else self._coins.factions[name]

    def _wins(self, margins: NDArray[np.int64]) -> NDArray[np.bool_]:
        return margins >= 0 if self._ties_to == "north" else margins > 0

    def rules_key(self, cell: Cell) -> str:
        north, south = map(self._skill, cell.contestants)
        return f"{north - south + self._coins.layouts[cell.setting]} {self._ties_to}"

    def margins(self, cell: Cell, first_game: int, games: int) -> NDArray[np.int64]:
        """Return the margins of some games of a cell."""
        key = np.array([cell.key(self.seed)], np.uint64)
        numbers = np.arange(first_game, first_game + games).astype(np.uint64)
        north, south = map(self._skill, cell.contestants)
        luck = (_mixed(_mixed(numbers) + key) % np.uint64(21)).astype(np.int64) - 10
        return luck + north - south + 1 + 2 * cell.bid + self._coins.layouts[cell.setting]

    def play(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[CellTally]:
        time.sleep(self._pause)
        self.calls.append((len(cells), games))
        return [self._tally(cell, self.margins(cell, first_game, games)) for cell in cells]

    def _tally(self, cell: Cell, margins: NDArray[np.int64]) -> CellTally:
        low = int(margins.min())
        facts = tuple(
            FactRow("parity", key, int(at.sum()), int(self._wins(margins[at]).sum()), int(margins[at].sum()))
            for key, at in (("odd", margins % 2 == 1), ("even", margins % 2 == 0))
            if at.any()
        )
        return CellTally(
            cell=cell,
            games=len(margins),
            wins=int(self._wins(margins).sum()),
            ties=int((margins == 0).sum()),
            margin_offset=low,
            margin_counts=np.bincount(margins - low).astype(np.int64),
            facts=facts,
        )

    def games(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[GameRows]:
        rows = []
        for cell in cells:
            found = self.margins(cell, first_game, games)
            shares, margins = self._wins(found).astype(np.float64), found.astype(np.int16)
            rows.append(GameRows(cell, first_game, margins, shares, {"parity": margins % 2}))
        return rows

    def record(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> list[dict[str, Any]]:
        return [
            {"event": "game", "cell": cell.name},
            {"event": "end", "margin": int(self.margins(cell, game, 1)[0])},
        ]

    def record_file(self, records: Iterable[list[dict[str, Any]]]) -> str:
        return "".join(json.dumps(event) + "\n" for record in records for event in record)

    def record_text(self, record: Sequence[dict[str, Any]]) -> str:
        header, end = record
        return f"{header['cell']} {end['margin']}\n"

    def can_be_watched(self) -> bool:
        return False

    def text(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> str:
        return f"{cell.name} {self.margins(cell, game, 1)[0]}"

    def outcome(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> GameOutcome:
        margin = int(self.margins(cell, game, 1)[0])
        return GameOutcome((margin, 0), 0 if margin >= 0 else 1)

    def warm_up(self, policies: Mapping[str, PolicyHandle]) -> None:
        """Do nothing: coins need no compiler."""
