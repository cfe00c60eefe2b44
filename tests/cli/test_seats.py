"""Options for seats are those of the rule system of the file that a command is given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from balance.cli import cli, main
from balance.cli.completion import PROGRAM, VARIABLE
from balance.cli.seats import form_at
from balance.cli.watch import configuration_of_run
from balance.engine.registry import rules_version
from balance.errors import RunFolderError
from tests.support import ROOT

COMBAT = "configs/live_combat.yaml"


@pytest.fixture(autouse=True)
def _in_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def help_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*arguments, "--help"]) == 0
    return capsys.readouterr().out


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_without_a_file_help_shows_the_seats_of_the_game_that_ships_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = help_of(capsys, "replay")
    for option in (
        "--seelie ",
        "--unseelie ",
        "--layout, --setting ",
        "--seelie-policy",
        "--bid-to ",
        "--bid ",
    ):
        assert option in told
    assert told == help_of(capsys, "replay", "configs/factions.yaml")


def test_with_a_file_help_shows_the_seats_of_its_rule_system(capsys: pytest.CaptureFixture[str]) -> None:
    told = help_of(capsys, "replay", COMBAT).partition("Examples:")[0]
    for option in (
        "--red <LOADOUT>",
        "--blue <LOADOUT>",
        "--contest, --setting, --layout <NAME>",
        "--red-policy",
    ):
        assert option in told
    assert "eelie" not in told
    assert "--bid" not in told


def test_the_file_may_stand_behind_options_and_their_values(capsys: pytest.CaptureFixture[str]) -> None:
    behind = help_of(capsys, "replay", "--output", "configs/factions.yaml", "--game", "3", COMBAT)
    assert "--red <LOADOUT>" in behind


def test_a_run_has_the_seats_of_the_system_that_played_it(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps({"system": "sea_witch"}))
    found = form_at(tmp_path)
    assert found is not None
    assert found.seats == ("player", "opponent")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"system": "chess"}', '{"system": 3}'])
def test_a_folder_that_tells_no_system_has_no_seats_of_its_own(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    assert form_at(tmp_path) is None
    assert form_at(tmp_path / "absent.yaml") is None


def test_bids_and_seats_of_another_game_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    seats = ("--red", "Knight", "--blue", "Scout")
    assert "no such option '--bid'" in refusal(capsys, "replay", COMBAT, *seats, "--bid", "2")
    assert "no such option '--seelie'" in refusal(capsys, "replay", COMBAT, "--seelie", "Knight")
    assert "no such option '--red'" in refusal(capsys, "replay", "configs/factions.yaml", "--red", "dragons")


def test_a_seat_of_another_game_is_answered_with_the_seats_of_this_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert refusal(capsys, "replay", COMBAT, "--seelie", "Knight").endswith("expected --red or --blue\n")
    # what is no seat anywhere is a slip of the hand
    slip = refusal(capsys, "replay", COMBAT, "--sed", "3")
    assert "'--seed'" in slip
    assert "--blue" not in slip


@pytest.mark.parametrize(
    ("command", "given", "meant"),
    [
        ("sweep", "--loadouts", "--contestants"),
        ("sweep", "--contests", "--settings"),
        ("tweak", "--conducts", "--contestants"),
        ("tweak", "--contest", "--setting"),
        ("sensitivity", "--table", "--setting"),
        ("replay", "--contests", "--setting"),
    ],
)
def test_a_word_of_a_game_in_place_of_the_general_option_is_answered_with_that(
    command: str, given: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = refusal(capsys, command, COMBAT, given, "Knight")
    assert told == f"error: no such option '{given}': expected {meant}\n"


def test_a_seat_that_is_left_open_is_asked_for_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    told = refusal(capsys, "replay", COMBAT, "--red", "Knight")
    assert told.startswith("error: missing option '--blue': expected one of: Footman, ")


def test_unknown_names_are_told_in_the_words_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    seats = ("--red", "Knight", "--blue", "Scout")
    assert "unknown loadout 'Scut' (did you mean 'Scout'?)" in refusal(
        capsys, "replay", COMBAT, "--red", "Knight", "--blue", "Scut"
    )
    assert "unknown contest 'duell'" in refusal(capsys, "replay", COMBAT, *seats, "--contest", "duell")
    assert "unknown contest 'duell'" in refusal(capsys, "replay", COMBAT, *seats, "--layout", "duell")


def test_only_pacts_is_played_at_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    told = refusal(capsys, "play", COMBAT)
    assert told == f"error: balance play plays Pacts; {COMBAT} is of Live combat of The Pact\n"


def test_a_shell_completes_seats_names_and_policies_of_the_files_game() -> None:
    def completions(*typed: str) -> list[str]:
        *arguments, begun = typed
        shell = ShellComplete(cli, {}, PROGRAM, VARIABLE)
        return [item.value for item in shell.get_completions(arguments, begun)]

    assert completions("replay", COMBAT, "--red", "K") == ["Knight"]
    assert completions("replay", COMBAT, "--bl") == ["--blue", "--blue-policy"]
    assert completions("replay", COMBAT, "--red-policy", "f") == ["fierce"]
    assert completions("sweep", COMBAT, "--contestants", "Sc") == ["Scout"]
    assert completions("replay", "configs/factions.yaml", "--bid-to", "u") == ["unseelie"]


def test_a_run_of_other_rules_or_of_no_known_system_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = {"system": "live_combat", "versions": {"live_combat rules": "0"}, "configuration": {}}
    monkeypatch.setattr("balance.sweep.manifest.read_manifest", lambda _: manifest)
    expected = (
        rf"played by version 0 of the live_combat rules; expected version {rules_version('live_combat')}"
    )
    with pytest.raises(RunFolderError, match=expected):
        configuration_of_run(tmp_path)
    manifest["system"] = "chess"
    with pytest.raises(RunFolderError, match="played by the rule system 'chess', which is not one of: "):
        configuration_of_run(tmp_path)
