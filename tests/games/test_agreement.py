"""The engine and the slow reference, written apart from each other, agree on every position of random games."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from tests.support import both_games, deal_at_random, shipped, with_rulings

GAMES_PER_PAIR = 28  # 72 pairs: 2,016 games
PAIRS = list(permutations(shipped().factions, 2))
RULINGS: list[dict[str, str]] = [
    {},
    {"tie_break": "unseelie", "move_unit": "steps"},
    {"tie_break": "shared", "setup_cubes": "two_center_one_bottom", "removal_colour": "opposing"},
    {"setup_cubes": "one_center_two_bottom", "cu_sidhe_first": "empty", "fir_bolg_spawn": "one_empty_region"},
]


def _choose(legal: list[Any], generator: np.random.Generator, *, eager: bool) -> Any:
    """Return a random action; eager play skips little and places much, so that supplies run out."""
    if eager and len(legal) > 1:
        legal = [action for action in legal if action != ("stop",)]
        places = [action for action in legal if action[0] == "place"]
        if places and generator.random() < 0.8:
            most = max(action[2] for action in places)
            legal = [action for action in places if action[2] == most]
    return legal[int(generator.integers(len(legal)))]


def play_both(seelie: str, unseelie: str, number: int) -> int:
    """Play one random game in both and compare everything at every position; return the decisions."""
    generator = np.random.default_rng([number, *map(ord, seelie + unseelie)])
    configuration = with_rulings(shipped(), **RULINGS[number % len(RULINGS)])
    layouts = [name for name, layout in configuration.layouts.items() if not layout.random_regions]
    bid = int(generator.integers(-28, 29)) if number % 3 == 0 else 0
    engine, reference = both_games(
        configuration, seelie, unseelie, layout=layouts[number % len(layouts)], bid=bid
    )
    decisions = 0
    while True:
        position = engine.position()
        expected = reference.position()
        assert engine.phase == reference.phase
        assert engine.to_move == reference.to_move
        assert {name: position[name] for name in expected} == expected
        legal = engine.legal()
        assert len(set(legal)) == len(legal)
        assert set(legal) == reference.legal()
        if engine.phase == "over":
            break
        if engine.phase == "reveal":
            cards = deal_at_random(engine, generator)
            engine.reveal(cards)
            reference.reveal(cards)
            continue
        action = _choose(sorted(legal, key=str), generator, eager=number % 2 == 1)
        engine.apply(action)
        reference.apply(action)
        decisions += 1
    result, wanted = engine.outcome(), reference.outcome()
    assert result.scores == (wanted["seelie"], wanted["unseelie"])
    winner = None if result.winner is None else ("seelie", "unseelie")[result.winner]
    assert (winner, result.tie_break) == (wanted["winner"], wanted["tie_break"])
    return decisions


@pytest.mark.parametrize(("seelie", "unseelie"), PAIRS, ids=[f"{s}-{u}" for s, u in PAIRS])
def test_engine_and_reference_agree_on_every_position(seelie: str, unseelie: str) -> None:
    decisions = sum(play_both(seelie, unseelie, number) for number in range(GAMES_PER_PAIR))
    assert decisions > 20 * GAMES_PER_PAIR


@pytest.mark.parametrize("faction", shipped().factions)
def test_engine_and_reference_agree_on_mirrors(faction: str) -> None:
    assert play_both(faction, faction, 1) > 20
