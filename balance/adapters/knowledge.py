"""What one player knows: the position as that player sees it, what changed in it, and its names."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.view import ASIDE, hide

Events = tuple[int, ...]

# What a player sees happen, as numbers. 0 is no event, so that a tensor's empty places differ from all of them.
ACTION_EVENT = 1  # + the action
HIDDEN_CHOICE_EVENT = ACTION_EVENT + k.ACTIONS  # the opponent lays a court card face down, or none
DEAL_EVENT = HIDDEN_CHOICE_EVENT + 1  # + the kind of the card that is revealed
CARD_EVENT = DEAL_EVENT + k.MAX_KINDS  # + 2 + the opponent's court card: HIDDEN, NONE or its number
HAND_EVENT = (
    CARD_EVENT + k.MAX_COURT + 2
)  # + side * 256 + bits of the court cards that may still be in the hand
TILE_EVENT = HAND_EVENT + 2 * 256  # + region * TILE_STATES + what lies there, see `tile_state`
TILE_STATES = 1 + 2 * k.MAX_TILES
EVENTS = TILE_EVENT + k.REGIONS * TILE_STATES

# A step that leaves all of these as they were shows nothing but the action itself.
_TELLING = ("season", "court_card", "court_shown", "court_hand", "tiles")


def view_of(game: Game, viewer: int) -> NDArray[Any]:
    """Return the position as one side sees it, whoever is to move, as a record (array of length 1).

    Hidden are the opponent's face-down court card, while courts are chosen also whether one lies there, and light
    sides that nobody may know. A faction that is not yet shown has its place here too: everything else in this
    package takes what it knows of a position from this view.
    """
    view = game.states.copy()
    record = view[0]
    side = int(record["side"])
    record["side"] = viewer  # whose opponent is hidden
    hide(record, game.rules[0], np.zeros(1, ASIDE)[0])
    record["side"] = side
    return view


def public_view(game: Game, viewer: int) -> NDArray[Any]:
    """Return the position as somebody sees it who is shown neither side's face-down court card.

    The viewer is the side whose own card is covered after the opponent's.
    """
    view = view_of(game, viewer)
    record = view[0]
    card = int(record["court_card"][viewer])
    if card >= 0 and not record["court_shown"][viewer]:
        record["court_hand"][viewer] = int(record["court_hand"][viewer]) | 1 << card
        record["court_card"][viewer] = k.NONE if record["phase"] == k.COURT else k.HIDDEN
    return view


def telling(state: Any) -> bytes:
    """Return what has to change for a step to show more than the action itself, as bytes."""
    choosing = b"\1" if state["phase"] == k.COURT else b"\0"
    return choosing + b"".join(state[name].tobytes() for name in _TELLING)


def facts(game: Game, viewer: int) -> tuple[int, ...]:
    """Return as events what a view shows beyond what follows from the actions that were seen.

    These are the opponent's court card, both court hands (a face-down card counts as being in it) and the tiles.
    """
    seen = public_view(game, viewer)[0]
    view = view_of(game, viewer)[0]
    tiles = view["tiles"].tolist()
    return (
        CARD_EVENT + 2 + int(view["court_card"][1 - viewer]),
        *(HAND_EVENT + side * 256 + int(seen["court_hand"][side]) for side in range(2)),
        *(
            TILE_EVENT + region * TILE_STATES + tile_state(game.rules[0], tile, light=bool(view["season"]))
            for region, tile in enumerate(tiles)
        ),
    )


def tile_state(rules: Any, tile: int, *, light: bool) -> int:
    """Return a number for a tile as a player sees it: 0 for none, else whether its light side is known, and which."""
    if tile < 0:
        return 0
    return 1 + tile + (0 if light or len(alike(rules, tile)) == 1 else k.MAX_TILES)


def tile_pool(rules: Any) -> list[int]:
    """Return the tiles that may lie in a region: all twelve where regions are random, else the layout's six."""
    if rules["random_regions"]:
        return list(range(int(rules["box"])))
    return sorted(rules["tiles"].tolist())


def alike(rules: Any, tile: int) -> list[int]:
    """Return the tiles of the pool that cannot be told from this one while its dark side is up, itself included."""
    if not rules["light_hidden"]:
        return [tile]
    faces = rules["tile_face"].tolist()
    return [other for other in tile_pool(rules) if faces[other] == faces[tile]]


def court_choices(game: Game, viewer: int) -> list[int]:
    """Return what the opponent may have laid face down, as court cards (NONE: no card), by all that was seen.

    Only while courts are chosen, and not before the opponent was asked, may it be no card. A card that the viewer's
    `court_reveal` passive has made the opponent discard is not among them: the view's court hand lacks it. Equal
    cards count once, as the rules ask for them.
    """
    view = view_of(game, viewer)[0]
    other = 1 - viewer
    chosen = int(view["court_card"][other])
    choosing = int(view["phase"]) == k.COURT
    asked = not choosing or (viewer == k.UNSEELIE and int(view["side"]) == k.UNSEELIE)
    if not asked or (chosen != k.HIDDEN and not choosing):
        return [chosen]
    hand = int(view["court_hand"][other])
    kinds = game.rules[0]["court"].tolist()
    cards = [card for card in range(int(game.rules[0]["court_size"])) if hand >> card & 1]
    first = [card for place, card in enumerate(cards) if kinds[card] not in [kinds[c] for c in cards[:place]]]
    return [*first, k.NONE] if choosing else first
