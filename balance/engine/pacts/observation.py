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
    state = _masked(game, side)
    position = describe.position(state, game.rules[0], game.names)
    known = {name: name == side or shown for name, shown in position.pop("shown").items()}
    regions = game.names.regions
    lying = {region: tile for region, tile in zip(regions, state["tiles"].tolist(), strict=True) if tile >= 0}
    tiles = _Tiles(
        game.rules[0], box, hidden=bool(state["season"] == k.DARK and game.rules[0]["light_hidden"])
    )
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
            region: tiles.lying(lying[region], position["season"]) if region in lying else None
            for region in regions
        },
        "box": tiles.boxed(list(lying.values())),
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


def _masked(game: Game, side: str) -> Any:
    """Return the position's record, masked for the side that is looking, whoever is to move."""
    number = describe.SIDES.index(side)
    if int(game.state["side"]) == number:
        return game.view()[0]
    looking = game.copy()
    looking.state["side"] = number
    return looking.view()[0]


class _Tiles:
    """What can be told of tiles.

    Parameters
    ----------
    rules
        The rules record.
    box
        The numbers of all tiles in the game.
    hidden
        Whether light sides are hidden now; a tile on the board is then one that only looks like it.
    """

    def __init__(self, rules: Any, box: Sequence[int], *, hidden: bool) -> None:
        self._values, self._box, self._hidden = rules["tile_value"].tolist(), box, hidden

    def lying(self, tile: int, season: str) -> dict[str, Any]:
        """Return a tile on the board: what it is worth now, its dark value, every light value that it may have."""
        dark, light = self._values[tile]
        return {"now": dark if season == "dark" else light, **self._sides(tile)}

    def boxed(self, lying: Sequence[int]) -> list[dict[str, Any]]:
        """Return the tiles that are not on the board, in an order that says nothing of where they came from."""
        left = list(self._box)
        for tile in lying:
            alike = [other for other in left if self._values[other][0] == self._values[tile][0]]
            left.remove(tile if tile in left else alike[0])
        return sorted(map(self._sides, left), key=lambda sides: (sides["dark"], sides["light"]))

    def _sides(self, tile: int) -> dict[str, Any]:
        dark, light = self._values[tile]
        if not self._hidden:
            return {"dark": dark, "light": [light]}
        possible = {other[1] for other in (self._values[n] for n in self._box) if other[0] == dark}
        return {"dark": dark, "light": sorted(possible)}


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
