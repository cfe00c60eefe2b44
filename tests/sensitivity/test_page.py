"""The page: what it says, what it escapes, and how it looks in a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from balance.reports import sensitivity_words as words
from balance.reports import wording as w
from balance.sensitivity import REPORT, Size
from balance.stats.results import Interval
from balance.stats.sensitivity import headlines as h
from balance.stats.sensitivity.results import Effect, HeadlineResult, Sensitivity, Verdict
from tests.sensitivity.planted import FACTIONS, VARIANTS, run, variant

HOSTILE = variant("<b>x</b>: <script>alert(1)</script>", factions={**FACTIONS, "florin": 6})
LONG = variant(f"{'x' * 30}: {'long ' * 12}", factions={**FACTIONS, "florin": 4})


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page") / "out"
    run(folder, size=Size(games=400), variants=(*VARIANTS, HOSTILE, LONG))
    return folder / REPORT


def test_verdicts_come_first_and_every_headline_has_its_chart(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.index('id="verdict"') < text.index('id="charts"') < text.index('id="changes"')
    assert text.count('role="img"') == 2 + len(FACTIONS) + 2
    assert "side: court only" in text.split("Not played at all", 1)[1].split("</p>", 1)[0]


def test_names_are_escaped(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text


def test_the_page_needs_no_network(page: Path) -> None:
    text = re.sub(r'xmlns(:\w+)?="[^"]*"', "", page.read_text(encoding="utf-8"))
    assert not re.search(r'(?:src|href)="(?!#|data:)', text)


@pytest.mark.parametrize(
    ("interval", "expected"),
    [
        (Interval(0.013, 0.009, 0.017, 4000), "+1.3 (+0.9 to +1.7)"),
        (Interval(-0.2, -0.25, -0.15, 400), "−20.0 (−25.0 to −15.0)"),
        (Interval(0.0001, 0.00002, 0.0002, 400), "+0.01 (0.00 to +0.02)"),
        (Interval(float("nan"), float("nan"), float("nan"), 0), "–"),
    ],
)
def test_changes_are_signed(interval: Interval, expected: str) -> None:
    assert w.change_cell(interval) == expected


def test_a_large_change_that_may_be_luck_is_not_called_the_largest_sure_one() -> None:
    base = Interval(0.02, 0.01, 0.03, 4000)
    lucky = Effect("lucky", h.SIDE, base, base, Interval(0.05, -0.01, 0.11, 40))
    sure = Effect("sure", h.SIDE, base, base, Interval(0.03, 0.02, 0.04, 4000), moved=True)
    found = HeadlineResult(h.SIDE, base, Verdict.STANDS, (), (), (), (lucky, sure))
    assert words.mover_words(found) == "Largest sure change: +3.0 (+2.0 to +4.0), sure."


def test_a_distance_from_even_that_may_be_none_starts_at_0() -> None:
    base = Interval(-0.02, -0.2, 0.16, 20)  # fresh games went the other way than those that picked the pair
    found = HeadlineResult(h.UNFAIRNESS, base, Verdict.NONE, (), (), (), ())
    # anything from 0.2 to one side to 0.16 to the other: 0 to 20 wins in 100 away from even
    sensitivity = Sensitivity((), (found,), (), (), ("ash", "oak"))
    assert words.claim(found, sensitivity, ("left", "right")) == (
        "The least fair pairing is 2 (0–20) wins in 100 away from even."
    )
