"""A policy's memory saves work; it never changes what is decided."""

from __future__ import annotations

import numpy as np
import pytest

from balance import policies
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import rules as kernel
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.loop import MEMORY, clear_memory
from tests.support import deal_at_random, shipped

PAIRS = [
    ("selkies", "cu sidhe"),
    ("banshees", "fomorians"),
    ("dragons", "fir bolg"),
    ("changelings", "kelpies"),
]


@pytest.mark.parametrize("name", policies.names("pacts"))
@pytest.mark.parametrize(("seelie", "unseelie"), PAIRS)
def test_decisions_at_the_start_of_a_choice_do_not_depend_on_what_was_remembered(
    name: str, seelie: str, unseelie: str
) -> None:
    handle = policies.handle("pacts", name, {})
    generator = np.random.default_rng(len(seelie) * 100 + len(unseelie))
    game = Game.new(shipped(), seelie, unseelie)
    kept, fresh = np.zeros(2, MEMORY), np.zeros(1, MEMORY)
    for memory in kept:
        clear_memory(memory)
    begun: tuple[int, int, str | None] = (0, 0, None)
    compared = 0
    while game.phase != "over":
        if game.phase == "reveal":
            game.reveal(deal_at_random(game, generator))
            continue
        legal = game.legal_numbers()
        if len(legal) == 1:
            game.apply(legal[0])
            continue
        actions = np.zeros(k.MAX_LEGAL, np.int16)
        actions[: len(legal)] = legal
        side = int(game.state["side"])
        view, rules, draw = game.view()[0], game.rules[0], np.uint64(7)

        def choose(memory: np.void) -> int:
            arguments = (view, rules, actions.copy(), len(legal), draw, handle.weights, memory)  # noqa: B023
            return int(handle.choose(*arguments, kernel.legal, kernel.apply))

        chosen = choose(kept[side])
        turn = (int(game.state["round"]), int(game.state["turn"]), game.to_move)
        if game.phase in {"court", "split", "select"} or (game.phase == "menu" and turn != begun):
            clear_memory(fresh[0])
            assert game.name_of(choose(fresh[0])) == game.name_of(chosen)
            compared += 1
        if game.phase == "menu":
            begun = turn
        game.apply(chosen)
    assert compared >= 12


def test_the_planner_plays_its_cards_when_no_court_card_is_left_to_choose() -> None:
    handle = policies.handle("pacts", "planner", {})
    game = Game.new(shipped(), "sluagh", "dragons")
    memory = np.zeros(1, MEMORY)
    clear_memory(memory[0])
    memory["plan"], memory["length"], memory["next"] = 3, 2, 2  # a plan of an earlier turn, played to its end
    game.state["court_hand"] = 0
    game.apply(("court", None))
    game.apply(("court", None))
    game.reveal(["PLACE 3 oak", "PLACE 3 thorn", "PLACE 1 ash", "MOVE 1", "POINTS"])
    game.apply(("split", (0, 1)))
    game.apply(("select", "unseelie"))
    actions = np.zeros(k.MAX_LEGAL, np.int16)
    legal = game.legal_numbers()
    actions[: len(legal)] = legal
    view, rules = game.view()[0], game.rules[0]
    arguments = (view, rules, actions, len(legal), np.uint64(1), handle.weights, memory[0])
    chosen = int(handle.choose(*arguments, kernel.legal, kernel.apply))
    assert game.name_of(chosen) != ("stop",)
