"""Numbers of games, as all configurations have them."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

MOST_GAMES: Final = 10_000_000
MOST_CELL_GAMES: Final = 1_000_000_000
"""Games of one cell, all turns of a setting together."""

Games = Annotated[int, Field(ge=1, le=MOST_GAMES)]
