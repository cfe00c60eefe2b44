"""The precision that a sweep is to reach."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from balance.config.base import Model

MOST_IN_ALL: Final = 1_000_000_000_000
FINEST: Final = 0.05
COARSEST: Final = 20.0


class Precision(Model):
    """How narrow the intervals of the headline's pairs are to be: their games go on until they are.

    Parameters
    ----------
    points
        Wanted half width of each pair's 95% interval, in wins in 100 games.
    max_games
        The most games that these pairs may come to in all; None is no limit. The games of `policy_pairs` are played
        even if they are more.
    """

    points: Annotated[float, Field(ge=FINEST, le=COARSEST, allow_inf_nan=False)]
    max_games: Annotated[int, Field(ge=1, le=MOST_IN_ALL)] | None = None

    @property
    def half_width(self) -> float:
        """Half the width of an interval, in win share."""
        return self.points / 100
