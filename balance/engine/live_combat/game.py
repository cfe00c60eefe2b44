"""A contest step by step, in names: the friendly layer over the kernels; the caller throws the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from balance.config.live_combat.words import SEATS
from balance.engine.live_combat.kernels import rules as kernels
from balance.engine.live_combat.kernels import state as s
from balance.errors import IllegalActionError, nearest

PHASES: Final = (
    "act", "exchange", "limb", "finish", "agony", "fates", "rest", "recharge", "break", "over",
)  # fmt: skip
ACTIONS: Final = (
    "strike", "call the first effect", "call the second effect", "drink a potion", "defend", "stunned",
    "arm", "leg", "finish", "spare", "walk", "wait", "no rest", "armour on", "armour off",
    "save", "recharge the first effect", "recharge the second effect", "recharge both effects",
)  # fmt: skip
CONDITIONS: Final = ("standing", "in agony", "unconscious", "stable", "dead")
LIMBS: Final = ("none", "arm", "leg", "arm and leg")
INJURIES: Final = ("none", "minor", "major")
THROWN: Final = (s.EXCHANGE, s.FATE, s.BREAK)


class Fight:
    """One contest under way.

    Parameters
    ----------
    rules
        The rules record, shape (1,), as `balance.engine.live_combat.tables.rules_record` makes it.

    Examples
    --------
    Dice are thrown for both seats: whether strikes land, and whether shields catch them::

        fight = Fight(rules)
        fight.decide("strike")
        fight.decide("defend")
        fight.throw([12, 70, 50, 50, 0, 0])
    """

    def __init__(self, rules: NDArray[Any]) -> None:
        self.rules = rules[0]
        self._states = np.zeros(1, s.STATE)
        self.state: Any = self._states[0]
        self._actions = np.zeros(s.ACTIONS, np.int8)
        kernels.start(self.state, self.rules)

    @property
    def phase(self) -> str:
        """What is decided or thrown next."""
        return PHASES[self.state["phase"]]

    @property
    def is_over(self) -> bool:
        """Whether the contest is over."""
        return bool(self.state["phase"] == s.OVER)

    @property
    def needs_dice(self) -> bool:
        """Whether dice are thrown next."""
        return self.state["phase"] in THROWN

    @property
    def side(self) -> int:
        """Who decides: 0 Red, 1 Blue; -1 where nobody does."""
        return int(self.state["side"])

    @property
    def seat(self) -> str | None:
        """The seat that decides; None where none does."""
        return None if self.needs_dice or self.is_over else SEATS[self.side]

    @property
    def wins(self) -> tuple[int, int]:
        """Bouts won by Red and by Blue."""
        return int(self.state["wins"][0]), int(self.state["wins"][1])

    def actions(self) -> NDArray[np.int8]:
        """Return the legal actions' numbers, rising; none where dice are thrown or all is over."""
        return self._actions[: kernels.legal(self.state, self.rules, self._actions)]

    def legal(self) -> tuple[str, ...]:
        """Return the legal actions' names."""
        return tuple(ACTIONS[action] for action in self.actions())

    def decide(self, action: str) -> None:
        """Carry out an action of the seat that decides.

        Raises
        ------
        IllegalActionError
            It is not legal here; the message names what is.
        """
        legal = self.legal()
        if action not in legal:
            asked = "nobody decides here" if not legal else f"expected one of {', '.join(legal)}"
            msg = f"{self.phase}: {asked}; got {action!r}{nearest(action, legal)}"
            raise IllegalActionError(msg)
        kernels.apply(self.state, ACTIONS.index(action), self.rules)

    def throw(self, dice: Sequence[int]) -> None:
        """Carry out what dice decide.

        Parameters
        ----------
        dice
            Six numbers from 0 to 99, two of each kind, the first for Red and the second for Blue. In an exchange:
            whether the strike lands (below the chance to land), whether the shield catches, nothing. After a fall: when
            the healer comes, a scripted death, a permanent affliction. In a break: the first says whether it is broken.

        Raises
        ------
        IllegalActionError
            No dice are thrown here, or they are not six numbers from 0 to 99.
        """
        if not self.needs_dice:
            msg = f"{self.phase}: no dice are thrown here"
            raise IllegalActionError(msg)
        right = len(dice) == s.DICE and all(type(die) is int and 0 <= die < 100 for die in dice)
        if not right:
            msg = f"{self.phase}: expected {s.DICE} dice, whole numbers from 0 to 99; got {list(dice)}"
            raise IllegalActionError(msg)
        kernels.resolve(self.state, np.array(dice, np.int16), self.rules)
