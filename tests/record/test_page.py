"""The record written by hand on docs/record.md gets the answer that the page shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from balance.cli import main
from tests.architecture.test_docs import blocks
from tests.support import CONFIGURATION, ROOT, shipped

PAGE = ROOT / "docs" / "record.md"


def verified(capsys: pytest.CaptureFixture[str], text: str) -> tuple[int, str, str]:
    """Return exit code and output of `balance verify` in the present folder."""
    Path("hand.jsonl").write_text(text, encoding="utf-8")
    code = main(["verify", "hand.jsonl", "--configuration", str(CONFIGURATION)])
    return (code, *capsys.readouterr())


@pytest.fixture
def opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return blocks(PAGE, "json")[0].replace("DIGEST", shipped().digest())


def test_an_unfinished_record_is_told_what_may_come_next(
    capsys: pytest.CaptureFixture[str], opening: str
) -> None:
    assert verified(capsys, opening) == (1, blocks(PAGE, "text")[0], "")


def test_another_digest_is_answered_by_the_right_one(
    capsys: pytest.CaptureFixture[str], opening: str
) -> None:
    code, out, err = verified(capsys, opening.replace(shipped().digest(), "0" * 64))
    assert (code, out) == (2, "")
    assert shipped().digest() in err


def test_with_the_last_line_of_the_page_the_whole_game_holds(
    capsys: pytest.CaptureFixture[str], opening: str
) -> None:
    """Seelie adds 3 cubes in bottom-middle (6 of 3) and moves one to center (2 of 5); nothing else happens.

    Dark sides: center 5 for Unseelie, bottom-middle 3 for Seelie. Light sides: center 5, bottom-middle 6. So Seelie has
    9, and Unseelie 10 and the 3 of a POINTS card.
    """
    played = {"event": "card", "side": "unseelie", "slot": 5, "card": "POINTS", "as": None}
    opening = opening.replace('"unused": [2, 4, 5]', '"unused": [2, 4]')
    *first, end_turn = opening.splitlines()
    rest = [
        {"event": "card", "side": "seelie", "slot": 0, "card": "PLACE 3 ash", "as": None},
        {"event": "place", "side": "seelie", "region": "bottom-middle", "cubes": 3},
        {"event": "card", "side": "seelie", "slot": 1, "card": "MOVE 2", "as": None},
        {"event": "move", "side": "seelie", "cube": "seelie", "from": "bottom-middle", "to": "center"},
        {"event": "skip", "side": "seelie", "of": "move"},
    ]
    lines = [*first, json.dumps(played), end_turn, *map(json.dumps, rest)]
    deals = [
        ["PLACE 1 oak", "PLACE 1 thorn", "PLACE 1 ash", "MOVE 1"],
        ["PLACE 1 WILD", "PLACE 1 thorn", "PLACE 1 ash", "MOVE 1"],
        ["PLACE 2 oak", "PLACE 2 thorn", "PLACE 2 ash", "MOVE 2"],
        ["PLACE 2 oak", "PLACE 2 thorn", "PLACE 2 ash", "MOVE 3"],
        ["PLACE 3 oak", "PLACE 3 thorn", "PLACE 1 WILD", "MOVE 3"],
    ]
    for number, common in enumerate(deals, start=2):
        splits, selects = ("seelie", "unseelie") if number % 2 == 0 else ("unseelie", "seelie")
        lines += map(
            json.dumps,
            [
                {"event": "court", "side": "seelie", "card": None},
                {"event": "court", "side": "unseelie", "card": None},
                {"event": "deal", "common": common, "special": "MOVE 1" if number < 4 else "ABILITY"},
                {"event": "split", "side": splits, "token_pile": [0, 1], "other_pile": [2, 3, 4]},
                {"event": "select", "side": selects, "token_to": selects},
                {"event": "end_turn", "side": splits, "unused": [2, 3, 4]},
                {"event": "end_turn", "side": selects, "unused": [0, 1]},
            ],
        )
    whole = "\n".join([*lines, blocks(PAGE, "json")[1]])
    assert verified(capsys, whole) == (0, "1 record holds\n", "")
