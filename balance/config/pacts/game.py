"""The game file as frozen models: every leaf a value with its source."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal

from pydantic import (
    BeforeValidator,
    Field,
    WithJsonSchema,
)

from balance.config.base import DisplayName, Model
from balance.config.document import shown
from balance.config.pacts.cards import Card, sort_cards
from balance.config.pacts.rulings import RULINGS, get_ruling
from balance.config.pacts.vocabulary import CardName, Count
from balance.config.sourced import Sourced, sourced_values, with_value

REGIONS: Final = 6
LARGEST_TILE: Final = 20
MOST_TILES: Final = 16
MOST_CARDS: Final = 40
MOST_CUBES: Final = 60
LARGEST_COURT: Final = 7
CARDS_DEALT: Final = {"common": 24, "special": 6}
"""Cards that six rounds reveal: four common and one special each."""
SETUP_CUBES: Final = {
    "three_each": (3, 3),
    "two_center_one_bottom": (2, 1),
    "one_center_two_bottom": (1, 2),
}

_TILE = re.compile(r"([0-9]{1,2})/([0-9]{1,2})")


def parse_tile(label: str) -> tuple[int, int]:
    """Return the two numbers of a tile's label, in the order printed.

    Raises
    ------
    ValueError
        The label is not two numbers from 0 to 20 with a slash between them.

    Examples
    --------
    >>> parse_tile("2/7")
    (2, 7)
    """
    match = _TILE.fullmatch(label)
    if match is None or max(map(int, match.groups())) > LARGEST_TILE:
        msg = f"expected a tile such as 2/7, each number from 0 to {LARGEST_TILE}; got {label!r}"
        raise ValueError(msg)
    return int(match[1]), int(match[2])


def _check_tile(label: Any) -> str:
    if not isinstance(label, str):
        msg = f"expected a tile such as 2/7, each number from 0 to {LARGEST_TILE}; got {shown(label)}"
        raise ValueError(msg)  # noqa: TRY004 - pydantic takes ValueError only
    parse_tile(label)
    return label


TileLabel = Annotated[str, BeforeValidator(_check_tile), WithJsonSchema({"type": "string", "format": "tile"})]
Copies = Annotated[int, Field(ge=1, le=MOST_CARDS)]
Deck = Annotated[dict[CardName, Copies], Field(min_length=1)]


class Board(Model):
    """Regions in order, which border which, and the symbol of each."""

    regions: Annotated[
        Sourced[Annotated[tuple[DisplayName, ...], Field(min_length=REGIONS, max_length=REGIONS)]],
        Field(description="The names of the regions, in the order in which reports list them."),
    ]
    borders: Annotated[
        Sourced[dict[str, tuple[str, ...]]],
        Field(
            description="Region → the regions that share an edge with it. Both directions are written: if A names B, "
            "B must name A."
        ),
    ]
    symbols: Annotated[
        Sourced[Annotated[dict[DisplayName, tuple[str, ...]], Field(min_length=3, max_length=6)]],
        Field(
            description="Symbol → its regions. Every region has exactly one symbol; PLACE cards name symbols."
        ),
    ]


class Tiles(Model):
    """The tiles of the box: the standard six, and the others."""

    standard: Annotated[
        Sourced[tuple[TileLabel, ...]],
        Field(
            description="The six tiles of the first game. The ruling `tile_label` says which number is dark."
        ),
    ]
    other: Annotated[Sourced[tuple[TileLabel, ...]], Field(description="The other tiles of the box.")]

    @property
    def labels(self) -> tuple[str, ...]:
        """All tiles of the box, the standard ones first."""
        return self.standard.value + self.other.value


class Decks(Model):
    """Copies of each card in the two decks."""

    common: Annotated[Sourced[Deck], Field(description="Card → copies in the common deck.")]
    special: Annotated[Sourced[Deck], Field(description="Card → copies in the special deck.")]


class DeckSizes(Model):
    """How many cards the box holds; a deck or court set of another size is refused."""

    common: Annotated[
        int, Field(ge=CARDS_DEALT["common"], le=MOST_CARDS, description="Cards of the common deck.")
    ]
    special: Annotated[
        int, Field(ge=CARDS_DEALT["special"], le=MOST_CARDS, description="Cards of the special deck.")
    ]
    court: Annotated[int, Field(ge=1, le=LARGEST_COURT, description="Court cards of one side.")]


class Game(Model):
    """The rules of Pacts as one game file gives them.

    Rulings that the file leaves out take their default and its source.
    """

    system: Annotated[Literal["pacts"], Field(description="The rule system that plays the game.")]
    version: Annotated[
        int,
        Field(
            ge=1,
            le=1_000_000,
            description="Raise it to tell two versions of your rules apart; results of another version are never "
            "mixed.",
        ),
    ]
    board: Annotated[Board, Field(description="The map.")]
    cubes: Annotated[
        Sourced[Annotated[int, Field(ge=6, le=MOST_CUBES)]],
        Field(description="Cubes of each side for play, on the board and in the supply together."),
    ]
    setup_regions: Annotated[
        Sourced[Annotated[tuple[str, ...], Field(min_length=2, max_length=2)]],
        Field(
            description="The two regions where each side starts; the ruling `setup_cubes` says with how many."
        ),
    ]
    tiles: Annotated[Tiles, Field(description="Double-sided tiles, two numbers each.")]
    points_card: Annotated[Sourced[Count], Field(description="Points of a POINTS card.")]
    deck_sizes: Annotated[
        Sourced[DeckSizes],
        Field(description="Cards in the box; decks and court set must add up to these numbers."),
    ]
    decks: Annotated[Decks, Field(description="The two decks.")]
    court: Annotated[
        Sourced[Annotated[tuple[CardName, ...], Field(min_length=1, max_length=LARGEST_COURT)]],
        Field(description="The court cards of each side."),
    ]
    rulings: dict[str, Sourced[str]] = Field(
        default_factory=dict,
        description="Ruling → the option taken. A ruling that is left out takes its default.",
    )

    @property
    def regions(self) -> tuple[str, ...]:
        """The regions' names in board order."""
        return self.board.regions.value

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols' names, in the order of their first regions."""
        return tuple(self.board.symbols.value)

    def symbol_of(self, region: str) -> str:
        """Return the symbol of a region.

        Raises
        ------
        KeyError
            There is no such region.
        """
        return {r: s for s, members in self.board.symbols.value.items() for r in members}[region]

    def neighbours(self, region: str) -> tuple[str, ...]:
        """Return the regions that share a border with this one, in board order.

        Raises
        ------
        KeyError
            There is no such region.
        """
        return self.board.borders.value[region]

    def ruling(self, name: str) -> str:
        """Return the option of a ruling that is in force.

        Raises
        ------
        ConfigurationError
            There is no such ruling.
        """
        default = get_ruling(name).default
        return self.rulings[name].value if name in self.rulings else default

    def tile_values(self, label: str) -> tuple[int, int]:
        """Return a tile's dark and light value, under the ruling `tile_label`.

        Raises
        ------
        ValueError
            The label is not of the form ``2/7``.
        """
        first, second = parse_tile(label)
        return (first, second) if self.ruling("tile_label") == "first_dark" else (second, first)

    def setup_cubes(self) -> tuple[int, int]:
        """Return each side's set-up cubes in the two set-up regions, under the ruling `setup_cubes`."""
        return SETUP_CUBES[self.ruling("setup_cubes")]

    def supply(self) -> int:
        """Return each side's cubes left after set-up: also the largest bid."""
        return self.cubes.value - sum(self.setup_cubes())

    def cards(self) -> tuple[Card, ...]:
        """Return every kind of card in the decks and the court set, once, in the order of `sort_cards`."""
        kinds = {*self.decks.common.value, *self.decks.special.value, *self.court.value}
        return tuple(sort_cards(kinds, self.symbols))


def ordered(game: Game) -> Game:
    """Return the game with all rulings filled in, and all whose order means nothing in one fixed order.

    Two files that differ in such an order only then play the same games, card for card.
    """
    place = {region: n for n, region in enumerate(game.regions)}

    def by_place(regions: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(regions, key=place.__getitem__))

    board = game.board
    members = {symbol: by_place(regions) for symbol, regions in board.symbols.value.items()}
    symbols = dict(sorted(members.items(), key=lambda item: place[item[1][0]]))
    borders = {region: by_place(board.borders.value[region]) for region in game.regions}

    def deck(sourced: Sourced[Deck]) -> Sourced[Deck]:
        cards = {card: sourced.value[card] for card in sort_cards(sourced.value, list(symbols))}
        return sourced.model_copy(update={"value": cards})

    decks = Decks.model_construct(common=deck(game.decks.common), special=deck(game.decks.special))
    court = tuple(sort_cards(game.court.value, list(symbols)))
    rulings = {
        name: game.rulings.get(name) or Sourced[str](value=ruling.default, source=ruling.source)
        for name, ruling in RULINGS.items()
    }
    new_board = board.model_copy(
        update={
            "borders": board.borders.model_copy(update={"value": borders}),
            "symbols": board.symbols.model_copy(update={"value": symbols}),
        }
    )
    new_court = game.court.model_copy(update={"value": court})
    return game.model_copy(
        update={"board": new_board, "decks": decks, "court": new_court, "rulings": rulings}
    )


__all__ = [
    "Board",
    "DeckSizes",
    "Decks",
    "Game",
    "Sourced",
    "Tiles",
    "ordered",
    "parse_tile",
    "sourced_values",
    "with_value",
]
