"""Random games as records, for all tests of records."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache
from itertools import cycle, permutations
from typing import Any

import numpy as np

from balance.config.pacts import Configuration
from balance.engine.pacts.game import Game, deal_game, named_rules
from balance.engine.pacts.kernels import rules as kernel
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.record import write
from balance.engine.pacts.record.read import read_records
from balance.engine.pacts.record.verify import Verdict, Verifier
from balance.engine.pacts.tables import names_of
from balance.engine.system import Cell
from tests.support import shipped, with_rulings

PAIRS = list(permutations(shipped().factions, 2))

Line = dict[str, Any]
SEED = 7
SIDES = ("seelie", "unseelie")


class Table:
    """Random games under one configuration; what the games of a pair share is made once."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.names = names_of(configuration)
        self.verifier = Verifier(configuration)
        self._pairs: dict[tuple[str, ...], tuple[Any, Line]] = {}

    def record(
        self, cell: Cell, index: int, generator: np.random.Generator, *, seeded: bool = True
    ) -> list[Line]:
        """Return one game of random moves, its header first; where it is seeded its deal is that of its cell."""
        rules, header = self._pair(cell.contestants[0], cell.contestants[1], cell.setting)
        cards, tiles = deal_game(rules, cell.key(SEED), index)
        start = Game(rules, self.names, tiles=[int(tile) for tile in tiles], bid=cell.bid)
        chance = {"seed": SEED, "index": index} if seeded else {}
        auction = None if cell.bid == 0 else {"cubes": abs(cell.bid), "to": SIDES[cell.bid < 0]}
        players = {
            side: {**header[side], "policy": policy}
            for side, policy in zip(SIDES, cell.policies, strict=True)
        }
        own = {**header, **players, **chance, "auction": auction}
        return [own, *write.events(start, random_moves(start, cards, generator))]

    def _pair(self, seelie: str, unseelie: str, layout: str) -> tuple[Any, Line]:
        key = (seelie, unseelie, layout)
        if key not in self._pairs:
            header = write.header(self.configuration, seelie=seelie, unseelie=unseelie, layout=layout)
            self._pairs[key] = named_rules(self.configuration, *key), header
        return self._pairs[key]


def random_moves(
    start: Game, cards: np.ndarray[Any, Any], generator: np.random.Generator
) -> list[int | list[str]]:
    """Return the moves of a whole game: the deals given, all else at random."""
    game = start.copy()
    moves: list[int | list[str]] = []
    actions = np.zeros(k.MAX_LEGAL, np.int16)
    draws = generator.random(2000)
    while game.state["phase"] != k.OVER:
        if game.state["phase"] == k.REVEAL:
            kinds = cards[int(game.state["round"]) - 1]
            moves.append([str(game.names.cards[int(kind)]) for kind in kinds])
            kernel.reveal(game.state, kinds)
        else:
            count = int(kernel.legal(game.state, game.rules[0], actions))
            action = int(actions[int(draws[len(moves)] * count)])
            moves.append(action)
            kernel.apply(game.state, action, game.rules[0])
    return moves


def as_bytes(lines: Iterable[Line]) -> bytes:
    """Return lines as a file holds them."""
    return write.lines(lines).encode()


def checked(verifier: Verifier, content: bytes) -> list[Verdict]:
    """Return the verdicts on the records of a file without a configuration line."""
    records = read_records(io.BytesIO(content), name="game.jsonl")
    return [Verdict(record, verifier.wrong(record)) for record in records]


@cache
def standard() -> Table:
    return Table(shipped())


def records_of(games: int, seed: int, **rulings: str) -> list[list[Line]]:
    """Return records of random games: pair after pair, layout after layout, every second game with a bid."""
    table = Table(with_rulings(shipped(), **rulings)) if rulings else standard()
    generator = np.random.default_rng(seed)
    found = []
    layouts = cycle(table.configuration.layouts)
    for index, pair in zip(range(games), cycle(PAIRS), strict=False):
        bid = int(generator.integers(-28, 29)) if index % 2 else 0
        cell = Cell(pair, next(layouts), ("random", "random"), bid)
        found.append(table.record(cell, index, generator, seeded=index % 3 > 0))
    return found
