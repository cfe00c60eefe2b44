"""What a tweak check found, in sentences: is it better balanced, by how much, how sure, at what cost."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from balance.reports import wording as w
from balance.reports.before_after import MARKS, ORDER, mean_sentence, ordered, pair_sentence, percent
from balance.stats.tweak.results import (
    Cost,
    Finish,
    Overall,
    Ranked,
    Ranking,
    TweakResult,
    TweakVerdict,
)

BASE = "the base, unchanged"
MOST_LINES = 24
"""Pairs that a terminal lists one by one; beyond that those with a verdict of better or worse."""


def roughly(games: int) -> str:
    """Return a forecast number of games to two figures.

    Examples
    --------
    >>> roughly(7), roughly(1234), roughly(187_000)
    ('7', '1,200', '190,000')
    """
    if games < 100:
        return f"{games:,}"
    step = 10 ** (math.floor(math.log10(games)) - 1)
    return f"{round(games / step) * step:,}"


def counted(result: TweakResult) -> dict[TweakVerdict, int]:
    """Return how many touched pairs have each verdict."""
    verdicts = [pair.verdict for pair in result.touched]
    return {verdict: verdicts.count(verdict) for verdict in ORDER}


def counts_sentence(result: TweakResult) -> str:
    """Say how many pairings the tweak touches and what became of them."""
    same = len(result.identical)
    proved = f"{w.count(same, 'pairing')} proved identical." if same else "No pairing is left as it was."
    if result.gone:
        proved += f" {w.count(len(result.gone), 'pairing')} no longer dealt, left out of every figure."
    if not result.touched:
        return f"The tweak touches no pairing: {proved}"
    parts = [f"{number} {verdict}" for verdict, number in counted(result).items() if number]
    return f"Of {w.count(len(result.touched), 'pairing')} that it touches: {w.listing(parts)}. {proved}"


def overall_sentence(result: TweakResult) -> str:
    """Say what the tweak does to all pairings together."""
    overall = result.overall
    if overall is None:
        left = "that are still dealt " if result.gone else ""
        return f"Nothing changes in games without bids: the rules of all pairings {left}are the same."
    return mean_sentence(
        overall.verdict,
        overall.distance.change,
        pairings=len(result.touched) + len(result.identical),
        material=overall.material,
        sure=percent(result.alpha / result.tweaks),
    )


def cost_sentence(cost: Cost) -> str:
    """Say what was played and what finishing would cost."""
    so_far = f"Cost so far: {w.count(cost.paired, 'paired game')}, each played under both rules."
    note = f" ({cost.note})" if cost.note else ""
    if cost.finish is None:
        return f"{so_far} What finishing would cost cannot be said{note}."
    if cost.finish == 0:
        return f"{so_far} Every pairing has its verdict."
    return f"{so_far} Finishing would take about {roughly(cost.finish)} more{note}."


def finish_words(finish: Finish) -> str:
    """Say in few words what one pairing's verdict would still cost."""
    if finish.games is None:
        return finish.note or "cannot be said"
    if finish.games == 0:
        return "done"
    claim = "" if finish.claim is TweakVerdict.UNKNOWN else f" for “{finish.claim}”"
    note = f"; {finish.note}" if finish.note else ""
    return f"about {roughly(finish.games)}{claim}{note}"


def tweak_name(name: str) -> str:
    """Return a tweak as a table prints it; the base has no name."""
    return name or BASE


def rank_sentence(ranking: Ranking) -> str:
    """Name the best tweak, as surely as it is known."""
    best, *others = ranking.rows
    change = w.change_cell(best.distance)
    ahead = [other for other in others if best.name in other.behind]
    name = f"“{best.name}”" if best.name else BASE[0].upper() + BASE[1:]
    size = f" (mean distance {change} in 100)" if best.name else ""
    if len(ahead) == len(others):
        return f"{name} is surely the best of all{size}."
    open_yet = [_quoted(other) for other in others if other not in ahead]
    return f"{name} comes first{size}, but is not surely better than {w.listing(open_yet, 'or')}."


def _quoted(row: Ranked) -> str:
    return f"“{row.name}”" if row.name else BASE


def largest_sentence(overall: Overall, seats: Sequence[str]) -> str:
    """Name the least balanced pairing before and after."""
    old, new = overall.old_worst, overall.new_worst
    if old is None or new is None:
        return (
            "The least balanced pairing is not known: pairings that the tweak cannot touch were not played."
        )
    if (old.first, old.second) == (new.first, new.second):
        cells = f"{w.rate_cell(old.distance)} and {w.rate_cell(new.distance)}"
        named = w.pairing(old.first, old.second, seats)
        return f"Least balanced before and after: {named}, {cells} in 100 from its target."
    words = [
        f"{w.pairing(one.first, one.second, seats)}, {w.rate_cell(one.distance)} in 100 from its target"
        for one in (old, new)
    ]
    return f"Least balanced before: {words[0]}; after: {words[1]}."


def headline(
    results: Sequence[TweakResult], ranking: Ranking | None, manifest: Mapping[str, Any]
) -> tuple[str, ...]:
    """Return what was found, for a terminal: overall first, then pairing by pairing, then the cost.

    Parameters
    ----------
    results
        One per tweak.
    ranking
        All of them, where there are several.
    manifest
        The run's; the names of the seats are read.
    """
    seats = w.seats_of(manifest)
    lines = [rank_sentence(ranking)] if ranking is not None and len(ranking.rows) > 1 else []
    for result in results:
        shown = ordered(result.touched)
        if len(shown) > MOST_LINES:
            shown = [pair for pair in shown if pair.verdict in (TweakVerdict.BETTER, TweakVerdict.WORSE)]
            shown = shown[:MOST_LINES]
        lines += [
            f"{result.name}: {overall_sentence(result)}",
            counts_sentence(result),
            *(f"  {MARKS[pair.verdict]} {pair_sentence(pair, seats)}" for pair in shown),
            cost_sentence(result.cost),
        ]
    return tuple(lines)
