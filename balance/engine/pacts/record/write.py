"""Writing records: a game as a list of events, its header, and all of them as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from balance.config.pacts.models import Configuration
from balance.engine.pacts import VERSION
from balance.engine.pacts.game import Game, named_rules
from balance.engine.pacts.kernels.trace import DEAL
from balance.engine.pacts.layouts import layout_of
from balance.engine.pacts.record.decisions import Event
from balance.engine.pacts.record.events import Teller, teller_of
from balance.engine.pacts.record.heads import FORMAT, FORMAT_VERSION
from balance.engine.pacts.record.path import Path
from balance.engine.pacts.tables import rules_digest
from balance.errors import IllegalActionError

Moves = Iterable[int | Sequence[str]]


def events(start: Game, moves: Moves) -> list[Event]:
    """Return the events of a game, from its set-up on.

    Parameters
    ----------
    start
        The game as it was set up, before its first move. It is not changed.
    moves
        What happened, in order: the number of an action, or the names of the five cards of a deal.

    Returns
    -------
    list of dict
        The lines of docs/record.md, ``set_up`` first and ``end`` last where the game is over. A game that still goes
        on just stops.

    Raises
    ------
    IllegalActionError
        A move is not legal; the message lists what is.
    """
    teller = teller_of(start.rules, start.names)
    path, found = _path(start, teller, moves), teller.opening(start)
    for step in range(path.steps):
        found += teller.move(path, step)
    return [_copied(event) for event in found]


def told(before: Game, move: int | Sequence[str]) -> list[Event]:
    """Return the events of one move of a game, the decision first and what follows from it behind.

    Parameters
    ----------
    before
        The game before the move. It is not changed.
    move
        The number of an action, or the names of the five cards of a deal.

    Raises
    ------
    IllegalActionError
        The move is not legal.
    """
    teller = teller_of(before.rules, before.names)
    path = _path(before, teller, [move])
    return [_copied(event) for event in teller.move(path, 0)]


def _path(start: Game, teller: Teller, moves: Moves) -> Path:
    """Return moves played, refusing the first that is not legal."""
    numbers, deals = _numbered(start, moves)
    path = Path(start.states, teller.rules, teller.calm, numbers, deals)
    if path.steps < len(numbers):
        _refuse(start, path)
    return path


def _numbered(start: Game, moves: Moves) -> tuple[list[int], list[list[int]]]:
    """Return moves as numbers of actions, `DEAL` for each deal, and the deals as kinds (NONE: no such card)."""
    kinds = {str(card): kind for kind, card in enumerate(start.names.cards)}
    numbers: list[int] = []
    deals: list[list[int]] = []
    for move in moves:
        if isinstance(move, (int, np.integer)):
            numbers.append(int(move))
        else:
            numbers.append(DEAL)
            deals.append([kinds.get(str(card), -1) for card in move])
    return numbers, deals


def _refuse(start: Game, path: Path) -> None:
    """Raise for the first move of a path that is not legal, in the game's own words."""
    game = start.copy()
    game.states[0] = path.states[path.steps]
    number = path.numbers[path.steps]
    if number == DEAL:
        deal = path.deals[sum(n == DEAL for n in path.numbers[: path.steps])]
        game.reveal([str(game.names.cards[kind]) if kind >= 0 else "?" for kind in deal])
    else:
        game.apply(number)
    msg = f"move {path.steps + 1} is not legal"
    raise IllegalActionError(msg)


def configuration_line(configuration: Configuration) -> Event:
    """Return the `configuration` line of a file: the whole configuration and its digest."""
    return {
        "event": "configuration",
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "digest": configuration.digest(),
        "contents": configuration.contents(),
    }


def header(
    configuration: Configuration,
    *,
    seelie: str,
    unseelie: str,
    layout: str,
    policies: tuple[str | None, str | None] = (None, None),
    seed: int | None = None,
    index: int | None = None,
    auction: Mapping[str, Any] | None = None,
) -> Event:
    """Return the `game` line that stands before the events of a game.

    Parameters
    ----------
    seelie, unseelie, layout
        Names in the configuration.
    policies
        Who plays each side; any text, None to leave it out.
    seed, index
        Master seed and number of the game in its cell, where the deal follows from them; both or neither.
    auction
        ``{"cubes": n, "to": side}`` and how it was bid, where known (docs/record.md); None without cubes.

    Raises
    ------
    ConfigurationError
        A faction or the layout is unknown, or the layout is a set and no `index` says which of them it is.
    ValueError
        One of `seed` and `index` is given, or both without policies.
    """
    if (seed is None) != (index is None) or (seed is not None and None in policies):
        msg = "expected a seed with an index and both policies, or neither of them"
        raise ValueError(msg)
    rules = named_rules(configuration, seelie, unseelie, layout_of(configuration, layout, index))
    sides = {}
    for side, faction, policy in (("seelie", seelie, policies[0]), ("unseelie", unseelie, policies[1])):
        sides[side] = {"faction": faction, **({} if policy is None else {"policy": policy})}
    chance = {} if seed is None else {"seed": seed, "index": index}
    return {
        "event": "game",
        "version": FORMAT_VERSION,
        "system": "pacts",
        "rules_version": VERSION,
        "configuration": configuration.digest(),
        "rules": rules_digest(rules),
        **sides,
        "layout": layout,
        "rulings": configuration.rulings(),
        **chance,
        "auction": None if auction is None else dict(auction),
    }


def lines(events: Iterable[Mapping[str, Any]]) -> str:
    """Return events as JSON Lines: one object a line, each line ended."""
    return "".join(as_json(event) + "\n" for event in events)


def as_json(value: Any) -> str:
    """Return plain data as it stands in a line."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _copied(value: Any) -> Any:
    """Return plain data that shares nothing with the original."""
    if isinstance(value, dict):
        return {key: _copied(part) for key, part in value.items()}
    return [_copied(part) for part in value] if isinstance(value, list) else value


__all__ = ["as_json", "configuration_line", "events", "header", "lines", "told"]
