"""What each ability is worth to its owner: the same games with and without it (restricted play).

Jaffe, Miller, Andersen, Liu, Karlin and Popović (2012), "Evaluating competitive game balance with restricted play",
AIIDE 8. Formulas and coverage: `docs/statistics.md`, "What each ability is worth".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from balance.engine.system import Columns
from balance.stats.comparisons.abilities_results import (
    AbilityConclusion,
    AbilityEffect,
    AbilityStudy,
    OpponentLoss,
    Standing,
    Worth,
)
from balance.stats.comparisons.counts import Joint, joint, normalise
from balance.stats.entries import THIN, WIDEST
from balance.stats.intervals import LEVEL, Array
from balance.stats.paired import holm, moments, normal, two_sided, weighted_mean
from balance.stats.pooling import policy_pairs_of, with_policies
from balance.stats.results import Interval
from balance.sweep.paired import SHARES

RULES = "abilities"
LOSS: Array = SHARES[:, None] - SHARES[None, :]
"""What the first seat loses by the change, by its result before and after."""


@dataclass(frozen=True)
class Sample:
    """Paired games of an ability's owner, one stratum per opponent and seat.

    Parameters
    ----------
    opponents, seats
        Of each stratum: who the opponent is, and the owner's seat (0 or 1).
    shares, margins
        Games, mean and variance of what the owner loses in a game: win share, points.
    differing
        Games in which the owner's share of the win differed.
    """

    opponents: tuple[str, ...]
    seats: NDArray[np.int64]
    shares: tuple[Array, Array, Array]
    margins: tuple[Array, Array, Array]
    differing: NDArray[np.int64]

    def loss(self, used: NDArray[np.bool_] | None = None) -> Interval:
        """Return the mean loss over some strata (all by default), which weigh the same."""
        return _mean(self.shares, used)

    def margin(self) -> Interval:
        """Return the mean loss in points."""
        return replace(_mean(self.margins, None), note="")


def sample(found: Joint, contestant: str) -> Sample:
    """Return the games of a contestant's ability as its owner sees them.

    Parameters
    ----------
    found
        Keys are (first contestant, second contestant); the contestant is one of each.
    contestant
        The owner.
    """
    seats = np.array([int(first != contestant) for first, _ in found.keys], np.int64)
    sign = np.where(seats == 0, 1.0, -1.0)
    games, mean, spread = moments(found.counts, LOSS)
    total, squares = (found.margins[:, n].astype(np.float64) for n in range(2))
    many = np.maximum(games, 1.0)
    around = np.maximum(squares - total**2 / many, 0.0) / np.maximum(many - 1, 1.0)
    return Sample(
        opponents=tuple(key[1 - seat] for key, seat in zip(found.keys, seats, strict=True)),
        seats=seats,
        shares=(games, sign * mean, spread),
        margins=(games, -sign * total / many, np.where(games == 1, squares, around)),
        differing=found.counts[:, LOSS != 0].sum(axis=1),
    )


def study(
    comparisons: pl.DataFrame, *, columns: Columns, contestants: Sequence[str], abilities: Iterable[str] = ()
) -> AbilityStudy | None:
    """Return what each ability is worth under every pair of policies; None where none was switched off.

    Parameters
    ----------
    comparisons
        Rows of ``comparisons.parquet``.
    columns
        The system's column names.
    contestants
        Names in the order in which to list them.
    abilities
        Names in the order in which to list them; those left out come behind.
    """
    frame = normalise(comparisons, columns, RULES)
    if frame.is_empty():
        return None
    words = tuple(dict.fromkeys([*abilities, *sorted(frame["ability"].unique())]))
    policies = tuple(sorted(policy_pairs_of(frame)))
    parts = {
        names: with_policies(frame, names).partition_by("contestant", "ability", as_dict=True)
        for names in policies
    }
    effects = [
        _effect(sample(joint(parts[names][name, word], ("first", "second")), name), name, word, names)
        for name in contestants
        for word in words
        for names in policies
        if (name, word) in parts[names]
    ]
    judged = _judged(effects)
    return AbilityStudy(words, policies, judged, _conclusions(judged))


def _mean(found: tuple[Array, Array, Array], used: NDArray[np.bool_] | None) -> Interval:
    games, mean, spread = found
    kept = np.ones(len(games), np.bool_) if used is None else used
    weights = kept / max(1, int(kept.sum()))
    estimate, error = weighted_mean(games, mean, spread, weights)
    half = normal(estimate, error, float(games[kept].sum()))
    return replace(half, note=THIN) if half.high - half.low > WIDEST else half


def _effect(own: Sample, contestant: str, ability: str, policies: tuple[str, ...]) -> AbilityEffect:
    """Return one effect, not yet judged; `p_value` is that of its loss alone."""
    rivals = np.array(own.opponents)
    loss = own.loss()
    return AbilityEffect(
        contestant=contestant,
        ability=ability,
        policies=policies,
        loss=loss,
        as_first=own.loss(own.seats == 0),
        as_second=own.loss(own.seats == 1),
        opponents=tuple(
            OpponentLoss(name, own.loss(rivals == name)) for name in dict.fromkeys(own.opponents)
        ),
        margin=own.margin(),
        games=loss.games,
        differing=int(own.differing.sum()),
        worth=Worth.OPEN,
        p_value=float(two_sided(*weighted_mean(*own.shares, np.full(len(rivals), 1 / len(rivals))))),
    )


def _judged(effects: Sequence[AbilityEffect]) -> tuple[AbilityEffect, ...]:
    """Return the effects with what is sure of them, adjusted over all of them."""
    adjusted = holm([effect.p_value for effect in effects])
    judged = []
    for effect, p in zip(effects, adjusted, strict=True):
        sure = Worth.HELPS if effect.loss.estimate > 0 else Worth.HARMS
        judged.append(replace(effect, p_value=float(p), worth=sure if p <= 1 - LEVEL else Worth.OPEN))
    return tuple(judged)


def _conclusions(effects: Sequence[AbilityEffect]) -> tuple[AbilityConclusion, ...]:
    found = []
    for contestant, ability in dict.fromkeys((e.contestant, e.ability) for e in effects):
        own = [e for e in effects if (e.contestant, e.ability) == (contestant, ability)]
        under = {worth: tuple(e.policies for e in own if e.worth is worth) for worth in Worth}
        helps, harms, undecided = under[Worth.HELPS], under[Worth.HARMS], under[Worth.OPEN]
        if helps and harms:
            standing = Standing.TURNS
        elif not helps and not harms:
            standing = Standing.OPEN
        elif undecided:
            standing = Standing.PARTLY
        else:
            standing = Standing.HELPS if helps else Standing.HARMS
        found.append(AbilityConclusion(contestant, ability, standing, helps, harms, undecided))
    return tuple(found)
