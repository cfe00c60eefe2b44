"""Pacts as a rule system: what sweeps, replays and reports call."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.config.pacts.layouts import layout_features
from balance.config.pacts.models import Configuration
from balance.config.pacts.variants import variants, with_ruling, without
from balance.config.pacts.vocabulary import ABILITIES
from balance.config.pacts.words import WORDS
from balance.config.run import Variant
from balance.engine.pacts import VERSION
from balance.engine.pacts.facts import HALF_WAY, tally_of
from balance.engine.pacts.game import check_bid, named_rules
from balance.engine.pacts.kernels import rules as kernel
from balance.engine.pacts.kernels.counts import FACTS
from balance.engine.pacts.kernels.loop import play
from balance.engine.pacts.kernels.state import REGIONS
from balance.engine.pacts.layouts import stretches, turns_of
from balance.engine.pacts.record import write
from balance.engine.pacts.replay import Replay
from balance.engine.pacts.session import Origin
from balance.engine.pacts.slow import play_slowly
from balance.engine.pacts.tables import half_known, margin_limit, names_of, rules_digest, rules_in_play
from balance.engine.pacts.text import Board, record_text
from balance.engine.system import (
    Cell,
    CellTally,
    Change,
    Columns,
    GameOutcome,
    GameRows,
    PolicyHandle,
    SettingTurns,
    row_setting,
)

TIE_SHARE = {"seelie": 1.0, "unseelie": 0.0, "shared": 0.5}  # of a win, to Seelie
MOST_LAYOUTS = 12
"""With more layouts, their tiles are no variants of one another: the sweep plays them all anyway."""
COLUMNS = Columns(seats=("seelie", "unseelie"), setting="layout")


class PactsSystem:
    """Pacts under one configuration (see `balance.engine.system.RuleSystem`).

    Parameters
    ----------
    configuration
        Factions, game file, layouts and seed.
    """

    name = "pacts"
    version = VERSION
    columns = COLUMNS
    words = WORDS

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.seed = configuration.seed
        self.names = names_of(configuration)
        self._rules = lru_cache(maxsize=None)(self._build_rules)
        self._half_known = lru_cache(maxsize=None)(self._build_half_known)
        self._variants = lru_cache(maxsize=None)(self._list_variants)
        self._order = lru_cache(maxsize=None)(self._copy_order)
        self._turns = lru_cache(maxsize=None)(partial(turns_of, configuration))

    def _build_rules(self, seelie: str, unseelie: str, layout: str) -> NDArray[Any]:
        return named_rules(self.configuration, seelie, unseelie, layout)

    def _build_half_known(self, seelie: str, unseelie: str, layout: str) -> NDArray[Any]:
        return half_known(self._rules(seelie, unseelie, layout))

    def _copy_order(self, setting: str) -> NDArray[np.int8]:
        """Return the layouts that games take turns on as the loop takes them: as an array that may be written to."""
        turns = self.turns(setting)
        return np.zeros((0, REGIONS), np.int8) if turns is None else turns.order.copy()

    def contestants(self) -> Sequence[str]:
        """Return the factions of the pool."""
        return self.configuration.pool()

    def settings(self) -> Sequence[str]:
        """Return the layouts' names."""
        return tuple(self.configuration.layouts)

    def setting_features(self, setting: str) -> Mapping[str, float]:
        """Return features of a layout, feature in words → value; none where tiles are dealt at random.

        Raises
        ------
        KeyError
            There is no such layout.
        """
        return layout_features(self.configuration, setting)

    def turns(self, setting: str) -> SettingTurns | None:
        """Return the layouts that games take turns on where a setting is a set of layouts; else None.

        Raises
        ------
        ConfigurationError
            There is no such layout.
        """
        return self._turns(setting)

    def largest_bid(self) -> int:
        """Return the largest bid: the supply that set-up leaves, in cubes."""
        return self.configuration.game.supply()

    def abilities(self) -> Sequence[str]:
        """Return what can be switched off of a faction."""
        return ABILITIES

    def without(self, contestant: str, ability: str) -> PactsSystem:
        """Return the game with a faction's passive, its active or its court cards switched off.

        Raises
        ------
        ConfigurationError
            There is no such faction.
        """
        (word,) = (known for known in ABILITIES if known == ability)
        return PactsSystem(without(self.configuration, contestant, word))

    def _list_variants(self, layout: str) -> dict[str, Variant[Configuration]]:
        """Return every variant by name; other layouts' tiles only where they are few."""
        few = len(self.configuration.layouts) <= MOST_LAYOUTS
        found = variants(self.configuration, layout=layout)
        return {one.name: one for one in found if few or one.kind != "layout"}

    def variants(self, setting: str) -> Sequence[Change]:
        """Return the other options of rulings, other values of the game file, and other tiles for a layout.

        Raises
        ------
        ConfigurationError
            There is no such layout.
        """
        pool = self.configuration.pool()
        return [
            Change(
                name=one.name,
                kind=one.kind,
                what=one.what,
                base=one.base,
                option=one.option,
                meaning=one.meaning,
                source=one.source,
                absent=tuple(name for name in pool if name not in one.configuration.pool()),
            )
            for one in self._variants(setting).values()
        ]

    def varied(self, setting: str, name: str) -> PactsSystem:
        """Return the game with one of its variants.

        Raises
        ------
        ConfigurationError
            There is no such layout.
        KeyError
            There is no such variant.
        """
        return PactsSystem(self._variants(setting)[name].configuration)

    def with_ties_to(self, seat: str) -> PactsSystem:
        """Return the game with ties to one side."""
        return PactsSystem(with_ruling(self.configuration, "tie_break", seat))

    def warm_up(self, policies: Mapping[str, PolicyHandle]) -> None:
        """Compile everything that `play` needs: policies and loop have explicit signatures, so importing them did."""
        factions = list(self.configuration.factions)
        for name, policy in policies.items():
            if not policy.compiled:
                continue
            cell = Cell((factions[0], factions[-1]), next(iter(self.configuration.layouts)), (name, name))
            self.play([cell], policies, 0, 1)

    def rules_key(self, cell: Cell) -> str:
        """Return a digest of the rules that bear on a cell: those of its pair and layout, at its bid.

        Raises
        ------
        ConfigurationError
            The cell's faction or layout is unknown.
        """
        rules, turns = self._rules(*cell.contestants, cell.setting), self.turns(cell.setting)
        if turns is None:
            return rules_digest(rules_in_play(rules, bid=cell.bid))
        own = rules_digest(rules_in_play(rules, bid=cell.bid, order=turns.order))
        return hashlib.sha256(own.encode() + turns.order.tobytes()).hexdigest()

    def play(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[CellTally]:
        """Play games `first_game` … `first_game + games - 1` of each cell and count them.

        Parameters
        ----------
        cells
            Cells whose policies are the same.

        Raises
        ------
        ValueError
            The cells differ in their policies.
        BalanceError
            A cell's faction or layout is unknown, or its bid larger than the supply.
        """
        return self._play(cells, policies, first_game, games, np.zeros((0, 0, 2), np.int16))

    def games(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[GameRows]:
        """Play the same games as `play` and return them one by one.

        Raises
        ------
        ValueError
            The cells differ in their policies.
        BalanceError
            A cell's faction or layout is unknown, or its bid larger than the supply.
        """
        rows = np.zeros((len(cells), games, 2), np.int16)
        self._play(cells, policies, first_game, games, rows)
        tie = TIE_SHARE[self.configuration.game.ruling("tie_break")]
        return [
            GameRows(
                cell,
                first_game,
                margins=row[:, 0],
                shares=np.choose(np.sign(row[:, 0]) + 1, [0.0, tie, 1.0]),
                facts={HALF_WAY: row[:, 1]},
            )
            for cell, row in zip(cells, rows, strict=True)
        ]

    def _play(
        self,
        cells: Sequence[Cell],
        policies: Mapping[str, PolicyHandle],
        first_game: int,
        games: int,
        rows: NDArray[np.int16],
        *,
        slowly: bool = False,
    ) -> list[CellTally]:
        """Play and count; `slowly` plays compiled policies, too, in the loop that those in Python need."""
        if len({cell.policies for cell in cells}) > 1:
            msg = "expected cells of one pair of policies"
            raise ValueError(msg)
        found: dict[int, CellTally] = {}
        for name, places in self._alike(cells).items():
            own = [cells[place] for place in places]
            single = rows[places] if len(rows) else np.zeros((len(own) if name else 0, games, 2), np.int16)
            tallies = self._count(own, policies, first_game, games, single, slowly=slowly)
            if len(rows):
                rows[places] = single
            for place, tally, each in zip(places, tallies, single if name else repeat(None), strict=False):
                kept = each is not None and tally.cell.bid == 0 and not tally.cell.rules
                found[place] = replace(tally, margins=each[:, 0].copy()) if kept else tally
        return [found[place] for place in range(len(cells))]

    def _alike(self, cells: Sequence[Cell]) -> dict[str, list[int]]:
        """Return the places of cells that can be played in one go, by the set whose layouts their games take turns on.

        Under the empty name stand those that are played on one layout each.
        """
        found: dict[str, list[int]] = {}
        for place, cell in enumerate(cells):
            found.setdefault(cell.setting if self.turns(cell.setting) else "", []).append(place)
        return found

    def _count(
        self,
        cells: Sequence[Cell],
        policies: Mapping[str, PolicyHandle],
        first_game: int,
        games: int,
        rows: NDArray[np.int16],
        *,
        slowly: bool,
    ) -> list[CellTally]:
        """Play and count cells of one layout each, or all of the same set; `rows` as the loop takes them."""
        rules = np.concatenate([self._rules(*cell.contestants, cell.setting) for cell in cells])
        for i, cell in enumerate(cells):
            check_bid(rules[i : i + 1], cell.bid)
        limit = max(margin_limit(rules[i : i + 1]) for i in range(len(rules)))
        margins = np.zeros((len(cells), 2 * limit + 1), np.int64)
        half_way = np.zeros((len(cells), 2 * limit + 1, 3), np.int64)
        facts = np.zeros((len(cells), 3, FACTS), np.int64)
        seelie, unseelie = (policies[name] for name in cells[0].policies)
        if slowly or not (seelie.compiled and unseelie.compiled):
            counts = margins, half_way, facts, rows
            play_slowly(lambda n, game: self._replay(cells[n], policies, game), first_game, games, *counts)
        else:
            order = self._order(cells[0].setting)
            for row, start, number in stretches(self.configuration, cells[0].setting, first_game, games):
                part = rows[:, start - first_game :][:, :number].copy()
                lying = [cell.setting if row is None else row_setting(cell.setting, row) for cell in cells]
                pairs = [(*cell.contestants, layout) for cell, layout in zip(cells, lying, strict=True)]
                play(
                    np.concatenate([self._rules(*pair) for pair in pairs]),
                    np.stack([self._half_known(*pair) for pair in pairs]),
                    np.array([cell.key(self.seed) for cell in cells], np.uint64),
                    np.array([cell.bid for cell in cells], np.int64),
                    seelie.choose,
                    unseelie.choose,
                    kernel.legal,
                    kernel.apply,
                    seelie.weights,
                    unseelie.weights,
                    order,
                    start,
                    number,
                    margins,
                    half_way,
                    facts,
                    part,
                )
                rows[:, start - first_game :][:, :number] = part
        return [
            tally_of(
                cell, games, margins[i], half_way[i], facts[i], names=self.names, seats=self.columns.seats
            )
            for i, cell in enumerate(cells)
        ]

    def _replay(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> Replay:
        seelie, unseelie = (policies[name] for name in cell.policies)
        first, second = cell.contestants
        turns = self.turns(cell.setting)
        if turns is None:
            rules = self._rules(first, second, cell.setting)
        else:  # too many layouts to keep the rules of each
            rules = self._build_rules(first, second, row_setting(cell.setting, game % turns.size))
        return Replay(
            rules,
            self.names,
            (seelie, unseelie),
            key=cell.key(self.seed),
            index=game,
            bid=cell.bid,
            factions=cell.contestants,
            origin=Origin(self.configuration, cell, self.seed, game),
        )

    def record(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> list[dict[str, Any]]:
        """Return one game as a record: its header, then everything that happened (see docs/record.md)."""
        replay = self._replay(cell, policies, game)
        start = replay.game.copy()
        auction = {"cubes": abs(cell.bid), "to": self.columns.seats[cell.bid < 0]} if cell.bid else None
        header = write.header(
            self.configuration,
            seelie=cell.contestants[0],
            unseelie=cell.contestants[1],
            layout=cell.setting,
            policies=(cell.policies[0], cell.policies[1]),
            seed=self.seed,
            index=game,
            auction=auction,
        )
        return [header, *write.events(start, replay.moves())]

    def record_file(self, records: Iterable[list[dict[str, Any]]]) -> str:
        """Return records as a file holds them: the configuration, then game by game, as JSON Lines."""
        return write.lines([write.configuration_line(self.configuration), *chain.from_iterable(records)])

    def record_text(self, record: Sequence[dict[str, Any]]) -> str:
        """Return a record as text, move by move, in rulebook words."""
        return record_text(record, Board.of(self.configuration))

    def can_be_watched(self) -> bool:
        """Tell that reports can show the record of a game move by move."""
        return True

    def text(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> str:
        """Return one game as text, move by move, in rulebook words."""
        return self.record_text(self.record(cell, policies, game))

    def outcome(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> GameOutcome:
        """Play one game step by step through the friendly layer and return its outcome."""
        replay = self._replay(cell, policies, game)
        replay.play()
        return replay.game.outcome()
