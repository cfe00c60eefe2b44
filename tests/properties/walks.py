"""Random games, and the worlds that a player cannot tell from the one they are in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from balance.config.pacts import RULINGS, Configuration
from balance.engine.pacts.game import Game, deal_game
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.view import hides_faction
from balance.engine.pacts.tables import build_rules, names_of
from tests.support import shipped, with_rulings

FACTIONS = tuple(shipped().factions)
OPTIONS = {name: ruling.names for name, ruling in RULINGS.items()}
DEALS = 9  # the key of every deal here; the game's number tells deals apart


@dataclass(frozen=True)
class Walk:
    """A game to play at random: who meets whom, under which rulings, where, with which bid and chance."""

    seelie: str
    unseelie: str
    rulings: tuple[tuple[str, str], ...]
    layout: str
    bid: int
    seed: int
    eager: bool


@cache
def ruled(rulings: tuple[tuple[str, str], ...]) -> Configuration:
    return with_rulings(shipped(), **dict(rulings))


def walks() -> st.SearchStrategy[Walk]:
    """Return random games: all factions and mirrors, all options of all rulings, all layouts, bids up to the supply."""
    return st.builds(
        Walk,
        seelie=st.sampled_from(FACTIONS),
        unseelie=st.sampled_from(FACTIONS),
        rulings=st.fixed_dictionaries({n: st.sampled_from(o) for n, o in OPTIONS.items()}).map(
            lambda options: tuple(options.items())
        ),
        layout=st.sampled_from(tuple(shipped().layouts)),
        bid=st.one_of(st.just(0), st.integers(-28, 28)),
        seed=st.integers(0, 2**32 - 1),
        eager=st.booleans(),
    )


def new_game(walk: Walk) -> Game:
    """Return the walk's game before its first decision."""
    configuration = ruled(walk.rulings)
    rules = build_rules(configuration, walk.seelie, walk.unseelie, walk.layout)
    tiles = deal_game(rules, DEALS, walk.seed)[1]
    return Game(rules, names_of(configuration), tiles=[int(tile) for tile in tiles], bid=walk.bid)


def reveal(game: Game, walk: Walk) -> tuple[str, ...]:
    """Reveal the round's cards as the walk's deal has them; return them."""
    kinds = deal_game(game.rules, DEALS, walk.seed)[0][int(game.state["round"]) - 1]
    cards = tuple(str(game.names.cards[int(kind)]) for kind in kinds)
    game.reveal(cards)
    return cards


def choose(game: Game, walk: Walk, generator: np.random.Generator) -> int:
    """Return a random legal action; eager walks skip little and place much, so that supplies run out."""
    numbers = game.legal_numbers()
    if walk.eager and len(numbers) > 1:
        numbers = [n for n in numbers if n != k.STOP_ACTION]
    return int(generator.choice(numbers))


def positions(walk: Walk) -> Iterator[tuple[Game, int | None]]:
    """Play on to the end; yield the game before each step, with the action to come (None: deal, or end)."""
    game, generator = new_game(walk), np.random.default_rng(walk.seed)
    while game.phase != "over":
        action = None if game.phase == "reveal" else choose(game, walk, generator)
        yield game, action
        if action is None:
            reveal(game, walk)
        else:
            game.apply(action)
    yield game, None


def _cards_that_may_lie(game: Game) -> list[int]:
    """Return the opponent's face-down court cards that agree with what the side to move has seen."""
    state, side = game.state, int(game.state["side"])
    other = 1 - side
    card = int(state["court_card"][other])
    choosing = game.phase == "court"
    if (choosing and side == k.SEELIE) or (not choosing and (card < 0 or state["court_shown"][other])):
        return [card]
    public = int(state["court_hand"][other]) | (1 << card if card >= 0 else 0)
    cards = [number for number in range(int(game.rules[0]["court_size"])) if public >> number & 1]
    return [*cards, k.NONE] if choosing else cards


def _shuffled_tiles(game: Game, generator: np.random.Generator) -> NDArray[np.int8]:
    """Return tiles that look the same: with equal dark values, where light sides are unknown."""
    tiles, rules = game.state["tiles"].copy(), game.rules[0]
    if not rules["light_hidden"] or game.state["season"] != k.DARK:
        return np.asarray(tiles)
    dark = rules["tile_value"][:, k.DARK]
    known = range(int(rules["box"])) if rules["random_regions"] else [int(tile) for tile in rules["tiles"]]
    for value in {int(dark[tile]) for tile in tiles if tile >= 0}:
        places = [
            region for region in range(k.REGIONS) if tiles[region] >= 0 and dark[tiles[region]] == value
        ]
        alike = [tile for tile in known if dark[tile] == value]
        tiles[places] = generator.permutation(alike)[: len(places)]
    return np.asarray(tiles)


def _rules_as_seen(game: Game, generator: np.random.Generator, walk: Walk) -> NDArray[Any]:
    """Return the rules of the game, or of any other faction on the other side while that is hidden."""
    if not hides_faction(game.state):
        return game.rules.copy()
    pair = [walk.seelie, walk.unseelie]
    pair[1 - int(game.state["side"])] = str(generator.choice(FACTIONS))
    return build_rules(ruled(walk.rulings), pair[0], pair[1], walk.layout)


def worlds(game: Game, generator: np.random.Generator, walk: Walk) -> list[Game]:
    """Return games that the side to move cannot tell apart: each face-down card, tiles dealt anew in each.

    A faction still hidden is another one in each.
    """
    other, found = 1 - int(game.state["side"]), []
    mine = int(game.state["court_card"][other])
    public = int(game.state["court_hand"][other]) | (1 << mine if mine >= 0 else 0)
    for card in _cards_that_may_lie(game):
        world = game.copy()
        world.state["court_card"][other] = card
        world.state["court_hand"][other] = public & ~(1 << card) & 0xFF if card >= 0 else public
        world.state["tiles"] = _shuffled_tiles(game, generator)
        # the layout in the rules record is the world's own too: a policy that read it would give itself away
        swapped = dict(zip(game.state["tiles"].tolist(), world.state["tiles"].tolist(), strict=True))
        world.rules = _rules_as_seen(game, generator, walk)
        world.rules[0]["tiles"] = [swapped.get(tile, tile) for tile in game.rules[0]["tiles"].tolist()]
        found.append(world)
    return found


def fields(record: Any) -> bytes:
    """Return every field's bytes (a record has padding between its fields, which numpy does not copy)."""
    return b"".join(np.ascontiguousarray(record[name]).tobytes() for name in k.STATE.names or ())


def record(game: Game) -> bytes:
    return fields(game.state)


def shown(game: Game) -> bytes:
    """Return what the side to move may see, as bytes."""
    return fields(game.view()[0])


def known(game: Game) -> list[bytes]:
    """Return what the side to move may know of the rules, as bytes; which tile lies where is the view's."""
    rules = game.known_rules()[0]
    return [np.ascontiguousarray(rules[name]).tobytes() for name in k.RULES.names or () if name != "tiles"]


def total(counts: Any) -> int:
    return int(np.asarray(counts, np.int64).sum())
