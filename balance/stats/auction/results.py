"""What is said of the auction: fair bids by pair and setting, monotonicity, what bidding yields, where cubes go.

Bids lie on a signed axis, in cubes: positive to the first seat, negative to the second. Shares are in 0–1. Methods and
measured coverage: `docs/statistics.md`.
"""

from __future__ import annotations

from dataclasses import dataclass

from balance.stats.results import FairBid, Interval, OwnerBid


@dataclass(frozen=True)
class Monotonicity:
    """Whether more cubes to the first seat ever make it worse off: tested, not assumed.

    Parameters
    ----------
    p_value
        Of "no bid leaves the first seat better off than a larger one", over all comparisons of two bids of this pair
        (Bonferroni). 1 with fewer than two bids.
    adjusted
        The same, adjusted over all pairs of the run (Holm): at most 0.05 is a proved fall.
    fall
        The two bids, smaller first, that contradict it most; None if the observed shares only rise.
    drop
        The first seat's share at the smaller of these bids less its share at the larger; None without a fall. The
        interval is Newcombe's, at the level of all comparisons of the pair together.
    """

    p_value: float
    adjusted: float
    fall: tuple[int, int] | None = None
    drop: Interval | None = None

    @property
    def proved_fall(self) -> bool:
        """Whether the fall is proved at 5% over all pairs."""
        return self.adjusted <= 0.05


@dataclass(frozen=True)
class PairAuction:
    """The auction of one ordered pair, on one setting or on all of them together.

    Parameters
    ----------
    first, second
        The contestants by seat.
    setting
        The setting (layout); empty: all of them, equally weighted.
    fair_bid
        The set of whole-cube bids not told apart from even (95%), its `bracket`, `best` and the curve. With bids chosen
        from the data it allows for every look at them.
    favours_second
        The largest bid on the signed axis that is told to favour the second seat still; None if there is none.
    favours_first
        The smallest bid that is told to favour the first seat; None if there is none.
    left
        |share − 1/2| at the best whole-cube bid: how unfair the pair still is when that is bid; None without a best bid
        that was played. The interval allows for the bid having been picked.
    monotone
        Whether the curve ever falls.
    games
        Games with bids (bid 0 not counted).
    """

    first: str
    second: str
    setting: str
    fair_bid: FairBid
    favours_second: int | None
    favours_first: int | None
    left: Interval | None
    monotone: Monotonicity
    games: int


@dataclass(frozen=True)
class Misjudgement:
    """What one player loses by misjudging the pair by one cube while the other goes by the true curve.

    Parameters
    ----------
    opener
        Whether the one who opens the bidding errs (else the other).
    cubes
        +1: takes the first seat to be a cube better off than it is; −1: a cube worse off.
    loss
        Win share that who errs loses by it and the other gains; never negative but for luck in the curve.
    """

    opener: bool
    cubes: int
    loss: Interval


@dataclass(frozen=True)
class AuctionPlay:
    """What the alternating auction yields between two players who both know the curve (backward induction).

    Parameters
    ----------
    reading
        `court_and_faction` (the contestants stay with their seats) or `court_only` (each player keeps the contestant).
    first, second
        The contestants by seat, as they sit before the auction.
    opener
        The seat index of the player who opens the bidding.
    bid
        The likeliest final bid in cubes; 0: nobody bids and the seats stand.
    winner
        The seat index, before the auction, of the player who makes that bid; None where nobody bids.
    takes
        The seat index that the winner then takes; None where nobody bids.
    likely
        How likely this outcome is, given the uncertainty of the curve, 0–1.
    share
        The win share of the player who opens.
    misjudged
        What an error of one cube costs: each player, each direction.
    """

    reading: str
    first: str
    second: str
    opener: int
    bid: int
    winner: int | None
    takes: int | None
    likely: float
    share: Interval
    misjudged: tuple[Misjudgement, ...]
    note: str = ""


@dataclass(frozen=True)
class Placement:
    """Where one seat's policy puts cubes from the auction.

    Parameters
    ----------
    first, second
        The contestants by seat; both empty: all pairs.
    setting
        The setting; empty: all of them.
    seat
        The index of the seat that places.
    place
        Where: a region's name.
    share
        The part of that seat's auction cubes that go there. The interval treats each game as if it put all its cubes in
        one place, so it is valid however a game's cubes hang together.
    cubes
        Cubes placed there.
    """

    first: str
    second: str
    setting: str
    seat: int
    place: str
    share: Interval
    cubes: int


@dataclass(frozen=True)
class AuctionStudy:
    """All that a run says of the auction.

    Parameters
    ----------
    policies
        Who played the bids, one policy per seat.
    adaptive
        Whether bids and numbers of games were chosen from the data.
    readings
        Readings of `auction_side` that the data answer: `court_and_faction`, `court_only`.
    ruling
        The reading in force.
    games
        Games with bids.
    pairs
        One entry per ordered pair, all settings together, in the order of the contestants.
    by_setting
        One entry per ordered pair and setting on which bids were played.
    falls
        Pairs in which more cubes are proved to make a seat worse off (Holm over all pairs, 5%).
    even_best
        Mean |share − 1/2| over pairs, each at its best whole-cube bid: the unfairness that bidding leaves. None if no
        best bid was played.
    owners
        `court_only`: the bids at which each owner is indifferent; empty where the data do not answer it.
    plays
        What the alternating auction yields: pair × opener × reading.
    opener_gain
        By reading: the mean, over pairs and both openers, of the opener's share less 1/2: what opening is worth.
    unfairness_after
        By reading: the mean |share − 1/2| that the players face after an auction between two who know the curve.
    placements
        By seat and place: first over everything, then by setting, then by pair and setting.
    """

    policies: tuple[str, ...]
    adaptive: bool
    readings: tuple[str, ...]
    ruling: str
    games: int
    pairs: tuple[PairAuction, ...]
    by_setting: tuple[PairAuction, ...]
    falls: tuple[tuple[str, str], ...]
    even_best: Interval | None
    owners: tuple[OwnerBid, ...]
    plays: tuple[AuctionPlay, ...]
    opener_gain: dict[str, Interval]
    unfairness_after: dict[str, Interval]
    placements: tuple[Placement, ...]
