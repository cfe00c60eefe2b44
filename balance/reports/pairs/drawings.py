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
"""From one round's bar to the next, and how thick each is; bars of rounds are thick lines."""


@dataclass(frozen=True)
class Bar:
    """One bar: its path, whose side it is of (`1`, `2`, `0` for level), and what it says."""

    path: str
    side: int
    tip: str = ""


@dataclass(frozen=True)
class Mark:
    """A few characters at a place."""

    x: str
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


def histogram(margins: FinalMargins, seats: Sequence[str], point: str) -> Histogram:
    """Return the bars of a pairing's final margins, the second seat's wins to the left."""
    most = max(one.games for one in margins.bins)
    slot = WIDE / len(margins.bins)
    every = 1 + len(margins.bins) // 7  # bars that share one mark below them, so that marks do not touch
    bars, marks = [], []
    told: dict[str, list[str]] = {}
    for place, one in enumerate(margins.bins):
        side = 0 if one.high == one.low == 0 else 1 if one.low > 0 else 2
        near, far = sorted((abs(one.low), abs(one.high)))
        size = str(near) if near == far else f"{near}–{far}"
        who = "Level" if side == 0 else f"{w.name_of(seats[side - 1])} by"
        by = f"{who} {size}" if side else who
        middle = slot * (place + 0.5)
        if one.games:
            told.setdefault(who, []).append(f"{size}: {one.games:,}" if side else f"{one.games:,}")
            path = f"M{slot * place + 1:.4g} {HIGH}v-{HIGH * one.games / most:.3g}h{slot - 2:.3g}V{HIGH}"
            bars.append(Bar(path, side, f"{by}: {w.count(one.games, 'game')}"))
        if (place - _zero(margins)) % every == 0:
            marks.append(Mark(f"{middle:.3g}", size))
    listed = "; ".join(f"{who} {', '.join(games)}" for who, games in told.items())
    text = f"Games by final margin, in {point}s. {listed}."
    return Histogram(tuple(bars), tuple(marks), text)


def _zero(margins: FinalMargins) -> int:
    """Return the place of level games, or of where they would be."""
    return next((n for n, one in enumerate(margins.bins) if one.low == 0), 0)


def lead_bars(rounds: Sequence[RoundStanding], seats: Sequence[str]) -> LeadBars:
    """Return who leads after each round, as parts of one bar a round."""
    first, second = (w.name_of(seat) for seat in seats)
    rows = []
    for place, one in enumerate(rounds):
        middle, left, bars = STEP * place + THICK // 2, float(LEFT), []
        for side, share in ((1, one.ahead[0]), (0, one.level), (2, one.ahead[1])):
            wide = (WIDE - LEFT) * share.estimate
            if wide:
                bars.append(Bar(f"M{left:.4g} {middle}h{wide:.4g}", side))
            left += wide
        parts = (
            f"{who} {w.number(100 * share.estimate)}"
            for who, share in ((first, one.ahead[0]), ("level", one.level), (second, one.ahead[1]))
        )
        tip = f"Round {one.number}: {', '.join(parts)} in 100"
        rows.append((one.number, middle + 5, tip, tuple(bars)))
    return LeadBars(tuple(rows), STEP * len(rows))
