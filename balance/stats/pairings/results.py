"""What the pairings model says: effects in log odds, shares of pairs and cells, how well the model fits.

Log odds are natural logarithms of the odds that the first seat wins (0: even; 0.1 is about 2.5 points near even).
Model, formulas and sources: `docs/statistics.md`, "Pairings model".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from balance.stats.results import Interval


class Method(StrEnum):
    """How the effects are estimated."""

    POOLED = "partial pooling"  # every kind of effect pulled to its mean by a spread estimated from the data
    LIKELIHOOD = "maximum likelihood"  # side, strengths and settings as they are; no interaction


class Ties(StrEnum):
    """What a tie counts as. Ties that a rule gives to a side are that side's wins and never get here."""

    HALF = "half"  # half a win to each
    DAVIDSON = "davidson"  # its own result; a tie parameter (Davidson 1970); maximum likelihood only
    RAO_KUPPER = "rao-kupper"  # its own result; a threshold (Rao and Kupper 1967); maximum likelihood only


class Term(StrEnum):
    """A kind of effect, each with a spread of its own where effects are pooled."""

    SIDE = "side"  # the first seat's mean log odds
    STRENGTH = "strength"  # of a contestant, both seats averaged
    SEAT = "seat"  # how much more a contestant gains from the first seat than the mean contestant
    INTERACTION = "interaction"  # of an ordered pair, beyond its two contestants
    SETTING = "setting"  # how much a setting helps the first seat
    CONTESTANT_SETTING = "contestant in setting"  # how much a setting helps a contestant
    CELL = "cell"  # of one pair in one setting, beyond all of these
    PLAYER = "player"  # a person's skill
    FOLLOWING = "players of a contestant"  # how much stronger the people are who play a contestant
    TIE = "tie"  # log of Davidson's tie parameter, or log of Rao and Kupper's threshold


class Fit(StrEnum):
    """What a test of fit says."""

    SUFFICES = "nothing against it"  # not proof: more games may show more
    FALLS_SHORT = "falls short"
    UNTESTED = "cannot be tested"


@dataclass(frozen=True)
class Effect:
    """One effect.

    Parameters
    ----------
    term
        Its kind.
    names
        Whose it is: () for side and tie, (contestant,), (first, second), (setting,), (contestant, setting) or
        (player,).
    value
        Log odds. `games` are those that bear on it.
    error
        Standard error, log odds; nan where it was not worked out (the note of `value` says why), 0 for the
        reference.
    """

    term: Term
    names: tuple[str, ...]
    value: Interval
    error: float


@dataclass(frozen=True)
class Spread:
    """How much effects of one kind differ: the standard deviation from which they are pooled, in log odds."""

    term: Term
    deviation: Interval
    levels: int  # effects of this kind


@dataclass(frozen=True)
class Prediction:
    """The first seat's win share that the model expects, for one pair, played or not.

    `setting` is "" where it is the mean over all settings, equally weighted. The interval of `share` is of the
    true share, not of a number of future games. `share.games` are the games played of this very cell.
    """

    first: str
    second: str
    setting: str
    share: Interval
    log_odds: float
    error: float  # of the log odds
    observed: float  # share of the games played; nan without


@dataclass(frozen=True)
class FitTest:
    """One question of fit, answered.

    Parameters
    ----------
    question
        In plain words: "do strengths and side alone explain the pairs?".
    statistic, freedom
        Deviance and its degrees of freedom.
    p_value
        nan where it could not be tested.
    method
        "chi-square", or "bootstrap of … data sets" where cells have few games.
    answer
        At 5%.
    note
        What falls short, or why it could not be tested.
    """

    question: str
    statistic: float
    freedom: int
    p_value: float
    method: str
    answer: Fit
    note: str = ""


@dataclass(frozen=True)
class Triple:
    """Three contestants of which each beats the next and the last the first, both seats averaged.

    Parameters
    ----------
    contestants
        (a, b, c): a beats b, b beats c, c beats a. The first is the first by name.
    edges
        Log odds of a over b, b over c, c over a, each with its own 95% interval.
    p_value
        Of "at least one of the three does not hold", for this triple alone.
    q_value
        The same, corrected for all triples and both directions (Holm): at most 5% means certain.
    """

    contestants: tuple[str, str, str]
    edges: tuple[Interval, Interval, Interval]
    p_value: float
    q_value: float

    @property
    def certain(self) -> bool:
        """Whether it holds at 95% though it was picked from all triples."""
        return self.q_value <= 0.05


@dataclass(frozen=True)
class MirrorCheck:
    """A contestant against itself, played, beside what the model expects; mirrors never enter the fit."""

    contestant: str
    observed: Interval  # first seat's share
    expected: Interval  # the model's, from the other pairs
    p_value: float  # of "they are the same"; two-sided
    q_value: float  # corrected for all mirrors (Holm)
    agrees: bool  # q_value above 5%


@dataclass(frozen=True)
class Connection:
    """Whether all contestants can be compared by maximum likelihood.

    Parameters
    ----------
    groups
        Contestants that met, directly or through others; more than one group: groups cannot be compared.
    ranks
        Within all groups: sets of contestants between which wins go both ways, strongest first. A set that
        only beats those after it is infinitely stronger by maximum likelihood. One set per group: all is well.
    """

    groups: tuple[tuple[str, ...], ...]
    ranks: tuple[tuple[str, ...], ...]

    @property
    def connected(self) -> bool:
        """Whether every contestant met every other, directly or through others."""
        return len(self.groups) <= 1

    @property
    def separated(self) -> bool:
        """Whether some contestants only ever won, or lost, against the rest of their group."""
        return len(self.ranks) > len(self.groups)


@dataclass(frozen=True)
class PairingsFit:
    """The pairings model fitted to counts.

    Parameters
    ----------
    method, ties
        How.
    reference
        The contestant at strength 0; None: strengths have mean 0.
    contestants, settings
        As listed.
    games
        Games of the fit.
    side
        The first seat's advantage, over all pairs and settings equally weighted; None where none was asked for.
    strengths
        Strongest first.
    as_first, as_second
        Each contestant's strength in one seat, in the order of `contestants`; empty by maximum likelihood.
    interactions
        By pair, largest distance from 0 first; empty by maximum likelihood.
    setting_effects, contestant_settings
        Empty with one setting.
    players
        Best first; empty without players.
    tie
        Tie parameter, or None.
    spreads
        One per pooled kind of effect.
    pairs, cells
        Predictions for every ordered pair without mirrors, and for each of them in each setting (`cells` is
        empty with fewer than two settings).
    tests
        Fit, one entry per question.
    triples
        Intransitive triples by point estimates, surest first. Empty where no cycle is seen.
    mirrors
        Mirrors played, beside what is expected.
    connection
        What can be compared at all.
    log_likelihood, deviance, freedom
        Of the model's fit to the counts (deviance against a chance of its own for each row); freedom is nan
        where effects are pooled.
    notes
        What should be known before relying on it, in sentences; empty if nothing.
    prior_games
        Games of the run that was taken as prior; 0 without. With a prior all effects are *differences* from it,
        predictions are the two combined.
    """

    method: Method
    ties: Ties
    reference: str | None
    contestants: tuple[str, ...]
    settings: tuple[str, ...]
    games: int
    side: Effect | None
    strengths: tuple[Effect, ...]
    as_first: tuple[Effect, ...]
    as_second: tuple[Effect, ...]
    interactions: tuple[Effect, ...]
    setting_effects: tuple[Effect, ...]
    contestant_settings: tuple[Effect, ...]
    players: tuple[Effect, ...]
    tie: Effect | None
    spreads: tuple[Spread, ...]
    pairs: tuple[Prediction, ...]
    cells: tuple[Prediction, ...]
    tests: tuple[FitTest, ...]
    triples: tuple[Triple, ...]
    mirrors: tuple[MirrorCheck, ...]
    connection: Connection
    log_likelihood: float
    deviance: float
    freedom: float
    notes: tuple[str, ...] = ()
    prior_games: int = 0
