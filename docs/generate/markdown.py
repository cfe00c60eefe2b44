"""Tables of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    r"""Yield the lines of a table and an empty one.

    Examples
    --------
    >>> list(table(["key"], [["a|b"]]))
    ['| key |', '| --- |', '| a\\|b |', '']
    """
    for row in [head, ["---"] * len(head), *rows]:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
    yield ""
