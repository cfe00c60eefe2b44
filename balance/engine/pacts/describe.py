"""From numbers to names and back: actions as tuples, positions as dictionaries (see docs/protocol.md)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.tables import Names

Action = tuple[Any, ...]

SIDES = ("seelie", "unseelie")
SEASONS = ("dark", "light")
PHASES = (
    "auction",
    "court",
    "reveal",
    "split",
    "select",
    "menu",
    "place",
    "move",
    "remove",
    "remove_all",
    "swap",
    "remove_tile",
    "copy",
    "after_wild",
    "allot",
    "take_back",
    "over",
)


def slots_of(bits: int) -> tuple[int, ...]:
    """Return the slots whose bits are set, ascending."""
    return tuple(slot for slot in range(k.SLOTS) if bits >> slot & 1)


def action_name(action: int, names: Names) -> Action:
    """Return an action as the protocol writes it.

    Raises
    ------
    ValueError
        The number is no action.
    """
    named: Action | None = ("stop",) if action == k.STOP_ACTION else None
    if k.STOP_ACTION < action < k.ACTIONS:
        first, describe = next(block for block in reversed(_BLOCKS) if action >= block[0])
        named = describe(action - first, names, names.regions)
    if named is None:
        msg = f"expected an action from 0 to {k.ACTIONS - 1}; got {action}, which is no action"
        raise ValueError(msg)
    return named


def _court(code: int, names: Names, _: Any) -> Action | None:
    if code == k.MAX_COURT:
        return ("court", None)
    return ("court", str(names.court[code])) if code < len(names.court) else None


def _move(code: int, _: Names, regions: tuple[str, ...]) -> Action | None:
    side, rest = divmod(code, k.REGIONS * k.REGIONS)
    start, end = divmod(rest, k.REGIONS)
    return None if start == end else ("move", SIDES[side], regions[start], regions[end])


def _swap(code: int, _: Names, regions: tuple[str, ...]) -> Action | None:
    one, other = divmod(code, k.REGIONS)
    return ("swap", regions[one], regions[other]) if one < other else None


_BLOCKS: tuple[tuple[int, Any], ...] = (
    (k.COURT_ACTION, _court),
    (k.SPLIT_ACTION, lambda code, _n, _r: ("split", slots_of(code))),
    (k.SELECT_ACTION, lambda code, _n, _r: ("select", SIDES[code])),
    (k.CARD_ACTION, lambda code, _n, _r: ("card", code)),
    (k.CARD_AS_ACTION, lambda code, _n, _r: ("card_as", code)),
    (k.PLACE_ACTION, lambda code, _n, r: ("place", r[code // k.MAX_PLACE], code % k.MAX_PLACE + 1)),
    (k.MOVE_ACTION, _move),
    (k.REMOVE_ACTION, lambda code, _n, r: ("remove", SIDES[code // k.REGIONS], r[code % k.REGIONS])),
    (k.REGION_ACTION, lambda code, _n, r: ("region", r[code])),
    (k.SWAP_ACTION, _swap),
    (k.COPY_ACTION, lambda code, _n, _r: ("copy", code)),
    (k.COPY_AS_ACTION, lambda code, _n, _r: ("copy_as", code)),
    (k.TAKE_BACK_ACTION, lambda code, _n, r: ("take_back", r[code])),
    (k.AUCTION_ACTION, lambda code, _n, r: ("auction", r[code])),
    (k.PASSIVE_ACTION, lambda _c, _n, _r: ("passive",)),
)


def position(state: Any, rules: Any, names: Names) -> dict[str, Any]:
    """Return a position in names: everything on the table, face-down court cards included."""
    regions = names.regions

    def tile(region: int) -> tuple[int, int] | None:
        number = int(state["tiles"][region])
        return (
            None if number < 0 else (int(rules["tile_value"][number, 0]), int(rules["tile_value"][number, 1]))
        )

    def court_card(side: int) -> str | None:
        card = int(state["court_card"][side])
        return "hidden" if card == k.HIDDEN else None if card < 0 else str(names.court[card])

    def left(deck: int) -> Counter[str]:
        return (
            Counter({str(card): int(state["left"][deck, kind]) for kind, card in enumerate(names.cards)})
            + Counter()
        )

    def court_hand(side: int) -> list[str]:
        bits = int(state["court_hand"][side])
        return sorted(str(card) for number, card in enumerate(names.court) if bits >> number & 1)

    return {
        "phase": PHASES[int(state["phase"])],
        "side": SIDES[int(state["side"])],
        "round": int(state["round"]),
        "season": SEASONS[int(state["season"])],
        "cubes": {
            side: {region: int(state["cubes"][number, r]) for r, region in enumerate(regions)}
            for number, side in enumerate(SIDES)
        },
        "supply": {side: int(state["supply"][number]) for number, side in enumerate(SIDES)},
        "score": {side: int(state["score"][number]) for number, side in enumerate(SIDES)},
        "tiles": {region: tile(r) for r, region in enumerate(regions)},
        "court_hand": {side: court_hand(number) for number, side in enumerate(SIDES)},
        "court_card": {side: court_card(number) for number, side in enumerate(SIDES)},
        "revealed": [str(names.cards[int(kind)]) for kind in state["revealed"] if kind >= 0],
        "token": None if state["token"] < 0 else SIDES[int(state["token"])],
        "hand": {side: list(slots_of(int(state["hand"][number]))) for number, side in enumerate(SIDES)},
        "decks": {"common": left(0), "special": left(1)},
    }
