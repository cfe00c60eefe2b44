"""Whole games of every policy under any combination of rulings: loop and replay agree, and every game has a text."""

from __future__ import annotations

import numpy as np
import pytest

from balance import policies
from balance.config.pacts import RULINGS
from balance.engine.registry import rule_system
from balance.engine.system import Cell
from tests.support import shipped, with_rulings

COMBINATIONS = {"random": 45, "greedy": 27, "planner": 6}  # by policy; others as the planner
GAMES = 2


def combination(number: int) -> dict[str, str]:
    """Return an option of every ruling, drawn by number; each other reading about every second time."""
    generator = np.random.default_rng(number)
    return {name: str(generator.choice(ruling.names)) for name, ruling in RULINGS.items()}


@pytest.mark.parametrize("name", policies.names("pacts"))
def test_loop_and_replay_play_the_same_games_under_any_combination(name: str) -> None:
    handles = {name: policies.handle("pacts", name, {})}
    factions, layouts = list(shipped().factions), list(shipped().layouts)
    for number in range(COMBINATIONS.get(name, COMBINATIONS["planner"])):
        system = rule_system(with_rulings(shipped(), **combination(number)))
        pair = (factions[number % 9], factions[(number // 9 + number + 1) % 9])
        bid = (0, 5, -28)[number % 3]
        cell = Cell(pair, layouts[number % len(layouts)], (name, name), bid)
        (rows,) = system.games([cell], handles, number, GAMES)
        for game in range(GAMES):
            outcome = system.outcome(cell, handles, number + game)
            assert outcome.scores[0] - outcome.scores[1] == rows.margins[game], combination(number)
        text = system.text(cell, handles, number)
        assert text.endswith(".\n")
        assert f"Final score: Seelie {system.outcome(cell, handles, number).scores[0]}," in text
