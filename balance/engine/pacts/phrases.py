"""An action as an order in the rulebook's words, such as ``place 2 cubes in center``."""

from __future__ import annotations

from typing import Any

from balance.engine.pacts.describe import Action, slots_of
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import state as k


def phrase(game: Game, action: Action) -> str:
    """Return an action of the side to move in words.

    Raises
    ------
    KeyError
        The protocol has no such action.
    """
    word, *rest = action
    return str(_PHRASES[word](game, rest))


def _court(_: Game, rest: list[Any]) -> str:
    return "lay no court card" if rest[0] is None else f"lay {rest[0]} face down"


def _split(game: Game, rest: list[Any]) -> str:
    others = [slot for slot in slots_of((1 << k.REVEALED) - 1) if slot not in rest[0]]
    with_token, without = (
        ", ".join(_card(game, slot) for slot in slots) or "nothing" for slots in (rest[0], others)
    )
    return f"put {with_token} with the second-player token, {without} in the other pile"


def _select(game: Game, rest: list[Any]) -> str:
    if rest[0] == game.to_move:
        return "take the pile with the second-player token and go second"
    return "leave the pile with the second-player token and go first"


def _card(game: Game, slot: int) -> str:
    kind = int(k.kind_in_slot(game.state, game.rules[0], int(game.state["side"]), slot))
    card = str(game.names.cards[kind])
    return f"{card} (court)" if slot == k.COURT_SLOT else card


def _as_another(game: Game, rest: list[Any]) -> str:
    """Name a card and what it is used as."""
    slot, other = rest
    return f"{_card(game, slot)} as {other}"


def _place(_: Game, rest: list[Any]) -> str:
    region, number = rest
    return f"place {number} {'cube' if number == 1 else 'cubes'} in {region}"


def _whose(game: Game, side: str) -> str:
    return "an own" if side == game.to_move else "an opposing"


def _region(game: Game, rest: list[Any]) -> str:
    return {
        "remove_all": f"remove every cube from {rest[0]}",
        "remove_tile": f"return the tile of {rest[0]} to the box",
    }.get(game.phase, f"add a cube in {rest[0]}")


def _passive(game: Game, _: list[Any]) -> str:
    if game.phase != "after_wild":
        return "use the passive ability"
    return f"remove opposing cubes from {game.names.regions[int(game.state['target'])]}"


def _stop(game: Game, _: list[Any]) -> str:
    outside = {"menu": "end the turn", "take_back": "take no cube back", "after_wild": "remove nothing"}
    if game.phase in outside:
        return outside[game.phase]
    begun = bool(game.state["begun"])
    if int(game.state["word"]) != k.NO_ACTIVE:
        return "stop" if begun else "do not use the ability"
    return {"place": "place nothing", "move": "move no more" if begun else "move nothing"}.get(
        game.phase, "do not use it"
    )


_PHRASES: dict[str, Any] = {
    "auction": lambda _, rest: f"place a cube in {rest[0]}",
    "court": _court,
    "split": _split,
    "select": _select,
    "card": lambda game, rest: f"play {_card(game, rest[0])}",
    "card_as": lambda game, rest: f"play {_as_another(game, rest)}",
    "place": _place,
    "move": lambda game, rest: f"move {_whose(game, rest[0])} cube from {rest[1]} to {rest[2]}",
    "remove": lambda game, rest: f"remove {_whose(game, rest[0])} cube from {rest[1]}",
    "region": _region,
    "swap": lambda _, rest: f"swap the tiles of {rest[0]} and {rest[1]}",
    "copy": lambda game, rest: f"copy {_card(game, rest[0])}",
    "copy_as": lambda game, rest: f"copy {_as_another(game, rest)}",
    "take_back": lambda _, rest: f"take a cube back from {rest[0]}",
    "passive": _passive,
    "stop": _stop,
}
