"""Which way of handling pacts pays: at each table, alone among others, and by the penalty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from balance.stats.questions import (
    IN_100,
    Answer,
    Played,
    Row,
    Value,
    best,
    listing,
    name_of,
    ranked,
    surely_above,
    value,
)
from balance.stats.sea_witch.tables import ANY, VP, kind_of, lost, penalty_at, wins_of

EVEN: Final = 0.5


def best_conducts(played: Played) -> Answer:
    """Ask whether hoarding, playing early or discarding pays, table by table."""
    rows = []
    ahead: dict[tuple[str, ...], list[str]] = {}
    for table in played.settings:
        shares = {name: wins_of(played, name, table) for name in played.contestants}
        leading = best(shares, groups=len(played.settings))
        if leading:
            ahead.setdefault(tuple(name for name in shares if name in leading), []).append(table)
        for name, share in shares.items():
            mine = played.cells(first=name, setting=table)
            rows.append(
                Row(
                    (name_of(table), name_of(name)),
                    (
                        value(share, IN_100),
                        value(mine.mean("points, player"), VP),
                        value(mine.mean("pacts held at the end, player"), "pacts"),
                    ),
                )
            )
    return Answer(
        key="conducts",
        title="Does it pay to play pacts early, to hoard them, to discard or to avoid them?",
        sentences=tuple(_leads(leading, tables, played) for leading, tables in ahead.items())
        or ("Not enough games to tell.",),
        labels=("Table", "Conduct"),
        quantities=("Wins", "Points", "Held at the end"),
        rows=tuple(rows),
        note="Wins against the other conducts, each weighted alike: more points than an opponent of that conduct, a "
        "level game being half a win. Each other seat at the table follows the opponent's conduct. What is said to be "
        "ahead at any table is so together at 95%.",
        bar="Wins",
        even=True,
    )


def _leads(leading: Sequence[str], tables: Sequence[str], played: Played) -> str:
    """Say which conducts are ahead at which tables."""
    if len(leading) == len(played.contestants):
        return f"No conduct is surely behind another at {_at(tables)}."
    names = listing([name_of(name) for name in leading])
    ahead = "is ahead of all others" if len(leading) == 1 else "are ahead and not told apart"
    return f"{names} {ahead} at {_at(tables)}."


def _at(tables: Sequence[str]) -> str:
    """Return tables' names, so that a name such as Two is not taken for a number."""
    return f"table{'' if len(tables) == 1 else 's'} {listing([name_of(table) for table in tables])}"


def alone(played: Played) -> Answer:
    """Ask whether one player gains by leaving the conduct that all others follow."""
    rows: list[Row] = []
    found: dict[tuple[str, str], list[str]] = {}
    family = len(played.settings) * len(played.contestants) * (len(played.contestants) - 1)
    for table in played.settings:
        holding: list[str] = []
        open_: list[str] = []
        for everybody in played.contestants:
            shown: list[Value | None] = []
            for name in played.contestants:
                wins = played.cells(first=name, second=everybody, setting=table).wins()
                shown.append(None if name == everybody else value(wins, IN_100, family=family))
            rows.append(Row((name_of(table), name_of(everybody)), tuple(shown)))
            known = [one for one in shown if one is not None]
            if any(surely_above(one, EVEN) for one in known):
                continue
            (holding if all(one.interval.high <= EVEN for one in known) else open_).append(name_of(everybody))
        verdict = (
            f"Nobody gains by leaving {listing(holding, 'or')}" if holding else "No conduct surely holds"
        )
        found.setdefault((verdict, listing(open_)), []).append(table)
    return Answer(
        key="alone",
        title="Where everybody follows one conduct, does a player gain by another?",
        sentences=tuple(
            f"{verdict} at {_at(tables)}{f'; not settled: {unsure}' if unsure else ''}."
            for (verdict, unsure), tables in found.items()
        ),
        labels=("Table", "All others"),
        quantities=tuple(f"{name_of(name)} alone" for name in played.contestants),
        rows=tuple(rows),
        note="Wins of a lone player over one of the others; with their own conduct it would be 50. With three players "
        "or more it matters who is alone: a conduct may win alone and lose where all follow it. All intervals hold "
        "together at 95%.",
    )


def by_penalty(played: Played) -> Answer:
    """Ask how the answer moves with the penalty."""
    groups: dict[tuple[int, str, bool], list[str]] = {}
    for table in played.settings:
        groups.setdefault(kind_of(played, table), []).append(table)
    tables = max(groups.values(), key=lambda own: len({penalty_at(played, table) for table in own}))
    tables = sorted(tables, key=lambda table: penalty_at(played, table))
    if len({penalty_at(played, table) for table in tables}) < len(tables) or len(tables) == 1:
        return Answer(
            key="penalty",
            title="How does the answer move with the penalty?",
            sentences=("No two tables of this run differ in the penalty alone.",),
        )
    ends = " to ".join(lost(penalty_at(played, table)) for table in (tables[0], tables[-1]))
    family = len(played.contestants)
    rows, changes = [], []
    for name in played.contestants:
        for table in tables:
            mine = played.cells(first=name, setting=table)
            worth = [
                value(mine.mean(f"value of {ANY}, drawn {part}", by_games=True), VP, signed=True)
                for part in ("early", "late")
            ]
            row = (value(wins_of(played, name, table), IN_100), *worth)
            rows.append(Row((name_of(name), lost(penalty_at(played, table))), row))
        change = value(
            wins_of(played, name, tables[-1]) - wins_of(played, name, tables[0]),
            IN_100,
            signed=True,
            family=family,
        )
        changes.append((name_of(name), change))
    return Answer(
        key="penalty",
        title="How does the answer move with the penalty?",
        sentences=(f"From {ends} wins change, the most first: {ranked(changes, most=len(changes))}.",),
        labels=("Conduct", "Penalty"),
        quantities=("Wins", "A pact drawn early", "A pact drawn late"),
        rows=tuple(rows),
        numbers=tuple(change for _, change in changes),
        note=f"Tables that differ in the penalty alone: {listing([name_of(table) for table in tables])}. "
        "Conducts do not know the penalty: they play as their data say. Changes of all conducts hold together at 95%.",
        bar="Wins",
        even=True,
    )
