"""A table for tests: the real game with what a test changes, loadouts and contests in few words, fights anywhere."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from balance import policies
from balance.config.live_combat.game import Game
from balance.config.live_combat.models import Arrival, Break, Call, Contest, Loadout, Piece
from balance.config.load import load_configuration
from balance.config.plain import PlainConfiguration
from balance.config.sourced import Sourced, with_value
from balance.engine.live_combat.game import CONDITIONS, INJURIES, LIMBS, PHASES, Fight
from balance.engine.live_combat.tables import rules_record

CONFIG = Path(__file__).resolve().parents[2] / "configs" / "live_combat.yaml"
PARTS = ("chest", "back", "shoulders", "head", "arms", "hips and thighs", "legs")
LIGHT, MEDIUM, HEAVY = "leather", "chain mail", "plate"
NEAR = Arrival(earliest=2, latest=6)
DUEL = Contest(healer=NEAR)
HIT, MISS = 0, 99
"""Dice by which any strike lands, or none that can miss."""


@cache
def configuration() -> PlainConfiguration:
    """Return the shipped configuration."""
    found = load_configuration(CONFIG, policies=policies.weights)
    assert isinstance(found, PlainConfiguration)
    return found


def game(values: dict[str, Any] | None = None, **rulings: str) -> Game:
    """Return the shipped game with other values (dotted name → value) and rulings."""
    changed: Game = configuration().game
    for name, value in (values or {}).items():
        changed = with_value(changed, tuple(name.split(".")), value)
    decided = {name: Sourced[str](value=option, source="ruling") for name, option in rulings.items()}
    assert set(decided) <= set(changed.rulings)
    return changed.model_copy(update={"rulings": {**changed.rulings, **decided}})


def pieces(*materials: str) -> tuple[Piece, ...]:
    """Return armour by its points: one piece of each material, on one part of the body after the other."""
    return tuple(Piece(covers=(part,), material=name) for part, name in zip(PARTS, materials, strict=False))


def loadout(**given: Any) -> Loadout:
    """Return a loadout without armour that lands half of its strikes, with what is given."""
    return Loadout(**{"hit_rate": 50, **given})


def series(minutes: int = 40, bouts: int = 2, healer: Arrival | None = NEAR, **between: Any) -> Contest:
    """Return a contest of several bouts with a short rest between them."""
    return Contest(bouts=bouts, healer=healer, between=Break(minutes=minutes, **{"rest": True, **between}))


def call(effect: str, **given: Any) -> Call:
    """Return an effect to call."""
    return Call(effect=effect, **given)


class Table:
    """A fight, and what a test does with it.

    Parameters
    ----------
    red, blue
        Loadouts.
    contest
        A duel with the healer near by default.
    of
        The game.
    """

    def __init__(
        self,
        red: Loadout | None = None,
        blue: Loadout | None = None,
        contest: Contest = DUEL,
        of: Game | None = None,
    ) -> None:
        loadouts = (red or loadout(), blue or loadout())
        self.fight = Fight(rules_record(of or game(), loadouts, contest))

    @property
    def phase(self) -> str:
        """What is decided or thrown next."""
        return self.fight.phase

    def set(self, side: int, **values: int) -> Table:
        """Put a side into another state; `condition`, `limb` and `injury` by the numbers of the kernels."""
        for name, value in values.items():
            self.fight.state[name][side] = value
        return self

    def has(self, side: int, *names: str) -> tuple[int, ...]:
        """Return numbers of a side."""
        return tuple(int(self.fight.state[name][side]) for name in names)

    def condition(self, side: int) -> str:
        """Return how a side is."""
        return CONDITIONS[self.fight.state["condition"][side]]

    def limb(self, side: int) -> str:
        """Return which limb a side has lost."""
        return LIMBS[self.fight.state["limb"][side]]

    def injury(self, side: int) -> str:
        """Return a side's injury."""
        return INJURIES[self.fight.state["injury"][side]]

    def decide(self, *actions: str) -> Table:
        """Carry out decisions; a single legal action that is not named is carried out by itself."""
        for action in actions:
            while len(self.fight.legal()) == 1 and self.fight.legal() != (action,):
                self.fight.decide(self.fight.legal()[0])
            self.fight.decide(action)
        return self.forced()

    def forced(self) -> Table:
        """Carry out decisions of one legal action."""
        while len(self.fight.legal()) == 1:
            self.fight.decide(self.fight.legal()[0])
        return self

    def throw(self, *dice: int) -> Table:
        """Throw dice; those left out are 99."""
        self.fight.throw([*dice, *[99] * (6 - len(dice))])
        return self

    def exchange(
        self, red: str = "strike", blue: str = "defend", dice: tuple[int, ...] = (HIT, MISS)
    ) -> Table:
        """Let one exchange pass; by default Red hits and Blue defends."""
        assert self.phase == PHASES[0]
        return self.decide(red, blue).throw(*dice)

    def fell(self, side: int, limb: str = "arm") -> Table:
        """Let a side fall at once, by one HP of damage that nothing stops, and lose a limb."""
        self.set(side, hp=1, ap=0, temporary=0)
        dice = (HIT, MISS) if side == 1 else (MISS, HIT)
        self.exchange("strike", "strike", dice)
        return self.decide(limb)

    def settle(self, healer: int = 0, script: int = 99, affliction: int = 99) -> Table:
        """Throw the dice of whoever fell: the same for both sides."""
        assert self.phase == "fates"
        return self.throw(healer, healer, script, script, affliction, affliction)
