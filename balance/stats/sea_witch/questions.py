"""The questions of a designer of Sea Witch Pacts, answered from what a run has counted.

What a pact is worth: the victory points, items and cards that it brings its holder by first condition, bonus and own
second condition, less what these take; items and cards count as the game file's `worth` says. A pact discarded counts
0, one held at the end costs the penalty. Counted is the first copy that `player` draws in each third of the deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from balance.stats.questions import (
    IN_100,
    Answer,
    Cells,
    Played,
    Quantity,
    Row,
    Value,
    best,
    break_even,
    listing,
    name_of,
    pooled,
    surely_above,
    surely_below,
    told,
    value,
)

PARTS: Final = ("early", "middle", "late")
ANY: Final = "a pact"
VP: Final = "VP"


def answers(played: Played) -> tuple[Answer, ...]:
    """Return what a run says to each question."""
    return (
        _worth(played),
        _break_even(played),
        _seats(played),
        _players(played),
        _conducts(played),
        _penalty(played),
    )


# which tables and conducts


def _tables(played: Played) -> Mapping[str, Mapping[str, Any]]:
    """Return the tables that were played, name → data."""
    return {name: played.configuration["tables"][name] for name in played.settings}


def _penalty_at(played: Played, table: str) -> int:
    """Return the penalty for a pact held at the end."""
    own = _tables(played)[table].get("penalty")
    return int(played.configuration["game"]["penalty"]["value"] if own is None else own)


def _lost(penalty: int) -> str:
    """Return a penalty as it is printed."""
    return f"−{penalty}" if penalty else "0"


def _kind(played: Played, table: str) -> tuple[int, str, bool]:
    """Return what tables have in common that differ in the penalty only: players, pact deck, length."""
    data = _tables(played)[table]
    deck = data.get("pacts") or next(iter(played.configuration["game"]["pact_decks"]))
    return int(data["players"]), str(deck), bool(data.get("short", False))


def _usual(played: Played) -> tuple[str, ...]:
    """Return the tables with the game's own penalty and the box's pacts, of full length; all where there are none."""
    game = played.configuration["game"]
    deck, penalty = next(iter(game["pact_decks"])), int(game["penalty"]["value"])
    found = tuple(
        table
        for table in played.settings
        if _penalty_at(played, table) == penalty and _kind(played, table)[1:] == (deck, False)
    )
    return found or played.settings


def _won(played: Played, conduct: str, table: str | None = None) -> Quantity:
    """Return a conduct's share of wins over all others, in both seats."""
    first = played.cells(first=conduct, setting=table, where=lambda a, b, _: a != b)
    second = played.cells(second=conduct, setting=table, where=lambda a, b, _: a != b)
    return pooled([first.wins(), second.wins(seat=1)])


def _strongest(played: Played) -> str:
    """Return the conduct that won most."""
    shares = {name: _won(played, name) for name in played.contestants}
    known = {name: share.estimate for name, share in shares.items() if share.known}
    return max(known, key=known.__getitem__, default=played.contestants[0])


def _held_by(played: Played, conduct: str, tables: tuple[str, ...]) -> Cells:
    """Return the cells in which `player` follows a conduct at some tables."""
    return played.cells(first=conduct, where=lambda _a, _b, table: table in tables)


def _pacts(played: Played) -> list[str]:
    """Return the pacts, any pact first."""
    return [ANY, *played.configuration["game"]["pacts"]]


def _shown(pact: str) -> str:
    return "Any pact" if pact == ANY else pact


def _where_from(played: Played, conduct: str) -> str:
    """Say whose games and which tables numbers come from."""
    tables = listing([name_of(table) for table in _usual(played)])
    return f"In the hands of {name_of(conduct)}, the conduct that won most; tables: {tables}."


def _counting(played: Played) -> str:
    """Say how items and cards count."""
    worth = played.configuration["game"]["worth"]["value"]
    each = listing(
        [f"{item} {points}" for item, points in (*worth["items"].items(), ("card", worth["card"]))]
    )
    return (
        "Counted is what a pact brings its holder by its conditions and bonuses, less what these take; in points: "
        f"{each}. The card played for it is not counted. Early, middle and late are the thirds of the playing deck."
    )


# the questions


def _worth(played: Played) -> Answer:
    """Ask what each pact is worth by when it is drawn."""
    conduct, pacts = _strongest(played), _pacts(played)
    cells = _held_by(played, conduct, _usual(played))
    family = len(pacts) * (len(PARTS) + 1)
    rows, good, bad = [], [], []
    for pact in pacts:
        parts = [
            value(cells.mean(f"value of {pact}, drawn {part}", by_games=True), VP, signed=True, family=family)
            for part in PARTS
        ]
        given = [cells.mean(f"brought the others by {pact}, drawn {part}", by_games=True) for part in PARTS]
        others = value(pooled(given), VP, signed=True, family=family)
        rows.append(Row((_shown(pact),), (*parts, others)))
        if pact != ANY and surely_above(parts[0]):
            good.append(pact)
        if pact != ANY and surely_below(parts[2]):
            bad.append(pact)
    early, _, late = (one for one in rows[0].values[:3])
    assert early is not None
    assert late is not None
    return Answer(
        key="worth-of-pacts",
        title="What is each pact worth, by when it is drawn?",
        sentences=(
            f"A pact drawn early is worth {told(early)}, one drawn late {told(late)}.",
            f"Drawn early these surely bring points: {listing(good) or 'none'}.",
            f"Drawn late these surely cost points: {listing(bad) or 'none'}.",
            _where_from(played, conduct),
        ),
        labels=("Pact",),
        quantities=("Drawn early", "Drawn in the middle", "Drawn late", "Brings the others"),
        rows=tuple(rows),
        note=f"{_counting(played)} A pact discarded counts 0, one held at the end costs the penalty. What it brings "
        "the others is counted where it is played, the mean of the three thirds. All intervals hold together at 95%.",
        bar="Drawn early",
    )


def _break_even(played: Played) -> Answer:
    """Ask with what chance of playing a pact is worth drawing, and what the chance was."""
    conduct, pacts = _strongest(played), _pacts(played)
    cells = _held_by(played, conduct, _usual(played))
    penalties = {_penalty_at(played, table) for table in _usual(played)}
    penalty = max(penalties)
    family = len(pacts) * 4
    rows, early_pays, late_not = [], [], []
    first: tuple[Value, Value] | None = None
    for pact in pacts:
        gains = [cells.mean(f"value when played of {pact}, drawn {part}", by_games=True) for part in PARTS]
        gain = value(pooled(gains), VP, family=family)
        chances = [
            value(
                cells.share(f"what becomes of {pact}, drawn {part}", "played", of_all=False, by_games=True),
                IN_100,
                family=family,
            )
            for part in PARTS
        ]
        needed = break_even(gain, float(penalty)) if penalty > 0 else None
        rows.append(Row((_shown(pact),), (gain, needed, *chances)))
        if needed is not None and pact == ANY:
            first = gain, needed
        if needed is not None and pact != ANY:
            if surely_above(chances[0], needed.interval.high):
                early_pays.append(pact)
            if surely_below(chances[2], needed.interval.low):
                late_not.append(pact)
    if first is None:
        verdict: tuple[str, ...] = ("Without a penalty any chance is good enough.",)
    else:
        verdict = (
            f"At −{penalty} a pact pays if it is played with a chance of {told(first[1])} or more: played, it brings "
            f"{told(first[0])}.",
            f"Drawn early these are surely played more often than that: {listing(early_pays) or 'none'}.",
            f"Drawn late these surely less often: {listing(late_not) or 'none'}.",
        )
    return Answer(
        key="break-even",
        title="How likely must a pact be to be played, for drawing it to pay?",
        sentences=(*verdict, _where_from(played, conduct)),
        labels=("Pact",),
        quantities=(
            "Brings when played",
            "Break-even chance",
            "Played, drawn early",
            "Played, drawn in the middle",
            "Played, drawn late",
        ),
        rows=tuple(rows),
        note=f"The break-even chance p solves p · (what it brings) = (1 − p) · {penalty}; a pact discarded costs "
        "nothing, so whoever can discard needs less. What it brings is the mean of the three thirds, each weighted "
        "alike. All intervals hold together at 95%.",
        bar="Break-even chance",
    )


def _seats(played: Played) -> Answer:
    """Ask what the seat at the table does."""
    rows, sentences = [], []
    tables = _usual(played)
    family = sum(_kind(played, table)[0] for table in tables)
    numbers = []
    for table in tables:
        players, cells = _kind(played, table)[0], played.cells(setting=table)
        for seat in range(1, players + 1):
            points = value(cells.mean(f"points, seat {seat}"), VP, family=family)
            firsts = value(cells.share("first place", f"seat {seat}"), IN_100, family=family)
            rows.append(Row((name_of(table), str(players), str(seat)), (points, firsts)))
        gap = value(
            cells.mean("points, seat 1") - cells.mean(f"points, seat {players}"),
            VP,
            signed=True,
            family=len(tables),
        )
        numbers.append(gap)
        verdict = (
            "the first seat is surely ahead of the last"
            if surely_above(gap)
            else "the first seat is surely behind the last"
            if surely_below(gap)
            else "first and last seat are not told apart"
        )
        sentences.append(f"Of {players} players {verdict}: {told(gap)}.")
    return Answer(
        key="seats",
        title="What does the seat at the table do?",
        sentences=tuple(sentences),
        labels=("Table", "Players", "Seat"),
        quantities=("Points", "First alone"),
        rows=tuple(rows),
        numbers=tuple(numbers),
        note="Seat 1 has the first turn. First alone: more points than every other seat. Every conduct sits in every "
        "seat equally often, so that seats differ by the order of turns only.",
        bar="Points",
    )


def _players(played: Played) -> Answer:
    """Ask what the number of players and the table do."""
    rows = []
    for table in played.settings:
        cells = played.cells(setting=table)
        rows.append(
            Row(
                (name_of(table), str(_kind(played, table)[0]), _lost(_penalty_at(played, table))),
                (
                    value(cells.mean("points, player"), VP),
                    value(cells.mean("pacts drawn, player"), "pacts"),
                    value(cells.mean("pacts played, player"), "pacts"),
                    value(cells.mean("pacts discarded, player"), "pacts"),
                    value(cells.mean("pacts held at the end, player"), "pacts"),
                ),
            )
        )
    least = min(played.settings, key=lambda table: _kind(played, table)[0])
    most = max(played.settings, key=lambda table: _kind(played, table)[0])
    drawn = [
        value(played.cells(setting=table).mean("pacts drawn, player"), "pacts") for table in (least, most)
    ]
    return Answer(
        key="tables",
        title="What does the number of players do?",
        sentences=(
            f"A player draws {told(drawn[0])} in a game of {_kind(played, least)[0]}, and {told(drawn[1])} in one of "
            f"{_kind(played, most)[0]}.",
        ),
        labels=("Table", "Players", "Penalty"),
        quantities=("Points", "Drawn", "Played", "Discarded", "Held at the end"),
        rows=tuple(rows),
        numbers=tuple(drawn),
        note="The mean of all conducts, each weighted alike.",
        bar="Points",
    )


def _conducts(played: Played) -> Answer:
    """Ask whether hoarding, playing early or discarding pays, table by table."""
    rows, sentences, numbers = [], [], []
    for table in played.settings:
        shares = {name: _won(played, name, table) for name in played.contestants}
        leading = best(shares)
        if leading:
            top = value(shares[leading[0]], IN_100)
            numbers.append(top)
            names = listing([name_of(name) for name in leading])
            ahead = "is ahead of all others" if len(leading) == 1 else "are ahead and not told apart"
            sentences.append(f"{name_of(table)}: {names} {ahead} ({name_of(leading[0])} wins {told(top)}).")
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
        sentences=tuple(sentences) or ("Not enough games to tell.",),
        labels=("Table", "Conduct"),
        quantities=("Wins", "Points", "Held at the end"),
        rows=tuple(rows),
        numbers=tuple(numbers),
        note="Wins against the other conducts, each weighted alike: more points than an opponent of that conduct, a "
        "level game being half a win. Each other seat at the table follows the opponent's conduct.",
        bar="Wins",
        even=True,
    )


def _penalty(played: Played) -> Answer:
    """Ask how the answer moves with the penalty."""
    groups: dict[tuple[int, str, bool], list[str]] = {}
    for table in played.settings:
        groups.setdefault(_kind(played, table), []).append(table)
    tables = max(groups.values(), key=lambda own: len({_penalty_at(played, table) for table in own}))
    tables = sorted(tables, key=lambda table: _penalty_at(played, table))
    if len({_penalty_at(played, table) for table in tables}) < len(tables) or len(tables) == 1:
        return Answer(
            key="penalty",
            title="How does the answer move with the penalty?",
            sentences=("No two tables of this run differ in the penalty alone.",),
        )
    ends = " to ".join(_lost(_penalty_at(played, table)) for table in (tables[0], tables[-1]))
    family = len(played.contestants)
    rows, sentences, numbers = [], [], []
    for name in played.contestants:
        for table in tables:
            mine = played.cells(first=name, setting=table)
            worth = [
                value(mine.mean(f"value of {ANY}, drawn {part}", by_games=True), VP, signed=True)
                for part in ("early", "late")
            ]
            row = (value(_won(played, name, table), IN_100), *worth)
            rows.append(Row((name_of(name), _lost(_penalty_at(played, table))), row))
        change = value(
            _won(played, name, tables[-1]) - _won(played, name, tables[0]), IN_100, signed=True, family=family
        )
        numbers.append(change)
        sentences.append(f"{name_of(name)}: from {ends} its wins change by {told(change)}.")
    return Answer(
        key="penalty",
        title="How does the answer move with the penalty?",
        sentences=tuple(sentences),
        labels=("Conduct", "Penalty"),
        quantities=("Wins", "A pact drawn early", "A pact drawn late"),
        rows=tuple(rows),
        numbers=tuple(numbers),
        note=f"Tables that differ in the penalty alone: {listing([name_of(table) for table in tables])}. "
        "Conducts do not know the penalty: they play as their data say. Changes of all conducts hold together at 95%.",
        bar="Wins",
        even=True,
    )
