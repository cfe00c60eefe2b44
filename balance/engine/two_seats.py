"""The parts of a rule system that follow from a few hooks: two seats, no bids, level games half a win each."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from balance.config.plain import PlainConfiguration
from balance.config.run import chosen
from balance.engine.record_lines import FORMAT, FORMAT_VERSION
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
from balance.errors import BalanceError, PolicyError
from balance.words import Words

Event = dict[str, Any]


class TwoSeatSystem:
    """A rule system under one configuration (see `balance.engine.system.RuleSystem`); a subclass gives the hooks.

    A subclass sets `name`, `version`, `FACTS` and, where something of a contestant can be switched off, `ABILITIES`,
    and says `rules_of`, `loop`, `events`, `retold`, `told` and, with abilities, `without`.

    Parameters
    ----------
    configuration
        Contestants, settings, game file and seed.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    FACTS: tuple[tuple[str, str], ...]
    """Fact and key of each counter; a fact that is a histogram has the numbers as keys, each game under one."""
    ABILITIES: ClassVar[tuple[str, ...]] = ()

    def __init__(self, configuration: PlainConfiguration) -> None:
        self.configuration = configuration
        self.seed = configuration.seed
        self.columns = Columns(
            seats=configuration.form.seats, setting=configuration.words.setting.replace(" ", "_")
        )
        self._rules = lru_cache(maxsize=None)(self.rules_of)

    # what a subclass says

    def rules_of(self, contestants: tuple[str, ...], setting: str) -> NDArray[Any]:
        """Return the rules record of a cell, shape (1,): all that decides a game but its key and the policies."""
        raise NotImplementedError

    def loop(
        self,
        rules: NDArray[Any],
        keys: NDArray[np.uint64],
        policies: tuple[PolicyHandle, PolicyHandle],
        first_game: int,
        games: int,
        margins: NDArray[np.int16],
        facts: NDArray[np.int64],
    ) -> None:
        """Play games of some cells.

        Parameters
        ----------
        rules, keys
            The rules record and the key of each cell, shape (cells,).
        policies
            Who plays each seat; compiled ones.
        first_game, games
            Which games.
        margins
            Written: first seat minus second in each game, shape (cells, games).
        facts
            Added to: games, the first seat's wins, and the sum of each counter, shape (cells, len(FACTS), 3).
        """
        raise NotImplementedError

    def events(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> list[Event]:
        """Return what happened in one game; the last event is ``end`` with scores, margin and winner."""
        raise NotImplementedError

    def retold(self, header: Event, events: Sequence[Event]) -> list[Event]:
        """Return the events of a record worked out anew from its decisions and chance.

        Raises
        ------
        RecordError
            A decision is illegal, or chance gives what it cannot. A message about one event begins with its number
            among the events: ``event 3: …``.
        """
        raise NotImplementedError

    def told(self, header: Event, events: Sequence[Event]) -> str:
        """Return a record as text in the words of the rules."""
        raise NotImplementedError

    def without(self, contestant: str, ability: str) -> Self:
        """Return the same system with one ability of one contestant switched off."""
        raise NotImplementedError

    # what follows

    @property
    def words(self) -> Words:
        """What the system calls its things."""
        return self.configuration.words

    def contestants(self) -> Sequence[str]:
        """Return the names that can take a seat, in the configuration's order."""
        return self.configuration.pool()

    def settings(self) -> Sequence[str]:
        """Return the settings' names, in the configuration's order."""
        return tuple(self.configuration.settings)

    def setting_features(self, setting: str) -> Mapping[str, float]:  # noqa: ARG002 (none)
        """Return no features."""
        return {}

    def turns(self, setting: str) -> None:
        """Return nothing: all games of a setting are played in the same."""

    def largest_bid(self) -> int:
        """Return 0: nothing is bid."""
        return 0

    def abilities(self) -> Sequence[str]:
        """Return what can be switched off of a contestant."""
        return self.ABILITIES

    def variants(self, setting: str) -> Sequence[Change]:
        """Return the other options of rulings and the other values of the game file.

        Raises
        ------
        ConfigurationError
            There is no such setting.
        """
        self.configuration.check_setting(setting)
        return [
            Change(one.name, one.kind, one.what, one.base, one.option, one.meaning, one.source)
            for one in self.configuration.variants()
        ]

    def varied(self, setting: str, name: str) -> Self:
        """Return the same system with one of its variants.

        Raises
        ------
        ConfigurationError
            There is no such setting.
        KeyError
            There is no such variant.
        """
        self.configuration.check_setting(setting)
        return type(self)({one.name: one.configuration for one in self.configuration.variants()}[name])

    def with_ties_to(self, seat: str) -> Self:
        """Refuse: level games have no other winner here.

        Raises
        ------
        BalanceError
            Always.
        """
        msg = f"{self.words.title} has no tie-break to give to {seat}: level {self.words.game}s are half a win each"
        raise BalanceError(msg)

    def rules_key(self, cell: Cell) -> str:
        """Return a digest of the rules that bear on a cell."""
        return hashlib.sha256(self._rules(cell.contestants, cell.setting).tobytes()).hexdigest()

    def warm_up(self, policies: Mapping[str, PolicyHandle]) -> None:
        """Play a game of each policy, so that all that `play` needs is compiled."""
        first, *_, last = self.contestants()
        for name in policies:
            self.play([Cell((first, last), self.settings()[0], (name, name))], policies, 0, 1)

    def play(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[CellTally]:
        """Play games `first_game` … `first_game + games - 1` of each cell and count them.

        Raises
        ------
        ValueError
            The cells differ in their policies.
        BalanceError
            A name is unknown, a bid is asked for, or a policy is in Python.
        """
        margins, facts = self._played(cells, policies, first_game, games)
        return [self._tally(*one) for one in zip(cells, margins, facts, strict=True)]

    def games(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[GameRows]:
        """Play the same games as `play` and return them one by one."""
        margins, _ = self._played(cells, policies, first_game, games)
        return [
            GameRows(cell, first_game, margins=own, shares=(np.sign(own) + 1) / 2, facts={})
            for cell, own in zip(cells, margins, strict=True)
        ]

    def _played(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
        """Return every game's margin, shape (cells, games), and the facts, shape (cells, len(FACTS), 3)."""
        if len({cell.policies for cell in cells}) > 1:
            msg = "expected cells of one pair of policies"
            raise ValueError(msg)
        if any(cell.bid for cell in cells):
            msg = f"nothing is bid in {self.words.title}; expected bid 0"
            raise BalanceError(msg)
        for cell in cells:
            self._check(cell)
        margins = np.zeros((len(cells), games), np.int16)
        facts = np.zeros((len(cells), len(self.FACTS), 3), np.int64)
        rules = np.concatenate([self._rules(cell.contestants, cell.setting) for cell in cells])
        keys = np.array([cell.key(self.seed) for cell in cells], np.uint64)
        self.loop(rules, keys, self.compiled(cells[0].policies, policies), first_game, games, margins, facts)
        return margins, facts

    def compiled(
        self, names: Sequence[str], policies: Mapping[str, PolicyHandle]
    ) -> tuple[PolicyHandle, PolicyHandle]:
        """Return the policies of both seats.

        Raises
        ------
        PolicyError
            One of them is in Python, which this system does not play.
        """
        first, second = (policies[name] for name in names)
        for policy in (first, second):
            if not policy.compiled:
                msg = f"{self.words.title} is played by its own policies, not by one in Python; got {policy.name}"
                raise PolicyError(msg)
        return first, second

    def _check(self, cell: Cell) -> None:
        """Refuse unknown names."""
        self.configuration.check_setting(cell.setting)
        chosen(self.words.contestant, cell.contestants, self.configuration.contestants)

    def _tally(self, cell: Cell, margins: NDArray[np.int16], facts: NDArray[np.int64]) -> CellTally:
        low = int(margins.min())
        rows = (
            FactRow(*self.FACTS[place], *map(int, facts[place]))
            for place in np.flatnonzero(facts[:, 0]).tolist()
        )
        return CellTally(
            cell=cell,
            games=len(margins),
            wins=int((margins > 0).sum()),
            ties=int((margins == 0).sum()),
            margin_offset=low,
            margin_counts=np.bincount(margins.astype(np.int64) - low).astype(np.int64),
            facts=tuple(sorted(rows, key=lambda row: (row.fact, row.key))),
        )

    def header(self, cell: Cell, game: int) -> Event:
        """Return the line that stands before the events of a game's record."""
        players = zip(self.columns.seats, cell.contestants, cell.policies, strict=True)
        return {
            "event": "game",
            "version": FORMAT_VERSION,
            "system": self.name,
            "rules_version": self.version,
            "configuration": self.configuration.digest(),
            "seats": {seat: {"contestant": name, "policy": policy} for seat, name, policy in players},
            "setting": cell.setting,
            "rulings": self.configuration.rulings(),
            "seed": self.seed,
            "index": game,
        }

    def record(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> list[Event]:
        """Return one game as a record: its header, then everything that happened, as JSON values."""
        self._check(cell)
        return [self.header(cell, game), *self.events(cell, policies, game)]

    def record_file(self, records: Iterable[list[Event]]) -> str:
        """Return records as a file holds them: the configuration, then game by game, as JSON Lines."""
        first = {
            "event": "configuration",
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "digest": self.configuration.digest(),
            "contents": self.configuration.contents(),
        }
        return "".join(_lines([first, *chain.from_iterable(records)]))

    def record_text(self, record: Sequence[Event]) -> str:
        """Return a record as text in the words of the rules."""
        return self.told(record[0], record[1:]).rstrip("\n") + "\n"

    def can_be_watched(self) -> bool:
        """Tell that reports have no page for a game of this system."""
        return False

    def text(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> str:
        """Return one game as text, move by move."""
        return self.record_text(self.record(cell, policies, game))

    def outcome(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> GameOutcome:
        """Return how one game ends, played step by step through the friendly layer."""
        end = self.events(cell, policies, game)[-1]
        scores, seats = tuple(end["scores"]), self.columns.seats
        return GameOutcome(scores, None if end["winner"] is None else seats.index(end["winner"]))


def _lines(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        yield json.dumps(event, ensure_ascii=False) + "\n"
