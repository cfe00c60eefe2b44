"""What a rule system's questions are answered with: rows of labels and quantities, each with its interval and unit."""

from __future__ import annotations

from dataclasses import dataclass

from balance.stats.results import Interval

IN_100 = "in 100"
"""The unit of shares: the interval itself is in 0–1, and is printed times 100."""


@dataclass(frozen=True)
class Value:
    """One quantity as it is printed.

    Parameters
    ----------
    interval
        In `unit`; a share, or a difference of shares, is in 0–1 and its unit is `IN_100`. Where too few games were
        played it holds no number but nan, and its note says so.
    unit
        What is counted: ``in 100``, ``points``, ``hits``.
    exact
        Whether it follows from the rules alone: both ends are the value, and no game was needed.
    signed
        Whether it is a change or a difference, which is printed with its sign.
    family
        How many intervals hold together at 95%, this one among them.
    """

    interval: Interval
    unit: str
    exact: bool = False
    signed: bool = False
    family: int = 1


@dataclass(frozen=True)
class Row:
    """One row of an answer's table.

    Parameters
    ----------
    labels
        What the row is of, one text for each of the answer's `labels`.
    values
        One for each of the answer's `quantities`; None where a quantity makes no sense in this row.
    """

    labels: tuple[str, ...]
    values: tuple[Value | None, ...]


@dataclass(frozen=True)
class Answer:
    """One question that a designer asks, and what a run says to it.

    Parameters
    ----------
    key
        Short, unique and stable: the address on the page and the key in files (``hits-to-agony``).
    title
        The question in the designer's words.
    sentences
        The answer: the verdict first. Numbers in them are printed by `balance.stats.questions.words.told`.
    labels
        Headings of the columns that say what a row is of.
    quantities
        Headings of the columns of quantities.
    rows
        The table; it may be empty.
    numbers
        Values that sentences tell and no row has; `balance.stats.questions.words.untold` finds what was forgotten.
    note
        What to bear in mind, such as what was assumed; may be empty.
    bar
        Which of `quantities` is drawn as a small bar, as its heading; empty for none.
    even
        Whether the drawn quantity is a share of wins, so that 50 in 100 is even.
    """

    key: str
    title: str
    sentences: tuple[str, ...]
    labels: tuple[str, ...] = ()
    quantities: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    numbers: tuple[Value, ...] = ()
    note: str = ""
    bar: str = ""
    even: bool = False

    def __post_init__(self) -> None:
        """Refuse a table whose rows do not fit its headings, and an answer that says nothing."""
        if not self.sentences:
            msg = f"answer {self.key!r}: no sentence"
            raise ValueError(msg)
        for row in self.rows:
            if len(row.labels) != len(self.labels) or len(row.values) != len(self.quantities):
                msg = f"answer {self.key!r}: a row {row.labels!r} does not fit the headings"
                raise ValueError(msg)
        if self.bar and self.bar not in self.quantities:
            msg = f"answer {self.key!r}: no quantity {self.bar!r} to draw"
            raise ValueError(msg)


def surely_above(value: Value, mark: float = 0.0) -> bool:
    """Tell whether a value's whole interval lies above a mark, which is in the interval's own unit (shares: 0–1)."""
    return value.interval.low > mark


def surely_below(value: Value, mark: float = 0.0) -> bool:
    """Tell whether a value's whole interval lies below a mark, which is in the interval's own unit (shares: 0–1)."""
    return value.interval.high < mark
