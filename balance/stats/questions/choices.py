"""Which of several ways to play is best, and whether any pays: told so that looking at many is allowed for."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from balance.stats.questions.quantities import Quantity, family_level, value
from balance.stats.questions.results import Value


class Gain(StrEnum):
    """What is known of leaving a way to play for another, over all the others together."""

    SOME = "some surely gains"
    NONE = "none of them gains"
    OPEN = "not settled"


@dataclass(frozen=True)
class Deviations:
    """Whether it pays to leave a way to play while all else stays.

    Parameters
    ----------
    verdict
        `Gain.NONE`: an equilibrium as far as these others go.
    gains
        Other way → what it gains over staying; all intervals hold together at 95%.
    surely
        The ways that surely gain, the largest gain first.
    """

    verdict: Gain
    gains: Mapping[str, Value]
    surely: tuple[str, ...]


def deviations(
    kept: Quantity, others: Mapping[str, Quantity], unit: str, *, tolerance: float = 0.0, family: int = 0
) -> Deviations:
    """Return whether leaving `kept` for one of `others` pays.

    Parameters
    ----------
    kept
        The payoff of staying.
    others
        The payoff of each other way, from the leaver's side.
    unit
        Of the payoffs.
    tolerance
        A gain of so much is none. Above 0 wherever a way may be worth exactly as much as staying, since games can
        show that a gain is small, never that it is 0.
    family
        Of how many gains in all the conclusion is drawn, where that is more than these.

    Examples
    --------
    >>> from balance.stats.questions import mean_of
    >>> payoff = {
    ...     name: mean_of({4: 300, 5: 300 + more}, [name]) for name, more in (("keep", 0), ("break", 900))
    ... }
    >>> found = deviations(payoff["keep"], {"break": payoff["break"]}, "points")
    >>> found.verdict.value, found.surely
    ('some surely gains', ('break',))
    """
    size = max(family, len(others))
    gains = {name: value(other - kept, unit, family=size, signed=True) for name, other in others.items()}
    surely = [name for name, gain in gains.items() if gain.interval.low > tolerance]
    surely.sort(key=lambda name: -gains[name].interval.estimate)
    if surely:
        verdict = Gain.SOME
    elif gains and all(gain.interval.high <= tolerance for gain in gains.values()):
        verdict = Gain.NONE
    else:
        verdict = Gain.OPEN
    return Deviations(verdict, gains, tuple(surely))


def best(options: Mapping[str, Quantity], *, groups: int = 1) -> tuple[str, ...]:
    """Return the options that may be the best: the highest estimate first, those surely beaten by another left out.

    The differences of all pairs of options are looked at together at 95%. An unknown option is left out; if all are,
    nothing is returned.

    Parameters
    ----------
    options
        What each option is worth.
    groups
        Of how many groups of options of this size the best are told: all that is said holds together at 95%.

    Examples
    --------
    >>> from balance.stats.questions import mean_of
    >>> payoff = {
    ...     name: mean_of({4: 300, 5: 300 + more}, [name])
    ...     for name, more in (("a", 0), ("b", 900), ("c", 910))
    ... }
    >>> best(payoff)
    ('c', 'b')
    """
    known = {name: option for name, option in options.items() if option.known}
    level = family_level(groups * len(known) * (len(known) - 1) // 2)
    beaten = {
        worse
        for worse, low in known.items()
        for better, high in known.items()
        if better != worse and (high - low).interval(level=level).low > 0
    }
    return tuple(sorted(known.keys() - beaten, key=lambda name: (-known[name].estimate, name)))


def largest(values: Iterable[Value]) -> Value | None:
    """Return the value with the highest estimate; those without a number are passed over, None if all are.

    The highest of several is high by luck too: take it of values whose intervals hold together (`Value.family`).

    Examples
    --------
    >>> from balance.stats.questions import exact, mean_of, value
    >>> few = value(mean_of({9: 3}, ["a"]), "points")
    >>> largest([few, exact(1, "points"), exact(2, "points")]).interval.estimate, largest([few])
    (2, None)
    """
    known = [one for one in values if math.isfinite(one.interval.estimate)]
    return max(known, key=lambda one: one.interval.estimate, default=None)
