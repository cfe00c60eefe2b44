"""Is a tweak better balanced? A pure function of the counts of paired games, asked at every look.

Old and new rules meet the same decks; what is counted of a game is its result under both. Formulas, sources and proofs:
`docs/statistics.md`, section "Tweaks".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from balance.stats.paired import Flags
from balance.stats.results import Interval
from balance.stats.tweak.counts import Goal as Goal
from balance.stats.tweak.counts import TweakCounts as TweakCounts
from balance.stats.tweak.overall import in_reach, overall
from balance.stats.tweak.pairs import Touched, pair_changes
from balance.stats.tweak.results import Cost, PairChange, Ranked, Ranking, TweakResult, TweakVerdict

LOOK_GAMES = 200
"""Fewest paired games of a pair before the first look: below, nothing but noise is to be seen."""


@dataclass(frozen=True)
class Wants:
    """Which games are still wanted.

    Parameters
    ----------
    pairs
        One per pair: whether it wants more games. While the overall verdict is open, all touched pairs do (add the
        games of all of them to `TweakCounts.common` too); afterwards only pairs without a verdict of their own that
        have fewer games than the largest number.
    overall
        Whether games are still wanted for the overall verdict: then all touched pairs are to be played as often.
    """

    pairs: Flags
    overall: bool


def judge(name: str, counts: TweakCounts, goal: Goal) -> TweakResult:
    """Return everything that the games tell of a tweak.

    May be asked after any number of games, as often as one likes: what is said at the look at which one stops is held
    at the goal's error rate.

    Parameters
    ----------
    name
        The tweak's.
    counts
        Games so far; none at all is allowed.
    goal
        What is wanted.

    Raises
    ------
    ValueError
        If the touched pairs have unlike numbers of games in `counts.common`.

    Notes
    -----
    Confidence sequences by betting: Waudby-Smith and Ramdas (2024), Journal of the Royal Statistical Society B 86,
    1–27. False discoveries: Wang and Ramdas (2022), Journal of the Royal Statistical Society B 84, 822–852.
    """
    touched = Touched.of(counts, goal)
    changes, level = pair_changes(touched, goal)
    return TweakResult(
        name=name,
        alpha=goal.alpha,
        level=level,
        material=goal.material,
        max_games=goal.max_games,
        touched=changes,
        identical=tuple(pair for pair, own in zip(counts.pairs, counts.touched, strict=True) if not own),
        overall=overall(counts, goal) if changes else None,
        cost=_cost(changes),
        tweaks=goal.tweaks,
    )


def _cost(changes: Sequence[PairChange]) -> Cost:
    """Return the games so far and those to the end."""
    paired = sum(change.games for change in changes)
    open_ones = [change.finish for change in changes if change.verdict is TweakVerdict.UNKNOWN]
    untold = [one.note for one in open_ones if one.games is None]
    if untold:
        return Cost(paired, None, f"{len(untold)} of {len(changes)} pairs: {untold[0]}")
    beyond = sum(bool(one.note) for one in open_ones)
    need = "needs" if beyond == 1 else "need"
    note = f"{beyond} of {len(changes)} pairings {need} more games than are allowed" if beyond else ""
    return Cost(paired, sum(one.games or 0 for one in open_ones), note)


def wants(result: TweakResult, counts: TweakCounts, goal: Goal) -> Wants:
    """Return which games are still wanted after a look; none once all is known or as many as allowed were played.

    Parameters
    ----------
    result
        What `judge` says of `counts`.
    counts, goal
        As given to `judge`.
    """
    pairs = np.zeros(len(counts.pairs), np.bool_)
    together = result.overall is not None and in_reach(result.overall, goal)
    pairs[counts.touched] = [
        together or (change.verdict is TweakVerdict.UNKNOWN and change.games < goal.max_games)
        for change in result.touched
    ]
    return Wants(pairs, together)


def rank(results: Sequence[TweakResult]) -> Ranking:
    """Return the tweaks of one run, the best balanced first, the base (named "") among them.

    By the change of the mean distance from the target. Each was judged at the error rate over the number of tweaks, so
    all the intervals hold at once, and so does every "surely better" that is read from them.

    Parameters
    ----------
    results
        One per tweak, judged with the same goal, whose `tweaks` is their number.
    """
    nothing = Interval(0.0, 0.0, 0.0, 0)
    entries: list[tuple[str, Interval, TweakResult | None]] = [("", nothing, None)]
    entries += [(one.name, one.overall.distance.change if one.overall else nothing, one) for one in results]
    entries.sort(key=lambda entry: (np.isnan(entry[1].estimate), entry[1].estimate, entry[0]))
    rows = []
    for place, (name, distance, result) in enumerate(entries, start=1):
        verdicts = [change.verdict for change in result.touched] if result else []
        found = result.overall if result else None
        rows.append(
            Ranked(
                place=place,
                name=name,
                distance=distance,
                verdict=found.verdict if found else TweakVerdict.SAME,
                behind=tuple(other for other, own, _ in entries if own.high < distance.low),
                better=verdicts.count(TweakVerdict.BETTER),
                worse=verdicts.count(TweakVerdict.WORSE),
                same=verdicts.count(TweakVerdict.SAME),
                unknown=verdicts.count(TweakVerdict.UNKNOWN),
                largest=found.new_worst if found else None,
            )
        )
    return Ranking(tuple(rows))
