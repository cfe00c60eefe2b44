"""What the shipped files are far from: kinds that no card has, points beyond all counts, pacts drawn without end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance import policies
from balance.config.sea_witch.checks import check
from balance.config.sea_witch.models import Table
from balance.engine.sea_witch.kernels import effects
from balance.engine.sea_witch.kernels import state as k
from balance.engine.sea_witch.system import SeaWitchSystem
from balance.engine.system import Cell, CellTally
from balance.errors import BalanceError
from tests.sea_witch.tables import changed, shipped, shipped_game

TWO = {"two": Table(players=2)}


def with_whales() -> Any:
    """Return the shipped game with one more kind, which no card has."""
    game = shipped_game()
    kinds = game.kinds.model_copy(update={"value": (*game.kinds.value, "Whale")})
    return game.model_copy(update={"kinds": kinds})


@pytest.mark.parametrize("key", ["have", "reveal", "play"])
def test_a_condition_that_no_card_can_meet_is_refused(key: str) -> None:
    game = changed(with_whales(), "pacts", "Seventh Heaven", first={key: ["Whale"]})
    ((where, message),) = check(game, {}, TWO)
    assert where == ("game", "pacts", "Seventh Heaven", "value", "first", key)
    assert message == "expected a kind that a card has; no card is Whale"


@pytest.mark.parametrize(
    ("key", "effect"),
    [("needs", {"do": "score", "needs": ["Whale"]}), ("of", {"do": "fetch", "of": ["Whale"]})],
)
def test_an_effect_that_asks_for_what_no_card_is_is_refused(key: str, effect: dict[str, Any]) -> None:
    game = changed(with_whales(), "cards", "Dragon", effects=[effect])
    ((where, message),) = check(game, {}, TWO)
    assert where == ("game", "cards", "Dragon", "value", "effects", 0, key)
    assert message == "expected a kind that a card has; no card is Whale"


def test_a_kind_that_some_card_has_is_enough() -> None:
    game = changed(with_whales(), "cards", "Dragon", effects=[{"do": "fetch", "of": ["Whale", "Prince"]}])
    assert not list(check(game, {}, TWO))


def test_points_stop_at_their_limit_instead_of_turning_round() -> None:
    state = np.zeros(1, k.STATE)[0]
    state["score"][0], state["score"][1] = 4990, -4990
    effects.score(state, 0, 20)
    effects.score(state, 1, -20)
    assert state["score"].tolist() == [5000, -5000, 0, 0, 0]


def played(**table: Any) -> CellTally:
    """Play games in which nobody ever gets rid of a pact by playing it."""
    sound = shipped()
    places = {"two": Table(players=2, **table)}
    system = SeaWitchSystem(sound.model_copy(update={"places": places}))
    handles = {"random": policies.handle("sea_witch", "random", {})}
    (tally,) = system.play([Cell(("hoard", "hoard"), "two", ("random", "random"), 0)], handles, 0, 20)
    return tally


def test_points_far_below_zero_are_counted_as_they_are() -> None:
    # 20 points for each pact: with 4 held, which are few, 80 points are lost
    tally = played(penalty=20)
    lowest = min(int(row.key) for row in tally.facts if row.fact == "points, player")
    assert lowest < -60
    for row in tally.facts:
        if row.fact.startswith("points, "):
            assert row.total == row.games * int(row.key)


def test_points_that_have_no_key_are_refused() -> None:
    sound = shipped()
    # whoever plays a Dragon scores 20 points 40 times: 800 in all
    game = changed(sound.game, "cards", "Dragon", effects=[{"do": "score", "count": 20}] * 40)
    system = SeaWitchSystem(sound.model_copy(update={"game": game}))
    handles = {"random": policies.handle("sea_witch", "random", {})}
    with pytest.raises(
        BalanceError, match=r"^points, .*: a game came to a number above 300, the last that is"
    ):
        system.play([Cell(("hoard", "avoid"), "two", ("random", "random"), 0)], handles, 0, 40)


def test_a_pact_stack_is_shuffled_hundreds_of_times() -> None:
    state = np.zeros(1, k.STATE)[0]
    state["shuffles"] = 127
    state["shuffles"] += 1
    assert state["shuffles"] == 128
