"""What lies on the table in a game of Pacts, and the hand movements that every effect is made of.

Written from the rulebook and FAQ (seed 000) and ``docs/protocol.md`` only: nothing here looks at the engine.
"""

from collections import Counter
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.reference.rulings import SETUP_CUBES, checked_rulings

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
EITHER_CARD = "ABILITY or POINTS"  # ruling other_card: one card "with the choice at play"
PASSIVE_PLACINGS = ("round_start", "going_first", "first_placement")  # cubes that a passive adds


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
    """A decision that the game waits for: its phase, who decides, and the function that lists the actions.

    ``about`` names the passive that phase ``passive`` asks about.
    """

    phase: str
    side: str | None
    options: Callable[[], set[Action]]
    about: str = ""


Flow = Generator[Question, Action, None]
CountingFlow = Generator[Question, Action, int]


def opponent(side: str) -> str:
    """Return the other side."""
    return "unseelie" if side == "seelie" else "seelie"


class Table:
    """The mat, cubes, tiles, cards and markers of one game, with an empty mat until `set_up`.

    `story` tells what follows from the decisions, in the order in which it happens and in the words of
    ``docs/record.md``; tiles are (dark, light) pairs there.
    """

    def __init__(
        self,
        board: BoardData,
        factions: Mapping[str, str],
        tiles: Mapping[str, Tile | None],
        rulings: Mapping[str, str],
        off: Mapping[str, Collection[str]] | None = None,
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
        # What a comparison takes from a side: its passive, its active or its Court cards.
        self.off = {side: set((off or {}).get(faction, ())) for side, faction in factions.items()}
        self.rulings = checked_rulings(rulings)
        self.tiles: dict[str, Tile | None] = dict.fromkeys(board.regions)
        self.tiles_to_lay = {region: tiles[region] for region in board.regions}
        self.season = "dark"
        self.round = 1
        self.cubes = {side: dict.fromkeys(board.regions, 0) for side in SIDES}
        self.supply = dict.fromkeys(SIDES, CUBES_FOR_PLAY)
        self.score = dict.fromkeys(SIDES, 0)
        self.decks = {
            name: Counter(map(self.printed, Counter(cards).elements())) for name, cards in board.decks.items()
        }
        self.court_hand = {
            side: [] if "court" in self.off[side] else [self.printed(card) for card in board.court]
            for side in SIDES
        }
        self.court_card: dict[str, str | None] = dict.fromkeys(SIDES)
        self.revealed: list[str] = []
        self.token: str | None = None
        self.hand: dict[str, set[int]] = {side: set() for side in SIDES}
        # Selkies: every own card of this round, whether it was played or not.
        self.round_hand: dict[str, set[int]] = {side: set() for side in SIDES}
        # Cu Sidhe: where a side has placed cubes with a card in this game.
        self.placed_before: dict[str, set[str]] = {side: set() for side in SIDES}
        # Changelings: the side that went first and has not used its cube yet.
        self.first_cube: str | None = None
        # Whether a side's supply was empty when the effect now being resolved began.
        self.empty_at_start = dict.fromkeys(SIDES, False)
        self.turned_up = dict.fromkeys(SIDES, self.ruled("faction_reveal", "together"))
        self.story: list[dict[str, Any]] = []

    def set_up(self) -> None:
        """Lay what Set-Up says: own cubes "on the center and bottom-middle regions", and the tiles."""
        counts = SETUP_CUBES[self.rulings["setup_cubes"]]
        for side in SIDES:
            for region, count in zip(self.board.setup_regions, counts, strict=True):
                self.put(side, region, count)
        self.tiles = dict(self.tiles_to_lay)
        self.tell("set_up", **self.on_the_mat())

    def tell(self, event: str, **fields: Any) -> None:
        """Write down something that follows from what was decided."""
        self.story.append({"event": event, **fields})

    def tell_position(self) -> None:
        """Write down what lies on the mat, and the score."""
        self.tell("position", **self.on_the_mat(), score=dict(self.score))

    def on_the_mat(self) -> dict[str, Any]:
        """Return copies of the cubes, the supplies and the tiles."""
        return {
            "cubes": {side: dict(self.cubes[side]) for side in SIDES},
            "supply": dict(self.supply),
            "tiles": dict(self.tiles),
        }

    def ruled(self, name: str, option: str) -> bool:
        """Whether this option of a ruling is in force."""
        return self.rulings[name] == option

    def printed(self, card: str) -> str:
        """Return what stands on a card: with `other_card: one_with_choice` ABILITY and POINTS are one."""
        merged = self.ruled("other_card", "one_with_choice") and card in ("ABILITY", "POINTS")
        return EITHER_CARD if merged else card

    def shown(self, side: str) -> bool:
        """Whether a side's faction has been turned up."""
        return self.turned_up[side]

    def turn_up(self, side: str) -> None:
        """Turn a side's faction up; it stays so for the rest of the game."""
        self.turned_up[side] = True

    def effect_begins(self, side: str) -> None:
        """Note whether the supply is empty now, as a card, an ability or a passive begins."""
        self.empty_at_start[side] = self.supply[side] == 0

    def is_faction(self, side: str, faction: str) -> bool:
        """Whether `side` plays `faction`."""
        return self.factions[side] == faction

    def has_passive(self, side: str, faction: str) -> bool:
        """Whether `side` plays `faction` and its passive is not switched off."""
        return self.is_faction(side, faction) and "passive" not in self.off[side]

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

    def add(self, side: str, region: str, count: int, by: str) -> None:
        """Put own cubes into a region by something that happens in play; a passive that adds them is seen."""
        self.put(side, region, count)
        self.tell("add", side=side, region=region, cubes=count, by=by)
        if by in PASSIVE_PLACINGS:
            self.turn_up(side)

    def remove(self, colour: str, region: str, count: int) -> None:
        """Remove cubes by an ability: back to their owner's supply, or out of the game."""
        self.take(colour, region, count)
        if self.ruled("removed_cubes", "out_of_game"):
            self.supply[colour] -= count

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
        scored = []
        for region, tile in self.tiles.items():
            # Fomorians, of a region without a tile: "This makes the region worth zero points".
            value = 0 if tile is None else tile[0 if self.season == "dark" else 1]
            seelie, unseelie = (self.cubes[side][region] for side in SIDES)
            holder = None if seelie == unseelie else "seelie" if seelie > unseelie else "unseelie"
            if holder is not None:
                self.score[holder] += value
            scored.append(
                {"region": region, "value": value, "seelie": seelie, "unseelie": unseelie, "to": holder}
            )
        self.tell("scoring", round=self.round, regions=scored, score=dict(self.score))

    def clear_round(self) -> None:
        """End of Round: all the cards of the round are in the discard pile."""
        self.court_card = dict.fromkeys(SIDES)
        self.revealed = []
        self.token = None
        self.hand = {side: set() for side in SIDES}
        self.round_hand = {side: set() for side in SIDES}
