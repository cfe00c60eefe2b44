"""The engine and the slow reference, written apart from each other, agree on every position of random games."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from balance.config.sea_witch.models import SeaWitchGame, Table
from balance.config.sea_witch.rulings import RULINGS
from tests.sea_witch.tables import both, changed, shipped, shipped_game

GAMES = 5 if os.environ.get("HYPOTHESIS_PROFILE") == "small" else 20  # by table
MANY = 300  # 2,400 in all
SEED = 20261201


def drawn_game(generator: random.Random) -> SeaWitchGame:
    """Return the shipped game under rulings at random, some cards and pacts with the vocabulary's rarer words."""
    rulings = {name: generator.choice(one.names) for name, one in RULINGS.items()}
    game = shipped_game(**rulings)
    if generator.random() < 0.5:
        game = changed(game, "pacts", "Foam on the Waves", first=_any_of(generator))
        game = changed(game, "cards", "Cat", effects=[_rare(generator), {"do": "draw_pact", "count": 2}])
    return game


def _any_of(generator: random.Random) -> dict[str, Any]:
    return generator.choice(
        [
            {"discard": 2, "discard_of": ["Female", "Animal"], "play": ["Male", "Animal"]},
            {"discard": 1, "play": ["Villain"], "have": ["Animal"]},
            {"reveal": ["Prince"], "lose": 1, "pay": {"gold": 1}},
        ]
    )


def _rare(generator: random.Random) -> dict[str, Any]:
    return generator.choice(
        [
            {"do": "discard_pact", "may": False},
            {"do": "draw_pact", "who": "others", "may": True},
            {"do": "take", "item": "gold", "count": 3, "who": "all"},
            {"do": "discard", "count": 2, "of": ["Male", "Female"]},
            {"do": "score", "who": "others", "when": "day", "needs": ["Animal"]},
        ]
    )


def compare(game: SeaWitchGame, table: Table, generator: random.Random, *, eager: bool) -> int:
    """Play one random game in both and compare everything at every position; return the decisions."""
    engine, reference = both(game, table, generator)
    decisions = 0
    while True:
        assert (engine.phase, engine.to_move) == (reference.phase, reference.seat)
        assert engine.position() == reference.position()
        if engine.over:
            break
        if reference.phase == "shuffle the pacts":
            order = list(reference.pact_discard)
            generator.shuffle(order)
            engine.reshuffle(order)
            reference.answer(order)
            continue
        assert list(engine.legal()) == reference.options
        wanted = [option for option in reference.options if option != "none"] if eager else reference.options
        action = generator.choice(wanted)
        engine.apply(action)
        reference.answer(action)
        decisions += 1
    assert engine.points() == reference.points()
    return decisions


def compare_many(name: str, games: int) -> int:
    """Play random games at a table; return the decisions."""
    generator = random.Random(f"{SEED}{name}{games}")
    return sum(
        compare(drawn_game(generator), shipped().settings[name], generator, eager=number % 2 == 0)
        for number in range(games)
    )


@pytest.mark.parametrize("name", shipped().settings)
def test_engine_and_reference_agree_on_every_position(name: str) -> None:
    assert compare_many(name, GAMES) > 30 * GAMES


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped().settings)
def test_engine_and_reference_agree_on_every_position_of_many_games(name: str) -> None:
    assert compare_many(name, MANY) > 30 * MANY
