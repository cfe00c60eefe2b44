"""Symmetries of the map: ways to exchange regions that no rule can tell from the map as it is.

They are found from the configuration, never assumed. Cards, factions and set-up are taken into account; how a policy
chooses is not, which is why a symmetry is a check of policies and engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from balance.config.pacts.cards import WILD, Card
from balance.config.pacts.game import SETUP_CUBES, Game
from balance.config.pacts.models import Configuration


@dataclass(frozen=True)
class Symmetry:
    """One way to exchange regions, and symbols with them.

    Parameters
    ----------
    regions
        Region → the region in whose place it comes, in the board's order.
    symbols
        Symbol → the symbol that it becomes.
    """

    regions: Mapping[str, str]
    symbols: Mapping[str, str]

    def image(self, regions: tuple[str, ...]) -> tuple[int, ...]:
        """Return the exchange in numbers of some regions."""
        return tuple(regions.index(self.regions[region]) for region in regions)


def symmetries(configuration: Configuration) -> tuple[Symmetry, ...]:
    """Return every symmetry of the map but the one that leaves all as it is; of two that undo each other, one.

    A symmetry keeps borders and set-up cubes, sends the regions of each symbol to those of one symbol, and with symbols
    exchanged so the decks, the court set and the cards that factions name are the same.
    """
    game = configuration.game
    found: dict[tuple[str, ...], Symmetry] = {}
    for order in permutations(game.regions):
        regions = dict(zip(game.regions, order, strict=True))
        undone = tuple({there: here for here, there in regions.items()}[region] for region in game.regions)
        if order == game.regions or undone in found or not _keeps_map(game, regions):
            continue
        symbols = _symbols(game, regions)
        if symbols is not None and _keeps_cards(configuration, symbols):
            found[order] = Symmetry(regions, symbols)
    return tuple(found.values())


def _keeps_map(game: Game, regions: Mapping[str, str]) -> bool:
    """Tell whether borders and set-up cubes stay the same."""
    borders = game.board.borders.value
    cubes = dict(zip(game.setup_regions.value, SETUP_CUBES[game.ruling("setup_cubes")], strict=True))
    return all(
        {regions[other] for other in borders.get(region, ())} == set(borders.get(regions[region], ()))
        and cubes.get(region) == cubes.get(regions[region])
        for region in game.regions
    )


def _symbols(game: Game, regions: Mapping[str, str]) -> dict[str, str] | None:
    """Return what becomes of each symbol; None if the regions of one would have several."""
    found: dict[str, str] = {}
    for region in game.regions:
        own, other = game.symbol_of(region), game.symbol_of(regions[region])
        if found.setdefault(own, other) != other:
            return None
    return found if len(set(found.values())) == len(found) else None


def _keeps_cards(configuration: Configuration, symbols: Mapping[str, str]) -> bool:
    """Tell whether decks, court set and factions are the same with symbols exchanged."""
    game = configuration.game

    def exchanged(card: Card) -> Card:
        return card if card.symbol in ("", WILD) else Card(card.effect, card.count, symbols[card.symbol])

    def alike(cards: Mapping[Card, int]) -> bool:
        return {exchanged(card): number for card, number in cards.items()} == dict(cards)

    decks = (game.decks.common.value, game.decks.special.value, Counter(game.court.value))
    named = [card for faction in configuration.factions.values() for card in _cards(faction)]
    return all(alike(cards) for cards in decks) and all(exchanged(card) == card for card in named)


def _cards(value: Any) -> list[Card]:
    """Return the cards in a model, however deep."""
    if isinstance(value, Card):
        return [value]
    if hasattr(type(value), "model_fields"):
        return [card for name in type(value).model_fields for card in _cards(getattr(value, name))]
    return []
