"""`balance verify` and `balance replay --format jsonl`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from balance.cli import main
from tests.support import CONFIGURATION

REPLAY = [
    *("replay", str(CONFIGURATION), "--seelie", "dragons", "--unseelie", "kelpies"),
    *("--seelie-policy", "random", "--unseelie-policy", "random"),
]


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Run a command and return its exit code and what it printed on both streams."""
    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, "".join(line for line in err.splitlines(keepends=True) if "compiling" not in line)


@pytest.fixture
def game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    code, out, _ = printed(capsys, *REPLAY, "--format", "jsonl", "--bid", 3, "--bid-to", "unseelie")
    assert code == 0
    path = tmp_path / "game.jsonl"
    path.write_text(out, encoding="utf-8")
    return path


def test_a_replayed_game_holds(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    lines = [json.loads(line) for line in game.read_text(encoding="utf-8").splitlines()]
    assert [line["event"] for line in lines[:4]] == ["configuration", "game", "set_up", "auction_cube"]
    assert lines[1]["auction"] == {"cubes": 3, "to": "unseelie"}
    assert (lines[1]["index"], lines[1]["seelie"]) == (0, {"faction": "dragons", "policy": "random"})
    assert printed(capsys, "verify", game) == (0, "1 record holds\n", "")
    assert printed(capsys, "verify", game, "--configuration", CONFIGURATION) == (0, "1 record holds\n", "")


def test_text_and_record_are_of_one_game(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    end = json.loads(game.read_text(encoding="utf-8").splitlines()[-1])
    _, text, _ = printed(capsys, *REPLAY, "--bid", 3, "--bid-to", "unseelie")
    score = end["score"]
    assert f"Final score: Seelie {score['seelie']}, Unseelie {score['unseelie']}." in text


def test_a_record_that_does_not_hold_is_named_and_the_exit_code_is_1(
    capsys: pytest.CaptureFixture[str], game: Path
) -> None:
    first, *rest = game.read_text(encoding="utf-8").splitlines(keepends=True)
    game.write_text(
        first + "".join(rest) + "".join(rest).replace('"by": "place"', '"by": "replace"') + "".join(rest),
        encoding="utf-8",
    )
    code, out, err = printed(capsys, "verify", game)
    wrong = 2 + len(rest) + next(n for n, line in enumerate(rest) if '"by": "place"' in line)
    assert (code, err) == (1, "")
    assert out == f"{game}:{wrong}: add: by: expected 'place'; got 'replace'\n1 of 3 records does not hold\n"


def test_a_file_that_cannot_be_read_is_one_message_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: Path
) -> None:
    absent = tmp_path / "none.jsonl"
    assert printed(capsys, "verify", absent) == (
        2,
        "",
        f"error: {absent}: cannot be read: no such file or directory\n",
    )
    game.write_bytes(game.read_bytes()[:-20])
    code, out, err = printed(capsys, "verify", game)
    assert (code, out) == (2, "")
    assert err.startswith(f"error: {game}:")
    assert "not valid JSON" in err


def test_a_record_is_read_from_the_standard_input(
    capsys: pytest.CaptureFixture[str], game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(game.read_bytes())))
    assert printed(capsys, "verify", "-") == (0, "1 record holds\n", "")


def test_a_closed_standard_input_is_one_message(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    told = (2, "", "error: standard input: cannot be read: it is closed\n")
    assert printed(capsys, "verify", "-") == told


def test_another_configuration_than_that_of_the_game_is_refused(
    capsys: pytest.CaptureFixture[str], game: Path, tmp_path: Path
) -> None:
    run = CONFIGURATION.read_text(encoding="utf-8").replace("seed: 20260101", "seed: 5")
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "pacts.yaml").write_bytes((CONFIGURATION.parent / "games/pacts.yaml").read_bytes())
    (tmp_path / "other.yaml").write_text(run, encoding="utf-8")
    code, out, err = printed(capsys, "verify", game, "--configuration", tmp_path / "other.yaml")
    assert (code, out) == (2, "")
    assert err.startswith(f"error: {game}:2: configuration: played under ")
