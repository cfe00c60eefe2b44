"""Under other readings the policies that look for gains take what gains and leave what does not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance import policies
from balance.engine.pacts.describe import Action
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import rules as kernel
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.loop import MEMORY, clear_memory
from tests.rules.table import (
    BL,
    REGIONS,
    STOP,
    TL,
    TR,
    C,
    card,
    courts,
    cubes,
    deal,
    new_game,
    pass_round,
    play,
    seelie_turn,
)

SEARCHING = [name for name in policies.names("pacts") if name != "random"]
PASSIVE: Action = ("passive",)
DECLINE: dict[str, Any] = {"automatic_passives": "may_decline"}
each_policy = pytest.mark.parametrize("name", SEARCHING)


class Player:
    """A policy with its memory, as the loop asks it."""

    def __init__(self, name: str) -> None:
        self.policy = policies.handle("pacts", name, {})
        self.memory = np.zeros(1, MEMORY)
        clear_memory(self.memory[0])

    def choose(self, game: Game) -> Action:
        """Return what the policy does in the position."""
        legal, actions = game.legal_numbers(), np.zeros(k.MAX_LEGAL, np.int16)
        actions[: len(legal)] = legal
        number = self.policy.choose(
            game.view()[0], game.known_rules()[0], actions, len(legal), np.uint64(1),
            self.policy.weights, self.memory[0], kernel.legal, kernel.apply,
        )  # fmt: skip
        return game.name_of(int(number))

    def play(self, game: Game) -> Game:
        """Play the turn, or whatever the side has to decide, to its end."""
        side, number = game.to_move, int(game.state["round"])
        while (game.to_move, int(game.state["round"])) == (side, number):
            legal = game.legal()
            game.apply(self.choose(game) if len(legal) > 1 else legal[0])
        return game


@each_policy
@pytest.mark.parametrize("spawn", ["every_empty_region", "one_empty_region"])
def test_cubes_at_a_rounds_start_are_taken(name: str, spawn: str) -> None:
    game = new_game("fir bolg", "dragons", fir_bolg_spawn=spawn, **DECLINE)
    assert Player(name).choose(game) == PASSIVE


@each_policy
def test_the_bonus_of_a_first_placing_is_taken(name: str) -> None:
    game = seelie_turn("cu sidhe", ["PLACE 1 oak", "MOVE 1"], rulings=DECLINE)
    play(card(game), ("place", TL, 1))
    assert Player(name).choose(game) == PASSIVE


@each_policy
def test_the_other_side_is_made_to_discard(name: str) -> None:
    game = deal(courts(new_game("banshees", "dragons", **DECLINE), "POINTS", "MOVE 1"))
    play(game, ("split", ()), ("select", "unseelie"))
    assert Player(name).choose(game) == PASSIVE


@each_policy
def test_a_turn_that_starts_with_a_question_is_looked_ahead_to(name: str) -> None:
    """Round 2, Unseelie select: their turn opens with a question, and five cards are worth having all the same."""
    game = deal(courts(pass_round(new_game("dragons", "banshees", **DECLINE)), None, "MOVE 1"))
    play(game, ("split", (0, 1, 2, 3, 4)))
    assert Player(name).choose(game) == ("select", "unseelie")
    assert play(game, ("select", "unseelie")).phase == "passive"


@each_policy
def test_points_are_taken_where_the_ability_gains_nothing(name: str) -> None:
    game = seelie_turn(
        "dragons", ["ABILITY"], own={C: 3, TL: 2}, opposing={}, rulings={"other_card": "one_with_choice"}
    )
    assert Player(name).choose(game) == ("card_as", 0, "POINTS")


@each_policy
def test_the_ability_is_taken_where_it_gains_more_than_points(name: str) -> None:
    game = seelie_turn(
        "dragons", ["ABILITY"], own={TL: 1}, opposing={C: 9}, rulings={"other_card": "one_with_choice"}
    )
    assert Player(name).choose(game) == ("card", 0)


@each_policy
def test_selkies_copy_the_best_of_what_one_card_may_be(name: str) -> None:
    game = seelie_turn(
        "selkies",
        ["ABILITY", "ABILITY"],
        own={C: 20},
        opposing={},
        rulings={"other_card": "one_with_choice", "copy_passive": "points_only"},
    )
    game = card(game)
    assert game.legal() == [STOP, ("copy_as", 1, "POINTS")]
    assert Player(name).choose(game) == ("copy_as", 1, "POINTS")


@each_policy
def test_a_removal_stops_before_own_cubes_where_it_may(name: str) -> None:
    """Sluagh would have to take own cubes once the opposing one is gone."""
    game = seelie_turn(
        "sluagh", ["ABILITY"], own={TL: 3, TR: 3, BL: 3}, opposing={C: 1}, rulings={"active_full": "up_to"}
    )
    played = Player(name).play(play(card(game), ("remove", "unseelie", C)))
    assert cubes(played) == {TL: 3, TR: 3, BL: 3}


@each_policy
def test_kelpies_place_where_their_ability_also_removes(name: str) -> None:
    """Tile 7 is won by 3 cubes against 4 less 2, tile 3 by 3 against 2: without a removal only the latter."""
    for option, region in (("wild", TL), ("not_wild", TR)):
        game = seelie_turn(
            "kelpies",
            ["ABILITY"],
            own={},
            opposing={TL: 4, TR: 2},
            number=6,
            tiles={C: None, BL: None, "bottom-middle": None, "bottom-right": None},
            rulings={"kelpies_active_wild": option},
        )
        assert cubes(Player(name).play(game)) == {region: 3}


@each_policy
@pytest.mark.parametrize("layout", ["standard", "random"])
def test_auction_cubes_before_setup_go_to_more_than_one_region(name: str, layout: str) -> None:
    game = new_game(bid=12, layout=layout, auction_timing="before_setup")
    player = Player(name)
    while game.phase == "auction":
        game.apply(player.choose(game))
    assert int(player.memory[0]["key"]) == -1  # nothing of the tiles expected is kept
    laid = {
        region: int(n) - int(game.rules[0]["setup"][r]) for r, (region, n) in enumerate(_own(game).items())
    }
    assert sum(laid.values()) == 12
    if layout == "random":
        assert set(laid.values()) == {2}  # no region is worth more than another
    else:
        assert min(laid[TR], laid[C]) > laid[BL]  # 4 and 5 points against 1, after the flip 3 and 5 against 5


def _own(game: Game) -> dict[str, int]:
    return {region: int(game.position()["cubes"]["seelie"][region]) for region in REGIONS}
