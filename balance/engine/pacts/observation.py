"""What one side may see of a position, in names: what a person at the table, or a policy in Python, is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balance.engine.pacts import describe
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import rounds
from balance.engine.pacts.kernels import state as k

_NOT_IN_A_TURN = {"auction", "court", "reveal", "split", "select", "over"}


def observe(game: Game, side: str, *, factions: Sequence[str], box: Sequence[int]) -> dict[str, Any]:
    """Return what `side` may see; docs/api.md lists the entries.

    Parameters
    ----------
    game
        The position. It is left as it is.
    side
        ``"seelie"`` or ``"unseelie"``.
    factions
        Seelie's and Unseelie's faction.
    box
        The numbers of all tiles in the game, on the board or not.
    """
    looking = game.copy()
    looking.state["side"] = describe.SIDES.index(side)
    state = looking.view()[0]  # masked for the side that is looking, whoever is to move
    position = describe.position(state, game.rules[0], game.names)
    known = {name: name == side or shown for name, shown in position.pop("shown").items()}
    regions = game.names.regions
    lying = {region: int(tile) for region, tile in zip(regions, state["tiles"], strict=True) if tile >= 0}
    token_pile = describe.slots_of(int(state["token_pile"]))
    rest = [slot for slot in range(k.REVEALED) if slot not in token_pile]
    before_split = game.phase in {"auction", "court", "reveal", "split"} or state["revealed"][0] < 0
    # while the other side's faction is hidden, so is what only that faction is asked in its turn
    secret = game.phase not in _NOT_IN_A_TURN and not known.get(game.to_move or side, True)
    return {
        **position,
        "phase": "menu" if secret else game.phase,
        "side": side,
        "to_move": game.to_move,
        "factions": {
            name: faction if known[name] else None
            for name, faction in zip(describe.SIDES, factions, strict=True)
        },
        "tiles": {
            region: _tile(state, game.rules[0], lying[region], box) if region in lying else None
            for region in regions
        },
        "box": _box(state, game.rules[0], list(lying.values()), box),
        "decks": {deck: dict(cards) for deck, cards in position["decks"].items()},
        "splitter": describe.SIDES[int(rounds.splitter(state))],
        "piles": None if before_split else {"token": list(token_pile), "other": rest},
        "placed_before": {
            name: [region for r, region in enumerate(regions) if int(state["placed_before"][number]) >> r & 1]
            for number, name in enumerate(describe.SIDES)
        },
        "auction_left": int(state["bid_left"]),
        "going_first_left": 0 if secret else int(state["going_first_left"]),
        "effect": None if secret or game.phase in {"menu", *_NOT_IN_A_TURN} else _effect(state, game),
    }


def _tile(state: Any, rules: Any, tile: int, box: Sequence[int]) -> dict[str, Any]:
    """Return a tile on the board: what it is worth now, its dark value, and every light value it may have."""
    dark, light = (int(value) for value in rules["tile_value"][tile])
    possible = [light]
    if rules["light_hidden"] and state["season"] == k.DARK:
        values = rules["tile_value"]
        possible = sorted({int(values[other, 1]) for other in box if values[other, 0] == dark})
    return {"now": dark if state["season"] == k.DARK else light, "dark": dark, "light": possible}


def _box(state: Any, rules: Any, lying: Sequence[int], box: Sequence[int]) -> list[dict[str, Any]]:
    """Return the tiles that are not on the board: their dark values are known, their light ones perhaps not.

    While light sides are hidden, `lying` holds tiles that only look like those on the board, so what is left is
    listed by dark value alone.
    """
    values, left = rules["tile_value"], list(box)
    for tile in lying:
        alike = [other for other in left if values[other, 0] == values[tile, 0]]
        left.remove(tile if tile in left else alike[0])
    entries = [_tile(state, rules, tile, box) for tile in left]
    for entry in entries:
        del entry["now"]
    return sorted(entries, key=lambda entry: (entry["dark"], entry["light"]))


def _effect(state: Any, game: Game) -> dict[str, Any]:
    """Return the effect that is being resolved: its card, whether it is the faction's active, what is left of it."""
    kind = int(state["kind"])
    pending = zip(game.names.regions, state["pending"], strict=True)
    return {
        "card": None if kind < 0 else str(game.names.cards[kind]),
        "active": int(state["word"]) != k.NO_ACTIVE,
        "left": int(state["count"]),
        "pending": {region: int(cubes) for region, cubes in pending if cubes > 0},
    }
