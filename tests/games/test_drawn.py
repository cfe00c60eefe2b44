"""The random games in which engine and reference are compared reach every option of every ruling."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from tests.games.drawn import GAMES_PER_PAIR, choose, draw
from tests.reference.pacts_rules import ReferenceGame
from tests.reference.positions import new_game
from tests.reference.rulings import ALL_OPTIONS, OPTIONS
from tests.reference.table import FACTIONS

# Factions in whose games a ruling changes something; the others concern everybody.
CONCERNED = {
    "fir_bolg_spawn": ("fir bolg",),
    "cu_sidhe_first": ("cu sidhe",),
    "removal_colour": ("banshees", "changelings", "sluagh"),
    "removal_target": ("banshees",),
    "active_full": ("banshees", "changelings", "fir bolg", "kelpies", "sluagh"),
    "automatic_passives": ("banshees", "cu sidhe", "fir bolg"),
    "take_back_forced": ("changelings", "kelpies"),
    "take_back_counts": ("cu sidhe", "kelpies"),
    "take_back_scope": ("changelings", "cu sidhe", "fir bolg", "kelpies"),
    "selkie_copy": ("selkies",),
    "copy_passive": ("selkies",),
    "sluagh_wild": ("sluagh",),
    "kelpies_active_wild": ("kelpies",),
}
ENOUGH = 3  # games that must differ for each faction concerned


def _new_game(seelie: str, unseelie: str, rulings: dict[str, str], bid: int) -> ReferenceGame:
    bid_to = "" if bid == 0 else "seelie" if bid > 0 else "unseelie"
    return new_game(seelie, unseelie, rulings=rulings, bid_to=bid_to, bid=abs(bid))


def _deal(game: ReferenceGame, generator: np.random.Generator) -> list[str]:
    cards: list[str] = []
    for deck, number in (("common", 4), ("special", 1)):
        left = sorted(game.decks[deck].elements())
        cards += [left[i] for i in generator.choice(len(left), number, replace=False)]
    return cards


def _differs(seelie: str, unseelie: str, number: int, ruling: str, option: str) -> bool:
    """Tell whether the game drawn shows this option: the same moves with the default give something else."""
    drawn = draw(seelie, unseelie, number)
    if drawn.rulings.get(ruling) != option:
        return False
    default = OPTIONS[ruling][0]
    game = _new_game(seelie, unseelie, drawn.rulings, drawn.bid)
    other = _new_game(seelie, unseelie, {**drawn.rulings, ruling: default}, drawn.bid)
    while game.phase != "over":
        if game.legal() != other.legal() or game.position() != other.position():
            return True
        if game.phase == "reveal":
            cards = _deal(game, drawn.generator)
            game.reveal(cards)
            other.reveal(cards)
        else:
            action = choose(list(game.legal()), drawn.generator, eager=drawn.eager)
            game.apply(action)
            other.apply(action)
    return game.outcome() != other.outcome()


@pytest.mark.parametrize(
    ("ruling", "option"),
    [(ruling, option) for ruling, options in OPTIONS.items() for option in options[1:]],
)
def test_every_option_changes_some_of_the_games_drawn(ruling: str, option: str) -> None:
    wanted = dict.fromkeys(CONCERNED.get(ruling, ("",)), ENOUGH)
    for pair in permutations(FACTIONS, 2):
        lacking = [faction for faction, number in wanted.items() if number > 0]
        if not lacking:
            return
        for faction in lacking:
            if faction in (*pair, ""):
                found = sum(_differs(*pair, number, ruling, option) for number in range(GAMES_PER_PAIR))
                wanted[faction] -= found
    assert max(wanted.values()) <= 0


def test_a_quarter_of_the_games_keeps_every_default_and_the_others_draw_every_ruling() -> None:
    drawn = [draw("banshees", "selkies", number).rulings for number in range(GAMES_PER_PAIR)]
    assert drawn.count({}) == GAMES_PER_PAIR // 4
    assert all(set(rulings) == set(ALL_OPTIONS) - {"faction_pool"} for rulings in drawn if rulings)
