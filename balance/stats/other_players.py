"""Does each conclusion hold for other players: every policy against itself, on the same settings and pairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

import numpy as np
import polars as pl

from balance.stats.entries import entries, mean_entry
from balance.stats.intervals import LEVEL, Array, Counts, benjamini_hochberg, even_p_value, mean_p_value
from balance.stats.matrix import PAIR, Matrix
from balance.stats.paired import holm
from balance.stats.pooling import policy_pairs_of, pool, with_policies
from balance.stats.results import Agreement, Claim, Conclusion, Interval, Mark
from balance.stats.skill_marks import marks
from balance.stats.strengths import seat_counts, strengths

Adjust = Callable[[Array], Array]


def self_play(frame: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Return policy → rows of its play against itself, on the settings that all these policies played.

    Empty with fewer than two such policies. `frame` is normalised, bid 0, without mirrors.
    """
    names = [first for first, second in policy_pairs_of(frame) if first == second]
    parts = {name: with_policies(frame, (name, name)) for name in names}
    if len(parts) < 2:
        return {}
    common = reduce(set.__and__, (set(part["setting"]) for part in parts.values()))
    return {name: part.filter(pl.col("setting").is_in(list(common))) for name, part in parts.items()}


def agreements(frame: pl.DataFrame, *, contestants: Sequence[str], tie_break: str) -> tuple[Agreement, ...]:
    """Return, for each pair, whether every policy's play against itself favours the same seat.

    Only skill differs: see `self_play`, which says what `frame` is. That they surely do, or surely do not, is
    judged over all pairs together (Benjamini and Hochberg).
    """
    parts = {name: Matrix(pool(part, PAIR), tie_break) for name, part in self_play(frame).items()}
    table = {
        name: dict(zip(matrix.pairs, entries(matrix.counts), strict=True)) for name, matrix in parts.items()
    }
    tests = {
        name: dict(
            zip(matrix.pairs, even_p_value(matrix.counts.wins, matrix.counts.losses).tolist(), strict=True)
        )
        for name, matrix in parts.items()
    }
    found = []
    for pair in ((first, second) for first in contestants for second in contestants if first != second):
        seen = {name: own[pair] for name, own in table.items() if pair in own}
        if len(seen) > 1:
            found.append((pair, seen))
    judged = _marks(
        [seen for _, seen in found],
        [{name: tests[name][pair] for name in seen} for pair, seen in found],
        benjamini_hochberg,
    )
    return tuple(
        Agreement(
            *pair,
            shares=seen,
            agrees=len({np.sign(one.estimate - 0.5) for one in seen.values()}) == 1,
            contradicts=mark is Mark.DEPENDS,
            mark=mark,
        )
        for (pair, seen), mark in zip(found, judged, strict=True)
    )


def conclusions(
    frame: pl.DataFrame,
    *,
    contestants: Sequence[str],
    tie_break: str,
    settings: Sequence[str],
    strongest: str | None,
    least_fair: tuple[str, str] | None,
) -> tuple[Conclusion, ...]:
    """Return the main conclusions under every self-play policy: sides, tie-break, least fair pair, strengths, settings.

    Parameters
    ----------
    frame
        As in `self_play`.
    contestants, settings
        In the order in which to list them.
    tie_break
        The rule in force.
    strongest, least_fair
        What the headline says is the strongest contestant and the least fair pair.
    """
    parts = self_play(frame)
    if not parts:
        return ()
    pairs = reduce(set.__and__, (set(part.select(PAIR).iter_rows()) for part in parts.values()))
    same = pl.DataFrame(sorted(pairs), schema=dict.fromkeys(PAIR, pl.String), orient="row")
    parts = {name: part.join(same, on=PAIR, how="semi") for name, part in parts.items()}
    if not pairs:
        return ()
    matrices = {name: Matrix(pool(part, PAIR), tie_break) for name, part in parts.items()}
    return (
        *_means(Claim.SIDE, [((), {name: one.counts for name, one in matrices.items()})], None),
        *_tie_break(matrices, tie_break),
        *_least_fair(matrices, least_fair, len(pairs)),
        *_strongest(matrices, contestants, strongest),
        *_strengths(matrices, contestants),
        *_settings(parts, settings, tie_break),
    )


def _marks(
    values: Sequence[dict[str, Interval]],
    p_values: Sequence[dict[str, float]],
    adjust: Adjust | None,
    even: float = 0.5,
) -> list[Mark]:
    """Return marks of conclusions that not every policy need have."""
    names = list(dict.fromkeys(name for one in values for name in one))
    estimates = np.array([[v[n].estimate - even if n in v else np.nan for v in values] for n in names])
    tests = np.array([[p.get(n, 1.0) for p in p_values] for n in names])
    return marks(estimates, tests, adjust)


def _means(
    claim: Claim, counted: Sequence[tuple[tuple[str, ...], dict[str, Counts]]], adjust: Adjust | None
) -> list[Conclusion]:
    """Return conclusions on whether a mean share lies above or below even."""
    values = [{name: mean_entry(one) for name, one in counts.items()} for _, counts in counted]
    tests = [{name: float(mean_p_value(one)) for name, one in counts.items()} for _, counts in counted]
    return [
        Conclusion(claim, names, value, mark)
        for (names, _), value, mark in zip(counted, values, _marks(values, tests, adjust), strict=True)
    ]


def _tie_break(matrices: dict[str, Matrix], tie_break: str) -> list[Conclusion]:
    """Return whether the tie-break is worth something: one level game proves it."""
    if tie_break == "shared":
        return []
    rates = {name: mean_entry(matrix.ties) for name, matrix in matrices.items()}
    values = {
        name: Interval(rate.estimate / 2, rate.low / 2, rate.high / 2, rate.games)
        for name, rate in rates.items()
    }
    tests = {name: 0.0 if value.estimate > 0 else 1.0 for name, value in values.items()}
    return [Conclusion(Claim.TIE_BREAK, (), values, *_marks([values], [tests], None, even=0.0))]


def _least_fair(matrices: dict[str, Matrix], pair: tuple[str, str] | None, pairs: int) -> list[Conclusion]:
    """Return whether the headline's least fair pair favours the same side; it was picked, which all tests allow for."""
    if pair is None or not all(pair in matrix.index for matrix in matrices.values()):
        return []
    counts = {name: matrix.counts.take([matrix.index[pair]]) for name, matrix in matrices.items()}
    values = {name: entries(one)[0] for name, one in counts.items()}
    tests = {
        name: 1 - (1 - float(even_p_value(one.wins, one.losses)[0])) ** pairs for name, one in counts.items()
    }
    return [Conclusion(Claim.LEAST_FAIR, pair, values, *_marks([values], [tests], None))]


def _strongest(
    matrices: dict[str, Matrix], contestants: Sequence[str], strongest: str | None
) -> list[Conclusion]:
    """Return whether the headline's strongest contestant ranks first; all ranges of ranks hold together at 95%."""
    level = LEVEL ** (1 / len(matrices))
    ranks = {}
    for name, matrix in matrices.items():
        rows = [one for one in strengths(matrix, contestants, level=level) if one.ranks is not None]
        for place, row in enumerate(rows, start=1):
            if row.name == strongest and row.ranks is not None:
                ranks[name] = Interval(place, *row.ranks, row.strength.games)
    if strongest is None or len(ranks) < len(matrices):
        return []
    first = [rank.high == 1 for rank in ranks.values()]
    lower = any(rank.low > 1 for rank in ranks.values())
    mark = Mark.AGREES if all(first) else Mark.DEPENDS if any(first) and lower else Mark.OPEN
    return [Conclusion(Claim.STRONGEST, (strongest,), ranks, mark)]


def _strengths(matrices: dict[str, Matrix], contestants: Sequence[str]) -> list[Conclusion]:
    """Return whether each contestant is above or below even (Holm over the contestants)."""
    counted = []
    for one in contestants:
        own = {}
        for name, matrix in matrices.items():
            first, second = seat_counts(matrix, one, contestants)
            if first.games.size:
                own[name] = first.joined(second)
        if len(own) > 1:
            counted.append(((one,), own))
    return _means(Claim.STRENGTH, counted, holm)


def _settings(parts: dict[str, pl.DataFrame], settings: Sequence[str], tie_break: str) -> list[Conclusion]:
    """Return which side each setting favours (Benjamini and Hochberg over the settings)."""
    rows = {
        name: pool(part, ("setting", *PAIR)).partition_by("setting", as_dict=True)
        for name, part in parts.items()
    }
    counted: list[tuple[tuple[str, ...], dict[str, Counts]]] = []
    for setting in settings:
        own = {
            name: Matrix(found[setting,], tie_break).counts
            for name, found in rows.items()
            if (setting,) in found
        }
        if len(own) > 1:
            counted.append(((setting,), own))
    return _means(Claim.SETTING, counted, benjamini_hochberg)
