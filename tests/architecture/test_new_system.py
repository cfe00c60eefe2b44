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


def test_its_tests_pass(walk: Walk) -> None:
    (command,) = [one for one in walk.commands if "pytest" in one]
    assert " passed" in walk.give(f"{command} -p no:cacheprovider")


def test_its_commands_do_what_the_page_says(walk: Walk) -> None:
    validate, sweep, text, record, verify, report = [
        command for command in walk.commands if command.startswith("balance ")
    ]
    outputs = walk.folder / "outputs"
    answers = walk.balance(validate, f"{sweep} --games 60", text, record, verify, report)
    assert [code for code, _ in answers] == [0] * 6
    validated, swept, told, _, verified, reported = [printed for _, printed in answers]

    assert "valid: 3 warbands, 2 fields, 1 ruling" in validated
    assert "strongest warband" in swept
    assert "How long does a battle last?" in swept
    assert "How long does a battle last?" in reported
    page = (outputs / "skirmish" / "report.html").read_text(encoding="utf-8")
    seen = re.sub(r"(?s)<(script|style)\b.*?</\1>|<[^>]+>", " ", page)
    seen = " ".join(seen.split())
    for words in (
        "How long does a battle last?",
        "To the last round",
        "Pikes",
        "Meadow",
        "charge → fierce",
        "does a thrown six always hit",
    ):
        assert words in seen
    assert re.findall(r"(?i)\b(?:un)?seelie|\bfactions?\b|\blayouts?\b|\bcubes?\b|\bpacts\b", seen) == []

    lines = told.strip().splitlines()
    assert lines[0] == "knights (left) against pikes (right) on the meadow"
    assert lines[1].startswith("Round 1: ")
    assert re.fullmatch(r"(left|right) wins by \d|Level: half a win each", lines[-1])
    assert verified.strip() == "1 record holds"

    file = outputs / "battle.jsonl"
    for number, (place, key, value) in enumerate([(2, "strength", 9), (-2, "dice", 7)]):
        events = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        events[place][key]["left"] = value  # of the first round, which is line 3, and of the last
        changed = "".join(json.dumps(event) + "\n" for event in events)
        (outputs / f"wrong-{number}.jsonl").write_text(changed, encoding="utf-8")
    (one, first), (other, last) = walk.balance(*(f"verify outputs/wrong-{n}.jsonl" for n in range(2)))
    assert (one, other) == (1, 1)
    assert first.startswith("outputs/wrong-0.jsonl:3: ")
    assert "expected a die of 1 to 6" in last


MISTAKES = [
    ("strength: 4, skill: 1", "stenght: 4, skill: 1", "warbands.knights.stenght: unknown key"),
    ("strength: 4, skill: 1", "strength: 21, skill: 1", "warbands.knights.strength: "),
    ("{cover: 2, rounds: 8}", "{cover: 4, rounds: 8}", "fields.wood.cover: expected a cover through which"),
    ("left: eager", "left: egaer", "did you mean 'eager'"),
]  # fmt: skip


def test_mistakes_are_told_with_their_places(walk: Walk) -> None:
    right = walk.files["configs/skirmish.yaml"]
    for number, (old, new, _) in enumerate(MISTAKES):
        (walk.folder / "configs" / f"{number}.yaml").write_text(right.replace(old, new, 1), encoding="utf-8")
    told = walk.balance(*(f"validate configs/{number}.yaml" for number in range(len(MISTAKES))))
    for number, ((old, _, message), (code, printed)) in enumerate(zip(MISTAKES, told, strict=True)):
        line = 1 + right[: right.index(old)].count("\n")
        assert code == 2
        assert printed.startswith(f"error: configs/{number}.yaml:{line}: ")
        assert message in printed
