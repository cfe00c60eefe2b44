"""The one road of every table: text in, a plain HTML table in a scrolling box out; scripts make large ones sortable."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from balance.reports import wording as w
from balance.reports.templating import environment
from balance.stats.results import Interval

TALL = 14  # a longer table scrolls inside its own box
WIDE = 18  # characters that fit beside a bar; longer texts get more room
FEW = 6  # a table of so many rows is read at a glance: nothing to sort or search


@dataclass(frozen=True)
class Table:
    """What a table shows: text only, so that everything is escaped alike.

    Parameters
    ----------
    name
        Its id on the page.
    caption
        One sentence above it.
    columns
        Key → heading, in order; the first column heads the rows.
    rows
        Key → text.
    numeric
        Keys of the columns set flush right; those that the table does not have are passed over.
    bars
        Key of a column → one interval a row (or None), drawn as a bar with even in the middle.
    bare
        Keys of columns of bars whose middle means nothing, and is not marked.
    strong
        Per row, whether its first column and verdict are set bold.
    order
        Key of a column → one number a row (or None) that the column is sorted by. Without it: a bar's estimate; where
        all texts of the column begin with a number, that number; else the text.
    choices
        Keys of columns that a reader may filter by choosing among their few values.
    links
        Key of a column → one address a row, such as ``#pair-kelpies-v-selkies``; empty for none.
    plain
        Never sorted or searched, however long, and so without what that needs.
    """

    name: str
    caption: str
    columns: Mapping[str, str]
    rows: Sequence[Mapping[str, str]]
    numeric: Sequence[str] = ()
    bars: Mapping[str, Sequence[Interval | None]] = field(default_factory=dict)
    bare: Sequence[str] = ()
    strong: Sequence[bool] = ()
    order: Mapping[str, Sequence[float | None]] = field(default_factory=dict)
    choices: Sequence[str] = ()
    links: Mapping[str, Sequence[str]] = field(default_factory=dict)
    plain: bool = False

    @property
    def orders(self) -> dict[str, Sequence[float | None]]:
        """What each column of numbers is sorted by; nothing where it cannot be sorted."""
        if not self.sortable:
            return {}
        found: dict[str, Sequence[float | None]] = {}
        for key in self.columns:
            texts = [text for row in self.rows if (text := row.get(key, "")) not in ("", w.NOTHING)]
            if key in self.numeric or (texts and None not in map(leading, texts)):
                found[key] = [leading(row.get(key, "")) for row in self.rows]
        bars = {key: [None if i is None else i.estimate for i in bar] for key, bar in self.bars.items()}
        return {**found, **bars, **self.order}

    @property
    def sortable(self) -> bool:
        """Whether a reader can sort and search it, where scripts run."""
        return not self.plain and len(self.rows) > FEW

    @property
    def numbers(self) -> bool:
        """Whether all columns but the first are numeric, so that the table says it once for all its cells."""
        return len(self.columns) > 1 and set([*self.columns][1:]) <= set(self.numeric)

    @property
    def tall(self) -> bool:
        """Whether it scrolls inside its own box."""
        return len(self.rows) > TALL


@dataclass(frozen=True)
class Cell:
    """What one cell shows.

    Parameters
    ----------
    text
        All that is read.
    kind
        Its classes in the style sheet.
    bar
        Where a bar lies, as a style; empty for none.
    order
        What it is sorted by, empty for no number; None where the column is sorted by its texts. The sorter looks at the
        first row alone to learn that a column has it, so every cell of such a column does.
    link
        Where it leads, empty for nowhere.
    """

    text: str
    kind: str
    bar: str
    order: str | None
    link: str


def to_html(table: Table) -> Markup:
    """Return a table as HTML in a box that scrolls on a narrow screen."""
    return Markup(
        environment().get_template("table.html").render(table=table, rows=_rows(table))
    )  # escapes all


def leading(text: str) -> float | None:
    """Return the number that a text begins with.

    Examples
    --------
    >>> (
    ...     leading("−10.2 (−10.6 to −9.9)"),
    ...     leading("1,560 of 3,000"),
    ...     leading("< 0.01"),
    ...     leading("+3"),
    ...     leading("–"),
    ... )
    (-10.2, 1560.0, 0.01, 3.0, None)
    """
    first, *_ = [*text.lstrip("<≥ ").split(), ""]
    try:
        return float(first.replace("−", "-").replace(",", "").rstrip("%"))
    except ValueError:
        return None


def _rows(table: Table) -> Iterator[list[Cell]]:
    """Yield the cells of each row."""
    orders, numeric = table.orders, () if table.numbers else table.numeric
    reaches = {key: _reach(intervals) for key, intervals in table.bars.items()}
    wide = {key for key in table.bars if any(len(row.get(key, "")) > WIDE for row in table.rows)}
    strong = table.strong or [False] * len(table.rows)
    for place, row in enumerate(table.rows):
        cells: list[Cell] = []
        for key in table.columns:
            bar = table.bars[key][place] if key in table.bars else None
            drawn = bar is not None and w.known(bar)
            kinds = {
                "number": key in numeric,
                "bar": drawn,
                "wide": drawn and key in wide,
                "bare": drawn and key in table.bare,
                "strong": strong[place] and not cells,
            }
            cells.append(
                Cell(
                    text=row.get(key, ""),
                    kind=" ".join(kind for kind, holds in kinds.items() if holds),
                    bar=_bar(bar, reaches[key]) if bar is not None and drawn else "",
                    order=_order(orders[key][place]) if key in orders else None,
                    link=table.links[key][place] if key in table.links else "",
                )
            )
        yield cells


def _order(value: float | None) -> str:
    """Return what a cell is sorted by; six digits are enough, and short."""
    return "" if value is None or math.isnan(value) else f"{value:.6g}"


def _reach(intervals: Sequence[Interval | None]) -> float:
    """Return how far from even the bars of a column must reach."""
    ends = [abs(end - w.EVEN) for i in intervals if i is not None and w.known(i) for end in (i.low, i.high)]
    return min(0.5, max([0.1, *ends]))


def _bar(interval: Interval, reach: float) -> str:
    """Place the ends of a bar across its cell, even in the middle."""
    low, high = (50 + 50 * (end - w.EVEN) / reach for end in (interval.low, interval.high))
    middle = (low + high) / 2
    return f"--low:{min(low, middle - 1):.1f}%;--high:{max(high, middle + 1):.1f}%"
