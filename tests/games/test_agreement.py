"""The engine and the slow reference, written apart from each other, agree on every position of random games."""

from __future__ import annotations

import os
from itertools import permutations

import pytest

from balance.config.pacts import Configuration
from balance.config.pacts.variants import without
from balance.config.pacts.vocabulary import ABILITIES, Ability
from tests.games.drawn import GAMES_PER_PAIR, Drawn, choose, draw
from tests.support import both_games, deal_at_random, shipped, single_layouts, with_rulings

PAIRS = list(permutations(shipped().factions, 2))
GAMES = (
    8 if os.environ.get("HYPOTHESIS_PROFILE") == "small" else GAMES_PER_PAIR
)  # fewer with every index checked


def play_both(seelie: str, unseelie: str, number: int) -> int:
    """Play one random game in both under rulings that are drawn."""
    drawn = draw(seelie, unseelie, number)
    return compare(with_rulings(shipped(), **drawn.rulings), drawn, seelie, unseelie, number)


def compare(configuration: Configuration, drawn: Drawn, seelie: str, unseelie: str, number: int) -> int:
    """Play one random game in both and compare everything at every position; return the decisions."""
    layouts = [name for name, layout in single_layouts(configuration).items() if not layout.random_regions]
    engine, reference = both_games(
        configuration, seelie, unseelie, layout=layouts[number % len(layouts)], bid=drawn.bid
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
            cards = deal_at_random(engine, drawn.generator)
            engine.reveal(cards)
            reference.reveal(cards)
            continue
        action = choose(legal, drawn.generator, eager=drawn.eager)
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
    decisions = sum(play_both(seelie, unseelie, number) for number in range(GAMES))
    assert decisions > 20 * GAMES


@pytest.mark.parametrize("faction", shipped().factions)
def test_engine_and_reference_agree_on_mirrors(faction: str) -> None:
    assert play_both(faction, faction, 1) > 20


@pytest.mark.parametrize("ability", ABILITIES)
@pytest.mark.parametrize("faction", shipped().factions)
def test_engine_and_reference_agree_where_an_ability_is_switched_off(faction: str, ability: Ability) -> None:
    others = [name for name in shipped().factions if name != faction]
    for number, other in enumerate(others[:4]):
        pair = (faction, other) if number % 2 else (other, faction)
        drawn = draw(*pair, number)
        configuration = without(with_rulings(shipped(), **drawn.rulings), faction, ability)
        assert compare(configuration, drawn, *pair, number) > 15


@pytest.mark.parametrize("number", range(36))
def test_engine_and_reference_agree_where_much_is_switched_off_on_both_sides(number: int) -> None:
    pair = PAIRS[2 * number + number % 2]
    drawn = draw(*pair, number + 1)
    configuration = with_rulings(shipped(), **drawn.rulings)
    for faction in pair:
        for ability in ABILITIES:
            if drawn.generator.random() < 0.5:
                configuration = without(configuration, faction, ability)
    assert compare(configuration, drawn, *pair, number) > 15
