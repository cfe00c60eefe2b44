"""What the choice of contestants comes to: set-ups, their values, and what is worth picking in each.

Shares are 0–1 and the first seat's; rates are chances, 0–1. Intervals are two-sided 95%. What is played against what is
in `balance.stats.metagame.best_play`; methods and measured coverage: `docs/statistics.md`, "Metagame".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from balance.stats.results import Interval


class SetUpKind(StrEnum):
    """How the two sides come to their contestants; the sides are given before, and both always differ."""

    ONE_DEALT = "one dealt"  # every ordered pair equally likely: nobody chooses
    TWO_DEALT = "two dealt"  # two dealt to each side, who keeps one unseen: the rulebook's
    FREE_CHOICE = "free choice"  # both name one at once; one that both name goes to either at even odds
    FIRST_PICKS = "first seat picks first"  # openly; the second seat answers with any other
    SECOND_PICKS = "second seat picks first"


@dataclass(frozen=True)
class Partner:
    """How often a contestant is kept when it is dealt together with a certain other."""

    name: str
    rate: float  # chance in the equilibrium found


@dataclass(frozen=True)
class Pick:
    """One contestant as one side's choice.

    `rate` is the chance that it is chosen (two dealt: that it is kept when it is held, its partner at random).
    `lowest` and `highest` are its range over all equilibria of the estimated shares: equal where there is but one.
    A contestant whose `highest` is 0 is outside every equilibrium: against some best play it does strictly worse.
    """

    name: str
    rate: Interval
    lowest: float
    highest: float
    chosen: float  # part of the draws of the shares in which it is chosen at all, 0–1
    loss: (
        Interval  # win share of its own side that choosing it whenever possible costs against the equilibrium
    )
    dominated_by: str | None = None  # another that does strictly better, at this side, against every opponent
    partners: tuple[Partner, ...] = ()  # two dealt only, in the contestants' order

    @property
    def never(self) -> bool:
        """Whether no equilibrium of the estimated shares chooses it."""
        return self.highest == 0.0


@dataclass(frozen=True)
class SetUp:
    """What one way of coming to contestants does to the sides under best play.

    `distance` and `spread` are of the win share once both contestants are on the table, over all that are played, each
    as often as the equilibrium plays it. `deal_distance` is of the win share when the deal is made and nobody has
    chosen yet (two dealt only).
    """

    kind: SetUpKind
    value: Interval  # first seat's win share
    advantage: Interval  # the value less one half
    distance: Interval  # mean |share − 1/2|, 0–0.5, corrected for the upward bias of noise
    spread: Interval  # standard deviation of the share, likewise
    first: tuple[Pick, ...]  # in the contestants' order; empty where nobody chooses
    second: tuple[Pick, ...]
    unique: bool | None  # one equilibrium only (of the estimated shares); None: not looked at
    deal_distance: Interval | None = None


@dataclass(frozen=True)
class Levelling:
    """How far one set-up is more even than another, on the same shares: negative is more even."""

    kind: SetUpKind
    against: SetUpKind
    advantage: Interval  # change of the side advantage's size, |value − 1/2|
    distance: Interval  # change of the mean distance from even of what is played
    spread: Interval


@dataclass(frozen=True)
class Metagame:
    """Every set-up that the shares allow, and how they compare.

    Where a pair was not played or there are too few contestants, set-ups are left out and `note` says why.
    """

    set_ups: tuple[SetUp, ...]  # in the order of `SetUpKind`
    levelling: tuple[Levelling, ...]  # two dealt against one dealt, two dealt against free choice
    draws: int  # of the shares, from which intervals and `chosen` come
    note: str = ""

    def set_up(self, kind: SetUpKind) -> SetUp | None:
        """Return a set-up, or None if it could not be worked out."""
        return next((one for one in self.set_ups if one.kind is kind), None)
