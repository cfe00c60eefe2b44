"""Positions told as the lines that the writer makes of them: quicker to make, and to compare, than events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from balance.engine.pacts.describe import SIDES
from balance.engine.pacts.record.events import Teller
from balance.engine.pacts.record.path import Path
from balance.engine.pacts.record.write import as_json
from balance.engine.pacts.tables import Names


class LineTeller(Teller):
    """Tells the games of one pair as events, but each position as the bytes of its line, without the line's end.

    Parameters
    ----------
    rules, names
        The pair's rules record (array of length 1) and the names behind it.
    """

    def __init__(self, rules: NDArray[Any], names: Names) -> None:
        super().__init__(rules, names)
        self._line = _pattern(names)
        self._lying: dict[tuple[int, ...], bytes] = {}

    def _position(self, path: Path, step: int, score: Sequence[int]) -> bytes:
        held = path.held
        seelie, unseelie = held["cubes"][step]
        tiles = tuple(held["tiles"][step])
        if tiles not in self._lying:
            self._lying[tiles] = as_json(self._tiles(tiles)).encode()
        return self._line % (*seelie, *unseelie, *held["supply"][step], *score, self._lying[tiles])


def _pattern(names: Names) -> bytes:
    """Return the line of a position with places for its numbers (cubes, supply, score) and for its tiles."""
    of_regions = _object(dict.fromkeys(names.regions, "%d"))
    of_sides = _object(dict.fromkeys(SIDES, "%d"))
    cubes = _object(dict.fromkeys(SIDES, of_regions))
    event = {"event": '"position"', "cubes": cubes, "supply": of_sides, "score": of_sides, "tiles": "%b"}
    return _object(event).encode()


def _object(parts: dict[str, str]) -> str:
    """Return an object of JSON as a pattern, from the patterns of its values."""
    keys = [as_json(key).replace("%", "%%") for key in parts]
    return f"{{{', '.join(f'{key}: {part}' for key, part in zip(keys, parts.values(), strict=True))}}}"


__all__ = ["LineTeller"]
