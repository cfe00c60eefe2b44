"""A small run from the command line to the page, and abilities switched off."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from balance.cli import cli
from balance.engine.live_combat.system import LiveCombatSystem
from balance.engine.live_combat.tables import ABILITIES
from balance.engine.system import Cell
from tests.live_combat.table import CONFIG, configuration

pytestmark = pytest.mark.compiled  # a run of its own, slow in plain Python

LOADOUTS = "Footman,Footman +1 HP,Footman deals 2,Knight,Knight never rests"
CONTESTS = "duel far from healer,series with rest"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a small run."""
    out = tmp_path_factory.mktemp("live_combat") / "run"
    chosen = ["--contestants", LOADOUTS, "--settings", CONTESTS, "--policy", "careful", "--effort", "0.1"]
    command = ["sweep", str(CONFIG), *chosen, "--out", str(out), "--jobs", "1", "--quiet"]
    result = CliRunner().invoke(cli, command, obj=command)
    assert result.exit_code == 0, result.output
    return out


def questions(run: Path) -> dict[str, Any]:
    """Return the answers in a run's summary by key."""
    summary = json.loads((run / "summary.json").read_text(encoding="utf-8"))
    return {answer["key"]: answer for answer in summary["questions"]}


def test_the_page_speaks_of_loadouts_and_contests(run: Path) -> None:
    page = (run / "report.html").read_text(encoding="utf-8")
    assert "Footman deals 2" in page
    assert "What is one more HP, AP or +1 worth?" in page
    for other in ("Seelie", "seelie", "faction", "cubes"):
        assert other not in page, other


def test_every_question_of_the_designer_is_answered(run: Path) -> None:
    found = questions(run)
    assert list(found) == [
        "winners", "hits-to-agony", "armour", "between-categories", "one-thing-more", "fixed-or-added", "fates",
        "short-rest",
    ]  # fmt: skip
    assert all(answer["sentences"] for answer in found.values())


def test_a_fixed_2_surely_wins_more_than_1(run: Path) -> None:
    (sentence, *_) = questions(run)["one-thing-more"]["sentences"]
    assert sentence.startswith("Surely worth wins: deals 2 for Footman")


def test_the_bouts_of_the_winner_are_told_first(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    command = ["replay", str(CONFIG), "--red", "Knight never rests", "--blue", "Footman deals 2 and +1"]
    end: dict[str, Any] = {}
    told = None
    for game in range(50):  # until Blue wins
        told = CliRunner().invoke(cli, [*command, "--game", str(game)])
        assert told.exit_code == 0, told.output
        CliRunner().invoke(cli, [*command, "--game", str(game), "--format", "jsonl", "--output", str(record)])
        end = json.loads(record.read_text(encoding="utf-8").splitlines()[-1])
        if end["winner"] == "blue":
            break
    assert end["scores"] == [0, 1]
    assert told is not None
    assert told.output.endswith("Blue wins, 1 to 0 in bouts.\n")


def test_a_record_is_written_told_and_verified(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    seats = ["--red", "Knight", "--blue", "Mystic", "--setting", "series with rest"]
    command = ["replay", str(CONFIG), *seats, "--game", "2"]
    told = CliRunner().invoke(cli, command)
    assert told.exit_code == 0, told.output
    assert "in bouts." in told.output
    written = CliRunner().invoke(cli, [*command, "--format", "jsonl", "--output", str(record)])
    assert written.exit_code == 0, written.output
    checked = CliRunner().invoke(cli, ["verify", str(record)])
    assert checked.exit_code == 0, checked.output
    lines = record.read_text(encoding="utf-8").splitlines()
    n = next(n for n, line in enumerate(lines) if '"event": "exchange"' in line)
    event = json.loads(lines[n])
    event["red"]["hp"] += 1
    lines[n] = json.dumps(event)
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    wrong = CliRunner().invoke(cli, ["verify", str(record)])
    assert wrong.exit_code != 0
    assert f"{record}:{n + 1}" in wrong.output


@pytest.mark.parametrize("ability", ABILITIES)
def test_an_ability_switched_off_takes_its_point_and_nothing_else(ability: str) -> None:
    system = LiveCombatSystem(configuration())
    first, second = {
        "1 HP": ("Footman", "hp"), "1 AP": ("Knight", "ap"), "1 damage": ("Footman deals 2", "damage"),
        "effects": ("Scout", "effect"), "shield": ("Footman with shield", "shield"),
        "potions": ("Mystic", "potions"), "armour off": ("Knight", "at_rest"), "short rest": ("Knight", "at_rest"),
    }[ability]  # fmt: skip
    cell = ((first, "Gladiator"), "series with rest")
    old, new = system.rules_of(*cell)[0], system.without(first, ability).rules_of(*cell)[0]
    assert [name for name in old.dtype.names if old[name].tobytes() != new[name].tobytes()] == [second]
    if ability in ("1 HP", "1 AP", "1 damage"):
        assert list(old[second] - new[second]) == [1, 0]


def test_fists_have_no_damage_to_lose() -> None:
    system = LiveCombatSystem(configuration())
    cell = Cell(("Footman", "Scout"), "duel near healer", ("careful", "careful"))
    assert system.without("Footman", "1 damage").rules_key(cell) == system.rules_key(cell)
