"""A file of one game, changed in one place, and what is said of it."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from balance.engine.pacts.record import write
from balance.engine.pacts.record.read import read_records
from balance.engine.pacts.record.verify import verify
from balance.engine.system import Cell
from balance.errors import RecordError
from tests.record.games import Line, Table, as_bytes
from tests.support import shipped


@cache
def record() -> list[Line]:
    """Return a game with a cube of the auction, its header first."""
    table = Table(shipped())
    cell = Cell(("dragons", "kelpies"), "standard", ("a", "b"), 1)
    return table.record(cell, 0, np.random.default_rng(1))


@cache
def whole() -> bytes:
    return as_bytes([write.configuration_line(shipped()), *record()])


def line_of(event: str) -> int:
    """Return the number of the first line with an event in the whole file."""
    return 2 + next(n for n, line in enumerate(record()) if line["event"] == event)


def verdict_on(content: bytes) -> str:
    """Return what is said of a file: nothing where all its records hold."""
    return "\n".join(v.text for v in verify(read_records(io.BytesIO(content), name="f")) if not v.holds)


def refusal(content: bytes) -> str:
    with pytest.raises(RecordError) as caught:
        verdict_on(content)
    text = str(caught.value)
    assert len(text) < 400
    assert text.isprintable()
    return text


def swapped(old: bytes, new: bytes) -> bytes:
    """Return the file with the first of something replaced."""
    assert old in whole()
    return whole().replace(old, new, 1)


def in_line(event: str, change: Callable[[bytes], bytes]) -> bytes:
    """Return the file with the first line of an event changed."""
    lines = whole().splitlines(keepends=True)
    place = line_of(event) - 1
    lines[place] = change(lines[place].rstrip(b"\n")) + b"\n"
    return b"".join(lines)
