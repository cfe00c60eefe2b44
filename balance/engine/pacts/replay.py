"""One game of a cell, played step by step through the friendly layer: the same moves that the compiled loop plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine._random import CHOICE, combine, game_key
from balance.engine.pacts.describe import Action
from balance.engine.pacts.game import Game, deal_game
from balance.engine.pacts.kernels import rules as kernel
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.loop import MEMORY, choice_draw, clear_memory
from balance.engine.pacts.tables import Names
from balance.engine.system import PolicyHandle


@dataclass(frozen=True)
class Step:
    """One thing that happened: who did what in which phase, and the game just before and just after it.

    `action` is a tuple of docs/protocol.md, or ``("reveal", cards)`` for the deal. `before` is a copy; `after` is the
    game that is being played and goes on changing.
    """

    side: str | None
    phase: str
    action: Action
    forced: bool
    before: Game
    after: Game


class Replay:
    """A game of a cell under its policies, from the same chance and the same choices as the compiled loop.

    Parameters
    ----------
    rules, names
        The pair's rules record and the names behind it.
    policies
        Seelie's and Unseelie's policy.
    key
        The cell's key.
    index
        The game's number in the cell, from 0.
    bid
        Cubes given before play: positive to Seelie, negative to Unseelie.
    """

    def __init__(
        self,
        rules: NDArray[Any],
        names: Names,
        policies: tuple[PolicyHandle, PolicyHandle],
        *,
        key: int,
        index: int,
        bid: int = 0,
    ) -> None:
        self.policies = policies
        self.cards, tiles = deal_game(rules, key, index)
        self.game = Game(rules, names, tiles=[int(tile) for tile in tiles], bid=bid)
        self._choice = np.uint64(combine(np.uint64(game_key(np.uint64(key), index)), CHOICE))
        self._memories = np.zeros(2, MEMORY)
        clear_memory(self._memories[0])
        clear_memory(self._memories[1])

    def steps(self) -> Iterator[Step]:
        """Play on to the end, one step at a time."""
        game, counts, number = self.game, np.zeros((2, k.PHASES), np.int64), 0
        while game.phase != "over":
            if int(game.state["round"]) != number:
                number = int(game.state["round"])
                counts[:] = 0
            before, phase, side = game.copy(), game.phase, game.to_move
            if phase == "reveal":
                dealt = [str(game.names.cards[int(kind)]) for kind in self.cards[number - 1]]
                game.reveal(dealt)
                yield Step(None, phase, ("reveal", tuple(dealt)), forced=True, before=before, after=game)
                continue
            legal = game.legal_numbers()
            action = legal[0] if len(legal) == 1 else self._choose(legal, counts)
            name = game.name_of(action)
            game.apply(action)
            yield Step(side, phase, name, len(legal) == 1, before, game)

    def _choose(self, legal: list[int], counts: NDArray[np.int64]) -> int:
        state, rules = self.game.state, self.game.known_rules()[0]
        side, phase = int(state["side"]), int(state["phase"])
        number = int(state["round"])
        draw = np.uint64(choice_draw(self._choice, side, number, phase, int(counts[side, phase])))
        counts[side, phase] += 1
        actions = np.zeros(k.MAX_LEGAL, np.int16)
        actions[: len(legal)] = legal
        policy = self.policies[side]
        view = self.game.view()[0]
        memory = self._memories[side]
        action = policy.choose(
            view, rules, actions, len(legal), draw, policy.weights, memory, kernel.legal, kernel.apply
        )
        return int(action)
