"""Numbers as plain words, always with their uncertainty.

Shares come in as 0–1 and leave as "in 100 games". A number is rounded to what its interval supports, and an
end is never rounded onto the even mark that it does not touch.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from balance.config.pacts.words import WORDS as OLDER
from balance.stats.printed import EVEN as EVEN
from balance.stats.printed import count as count
from balance.stats.printed import decimals_for as decimals_for
from balance.stats.printed import ends as ends
from balance.stats.printed import listing as listing
from balance.stats.printed import name_of as name_of
from balance.stats.printed import number as number
from balance.stats.results import Estimates, Interval, PairEstimate, Verdict
from balance.words import Words

CLOSE = 0.05  # an interval wholly within ±5 in 100 of even is called close to even
WIDE = 0.2  # an interval wider than 20 in 100 is called wide
NOT_ENOUGH = "not enough games to tell"
NO_GAMES = "no games were played"
NOTHING = "–"


def policy_name(policies: Sequence[str]) -> str:
    """Return who plays: one name where both seats are played alike."""
    return " v ".join(map(name_of, dict.fromkeys(policies)))


def spoken(text: str, noun: str, setting: str, *, sides: bool = True) -> str:
    """Put what this game calls its contestants and settings into a sentence of the statistics.

    Examples
    --------
    >>> spoken("two dealt needs 4 contestants; do settings matter in both seats?", "faction", "layout")
    'two dealt needs 4 factions; do layouts matter on both sides?'
    """
    for word, said in {
        r"\bcontestant(s?)\b": rf"{noun}\1",
        r"\bsetting(s?)\b": rf"{setting}\1",
        **({r"\bin both seats\b": "on both sides", r"\bseat(s?)\b": r"side\1"} if sides else {}),
    }.items():
        text = re.sub(word, said, text)
    return text


def known(interval: Interval) -> bool:
    """Tell whether there are numbers to print."""
    return interval.games > 0 and all(map(math.isfinite, (interval.estimate, interval.low, interval.high)))


def remarks(interval: Interval) -> str:
    """Return an interval's note without what its width says already."""
    return "; ".join(part for part in interval.note.split("; ") if part not in ("", NOT_ENOUGH, "not played"))


def flipped(interval: Interval) -> Interval:
    """Return the other seat's share."""
    return Interval(
        1 - interval.estimate, 1 - interval.high, 1 - interval.low, interval.games, note=interval.note
    )


def includes(interval: Interval, mark: float = EVEN) -> bool:
    """Tell whether an interval holds the mark."""
    return interval.low <= mark <= interval.high


def share_words(interval: Interval, unit: str = "games") -> str:
    """Return a share as words, with its remarks if it has any.

    Examples
    --------
    >>> share_words(Interval(0.57, 0.55, 0.59, 1560))
    'about 57 in 100 games, very likely (95%) between 55 and 59'
    >>> share_words(Interval(0.57, 0.38, 0.74, 24))
    'about 57 in 100 games, but not enough games to tell (95%: between 38 and 74)'
    >>> share_words(Interval(0.5, 0.0, 1.0, 0))
    'unknown: no games were played'
    """
    if not known(interval):
        return f"unknown: {NO_GAMES}"
    middle, low, high = ends(interval)
    more = f" ({remarks(interval)})" if remarks(interval) else ""
    if interval.low == interval.high:
        return f"exactly {middle} in 100 {unit}{more}"
    if too_few(interval):
        return f"about {middle} in 100 {unit}, but {NOT_ENOUGH} (95%: between {low} and {high}){more}"
    return f"about {middle} in 100 {unit}, very likely (95%) between {low} and {high}{more}"


def too_few(interval: Interval) -> bool:
    """Tell whether a share's interval is so wide that it leaves open which side is ahead, and by far."""
    return includes(interval) and (interval.high - interval.low > WIDE or NOT_ENOUGH in interval.note)


def share_cell(interval: Interval) -> str:
    """Return a share for a table: ``57 (55–59)``."""
    if not known(interval):
        return NOTHING
    middle, low, high = ends(interval)
    return f"{middle} ({low}–{high})"


def rate_words(interval: Interval, unit: str = "games") -> str:
    """Return a rate that has no even mark, such as the tie rate, as words.

    Examples
    --------
    >>> rate_words(Interval(0.081, 0.079, 0.083, 9000))
    'about 8.1 in 100 games, very likely (95%) between 7.9 and 8.3'
    """
    if not known(interval):
        return f"unknown: {NO_GAMES}"
    middle, low, high = ends(interval, mark=0.0)
    if interval.low == interval.high:
        return f"exactly {middle} in 100 {unit}"
    return f"about {middle} in 100 {unit}, very likely (95%) between {low} and {high}"


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


def change_cell(interval: Interval) -> str:
    """Return a change for a table, in wins in 100 games: ``+1.3 (+0.9 to +1.7)``.

    Examples
    --------
    >>> change_cell(Interval(0.013, 0.009, 0.017, 4000)), change_cell(Interval(0.0, 0.0, 0.0, 60, "exact"))
    ('+1.3 (+0.9 to +1.7)', '0 (exact)')
    """
    if not known(interval):
        return NOTHING
    if interval.low == interval.high:
        return f"{number(100 * interval.estimate, 1, signed=True).removesuffix('.0')} (exact)"
    decimals = max(1, decimals_for(interval, mark=0.0))
    middle, low, high = (
        number(100 * value, decimals, signed=True)
        for value in (interval.estimate, interval.low, interval.high)
    )
    return f"{middle} ({low} to {high})"


def change_words(interval: Interval, unit: str = "wins in 100 games", sure: str = "95%") -> str:
    """Return a change as words; `sure` is the level of its interval.

    Examples
    --------
    >>> change_words(Interval(0.013, 0.009, 0.017, 4000))
    '+1.3 wins in 100 games, very likely (95%) between +0.9 and +1.7'
    >>> change_words(Interval(0.0, 0.0, 0.0, 60))
    'exactly 0 wins in 100 games'
    """
    if not known(interval):
        return f"unknown: {NO_GAMES}"
    middle, _, span = change_cell(interval).partition(" (")
    if span == "exact)":
        return f"exactly {middle} {unit}"
    low, _, high = span.removesuffix(")").partition(" to ")
    return f"{middle} {unit}, very likely ({sure}) between {low} and {high}"


def size_cell(interval: Interval) -> str:
    """Return how far from 0 a change is, whatever its sign.

    Examples
    --------
    >>> size_cell(Interval(-0.013, -0.017, -0.009, 4000)), size_cell(Interval(0.02, -0.1, 0.14, 40))
    ('1.3 (0.9–1.7)', '2 (0–14)')
    """
    near, far = sorted((abs(interval.low), abs(interval.high)))
    if includes(interval, 0.0):
        near = 0.0
    return rate_cell(Interval(abs(interval.estimate), near, far, interval.games))


def near_even(log_odds: Interval) -> Interval:
    """Return what an effect in log odds adds to the win share of an even game.

    Examples
    --------
    >>> change_cell(near_even(Interval(0.1, 0.05, 0.15, 900)))
    '+2.5 (+1.2 to +3.7)'
    """
    middle, low, high = (
        0.5 * math.tanh(value / 2) for value in (log_odds.estimate, log_odds.low, log_odds.high)
    )
    return Interval(middle, low, high, log_odds.games, log_odds.note)


def fairness(pair: PairEstimate, seats: Sequence[str]) -> str:
    """Return what a pair's interval says in few words; never "favours" unless its verdict says so."""
    if not known(pair.share):
        return NO_GAMES
    if pair.verdict is not Verdict.UNDECIDED:
        words = f"favours {name_of(seats[0 if pair.verdict is Verdict.FIRST else 1])}"
    elif pair.share.low >= EVEN - CLOSE and pair.share.high <= EVEN + CLOSE:
        words = "close to even"
    else:
        words = NOT_ENOUGH
    return f"{words} ({remarks(pair.share)})" if remarks(pair.share) else words


def may_favour(pair: PairEstimate, estimates: Estimates) -> tuple[str, str]:
    """Return whom a pairing may favour: the sides, or the contestants where seats are mere labels."""
    if estimates.words.sides:
        first, second = estimates.seats
        return first, second
    return pair.first, pair.second


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


def seats_of(manifest: Mapping[str, Any]) -> tuple[str, str]:
    """Return the names of the two seats."""
    first, second = manifest["columns"]["seats"]
    return str(first), str(second)


def words_of(manifest: Mapping[str, Any]) -> Words:
    """Return what a run calls its things; runs that do not say so are older than any game but Pacts."""
    told = manifest.get("words")
    return OLDER if told is None else Words.read(told)


def plain(value: Any) -> str:
    """Return a configured value as a person would write it; what a mapping leaves open is left out.

    Examples
    --------
    >>> plain(True), plain(None), plain(["oak", 2]), plain([])
    ('yes', 'none', 'oak, 2', 'none')
    >>> plain({"kinds": ["Male"], "lasting": None, "effects": [{"do": "draw", "count": 2}, {"do": "score"}]})
    'kinds: Male; effects: (do: draw; count: 2), (do: score)'
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, dict):
        given = {key: item for key, item in value.items() if item is not None and item not in ([], ())}
        return "; ".join(f"{key}: {plain(item)}" for key, item in given.items()) or "none"
    if isinstance(value, (list, tuple)):
        return (
            ", ".join(f"({plain(one)})" if isinstance(one, dict) else plain(one) for one in value) or "none"
        )
    return str(value)
