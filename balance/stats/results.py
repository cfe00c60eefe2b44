"""The estimates that reports print: frozen results, each with its interval and, where it matters, a note.

Shares are in 0–1 and are always the first seat's (Pacts: Seelie's). Intervals are two-sided 95%. Methods and
measured coverage: `docs/statistics.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from balance.words import PLAIN, Words

if TYPE_CHECKING:
    from balance.stats.auction.results import AuctionStudy
    from balance.stats.comparisons.abilities_results import AbilityStudy
    from balance.stats.comparisons.rulings_results import RulingStudy
    from balance.stats.comparisons.tie_break_results import TieBreakStudy
    from balance.stats.details.results import Details
    from balance.stats.layouts.results import LayoutSetStudy
    from balance.stats.metagame.results import Metagame
    from balance.stats.pairings.results import PairingsFit
    from balance.stats.questions.results import Answer
    from balance.stats.settings.results import SettingStudy, StrengthsBySetting


@dataclass(frozen=True)
class Interval:
    """An estimate with its interval.

    Parameters
    ----------
    estimate, low, high
        The value and the ends of its interval, in the unit that the field's name says. Where `games` is 0 the
        estimate is nan, a share's ends are 0 and 1, a margin's nan, and the note says "not played". A
        margin's ends are nan with fewer than two games too.
    games
        How many games it rests on.
    note
        Why it should not be relied on ("not enough games to tell"), or an empty string.
    """

    estimate: float
    low: float
    high: float
    games: int
    note: str = ""


class Verdict(StrEnum):
    """What a pair's interval says of its fairness, after Benjamini–Hochberg over all pairs."""

    FIRST = "first seat favoured"
    SECOND = "second seat favoured"
    UNDECIDED = "not told apart from even"


class BidStatus(StrEnum):
    """What the second stage says of the fair bid."""

    FOUND = "found"  # some whole-cube bids are not excluded
    OUT_OF_REACH = "out of reach"  # even the largest bid played leaves the trailing side behind
    BETWEEN = "between bids"  # one bid leaves it behind, the next overshoots: no whole-cube bid is even
    NOT_PLAYED = "not played"


@dataclass(frozen=True)
class BidPoint:
    """The first seat's win share at one signed bid (positive: cubes to the first seat)."""

    bid: int
    share: Interval
    excluded: bool  # an even game is excluded at 95% at this bid


@dataclass(frozen=True)
class FairBid:
    """Which whole-cube bids may make the pair even.

    `bids` is the set not excluded at 95%, on the signed axis: positive, cubes to the first seat; negative, to
    the second. `bracket` is the last bid that still leaves the trailing side behind and the first that does
    not, only where the data single it out. `curve` lists every bid played, bid 0 first.
    """

    status: BidStatus
    trailing: int | None  # seat index of the trailing side at bid 0; None if not told apart
    bids: tuple[int, ...]
    bracket: tuple[int, int] | None
    curve: tuple[BidPoint, ...]
    note: str = ""
    other_side_open: bool = False  # bid 0 is not excluded, bids to the other side were not played
    best: int | None = (
        None  # of `bids` (or `bracket`), the one nearest to even on a fitted monotone curve: what to bid
    )


@dataclass(frozen=True)
class PairEstimate:
    """One ordered pair of contestants under the headline policies, settings pooled, bid 0."""

    first: str
    second: str
    share: Interval  # first seat's win share, Wilson
    tie_rate: Interval  # Wilson
    tie_break: Interval  # advantage of the seat that ties go to: half the tie rate; 0 if shared
    q_value: float  # Benjamini–Hochberg adjusted p-value of "the share is one half"; 1 where not played
    verdict: Verdict
    margin_mean: Interval  # points
    fair_bid: FairBid


@dataclass(frozen=True)
class BothWays:
    """Two contestants over both seats, each order counted alike: who is ahead once the side is taken out."""

    one: str
    other: str
    share: Interval  # win share of `one`
    q_value: float  # Benjamini–Hochberg adjusted p-value of "the share is one half", over all such pairs
    ahead: str | None  # told apart as the stronger one; None: not told apart


@dataclass(frozen=True)
class ContestantEstimate:
    """One contestant's strength from pairs played both ways round (mirrors left out)."""

    name: str
    strength: Interval  # mean win share against all others, both seats averaged
    as_first: Interval  # mean win share in the first seat
    as_second: Interval  # mean win share (its own) in the second seat
    difference: Interval  # as first less as second
    ranks: tuple[int, int] | None = None  # best and worst rank left open; all ranges hold together at 95%


@dataclass(frozen=True)
class SettingEstimate:
    """One setting (layout), all pairs pooled."""

    name: str
    share: Interval  # first seat's win share
    tie_rate: Interval
    least_fair: tuple[str, str, Interval] | None  # first, second, share; interval holds for all pairs at once


@dataclass(frozen=True)
class PolicyPairEstimate:
    """One pair of policies, all contestants and the settings it was played on pooled, bid 0."""

    policies: tuple[str, ...]
    share: Interval  # first seat's
    tie_rate: Interval
    tie_break: Interval
    settings: tuple[str, ...]


@dataclass(frozen=True)
class PolicyMatch:
    """One policy against another, both seats averaged: the stronger one's win share."""

    policy: str
    against: str
    share: Interval


class Mark(StrEnum):
    """Whether a conclusion holds whoever plays, with what chance may do allowed for."""

    AGREES = "agrees"  # surely the same direction under every self-play policy
    DEPENDS = "depends on skill"  # surely one direction under one policy and the other under another
    OPEN = "not settled"


class Claim(StrEnum):
    """What is concluded."""

    SIDE = "favoured side"  # over all pairs
    TIE_BREAK = "tie-break"  # it is worth something
    LEAST_FAIR = "least fair pair"  # the side that it favours
    STRONGEST = "strongest contestant"  # the values are ranks
    STRENGTH = "strength"  # above or below even
    SETTING = "setting"  # the side that it favours


@dataclass(frozen=True)
class Conclusion:
    """One conclusion of the headline under every policy's play against itself.

    Parameters
    ----------
    claim
        What is concluded.
    names
        Of whom: (contestant,), (first, second), (setting,) or ().
    values
        Policy → value with its own 95% interval, on the settings and pairs that all these policies played: the first
        seat's share, the tie-break's advantage, the contestant's strength, or its rank with the range left open.
    mark
        Whether they say the same.
    """

    claim: Claim
    names: tuple[str, ...]
    values: dict[str, Interval]
    mark: Mark


@dataclass(frozen=True)
class Agreement:
    """Whether a pair's verdict keeps its sign under every self-play policy that was run."""

    first: str
    second: str
    shares: dict[str, Interval]  # self-play policy → first seat's share on common settings
    agrees: bool  # every estimate lies on the same side of 1/2 (luck can part two that are close to it)
    contradicts: bool = (
        False  # surely above 1/2 for one policy and below for another, over all pairs (5% false)
    )
    mark: Mark = Mark.OPEN


@dataclass(frozen=True)
class Estimates:
    """Everything the report prints, from tallies alone."""

    seats: tuple[str, ...]  # ("seelie", "unseelie")
    setting_column: str  # "layout"
    contestants: tuple[str, ...]
    headline_policies: tuple[str, ...]
    tie_break_rule: str
    games: int  # all games of the run
    headline_games: int  # games of the headline policies at bid 0
    pairs: tuple[PairEstimate, ...]
    overall: Interval  # first seat's win share, pairs weighted equally
    side_advantage: Interval  # (mean of share(a,b) + share(b,a)) / 2 − 1/2, win share
    tie_rate: Interval
    tie_break: Interval  # mechanical, pairs weighted equally
    unfairness: Interval  # mean |share − 1/2| over pairs, corrected for the upward bias of noise
    strengths: tuple[ContestantEstimate, ...]  # strongest first
    settings: tuple[SettingEstimate, ...]
    policy_pairs: tuple[PolicyPairEstimate, ...]
    policy_matches: tuple[PolicyMatch, ...]
    agreements: tuple[Agreement, ...]
    owner_bids: tuple[OwnerBid, ...] = ()  # only under auction_side: court_only
    least_fair: tuple[str, str, Interval] | None = (
        None  # first, second, share; interval holds for all pairs at once
    )
    mirrors: tuple[PairEstimate, ...] = ()  # a contestant against itself: a check, in no other figure
    tie_break_to: int | None = None  # seat index that ties go to; None: shared
    metagame: Metagame | None = None  # None if it was not asked for
    tie_break_study: TieBreakStudy | None = None  # both rules on the same decks, and points instead
    abilities: AbilityStudy | None = None  # None: none was switched off
    rulings: RulingStudy | None = None  # None: no ruling or assumption was changed
    auctions: AuctionStudy | None = None  # None: no bids in the run
    pairings_model: PairingsFit | None = None  # None: too little was played
    details: Details | None = None  # each pair by itself; None: the headline policies played nothing
    both_ways: tuple[BothWays, ...] = ()  # of pairs played both ways round, in the contestants' order
    conclusions: tuple[Conclusion, ...] = ()  # empty with fewer than two self-play policies
    setting_study: SettingStudy | None = None  # None: fewer than two settings to compare
    layout_sets: tuple[
        LayoutSetStudy, ...
    ] = ()  # of each set and policy pair that played it, in the file's order
    answers: tuple[Answer, ...] = ()  # to the questions of the rule system's designer
    by_setting: StrengthsBySetting | None = None  # None: fewer than two settings, or too many to tell
    words: Words = PLAIN  # what the system calls its things


@dataclass(frozen=True)
class OwnerBid:
    """Ruling `auction_side: court_only`: the bids at which a contestant's owner is indifferent.

    Unordered pair; `owner` keeps its contestant. Indifferent between choosing the side and giving the other
    `bid` cubes, and leaving the choice to the other and receiving them.
    """

    owner: str
    other: str
    bids: tuple[int, ...]  # whole-cube bids not excluded at 95%
    status: BidStatus
    note: str = ""
