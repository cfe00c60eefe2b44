"""What several rooms of tests need: the shipped configuration, the reference game beside the engine's."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from balance import policies
from balance.config.pacts import Configuration, Layout, Sourced, load_configuration
from balance.engine.pacts.game import Game
from balance.engine.pacts.tables import build_rules, names_of
from tests.reference.pacts_rules import BoardData, ReferenceGame
from tests.reference.record_header import Box

CHROMIUM = Path("/usr/bin/chromium")
ROOT = Path(__file__).resolve().parent.parent
CONFIGURATION = ROOT / "configs" / "factions.yaml"


@cache
def shipped() -> Configuration:
    """Return the configuration that the project ships."""
    return load_configuration(CONFIGURATION, policies=policies.weights("pacts"))


def with_rulings(configuration: Configuration, **options: str) -> Configuration:
    """Return the configuration under other rulings."""
    game = configuration.game
    changed = {name: Sourced[str](value=value, source="ruling") for name, value in options.items()}
    rulings = {**game.rulings, **changed}
    return configuration.model_copy(update={"game": game.model_copy(update={"rulings": rulings})})


def single_layouts(configuration: Configuration) -> dict[str, Layout]:
    """Return the layouts that are no sets, by name."""
    return {name: layout for name, layout in configuration.layouts.items() if isinstance(layout, Layout)}


def board_data(configuration: Configuration) -> BoardData:
    """Return the board, decks and court set of a configuration as the reference takes them."""
    game = configuration.game
    return BoardData(
        regions=game.regions,
        borders=game.board.borders.value,
        symbols=game.board.symbols.value,
        setup_regions=game.setup_regions.value,
        decks={
            name: {str(card): copies for card, copies in deck.value.items()}
            for name, deck in (("common", game.decks.common), ("special", game.decks.special))
        },
        court=[str(card) for card in game.court.value],
    )


def record_box(configuration: Configuration) -> Box:
    """Return the tiles, layouts and rulings of a configuration as the slow checker of records takes them."""
    layouts = single_layouts(configuration).items()
    return Box(
        tiles=configuration.game.tiles.labels,
        layouts={name: {} if layout.random_regions else layout.tiles for name, layout in layouts},
        rulings=configuration.rulings(),
        off=switched_off(configuration),
    )


def switched_off(configuration: Configuration) -> dict[str, tuple[str, ...]]:
    """Return what is switched off of each faction of which anything is."""
    return {name: faction.off for name, faction in configuration.factions.items() if faction.off}


def both_games(
    configuration: Configuration, seelie: str, unseelie: str, *, layout: str = "standard", bid: int = 0
) -> tuple[Game, ReferenceGame]:
    """Return the same new game in the engine and in the reference; `bid` is positive for Seelie."""
    rules = build_rules(configuration, seelie, unseelie, layout)
    engine = Game(rules, names_of(configuration), bid=bid)
    reference = ReferenceGame(
        seelie=seelie,
        unseelie=unseelie,
        tiles={
            region: configuration.game.tile_values(label)
            for region, label in single_layouts(configuration)[layout].tiles.items()
        },
        setup=board_data(configuration),
        rulings=configuration.rulings(),
        bid_to="" if bid == 0 else "seelie" if bid > 0 else "unseelie",
        bid=abs(bid),
        off=switched_off(configuration),
    )
    return engine, reference


def deal_at_random(game: Game, generator: np.random.Generator) -> list[str]:
    """Return five cards at random from what is left in the decks."""
    decks = game.position()["decks"]
    cards: list[Any] = []
    for deck, number in (("common", 4), ("special", 1)):
        left = sorted(decks[deck].elements())
        cards += [left[i] for i in generator.choice(len(left), number, replace=False)]
    return [str(card) for card in cards]
