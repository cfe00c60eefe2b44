"""What lies on the table in a game of Pacts, and the hand movements that every effect is made of.

Written from the rulebook and FAQ (seed 000) and ``docs/protocol.md`` only: nothing here looks at the engine.
"""

from collections import Counter
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Action = tuple[Any, ...]
Tile = tuple[int, int]

SIDES = ("seelie", "unseelie")
FACTIONS = (
    "banshees",
    "changelings",
    "cu sidhe",
    "dragons",
    "fir bolg",
    "fomorians",
    "kelpies",
    "sluagh",
    "selkies",
)
CUBES_FOR_PLAY = 34  # Components, Set-Up: 35 in each shade, one of them on the score track
POINTS_CARD = 3  # Card Effects, OTHER: "gain 3 points immediately"
COURT_SLOT = 5
STOP: Action = ("stop",)

SETUP_CUBES = {  # how many in the first and the second set-up region
    "three_each": (3, 3),
    "two_center_one_bottom": (2, 1),
    "one_center_two_bottom": (1, 2),
}
OPTIONS = {  # the rulings a game depends on; the first option is the default
    "tie_break": ("seelie", "unseelie", "shared"),
    "setup_cubes": tuple(SETUP_CUBES),
    "move_unit": ("cubes", "steps"),
    "fir_bolg_spawn": ("every_empty_region", "one_empty_region"),
    "cu_sidhe_first": ("game", "empty"),
    "removal_colour": ("either", "opposing"),
}
# Rulings that are settled before a game starts, or are built here with their default only.
# fmt: off
OTHER_RULINGS = frozenset({
    "tile_label", "light_values", "faction_pool", "auction_side", "removal_target", "active_full",
    "automatic_passives", "other_card", "removed_cubes", "take_back_when", "take_back_forced",
    "take_back_counts", "take_back_scope", "selkie_copy", "copy_passive", "sluagh_wild",
    "kelpies_active_wild", "removed_tile_swaps", "auction_timing", "auction_bids", "faction_reveal",
})
# fmt: on


@dataclass(frozen=True)
class BoardData:
    """The mat and the cards: what the box holds and the rulebook's pictures show.

    ``borders`` names the neighbours of each region, ``symbols`` the regions of each symbol; ``setup_regions``
    are the center and the bottom-middle region; ``decks`` has the number of every card in ``"common"`` and
    ``"special"``; ``court`` is the set of Court cards that each player holds.
    """

    regions: Sequence[str]
    borders: Mapping[str, Collection[str]]
    symbols: Mapping[str, Collection[str]]
    setup_regions: Sequence[str]
    decks: Mapping[str, Mapping[str, int]]
    court: Sequence[str]


@dataclass(frozen=True)
class Question:
    """A decision that the game waits for: its phase, who decides, and the function that lists the actions."""

    phase: str
    side: str | None
    options: Callable[[], set[Action]]


Flow = Generator[Question, Action, None]
CountingFlow = Generator[Question, Action, int]


def opponent(side: str) -> str:
    """Return the other side."""
    return "unseelie" if side == "seelie" else "seelie"


def checked_rulings(given: Mapping[str, str]) -> dict[str, str]:
    """Return the option in force for each ruling of `OPTIONS`; refuse names and options that do not exist."""
    for name, option in given.items():
        if name not in OPTIONS and name not in OTHER_RULINGS:
            msg = f"no ruling is called {name!r}"
            raise ValueError(msg)
        if name in OPTIONS and option not in OPTIONS[name]:
            msg = f"{name}: expected one of {', '.join(OPTIONS[name])}; got {option!r}"
            raise ValueError(msg)
    return {name: given.get(name, options[0]) for name, options in OPTIONS.items()}


class Table:
    """The mat, cubes, tiles, cards and markers of one game, after Set-Up and before the auction's cubes."""

    def __init__(
        self,
        board: BoardData,
        factions: Mapping[str, str],
        tiles: Mapping[str, Tile | None],
        rulings: Mapping[str, str],
    ) -> None:
        for faction in factions.values():
            if faction not in FACTIONS:
                msg = f"expected a faction of {', '.join(FACTIONS)}; got {faction!r}"
                raise ValueError(msg)
        if set(tiles) != set(board.regions):
            msg = f"expected a tile for each of {', '.join(board.regions)}; got {sorted(tiles)}"
            raise ValueError(msg)
        self.board = board
        self.factions = dict(factions)
        self.rulings = checked_rulings(rulings)
        self.tiles = {region: tiles[region] for region in board.regions}
        self.season = "dark"
        self.round = 1
        self.cubes = {side: dict.fromkeys(board.regions, 0) for side in SIDES}
        self.supply = dict.fromkeys(SIDES, CUBES_FOR_PLAY)
        self.score = dict.fromkeys(SIDES, 0)
        self.decks = {name: Counter(cards) for name, cards in board.decks.items()}
        self.court_hand = {side: list(board.court) for side in SIDES}
        self.court_card: dict[str, str | None] = dict.fromkeys(SIDES)
        self.revealed: list[str] = []
        self.token: str | None = None
        self.hand: dict[str, set[int]] = {side: set() for side in SIDES}
        # Cu Sidhe: where a side has placed cubes with a card in this game.
        self.placed_before: dict[str, set[str]] = {side: set() for side in SIDES}
        # Changelings: the side that went first and has not used its cube yet.
        self.first_cube: str | None = None
        for side in SIDES:
            for region, count in zip(
                board.setup_regions, SETUP_CUBES[self.rulings["setup_cubes"]], strict=True
            ):
                self.put(side, region, count)

    def is_faction(self, side: str, faction: str) -> bool:
        """Whether `side` plays `faction`."""
        return self.factions[side] == faction

    def put(self, side: str, region: str, count: int) -> None:
        """Put cubes of `side` from its supply into a region."""
        if not 0 <= count <= self.supply[side]:
            msg = f"{side} has {self.supply[side]} cubes in supply, not {count}"
            raise ValueError(msg)
        self.supply[side] -= count
        self.cubes[side][region] += count

    def take(self, side: str, region: str, count: int) -> None:
        """Take cubes of `side` out of a region, back to its supply."""
        if not 0 <= count <= self.cubes[side][region]:
            msg = f"{side} has {self.cubes[side][region]} cubes in {region}, not {count}"
            raise ValueError(msg)
        self.cubes[side][region] -= count
        self.supply[side] += count

    def step(self, side: str, start: str, end: str) -> None:
        """Move one cube of `side` over a border."""
        self.take(side, start, 1)
        self.put(side, end, 1)

    def symbol_of(self, region: str) -> str:
        """Return the symbol of a region."""
        return next(symbol for symbol, regions in self.board.symbols.items() if region in regions)

    def regions_with(self, side: str) -> list[str]:
        """Return the regions in which `side` has cubes."""
        return [region for region in self.board.regions if self.cubes[side][region] > 0]

    def regions_without(self, side: str) -> list[str]:
        """Return the regions in which `side` has no cubes."""
        return [region for region in self.board.regions if self.cubes[side][region] == 0]

    def regions_with_tile(self) -> list[str]:
        """Return the regions whose tile has not been returned to the box."""
        return [region for region in self.board.regions if self.tiles[region] is not None]

    def card_in(self, side: str, slot: int) -> str:
        """Return the name of the card in a slot of a side's hand."""
        card = self.court_card[side] if slot == COURT_SLOT else self.revealed[slot]
        if card is None:
            msg = f"{side} has chosen no Court card in this round"
            raise ValueError(msg)
        return card

    def score_regions(self) -> None:
        """Scoring: each region's tile goes to the side with more cubes there, ties to nobody."""
        for region, tile in self.tiles.items():
            if tile is None:
                continue  # Fomorians: "This makes the region worth zero points"
            dark, light = tile
            value = dark if self.season == "dark" else light
            if self.cubes["seelie"][region] > self.cubes["unseelie"][region]:
                self.score["seelie"] += value
            elif self.cubes["unseelie"][region] > self.cubes["seelie"][region]:
                self.score["unseelie"] += value

    def clear_round(self) -> None:
        """End of Round: all the cards of the round are in the discard pile."""
        self.court_card = dict.fromkeys(SIDES)
        self.revealed = []
        self.token = None
        self.hand = {side: set() for side in SIDES}
