"""A position as numbers, as one player sees it: one block after another, each with a name, a shape and a meaning.

The player's own things come first in every block of two sides. Numbers are counts of cubes, points or cards, or 0 and
1; nothing is scaled. Two positions that a player cannot tell apart give the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.adapters import knowledge
from balance.adapters.table import Table
from balance.engine.pacts import describe
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.tables import margin_limit

Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class Look:
    """A position under the eyes of one player.

    Parameters
    ----------
    view
        What that player sees of it (`balance.adapters.knowledge.view_of`).
    rules
        The rules record.
    viewer
        The player's side.
    factions
        The place of each side's faction in the configuration's order, None while it is not shown to the player.
    faction_count
        How many factions the configuration has.
    """

    view: Any
    rules: Any
    viewer: int
    factions: tuple[int | None, int | None]
    faction_count: int

    def sides(self, name: str) -> NDArray[Any]:
        """Return a field that has an entry for each side, the viewer's first."""
        return np.asarray(self.view[name])[[self.viewer, 1 - self.viewer]]


@dataclass(frozen=True)
class Block:
    """A part of the tensor.

    Parameters
    ----------
    name, shape
        Its key and shape in dictionaries of blocks.
    low, high
        Bounds of its numbers.
    meaning
        What the numbers are.
    """

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers there are in it."""
        return prod(self.shape)


def _one_hot(number: int, size: int) -> list[int]:
    return [int(place == number) for place in range(size)]


def _bits(number: int, size: int) -> list[int]:
    return [number >> place & 1 for place in range(size)]


def _sides_bits(name: str, size: int) -> Callable[[Look], Any]:
    return lambda look: [_bits(int(bits), size) for bits in look.sides(name)]


def _field_one_hot(name: str, size: int) -> Callable[[Look], Any]:
    return lambda look: _one_hot(int(look.view[name]), size)


def _field(name: str) -> Callable[[Look], Any]:
    return lambda look: look.view[name]


def _field_bits(name: str, size: int) -> Callable[[Look], Any]:
    return lambda look: _bits(int(look.view[name]), size)


def _sides(name: str) -> Callable[[Look], Any]:
    return lambda look: look.sides(name)


def _decides(look: Look) -> list[int]:
    waiting = int(look.view["phase"]) not in {k.REVEAL, k.OVER}
    own = int(look.view["side"]) == look.viewer
    return [int(waiting and own), int(waiting and not own)]


def _tiles(look: Look) -> list[list[int]]:
    """Return for each region: whether a tile lies there, its dark value, whether its light value is known, and that."""
    rows, values = [], look.rules["tile_value"].tolist()
    for tile in look.view["tiles"].tolist():
        if tile < 0:
            rows.append([0, 0, 0, 0])
            continue
        known = look.view["season"] == k.LIGHT or len(knowledge.alike(look.rules, tile)) == 1
        dark, light = values[tile]
        rows.append([1, dark, int(known), light if known else 0])
    return rows


def _token(look: Look) -> list[int]:
    token = int(look.view["token"])
    return [int(token == look.viewer), int(token == 1 - look.viewer)]


def _factions(look: Look) -> list[list[int]]:
    own, other = look.factions[look.viewer], look.factions[1 - look.viewer]
    return [_one_hot(-1 if number is None else number, look.faction_count) for number in (own, other)]


_CARDS, _COURT = k.MAX_KINDS, k.MAX_COURT
_WORDS = k.ACTIVE_COPY + 1
_AFTER = k.EFFECT_DONE + 1
_MANY = 127  # no count of cubes or cards in a record is larger

_Part = tuple[Block, Callable[[Look], Any]]


def _parts(factions: int, points: int) -> list[_Part]:
    """Return all blocks in order, each with the function that gives its numbers."""
    phases, bit = len(describe.PHASES), 1
    return [
        (Block("player", (2,), 0, bit, "the viewer is Seelie, is Unseelie"), lambda look: _one_hot(look.viewer, 2)),
        (Block("faction", (2, factions), 0, bit, "faction of each side, in the configuration's order; all 0: "
               "not known"), _factions),
        (Block("decides", (2,), 0, bit, "the viewer decides next, the opponent does"), _decides),
        (Block("phase", (phases,), 0, bit, "what the position waits for"), _field_one_hot("phase", phases)),
        (Block("round", (k.ROUNDS,), 0, bit, "which round it is"),
         lambda look: _one_hot(int(look.view["round"]) - 1, k.ROUNDS)),
        (Block("light", (1,), 0, bit, "the tiles show their light side"), _field("season")),
        (Block("cubes", (2, k.REGIONS), 0, _MANY, "cubes on the board"), _sides("cubes")),
        (Block("supply", (2,), 0, _MANY, "cubes in the supply"), _sides("supply")),
        (Block("score", (2,), 0, points, "points"), _sides("score")),
        (Block("tiles", (k.REGIONS, 4), 0, _MANY, "a tile lies there; its dark value; its light value is known; "
               "its light value"), _tiles),
        (Block("auction", (1,), 0, _MANY, "auction cubes still to place"), _field("bid_left")),
        (Block("court_hand", (2, _COURT), 0, bit, "court cards in the hand; the opponent's face-down card counts "
               "as one of them"), _sides_bits("court_hand", _COURT)),
        (Block("court_card", (2, _COURT + 1), 0, bit, "this round's court card; last: one lies face down that the "
               "viewer does not know; all 0: none"),
         lambda look: [_one_hot(_COURT if card == k.HIDDEN else int(card), _COURT + 1)
                       for card in look.sides("court_card")]),
        (Block("court_shown", (2,), 0, bit, "it is known to both"), _sides("court_shown")),
        (Block("revealed", (k.REVEALED, _CARDS), 0, bit, "the round's five cards, by kind"),
         lambda look: [_one_hot(int(kind), _CARDS) for kind in look.view["revealed"]]),
        (Block("token_pile", (k.REVEALED,), 0, bit, "cards that lie with the second-player token"),
         _field_bits("token_pile", k.REVEALED)),
        (Block("token", (2,), 0, bit, "who holds the token"), _token),
        (Block("second_turn", (1,), 0, bit, "it is the turn of the token's holder"), _field("turn")),
        (Block("hand", (2, k.SLOTS), 0, bit, "cards of the round still to be played; last: the court card"),
         _sides_bits("hand", k.SLOTS)),
        (Block("left", (2, _CARDS), 0, _MANY, "cards not yet revealed in the common and the special deck, by kind"),
         _field("left")),
        (Block("placed_before", (2, k.REGIONS), 0, bit, "regions where a placing happened before"),
         _sides_bits("placed_before", k.REGIONS)),
        (Block("going_first", (1,), 0, _MANY, "going-first cubes still to place"), _field("going_first_left")),
        (Block("shown", (2,), 0, bit, "its faction is known to both"), _sides("shown")),
        (Block("word", (_WORDS,), 0, bit, "active word being resolved; first: none"), _field_one_hot("word", _WORDS)),
        (Block("kind", (_CARDS,), 0, bit, "card being resolved, by kind"), _field_one_hot("kind", _CARDS)),
        (Block("slot", (k.SLOTS,), 0, bit, "where it lay, or the ABILITY that copies it"),
         _field_one_hot("slot", k.SLOTS)),
        (Block("began_empty", (1,), 0, bit, "the supply was empty when the effect began"), _field("began_empty")),
        (Block("count", (1,), 0, _MANY, "cubes, steps or removals left"), _field("count")),
        (Block("begun", (1,), 0, bit, "the effect has begun"), _field("begun")),
        (Block("plays_left", (1,), 0, _MANY, "uses of a WILD card left, this one included"), _field("plays_left")),
        (Block("target", (k.REGIONS,), 0, bit, "region placed into, or symbol removed from"),
         _field_one_hot("target", k.REGIONS)),
        (Block("touched", (k.REGIONS,), 0, bit, "regions removed from"), _field_bits("touched", k.REGIONS)),
        (Block("arrived", (2, k.REGIONS), 0, _MANY, "cubes that arrived by this effect"), _sides("arrived")),
        (Block("pending", (k.REGIONS,), 0, _MANY, "own cubes still to be added"), _field("pending")),
        (Block("one_of", (1,), 0, bit, "only one of them is added"), _field("one_of")),
        (Block("placed", (1,), -_MANY, _MANY, "cubes placed by the placing under way, as far as they count"),
         _field("placed")),
        (Block("was_empty", (1,), 0, bit, "the region was without own cubes before it"), _field("was_empty")),
        (Block("after", (_AFTER,), 0, bit, "what follows when all cubes are added"), _field_one_hot("after", _AFTER)),
        *_other_fields(),
    ]  # fmt: skip


# Fields of a position that the blocks above show; "unused" fills the record up.
_SHOWN = {
    "cubes", "supply", "score", "tiles", "season", "round", "phase", "side", "bid_left", "court_hand", "court_card",
    "court_shown", "revealed", "token_pile", "token", "turn", "hand", "left", "placed_before", "going_first_left",
    "word", "kind", "count", "begun", "plays_left", "target", "touched", "arrived", "pending", "one_of", "placed",
    "was_empty", "after", "shown", "slot", "began_empty", "unused",
}  # fmt: skip


def _other_fields() -> list[_Part]:
    """Return a block of plain numbers for every field of a position that no other block shows."""
    parts: list[_Part] = []
    for name in k.STATE.names or ():
        if name not in _SHOWN:
            base, shape = k.STATE[name].base, k.STATE[name].shape or (1,)
            limits = np.iinfo(base)
            meaning = f"the position's field {name}"
            parts.append((Block(name, shape, float(limits.min), float(limits.max), meaning), _field(name)))
    return parts


class Tensor:
    """How positions of one pair on one layout become numbers.

    Parameters
    ----------
    rules
        The rules record (array of length 1).
    faction_count
        How many factions the configuration has.

    Attributes
    ----------
    blocks
        The parts of the tensor, in order.
    size
        How many numbers there are in it.
    """

    def __init__(self, rules: NDArray[Any], faction_count: int) -> None:
        self._made_from = (rules, faction_count)
        self._parts = _parts(faction_count, margin_limit(rules))
        self._faction_count = faction_count
        self.blocks = tuple(block for block, _ in self._parts)
        self.size = sum(block.size for block in self.blocks)

    def __reduce__(self) -> tuple[type[Tensor], tuple[Any, ...]]:
        return Tensor, self._made_from

    def bounds(self) -> tuple[Numbers, Numbers]:
        """Return the least and the largest value of each number."""
        low = [np.full(block.size, block.low, np.float32) for block in self.blocks]
        high = [np.full(block.size, block.high, np.float32) for block in self.blocks]
        return np.concatenate(low), np.concatenate(high)

    def write(self, out: Sequence[Numbers], table: Table, viewer: int, *, public: bool = False) -> None:
        """Write the position on a table into one array for each block.

        Parameters
        ----------
        table
            A table on which all tiles lie.
        viewer
            The side whose own things come first, and that sees its own face-down card.
        public
            That card, too, is hidden, and the viewer's own faction while it is not shown.
        """
        game = table.game
        if game is None:
            raise AssertionError  # see above
        view = (knowledge.public_view if public else knowledge.view_of)(game, viewer)[0]
        known = table.factions(viewer, public=public)
        seelie, unseelie = (None if name is None else table.pairs.factions.index(name) for name in known)
        look = Look(view, game.rules[0], viewer, (seelie, unseelie), self._faction_count)
        for array, (_, numbers) in zip(out, self._parts, strict=True):
            array[...] = numbers(look)

    def views(self, flat: Numbers) -> dict[str, Numbers]:
        """Return the blocks of a flat array as arrays on the same memory, by name."""
        found, first = {}, 0
        for block in self.blocks:
            found[block.name] = flat[first : first + block.size].reshape(block.shape)
            first += block.size
        return found

    def of(self, table: Table, viewer: int) -> Numbers:
        """Return the position on a table as one flat array."""
        flat = np.zeros(self.size, np.float32)
        self.write(list(self.views(flat).values()), table, viewer)
        return flat
