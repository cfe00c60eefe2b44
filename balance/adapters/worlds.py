"""Games that a player cannot tell from the one that is played: what is hidden, drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from balance.adapters import knowledge
from balance.adapters.pairs import Pair
from balance.adapters.table import Table
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.view import tiles_unseen

Uniform = Callable[[], float]


def another_world(table: Table, viewer: int, uniform: Uniform) -> Table:
    """Return a game that the viewer cannot tell from this one, drawn from all there may be.

    The opponent's face-down court card is any that may lie there, all alike; hidden tiles are dealt anew among those
    that look the same and that nobody has seen; a hidden faction is any of the pool, but the viewer's own, with which
    the viewer would have seen the same until now.

    Parameters
    ----------
    table
        The game as it is.
    viewer
        A side.
    uniform
        Gives numbers in 0 … 1, one for each draw.
    """
    game = table.game
    if game is None:
        return table.replay(table.actions)
    actions = list(table.actions)
    choices = knowledge.court_choices(game, viewer)
    if len(choices) > 1:
        card = _pick(choices, uniform)
        action = k.NO_COURT_ACTION if card == k.NONE else k.COURT_ACTION + card
        actions[table.court_steps[1 - viewer]] = action
    tiles = _other_tiles(table, uniform)
    for step, region in enumerate(_dealt_by_chance(table)):
        actions[step] = tiles[region]
    if game.state["shown"][1 - viewer]:
        return table.replay(actions)
    return _with_another_faction(table, viewer, actions, uniform)


def _with_another_faction(table: Table, viewer: int, actions: Sequence[int], uniform: Uniform) -> Table:
    """Return the game with any faction of the opponent's that explains what the viewer has seen."""
    own, true = table.pair[viewer], table.pair[1 - viewer]
    left = [
        name for name in table.pairs.factions if name == true or (name != own and name in table.pairs.pool)
    ]
    while left:
        name = _pick(left, uniform)
        pair = (own, name) if viewer == k.SEELIE else (name, own)
        world = _seen_alike(table, viewer, actions, pair)
        if world is not None:
            return world
        left.remove(name)
    raise AssertionError  # the true faction explains what happened


def _seen_alike(table: Table, viewer: int, actions: Sequence[int], pair: Pair) -> Table | None:
    """Return the game of another pair in which the viewer sees the same, or None if there is none.

    Everything that the viewer saw is done again; whatever the other faction is asked besides, it declines in silence.
    """
    other, world = 1 - viewer, table.replay((), pair)
    for step, (action, mover) in enumerate(zip(actions, table.movers, strict=True)):
        if step in table.silent and mover == other:
            continue
        while _in_secret(world, viewer) and not (
            mover == other and action != k.STOP_ACTION and _may(world, action)
        ):
            if not _may(world, k.STOP_ACTION):
                return None
            world.apply(k.STOP_ACTION)
        if world.to_move != mover or not _may(world, action):
            return None
        world.apply(action)
        if world.game is not None and world.game.state["shown"][other]:
            return None
    while (
        world.seen[viewer] != table.seen[viewer] and _in_secret(world, viewer) and _may(world, k.STOP_ACTION)
    ):
        world.apply(k.STOP_ACTION)
    return world if world.seen[viewer] == table.seen[viewer] else None


def _in_secret(world: Table, viewer: int) -> bool:
    return world.game is not None and knowledge.asked_in_secret(world.game.state, viewer)


def _may(world: Table, action: int) -> bool:
    return action in world.legal()


def _dealt_by_chance(table: Table) -> list[int]:
    """Return the regions whose tile chance was asked for."""
    rules = table.rules[0]
    if rules["random_regions"]:
        return list(range(k.REGIONS))
    found = []
    for region, tile in enumerate(rules["tiles"].tolist()):
        if len([other for other in knowledge.alike(rules, tile) if other not in table.tiles[:region]]) > 1:
            found.append(region)
    return found


def _other_tiles(table: Table, uniform: Uniform) -> list[int]:
    """Return tiles for all regions that look the same: those never seen from below are dealt anew."""
    rules, tiles = table.rules[0], list(table.tiles)
    free = [tile for tile in knowledge.tile_pool(rules) if tile not in table.turned]
    for region, tile in enumerate(table.tiles):
        if tile not in table.turned:
            group = _may_lie_for(table, tile)
            tiles[region] = _pick([other for other in free if other in group], uniform)
            free.remove(tiles[region])
    return tiles


def _may_lie_for(table: Table, tile: int) -> list[int]:
    """Return the tiles that may lie where this one does: those that look the same, or all while none is seen."""
    rules: Any = table.rules[0]
    if rules["random_regions"] and table.game is not None and tiles_unseen(table.game.state, rules):
        return knowledge.tile_pool(rules)
    return knowledge.alike(rules, tile)


def _pick(things: Sequence[Any], uniform: Uniform) -> Any:
    """Return one of several things, each as likely as the others; a single one needs no draw."""
    if len(things) == 1:
        return things[0]
    return things[min(int(uniform() * len(things)), len(things) - 1)]


__all__ = ["another_world"]
