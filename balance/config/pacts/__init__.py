"""Configurations: YAML files in, one checked and frozen `Configuration` out.

Light to import: no numba, numpy, polars or scipy.
"""

from balance.config.pacts.cards import Card, parse_card, sort_cards
from balance.config.pacts.game import Board, Decks, DeckSizes, Game, Sourced, Tiles, parse_tile
from balance.config.pacts.laid import Layout, LayoutList, LayoutSet
from balance.config.pacts.load import configuration_from, load_configuration
from balance.config.pacts.models import Configuration
from balance.config.pacts.only import of_pacts
from balance.config.pacts.played import Auction, PolicyPair
from balance.config.pacts.rulings import RULINGS, check_option, get_ruling
from balance.config.pacts.variants import variants
from balance.config.pacts.vocabulary import Active, Faction, Modifier, Passive, Triggered
from balance.config.rulings import Option, Ruling
from balance.config.run import Variant

__all__ = [
    "RULINGS",
    "Active",
    "Auction",
    "Board",
    "Card",
    "Configuration",
    "DeckSizes",
    "Decks",
    "Faction",
    "Game",
    "Layout",
    "LayoutList",
    "LayoutSet",
    "Modifier",
    "Option",
    "Passive",
    "PolicyPair",
    "Ruling",
    "Sourced",
    "Tiles",
    "Triggered",
    "Variant",
    "check_option",
    "configuration_from",
    "get_ruling",
    "load_configuration",
    "of_pacts",
    "parse_card",
    "parse_tile",
    "sort_cards",
    "variants",
]
