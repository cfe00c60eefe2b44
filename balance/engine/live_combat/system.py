"""Live combat as a rule system of the common road."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Self

import numpy as np
from numpy.typing import NDArray

from balance.config.plain import PlainConfiguration
from balance.engine._random import CHANCE, CHOICE, combine, game_key
from balance.engine.live_combat import VERSION, text
from balance.engine.live_combat.game import ACTIONS, Fight
from balance.engine.live_combat.kernels import counts, loop
from balance.engine.live_combat.kernels import state as s
from balance.engine.live_combat.tables import ABILITIES, rules_record
from balance.engine.live_combat.telling import Event, Names, Reader, tell
from balance.engine.system import Cell, PolicyHandle
from balance.engine.two_seats import TwoSeatSystem

FATES: Final = ("stands", "agony", "minor injury", "major injury", "death")
RESTS: Final = ("no rest", "armour on", "armour off")


def _facts() -> tuple[tuple[str, str], ...]:
    """Return fact and key of each counter, in the kernel's order."""

    def both(fact: str, keys: Sequence[str]) -> list[tuple[str, str]]:
        return [(f"{fact}, {seat}", key) for seat in ("red", "blue") for key in keys]

    return (
        *both("hits to agony", [str(n + 1) for n in range(counts.MOST_HITS)]),
        *both("fate", FATES),
        *both("hit points left", [str(n) for n in range(counts.MOST_HP + 1)]),
        *(("exchanges of the first bout", str(n + 1)) for n in range(counts.MOST_EXCHANGES)),
        *both("first break", RESTS),
        ("a break broken", "yes"),
    )


class LiveCombatSystem(TwoSeatSystem):
    """The live combat of The Pact under one configuration."""

    name = "live_combat"
    version = VERSION
    FACTS = _facts()
    ABILITIES: ClassVar[tuple[str, ...]] = ABILITIES

    def __init__(
        self, configuration: PlainConfiguration, switched: Mapping[str, frozenset[str]] | None = None
    ) -> None:
        super().__init__(configuration)
        self.switched = dict(switched or {})  # loadout → what is switched off of it

    def rules_of(self, contestants: tuple[str, ...], setting: str) -> NDArray[Any]:
        """Return the rules record of a cell, shape (1,)."""
        given = self.configuration
        loadouts = [given.contestants[name] for name in contestants]
        without = [self.switched.get(name, frozenset()) for name in contestants]
        return rules_record(given.game, loadouts, given.settings[setting], without)

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
        """Play games of some cells; see `TwoSeatSystem.loop`."""
        red, blue = policies
        loop.play(
            rules, keys, red.choose, blue.choose, red.weights, blue.weights, first_game, games, margins, facts
        )

    def without(self, contestant: str, ability: str) -> Self:
        """Return the same system with one ability of one contestant switched off."""
        off = self.switched.get(contestant, frozenset()) | {ability}
        return type(self)(self.configuration, {**self.switched, contestant: off})

    def fight(self, contestants: tuple[str, ...], setting: str) -> Fight:
        """Return a contest at its start, to be played step by step."""
        return Fight(self._rules(contestants, setting))

    def events(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> list[Event]:
        """Return what happens in one game, played step by step."""
        key = np.uint64(game_key(np.uint64(cell.key(self.seed)), game))
        chance, choice = np.uint64(combine(key, CHANCE)), np.uint64(combine(key, CHOICE))
        seats = self.compiled(cell.policies, policies)

        def decide(fight: Fight) -> str:
            actions, policy = fight.actions(), seats[fight.side]
            chosen = loop.decide(
                fight.state, fight.rules, actions, len(actions), choice, policy.choose, policy.weights
            )
            return ACTIONS[chosen]

        def throw(fight: Fight) -> list[int]:
            dice = np.zeros(s.DICE, np.int16)
            loop.throw(chance, fight.state, dice)
            return [int(die) for die in dice]

        return list(
            tell(self.fight(cell.contestants, cell.setting), self._effects(cell.contestants), decide, throw)
        )

    def retold(self, header: Event, events: Sequence[Event]) -> list[Event]:
        """Return the events of a record worked out anew from its decisions and dice.

        Raises
        ------
        RecordError
            A decision or a throw is missing, too much, or not allowed by the rules.
        """
        contestants = self._seated(header)
        return Reader(events).retold(self.fight(contestants, header["setting"]), self._effects(contestants))

    def told(self, header: Event, events: Sequence[Event]) -> str:
        """Return a record as text in the words of the rules."""
        return text.told(header, events)

    def _seated(self, header: Event) -> tuple[str, ...]:
        """Return the contestants of a record, Red's first."""
        return tuple(header["seats"][seat]["contestant"] for seat in self.columns.seats)

    def _effects(self, contestants: tuple[str, ...]) -> Names:
        """Return what the effects of both are called."""
        first, second = (
            tuple(call.effect for call in self.configuration.contestants[name].effects)
            for name in contestants
        )
        return first, second
