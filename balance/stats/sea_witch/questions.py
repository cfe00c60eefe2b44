"""The questions of a designer of Sea Witch Pacts, answered from what a run has counted.

What a pact is worth: the victory points, items and cards that it brings its holder by first condition, bonus and own
second condition, less what these take; items and cards count as the game file's `worth` says. A pact discarded counts
0, one held at the end costs the penalty. Counted is the first copy that `player` draws in each third of the deck.
"""

from __future__ import annotations

from typing import Final

from balance.stats.questions import (
    IN_100,
    Answer,
    Played,
    Row,
    Value,
    break_even,
    listing,
    name_of,
    pooled,
    surely_above,
    surely_below,
    told,
    value,
)
from balance.stats.sea_witch.conducts import alone, best_conducts, by_penalty
from balance.stats.sea_witch.tables import (
    ANY,
    VP,
    held_by,
    kind_of,
    lost,
    penalty_at,
    strongest,
    usual_tables,
)

PARTS: Final = ("early", "middle", "late")


def answers(played: Played) -> tuple[Answer, ...]:
    """Return what a run says to each question."""
    return (
        _worth(played),
        _break_even(played),
        _seats(played),
        _players(played),
        best_conducts(played),
        alone(played),
        by_penalty(played),
    )


def _pacts(played: Played) -> list[str]:
    """Return the pacts, any pact first."""
    return [ANY, *played.configuration["game"]["pacts"]]


def _shown(pact: str) -> str:
    return "Any pact" if pact == ANY else pact


def _where_from(played: Played, conduct: str) -> str:
    """Say whose games and which tables numbers come from."""
    tables = listing([name_of(table) for table in usual_tables(played)])
    return f"In the hands of {name_of(conduct)}, the conduct that won most at these tables: {tables}."


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


def _worth(played: Played) -> Answer:
    """Ask what each pact is worth by when it is drawn."""
    conduct, pacts = strongest(played), _pacts(played)
    cells = held_by(played, conduct, usual_tables(played))
    family = len(pacts) * (len(PARTS) + 1) * len(played.contestants)
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
        "the others is counted where it is played, the mean of the three thirds. All intervals hold together at 95%, "
        "whichever conduct had won most.",
        bar="Drawn early",
    )


def _break_even(played: Played) -> Answer:
    """Ask with what chance of playing a pact is worth drawing, and what the chance was."""
    conduct, pacts = strongest(played), _pacts(played)
    cells = held_by(played, conduct, usual_tables(played))
    penalties = {penalty_at(played, table) for table in usual_tables(played)}
    penalty = max(penalties)
    family = len(pacts) * 4 * len(played.contestants)
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
        "alike. All intervals hold together at 95%, whichever conduct had won most.",
        bar="Break-even chance",
    )


def _seats(played: Played) -> Answer:
    """Ask what the seat at the table does."""
    rows, sentences = [], []
    tables = usual_tables(played)
    family = sum(kind_of(played, table)[0] for table in tables)
    numbers = []
    for table in tables:
        players, cells = kind_of(played, table)[0], played.cells(setting=table)
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
        sentences.append(f"With {players} players {verdict}: {told(gap)}.")
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
                (name_of(table), str(kind_of(played, table)[0]), lost(penalty_at(played, table))),
                (
                    value(cells.mean("points, player"), VP),
                    value(cells.mean("pacts drawn, player"), "pacts"),
                    value(cells.mean("pacts played, player"), "pacts"),
                    value(cells.mean("pacts discarded, player"), "pacts"),
                    value(cells.mean("pacts held at the end, player"), "pacts"),
                ),
            )
        )
    usual = sorted(usual_tables(played), key=lambda table: kind_of(played, table)[0])
    ends = (
        usual[:1] if kind_of(played, usual[0])[0] == kind_of(played, usual[-1])[0] else [usual[0], usual[-1]]
    )
    drawn = [value(played.cells(setting=table).mean("pacts drawn, player"), "pacts") for table in ends]
    parts = [
        f"{told(one)} in a game of {kind_of(played, table)[0]}"
        for one, table in zip(drawn, ends, strict=True)
    ]
    return Answer(
        key="tables",
        title="What does the number of players do?",
        sentences=(f"A player draws {listing(parts)}.",),
        labels=("Table", "Players", "Penalty"),
        quantities=("Points", "Drawn", "Played", "Discarded", "Held at the end"),
        rows=tuple(rows),
        numbers=tuple(drawn),
        note="The mean of all conducts, each weighted alike.",
        bar="Points",
    )
