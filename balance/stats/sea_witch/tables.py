"""Which tables and conducts a question of Sea Witch Pacts is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from balance.stats.questions import Cells, Played, Quantity, pooled

ANY: Final = "a pact"
VP: Final = "VP"


def tables_of(played: Played) -> Mapping[str, Mapping[str, Any]]:
    """Return the tables that were played, name → data."""
    return {name: played.configuration["tables"][name] for name in played.settings}


def penalty_at(played: Played, table: str) -> int:
    """Return the penalty for a pact held at the end."""
    own = tables_of(played)[table].get("penalty")
    return int(played.configuration["game"]["penalty"]["value"] if own is None else own)


def lost(penalty: int) -> str:
    """Return a penalty as it is printed."""
    return f"−{penalty}" if penalty else "0"


def kind_of(played: Played, table: str) -> tuple[int, str, bool]:
    """Return what tables have in common that differ in the penalty only: players, pact deck, length."""
    data = tables_of(played)[table]
    deck = data.get("pacts") or next(iter(played.configuration["game"]["pact_decks"]))
    return int(data["players"]), str(deck), bool(data.get("short", False))


def usual_tables(played: Played) -> tuple[str, ...]:
    """Return the tables with the game's own penalty and the box's pacts, of full length.

    Where there are none: those that differ from the first table in the number of players alone.
    """
    game = played.configuration["game"]
    deck, penalty = next(iter(game["pact_decks"])), int(game["penalty"]["value"])
    kinds = {table: (penalty_at(played, table), *kind_of(played, table)[1:]) for table in played.settings}
    usual = (penalty, deck, False)
    kind = usual if usual in kinds.values() else kinds[played.settings[0]]
    return tuple(table for table in played.settings if kinds[table] == kind)


def wins_of(played: Played, conduct: str, table: str | None = None) -> Quantity:
    """Return a conduct's share of wins over all others, in both seats."""
    first = played.cells(first=conduct, setting=table, where=lambda a, b, _: a != b)
    second = played.cells(second=conduct, setting=table, where=lambda a, b, _: a != b)
    return pooled([first.wins(), second.wins(seat=1)])


def strongest(played: Played) -> str:
    """Return the conduct that won most at the usual tables.

    It is chosen by the games that its numbers come from, so that luck may have helped both: what is shown of it is to
    hold for every conduct at once, with each in the family.
    """
    tables = usual_tables(played)
    shares = {name: pooled([wins_of(played, name, table) for table in tables]) for name in played.contestants}
    known = {name: share.estimate for name, share in shares.items() if share.known}
    return max(known, key=known.__getitem__, default=played.contestants[0])


def held_by(played: Played, conduct: str, tables: tuple[str, ...]) -> Cells:
    """Return the cells in which `player` follows a conduct at some tables."""
    return played.cells(first=conduct, where=lambda _a, _b, table: table in tables)
