"""Sea Witch Pacts as a rule system: what sweeps, replays and reports call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from balance.config.plain import PlainConfiguration
from balance.engine.sea_witch import VERSION
from balance.engine.sea_witch.facts import facts_of
from balance.engine.sea_witch.kernels import rules as kernel
from balance.engine.sea_witch.kernels.loop import play
from balance.engine.sea_witch.record import retold_events, seats_of, told_events
from balance.engine.sea_witch.replay import played_events
from balance.engine.sea_witch.tables import build_rules, names_of
from balance.engine.system import Cell, PolicyHandle
from balance.engine.two_seats import Event, TwoSeatSystem
from balance.errors import BalanceError


class SeaWitchSystem(TwoSeatSystem):
    """Sea Witch Pacts under one configuration: conducts at tables.

    Parameters
    ----------
    configuration
        Conducts, tables, game file and seed.
    """

    name: ClassVar[str] = "sea_witch"
    version: ClassVar[int] = VERSION

    def __init__(self, configuration: PlainConfiguration) -> None:
        super().__init__(configuration)
        self.names = names_of(configuration.game)
        self.FACTS = facts_of(self.names.pacts)
        self._numbers = np.flatnonzero([key.lstrip("-").isdecimal() for _, key in self.FACTS])
        self._keys = np.array([int(self.FACTS[place][1]) for place in self._numbers])

    def rules_of(self, contestants: tuple[str, ...], setting: str) -> NDArray[Any]:
        """Return the rules record of two conducts at a table, shape (1,)."""
        conducts = [self.configuration.contestants[name] for name in contestants]
        return build_rules(self.configuration.game, conducts, self.configuration.settings[setting])

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
        """Play games of some cells (see `TwoSeatSystem.loop`)."""
        player, opponent = policies
        play(
            rules,
            keys,
            kernel.legal,
            kernel.apply,
            player.choose,
            opponent.choose,
            player.weights,
            opponent.weights,
            first_game,
            games,
            margins,
            facts,
        )
        self._refuse_beyond(facts)

    def _refuse_beyond(self, facts: NDArray[np.int64]) -> None:
        """Refuse games with a number beyond those that have a key: they stand under the last, not their own."""
        counted = facts[:, self._numbers]
        wrong = np.argwhere(counted[..., 2] != counted[..., 0] * self._keys)
        if len(wrong):
            place = wrong[0][1]
            fact, key = self.FACTS[self._numbers[place]]
            beyond = "below" if int(key) < 0 else "above"
            msg = (
                f"{fact}: a game came to a number {beyond} {key}, the last that is counted; lower the points or the "
                "penalty in the game file"
            )
            raise BalanceError(msg)

    def events(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> list[Event]:
        """Return what happened in one game; the last event is ``end`` with scores, margin and winner."""
        rules = self._rules(cell.contestants, cell.setting)
        return played_events(
            rules, self.names, self.compiled(cell.policies, policies), key=cell.key(self.seed), index=game
        )

    def retold(self, header: Event, events: Sequence[Event]) -> list[Event]:
        """Return the events of a record worked out anew from its decisions and chance.

        Raises
        ------
        RecordError
            A decision is illegal, or chance gives what it cannot.
        """
        return retold_events(self._rules(*self._cell(header)), self.names, events)

    def told(self, header: Event, events: Sequence[Event]) -> str:
        """Return a record as text in the words of the rules."""
        rules = self._rules(*self._cell(header))
        return told_events(rules, events, players=seats_of(header))

    def _cell(self, header: Event) -> tuple[tuple[str, ...], str]:
        """Return the conducts and the table of a record."""
        return tuple(header["seats"][seat]["contestant"] for seat in self.columns.seats), header["setting"]
