"""docs/new-system.md adds a whole rule system: its files are written down and its commands given, and it works."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.walk import Walk
from tests.support import ROOT


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Walk:
    """Return the walk with its rooms made and its files written."""
    found = Walk(tmp_path_factory.mktemp("walk"))
    for command in found.commands:
        if command.startswith(("for ", "mkdir ", "echo ")):
            found.give(command)
    found.write()
    return found


def test_every_file_of_the_page_is_there_and_none_is_the_project_s_own(walk: Walk) -> None:
    kinds = {Path(name).parent.as_posix() for name in walk.files}
    rooms = {f"balance/{room}/skirmish" for room in ("config", "engine", "policies", "stats")}
    assert rooms | {"configs", "configs/games", "tests/skirmish"} <= kinds
    assert [name for name in walk.files if (ROOT / name).exists()] == []


def test_the_files_are_as_the_project_wants_its_own(walk: Walk) -> None:
    python = [name for name in walk.files if name.endswith(".py")]
    for arguments in (["check"], ["format", "--check", "--diff"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *arguments, "--no-cache", *python],
            cwd=walk.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_commands_of_the_page_do_what_it_says(walk: Walk) -> None:
    tests, validate, sweep, text, record, verify, report = walk.commands[-7:]

    assert "passed" in walk.give(tests, "-p no:cacheprovider")
    assert re.search(r"valid: 3 warbands, 2 fields, 1 ruling", walk.give(validate))

    told = walk.give(sweep, "--games 60")
    assert "strongest warband" in told
    assert "How long does a battle last?" in told
    page = (walk.folder / "outputs" / "skirmish" / "report.html").read_text(encoding="utf-8")
    assert "Skirmish" in page
    assert "How long does a battle last?" in page
    assert "charge: fierce" in page
    seen = re.sub(r"(?s)<(script|style)\b.*?</\1>|<[^>]+>", " ", page)
    assert re.findall(r"(?i)\b(?:un)?seelie|\bfactions?\b|\blayouts?\b|\bcubes?\b|\bpacts\b", seen) == []

    lines = walk.give(text).splitlines()
    assert lines[0] == "knights (left) against pikes (right) on the meadow"
    assert lines[1].startswith("Round 1: ")
    assert re.fullmatch(r"(left|right) wins by \d|Level: half a win each", lines[-1])

    walk.give(record)
    file = walk.folder / "outputs" / "battle.jsonl"
    assert walk.give(verify).strip() == "1 record holds"
    written = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    written[2]["dice"]["left"] = 7 - written[2]["dice"]["left"]
    file.write_text("".join(json.dumps(line) + "\n" for line in written), encoding="utf-8")
    assert "outputs/battle.jsonl:" in walk.give(verify, code=1)

    assert "How long does a battle last?" in walk.give(report)
    assert (walk.folder / "outputs" / "skirmish" / "report.html").read_text(encoding="utf-8") == page


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("strength: 4, skill: 1", "stenght: 4, skill: 1", "warbands.knights.stenght: unknown key 'stenght'; did you mean"),
        ("strength: 4, skill: 1", "strength: 21, skill: 1", "warbands.knights.strength: "),
        ("{cover: 1, rounds: 6}", "{cover: 4, rounds: 6}", "fields.wood.cover: expected a cover through which some warband"),
        ("left: eager", "left: egaer", "did you mean 'eager'"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place(walk: Walk, old: str, new: str, message: str) -> None:
    file = walk.folder / "configs" / "skirmish.yaml"
    right = walk.files["configs/skirmish.yaml"]
    line = 1 + right[: right.index(old)].count("\n")
    file.write_text(right.replace(old, new, 1), encoding="utf-8")
    try:
        told = walk.give("balance validate configs/skirmish.yaml 2>&1", code=2)
    finally:
        file.write_text(right, encoding="utf-8")
    assert told.startswith(f"error: configs/skirmish.yaml:{line}: ")
    assert message in told
