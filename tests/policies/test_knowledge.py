"""A policy decides by what it may know: in every world that agrees with what was seen it does the same."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from balance import policies
from balance.engine._jit import JIT_DISABLED
from balance.engine.pacts.kernels import rules as kernel
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.loop import MEMORY, clear_memory
from balance.engine.system import PolicyHandle
from tests.properties.walks import FACTIONS, OPTIONS, Walk, fields, new_game, record, reveal, worlds

PAIRS = list(permutations(FACTIONS, 2))
GAMES = {"random": 16, "greedy": 8, "planner": 4}  # by policy; others as the planner
if (
    JIT_DISABLED
):  # the same games as compiled, a thousand times slower: the first half, with each kind of ruling
    GAMES = {"random": 8, "greedy": 4, "planner": 3}
UNKNOWN = ("light_values", "unknown")


def decide(policy: PolicyHandle, game: Any, legal: list[int], draw: int, memory: Any) -> int:
    """Ask a policy as the loop does: with the view of the side to move, legal actions, its own memory.

    It must leave view and rules as they are: the loop shows it the game's own record.
    """
    actions = np.zeros(k.MAX_LEGAL, np.int16)
    actions[: len(legal)] = legal
    view, known = game.view()[0], game.known_rules()
    rules = known[0]
    number = np.uint64(draw)
    before = fields(view), known.tobytes()
    action = policy.choose(
        view, rules, actions, len(legal), number, policy.weights, memory, kernel.legal, kernel.apply
    )
    assert (fields(view), known.tobytes()) == before
    return int(action)


def fresh() -> Any:
    memories = np.zeros(2, MEMORY)
    clear_memory(memories[0])
    clear_memory(memories[1])
    return memories


def walk_of(number: int) -> Walk:
    """Return a game: another pair each time, banshees often, light sides unknown in most, factions hidden in some."""
    pairs = [pair for pair in PAIRS if "banshees" in pair] if number % 3 == 0 else PAIRS
    seelie, unseelie = pairs[number * 7 % len(pairs)]
    rulings: tuple[tuple[str, str], ...] = (("removal_colour", OPTIONS["removal_colour"][number % 2]),)
    if number % 4 == 1:
        rulings = (UNKNOWN,)
    elif number % 4 == 2:  # any reading of every rule
        generator = np.random.default_rng(number)
        drawn = {name: str(generator.choice(options)) for name, options in OPTIONS.items()}
        rulings = tuple({**drawn, "faction_reveal": "at_first_use"}.items())
    bid = 3 if number % 8 == 2 else 0
    return Walk(
        seelie, unseelie, rulings, "random" if number % 2 == 0 else "standard", bid, number, eager=False
    )


def check_game(policy: PolicyHandle, number: int) -> int:
    """Let a policy play both sides; ask it at each decision in all worlds too. Return how many those were."""
    walk, generator, seen = walk_of(number), np.random.default_rng(number), 0
    game, memories = new_game(walk), fresh()
    while game.phase != "over":
        if game.phase == "reveal":
            reveal(game, walk)
            continue
        legal = game.legal_numbers()
        action = legal[0]
        if len(legal) > 1:
            memory = memories[int(game.state["side"])]
            draw = int(generator.integers(2**63))
            others = [world for world in worlds(game, generator, walk) if record(world) != record(game)]
            answers = [decide(policy, world, legal, draw, memory.copy()) for world in others]
            action = decide(policy, game, legal, draw, memory)
            assert answers == [action] * len(answers), f"{walk}, round {game.state['round']}, {game.phase}"
            seen += len(answers)
        game.apply(action)
    return seen


@pytest.mark.parametrize("name", policies.names("pacts"))
def test_a_policy_decides_the_same_in_every_world_it_cannot_tell_apart(name: str) -> None:
    policy = policies.handle("pacts", name, {})
    seen = sum(check_game(policy, number) for number in range(GAMES.get(name, GAMES["planner"])))
    assert seen > 20  # worlds that differ from the game's own


@pytest.mark.parametrize("name", policies.names("pacts"))
def test_a_policy_chooses_legal_actions_and_leaves_what_it_is_shown_as_it_is(name: str) -> None:
    policy, memories = policies.handle("pacts", name, {}), fresh()
    walk, generator = walk_of(2), np.random.default_rng(2)
    game = new_game(walk)
    while game.phase != "over":
        if game.phase == "reveal":
            reveal(game, walk)
            continue
        legal, before = game.legal_numbers(), record(game)
        action = decide(
            policy, game, legal, int(generator.integers(2**63)), memories[int(game.state["side"])]
        )
        assert action in legal
        assert record(game) == before
        game.apply(action)
