"""What one player knows: the position as that player sees it, what changed in it, and its names."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.rounds import clear_effect
from balance.engine.pacts.kernels.view import ASIDE, hide, tiles_unseen

Events = tuple[int, ...]

# What a player sees happen, as numbers. 0 is no event, so that a tensor's empty places differ from all of them.
ACTION_EVENT = 1  # + the own action
OPPONENT_EVENT = ACTION_EVENT + k.ACTIONS  # + the opponent's action
HIDDEN_CHOICE_EVENT = OPPONENT_EVENT + k.ACTIONS  # the opponent lays a court card face down, or none
DEAL_EVENT = HIDDEN_CHOICE_EVENT + 1  # + the kind of the card that is revealed
CARD_EVENT = DEAL_EVENT + k.MAX_KINDS  # + 2 + the opponent's court card: HIDDEN, NONE or its number
HAND_EVENT = (
    CARD_EVENT + k.MAX_COURT + 2
)  # + side * 256 + bits of the court cards that may still be in the hand
TILE_EVENT = HAND_EVENT + 2 * 256  # + region * TILE_STATES + what lies there, see `tile_state`
TILE_STATES = 1 + 2 * k.MAX_TILES
# only where factions are hidden until they are used:
SHOWN_EVENT = TILE_EVENT + k.REGIONS * TILE_STATES  # + 1 once the opponent's faction is known
ASKED_EVENT = SHOWN_EVENT + 2  # + phase * 2 + side: what is asked next, of whom, as far as it is seen
EVENTS = ASKED_EVENT + 2 * k.PHASES

# A step that leaves all of these as they were shows nothing but the action itself.
_TELLING = ("season", "court_card", "court_shown", "court_hand", "tiles")


def view_of(game: Game, viewer: int) -> NDArray[Any]:
    """Return the position as one side sees it, whoever is to move, as a record (array of length 1).

    Hidden are the opponent's face-down court card, while courts are chosen also whether one lies there, light sides
    that nobody may know, and what only the opponent's faction explains while that faction is not shown. Everything
    else in this package takes what it knows of a position from this view.
    """
    view = game.states.copy()
    record = view[0]
    side = int(record["side"])
    record["side"] = viewer  # whose opponent is hidden
    hide(record, game.rules[0], np.zeros(1, ASIDE)[0])
    record["side"] = side
    _cover_faction(record, 1 - viewer)
    return view


def public_view(game: Game, viewer: int) -> NDArray[Any]:
    """Return the position as somebody sees it who is shown neither side's face-down court card nor hidden faction.

    The viewer is the side whose own things are covered after the opponent's.
    """
    view = view_of(game, viewer)
    record = view[0]
    card = int(record["court_card"][viewer])
    if card >= 0 and not record["court_shown"][viewer]:
        record["court_hand"][viewer] = int(record["court_hand"][viewer]) | 1 << card
        record["court_card"][viewer] = k.NONE if record["phase"] == k.COURT else k.HIDDEN
    _cover_faction(record, viewer)
    return view


def asked_in_secret(state: Any, viewer: int) -> bool:
    """Tell whether the opponent is asked what only its faction, still hidden, makes the position ask.

    Such a question is not put at the table, and declining is silent. It is whether a passive is used, what becomes
    of the cubes that a passive adds, and what to do in a turn without a card left.
    """
    other = 1 - viewer
    if state["shown"][other] or state["side"] != other:
        return False
    phase = int(state["phase"])
    if phase == k.MENU:
        return int(state["hand"][other]) == 0
    adding = phase in {k.ALLOT, k.TAKE_BACK}  # by a card, or else by a passive: an active would be shown
    return phase in {k.PASSIVE, k.AFTER_WILD} or (adding and int(state["after"]) != k.PLACED)


def _cover_faction(record: Any, owner: int) -> None:
    """Cover what names the faction of a side that decides and has not shown it: which ability is asked about.

    An ability that is begun looks like the choice of a card while the ABILITY lies there; what is asked in secret
    looks like what would be asked next.
    """
    if record["shown"][owner]:
        return
    if record["kind"] == k.NONE and not record["pending"].any():
        record["began_empty"] = 0  # what a spawn at the start of the round has left there
    if record["side"] != owner:
        return
    secret = asked_in_secret(record, 1 - owner)
    record["going_first_left"] = 0
    record["plays_left"] = min(int(record["plays_left"]), 1)
    if secret:
        spawning = int(record["after"]) in {k.SEELIE_SPAWNED, k.UNSEELIE_SPAWNED}
        clear_effect(record)
        record["phase"] = k.COURT if spawning else k.MENU
    elif record["word"] != k.NO_ACTIVE:
        record["phase"], record["word"], record["count"] = k.MENU, k.NO_ACTIVE, 0


def telling(game: Game) -> bytes:
    """Return what has to change for a step to show more than the action itself, as bytes."""
    state, rules = game.state, game.rules[0]
    flags = bytes([int(state["phase"] == k.COURT), int(tiles_unseen(state, rules))])
    if rules["factions_hidden"]:
        flags += state.tobytes()  # nearly every step changes what is asked
    return flags + b"".join(state[name].tobytes() for name in _TELLING)


def facts(game: Game, viewer: int) -> tuple[int, ...]:
    """Return as events what a view shows beyond what follows from the actions that were seen.

    These are the opponent's court card, both court hands (a face-down card counts as being in it) and the tiles; where
    factions are hidden also whether the opponent's is shown, and last what is asked of whom.
    """
    seen = public_view(game, viewer)[0]
    view = view_of(game, viewer)[0]
    tiles = view["tiles"].tolist()
    found = (
        CARD_EVENT + 2 + int(view["court_card"][1 - viewer]),
        *(HAND_EVENT + side * 256 + int(seen["court_hand"][side]) for side in range(2)),
        *(
            TILE_EVENT + region * TILE_STATES + tile_state(game.rules[0], tile, light=bool(view["season"]))
            for region, tile in enumerate(tiles)
        ),
    )
    if not game.rules[0]["factions_hidden"]:
        return found
    asked = ASKED_EVENT + 2 * int(view["phase"]) + int(view["side"])
    return (*found, SHOWN_EVENT + int(view["shown"][1 - viewer]), asked)


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
