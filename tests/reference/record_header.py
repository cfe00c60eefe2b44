"""The header of a game record: which game it is about, and whether there can be such a game."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.reference.pacts_rules import BoardData, ReferenceGame
from tests.reference.rulings import SETUP_CUBES, checked_rulings
from tests.reference.table import CUBES_FOR_PLAY, FACTIONS, SIDES, Tile, opponent

HAS_TO_BE_THERE = {
    "event", "version", "system", "rules_version", "configuration", "seelie", "unseelie", "layout", "auction",
}  # fmt: skip
MAY_BE_THERE = {"rules", "rulings", "seed", "index"}


@dataclass(frozen=True)
class Box:
    """What a configuration settles besides the board and the cards.

    ``tiles`` are the labels of all tiles in the box; ``layouts`` gives region → label for each layout, and an
    empty mapping for random regions; ``rulings`` may leave out what keeps its default; ``off`` names what is
    switched off of factions.
    """

    tiles: Sequence[str]
    layouts: Mapping[str, Mapping[str, str]]
    rulings: Mapping[str, str]
    off: Mapping[str, Collection[str]] = field(default_factory=dict)

    def values(self, label: str) -> Tile:
        """Return the dark and the light value of a tile."""
        first, second = (int(number) for number in label.split("/"))
        dark_first = checked_rulings(self.rulings)["tile_label"] == "first_dark"
        return (first, second) if dark_first else (second, first)

    def label(self, tile: Tile | None) -> str | None:
        """Return the label of the tile with these values; None for none."""
        return next((label for label in self.tiles if self.values(label) == tile), None)


def new_game(header: Mapping[str, Any], setup: BoardData, box: Box) -> ReferenceGame:
    """Return the game that a right header begins; random regions get any tiles until they are told."""
    layout = box.layouts[header["layout"]] or dict(zip(setup.regions, box.tiles, strict=False))
    auction = header["auction"] or {"to": "", "cubes": 0}
    return ReferenceGame(
        seelie=header["seelie"]["faction"],
        unseelie=header["unseelie"]["faction"],
        tiles={region: box.values(layout[region]) for region in setup.regions},
        setup=setup,
        rulings=box.rulings,
        bid_to=auction["to"],
        bid=auction["cubes"],
        off=box.off,
    )


def header_fault(header: Any, box: Box) -> str | None:
    """Return what is wrong with the header of a game, or None."""
    return next(_header_faults(header, checked_rulings(box.rulings), box), None)


def _header_faults(header: Any, rulings: Mapping[str, str], box: Box) -> Iterator[str]:
    """Tell what is wrong; only the first fault counts, what is asked later may rest on it."""
    if not isinstance(header, dict) or header.get("event") != "game":
        yield f"expected a game line; got {header}"
    fields = set(header)
    if not fields >= HAS_TO_BE_THERE or not fields <= HAS_TO_BE_THERE | MAY_BE_THERE:
        yield f"expected the fields {', '.join(sorted(HAS_TO_BE_THERE))}; got {', '.join(header)}"
    if ("seed" in fields) != ("index" in fields):
        yield "expected seed and index both or neither"
    for side in SIDES:
        player = header[side]
        if not isinstance(player, dict) or not {"faction"} <= set(player) <= {"faction", "policy"}:
            yield f"{side}: expected a faction and, maybe, a policy; got {player}"
        if player["faction"] not in FACTIONS:
            yield f"{side}: no faction is called {player['faction']!r}"
    if not isinstance(header["layout"], str) or header["layout"] not in box.layouts:
        yield f"no layout is called {header['layout']!r}"
    if header.get("rulings", rulings) != rulings:
        yield "expected the rulings of the configuration"
    if header["auction"] is not None:
        yield from _auction_faults(header["auction"], rulings)


def _auction_faults(auction: Any, rulings: Mapping[str, str]) -> Iterator[str]:
    """Variant 2: the winner picks a side, "the other player places the number of cubes bid of their shade"."""
    known = {"cubes", "to", "bids", "opener", "chosen"}
    if not isinstance(auction, dict) or not {"cubes", "to"} <= set(auction) <= known:
        yield f"auction: expected cubes and to; got {auction}"
    largest = CUBES_FOR_PLAY - sum(SETUP_CUBES[rulings["setup_cubes"]])
    cubes = auction["cubes"]
    if type(cubes) is not int or not 1 <= cubes <= largest:
        yield f"auction: expected 1 to {largest} cubes; got {cubes!r}"
    if auction["to"] not in SIDES:
        yield f"auction: expected a side that is given the cubes; got {auction['to']!r}"
    if auction.get("chosen", opponent(auction["to"])) != opponent(auction["to"]):
        yield "auction: the winner takes one side and the cubes go to the other"
    if auction.get("opener", "first") != "first":
        yield "auction: the opener is the first player by definition"
    if "bids" in auction:
        yield from _bids_faults(auction["bids"], cubes, rulings)


def _bids_faults(bids: Any, cubes: int, rulings: Mapping[str, str]) -> Iterator[str]:
    """Variant 2: "taking turns bidding cubes (starting at 1)"; the "last unchallenged bid" wins."""
    if not isinstance(bids, list) or not all(
        isinstance(bid, dict) and set(bid) == {"player", "bid"} for bid in bids
    ):
        yield f"auction: expected bids of a player each; got {bids}"
    for number, bid in enumerate(bids):
        if bid["player"] != ("first", "second")[number % 2]:
            yield f"auction: bid {number + 1} is the {('first', 'second')[number % 2]} player's"
    numbers = [bid["bid"] for bid in bids]
    if len(numbers) < 2 or numbers[-1] is not None or any(type(number) is not int for number in numbers[:-1]):
        yield f"auction: expected bids and then one pass; got {numbers}"
    before = 0
    for number in numbers[:-1]:
        if number <= before or (rulings["auction_bids"] == "raise_by_one" and number != before + 1):
            yield f"auction: {number} is no bid after {before}"
        before = number
    if before != cubes:
        yield f"auction: the last bid is {before}, but {cubes} cubes are given"
