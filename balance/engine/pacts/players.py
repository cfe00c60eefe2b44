"""Asking a policy at the table: a compiled one as the compiled loop does, one in plain Python by what it may see."""

from __future__ import annotations

import random
import reprlib
from typing import Any

import numpy as np

from balance.engine.pacts.describe import SIDES, Action
from balance.engine.pacts.kernels import rules as kernel
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.loop import MEMORY, clear_memory
from balance.engine.pacts.session import Session
from balance.engine.system import PolicyHandle
from balance.errors import IllegalActionError, PolicyError, raised


class Player:
    """A policy in one seat of one game, with what it remembers of that game.

    After `Session.undo` ask a new one: what this one planned may no longer fit.

    Parameters
    ----------
    policy
        Compiled or in Python.
    """

    def __init__(self, policy: PolicyHandle) -> None:
        self.policy = policy
        self._memory = np.zeros(1, MEMORY)[0]
        clear_memory(self._memory)

    def choose(self, session: Session) -> int:
        """Return the number of the action that the policy takes for the side to move; a forced one is not asked for.

        Raises
        ------
        PolicyError
            A policy in Python raised an error, or returned something that is not legal.
        """
        legal = session.legal_numbers()
        if len(legal) == 1:
            return legal[0]
        return self._compiled(session, legal) if self.policy.compiled else self._python(session, legal)

    def _compiled(self, session: Session, legal: list[int]) -> int:
        actions = np.zeros(k.MAX_LEGAL, np.int16)
        actions[: len(legal)] = legal
        chosen = self.policy.choose(
            session.game.view()[0],
            session.game.known_rules()[0],
            actions,
            len(legal),
            np.uint64(session.draw()),
            self.policy.weights,
            self._memory,
            kernel.legal,
            kernel.apply,
        )
        return int(chosen)

    def _python(self, session: Session, numbers: list[int]) -> int:
        legal = [session.game.name_of(number) for number in numbers]
        try:
            # the generator is for games, not for secrets, and has to give the same numbers again
            chosen = self.policy.choose(session.observation(), list(legal), random.Random(session.draw()))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # sys.exit() too: it would end the program as if all were well
            msg = f"{_where(self.policy, session)}: {raised(error)}; legal: {_listed(legal)}"
            raise PolicyError(msg) from error
        if not isinstance(chosen, tuple):
            got = f"expected one of the legal actions, a tuple; got {reprlib.repr(chosen)}"
            msg = f"{_where(self.policy, session)}: {got}; legal: {_listed(legal)}"
            raise PolicyError(msg)
        for number, action in zip(numbers, legal, strict=True):
            if chosen is action:
                return number
        try:
            return session.game.number_of(chosen, legal=numbers)
        except IllegalActionError as error:
            msg = f"{_where(self.policy, session, at=False)}: {error}"
            raise PolicyError(msg) from error
        except Exception as error:  # what was chosen cannot even be compared
            msg = f"{_where(self.policy, session)}: what it chose {raised(error)}; legal: {_listed(legal)}"
            raise PolicyError(msg) from error


def _where(policy: PolicyHandle, session: Session, *, at: bool = True) -> str:
    """Say who was asked, in which game and, unless that is said anyway, at which position."""
    seelie, unseelie = session.factions
    origin = session.origin
    game = f"{seelie} against {unseelie}"
    if origin is not None:
        bid = f", bid {origin.cell.bid:+d}" if origin.cell.bid else ""
        game = f"{game} on {origin.cell.setting}{bid}, game {origin.index}"
    state = session.game.state
    position = f", round {int(state['round'])}, {session.phase}, {session.to_move} to decide" if at else ""
    return f"policy {policy.name}, {game}{position}"


def _listed(legal: list[Action]) -> str:
    shown = ", ".join(" ".join(map(str, action)) for action in legal[:12])
    return shown + (f" and {len(legal) - 12} more" if len(legal) > 12 else "")


def players(policies: tuple[PolicyHandle, PolicyHandle]) -> dict[Any, Player]:
    """Return a player for each side, by the side's name."""
    return {side: Player(policy) for side, policy in zip(SIDES, policies, strict=True)}
