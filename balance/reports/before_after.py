"""Pairings before and after a change, whoever compared them: their marks, sentences and table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.stats.results import Interval
from balance.stats.tweak.results import Standing, TweakVerdict

ORDER = (TweakVerdict.BETTER, TweakVerdict.WORSE, TweakVerdict.UNKNOWN, TweakVerdict.SAME)
MARKS = {
    TweakVerdict.BETTER: "✓",
    TweakVerdict.WORSE: "✗",
    TweakVerdict.SAME: "=",
    TweakVerdict.UNKNOWN: "?",
}
DECIDED = (TweakVerdict.BETTER, TweakVerdict.WORSE)
MOST_NAMED = 3
"""Pairings that a verdict names, each way."""


class Moved(Protocol):
    """One ordered pair before and after, as `balance tweak` and `balance compare` find it."""

    @property
    def first(self) -> str: ...  # noqa: D102 (what it is, stands with the results)
    @property
    def second(self) -> str: ...  # noqa: D102
    @property
    def target(self) -> float: ...  # noqa: D102
    @property
    def band(self) -> tuple[float, float]: ...  # noqa: D102
    @property
    def old(self) -> Interval: ...  # noqa: D102
    @property
    def new(self) -> Interval: ...  # noqa: D102
    @property
    def change(self) -> Interval: ...  # noqa: D102
    @property
    def distance(self) -> Interval: ...  # noqa: D102
    @property
    def verdict(self) -> TweakVerdict: ...  # noqa: D102
    @property
    def old_standing(self) -> Standing: ...  # noqa: D102
    @property
    def new_standing(self) -> Standing: ...  # noqa: D102
    @property
    def note(self) -> str: ...  # noqa: D102


One = TypeVar("One", bound=Moved)


def pair_sentence(pair: Moved, seats: Sequence[str]) -> str:
    """Say what became of one pairing."""
    named = w.pairing(pair.first, pair.second, seats)
    if not w.known(pair.change):
        return f"{named}: {TweakVerdict.UNKNOWN}, {w.NO_GAMES}."
    shares = f"{w.name_of(seats[0])} wins {w.share_cell(pair.old)} before, {w.share_cell(pair.new)} after"
    return f"{named}: {pair.verdict}. {shares}; {distance_words(pair.distance)}."


def percent(alpha: float) -> str:
    """Return how sure an interval is whose error rate is `alpha`.

    Examples
    --------
    >>> percent(0.05), percent(0.0125)
    ('95%', '98.75%')
    """
    return f"{100 * (1 - alpha):.4g}%"


def distance_words(change: Interval) -> str:
    """Say how a distance from the target changes, no more surely than its interval is.

    Examples
    --------
    >>> distance_words(Interval(-0.04, -0.055, -0.025, 4000))
    'nearer to its target by 4.0 (2.5 to 5.5) in 100'
    >>> distance_words(Interval(-0.01, -0.025, 0.005, 4000))
    'distance from its target −1.0 (−2.5 to +0.5) in 100'
    """
    cell = w.change_cell(change)
    if change.low == change.high == 0:
        return "distance from its target unchanged (exact)"
    if w.includes(change, 0.0):
        return f"distance from its target {cell} in 100"
    if change.estimate > 0:
        return f"farther from its target by {cell.replace('+', '')} in 100"
    return f"nearer to its target by {w.change_cell(turned(change)).replace('+', '')} in 100"


def turned(change: Interval) -> Interval:
    """Return a change with the opposite sign."""
    return Interval(-change.estimate, -change.high, -change.low, change.games, change.note)


_SHORT = {Standing.INSIDE: "inside", Standing.OUTSIDE: "outside", Standing.UNKNOWN: "not yet known"}


def standing_words(pair: Moved) -> str:
    """Say where a pairing stood and stands.

    Examples
    --------
    A pairing that was outside the band and is inside now: ``outside → inside the band``.
    """
    before, after = pair.old_standing, pair.new_standing
    if before is after:
        return str(before)
    return f"{_SHORT[before]} → {after}"


def standing_cell(pair: Moved) -> str:
    """Return where a pairing stood and stands, in a column that is called band."""
    before, after = _SHORT[pair.old_standing], _SHORT[pair.new_standing]
    return before if before == after else f"{before} → {after}"


def ordered(pairs: Iterable[One]) -> list[One]:
    """Return pairings with a verdict first, the largest change of distance first."""
    return sorted(
        pairs,
        key=lambda pair: (
            ORDER.index(pair.verdict),
            -abs(pair.distance.estimate) if w.known(pair.distance) else 0.0,
        ),
    )


def mean_sentence(
    verdict: TweakVerdict, change: Interval, *, pairings: int, material: float, sure: str
) -> str:
    """Say what becomes of all pairings together.

    Parameters
    ----------
    verdict
        What the change says.
    change
        Of the mean distance from the target.
    pairings
        How many there are.
    material
        Change of the mean distance that matters, in shares.
    sure
        The level of the interval, such as ``95%``.
    """
    if not w.known(change):
        return f"Overall not yet known: {w.NO_GAMES}."
    small = w.number(100 * material, 2).rstrip("0").rstrip(".")
    by = w.change_words(change, "wins in 100", sure)
    size = f"the mean distance from the target changes by {by}"
    of_all = f"on average of all {w.count(pairings, 'pairing')}"
    nearer = w.change_words(turned(change), "wins in 100", sure).replace("+", "")
    return {
        TweakVerdict.BETTER: f"Better balanced overall: pairings come nearer to target, {of_all} by {nearer}.",
        TweakVerdict.WORSE: f"Worse overall: pairings move away from target, {of_all} by {by.replace('+', '')}.",
        TweakVerdict.SAME: f"No material change overall: {size}; {small} would matter.",
        TweakVerdict.UNKNOWN: f"Overall not yet known: {size}; {small} would matter.",
    }[verdict]


def named(pairs: Iterable[One]) -> list[One]:
    """Return the pairings that are better balanced or worse, a few of the largest changes each way."""
    listed = ordered(pairs)
    return [
        pair for verdict in DECIDED for pair in [one for one in listed if one.verdict is verdict][:MOST_NAMED]
    ]


def decided_sentences(pairs: Sequence[Moved], seats: Sequence[str]) -> tuple[str, ...]:
    """Return sentences on the pairings that are better balanced or worse, the largest changes each way."""
    shown = [pair_sentence(pair, seats) for pair in named(pairs)]
    every = sum(pair.verdict in DECIDED for pair in pairs)
    if len(shown) < every:
        shown.append(f"The largest changes of {every}; all are drawn below.")
    return tuple(shown)


def verdict_cell(verdict: TweakVerdict) -> str:
    """Return a verdict with its mark."""
    return f"{MARKS[verdict]} {verdict}"


def changes_table(
    pairs: Sequence[Moved],
    seats: Sequence[str],
    *,
    name: str,
    caption: str,
    games: Sequence[str] = (),
    links: Mapping[str, Sequence[str]] | None = None,
) -> Table:
    """Return the table of every pairing before and after.

    Parameters
    ----------
    pairs
        In the order of the rows.
    seats
        Their names.
    name, caption
        Of the table.
    games
        Of each pairing, in words; the column is left out without them.
    links
        Addresses behind the cells of a column.
    """
    columns = {
        "pair": " v ".join(map(w.name_of, seats)),
        "verdict": "Verdict",
        "old": f"{w.name_of(seats[0])} wins in 100 before",
        "new": "After",
        "change": "Change",
        "distance": "Distance from target",
        "standing": "Band",
    }
    if len({pair.target for pair in pairs}) > 1:
        columns["target"] = "Target"
    if games:
        columns["games"] = "Games"
    if any(pair.note for pair in pairs):
        columns["note"] = "Remarks"
    texts = games or [""] * len(pairs)
    return Table(
        name=name,
        caption=caption,
        columns=columns,
        rows=[
            {
                "pair": f"{w.name_of(pair.first)} v {w.name_of(pair.second)}",
                "verdict": verdict_cell(pair.verdict),
                "old": w.share_cell(pair.old),
                "new": w.share_cell(pair.new),
                "change": w.change_cell(pair.change),
                "distance": w.change_cell(pair.distance),
                "standing": standing_cell(pair),
                "target": w.number(100 * pair.target, 1).removesuffix(".0"),
                "games": text,
                "note": pair.note,
            }
            for pair, text in zip(pairs, texts, strict=True)
        ],
        numeric=("old", "new", "change", "distance", "target", "games"),
        strong=[pair.verdict in DECIDED for pair in pairs],
        order={
            "verdict": [ORDER.index(pair.verdict) for pair in pairs],
            **{
                key: estimates([getattr(pair, key) for pair in pairs])
                for key in ("old", "new", "change", "distance")
            },
            "target": [pair.target for pair in pairs],
        },
        choices=("verdict", "standing"),
        links=links or {},
    )


def estimates(intervals: Iterable[Interval | None]) -> list[float | None]:
    """Return what a column of intervals is sorted by."""
    return [one.estimate if one is not None and w.known(one) else None for one in intervals]
