"""`balance replay` of a finished run, its search, and the page: what is printed and written, and what is refused."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import pytest

from balance.cli import main
from balance.sweep.store import TALLIES, read_tallies
from tests.cli.test_commands import SMALL, failure, run
from tests.support import CONFIGURATION

PAIR = ["--seelie", "dragons", "--unseelie", "kelpies"]
SEED = 77


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run of two cells of 30 random games, under a seed of its own."""
    folder = tmp_path_factory.mktemp("swept") / "run"
    assert (
        main(["sweep", str(CONFIGURATION), *SMALL, "--seed", str(SEED), "--out", str(folder), "--quiet"]) == 0
    )
    return folder


def test_a_run_replays_its_own_games(swept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    random = [*PAIR, "--game", "4", "--seelie-policy", "random", "--unseelie-policy", "random"]
    code, of_run, _ = run(capsys, "replay", swept, *PAIR, "--game", 4)
    assert code == 0
    assert of_run == run(capsys, "replay", CONFIGURATION, *random, "--seed", SEED)[1]
    assert of_run != run(capsys, "replay", CONFIGURATION, *random)[1]


def test_a_page_is_printed_or_written_the_same(
    swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = run(capsys, "replay", swept, *PAIR, "--format", "html")[1]
    assert printed.startswith("<!DOCTYPE html>")
    file = tmp_path / "game.html"
    assert run(capsys, "replay", swept, *PAIR, "--format", "html", "--output", file) == (
        0,
        f"game: {file}\n",
        "",
    )
    assert file.read_text(encoding="utf-8").rstrip("\n") == printed.rstrip("\n")
    assert list(tmp_path.iterdir()) == [file]


def test_a_search_lists_games_with_commands_that_replay_them(
    swept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "replay", swept, "--where", "margin >= 8 and lead < 0", "--first", 2)
    assert (code, err) == (0, "")
    first, *rest = out.splitlines()
    assert " of 60 games" in first
    commands = [shlex.split(line) for line in rest if line.startswith("   balance replay ")]
    assert 1 <= len(commands) <= 2
    for words in commands:
        assert words[:3] == ["balance", "replay", str(swept)]
        _, text, _ = run(capsys, *words[1:], "--format", "jsonl")
        events = [json.loads(line) for line in text.splitlines()]
        score = events[-1]["score"]
        assert score["seelie"] - score["unseelie"] >= 8
        after_round_3 = next(event for event in events if event["event"] == "scoring")["score"]
        assert after_round_3["seelie"] < after_round_3["unseelie"]


def test_ties_are_counted_as_the_tallies_count_them(swept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from balance.engine.pacts.system import COLUMNS

    ties = int(read_tallies(swept / TALLIES, COLUMNS)["ties"].sum())
    for where in ("tie_break", "tie_break and abs(lead) < 1000"):
        out = run(capsys, "replay", swept, "--where", where)[1]
        assert out.startswith(f"{ties or 'none'} of 60 games"), where


def test_options_narrow_a_search_to_their_cells(swept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "replay", swept, "--where", "margin > -1000", "--seelie", "kelpies")[1]
    assert out.startswith("30 of 30 games (100%), in 1 of the run's 2 cells\n")
    assert "Seelie dragons" not in out
    same = run(capsys, "replay", swept, "--where", 'margin > -1000 and seelie == "kelpies"')[1]
    assert same == out


def test_the_first_game_found_is_told_or_all_are_written(
    swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--where", "margin > 5", "--first", "3"]
    listed = run(capsys, "replay", swept, *where)[1]
    first = shlex.split(next(line for line in listed.splitlines() if line.startswith("   balance")))
    code, out, err = run(capsys, "replay", swept, *where, "--format", "text")
    assert (code, err) == (0, listed)
    assert out == run(capsys, *first[1:])[1]
    folder = tmp_path / "new" / "watch"
    code, out, err = run(capsys, "replay", swept, *where, "--format", "text", "--output", folder)
    assert (code, err) == (0, "")
    assert out.startswith(listed)
    assert sorted(path.name for path in folder.iterdir()) == ["game-1.txt", "game-2.txt", "game-3.txt"]
    assert (folder / "game-1.txt").read_text(encoding="utf-8") == run(capsys, *first[1:])[1]


def test_a_search_that_finds_nothing_says_so(swept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for options in ([], ["--format", "html"]):
        code, out, err = run(capsys, "replay", swept, "--where", "lead > 500", *options)
        assert (code, out + err) == (0, "none of 60 games\n")


def test_a_limited_search_says_what_it_has_looked_at(swept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "replay", swept, "--where", "lead > 500", "--games", 20)[1]
    # Wilson's interval of 0 in 20 ends at 3.8415 / 23.8415 = 16.1%.
    assert out == "none of the first 20 games scanned (of 60); very likely (95%) rarer than 16.1%\n"


def test_what_cannot_be_replayed_is_refused_in_one_line(
    swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--where", "margin > 3"]
    assert failure(capsys, "replay", CONFIGURATION, *where).startswith(
        "--where searches the folder of a finished run"
    )
    assert (
        failure(capsys, "replay", swept, *where, "--game", 3) == "expected either --where or --game; got both"
    )
    assert (
        failure(capsys, "replay", swept, *where, "--seed", 3) == "expected either --where or --seed; got both"
    )
    assert "the run has its own; got 3" in failure(capsys, "replay", swept, *PAIR, "--seed", 3)
    assert failure(capsys, "replay", swept, "--seelie", "dragons").startswith(
        "missing option '--unseelie': expected one of: dragons, kelpies"
    )
    assert "no such file" in failure(capsys, "replay", tmp_path, *PAIR)
    assert "unknown column 'margn' (did you mean 'margin'?)" in failure(
        capsys, "replay", swept, "--where", "margn > 3"
    )
    told = failure(capsys, "replay", swept, *where, "--seelie", "kelpis")
    assert told == "unknown faction 'kelpis' (did you mean 'kelpies'?); known: dragons, kelpies"
    told = failure(capsys, "replay", swept, *where, "--unseelie-policy", "planner")
    assert told == "unknown policy 'planner'; known: random"
    assert "is a directory" in failure(capsys, "replay", swept, *PAIR, "--output", tmp_path)
    told = failure(capsys, "replay", swept, *where, "--output", CONFIGURATION)
    assert told.endswith("expected a folder, for --where writes a file for each game")
    assert failure(capsys, "replay", swept, *where, "--bid-to", "x") == "unknown bid_to 'x'; known: none"
    assert failure(capsys, "replay", swept, "--where", "> 3").startswith(
        "--where, character 1: not understood; a condition is made of comparisons"
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_or_device_is_never_replaced_by_a_file(
    swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    told = failure(capsys, "replay", swept, *PAIR, "--output", pipe)
    assert told == f"cannot write {pipe}: expected a file; got a pipe, device or socket"
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_no_folder_is_made_where_nothing_is_found(
    swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = run(capsys, "replay", swept, "--where", "lead > 500", "--output", tmp_path / "new")[1]
    assert out == "none of 60 games\n"
    assert not (tmp_path / "new").exists()


def test_a_run_of_other_rules_is_refused(
    swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = json.loads((swept / "manifest.json").read_text())
    manifest["versions"]["pacts rules"] = "999"
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    for options in (PAIR, ["--where", "margin > 3"]):
        told = failure(capsys, "replay", tmp_path, *options)
        assert "played by version 999 of the pacts rules; expected version" in told
