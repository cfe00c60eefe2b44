"""Both frameworks' own checks pass under combinations of all rulings, and no bound is exceeded."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test

from balance.adapters import openspiel, pettingzoo
from balance.adapters.lengths import longest_game, most_events
from balance.adapters.table import CHANCE, OVER, Table
from balance.config.pacts import Configuration
from balance.engine.pacts.kernels import state as k
from tests.adapters.tables import every_ruling, random_actions
from tests.adapters.test_pettingzoo import advise_nothing
from tests.support import shipped

FACTIONS = list(shipped().factions)
HIDDEN = ["together", "at_first_use"]
SEEDS = range(4)


def drawn(seed: int) -> tuple[tuple[Configuration, str, str], dict[str, Any]]:
    """Return what a game is made from: rulings, a pair, a layout and a bid, all drawn."""
    generator = np.random.default_rng(seed + 100)
    configuration = every_ruling(generator, faction_reveal=HIDDEN[seed % 2])
    seelie, unseelie = generator.choice(FACTIONS, 2, replace=False).tolist()
    layout, bid = str(generator.choice(["standard", "random"])), int(generator.choice([0, 0, 3, -28]))
    return (configuration, seelie, unseelie), {"layout": layout, "bid": bid}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_simulation_test_of_openspiel_passes(seed: int) -> None:
    where, options = drawn(seed)
    pyspiel.random_sim_test(openspiel.load_game(*where, **options), num_sims=1, serialize=True, verbose=False)


@advise_nothing
@pytest.mark.parametrize("seed", SEEDS)
def test_the_interface_test_of_pettingzoo_passes(seed: int) -> None:
    where, options = drawn(seed)
    api_test(pettingzoo.env(*where, **options), num_cycles=200)


@pytest.mark.parametrize("seed", range(8))
def test_no_game_is_longer_than_the_bounds_say_and_every_action_has_a_name(seed: int) -> None:
    (configuration, seelie, unseelie), options = drawn(seed)
    table = Table.new(configuration, seelie, unseelie, **options)
    game = openspiel.load_game(configuration, seelie, unseelie, **options)
    twin, state = table.copy(), game.new_initial_state()
    actions = random_actions(twin, np.random.default_rng(seed))
    assert len(actions) - 36 <= longest_game(table.rules, table.bid) <= game.max_game_length()
    assert max(map(len, twin.seen)) <= most_events(table.rules, table.bid) <= game.most_events
    for action in actions:
        if table.to_move not in {CHANCE, OVER}:
            names = [state.action_to_string(legal) for legal in table.legal()]
            assert len(set(names)) == len(names)
            assert {name.split()[0] for name in names} <= WORDS
        table.apply(action)
        state.apply_action(action)
    assert state.is_terminal()
    assert len(state.observation_tensor(0)) == game.observation_tensor_size()


WORDS = {"auction", "court", "split", "select", "card", "card_as", "place", "move", "remove", "region", "swap", "copy",
         "copy_as", "take_back", "passive", "stop"}  # fmt: skip


def test_a_card_that_becomes_another_is_named_with_it() -> None:
    configuration = every_ruling(np.random.default_rng(0), other_card="two_kinds", faction_reveal="together")
    game = openspiel.load_game(configuration, "selkies", "dragons")
    state = game.new_initial_state()
    assert (
        state.action_to_string(0, k.CARD_AS_ACTION + k.AS_BECOMES * k.SLOTS + 2) == "card_as 2 PLACE 4 WILD"
    )
