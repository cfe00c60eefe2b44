"""Games of a set of layouts → all that a report says of it: one function, `layout_study`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit

from balance.engine.system import Cell, SettingTurns
from balance.stats.intervals import LEVEL, Array
from balance.stats.layouts.beyond import Variance, drawn_variance, fixed_variance, pull
from balance.stats.layouts.design import Design
from balance.stats.layouts.effects import effects, enough
from balance.stats.layouts.mirrors import Mirror
from balance.stats.layouts.results import ContestantEffects, FarLayout, LayoutSetStudy
from balance.stats.layouts.scores import LayoutShares, pair_shares
from balance.stats.results import Interval

FURTHEST = 10
"""How many of the layouts furthest from even are named, unless told otherwise."""

SURE = 0.999
"""Level of the lower ends of variances in what is explained: it is told where layouts differ more than luck allows,
and there they look too large; those that barely passed are not believed."""

ALIKE = "luck explains all differences between these layouts"
SHARED = (
    "with hardly more than one game of a pairing on a layout, only what the pairings have in common counts as a "
    "difference between layouts; what is special to one of them counts as luck"
)
UNTOLD = "single games of a single pair do not tell luck from layouts"

Game = tuple[tuple[str, str], NDArray[np.int16]]


@dataclass(frozen=True)
class PlayedSet:
    """A set of layouts as it was played.

    Parameters
    ----------
    name
        The set.
    policies
        Who played, one policy per seat.
    turns
        The layouts in the order of their turns: game *i* of a pair is on row *i* modulo their number.
    mirrors
        The map's symmetries: number of a place → number of the place on which its piece lies in the mirror image.
    """

    name: str
    policies: tuple[str, ...]
    turns: SettingTurns
    mirrors: tuple[tuple[int, ...], ...] = ()

    @cached_property
    def design(self) -> Design:
        """The model of its layouts."""
        return Design(self.turns.order, len(self.turns.pieces))


class SetGames:
    """Takes in a set's games, one pair after the other, and says what they say.

    Holds a few arrays of the length of the set for each contestant, and never more than one pair's games.

    Parameters
    ----------
    plan
        What was played.
    contestants
        Names in the order in which to list them; tables are made of these alone.
    tie_to
        The seat that wins where scores are equal; None: half a win each.
    """

    def __init__(self, plan: PlayedSet, contestants: Sequence[str], tie_to: int | None) -> None:
        self.plan = plan
        self._tie_to = tie_to
        self._every = LayoutShares(plan.turns.size)
        self._own = {name: LayoutShares(plan.turns.size) for name in contestants}
        self._mirrors = [Mirror(plan.design, image) for image in plan.mirrors]

    def add(self, first: str, second: str, margins: NDArray[np.int16]) -> None:
        """Take in a pair's games: margins by number, first seat's points less second's; mirrors are left out."""
        if first == second or len(margins) == 0:
            return
        pair = pair_shares(margins, self.plan.turns.size, self._tie_to)
        self._every.add(pair)
        if first in self._own:
            self._own[first].add(pair)
        if second in self._own:
            self._own[second].add(pair, turned=True)
        for mirror in self._mirrors:
            mirror.add(pair.shares)

    def study(self, furthest: int = FURTHEST) -> LayoutSetStudy | None:
        """Return what the games say, with so many of the layouts furthest from even.

        None without a pair of different contestants, or with a single layout that all pairs have.
        """
        rows, every, turns = self._every.rows, self._every, self.plan.turns
        if every.pairs == 0 or rows < 2:
            return None
        whole = self.plan.design
        design = whole if rows == turns.size else Design(turns.order[:rows], whole.pieces)
        shares, luck = every.means(rows)
        fit, rank = _fit(design, shares)
        spread, explained = _spread(design, every, shares, fit, rank)
        padded = np.append(shares, np.full(turns.size - rows, math.nan))
        told = {name: own for name, own in self._own.items() if own.pairs}
        first, second = self.plan.policies
        return LayoutSetStudy(
            name=self.plan.name,
            policies=(first, second),
            places=turns.places,
            pieces=turns.pieces,
            size=turns.size,
            layouts=rows,
            complete=design.complete,
            pairs=every.pairs,
            games=every.games,
            share=_mean(design, turns.block, shares, float(luck.mean()), every.games),
            effects=effects(
                design,
                shares,
                float(luck.mean()),
                names=(turns.pieces, turns.places),
                tables=1,
                games=every.games,
            ),
            contestants=tuple(_contestant(turns, design, name, own, len(told)) for name, own in told.items()),
            spread=spread,
            explained=explained,
            furthest=_furthest(turns, design, every, (shares, luck, fit), rank, furthest),
            mirrors=tuple(
                mirror.check(padded, turns.places, symmetries=len(self._mirrors)) for mirror in self._mirrors
            ),
            note="" if every.within or every.pairs == 1 else SHARED,
        )


def layout_study(
    plan: PlayedSet,
    games: Iterable[Game],
    *,
    contestants: Sequence[str],
    tie_to: int | None,
    furthest: int = FURTHEST,
) -> LayoutSetStudy | None:
    """Return what games on a set of layouts say; see `SetGames`.

    Parameters
    ----------
    plan
        What was played.
    games
        Ordered pair of contestants and the margins of its games by number, one pair after the other.
    contestants, tie_to
        As of `SetGames`.
    furthest
        How many of the layouts furthest from even are named.
    """
    found = SetGames(plan, contestants, tie_to)
    for (first, second), margins in games:
        found.add(first, second, margins)
    return found.study(furthest)


def layout_studies(
    plans: Sequence[PlayedSet],
    games: Iterable[tuple[Cell, NDArray[np.int16]]],
    *,
    contestants: Sequence[str],
    tie_to: int | None,
    furthest: int = FURTHEST,
) -> tuple[LayoutSetStudy, ...]:
    """Return the study of each set, read from cells in any order; those of which nothing can be said are left out.

    Parameters
    ----------
    plans
        What was played.
    games
        Cells and the margins of their games by number; cells of other sets, or with a bid, are passed over.
    contestants, tie_to, furthest
        As of `layout_study`.
    """
    open_sets = {(plan.name, plan.policies): SetGames(plan, contestants, tie_to) for plan in plans}
    for cell, margins in games:
        own = open_sets.get((cell.setting, cell.policies))
        if own is not None and cell.bid == 0:
            first, second = cell.contestants
            own.add(first, second, margins)
    found = (own.study(furthest) for own in open_sets.values())
    return tuple(study for study in found if study is not None)


def _contestant(
    turns: SettingTurns, design: Design, name: str, own: LayoutShares, tables: int
) -> ContestantEffects:
    """Return one contestant's table."""
    shares, luck = own.means(design.layouts)
    mean = float(luck.mean())
    return ContestantEffects(
        contestant=name,
        share=_mean(design, turns.block, shares, mean, own.games),
        effects=effects(
            design, shares, mean, names=(turns.pieces, turns.places), tables=tables, games=own.games
        ),
    )


def _mean(design: Design, block: int, shares: Array, luck: float, games: int) -> Interval:
    """Return the mean share of all layouts: luck alone if these are all, else blocks, or layouts, are drawn as well."""
    value = float(shares.mean())
    size = block if len(shares) >= 2 * block else 1
    parts = shares[: len(shares) // size * size].reshape(-1, size).mean(axis=1)
    if design.complete:
        half = float(ndtri(0.5 + LEVEL / 2)) * math.sqrt(luck / len(shares))
    else:
        square = max(float(parts.var(ddof=1)) / len(parts), luck / len(shares))
        half = float(stdtrit(len(parts) - 1, 0.5 + LEVEL / 2)) * math.sqrt(square)
    return Interval(value, max(0.0, value - half), min(1.0, value + half), games)


def _fit(design: Design, shares: Array) -> tuple[Array, int]:
    """Return what pieces and places let expect of each layout, and how many things were estimated for it."""
    mean = np.full(len(shares), shares.mean())
    if not enough(design):
        return mean, 0
    return mean + design.fitted(design.coefficients(shares)), design.rank


def _spread(
    design: Design, sums: LayoutShares, shares: Array, fit: Array, rank: int
) -> tuple[Interval, Interval]:
    """Return the standard deviation of true shares, and which part of their variance the fit explains."""
    cases, games = len(shares), sums.games
    alone, known = sums.luck_alone(cases)
    mean = float(alone.mean())
    unknown = Interval(math.nan, 0.0, 1.0, games, ALIKE)
    if not sums.tells_luck:
        return Interval(math.nan, 0.0, math.nan, games, UNTOLD), Interval(math.nan, 0.0, 1.0, games, UNTOLD)
    total = float(((shares - shares.mean()) ** 2).sum())
    left, freedom = float(((shares - fit) ** 2).sum()), cases - 1 - rank
    if design.complete:
        whole = fixed_variance(total, cases - 1, mean, cases, known=known)
    else:
        whole = drawn_variance(total, cases - 1, mean, known=known)
    spread = Interval(math.sqrt(whole.value), math.sqrt(whole.low), math.sqrt(whole.high), games)
    if whole.low <= 0 or rank == 0:
        return spread, unknown
    (by_fit, beside), (low_fit, low_beside) = (
        _parts(design, (total - left, rank), (left, freedom), (mean, known), level)
        for level in (1 - (1 - LEVEL) / 2, SURE)
    )
    part = by_fit.value / max(by_fit.value + beside.value, 1e-300)
    low = low_fit.low / max(low_fit.low + beside.high, 1e-300)
    high = by_fit.high / max(by_fit.high + low_beside.low, 1e-300)
    return spread, Interval(part, min(low, part), max(high, part), games)


def _parts(
    design: Design, fit: tuple[float, int], rest: tuple[float, int], luck: tuple[float, float], level: float
) -> tuple[Variance, Variance]:
    """Return the variances by pieces and places, and beside them; each of squares and their degrees of freedom."""
    if design.complete:
        by_fit, beside = (
            fixed_variance(*part, luck[0], design.layouts, known=luck[1], level=level) for part in (fit, rest)
        )
        return by_fit, beside
    scatter, known = max((rest[0] / rest[1], float(rest[1])), luck)
    return (
        fixed_variance(*fit, scatter, design.layouts, known=known, level=level),
        drawn_variance(*rest, luck[0], known=luck[1], level=level),
    )


def _furthest(
    turns: SettingTurns,
    design: Design,
    sums: LayoutShares,
    seen: tuple[Array, Array, Array],
    rank: int,
    number: int,
) -> tuple[FarLayout, ...]:
    """Return the layouts whose expected share is furthest from even."""
    shares, luck, fit = seen
    mean, leverage = shares.mean(), design.leverages if rank else np.full(len(shares), 1 / len(shares))
    # two parts at right angles: what pieces and places let expect, and the rest; luck is as large in each direction
    # of both
    alone, known = sums.luck_alone(len(shares)) if sums.tells_luck else (luck, math.inf)
    expected, variance = np.full(len(shares), mean), alone / len(shares)
    for part, freedom, weight in (
        (fit - mean, rank, leverage - 1 / len(shares)),
        (shares - fit, len(shares) - 1 - rank, 1 - leverage),
    ):
        if freedom:
            moved = pull(float(part @ part), freedom, alone, known)
            expected = expected + moved.weight * part
            # what is picked lies where luck was taken for layouts: the weight may be larger by its own deviation
            believed = np.minimum(moved.weight + np.sqrt(moved.wobble), 1.0)
            variance = variance + believed * alone * weight + moved.wobble * part**2
    distance = np.round(np.abs(expected - 0.5), 12)  # equal ones go by row, whatever the last digits say
    rows = np.argsort(-distance, kind="stable")[:number].tolist()
    reach = float(ndtri(0.5 + LEVEL / 2))
    found = []
    for row in rows:
        half = reach * math.sqrt(luck[row])
        raw = float(shares[row])
        pieces = tuple(turns.pieces[piece] for piece in turns.order[row])
        games = sums.games_on(row)
        found.append(
            FarLayout(
                row=row,
                name=turns.name(row),
                pieces=pieces,
                raw=Interval(raw, max(0.0, raw - half), min(1.0, raw + half), games),
                shrunken=float(expected[row]),
                deviation=math.sqrt(variance[row]),
            )
        )
    return tuple(found)
