"""The figures that ``--check`` may name, with their intervals, in points (wins in 100 games) or numbers of pairings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np

from balance.stats.intervals import Counts, share_interval
from balance.stats.limits import Limit
from balance.stats.results import Interval
from balance.stats.tweak.results import PairChange, Standing, TweakResult, TweakVerdict
from balance.sweep.paired import SHARES, Whole

OVERALL = ("mean_distance", "side_advantage", "tie_break")
MAX = "max_unfairness"
COUNTS = ("better", "worse", "same", "unknown", "outside_band")
OF_PAIRS = ("share", "distance")
NOT_PLAYED = Interval(math.nan, math.nan, math.nan, 0, "not played")


def names(contestants: Sequence[str]) -> list[str]:
    """Return the names of all figures of a run with these contestants."""
    levels = [f"{when}{name}" for name in (*OVERALL, MAX) for when in ("", "new_", "old_")]
    changes = [f"change_{name}" for name in OVERALL]
    pairs = [
        f"{when}({first}, {second})"
        for when in ("share", "new_share", "old_share", "change_share", "change_distance")
        for first, second in permutations(contestants, 2)
    ]
    return [*levels, *changes, *COUNTS, *pairs]


def need_others(limits: Iterable[Limit], touched: Iterable[tuple[str, str]]) -> bool:
    """Tell whether a limit is on a figure that pairings which the tweak does not touch bear on."""
    own = {f"({first}, {second})" for first, second in touched}
    return any(
        not limit.figure.startswith("change_")
        and limit.figure not in COUNTS
        and limit.figure[limit.figure.find("(") :] not in own
        for limit in limits
    )


def figures(result: TweakResult, others: Mapping[tuple[str, str], Whole]) -> dict[str, Interval]:
    """Return every figure of one tweak by name.

    Parameters
    ----------
    result
        What was found.
    others
        Results of the base in pairs that are not touched, where they were played.
    """
    found: dict[str, Interval] = {}
    overall = result.overall
    for name in OVERALL:
        one = None if overall is None else getattr(overall, name.removeprefix("mean_"))
        found[f"old_{name}"] = NOT_PLAYED if one is None else _points(one.old)
        found[name] = found[f"new_{name}"] = NOT_PLAYED if one is None else _points(one.new)
        found[f"change_{name}"] = Interval(0.0, 0.0, 0.0, 0) if one is None else _points(one.change)
    old, new = (None, None) if overall is None else (overall.old_worst, overall.new_worst)
    complete = all(pair in others for pair in result.identical)
    found[f"old_{MAX}"] = NOT_PLAYED if old is None or not complete else _points(old.distance)
    found[MAX] = found[f"new_{MAX}"] = NOT_PLAYED if new is None or not complete else _points(new.distance)
    found |= _counted(result)
    for change in result.touched:
        found |= _of_pair(change)
    for pair in result.identical:
        share = _share(others[pair], result.alpha / result.tweaks) if pair in others else NOT_PLAYED
        none = Interval(0.0, 0.0, 0.0, 0)
        at = f"({pair[0]}, {pair[1]})"
        found |= {f"{when}share{at}": share for when in ("", "new_", "old_")}
        found |= {f"change_share{at}": none, f"change_distance{at}": none}
    return found


def _of_pair(change: PairChange) -> dict[str, Interval]:
    at = f"({change.first}, {change.second})"
    new = _points(change.new)
    return {
        f"share{at}": new,
        f"new_share{at}": new,
        f"old_share{at}": _points(change.old),
        f"change_share{at}": _points(change.change),
        f"change_distance{at}": _points(change.distance),
    }


def _counted(result: TweakResult) -> dict[str, Interval]:
    """Return how many touched pairings have which verdict; open ones may still get any."""
    touched = result.touched
    open_ = sum(change.verdict is TweakVerdict.UNKNOWN for change in touched)
    found = {"unknown": Interval(open_, open_, open_, len(touched))}
    for name, verdict in (
        ("better", TweakVerdict.BETTER),
        ("worse", TweakVerdict.WORSE),
        ("same", TweakVerdict.SAME),
    ):
        number = sum(change.verdict is verdict for change in touched)
        found[name] = Interval(number, number, number + open_, len(touched))
    sure = sum(change.new_standing is Standing.OUTSIDE for change in touched)
    most = sum(change.new_standing is not Standing.INSIDE for change in touched)
    point = sum(not change.band[0] <= change.new.estimate <= change.band[1] for change in touched)
    found["outside_band"] = Interval(point, sure, most, len(touched))
    return found


def _share(counts: Whole, error: float) -> Interval:
    games = int(counts.sum())
    halves = int(counts[SHARES == 0.5].sum())
    of = Counts.of([int(counts[SHARES == 1].sum())], [games], [halves])
    low, high = share_interval(of, level=1 - error)
    return _points(Interval(float(of.share[0]), float(np.asarray(low)[0]), float(np.asarray(high)[0]), games))


def _points(value: Interval) -> Interval:
    return replace(value, estimate=100 * value.estimate, low=100 * value.low, high=100 * value.high)
