"""What a person may type for an option, and what is said to everything else."""

from __future__ import annotations

import pytest

from balance.play.prompt import Option, UnclearError, pick, pile

OPTIONS = [
    Option("place 2 cubes in center", 11),
    Option("place 2 cubes in top-left", 12),
    Option("place 1 cube in center", 13),
    Option("place nothing", 14),
]


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ("1", 11),
        ("04", 14),
        ("place nothing", 14),
        ("place n", 14),
        ("PLACE 1", 13),
        ("pl 2 cen", 11),
        ("2 top", 12),
        ("  place   nothing ", 14),
    ],
)
def test_a_number_or_starts_of_words_choose(answer: str, action: int) -> None:
    assert pick(OPTIONS, answer.strip()).action == action


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("0", "expected a number from 1 to 4; got 0"),
        ("5", "expected a number from 1 to 4; got 5"),
        ("99999999999999999999", "from 1 to 4"),
        ("-1", "nothing here is called '-1'"),
        ("1.5", "nothing here is called"),
        ("", "type a number from 1 to 4, or help"),
        ("swap", "nothing here is called 'swap'"),
        ("place", r"fits 4 of them \(1, 2, 3, 4\)"),
        ("center 2", "nothing here is called"),  # words in their order
        ("a\x1b[2J", "nothing here is called 'a\N{REPLACEMENT CHARACTER}"),
    ],
)
def test_what_fits_none_or_several_is_refused_in_one_line(answer: str, said: str) -> None:
    with pytest.raises(UnclearError, match=said.replace("[", r"\[")) as refusal:
        pick(OPTIONS, answer)
    assert str(refusal.value).isprintable()


def test_a_long_answer_is_not_repeated_in_full() -> None:
    with pytest.raises(UnclearError) as refusal:
        pick(OPTIONS, "x" * 10_000)
    assert len(str(refusal.value)) < 120


def test_exact_words_win_over_longer_ones_that_start_alike() -> None:
    options = [Option("play MOVE 2", 1), Option("play MOVE 2 (court)", 2)]
    assert pick(options, "play move 2").action == 1
    assert pick(options, "play move 2 (").action == 2


@pytest.mark.parametrize(
    ("answer", "slots"),
    [
        ("1 3", (0, 2)),
        ("3,1", (0, 2)),
        ("5", (4,)),
        ("2, 4 , 5", (1, 3, 4)),
        ("none", ()),
        ("-", ()),
        ("ALL", (0, 1, 2, 3, 4)),
        ("1 2 3 4 5", (0, 1, 2, 3, 4)),
    ],
)
def test_a_split_is_the_numbers_of_the_cards_in_the_pile_with_the_token(
    answer: str, slots: tuple[int, ...]
) -> None:
    assert pile(answer, 5) == slots


@pytest.mark.parametrize("answer", ["", "0", "6", "1 6", "one", "1-3", "1 1", "13", "²", "1 none"])
def test_another_split_is_refused(answer: str) -> None:
    with pytest.raises(UnclearError, match="expected numbers from 1 to 5"):
        pile(answer, 5)
