"""The pairings model: side, strengths, interactions, settings and players, from counts of games."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from balance.stats.intervals import LEVEL
from balance.stats.pairings_results import PairingsFit, Ties


def fit_pairings(
    counts: pl.DataFrame,
    *,
    pooled: bool = True,
    side: bool = True,
    ties: Ties = Ties.HALF,
    reference: str | None = None,
    contestants: Sequence[str] | None = None,
    settings: Sequence[str] | None = None,
    prior: PairingsFit | None = None,
    level: float = LEVEL,
) -> PairingsFit:
    """Fit the pairings model to counts.

    Parameters
    ----------
    counts
        One row per kind of game, any order, rows of the same kind may repeat: `first`, `second` (contestants),
        `games`, `wins` (the first seat's); optional: `ties` (in neither side's wins; 0 by default), `setting`,
        `first_player` and `second_player` (both or neither: then skill terms enter). Mirrors (a contestant
        against itself) are left out of the fit and compared with it.
    pooled
        Partial pooling; else maximum likelihood with fixed effects of side, contestants and settings (players
        are pooled all the same: a person who never lost has no finite skill otherwise).
    side
        Whether there is a side term.
    ties
        What a tie counts as.
    reference
        The contestant at strength 0; strengths have mean 0 by default.
    contestants, settings
        All names, in the order in which to list them, with those that never played; as found by default.
    prior
        The pooled fit of another run (a simulated one) that these games are combined with.
    level
        Of the intervals.

    Raises
    ------
    FitError
        No games; a reference that is not among the contestants; by maximum likelihood: groups of contestants
        that never met, or contestants that only won or only lost, named.
    """
    raise NotImplementedError
