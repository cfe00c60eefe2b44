"""A small run from the command line to the page, and the checks that every rule system passes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from balance.cli import cli
from tests.agreements.shipped import RUN_FILE

DEALS = "ceasefire for 2,partnership for 4,support at income 3,support at income 12"
pytestmark = pytest.mark.compiled
CONDUCTS = "honour,partner,no deal,betray in turn 1,betray in turn 2,attack in turn 1,siege in turn 1"


def run(*command: str) -> str:
    result = CliRunner().invoke(cli, list(command), obj=list(command))
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a small run of the headline."""
    out = tmp_path_factory.mktemp("agreements") / "run"
    few = ("--settings", DEALS, "--contestants", CONDUCTS, "--policy", "steady", "--effort", "0.1")
    run("sweep", str(RUN_FILE), *few, "--out", str(out), "--jobs", "1", "--quiet")
    return out


@pytest.fixture(scope="module")
def questions(folder: Path) -> dict[str, Any]:
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    return {answer["key"]: answer for answer in summary["questions"]}


def test_the_page_speaks_of_conducts_and_deals(folder: Path) -> None:
    page = (folder / "report.html").read_text(encoding="utf-8")
    for words in ("Honour", "partnership for 4", "When does betrayal pay", "conduct", "deal"):
        assert words in page
    for other in ("Seelie", "seelie", "faction", "cubes"):
        assert other not in page, other


def test_every_question_of_the_designer_is_answered(questions: dict[str, Any]) -> None:
    assert list(questions) == ["betrayal", "seats", "void", "honouring", "support", "deals"]
    assert all(answer["sentences"] for answer in questions.values())


def test_a_betrayal_is_told_for_each_side_and_turn_that_comes(questions: dict[str, Any]) -> None:
    labels = {tuple(row["labels"]) for row in questions["betrayal"]["rows"]}
    assert ("partnership for 4", "Recipient", "2") in labels
    assert len(labels) == 4 * 2 * 2  # deals, sides, turns 1 and 2: all durations are 2 or more


def test_support_is_worth_more_at_a_larger_income(questions: dict[str, Any]) -> None:
    small, large = (row["values"][0] for row in questions["support"]["rows"])
    assert [row["labels"][1] for row in questions["support"]["rows"]] == ["3", "12"]
    assert small["high"] < large["low"]


def test_the_void_is_told_of_aggressor_and_victim(questions: dict[str, Any]) -> None:
    rows = {tuple(row["labels"]): row["values"] for row in questions["void"]["rows"]}
    assert set(rows) == {
        ("partnership for 4", side, f"{deed} in turn 1")
        for side in ("Proposer", "Recipient")
        for deed in ("attack", "siege")
    }
    assert (
        rows["partnership for 4", "Recipient", "siege in turn 1"][0]["high"] < 0
    )  # a siege alone wins nothing


def test_a_record_is_written_told_and_verified(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    seats = ["--proposer", "attack in turn 1", "--recipient", "honour"]
    seats += ["--proposer-policy", "steady", "--recipient-policy", "wary", "--setting", "partnership for 4"]
    told = run("replay", str(RUN_FILE), *seats, "--game", "2")
    assert "the Manufacturing Partnership is void" in told
    run("replay", str(RUN_FILE), *seats, "--game", "2", "--format", "jsonl", "--output", str(record))
    run("verify", str(record))


def test_the_files_are_found_valid() -> None:
    assert "12 deals" in run("validate", str(RUN_FILE))
