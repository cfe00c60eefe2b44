"""The environment behind `balance.adapters.pettingzoo`: importing this module needs PettingZoo."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from balance.adapters.knowledge import public_view
from balance.adapters.table import CHANCE, OVER, Table, configuration_of
from balance.adapters.tensor import Tensor
from balance.adapters.wording import board_text
from balance.config.run import Configuration
from balance.engine.pacts.describe import SIDES
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import state as k
from balance.errors import BalanceError, nearest

_MODES = ("ansi", "human")


def wrapped(
    configuration: Configuration | str | Path,
    seelie: str,
    unseelie: str,
    *,
    layout: str | None,
    bid: int,
    render_mode: str | None,
) -> Any:
    """Return the environment in its wrappers, see `balance.adapters.pettingzoo.env`."""
    plain = PactsEnv(configuration, seelie, unseelie, layout, bid, render_mode)
    checked = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(plain, illegal_reward=-1))
    return wrappers.OrderEnforcingWrapper(checked)


class PactsEnv(AECEnv):  # type: ignore[misc] # PettingZoo's classes have no types
    """One pair on one layout; agents are ``"seelie"`` and ``"unseelie"``.

    Parameters
    ----------
    configuration, seelie, unseelie, layout, bid, render_mode
        See `balance.adapters.pettingzoo.env`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(_MODES),
        "name": "pacts_v1",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        configuration: Configuration | str | Path,
        seelie: str,
        unseelie: str,
        layout: str | None = None,
        bid: int = 0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in _MODES:
            msg = f"render_mode: expected one of {', '.join(_MODES)}; got {render_mode!r}{nearest(render_mode, _MODES)}"
            raise BalanceError(msg)
        checked = configuration_of(configuration)
        self._start = Table.new(checked, seelie, unseelie, layout=layout, bid=bid)
        self.tensor = Tensor(self._start.rules, len(checked.factions))
        self.render_mode = render_mode
        self.possible_agents = list(SIDES)
        self.agents: list[str] = []
        low, high = self.tensor.bounds()
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (k.ACTIONS,), dtype=np.int8),
                }
            )
            for agent in SIDES
        }
        self.action_spaces = {agent: spaces.Discrete(k.ACTIONS) for agent in SIDES}
        self._generator, _ = seeding.np_random()

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions: the engine's action numbers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 (PettingZoo calls it so)
        """Start a new game; a seed fixes everything that chance deals from now on."""
        if seed is not None:
            self._generator, _ = seeding.np_random(seed)
        self.table = self._start.copy()
        self.agents = list(SIDES)
        self.rewards = dict.fromkeys(SIDES, 0)
        self._cumulative_rewards = dict.fromkeys(SIDES, 0)
        self.terminations = dict.fromkeys(SIDES, False)
        self.truncations = dict.fromkeys(SIDES, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in SIDES}
        self._let_chance_play()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the position as an agent sees it, and which actions are legal: none for who does not decide."""
        mask = np.zeros(k.ACTIONS, np.int8)
        side = SIDES.index(agent)
        if self.table.to_move == side:
            mask[self.table.legal()] = 1
        return {"observation": self.tensor.of(self.table, side), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent that decides, and let chance play after it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            msg = f"{agent} decides: expected the number of an action; got None"
            raise BalanceError(msg)
        self._cumulative_rewards[agent] = 0
        self.table.apply(int(action))
        self._let_chance_play()
        self._clear_rewards()
        if self.table.to_move == OVER:
            winner = self.table.outcome()
            if winner is not None:
                self.rewards = {agent: 1 if side == winner else -1 for side, agent in enumerate(SIDES)}
            self.terminations = dict.fromkeys(SIDES, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the position as text, or write it to the terminal, as somebody sees it who looks on."""
        text = board_text(self._game, public_view(self._game, k.SEELIE)[0])
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            sys.stdout.write(f"{text}\n\n")
        return None

    def close(self) -> None:
        """Do nothing: there is no window."""

    @property
    def _game(self) -> Game:
        if self.table.game is None:
            raise AssertionError  # chance has played
        return self.table.game

    def _let_chance_play(self) -> None:
        while self.table.to_move == CHANCE:
            self.table.apply(self.table.draw(self._generator.random))
        if self.table.to_move != OVER:
            self.agent_selection = SIDES[self.table.to_move]


__all__ = ["PactsEnv", "wrapped"]
