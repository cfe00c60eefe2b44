"""Limits on figures, such as ``max_unfairness < 8``, for the exit status of a designer's own checks.

The language, in `docs/tweak.md`: ``[estimate] [old_|new_|change_]NAME [(A, B)] < | <= | > | >= NUMBER``.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from balance.errors import LimitError, nearest
from balance.stats.results import Interval

FORM: Final = "expected a limit such as 'max_unfairness < 8' or 'change_share(dragons, kelpies) >= -2'"
_LIMIT: Final = re.compile(
    r"\s*(?P<point>estimate\s+)?(?P<name>[A-Za-z_]+)\s*(?:\((?P<of>[^()]*)\))?\s*(?P<sign><=|>=|<|>)\s*"
    r"(?P<number>[-+−]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+))\s*"
)
_SIGNS: Final = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


class Outcome(StrEnum):
    """Whether a limit is met."""

    MET = "met"
    NOT_MET = "not met"
    UNKNOWN = "not yet known"


@dataclass(frozen=True)
class Limit:
    """One limit.

    Parameters
    ----------
    text
        As it was written.
    figure
        The figure's name, with the contestants it is of: ``change_share(dragons, kelpies)``.
    sign
        ``<``, ``<=``, ``>`` or ``>=``.
    number
        In the figure's own unit (points, or a number of pairings).
    point
        Whether the estimate decides; otherwise the whole interval must be on one side of the number.
    """

    text: str
    figure: str
    sign: str
    number: float
    point: bool


@dataclass(frozen=True)
class Judged:
    """A limit and what came of it."""

    limit: Limit
    outcome: Outcome
    value: Interval


def parse(text: str) -> Limit:
    """Return a limit from its words.

    Raises
    ------
    LimitError
        They are not of that form.

    Examples
    --------
    >>> parse("max_unfairness < 8").number
    8.0
    >>> parse("estimate change_share( dragons,kelpies ) >= -2").figure
    'change_share(dragons, kelpies)'
    """
    match = _LIMIT.fullmatch(text)
    if match is None:
        msg = f"{FORM}; got {text!r}"
        raise LimitError(msg)
    of = match["of"]
    names = [] if of is None else [" ".join(part.split()) for part in of.split(",")]
    if of is not None and not all(names):
        msg = f"{FORM}; got {text!r}"
        raise LimitError(msg)
    figure = match["name"] + (f"({', '.join(names)})" if names else "")
    number = float(match["number"].replace("−", "-"))
    return Limit(" ".join(text.split()), figure, match["sign"], number, match["point"] is not None)


def check_name(limit: Limit, known: Iterable[str]) -> None:
    """Refuse a limit of a figure that does not exist.

    Parameters
    ----------
    limit
        The limit.
    known
        Names of figures; of those with contestants, all that there are.

    Raises
    ------
    LimitError
        The message names the nearest figure, and all of them.
    """
    names = list(known)
    if limit.figure not in names:
        plain = list(dict.fromkeys(re.sub(r"\(.*", "(A, B)", name) for name in names))
        msg = (
            f"{limit.text!r} names no figure: unknown {limit.figure!r}{nearest(limit.figure, names)}; "
            f"known: {', '.join(plain)}"
        )
        raise LimitError(msg)


def judge(limit: Limit, figures: Mapping[str, Interval]) -> Judged:
    """Return whether a limit is met.

    It is met if all of the figure's interval meets it, not met if none of it does, and otherwise not yet known. With
    ``estimate`` the estimate alone decides. A figure that was not measured is not yet known.
    """
    value = figures[limit.figure]
    holds = _SIGNS[limit.sign]
    ends = (value.estimate,) if limit.point else (value.low, value.high)
    if math.isnan(value.estimate) or any(math.isnan(end) for end in ends):
        return Judged(limit, Outcome.UNKNOWN, value)
    met = [bool(holds(end, limit.number)) for end in ends]
    outcome = Outcome.MET if all(met) else Outcome.UNKNOWN if any(met) else Outcome.NOT_MET
    return Judged(limit, outcome, value)


def worst(judged: Iterable[Judged]) -> Outcome:
    """Return the outcome of several limits together: not met, if one is not; met, if all are."""
    found = {one.outcome for one in judged}
    return next((o for o in (Outcome.NOT_MET, Outcome.UNKNOWN) if o in found), Outcome.MET)
