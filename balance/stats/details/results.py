"""What is known of each ordered pair by itself: margins, rounds, cards and splits.

Seats are 0 and 1. Shares are in 0–1. Facts hold the first seat's wins only: where ties are shared, a level game is
among the wins of neither, so every share of the second seat that comes from facts counts it as one of its own
(`Details.shared`).
Formulas: `docs/statistics.md`, "Each pair by itself".
"""

from __future__ import annotations

from dataclasses import dataclass

from balance.stats.results import Interval


@dataclass(frozen=True, slots=True)
class MarginBin:
    """Games whose final margin (first seat less second, points) lies from `low` to `high`."""

    low: int
    high: int
    games: int


@dataclass(frozen=True, slots=True)
class FinalMargins:
    """How games end; their mean and how many end level stand in `PairEstimate`.

    Parameters
    ----------
    offset, counts
        The games by margin: the first count is of margin `offset`.
    bins
        The same in steps of equal width, level games by themselves.
    close
        Share of games decided by 1 or 2 points, Wilson.
    quartiles
        Lower quartile, median, upper quartile, in points; intervals from order statistics, an end nan where there are
        too few games for it.
    """

    offset: int
    counts: tuple[int, ...]
    bins: tuple[MarginBin, ...]
    close: Interval
    quartiles: tuple[Interval, Interval, Interval]


@dataclass(frozen=True, slots=True)
class RoundStanding:
    """How games stand after one round.

    Parameters
    ----------
    number
        The round, from 1.
    scores
        Mean score of each seat, in points: exact for the games played, and without an interval, for only sums are
        kept. nan where scores were not counted.
    lead
        Mean lead of the first seat, in points. Where the lead of each game was counted it has an interval; elsewhere
        its ends are nan.
    ahead
        Share of games that each seat leads, Wilson.
    level
        Share of games that are level, Wilson.
    keeps
        For each seat, of the games that it leads, the share that it wins, Wilson.
    leader_wins
        Of the games that either leads, the share that the leader wins, Wilson.
    """

    number: int
    scores: tuple[float, float]
    lead: Interval
    ahead: tuple[Interval, Interval]
    level: Interval
    keeps: tuple[Interval, Interval]
    leader_wins: Interval


@dataclass(frozen=True, slots=True)
class CardUse:
    """One kind of card in one seat's hands.

    Parameters
    ----------
    seat
        Whose.
    card
        Its kind.
    games
        Games in which that seat played it at least once.
    wins
        Those that it won.
    times
        How often it was played, over all games.
    taken_games, taken_times
        Games in which that seat got it in a pile at least once, and how often over all games; None where that was not
        counted.
    played, unplayed
        That seat's win share in games with and without it, Wilson.
    difference
        The first less the second, Newcombe's interval; not an effect: a card is played when it helps. Not estimated
        (estimate nan) where no game is without or none is with it.
    q_value
        Benjamini–Hochberg adjusted p-value of "no difference", over all cards of all pairs; 1 where not estimated.
    marked
        Whether the difference survives.
    """

    seat: int
    card: str
    games: int
    wins: int
    times: int
    taken_games: int | None
    taken_times: int | None
    played: Interval
    unplayed: Interval
    difference: Interval
    q_value: float
    marked: bool


@dataclass(frozen=True, slots=True)
class PileSplit:
    """One way of splitting, by the seat that makes the piles.

    Parameters
    ----------
    splitter
        The seat.
    larger, smaller
        Cards in the two piles, the second-player token not counted.
    times
        How often, by the pile that the other seat kept: `larger`, `smaller`, or `even` where both are of one size.
    share
        Of all splits by that seat. The interval takes the splits of one game to be all alike: it is never too narrow.
    kept_larger
        Of these splits, the share in which the other seat kept the larger pile; the interval likewise. Not played
        where both piles are of one size.
    wins
        By the pile that was kept: the splitter's win share in games in which it happened at least once, Wilson.
    """

    splitter: int
    larger: int
    smaller: int
    times: dict[str, int]
    share: Interval
    kept_larger: Interval
    wins: dict[str, Interval]


@dataclass(frozen=True, slots=True)
class TokenHolding:
    """How often one seat holds the second-player token.

    `rounds` is its share of all rounds; the interval takes the rounds of one game to be all alike. `wins` is its win
    share in the `games` in which it held the token at least once, Wilson.
    """

    seat: int
    times: int
    rounds: Interval
    games: int
    wins: Interval


@dataclass(frozen=True, slots=True)
class PairDetails:
    """One ordered pair under the headline policies, settings pooled by games, no bid.

    Everything but the margins is empty where the run did not count it.
    """

    first: str
    second: str
    games: int
    margins: FinalMargins
    rounds: tuple[RoundStanding, ...]
    cards: tuple[CardUse, ...]  # by seat, then by difference, the most favourable first
    splits: tuple[PileSplit, ...]  # by splitter, then by size
    token: tuple[TokenHolding, ...]


@dataclass(frozen=True, slots=True)
class Details:
    """Every pair that was played, in the order of the contestants.

    Parameters
    ----------
    pairs
        One entry a pair.
    shared
        Whether ties are shared, so that a level game counts as the second seat's wherever wins come from facts.
    compared
        How many differences of cards were tested together.
    missing
        What the run did not count: any of `rounds`, `cards`, `splits`, `token`.
    """

    pairs: tuple[PairDetails, ...]
    shared: bool
    compared: int
    missing: tuple[str, ...]
