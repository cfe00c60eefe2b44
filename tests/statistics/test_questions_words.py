"""What questions print: numbers with their intervals, tables, and sentences that name the largest few."""

from __future__ import annotations

from typing import Any

import pytest

from balance.reports.sections.blocks import Block
from balance.reports.sections.questions import section
from balance.stats.questions import (
    IN_100,
    Answer,
    Row,
    Value,
    cell,
    exact,
    mean_of,
    ranked,
    told,
    untold,
    value,
)
from balance.stats.results import Interval
from tests.statistics.asked import won


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (value(won(15, 148), IN_100), "10 (6–16)"),
        (value(won(15, 148), IN_100, signed=True), "+10.1 (+6.2 to +16.0)"),
        (value(won(296, 592), IN_100), "50 (46–54)"),
        (value(mean_of({-9: 300, -7: 300}, ["a"]), "points"), "−8.0 (−8.1 to −7.9)"),
        (value(won(0, 100_000), IN_100), "< 0.01"),  # up to 0.004
        (value(won(100_000, 100_000), IN_100), "≥ 99.99"),
        (value(won(0, 10_000), IN_100), "0.00 (0.00–0.04)"),
        (exact(0.25, IN_100), "25"),
        (exact(-1.5, "points", signed=True), "−1.5"),
        (exact(2 / 3, "hits"), "0.667"),
        (None, "–"),
    ],
)
def test_values_are_printed_with_their_intervals(shown: Any, text: str) -> None:
    assert cell(shown) == text


def test_almost_none_is_told_in_words() -> None:
    assert told(value(won(0, 100_000), IN_100)) == "less than 0.01 in 100"


@pytest.mark.parametrize(
    ("low", "estimate", "high", "text"),
    [
        (0.0, 0.0, 0.0271, "0 in 100 (at most 3)"),
        (0.0, 0.0, 0.0004, "0 in 100 (at most 0.04)"),
        (0.0, 0.0, 0.00003, "less than 0.01 in 100"),
        (0.9729, 1.0, 1.0, "100 in 100 (at least 97)"),
        (0.99997, 1.0, 1.0, "at least 99.99 in 100"),
        (0.0, 0.001, 0.02, "0 (0–2) in 100"),
    ],
)
def test_what_never_or_always_happened_is_told_by_its_limit(
    low: float, estimate: float, high: float, text: str
) -> None:
    assert told(Value(Interval(estimate, low, high, 1000), IN_100)) == text


def test_the_largest_few_are_named_and_the_others_counted() -> None:
    found = [(name, exact(number, "wins")) for name, number in zip("abcde", (1, -9, 3, 2, 8), strict=True)]
    assert ranked(found) == "b (-9 wins), e (8 wins), c (3 wins) and 2 more".replace("-", "−")
    # four stay four: "1 more" is no shorter than a name
    assert ranked(found[1:]) == "b (−9 wins), e (8 wins), c (3 wins) and d (2 wins)"
    assert ranked(found[:1]) == "a (1 wins)"


def test_a_table_says_whether_it_has_intervals_and_a_note_is_not_said_twice() -> None:
    by_rule = Row(("plate",), (exact(8, "hits"),))
    played = Row(("latex",), (Value(Interval(7.0, 6.0, 8.0, 100), "hits", family=2),))

    def shown(rows: tuple[Row, ...], note: str = "") -> Block:
        answer = Answer(
            "armour", "What?", ("Much.",), labels=("Suit",), quantities=("Hits",), rows=rows, note=note
        )
        return section([answer]).blocks[1]

    def caption(rows: tuple[Row, ...]) -> str:
        table = shown(rows).table
        return "" if table is None else table.caption

    assert caption((by_rule,)) == "By suit."
    assert caption((by_rule, played)) == "By suit, with 95% intervals."
    assert shown((played,)).paragraphs[1:] == (
        "The intervals under “Hits” hold together: 95% is for all of them.",
    )
    assert shown((played,), "A row's intervals hold together.").paragraphs[1:] == (
        "A row's intervals hold together.",
    )


def test_numbers_that_only_sentences_tell_are_missed() -> None:
    one, other = value(won(50, 100), IN_100), value(won(20, 100, "b"), IN_100)
    said = (f"{told(one)} is more than {told(other)} (surely).",)
    answer = Answer("key", "Title?", said, ("What",), ("Share",), (Row(("one",), (one,)),))
    assert untold(answer) == (cell(other),)
    assert untold(Answer("key", "Title?", said, numbers=(one, other))) == ()


def test_an_answer_whose_table_does_not_fit_is_refused() -> None:
    row = Row(("one",), (None,))
    for wrong in (
        {"sentences": ()},
        {"labels": ()},
        {"quantities": ("Share", "Hits")},
        {"bar": "Hits"},
    ):
        given: dict[str, Any] = {
            "sentences": ("So.",),
            "labels": ("What",),
            "quantities": ("Share",),
            "rows": (row,),
        }
        with pytest.raises(ValueError, match="key"):
            Answer("key", "Title?", **{**given, **wrong})
