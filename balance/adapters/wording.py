"""A position as text, as one player or a spectator sees it, and the events of a game by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from balance.adapters import knowledge
from balance.adapters.knowledge import (
    ACTION_EVENT,
    ASKED_EVENT,
    CARD_EVENT,
    DEAL_EVENT,
    HAND_EVENT,
    HIDDEN_CHOICE_EVENT,
    OPPONENT_EVENT,
    SHOWN_EVENT,
    TILE_EVENT,
    TILE_STATES,
)
from balance.engine.pacts import describe
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.tables import Names

# What the lines of a position say by name; every other field of the record is written as its number.
_NAMED = {
    "cubes", "supply", "score", "tiles", "season", "round", "phase", "side", "court_hand", "court_card", "revealed",
    "token_pile", "token", "hand", "left", "unused",
}  # fmt: skip


def position_text(game: Game, view: Any) -> str:
    """Return a position in lines: all that is in the record, so that different records give different text.

    Parameters
    ----------
    game
        Whose names and rules are used.
    view
        The record to write: a player's view, or the position itself.
    """
    others = [name for name in k.STATE.names or () if name not in _NAMED]
    effect = " ".join(f"{name}={_numbers(view[name])}" for name in others)
    return f"{board_text(game, view)}\neffect: {effect}"


def board_text(game: Game, view: Any) -> str:
    """Return a position as it lies on the table: without the effect that is being resolved."""
    names, rules = game.names, game.rules[0]
    position = describe.position(view, rules, names)
    width = max(len(region) for region in names.regions)
    lines = [
        f"round {position['round']}, {position['season']} side, {position['phase']}, {position['side']}",
        f"{'region':<{width}}  tile  Seelie  Unseelie",
    ]
    for number, region in enumerate(names.regions):
        tile = tile_text(rules, names, int(view["tiles"][number]), int(view["season"]))
        seelie, unseelie = (position["cubes"][side][region] for side in describe.SIDES)
        lines.append(f"{region:<{width}}  {tile:>4}  {seelie:>6}  {unseelie:>8}")
    for side in describe.SIDES:
        hand = ", ".join(position["court_hand"][side]) or "none"
        lines.append(
            f"{side}: score {position['score'][side]}, supply {position['supply'][side]}, "
            f"court card {position['court_card'][side] or 'none'}, court hand {hand}, "
            f"slots to play {' '.join(map(str, position['hand'][side])) or 'none'}"
        )
    pile = " ".join(map(str, describe.slots_of(int(view["token_pile"])))) or "none"
    lines.append(f"cards: {', '.join(position['revealed']) or 'none'}; slots with the token: {pile}")
    lines.append(f"token: {position['token'] or 'nobody'}")
    for deck, cards in position["decks"].items():
        lines.append(f"{deck} deck: " + (", ".join(f"{n} {card}" for card, n in cards.items()) or "empty"))
    return "\n".join(lines)


def _numbers(field: Any) -> str:
    return str(field.tolist()).replace(" ", "")


def tile_text(rules: Any, names: Names, tile: int, season: int) -> str:
    """Return a tile as it is known: ``3/6``; ``3/?`` with an unknown light side; ``-`` where none lies."""
    if tile < 0:
        return "-"
    if season == k.DARK and len(knowledge.alike(rules, tile)) > 1:
        return f"{int(rules['tile_value'][tile, k.DARK])}/?"
    return names.tiles[tile]


def action_text(action: int, names: Names, rules: Any, side: int) -> str:
    """Return an action of a side by its name in docs/protocol.md.

    Raises
    ------
    ValueError
        The number is no action of the side's.
    """
    return " ".join(map(str, describe.action_name(action, names, rules["alternative"][side])))


def event_text(event: int, names: Names, rules: Any, viewer: int) -> str:
    """Return an event of `balance.adapters.knowledge`, as a side has seen it, in words."""
    for first, words in _EVENTS:
        if event >= first:
            return words(event - first, names, rules, viewer)
    raise AssertionError  # 0 is no event


def _tile_event(code: int, names: Names, rules: Any, _: int) -> str:
    region, number = divmod(code, TILE_STATES)
    hidden, tile = divmod(number - 1, k.MAX_TILES) if number else (0, k.NONE)
    return f"{names.regions[region]} tile {tile_text(rules, names, tile, k.DARK if hidden else k.LIGHT)}"


def _hand_event(code: int, names: Names, _r: Any, _v: int) -> str:
    side, bits = divmod(code, 256)
    hand = [str(card) for number, card in enumerate(names.court) if bits >> number & 1]
    return f"{describe.SIDES[side]} court hand {', '.join(hand) or 'none'}"


def _card_event(code: int, names: Names, _r: Any, _v: int) -> str:
    card = code - 2
    name = {k.HIDDEN: "face down", k.NONE: "none"}.get(card)
    return f"opponent court card {name or names.court[card]}"


# the first number of each sort of event, the last sort first
_EVENTS: tuple[tuple[int, Callable[[int, Names, Any, int], str]], ...] = (
    (ASKED_EVENT, lambda code, _n, _r, _v: f"{describe.SIDES[code % 2]}: {describe.PHASES[code // 2]}"),
    (SHOWN_EVENT, lambda code, _n, _r, _v: f"opponent faction {('hidden', 'shown')[code]}"),
    (TILE_EVENT, _tile_event),
    (HAND_EVENT, _hand_event),
    (CARD_EVENT, _card_event),
    (DEAL_EVENT, lambda code, names, _r, _v: f"deal {names.cards[code]}"),
    (HIDDEN_CHOICE_EVENT, lambda _c, _n, _r, _v: "opponent chooses court"),
    (OPPONENT_EVENT, lambda code, *rest: f"opponent {action_text(code, rest[0], rest[1], 1 - rest[2])}"),
    (ACTION_EVENT, action_text),
)
