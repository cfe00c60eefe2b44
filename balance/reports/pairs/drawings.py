"""Where the marks of a pairing's two small drawings lie; templates draw them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from balance.reports import wording as w
from balance.stats.details.results import FinalMargins, RoundStanding

WIDE, HIGH = 320, 96
"""The space for bars, in units of the drawing."""

LEFT = 26
"""Where the bars of rounds begin: their numbers stand before."""

STEP, THICK = 22, 16
"""From one round's bar to the next, and how thick each is."""


@dataclass(frozen=True)
class Bar:
    """One bar: a path, whose side it is of (`1`, `2`, `0` for level), and what it says."""

    path: str
    side: int
    tip: str = ""


@dataclass(frozen=True)
class Mark:
    """A few characters at a place."""

    x: float
    text: str


@dataclass(frozen=True)
class Histogram:
    """Final margins as bars."""

    bars: tuple[Bar, ...]
    marks: tuple[Mark, ...]
    text: str


@dataclass(frozen=True)
class LeadBars:
    """Who leads after each round: a row of three bars a round."""

    rows: tuple[tuple[int, int, str, tuple[Bar, ...]], ...]  # round, y of its number, tip, bars
    height: int
    text: str


def histogram(margins: FinalMargins, seats: Sequence[str]) -> Histogram:
    """Return the bars of a pairing's final margins, the second seat's wins to the left."""
    most = max(one.games for one in margins.bins)
    slot = WIDE / len(margins.bins)
    bars, marks, told = [], [], []
    for place, one in enumerate(margins.bins):
        side = 0 if one.high == one.low == 0 else 1 if one.low > 0 else 2
        near, far = sorted((abs(one.low), abs(one.high)))
        by = "level" if side == 0 else f"{w.name_of(seats[side - 1])} by {near if near == far else f'{near}–{far}'}"
        games = w.count(one.games, "game")
        if one.games:
            told.append(f"{by}: {one.games:,}")
            bars.append(Bar(_box(slot * place + 1, HIGH, slot - 2, -HIGH * one.games / most), side, f"{by}: {games}"))
        if place % _every(len(margins.bins)) == _zero(margins) % _every(len(margins.bins)):
            marks.append(Mark(round(slot * (place + 0.5), 1), str(near) if near == far else f"{near}–{far}"))
    return Histogram(tuple(bars), tuple(marks), f"Games by final margin, in points. {'; '.join(told)}.")


def _zero(margins: FinalMargins) -> int:
    """Return the place of level games, or of where they would be."""
    return next((n for n, one in enumerate(margins.bins) if one.low == 0), 0)


def _every(bins: int) -> int:
    """Return how many bars share one mark below them, so that marks do not touch."""
    return 1 + bins // 7


def _box(x: float, y: float, wide: float, high: float) -> str:
    return f"M{x:.1f} {y:.1f}v{high:.1f}h{wide:.1f}v{-high:.1f}z"


def lead_bars(rounds: Sequence[RoundStanding], seats: Sequence[str]) -> LeadBars:
    """Return who leads after each round, as parts of one bar a round."""
    first, second = (w.name_of(seat) for seat in seats)
    rows = []
    for place, one in enumerate(rounds):
        top, left, bars = STEP * place, float(LEFT), []
        for side, share in ((1, one.ahead[0]), (0, one.level), (2, one.ahead[1])):
            wide = (WIDE - LEFT) * share.estimate
            if wide:
                bars.append(Bar(_box(left, top, wide, THICK), side))
            left += wide
        tip = (
            f"After round {one.number}: {first} leads {_hundred(one.ahead[0].estimate)}, level "
            f"{_hundred(one.level.estimate)}, {second} leads {_hundred(one.ahead[1].estimate)} in 100 games"
        )
        rows.append((one.number, top + 13, tip, tuple(bars)))
    text = f"Who leads after each round, in 100 games. {'. '.join(tip for *_, tip, _ in rows)}."
    return LeadBars(tuple(rows), STEP * len(rows), text)


def _hundred(share: float) -> str:
    return w.number(100 * share)
