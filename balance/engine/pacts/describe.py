"""From numbers to names and back: actions as tuples, positions as dictionaries (see docs/protocol.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.view import tiles_unseen
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
    "passive",
    "over",
)


def slots_of(bits: int) -> tuple[int, ...]:
    """Return the slots whose bits are set, ascending."""
    return tuple(slot for slot in range(k.SLOTS) if bits >> slot & 1)


def action_name(action: int, names: Names, alternatives: Sequence[int] = ()) -> Action:
    """Return an action as the protocol writes it.

    Parameters
    ----------
    alternatives
        The kinds that the side to move may start a card as (``rules["alternative"][side]``); without them no
        ``card_as`` and ``copy_as`` can be named.

    Raises
    ------
    ValueError
        The number is no action, or no alternative of the side.
    """
    named: Action | None = ("stop",) if action == k.STOP_ACTION else None
    if k.STOP_ACTION < action < k.ACTIONS:
        first, describe = next(block for block in reversed(_BLOCKS) if action >= block[0])
        named = describe(action - first, names, alternatives)
    if named is None:
        msg = f"expected an action from 0 to {k.ACTIONS - 1}; got {action}, which is no action"
        raise ValueError(msg)
    return named


def _court(code: int, names: Names, _: Any) -> Action | None:
    if code == k.MAX_COURT:
        return ("court", None)
    return ("court", str(names.court[code])) if code < len(names.court) else None


def _move(code: int, names: Names, _: Any) -> Action | None:
    side, rest = divmod(code, k.REGIONS * k.REGIONS)
    start, end = divmod(rest, k.REGIONS)
    return None if start == end else ("move", SIDES[side], names.regions[start], names.regions[end])


def _swap(code: int, names: Names, _: Any) -> Action | None:
    one, other = divmod(code, k.REGIONS)
    return ("swap", names.regions[one], names.regions[other]) if one < other else None


def _as_another(word: str) -> Any:
    """Return the naming of a card that is started, or copied, as another card."""

    def name(code: int, names: Names, alternatives: Sequence[int]) -> Action | None:
        alternative, slot = divmod(code, k.SLOTS)
        kind = int(alternatives[alternative]) if len(alternatives) else k.NONE
        return None if kind == k.NONE else (word, slot, str(names.cards[kind]))

    return name


_BLOCKS: tuple[tuple[int, Any], ...] = (
    (k.COURT_ACTION, _court),
    (k.SPLIT_ACTION, lambda code, _n, _a: ("split", slots_of(code))),
    (k.SELECT_ACTION, lambda code, _n, _a: ("select", SIDES[code])),
    (k.CARD_ACTION, lambda code, _n, _a: ("card", code)),
    (k.CARD_AS_ACTION, _as_another("card_as")),
    (k.PLACE_ACTION, lambda code, n, _: ("place", n.regions[code // k.MAX_PLACE], code % k.MAX_PLACE + 1)),
    (k.MOVE_ACTION, _move),
    (k.REMOVE_ACTION, lambda code, n, _: ("remove", SIDES[code // k.REGIONS], n.regions[code % k.REGIONS])),
    (k.REGION_ACTION, lambda code, n, _: ("region", n.regions[code])),
    (k.SWAP_ACTION, _swap),
    (k.COPY_ACTION, lambda code, _n, _a: ("copy", code)),
    (k.COPY_AS_ACTION, _as_another("copy_as")),
    (k.TAKE_BACK_ACTION, lambda code, n, _: ("take_back", n.regions[code])),
    (k.AUCTION_ACTION, lambda code, n, _: ("auction", n.regions[code])),
    (k.PASSIVE_ACTION, lambda _c, _n, _a: ("passive",)),
)


def position(state: Any, rules: Any, names: Names) -> dict[str, Any]:
    """Return a position in names: everything on the table, face-down court cards included."""
    regions = names.regions
    unseen = bool(tiles_unseen(state, rules))

    def tile(region: int) -> tuple[int, int] | None:
        number = int(state["tiles"][region])
        if number < 0 or unseen:
            return None
        dark, light = rules["tile_value"][number].tolist()
        return dark, light

    def court_card(side: int) -> str | None:
        card = int(state["court_card"][side])
        return "hidden" if card == k.HIDDEN else None if card < 0 else str(names.court[card])

    def left(deck: int) -> Counter[str]:
        copies = zip(names.cards, state["left"][deck].tolist(), strict=False)  # of kinds that there are
        return Counter({str(card): number for card, number in copies if number > 0})

    def court_hand(side: int) -> list[str]:
        bits = int(state["court_hand"][side])
        return sorted(str(card) for number, card in enumerate(names.court) if bits >> number & 1)

    return {
        "phase": PHASES[int(state["phase"])],
        "side": SIDES[int(state["side"])],
        "round": int(state["round"]),
        "season": SEASONS[int(state["season"])],
        "cubes": {
            side: dict(zip(regions, cubes, strict=True))
            for side, cubes in zip(SIDES, state["cubes"].tolist(), strict=True)
        },
        "supply": dict(zip(SIDES, state["supply"].tolist(), strict=True)),
        "score": dict(zip(SIDES, state["score"].tolist(), strict=True)),
        "tiles": {region: tile(r) for r, region in enumerate(regions)},
        "court_hand": {side: court_hand(number) for number, side in enumerate(SIDES)},
        "court_card": {side: court_card(number) for number, side in enumerate(SIDES)},
        "revealed": [str(names.cards[kind]) for kind in state["revealed"].tolist() if kind >= 0],
        "shown": {side: bool(state["shown"][number]) for number, side in enumerate(SIDES)},
        "token": None if state["token"] < 0 else SIDES[int(state["token"])],
        "hand": {side: list(slots_of(int(state["hand"][number]))) for number, side in enumerate(SIDES)},
        "decks": {"common": left(0), "special": left(1)},
    }
