"""Numbers as plain words, always with their uncertainty.

Shares come in as 0–1 and leave as "in 100 games". A number is rounded to what its interval supports, and an
end is never rounded onto the even mark that it does not touch.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from balance.stats.results import BidStatus, FairBid, Interval, OwnerBid, PairEstimate, Verdict

EVEN = 0.5
CLOSE = 0.05  # an interval wholly within ±5 in 100 of even is called close to even
WIDE = 0.2  # an interval wider than 20 in 100 is called wide
NOT_ENOUGH = "not enough games to tell"
NO_GAMES = "no games were played"
NOTHING = "–"
UNIT = "cube"  # what a bid is counted in

_PLAIN_NAME = re.compile(r"[a-z]+(?:[ _-][a-z]+)*")


def name_of(raw: str) -> str:
    """Return a name as a heading prints it; anything but plain lower-case words is left alone.

    Examples
    --------
    >>> name_of("cu sidhe"), name_of("as_written"), name_of("<b>x</b>")
    ('Cu Sidhe', 'As Written', '<b>x</b>')
    """
    return raw.replace("_", " ").title() if _PLAIN_NAME.fullmatch(raw) else raw


def listing(words: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does.

    Examples
    --------
    >>> listing(["a"]), listing(["a", "b"]), listing(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def count(number: int, word: str) -> str:
    """Return a number with its noun, thousands set apart.

    Examples
    --------
    >>> count(1, "cube"), count(2400, "game")
    ('1 cube', '2,400 games')
    """
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def number(value: float, decimals: int = 0, *, signed: bool = False) -> str:
    """Return a number with a true minus sign and never a minus zero.

    Examples
    --------
    >>> number(-0.04, 1), number(-1.26, 1), number(1.26, 1, signed=True)
    ('0.0', '−1.3', '+1.3')
    """
    rounded = round(value, decimals) + 0.0
    text = f"{abs(rounded):.{decimals}f}"
    if rounded < 0:
        return f"−{text}"
    return f"+{text}" if signed and rounded > 0 else text


def known(interval: Interval) -> bool:
    """Tell whether there is any number to print."""
    return interval.games > 0 and math.isfinite(interval.estimate)


def flipped(interval: Interval) -> Interval:
    """Return the other seat's share."""
    return Interval(
        1 - interval.estimate, 1 - interval.high, 1 - interval.low, interval.games, note=interval.note
    )


def includes(interval: Interval, mark: float = EVEN) -> bool:
    """Tell whether an interval holds the mark."""
    return interval.low <= mark <= interval.high


def decimals_for(interval: Interval, *, scale: float = 100.0, mark: float = EVEN) -> int:
    """Return how many decimals an interval supports (0 to 2).

    Whole numbers where its half width is one unit or more; one decimal more where rounding would put an end
    onto a mark that it does not touch.
    """
    half = scale * (interval.high - interval.low) / 2
    decimals = 0 if half >= 1 or half == 0 else 1 if half >= 0.1 else 2
    while decimals < 2 and any(
        round(scale * end, decimals) == round(scale * mark, decimals) and end != mark
        for end in (interval.low, interval.high)
    ):
        decimals += 1
    return decimals


def ends(interval: Interval, *, scale: float = 100.0, mark: float = EVEN) -> tuple[str, str, str]:
    """Return the estimate and its two ends as text, in 100 unless another `scale` is given."""
    decimals = decimals_for(interval, scale=scale, mark=mark)
    return (
        number(scale * interval.estimate, decimals),
        number(scale * interval.low, decimals),
        number(scale * interval.high, decimals),
    )


def share_words(interval: Interval, unit: str = "games") -> str:
    """Return a share as words.

    Examples
    --------
    >>> share_words(Interval(0.57, 0.55, 0.59, 1560))
    'about 57 in 100 games, very likely (95%) between 55 and 59'
    >>> share_words(Interval(0.5, 0.0, 1.0, 0))
    'unknown: no games were played'
    """
    if not known(interval):
        return f"unknown: {NO_GAMES}"
    middle, low, high = ends(interval)
    if interval.low == interval.high:
        return f"exactly {middle} in 100 {unit}"
    if interval.note:
        return f"about {middle} in 100 {unit}, but {interval.note} (95%: between {low} and {high})"
    if interval.high - interval.low > WIDE and includes(interval):
        return f"about {middle} in 100 {unit}, but {NOT_ENOUGH} (95%: between {low} and {high})"
    return f"about {middle} in 100 {unit}, very likely (95%) between {low} and {high}"


def share_cell(interval: Interval) -> str:
    """Return a share for a table: ``57 (55–59)``."""
    if not known(interval):
        return NOTHING
    middle, low, high = ends(interval)
    return f"{middle} ({low}–{high})"


def rate_words(interval: Interval, unit: str = "games") -> str:
    """Return a rate that has no even mark, such as the tie rate, as words."""
    if not known(interval):
        return f"unknown: {NO_GAMES}"
    middle, low, high = ends(interval, mark=0.0)
    note = f", but {interval.note}" if interval.note else ""
    return f"about {middle} in 100 {unit}{note} (95%: {low} to {high})"


def rate_cell(interval: Interval) -> str:
    """Return a rate for a table: ``8.1 (7.9–8.3)``."""
    if not known(interval):
        return NOTHING
    middle, low, high = ends(interval, mark=0.0)
    return f"{middle} ({low}–{high})"


def points_cell(interval: Interval) -> str:
    """Return a mean margin for a table: ``+1.3 (+0.9 to +1.7)``."""
    if not known(interval):
        return NOTHING
    decimals = max(1, decimals_for(interval, scale=1.0, mark=0.0))
    middle, low, high = (
        number(value, decimals, signed=True) for value in (interval.estimate, interval.low, interval.high)
    )
    return f"{middle} ({low} to {high})"


def fairness(pair: PairEstimate, seats: Sequence[str]) -> str:
    """Return what a pair's interval says in few words; never "favours" unless its verdict says so."""
    if not known(pair.share):
        return NO_GAMES
    if pair.verdict is Verdict.FIRST:
        return f"favours {name_of(seats[0])}"
    if pair.verdict is Verdict.SECOND:
        return f"favours {name_of(seats[1])}"
    if not pair.share.note and pair.share.low >= EVEN - CLOSE and pair.share.high <= EVEN + CLOSE:
        return "close to even"
    return NOT_ENOUGH


def pairing(first: str, second: str, seats: Sequence[str]) -> str:
    """Return ``Dragons as Seelie against Kelpies as Unseelie``."""
    return f"{name_of(first)} as {name_of(seats[0])} against {name_of(second)} as {name_of(seats[1])}"


def favoured_words(interval: Interval, seats: Sequence[str]) -> str:
    """Return a share from the side of whoever wins more: ``Unseelie wins about 60 in 100 games, …``."""
    if not known(interval):
        return f"who wins is {share_words(interval)}"
    second = interval.estimate < EVEN
    seat, share = (seats[1], flipped(interval)) if second else (seats[0], interval)
    return f"{name_of(seat)} wins {share_words(share)}"


def _runs(amounts: Sequence[int]) -> str:
    if len(amounts) > 2 and amounts[-1] - amounts[0] == len(amounts) - 1:
        return f"{amounts[0]} to {amounts[-1]}"
    return listing([str(amount) for amount in amounts], "or")


def bids_words(bids: Sequence[int], seats: Sequence[str]) -> str:
    """Return signed bids as an instruction.

    Examples
    --------
    >>> bids_words((-2, -3), ("seelie", "unseelie"))
    'give Unseelie 2 or 3 cubes'
    >>> bids_words((0, 1), ("seelie", "unseelie"))
    'give nothing, or give Seelie 1 cube'
    """
    parts = ["give nothing"] if 0 in bids else []
    for seat, sign in ((seats[0], 1), (seats[1], -1)):
        amounts = sorted(abs(bid) for bid in bids if bid * sign > 0)
        if amounts:
            plural = UNIT if amounts == [1] else f"{UNIT}s"
            parts.append(f"give {name_of(seat)} {_runs(amounts)} {plural}")
    return ", or ".join(parts)


def fair_bid_words(fair: FairBid, seats: Sequence[str]) -> str:
    """Return the fair bid as an instruction, or why there is none."""
    if fair.status is BidStatus.FOUND and fair.bids:
        return bids_words(fair.bids, seats)
    if fair.status is BidStatus.OUT_OF_REACH:
        return "out of reach"
    if fair.status is BidStatus.BETWEEN and fair.bracket is not None:
        low, high = sorted(abs(bid) for bid in fair.bracket)
        seat = seats[0] if sum(fair.bracket) > 0 else seats[1]
        return f"between {low} and {high} {UNIT}s to {name_of(seat)}"
    return "not played" if fair.status is BidStatus.NOT_PLAYED else NOT_ENOUGH


def bid_left_words(fair: FairBid) -> str:
    """Return the share at the bids that matter: those not excluded, the bracket, or the largest."""
    if fair.status is BidStatus.OUT_OF_REACH:
        shown = {max(fair.curve, key=lambda point: abs(point.bid)).bid} if fair.curve else set()
    elif fair.status is BidStatus.BETWEEN and fair.bracket is not None:
        shown = set(fair.bracket)
    else:
        shown = set(fair.bids)
    points = sorted((point for point in fair.curve if point.bid in shown), key=lambda point: abs(point.bid))
    return "; ".join(f"at {abs(point.bid)}: {share_cell(point.share)}" for point in points) or NOTHING


def owner_bid_words(owner: OwnerBid) -> str:
    """Return the bids at which an owner is indifferent between the side and the cubes."""
    if owner.status is BidStatus.FOUND and owner.bids:
        words = f"{_runs(sorted(owner.bids))} {UNIT}{'' if owner.bids == (1,) else 's'}"
    elif owner.status is BidStatus.OUT_OF_REACH:
        words = "out of reach"
    else:
        words = "not played" if owner.status is BidStatus.NOT_PLAYED else NOT_ENOUGH
    return f"{words} ({owner.note})" if owner.note else words


def plain(value: Any) -> str:
    """Return a configured value as a person would write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, dict):
        return "; ".join(f"{key}: {plain(item)}" for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(plain(item) for item in value)
    return str(value)
