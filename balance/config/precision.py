"""The precision that a sweep is to reach."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from balance.config.base import Model

MOST_IN_ALL: Final = 1_000_000_000_000
FINEST: Final = 0.05
COARSEST: Final = 20.0


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
