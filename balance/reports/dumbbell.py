"""Before → after, a lane for each pairing: positions in percent, so that the drawing fits any width without scaling."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from balance.reports import wording as w
from balance.reports.before_after import MARKS, Moved, pair_sentence, standing_words
from balance.stats.results import Interval
from balance.stats.tweak.results import TweakVerdict

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
    """One pairing, or one name without a `second`: its texts, and where everything lies in percent of the width."""

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


def axis_of(pairs: Sequence[Moved]) -> Axis:
    """Return an axis that holds every interval, band and target, with at most nine marks at round numbers."""
    marks = [end for pair in pairs for end in (*pair.band, pair.target)]
    return axis_over(marks, [share for pair in pairs for share in (pair.old, pair.new)])


def axis_over(marks: Sequence[float], shares: Sequence[Interval]) -> Axis:
    """Return an axis that holds marks and intervals, all in shares."""
    values = [*marks, *(end for one in shares if w.known(one) for end in (one.low, one.high))]
    step = STEP
    while True:
        low = step * math.floor(100 * min(values) / step + 1e-9)
        high = step * math.ceil(100 * max(values) / step - 1e-9)
        if (high - low) / step < MOST_MARKS:
            break
        step *= 2
    high = max(high, low + step)
    span = high - low
    places = tuple((round(100 * (at - low) / span, 2), str(at)) for at in range(low, high + 1, step))
    return Axis(low, high, places)


def lanes(pairs: Sequence[Moved], axis: Axis, seats: Sequence[str]) -> tuple[Lane, ...]:
    """Return a lane for each pairing."""
    return tuple(
        replace(
            lane(
                pair.first,
                pair.verdict,
                f"{pair_sentence(pair, seats)} {standing_words(pair).capitalize()}.",
                pair.target,
                (pair.old, pair.new),
                axis,
                band=pair.band,
            ),
            second=w.name_of(pair.second),
        )
        for pair in pairs
    )


def lane(
    name: str,
    verdict: TweakVerdict,
    label: str,
    target: float,
    shares: tuple[Interval, Interval],
    axis: Axis,
    *,
    band: tuple[float, float] | None = None,
) -> Lane:
    """Return the lane of one name; without a band none is drawn."""
    start, end = (axis.place(edge) for edge in band or (target, target))
    return Lane(
        first=w.name_of(name),
        second="",
        verdict=str(verdict),
        mark=MARKS[verdict],
        kind=verdict.name.lower(),
        label=label,
        band=(start, round(end - start, 2)),
        target=axis.place(target),
        old=_span(shares[0], axis),
        new=_span(shares[1], axis),
    )


def _span(share: Interval, axis: Axis) -> Span | None:
    if not w.known(share):
        return None
    return Span(*(axis.place(value) for value in (share.low, share.estimate, share.high)))
