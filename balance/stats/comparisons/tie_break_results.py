"""What a tie-break is worth: frozen results from both rules on the same decks, and of points given instead.

Values are win shares (0–1) to the seat that ties go to; total = mechanical + behavioural. Methods and measured
coverage: `docs/statistics.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from balance.stats.results import Interval


@dataclass(frozen=True)
class TieBreakEffect:
    """What the tie-break is worth to the seat that ties go to.

    Parameters
    ----------
    total
        Half the difference of the first seat's share between "ties to the first seat" and "ties to the second".
    mechanical
        A quarter of the sum of the tie rates under both rules: what the rule gives to players who do not know it.
    behavioural
        What is left: players who know the rule play for it. The estimate is 0 and the note begins with "exact" where
        the policies played every game alike under both rules; the interval then says how rarely they might not.
    games, differing
        Games played under both rules; in how many of them the final margin differed.
    """

    total: Interval
    mechanical: Interval
    behavioural: Interval
    games: int
    differing: int


@dataclass(frozen=True)
class PairTieBreak:
    """The tie-break in one ordered pair, settings pooled."""

    first: str
    second: str
    effect: TieBreakEffect


@dataclass(frozen=True)
class SettingTieBreak:
    """The tie-break in one setting (layout), pairs weighted equally."""

    name: str
    effect: TieBreakEffect


@dataclass(frozen=True)
class PolicyTieBreak:
    """The tie-break under one pair of policies.

    Parameters
    ----------
    policies
        One per seat.
    overall
        Pairs weighted equally.
    pairs, settings
        Those that were played, in the order in which they are listed.
    exact
        Whether the policies played every game alike under both rules: they do not look at the tie-break.
    """

    policies: tuple[str, ...]
    overall: TieBreakEffect
    pairs: tuple[PairTieBreak, ...]
    settings: tuple[SettingTieBreak, ...]
    exact: bool


class HandicapStatus(StrEnum):
    """What the margins say of the points that would level a pair."""

    FOUND = "found"  # some whole numbers of points are not excluded
    BETWEEN = "between points"  # one leaves the first seat behind, the next puts it ahead
    OPEN = "not enough games to tell"  # even numbers of points beyond every margin seen are not excluded
    NOT_PLAYED = "not played"


@dataclass(frozen=True)
class HandicapPoint:
    """The first seat's win share if so many points were added to its score at the end (negative: taken)."""

    points: int
    share: Interval
    excluded: bool  # an even game is excluded at 95%


@dataclass(frozen=True)
class Handicap:
    """Which whole points, added to the first seat's score, may level it.

    Parameters
    ----------
    status
        What is known.
    points
        Those not excluded at 95%, ascending.
    bracket
        The last number of points that still leaves the first seat behind, and the first that puts it ahead, only
        where they are neighbours.
    best
        The one nearest to even among `points` or `bracket`.
    curve
        The first seat's share by points, ascending: overall from −10 to 10 at least, else 0 and what is needed to see
        where the set ends.
    note
        Why it should not be relied on, or an empty string.
    """

    status: HandicapStatus
    points: tuple[int, ...]
    bracket: tuple[int, int] | None
    best: int | None
    curve: tuple[HandicapPoint, ...]
    note: str = ""


@dataclass(frozen=True)
class PairHandicap:
    """The handicap of one ordered pair, settings pooled."""

    first: str
    second: str
    handicap: Handicap


@dataclass(frozen=True)
class SettingHandicap:
    """The handicap of one setting (layout), pairs weighted equally."""

    name: str
    handicap: Handicap


@dataclass(frozen=True)
class TieBreakStudy:
    """Everything on ties and points.

    Parameters
    ----------
    policies
        Both rules played on the same decks, one entry per pair of policies that did; empty where none did.
    handicap
        Overall, pairs weighted equally. All handicaps are those of the headline policies, under the tie-break in
        force, from the margins of games played without a handicap: nobody played for the points.
    pair_handicaps, setting_handicaps
        By pair and by setting.
    """

    policies: tuple[PolicyTieBreak, ...]
    handicap: Handicap
    pair_handicaps: tuple[PairHandicap, ...]
    setting_handicaps: tuple[SettingHandicap, ...]
