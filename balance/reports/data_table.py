"""The one road of every table: text in, markup in a scrolling box out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl
from great_tables import GT, loc, style
from markupsafe import Markup, escape

from balance.reports import wording as w
from balance.stats.results import Interval

TALL = 14  # a longer table scrolls inside its own box
_OPENING = re.compile(r"<table[^>]*>")
_NEEDLESS = re.compile(
    r' headers="[^"]*"| (?:row|col)span="1"| class="gt_row gt_left(?: gt_stub)?"| id="[^"]*-stub-\d+"'
)
"""What each cell carries though no reader needs it: half of a page's size."""


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
    strong
        Per row, whether its first column and verdict are set bold.
    order
        Key of a column → one number a row (or None) that the column is sorted by; without it, its text.
    choices
        Keys of columns that a reader may filter by choosing among their few values.
    links
        Key of a column → one address a row, such as ``#pair-kelpies-selkies``; empty for none.
    """

    name: str
    caption: str
    columns: Mapping[str, str]
    rows: Sequence[Mapping[str, str]]
    numeric: Sequence[str] = ()
    bars: Mapping[str, Sequence[Interval | None]] = field(default_factory=dict)
    strong: Sequence[bool] = ()
    order: Mapping[str, Sequence[float | None]] = field(default_factory=dict)
    choices: Sequence[str] = ()
    links: Mapping[str, Sequence[str]] = field(default_factory=dict)


def to_html(table: Table) -> Markup:
    """Return a table as HTML in a box that scrolls on a narrow screen."""
    keys = list(table.columns)
    frame = pl.DataFrame(
        {key: [row.get(key, "") for row in table.rows] for key in keys}, schema=dict.fromkeys(keys, pl.String)
    )
    built: Any = GT(frame, rowname_col=keys[0], id=table.name).cols_label(
        cases={key: table.columns[key] for key in keys[1:]}
    )
    built = built.tab_stubhead(table.columns[keys[0]])
    if len(keys) > 1:
        built = built.cols_align(align="left", columns=keys[1:])
    numeric = [key for key in table.numeric if key in table.columns]
    if numeric:
        built = built.cols_align(align="right", columns=numeric)
    for key, intervals in table.bars.items():
        reach = _reach(intervals)
        for row, interval in enumerate(intervals):
            if interval is not None and w.known(interval):
                built = built.tab_style(style.css(_bar(interval, reach)), loc.body(columns=key, rows=[row]))
    for row, strong in enumerate(table.strong):
        if strong:
            built = built.tab_style(style.text(weight="bold"), loc.stub(rows=[row]))
    markup = str(built.as_raw_html())
    body = markup[markup.index("<table") : markup.rindex("</table>") + len("</table>")]
    caption = f"{table.name}-caption"
    opening = (
        f'<table class="gt_table" style="--columns:{len(keys)}">'
        f'<caption id="{caption}"><span>{escape(table.caption)}</span></caption>'
    )
    body = _OPENING.sub(lambda _: opening, _NEEDLESS.sub("", body).replace("    <t", "<t"), count=1)
    tall = " tall" if len(table.rows) > TALL else ""
    box = (
        f'<div class="scroll{tall}" role="region" tabindex="0" aria-labelledby="{caption}" id="{table.name}">'
    )
    return Markup(f"{box}{body}</div>")


def _reach(intervals: Sequence[Interval | None]) -> float:
    """Return how far from even the bars of a column must reach."""
    ends = [abs(end - w.EVEN) for i in intervals if i is not None and w.known(i) for end in (i.low, i.high)]
    return min(0.5, max([0.1, *ends]))


def _bar(interval: Interval, reach: float) -> str:
    """Place the ends of a bar across its cell, even in the middle."""
    low, high = (50 + 50 * (end - w.EVEN) / reach for end in (interval.low, interval.high))
    middle = (low + high) / 2
    return f"--low:{min(low, middle - 1):.1f}%;--high:{max(high, middle + 1):.1f}%"
