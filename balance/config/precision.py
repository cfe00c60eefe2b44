"""The precision that a sweep is to reach."""

from __future__ import annotations

import math
from typing import Annotated, Final

from pydantic import Field

from balance.config.base import Model

MOST_IN_ALL: Final = 1_000_000_000_000
FINEST: Final = 0.05
COARSEST: Final = 20.0
_NORMAL: Final = 1.96  # 95% of a normal distribution lie so many standard deviations from its middle


class Precision(Model):
    """How narrow the intervals of the headline's pairs are to be: their games go on until they are."""

    points: Annotated[
        float,
        Field(
            ge=FINEST,
            le=COARSEST,
            allow_inf_nan=False,
            description="Wanted half width of each pairing's 95% interval, in wins in 100 games.",
        ),
    ]
    max_games: Annotated[int, Field(ge=1, le=MOST_IN_ALL)] | None = Field(
        default=None,
        description="The most games that these pairings may come to in all. Left out: no limit. The games of "
        "`policy_pairs` are played even if they are more.",
    )

    @property
    def half_width(self) -> float:
        """Half the width of an interval, in win share."""
        return self.points / 100

    def games_that_suffice(self, pairs: int) -> int:
        """Return how many games surely make the intervals of so many pairs as narrow as wanted, at any share.

        Examples
        --------
        >>> Precision(points=1.0).games_that_suffice(72) == 72 * 9604
        True
        """
        return pairs * math.ceil((_NORMAL / (2 * self.half_width)) ** 2)
