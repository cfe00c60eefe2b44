"""A small run from the command line to the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from balance.cli import cli
from tests.sea_witch.tables import RUN_FILE

pytestmark = pytest.mark.compiled  # a run of its own, slow in plain Python


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a small run of all conducts at three tables that differ in the penalty."""
    out = tmp_path_factory.mktemp("sea_witch") / "run"
    tables = "three,three free,three dear"
    command = [
        "sweep",
        str(RUN_FILE),
        "--settings",
        tables,
        "--policy",
        "greedy",
        "--effort",
        "0.01",
        "--out",
        str(out),
    ]
    result = CliRunner().invoke(cli, [*command, "--jobs", "1", "--quiet"], obj=command)
    assert result.exit_code == 0, result.output
    return out


def questions(run: Path) -> dict[str, Any]:
    """Return the answers in a run's summary by key."""
    summary = json.loads((run / "summary.json").read_text(encoding="utf-8"))
    return {answer["key"]: answer for answer in summary["questions"]}


def test_the_page_speaks_of_conducts_and_pacts(run: Path) -> None:
    page = (run / "report.html").read_text(encoding="utf-8")
    assert "Play Early" in page
    assert "What is each pact worth, by when it is drawn?" in page
    assert "The Stinking Concoction" in page
    for other in ("Seelie", "seelie", "faction", "cubes"):
        assert other not in page, other


def test_every_question_of_the_designer_is_answered(run: Path) -> None:
    found = questions(run)
    assert list(found) == ["worth-of-pacts", "break-even", "seats", "tables", "conducts", "alone", "penalty"]
    assert all(answer["sentences"] for answer in found.values())


def test_the_summary_says_what_it_assumes(run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["rulings"]["pact_stack_out"] == "no_draw"
    assert "pacts.Foam on the Waves" in json.dumps(manifest["assumptions"])


def test_a_record_is_written_told_and_verified(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    seats = [
        "--player",
        "play early",
        "--opponent",
        "hoard",
        "--player-policy",
        "greedy",
        "--opponent-policy",
        "greedy",
    ]
    command = ["replay", str(RUN_FILE), *seats, "--setting", "four", "--game", "2"]
    told = CliRunner().invoke(cli, command)
    assert told.exit_code == 0, told.output
    assert "The game ends: seat 1 " in told.output
    written = CliRunner().invoke(cli, [*command, "--format", "jsonl", "--output", str(record)])
    assert written.exit_code == 0, written.output
    checked = CliRunner().invoke(cli, ["verify", str(record)])
    assert checked.exit_code == 0, checked.output
