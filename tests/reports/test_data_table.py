"""A table as HTML: what stands beside a bar."""

from __future__ import annotations

from balance.reports.data_table import Table, to_html
from balance.stats.results import Interval


def table(texts: list[str]) -> Table:
    return Table(
        name="gains",
        caption="Gains.",
        columns={"who": "Who", "gain": "Gain"},
        rows=[{"who": str(place), "gain": text} for place, text in enumerate(texts)],
        bars={"gain": [Interval(0.4, 0.3, 0.5, 100)] * len(texts)},
    )


def test_a_column_with_a_text_longer_than_fits_beside_its_bar_gets_more_room_in_every_row() -> None:
    page = str(to_html(table(["57 (55–59)", "−38.1 (−38.8 to −37.3)"])))
    assert page.count('class="bar wide"') == 2


def test_short_texts_leave_the_bar_its_usual_room() -> None:
    page = str(to_html(table(["57 (55–59)", "84.1 (83.4–84.7)"])))
    assert "wide" not in page
