"""The random games in which engine and reference are compared: their rulings, their auction, their choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.reference.rulings import ALL_OPTIONS

GAMES_PER_PAIR = 28  # 72 pairs: 2,016 games
DEFAULTS_EVERY = 4
BID_EVERY = 3
LARGEST_BID = 28  # with the default set-up cubes; the other options leave a larger supply
LARGE_BID = 20  # leaves so few cubes that some have to be taken back
STOP = ("stop",)
# Which factions may be dealt is settled before a pair is drawn: both are given here.
DRAWN = {name: options for name, options in ALL_OPTIONS.items() if name != "faction_pool"}
ABILITY = (("court", "ABILITY"), ("court", "ABILITY or POINTS"))


@dataclass(frozen=True)
class Drawn:
    """What chance has settled before one game: its rulings and cubes bid (to Seelie if positive)."""

    rulings: dict[str, str]
    bid: int
    eager: bool
    generator: np.random.Generator


def draw(seelie: str, unseelie: str, number: int) -> Drawn:
    """Return how game `number` of a pair is played: every ruling is drawn anew, from the pair and the number."""
    generator = np.random.default_rng([number, *map(ord, seelie + unseelie)])
    rulings = {name: options[int(generator.integers(len(options)))] for name, options in DRAWN.items()}
    eager = number % 2 == 1
    bid = 0
    if number % BID_EVERY == 0:
        smallest = LARGE_BID if eager else 0
        bid = int(generator.integers(smallest, LARGEST_BID + 1)) * (-1) ** int(generator.integers(2))
    if number % DEFAULTS_EVERY == 0:
        rulings = {}
    return Drawn(rulings, bid, eager, generator)


def choose(legal: Sequence[Any], generator: np.random.Generator, *, eager: bool) -> Any:
    """Return a random action; eager play skips little, lays ABILITY and places much, so that supplies run out."""
    sensible = sorted(legal, key=str)
    if eager and len(sensible) > 1:
        abilities = [action for action in sensible if action in ABILITY]
        if abilities and generator.random() < 0.3:
            return abilities[0]
        sensible = [action for action in sensible if action != STOP]
        places = [action for action in sensible if action[0] == "place"]
        if places and generator.random() < 0.8:
            most = max(action[2] for action in places)
            sensible = [action for action in places if action[2] == most]
    return sensible[int(generator.integers(len(sensible)))]
