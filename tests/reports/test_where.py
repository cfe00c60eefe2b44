"""Conditions on games: what they mean, and one message with a place for whatever cannot be understood."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.errors import BalanceError
from balance.reports.replay.where import NUMBER, PHRASE, TEXT, TRUTH, Column, parse

COLUMNS = {
    "margin": Column(NUMBER),
    "lead": Column(NUMBER),
    "tie_break": Column(TRUTH),
    PHRASE: Column(TRUTH),
    "seelie": Column(TEXT, ("dragons", "kelpies"), "faction"),
}
# Two cells of three games each.
VALUES: dict[str, Any] = {
    "seelie": np.array([["dragons"], ["kelpies"]]),
    "margin": np.array([[1, -12, 0], [3, 14, -5]]),
    "lead": np.array([[1, 2, 0], [-3, 4, 5]]),
    "tie_break": np.array([[False, False, True], [False, False, False]]),
    PHRASE: np.array([[False, True, False], [True, False, True]]),
}


def holds(text: str) -> list[list[int]]:
    """Return the games, 1 or 0, that fulfil a condition."""
    found: list[list[int]] = parse(text, COLUMNS).holds(VALUES, (2, 3)).astype(int).tolist()
    return found


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("margin > 2", [[0, 0, 0], [1, 1, 0]]),
        ("margin >= 3", [[0, 0, 0], [1, 1, 0]]),
        ("margin < -5", [[0, 1, 0], [0, 0, 0]]),
        ("margin <= -5", [[0, 1, 0], [0, 0, 1]]),
        ("margin == 0", [[0, 0, 1], [0, 0, 0]]),
        ("margin != 0", [[1, 1, 0], [1, 1, 1]]),
        ("abs(margin) >= 12", [[0, 1, 0], [0, 1, 0]]),
        ("-1 < margin < 2", [[1, 0, 1], [0, 0, 0]]),
        ("margin - lead > 5", [[0, 0, 0], [1, 1, 0]]),
        ("margin + lead == 0", [[0, 0, 1], [1, 0, 1]]),
        ("tie_break", [[0, 0, 1], [0, 0, 0]]),
        ("not tie_break", [[1, 1, 0], [1, 1, 1]]),
        ("tie_break == True", [[0, 0, 1], [0, 0, 0]]),
        ("round 3 lead lost", [[0, 1, 0], [1, 0, 1]]),
        ("  round  3\tlead lost and margin < 0", [[0, 1, 0], [0, 0, 1]]),
        ('seelie == "dragons"', [[1, 1, 1], [0, 0, 0]]),
        ('seelie != "dragons"', [[0, 0, 0], [1, 1, 1]]),
        ("seelie in ('dragons', 'kelpies') and margin == 1", [[1, 0, 0], [0, 0, 0]]),
        ('seelie not in ["kelpies"]', [[1, 1, 1], [0, 0, 0]]),
        ("margin == 1 or margin == 3 and lead == 1", [[1, 0, 0], [0, 0, 0]]),
        ("(margin == 1 or margin == 3) and lead == -3", [[0, 0, 0], [1, 0, 0]]),
        ("margin\n>\n3", [[0, 0, 0], [0, 1, 0]]),
    ],
)
def test_a_condition_means_what_it_says(text: str, games: list[list[int]]) -> None:
    assert holds(text) == games


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("margn > 3", 1, "unknown column 'margn' (did you mean 'margin'?); known: margin, lead"),
        ("margin > 3 and leed < 0", 16, "unknown column 'leed' (did you mean 'lead'?)"),
        ("  margn > 3", 3, "unknown column 'margn'"),
        (
            'seelie == "dragon"',
            11,
            "unknown faction 'dragon' (did you mean 'dragons'?); known: dragons, kelpies",
        ),
        ('"é" == seelie and margn > 1', 1, "unknown faction 'é'"),
        ('seelie == "dragons" and "é" != seelie', 25, "unknown faction 'é'"),
        ("seelie == dragons", 11, 'a text is written in quotes: "dragons"'),
        ("seelie in ('dragons', 'kelpy')", 23, "unknown faction 'kelpy' (did you mean 'kelpies'?)"),
        ("seelie in 'dragons'", 11, 'expected values in parentheses behind "in"'),
        ("margin", 1, "expected a comparison; got 'margin' alone, which is a number"),
        ("tie_break and 3", 15, "expected a comparison; got '3' alone"),
        ("not margin", 5, "expected a comparison"),
        ("margin = 3", 8, "expected == to compare; got a single ="),
        ("margin >", 9, "expected more; the condition ends too early"),
        ("margin > 3 or", 14, "expected more"),
        ("(margin > 3", 1, "'(' was never closed"),
        ("margin > 3)", 11, "unmatched ')'"),
        ('margin > "3"', 10, "expected a number to compare with; got text"),
        ("tie_break > 0", 13, "expected true or false to compare with; got a number"),
        ('seelie < "dragons"', 1, "expected == or != with text"),
        ("margin * 2 > 3", 1, "not understood; a condition is made of comparisons"),
        ("margin.real > 3", 1, "not understood"),
        ("~margin > 3", 1, "not understood"),
        ("margin is 3", 1, "not understood"),
        ("margin > 9 ** 9", 10, "not understood"),
        ("margin > 99999999999", 10, "expected a number below a billion"),
        ("lambda: 3", 1, "not understood"),
        ("[m for m in margin]", 1, "not understood"),
        (
            "__import__('os').system('x')",
            1,
            "expected abs() with one number in it, the only function; got ?()",
        ),
        ("abs(margin, lead) > 3", 1, "expected abs() with one number in it"),
        ("abs(seelie) > 3", 5, "expected a number; got text"),
    ],
)
def test_a_mistake_has_one_message_with_its_place(text: str, place: int, words: str) -> None:
    with pytest.raises(BalanceError) as error:
        parse(text, COLUMNS)
    assert str(error.value).startswith(f"--where, character {place}: ")
    assert words in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    ["", "  ", "margin > 3 " * 100, "-" * 900 + "margin > 3", "(" * 300 + "margin > 3" + ")" * 300, "\0"],
)
def test_what_is_no_condition_at_all_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BalanceError, match=r"^--where[:,][^\n]*$"):
        parse(text, COLUMNS)


def test_the_part_that_names_alone_decide_is_told_apart() -> None:
    condition = parse('seelie == "dragons" and margin > 3 and (seelie != "kelpies" or lead > 1)', COLUMNS)
    assert condition.columns == {"seelie", "margin", "lead"}
    names = condition.only(["seelie"])
    assert names.columns == {"seelie"}
    assert names.holds(VALUES, (2, 1)).tolist() == [[True], [False]]


def test_a_condition_without_a_part_on_names_admits_every_cell() -> None:
    assert parse("margin > 3", COLUMNS).only(["seelie"]).holds(VALUES, (2, 1)).all()
