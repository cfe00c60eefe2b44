"""What a tweak check finds: frozen results of `balance.stats.tweak.verdicts.judge`.

Shares are in 0–1 and are the first seat's. Every interval holds at all looks at once (a confidence sequence), so it
is valid at whatever moment the games were stopped. Methods: `docs/statistics.md`, section "Tweaks".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from balance.stats.results import FairBid, Interval


class TweakVerdict(StrEnum):
    """What is known of a change, as far as the balance is concerned and not the strength."""

    BETTER = "better balanced"  # every pair of old and new shares that is left is nearer to the target
    WORSE = "worse"  # every pair of shares that is left is farther from it
    SAME = "no material change"  # the distance from the target changes by less than what matters
    UNKNOWN = "not yet known"


class Standing(StrEnum):
    """Where a share lies, by two one-sided tests."""

    INSIDE = "inside the band"
    OUTSIDE = "outside the band"
    UNKNOWN = "not yet known"


@dataclass(frozen=True)
class Discordant:
    """The paired games whose result differs under the two rules.

    Parameters
    ----------
    gained, lost
        Games in which the first seat has more, or less, of the win under the new rules.
    table
        Games by the old and the new result of the first seat, as (old, new, games) with "loss", "tie" or "win" for
        the results; a tie is one that is shared. Only results that differ, largest number first.
    """

    gained: int
    lost: int
    table: tuple[tuple[str, str, int], ...]

    @property
    def games(self) -> int:
        """All of them."""
        return self.gained + self.lost


@dataclass(frozen=True)
class GamePairTest:
    """The sequential test that chess-engine testers run, on the same games; the verdict does not rest on it.

    "Better" is a game whose result moved towards the target from the old share. The null hypothesis is no change,
    the alternative a change of `material` towards the target.

    Parameters
    ----------
    worse, same, better
        Paired games; one that moves by half a win counts half here and half as same.
    exact
        Generalised log-likelihood ratio (nats), by empirical likelihood; nan where it is not defined.
    approximate
        Its normal approximation; nan without discordant games.
    lower, upper
        Testers stop at these: no such change below the lower one, a change above the upper one.
    """

    worse: float
    same: float
    better: float
    exact: float
    approximate: float
    lower: float
    upper: float


@dataclass(frozen=True)
class Finish:
    """How many paired games of a pair a verdict would still need.

    Parameters
    ----------
    games
        Further paired games if the true values are those estimated; 0 with a verdict, None where that cannot be said.
    claim
        The verdict that is the nearest; `TweakVerdict.UNKNOWN` where it cannot be said.
    note
        In words, why it cannot be said or that it is beyond the largest number of games; or empty.
    """

    games: int | None
    claim: TweakVerdict
    note: str = ""


@dataclass(frozen=True)
class PairChange:
    """One ordered pair of contestants that the tweak touches."""

    first: str
    second: str
    target: float
    band: tuple[float, float]
    old: Interval  # first seat's share under the old rules
    new: Interval
    change: Interval  # new − old share, paired
    distance: Interval  # change of |share − target|: negative is nearer to the target
    verdict: TweakVerdict
    e_value: float  # of the verdict, or of the nearest one: its level is 1 / e_value
    needed: float  # the e-value that a verdict needs among all touched pairs
    old_standing: Standing
    new_standing: Standing
    games: int  # paired games: each was played under both rules
    discordant: Discordant
    variance_ratio: float  # variance of independent games over that of the paired ones; nan if not known
    test: GamePairTest
    finish: Finish
    old_bid: FairBid | None = None  # where the auction was played
    new_bid: FairBid | None = None
    note: str = ""


@dataclass(frozen=True)
class OverallChange:
    """One figure of all pairs together, before, after, and its change."""

    name: str
    old: Interval
    new: Interval
    change: Interval
    note: str = ""


@dataclass(frozen=True)
class WorstPair:
    """The largest distance from the target: its interval holds for the largest of all pairs."""

    first: str
    second: str
    distance: Interval


@dataclass(frozen=True)
class Overall:
    """All pairs together, those that the tweak cannot touch among them.

    Parameters
    ----------
    distance
        Mean distance from the target (share), corrected for the upward bias of noise.
    side_advantage
        Mean of the first seat's share less one half.
    tie_break
        Mechanical tie-break advantage, towards the first seat: half the tie rate where it gets the ties.
    verdict
        On the mean distance.
    material
        The change of the mean distance that matters: what the material change of a pair, in every touched pair,
        adds up to.
    old_worst, new_worst
        The pair farthest from its target under each rule.
    rounds
        Games of each touched pair that the changes rest on.
    untouched_games
        The fewest games that an untouched pair's old share rests on; 0: not played, and old and new values of all
        pairs are not known (their changes are).
    """

    distance: OverallChange
    side_advantage: OverallChange
    tie_break: OverallChange
    verdict: TweakVerdict
    material: float
    old_worst: WorstPair | None
    new_worst: WorstPair | None
    rounds: int
    untouched_games: int


@dataclass(frozen=True)
class Cost:
    """Games of a check.

    Parameters
    ----------
    paired
        Paired games so far; each is two games, the old one of which several tweaks may share.
    finish
        Further paired games until every touched pair has its verdict; None where that cannot be said.
    note
        Why it cannot be said, or that it is beyond the largest number of games; or empty.
    """

    paired: int
    finish: int | None
    note: str = ""


@dataclass(frozen=True)
class TweakResult:
    """One tweak against the base.

    Parameters
    ----------
    name
        The tweak's.
    alpha
        Error rate that all is held at: of each interval, of false verdicts among the pairs' (false discovery rate),
        and of the overall verdict.
    level
        Error rate at which the pairs' changes and distances are given: it makes their intervals agree with the
        verdicts (`alpha` × verdicts / touched pairs, over the number of tweaks).
    tweaks
        How many tweaks the run compares; each is judged at `alpha` over this number.
    material
        Change of distance that matters (share).
    touched
        Pairs whose rules differ, in the order of the counts.
    identical
        Pairs whose rules are the same, proved by the digest of their rules: their change is exactly zero.
    overall
        None where no pair is touched.
    gone
        Pairs of the base that are not dealt any more: nothing is said of them, and no figure of all pairs holds them.
    """

    name: str
    alpha: float
    level: float
    material: float
    max_games: int
    touched: tuple[PairChange, ...]
    identical: tuple[tuple[str, str], ...]
    overall: Overall | None
    cost: Cost
    tweaks: int = 1
    gone: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Ranked:
    """One tweak's place.

    Parameters
    ----------
    place
        1 is the one that makes the mean distance smallest; the base itself has the name "" and a change of 0.
    distance
        Change of the mean distance; the intervals of all tweaks hold at once.
    behind
        Names that are surely better than this one.
    better, worse, same, unknown
        How many touched pairs have which verdict.
    """

    place: int
    name: str
    distance: Interval
    verdict: TweakVerdict
    behind: tuple[str, ...]
    better: int
    worse: int
    same: int
    unknown: int
    largest: WorstPair | None  # under the tweak


@dataclass(frozen=True)
class Ranking:
    """Several tweaks, the best first, the base ("") among them."""

    rows: tuple[Ranked, ...]
    note: str = ""
