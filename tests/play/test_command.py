"""The command: what is refused before anything heavy is imported, and with which message."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from balance.cli import main
from tests.support import CONFIGURATION, ROOT, shipped

HEAVY = ("numba", "numpy", "polars", "scipy")


def failure(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Return the one message of a command that fails."""
    code = main(["play", *map(str, arguments)])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    return err.removeprefix("error: ").rstrip("\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--side", "seely"], "unknown side 'seely' (did you mean 'seelie'?); known: seelie, unseelie"),
        (["--seelie", "dragon"], "unknown faction 'dragon' (did you mean 'dragons'?)"),
        (["--unseelie", "dragons", "--seelie", "dragons"], "expected different factions for the two sides"),
        (["--layout", "standart"], "unknown layout 'standart' (did you mean 'standard'?)"),
        (["--against", "planer"], "unknown policy 'planer' (did you mean 'planner'?)"),
        (["--against", "no_such_module:choose"], "no_such_module"),
        (["--seed", "-1"], "expected a whole number from 0 to"),
        (["--load", "game.jsonl", "--side", "seelie"], "expected no --side with --load"),
    ],
)
def test_wrong_options_get_one_message(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in failure(capsys, CONFIGURATION, *arguments)


def test_a_saved_game_that_is_not_there_gets_one_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "absent.jsonl"
    assert f"{file}: cannot be read: no such file" in failure(capsys, CONFIGURATION, "--load", file)
    file.write_text("no record\n")
    assert f"{file}:1: not valid JSON" in failure(capsys, CONFIGURATION, "--load", file)


def test_a_file_alone_starts_no_policy_in_python(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from balance import Session
    from balance.engine.pacts.record import write

    (tmp_path / "trap.py").write_text("from pathlib import Path\nPath('sprung').touch()\nchoose = print\n")
    monkeypatch.chdir(tmp_path)
    configuration = shipped()
    session = Session.new(configuration, "dragons", "kelpies", policies=("person", "trap:choose"))
    session.apply(("court", "MOVE 1"))
    file = tmp_path / "game.jsonl"
    file.write_text(
        write.lines([write.configuration_line(configuration), *session.record()]), encoding="utf-8"
    )
    said = failure(capsys, CONFIGURATION, "--load", file)
    assert "is played against 'trap:choose': expected --against trap:choose" in said
    assert "expected --against trap:choose" in failure(
        capsys, CONFIGURATION, "--load", file, "--against", "greedy"
    )
    assert not (tmp_path / "sprung").exists()


def test_a_wrong_name_is_answered_before_anything_heavy_is_imported() -> None:
    code = "import sys; from balance.cli import main; main(sys.argv[1:])"
    code += f"; print('heavy:', *[m for m in {HEAVY!r} if m in sys.modules])"
    arguments = ["play", str(CONFIGURATION), "--against", "planer"]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "heavy:\n"
