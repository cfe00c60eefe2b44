"""Before → after, a lane for each pairing: positions in percent, so that the drawing fits any width without scaling."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from balance.reports import wording as w
from balance.reports.tweak_words import MARKS, pair_sentence, standing_words
from balance.stats.results import Interval
from balance.stats.tweak.results import PairChange

STEP = 5
"""Wins in 100 between the marks of the axis, at least."""
MOST_MARKS = 9


@dataclass(frozen=True)
class Span:
    """A drawn interval: its ends and its middle, in percent of the width."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class Lane:
    """One pairing: its texts, and where everything lies in percent of the width."""

    first: str
    second: str
    verdict: str
    mark: str
    kind: str
    label: str
    band: tuple[float, float]  # start and width
    target: float
    old: Span | None
    new: Span | None


@dataclass(frozen=True)
class Axis:
    """The stretch of shares that is drawn, in wins in 100, and its marks: position in percent, text."""

    low: float
    high: float
    marks: tuple[tuple[float, str], ...]

    def place(self, share: float) -> float:
        """Return where a share (0–1) lies, in percent of the width."""
        return round(100 * (100 * share - self.low) / (self.high - self.low), 2)


def axis_of(pairs: Sequence[PairChange]) -> Axis:
    """Return an axis that holds every interval, band and target, with at most nine marks at round numbers."""
    values = [end for pair in pairs for end in (*pair.band, pair.target)]
    for pair in pairs:
        values += [end for one in (pair.old, pair.new) if w.known(one) for end in (one.low, one.high)]
    step = STEP
    while True:
        low = step * math.floor(100 * min(values) / step + 1e-9)
        high = step * math.ceil(100 * max(values) / step - 1e-9)
        if (high - low) / step < MOST_MARKS:
            break
        step *= 2
    span = high - low
    marks = tuple((round(100 * (at - low) / span, 2), str(at)) for at in range(low, high + 1, step))
    return Axis(low, high, marks)


def lanes(pairs: Sequence[PairChange], axis: Axis, seats: Sequence[str]) -> tuple[Lane, ...]:
    """Return a lane for each pairing."""
    return tuple(_lane(pair, axis, seats) for pair in pairs)


def _lane(pair: PairChange, axis: Axis, seats: Sequence[str]) -> Lane:
    start, end = (axis.place(edge) for edge in pair.band)
    return Lane(
        first=w.name_of(pair.first),
        second=w.name_of(pair.second),
        verdict=str(pair.verdict),
        mark=MARKS[pair.verdict],
        kind=pair.verdict.name.lower(),
        label=f"{pair_sentence(pair, seats)} {standing_words(pair).capitalize()}.",
        band=(start, round(end - start, 2)),
        target=axis.place(pair.target),
        old=_span(pair.old, axis),
        new=_span(pair.new, axis),
    )


def _span(share: Interval, axis: Axis) -> Span | None:
    if not w.known(share):
        return None
    return Span(*(axis.place(value) for value in (share.low, share.estimate, share.high)))
