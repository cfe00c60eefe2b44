"""What two runs tell of a change: frozen results of `balance.stats.runs.compared.compare`.

Shares are in 0–1 and are the first seat's. Methods: `docs/statistics.md`, section "Two runs".
"""

from __future__ import annotations

from dataclasses import dataclass

from balance.stats.results import FairBid, Interval
from balance.stats.tweak.results import Standing, TweakVerdict


@dataclass(frozen=True)
class Figure:
    """One figure in both runs.

    Parameters
    ----------
    name
        A contestant, a setting, or empty.
    target
        Where the figure would be balanced.
    old, new
        The figure in each run, each with its own interval.
    change
        New less old.
    distance
        Change of the distance from the target: negative is nearer to it.
    verdict
        What that says of the balance.
    """

    name: str
    target: float
    old: Interval
    new: Interval
    change: Interval
    distance: Interval
    verdict: TweakVerdict


@dataclass(frozen=True)
class PairDifference:
    """One ordered pair of contestants that both runs played; its change holds at `RunsComparison.pair_level`."""

    first: str
    second: str
    target: float
    band: tuple[float, float]
    old: Interval
    new: Interval
    change: Interval
    distance: Interval
    verdict: TweakVerdict
    old_standing: Standing
    new_standing: Standing
    equal_counts: bool  # both runs counted the very same results
    note: str = ""


@dataclass(frozen=True)
class BidDifference:
    """A pair's fair bids in both runs.

    Parameters
    ----------
    first, second
        The pair.
    old, new
        The bids that may be fair, 95% each.
    change
        The least and the largest difference of two bids that may be fair, one in each run: cubes, positive is more to
        the first seat. None where it is not known.
    """

    first: str
    second: str
    old: FairBid
    new: FairBid
    change: tuple[int, int] | None

    @property
    def apart(self) -> bool:
        """Whether the bids that may be fair lie at least two apart: one apart, a fair point between two would do."""
        return self.change is not None and (self.change[0] > 1 or self.change[1] < -1)


@dataclass(frozen=True)
class RunsComparison:
    """Everything that two runs tell of a change, of what both played.

    Parameters
    ----------
    policies
        Who played, one per seat.
    settings
        Those that both runs played.
    same
        Both runs are one and the same: every change is exactly 0.
    related
        Both have the same seed, so games of one number may have had the same decks.
    alpha, material
        Error rate, and the change of a distance that matters (share).
    overall, tie_break
        The first seat's mean share; what having the ties is worth to it, nobody playing for them.
    unfairness
        Mean distance from the target.
    pairs, strengths, by_setting
        One entry each; a family's verdicts have a false discovery rate of at most `alpha`.
    pair_level, strength_level, setting_level
        Coverage of each interval of a change in that family, chosen so that intervals agree with verdicts.
    bids
        Pairs whose bids both runs played.
    """

    seats: tuple[str, ...]
    policies: tuple[str, ...]
    settings: tuple[str, ...]
    contestants: tuple[str, ...]
    same: bool
    related: bool
    alpha: float
    material: float
    overall: Figure
    tie_break: Figure
    unfairness: Figure
    pairs: tuple[PairDifference, ...]
    strengths: tuple[Figure, ...]
    by_setting: tuple[Figure, ...]
    pair_level: float
    strength_level: float
    setting_level: float
    bids: tuple[BidDifference, ...]
    games: tuple[int, int]  # that the figures rest on, in each run
