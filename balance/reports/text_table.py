"""A table as a terminal shows it: rows of text; who prints it decides how it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class TextTable:
    """Rows of text under a head.

    Parameters
    ----------
    head
        The columns' names; all empty: the table has no head.
    rows
        One text for each column.
    title, note
        A line above the table and one below it.
    right
        Places of the columns set flush right, such as those of numbers.
    """

    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    title: str = ""
    note: str = ""
    right: tuple[int, ...] = ()
