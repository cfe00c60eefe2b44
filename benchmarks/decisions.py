"""What one decision costs, by its kind and by the policy that takes it."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.config.pacts import Configuration
from balance.engine._jit import Unsigned, kernel
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import rules as kernel_rules
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.loop import MEMORY, clear_memory
from balance.engine.pacts.session import Session
from balance.engine.system import PolicyHandle
from benchmarks.measure import Row

PHASES = ("court", "split", "select", "menu", "place", "move", "remove")
POSITIONS = 400  # of each kind, from games of every pair
SECONDS = 0.3


@kernel()
def _decide(
    views: NDArray[Any],
    rules: NDArray[Any],
    actions: NDArray[np.int16],
    counts: NDArray[np.int64],
    draw: Unsigned,
    weights: NDArray[np.float64],
    memory: NDArray[Any],
    buffer: NDArray[np.int16],
    choose: Any,
    legal: Any,
    apply: Any,
) -> int:
    """Take every decision once, nothing remembered from the one before."""
    total = 0
    for i in range(len(views)):
        clear_memory(memory[0])
        buffer[:] = actions[i]
        total += choose(views[i], rules[i], buffer, counts[i], draw, weights, memory[0], legal, apply)
    return total


def decision_rows(configuration: Configuration, handles: Mapping[str, PolicyHandle]) -> list[Row]:
    """Return a row for each kind of decision: microseconds of processor time, policy by policy."""
    collected = _positions(configuration, handles["greedy"])
    rows = []
    for phase in PHASES:
        games = collected[phase]
        told = ", ".join(f"{name} {_microseconds(games, handle):.3g}" for name, handle in handles.items())
        rows.append(Row(f"one decision: {phase}", f"{told} µs", runs=f"{len(games)} positions"))
    return rows


def _positions(configuration: Configuration, policy: PolicyHandle) -> dict[str, list[Game]]:
    """Return positions with something to decide by kind, as games of `policy` reach them."""
    from balance.engine.pacts.players import Player  # compiled code

    found: dict[str, list[Game]] = defaultdict(list)
    for index in range(20):
        for seelie, unseelie in permutations(configuration.factions, 2):
            session = Session.new(configuration, seelie, unseelie, index=index)
            players = {side: Player(policy) for side in ("seelie", "unseelie")}
            while session.phase != "over":
                if len(session.legal_numbers()) > 1 and len(found[session.phase]) < POSITIONS:
                    found[session.phase].append(session.game.copy())
                session.apply(players[session.to_move or "seelie"].choose(session))
        if all(len(found[phase]) >= POSITIONS for phase in PHASES):
            break
    return found


def _microseconds(games: list[Game], handle: PolicyHandle) -> float:
    """Return the processor time of one decision, the copy of its list of actions included."""
    actions = np.zeros((len(games), k.MAX_LEGAL), np.int16)
    counts = np.zeros(len(games), np.int64)
    for i, game in enumerate(games):
        numbers = game.legal_numbers()
        actions[i, : len(numbers)], counts[i] = numbers, len(numbers)
    arguments = (
        np.concatenate([game.view() for game in games]),
        np.concatenate([game.rules for game in games]),
        actions,
        counts,
        np.uint64(7),
        handle.weights,
        np.zeros(1, MEMORY),
        np.zeros(k.MAX_LEGAL, np.int16),
        handle.choose,
        kernel_rules.legal,
        kernel_rules.apply,
    )
    _decide(*arguments)
    rounds, best = 0, float("inf")
    began = time.thread_time()
    while rounds < 3 or time.thread_time() - began < SECONDS:
        start = time.thread_time()
        _decide(*arguments)
        best = min(best, time.thread_time() - start)
        rounds += 1
    return 1e6 * best / len(games)
