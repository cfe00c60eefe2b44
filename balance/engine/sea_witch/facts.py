"""The names of what is counted of games, in the order of the counters (`kernels.counts`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from balance.engine.sea_witch.kernels import counts
from balance.engine.sea_witch.kernels.state import PLAYERS

PARTS: Final = ("early", "middle", "late")
FATES: Final = ("held", "played", "discarded")
ANY: Final = "a pact"
NUMBERS: Final = ("drawn", "played", "discarded", "held at the end")
SEATS: Final = ("player", "opponent")


def facts_of(pacts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return fact and key of each counter, for the pacts of a configuration in the order of their numbers.

    What is counted of a pact is counted of the first copy that `player` drew in that part of the game; of `a pact`,
    of the first pact that it drew then.
    """
    return tuple(_facts([*pacts, ANY]))


def _facts(pacts: Sequence[str]) -> Iterator[tuple[str, str]]:
    values = [str(counts.LOWEST_VALUE + number) for number in range(counts.VALUES)]
    points = [str(counts.LOWEST_POINTS + number) for number in range(counts.POINTS)]
    for pact in pacts:
        for part in PARTS:
            yield from ((f"what becomes of {pact}, drawn {part}", fate) for fate in FATES)
    for what in ("value of", "value when played of", "brought the others by"):
        for pact in pacts:
            for part in PARTS:
                yield from ((f"{what} {pact}, drawn {part}", value) for value in values)
    for whose in [*(f"seat {seat + 1}" for seat in range(PLAYERS)), *SEATS]:
        yield from ((f"points, {whose}", number) for number in points)
    yield from (("first place", f"seat {seat + 1}") for seat in range(PLAYERS))
    yield "first place", "shared"
    yield from (("place, player", str(place + 1)) for place in range(PLAYERS))
    for what in NUMBERS:
        for seat in SEATS:
            yield from ((f"pacts {what}, {seat}", str(number)) for number in range(counts.NUMBERS))
