"""The bid curve of every pairing as a small drawing that fits any width without scaling its text.

Across, positions are in percent of the width; downwards in pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from balance.reports import anchors, bids, verdict
from balance.reports import wording as w
from balance.stats.auction.curve import rising
from balance.stats.results import BidPoint, Estimates, PairEstimate

LEFT, RIGHT = 11.0, 97.0
TOP, BOTTOM = 26.0, 166.0
MOST_TICKS = 12
"""Bids with a number below them; more do not fit on a telephone."""
STEPS = (5, 10, 20, 25)
"""Wins in 100 between the lines across."""
MOST_LINES = 6


@dataclass(frozen=True)
class Dot:
    """One bid that was played: its place, the ends of its interval, what it says, and whether it may be even."""

    x: str
    y: str
    low: str
    high: str
    tip: str
    even: bool


@dataclass(frozen=True)
class Curve:
    """A drawn curve.

    Parameters
    ----------
    label
        The text that stands for it.
    dots
        One for each bid played.
    line
        Points of the curve that more cubes never lower, in percent of the width of the plot and of its height.
    fair
        Left end and width of the stretch of bids that may be even; None for none.
    even
        Where 50 lies.
    rules
        The lines across, as a path of the plot.
    across, down
        Marks of the axes: where, text.
    given
        What is read off below.
    """

    label: str
    dots: tuple[Dot, ...]
    line: str
    fair: tuple[str, str] | None
    even: str
    rules: str
    across: tuple[tuple[str, str], ...]
    down: tuple[tuple[str, str], ...]
    given: str


@dataclass(frozen=True)
class View:
    """One pairing: its address, its name, its curve (None where no bids were played) and what to bid."""

    key: str
    name: str
    title: str
    chosen: bool
    curve: Curve | None
    sentences: tuple[str, ...]


def views(estimates: Estimates) -> tuple[View, ...]:
    """Return every pairing with its bid curve, none in a run without bids; the least fair one is chosen."""
    if not any(len(pair.fair_bid.curve) > 1 for pair in estimates.pairs):
        return ()
    worst = verdict.least_fair(estimates)
    return tuple(_view(pair, estimates, chosen=pair is worst) for pair in estimates.pairs)


def _view(pair: PairEstimate, estimates: Estimates, *, chosen: bool) -> View:
    seats = estimates.seats
    points = [point for point in pair.fair_bid.curve if w.known(point.share)]
    owned = verdict.keeps_contestants(estimates)
    return View(
        key=anchors.pair_key(estimates.contestants, pair.first, pair.second),
        name=f"{w.name_of(pair.first)} v {w.name_of(pair.second)}",
        title=w.pairing(pair.first, pair.second, seats),
        chosen=chosen,
        curve=_curve(pair, points, seats) if len(points) > 1 else None,
        sentences=bids.owners_bid(pair, estimates.owner_bids) if owned else bids.to_bid(pair.fair_bid, seats),
    )


def _curve(pair: PairEstimate, points: Sequence[BidPoint], seats: Sequence[str]) -> Curve:
    first, second = (w.name_of(seat) for seat in seats[:2])
    points = sorted(points, key=lambda point: point.bid)
    least, most = points[0].bid, points[-1].bid
    backwards = most <= 0  # cubes to one side grow to the right, whichever side that is
    low, high, marks = _scale(points)

    def across(bid: float) -> float:
        part = (bid - least) / (most - least)
        return 4 + 92 * (1 - part if backwards else part)

    def x(bid: float) -> str:
        return f"{_short(LEFT + (RIGHT - LEFT) * across(bid) / 100)}%"

    def y(share: float) -> str:
        return _short(BOTTOM - (BOTTOM - TOP) * (share - low) / (high - low))

    fitted = rising([p.share.estimate for p in points], [p.share.games for p in points])
    line = " ".join(
        f"{_short(across(point.bid))},{_short(100 * (high - share) / (high - low))}"
        for point, share in zip(points, fitted, strict=True)
    )
    even = [bid for bid in pair.fair_bid.bids if least <= bid <= most]
    step = math.ceil((most - least + 1) / MOST_TICKS)
    both = least < 0 < most
    to = second if backwards else first
    told = [f"{_words(point, seats, both=both)}: {w.share_cell(point.share)}" for point in points]
    said = "; ".join(reversed(told) if backwards else told)
    return Curve(
        label=f"{first}'s wins in 100 by {'bid' if both else f'cubes given to {to}'}. {said}.",
        dots=tuple(
            Dot(
                x(p.bid),
                y(p.share.estimate),
                y(p.share.low),
                y(p.share.high),
                words,
                not p.excluded,
            )
            for p, words in zip(points, told, strict=True)
        ),
        line=line,
        fair=_stretch([across(bid + side) for bid in even for side in (-0.5, 0.5)]) if even else None,
        even=y(w.EVEN),
        rules="".join(f"M0 {_short(100 * (high - mark / 100) / (high - low))}h100" for mark in marks),
        across=tuple((x(bid), str(abs(bid))) for bid in range(least, most + 1) if bid % step == 0),
        down=tuple((y(mark / 100), str(mark)) for mark in marks),
        given=f"← cubes to {second} · cubes to {first} →" if both else f"cubes given to {to} before play",
    )


def _words(point: BidPoint, seats: Sequence[str], *, both: bool) -> str:
    if point.bid == 0:
        return "no bid"
    return bids.cubes((point.bid,), seats) if both else w.count(abs(point.bid), bids.UNIT)


def _stretch(places: Sequence[float]) -> tuple[str, str]:
    left, right = max(0.0, min(places)), min(100.0, max(places))
    wide = (RIGHT - LEFT) / 100
    return f"{_short(LEFT + wide * left)}%", f"{_short(wide * (right - left))}%"


def _short(place: float) -> str:
    return f"{place:.1f}".removesuffix(".0")


def _scale(points: Sequence[BidPoint]) -> tuple[float, float, tuple[int, ...]]:
    """Return the lowest and highest share drawn, and the marks in wins in 100: at round numbers, even among them."""
    ends = [100 * end for point in points for end in (point.share.low, point.share.high)] + [50.0]
    wide = max(ends) - min(ends)
    step = next((step for step in STEPS if wide / step < MOST_LINES - 2), STEPS[-1])
    low, high = step * math.floor(min(ends) / step), step * math.ceil(max(ends) / step)
    return low / 100, high / 100, tuple(range(low, high + 1, step))
