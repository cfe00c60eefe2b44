"""A game played through by given moves, as columns of plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.trace import trace

HELD_COLUMNS: Final = ("cubes", "supply", "score", "tiles", "phase")


class Columns(dict[str, list[Any]]):
    """The fields of some positions as lists of plain numbers, each made when it is first asked for."""

    def __init__(self, states: NDArray[Any]) -> None:
        self.states = states

    def __missing__(self, name: str) -> list[Any]:
        column: list[Any] = self.states[name].tolist()
        self[name] = column
        return column


class Path:
    """Every position of a game played through by given moves, as columns of plain numbers.

    Parameters
    ----------
    start
        The first position (array of length 1).
    rules, quiet
        The pair's rules record (array of length 1), and the same without what happens by itself when a round starts.
    numbers, deals
        Numbers of actions, `DEAL` for the deal; the five kinds of each deal, in turn.

    Attributes
    ----------
    steps
        How many of the moves were legal: all before the first that is not.
    states
        The start, and the position behind each legal move.
    at
        Column → one value for each of those positions.
    held
        Column → one value per move: the position that it made by itself, before its turn ended or a round began.
    """

    def __init__(
        self,
        start: NDArray[Any],
        rules: NDArray[Any],
        quiet: NDArray[Any],
        numbers: Sequence[int],
        deals: Sequence[Sequence[int]],
    ) -> None:
        self.deals, moves = deals, np.array(numbers, np.int16)
        states, held = np.zeros(len(numbers) + 1, k.STATE), np.zeros(len(numbers), k.STATE)
        ended = np.zeros(len(numbers), np.uint8)
        states[0] = start[0]
        self.steps = int(
            trace(
                states,
                held,
                ended,
                rules[0],
                quiet[0],
                moves,
                np.array(deals, np.int8).reshape(len(deals), k.REVEALED),
                np.zeros(k.MAX_LEGAL, np.int16),
            )
        )
        self.numbers: list[int] = moves.tolist()
        self.states = states[: self.steps + 1]
        self.at = Columns(self.states)
        self.held: dict[str, list[Any]] = {name: self.at[name][1:] for name in HELD_COLUMNS}
        places = np.flatnonzero(ended[: self.steps])
        before_the_end = held[places]
        for name, column in self.held.items():
            for place, value in zip(places.tolist(), before_the_end[name].tolist(), strict=True):
                column[place] = value


__all__ = ["HELD_COLUMNS", "Path"]
