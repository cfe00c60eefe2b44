"""Contestants ranked: strength in both seats, what the seat adds, and the ranks left open."""

from __future__ import annotations

from balance.reports import anchors, verdict
from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.sections.players import HEADING, ORDER, mark_cell, marks_of
from balance.stats.results import Claim, Estimates, Mark


def strengths(estimates: Estimates, noun: str) -> Table:
    """Every contestant's strength, in each seat, the difference and the ranks left open, the strongest first."""
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    rows = estimates.strengths
    marks = marks_of(estimates, Claim.STRENGTH)
    hardest = [_hardest(estimates, row.name) for row in rows]
    columns = {
        "rank": w.name_of(noun),
        "strength": f"Both {verdict.sides_of(estimates)}",
        "ranks": "Rank",
    }
    if estimates.words.sides:
        columns |= {"as_first": f"As {first}", "as_second": f"As {second}", "difference": f"More as {first}"}
    columns |= {
        "hardest": "Hardest pairing",
    }
    if marks:
        columns["mark"] = HEADING
    columns["games"] = "Games"
    return Table(
        name="strengths-table",
        caption="Wins in 100 games against all others, the strongest first; in brackets the 95% interval.",
        columns=columns,
        rows=[
            {
                "rank": w.name_of(row.name),
                "strength": w.share_cell(row.strength),
                "ranks": ranks_words(row.ranks),
                "as_first": w.share_cell(row.as_first),
                "as_second": w.share_cell(row.as_second),
                "difference": w.change_cell(row.difference),
                "hardest": words,
                "mark": mark_cell(marks.get((row.name,))),
                "games": f"{row.strength.games:,}",
            }
            for row, (words, _) in zip(rows, hardest, strict=True)
        ],
        numeric=("as_first", "as_second", "difference", "games"),
        bars={"strength": [row.strength for row in rows]},
        order={
            "ranks": [None if row.ranks is None else float(sum(row.ranks)) for row in rows],
            "difference": [row.difference.estimate if w.known(row.difference) else None for row in rows],
            "mark": [ORDER.get(marks.get((row.name,), Mark.OPEN)) for row in rows],
        },
        links={"hardest": [link for _, link in hardest]},
    )


def ranks_words(ranks: tuple[int, int] | None) -> str:
    """Return a range of ranks: ``1–3``, or ``2`` where it is known."""
    if ranks is None:
        return w.NOTHING
    return f"{ranks[0]}" if ranks[0] == ranks[1] else f"{ranks[0]}–{ranks[1]}"


def _hardest(estimates: Estimates, name: str) -> tuple[str, str]:
    """Return the pair in which a contestant wins least by the estimates, in words, and its address."""
    if not estimates.words.sides:
        return _hardest_of_all(estimates, name)
    own = {
        pair: pair.share.estimate for pair in estimates.pairs if pair.first == name and w.known(pair.share)
    }
    own |= {
        pair: 1 - pair.share.estimate
        for pair in estimates.pairs
        if pair.second == name and w.known(pair.share)
    }
    if not own:
        return w.NOTHING, ""
    pair = min(own, key=own.__getitem__)
    seat, other = (0, pair.second) if pair.first == name else (1, pair.first)
    words = f"as {w.name_of(estimates.seats[seat])} v {w.name_of(other)}"
    return words, f"#pair-{anchors.pair_key(estimates.contestants, pair.first, pair.second)}"


def _hardest_of_all(estimates: Estimates, name: str) -> tuple[str, str]:
    """Return the opponent against which a contestant wins least, both ways averaged, and the pairing's address."""
    own = {
        one.other: one.share.estimate for one in estimates.both_ways if one.one == name and w.known(one.share)
    }
    own |= {
        one.one: 1 - one.share.estimate
        for one in estimates.both_ways
        if one.other == name and w.known(one.share)
    }
    if not own:
        return w.NOTHING, ""
    other = min(own, key=own.__getitem__)
    return f"v {w.name_of(other)}", f"#pair-{anchors.pair_key(estimates.contestants, name, other)}"
