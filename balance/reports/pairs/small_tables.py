"""The small tables of a pairing's section; figures that they leave out stand in ``summary.json``."""

from __future__ import annotations

import math
from collections.abc import Sequence

from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.stats.details.results import CardUse, PairDetails
from balance.stats.results import Interval, PairEstimate

MARK = " ✓"
WIDEST = 0.3
"""A difference (win share) with a wider interval is shown only if it is marked: chance alone can make it large."""


def endings(key: str, pair: PairEstimate, details: PairDetails, seats: Sequence[str], point: str) -> Table:
    """Return how games end: mean margin, quartiles, close and level games."""
    first, second = map(w.name_of, seats)
    lower, middle, upper = details.margins.quartiles
    rows = [("Mean", w.points_cell(pair.margin_mean))]
    rows += [
        (f"Mean after round {one.number}", w.points_cell(one.lead))
        for one in details.rounds[:-1]
        if math.isfinite(one.lead.low)
    ]
    rows += [
        ("A quarter ends at or below", points(lower)),
        ("Half end at or below", points(middle)),
        ("Three quarters end at or below", points(upper)),
        (f"Decided by 1 or 2 {point}s, in 100", w.rate_cell(details.margins.close)),
        ("Level, in 100", w.rate_cell(pair.tie_rate)),
    ]
    return Table(
        name=f"{key}-endings",
        caption=f"{first}'s {point}s less {second}'s, with 95% ranges.",
        columns={"what": "Final margins", "value": f"{point[:1].upper()}{point[1:]}s"},
        rows=[{"what": what, "value": value} for what, value in rows],
        numeric=("value",),
        plain=True,
    )


def points(interval: Interval) -> str:
    """Return whole points with their range: ``+3 (+2 to +4)``; an end that cannot be told is a dash."""
    middle, low, high = (
        w.number(value, signed=True) if math.isfinite(value) else w.NOTHING
        for value in (interval.estimate, interval.low, interval.high)
    )
    return f"{middle} ({low} to {high})"


def rounds(key: str, details: PairDetails, seats: Sequence[str]) -> Table:
    """Return scores and leads after each round."""
    first, second = map(w.name_of, seats)
    return Table(
        name=f"{key}-rounds",
        caption="After each round. Scores: the exact mean of these games. The rest: in 100 games, with 95% ranges.",
        columns={
            "round": "Round",
            "scores": f"{first} : {second}",
            "first": f"{first} leads",
            "level": "Level",
            "second": f"{second} leads",
            "keeps": "The leader wins",
        },
        rows=[
            {
                "round": str(one.number),
                "scores": " : ".join(
                    w.number(score, 1) if math.isfinite(score) else w.NOTHING for score in one.scores
                ),
                "first": w.rate_cell(one.ahead[0]),
                "level": w.rate_cell(one.level),
                "second": w.rate_cell(one.ahead[1]),
                "keeps": w.NOTHING if one is details.rounds[-1] else w.share_cell(one.leader_wins),
            }
            for one in details.rounds
        ],
        numeric=("scores", "first", "level", "second", "keeps"),
        plain=True,
    )


def cards(key: str, details: PairDetails, seats: Sequence[str], each: int) -> Table:
    """Return the cards that go with winning and with losing most, at most `each` a side."""
    shown = [use for seat in (0, 1) for use in chosen([u for u in details.cards if u.seat == seat], each)]
    taken = any(use.taken_times is not None for use in shown)
    return Table(
        name=f"{key}-cards",
        caption="Wins in 100 with and without a card: what goes together, not what causes it. "
        f"{MARK.strip()}: more than chance, all cards of all pairings considered."
        + (" Taken: in a pile; own court cards are played beside them." if taken else ""),
        columns={
            "card": "Who plays what",
            "difference": "Difference",
            "played": "Wins if played",
            "unplayed": "Wins if not",
            "times": "Times a game, exact",
            **({"taken": "Taken a game, exact"} if taken else {}),
        },
        rows=[
            {
                "card": f"{w.name_of(seats[use.seat])}: {use.card}",
                "times": w.number(use.times / details.games, 2),
                "taken": w.NOTHING
                if use.taken_times is None
                else w.number(use.taken_times / details.games, 2),
                "played": w.share_cell(use.played),
                "unplayed": w.share_cell(use.unplayed),
                "difference": w.change_cell(use.difference) + (MARK if use.marked else ""),
            }
            for use in shown
        ],
        numeric=("times", "taken", "played", "unplayed", "difference"),
        strong=[use.marked for use in shown],
        plain=True,
    )


def chosen(uses: Sequence[CardUse], each: int) -> list[CardUse]:
    """Return the marked cards that matter most, filled up with the most and the least favourable others.

    Parameters
    ----------
    uses
        The cards of one side.
    each
        How many at most.
    """
    known = [use for use in uses if w.known(use.difference)]
    marked = sorted(
        (use for use in known if use.marked), key=lambda use: (-abs(use.difference.estimate), use.card)
    )
    open_yet = [use for use in known if not use.marked and use.difference.high - use.difference.low <= WIDEST]
    ends = [use for pair in zip(open_yet, reversed(open_yet), strict=True) for use in pair]
    kept = list(dict.fromkeys([*marked[:each], *ends]))[:each]
    return [use for use in uses if use in kept]


def splits(key: str, details: PairDetails, seats: Sequence[str]) -> Table:
    """Return how each side splits and what the other keeps."""
    return Table(
        name=f"{key}-splits",
        caption="Splits by who makes the piles, in 100; cards in each pile, the token not counted.",
        columns={
            "split": "Piles",
            "share": "Of its splits",
            "kept": "The other keeps the larger",
            "larger": "Splitter wins then",
            "smaller": "Splitter wins otherwise",
        },
        rows=[
            {
                "split": f"{w.name_of(seats[one.splitter])}: {one.larger} and {one.smaller}",
                "share": w.rate_cell(one.share),
                "kept": w.rate_cell(one.kept_larger),
                "larger": w.share_cell(one.wins["larger"]) if "larger" in one.wins else w.NOTHING,
                "smaller": w.share_cell(one.wins[kept]) if (kept := _otherwise(one.wins)) else w.NOTHING,
            }
            for one in details.splits
        ],
        numeric=("share", "kept", "larger", "smaller"),
        plain=True,
    )


def _otherwise(wins: dict[str, Interval]) -> str:
    """Return the pile other than the larger that was kept, if any."""
    return next((kept for kept in ("smaller", "even") if kept in wins), "")
