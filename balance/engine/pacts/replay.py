"""One game of a cell, played step by step through the friendly layer: the same moves that the compiled loop plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from balance.engine.pacts.describe import Action
from balance.engine.pacts.game import Game
from balance.engine.pacts.players import players
from balance.engine.pacts.session import Move, Origin, Session
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
    factions, origin
        See `Session`.
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
        factions: tuple[str, ...] = ("", ""),
        origin: Origin | None = None,
    ) -> None:
        self.session = Session(rules, names, key=key, index=index, bid=bid, factions=factions, origin=origin)
        self.players = players(policies)

    @property
    def game(self) -> Game:
        """The game that is being played."""
        return self.session.game

    def steps(self) -> Iterator[Step]:
        """Play on to the end, one step at a time.

        Raises
        ------
        PolicyError
            A policy in Python raised an error, or returned something that is not legal.
        """
        session = self.session
        while session.phase != "over":
            before, phase, side = session.game.copy(), session.phase, session.to_move
            if phase == "reveal":
                dealt = session.deal()
                yield Step(None, phase, ("reveal", dealt), forced=True, before=before, after=session.game)
                continue
            forced = len(session.legal_numbers()) == 1
            number = self.players[side].choose(session)
            name = session.game.name_of(number)
            session.apply(number, deal=False)
            yield Step(side, phase, name, forced, before, session.game)

    def play(self) -> None:
        """Play on to the end."""
        while self.session.phase != "over":
            self.session.apply(self.players[self.session.to_move].choose(self.session))

    def moves(self) -> list[Move]:
        """Play on to the end and return what happened: numbers of actions, and the cards of each deal."""
        self.play()
        return list(self.session.moves)
