"""Tables to play on, games at random, and what a person at the table would have seen of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from balance.adapters.table import CHANCE, OVER, Table
from balance.config.pacts import RULINGS, Configuration
from balance.engine.pacts.describe import SIDES, Action
from balance.engine.pacts.kernels import state as k
from tests.support import shipped, with_rulings

# every faction once, on tiles that are all known, that are mixed, and whose light sides alone are unknown
PAIRS = [
    ("banshees", "fomorians", "random", "known"),
    ("changelings", "banshees", "standard", "known"),
    ("cu sidhe", "fir bolg", "random", "known"),
    ("dragons", "kelpies", "standard", "unknown"),
    ("selkies", "cu sidhe", "standard", "unknown"),
    ("sluagh", "selkies", "standard", "known"),
]
# half of them in every run of the tests, all in `make test-slow`
EACH_PAIR = [
    pytest.param(pair, id="-".join(pair), marks=[pytest.mark.slow] if number % 2 else [])
    for number, pair in enumerate(PAIRS)
]


def ruled(light_values: str = "known", **options: str) -> Configuration:
    return with_rulings(shipped(), light_values=light_values, **options)


def every_ruling(generator: np.random.Generator, **options: str) -> Configuration:
    """Return the shipped configuration under options drawn for all rulings, but those that are given."""
    drawn = {name: str(generator.choice(ruling.names)) for name, ruling in RULINGS.items()}
    drawn["faction_pool"] = "nine"
    return with_rulings(shipped(), **{**drawn, **options})


def new_table(
    seelie: str = "dragons", unseelie: str = "kelpies", layout: str = "standard", light: str = "known"
) -> Table:
    return Table.new(ruled(light), seelie, unseelie, layout=layout)


def random_actions(table: Table, generator: np.random.Generator) -> list[int]:
    """Play a table to the end; return all actions, chance's too."""
    while table.to_move != OVER:
        legal = table.legal()
        # some cards are played rather than skipped, so that games have something to tell
        played = [a for a in legal if a != k.STOP_ACTION] or legal
        table.apply(int(generator.choice(played if generator.random() < 0.8 else legal)))
    return list(table.actions)


def do(table: Table, *actions: Action) -> None:
    """Carry out actions given by their names."""
    for action in actions:
        table.apply(number(table, action))


def number(table: Table, action: Action) -> int:
    assert table.game is not None
    return next(n for n in table.legal() if table.game.name_of(n) == action)


def deal(table: Table, *cards: str) -> None:
    """Deal five cards by name."""
    for card in cards:
        assert table.to_move == CHANCE
        table.apply(table.names.kind(card))


def lay(table: Table, *labels: str) -> None:
    """Deal tiles by their labels, one for each region."""
    for label in labels:
        assert table.to_move == CHANCE
        table.apply(table.names.tiles.index(label))


PLAIN = ("PLACE 1 WILD", "MOVE 1", "MOVE 2", "MOVE 3")


def pass_round(table: Table, *cards: str, special: str = "MOVE 1") -> None:
    """Let a round go by in which nobody lays a court card or plays one."""
    do(table, ("court", None), ("court", None))
    deal(table, *cards, special)
    do(table, ("split", ()), ("select", "seelie"))
    while table.to_move != OVER and table.game is not None and table.game.phase == "menu":
        do(table, ("stop",))


def look(table: Table, viewer: int) -> dict[str, Any]:
    """Return what lies before a person on one side: written from the rules page, not from what the adapters use."""
    game = table.game
    if game is None:
        return {}
    seen, rules, other = game.position(), game.rules[0], SIDES[1 - viewer]
    card = seen["court_card"][other]
    if card is not None and not game.state["court_shown"][1 - viewer]:
        seen["court_hand"][other] = sorted([*seen["court_hand"][other], card])
        seen["court_card"][other] = None if seen["phase"] == "court" else "face down"
    hidden = rules["light_hidden"] and seen["season"] == "dark"
    box = range(int(rules["box"])) if rules["random_regions"] else rules["tiles"].tolist()
    darks = [int(rules["tile_value"][tile, k.DARK]) for tile in box]
    for region, tile in seen["tiles"].items():
        if hidden and tile is not None and darks.count(tile[0]) > 1:
            seen["tiles"][region] = (tile[0], "?")
    for name in ("bid_left", "turn", "placed_before", "court_shown", "token_pile", "going_first_left", "kind", "slot",
                 *OF_EFFECTS):  # fmt: skip
        seen[name] = game.state[name].tolist()
    seen["faction"] = table.pair[1 - viewer] if seen["shown"][other] else "?"
    if not seen["shown"][other] and seen["kind"] == k.NONE and sum(seen["pending"]) == 0:
        seen["began_empty"] = "nothing has begun"
    if not seen["shown"][other] and seen["side"] == other:
        _do_not_guess(seen, other)
    return seen


OF_EFFECTS = ("word", "count", "began_empty", "begun", "plays_left", "target", "touched", "arrived", "pending",
              "one_of", "placed", "was_empty", "after")  # fmt: skip


def unasked(table: Table, viewer: int) -> bool:
    """Tell whether the opponent is asked what the rules ask only one faction, and has not shown that faction."""
    game, other = table.game, SIDES[1 - viewer]
    if game is None or game.to_move != other or game.position()["shown"][other]:
        return False
    out_of_cards = (
        game.phase == "menu" and game.position()["hand"][other] == []
    )  # but a going-first cube is left
    adds = game.phase in {"allot", "take_back"} and game.state["after"] != k.PLACED  # a spawn or a bonus
    return out_of_cards or adds or game.phase in {"passive", "after_wild"}


def _do_not_guess(seen: dict[str, Any], other: str) -> None:
    """Leave out what tells an opponent's hidden faction: all that is told of its abilities before they act."""
    seen["going_first_left"] = 0
    by_card = seen["phase"] in {"place", "move"} or (
        seen["phase"] == "take_back" and seen["after"] == k.PLACED
    )
    if seen["word"] == k.NO_ACTIVE and by_card:
        seen["plays_left"] = 1
        return
    if seen["phase"] in {"court", "split", "select", "auction", "over", "reveal"}:
        return
    if seen["word"] == k.NO_ACTIVE:
        seen["kind"] = seen["slot"] = "?"
    spawns = seen["after"] in {k.SEELIE_SPAWNED, k.UNSEELIE_SPAWNED}
    seen["phase"] = "court" if spawns else "menu"
    for name in OF_EFFECTS:
        seen[name] = "?"


def memories(table: Table, actions: Sequence[int], viewer: int) -> list[str]:
    """Return for every step what a person who remembers everything has seen until then."""
    twin, all_told = table.replay([]), []
    told = "" if unasked(twin, viewer) else f" {look(twin, viewer)}"
    for action in actions:
        mover, phase = twin.to_move, "tiles" if twin.game is None else twin.game.phase
        secret = (phase == "court" and mover != viewer) or phase == "tiles"
        silent = unasked(twin, viewer) and action == k.STOP_ACTION
        if twin.game is not None:
            phase = look(twin, viewer)["phase"]
        twin.apply(action)
        if not silent:
            told += f"\n{phase} {mover} {'?' if secret else action}"
        if not unasked(twin, viewer):
            told += f" {look(twin, viewer)}"
        all_told.append(told)
    return all_told
