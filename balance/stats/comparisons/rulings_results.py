"""What rulings and assumptions matter: frozen results of the same games with one of them changed.

Changes are win shares (0–1), the changed rules less those in force. Methods and measured coverage:
`docs/statistics.md`, "Which ruling or assumption matters most".
"""

from __future__ import annotations

from dataclasses import dataclass

from balance.engine.system import Change
from balance.stats.results import Interval


@dataclass(frozen=True)
class StrengthChange:
    """How one contestant's strength changes; the interval holds for all contestants at once (Šidák)."""

    contestant: str
    change: Interval


@dataclass(frozen=True)
class RulingEffect:
    """One change of the rules under one pair of policies.

    Parameters
    ----------
    name
        The change's name.
    side
        Change of the first seat's share, pairs weighted equally.
    largest
        The contestant whose strength (mean share over opponents and both seats) changes most.
    shift
        Mean over contestants of how far their strengths change, whichever way, corrected for what chance alone gives.
    reach
        The same over ordered pairs and their shares.
    shift_among, side_among
        `shift` and `side` with intervals that hold for both and for all changes at once (Bonferroni), hence also for
        the change that was picked for being the largest.
    pairs, pairs_changed
        Ordered pairs, and those whose rules differ: the others were not played and change by exactly nothing.
    games, differing
        Games played under both rules; in how many of them the first seat's share of the win differed.
    sure
        Whether it is told apart from no change: one of these intervals leaves out 0.
    turns, fades
        Conclusions that are the opposite under it, and that are no longer told apart from even (keys of
        `balance.stats.sensitivity.headlines.Headline`).
    """

    name: str
    side: Interval
    largest: StrengthChange
    shift: Interval
    reach: Interval
    shift_among: Interval
    side_among: Interval
    pairs: int
    pairs_changed: int
    games: int
    differing: int
    sure: bool
    turns: tuple[str, ...]
    fades: tuple[str, ...]


@dataclass(frozen=True)
class PolicyRulings:
    """Every change under one pair of policies.

    Parameters
    ----------
    policies
        One per seat.
    settings
        Those that were played.
    games
        Games of each pair, under each rules.
    effects
        Changes that touch a pair, by `shift`, the largest first.
    untouched
        Changes under which the rules of no pair differ.
    most_shift, most_side
        Which changes may be the one with the largest `shift`, and the largest change of `side` (95%), the largest
        estimate first: a single one is told apart from every other. Empty where none is told apart from no change. What
        the rulebook settles is not among them.
    """

    policies: tuple[str, ...]
    settings: tuple[str, ...]
    games: int
    effects: tuple[RulingEffect, ...]
    untouched: tuple[str, ...]
    most_shift: tuple[str, ...]
    most_side: tuple[str, ...]


@dataclass(frozen=True)
class RulingStudy:
    """Which rulings and assumptions matter.

    Parameters
    ----------
    changes
        Everything that was changed, one thing at a time.
    policies
        One entry per pair of policies that played it.
    least_fair
        The pair whose favour is among the conclusions: the headline's least fair one; None where there is none.
    """

    changes: tuple[Change, ...]
    policies: tuple[PolicyRulings, ...]
    least_fair: tuple[str, str] | None

    def change(self, name: str) -> Change:
        """Return a change by its name."""
        return next(change for change in self.changes if change.name == name)
