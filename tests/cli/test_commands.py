"""Commands in this process: what they print, and one message for everything a user can get wrong."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner

import balance
from balance.cli import cli, main
from balance.engine.system import Cell
from balance.loading import configuration_at, engine_of
from balance.sweep.options import named_cell, overridden, playing
from tests.support import CONFIGURATION, ROOT

SMALL = ["--policy", "random", "--games", "30", "--factions", "dragons,kelpies", "--layouts", "standard"]


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Return exit code, stdout and stderr of a command."""
    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def failure(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Return the one message of a command that fails."""
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    return err.removeprefix("error: ").rstrip("\n")


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("swept") / "run"
    assert main(["sweep", str(CONFIGURATION), *SMALL, "--out", str(folder), "--quiet"]) == 0
    return folder


def test_the_version_is_the_projects(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert run(capsys, "--version") == (0, f"balance {project['version']}\n", "")


@pytest.mark.parametrize("command", [[], ["sweep"], ["completion"]])
def test_every_command_has_help(command: list[str]) -> None:
    for option in ("--help", "-h"):
        result = CliRunner().invoke(cli, [*command, option])
        assert result.exit_code == 0
        assert "Usage:" in result.output


def test_without_a_command_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys)
    assert (code, err) == (0, "")
    assert "Usage:" in out


def test_public_names_are_there() -> None:
    for name in balance.__all__:
        assert getattr(balance, name) is not None
    assert set(balance.__all__) <= set(dir(balance))
    with pytest.raises(AttributeError, match="module 'balance' has no attribute 'fairness'"):
        balance.fairness  # noqa: B018


def test_validate_says_what_a_valid_file_holds(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "validate", str(CONFIGURATION))
    assert (code, err) == (0, "")
    assert out.startswith(f"{CONFIGURATION} is valid: 9 factions, 7 layouts, ")


def test_sweep_prints_where_the_report_is_and_what_it_found(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = run(capsys, "sweep", CONFIGURATION, *SMALL, "--out", tmp_path / "run", "--jobs", 2)
    assert code == 0
    where, *lines = out.splitlines()
    assert where == f"report: {tmp_path / 'run' / 'report.html'}"
    assert max(map(len, lines)) <= 80
    for row in ("Seelie overall ", "pairings ", "tie-break ", "strongest faction ", "weakest faction "):
        assert any(line.startswith(row) for line in lines), row
    pairs = [line.split()[:2] for line in lines if line.startswith(("Dragons ", "Kelpies "))]
    assert sorted(pairs) == [["Dragons", "Kelpies"], ["Kelpies", "Dragons"]]
    assert "games without cubes: 60 of 60 games (100%)" in err
    assert not {"\x1b", "\r"} & set(out + err)


def test_sweep_writes_into_outputs_under_the_runs_name_by_default(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(capsys, "sweep", CONFIGURATION, *SMALL)[0] == 0
    assert (tmp_path / "outputs" / "factions" / "report.html").exists()


def test_quiet_prints_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert run(capsys, "sweep", CONFIGURATION, *SMALL, "--out", out, "--quiet") == (0, "", "")
    assert run(capsys, "sweep", CONFIGURATION, *SMALL, "--out", out, "--quiet") == (0, "", "")


def test_options_stand_in_for_the_file(capsys: pytest.CaptureFixture[str], swept: Path) -> None:
    tallies = pl.read_parquet(swept / "tallies.parquet")
    assert tallies.select(
        "seelie", "unseelie", "layout", "seelie_policy", "unseelie_policy", "games"
    ).rows() == [
        ("dragons", "kelpies", "standard", "random", "random", 30),
        ("kelpies", "dragons", "standard", "random", "random", 30),
    ]
    manifest = json.loads((swept / "manifest.json").read_text())
    assert list(manifest["configuration"]["factions"]) == ["dragons", "kelpies"]
    assert manifest["command"].startswith("balance sweep ")
    assert "--factions dragons,kelpies" in manifest["command"]


def test_another_seed_is_another_configuration(capsys: pytest.CaptureFixture[str], swept: Path) -> None:
    message = failure(capsys, "sweep", CONFIGURATION, *SMALL, "--out", swept, "--seed", 5, "--quiet")
    assert "another configuration's run; it differs in seed (--force replaces it" in message


def test_report_prints_the_same_again(capsys: pytest.CaptureFixture[str], swept: Path) -> None:
    page = (swept / "report.html").read_bytes()
    (swept / "report.html").unlink()
    code, out, err = run(capsys, "report", swept)
    assert (code, err) == (0, "")
    assert (swept / "report.html").read_bytes() == page
    # 30 games a pairing: the fixture's sweep was quiet, so the same command says what that run would have said
    assert run(capsys, "sweep", CONFIGURATION, *SMALL, "--out", swept)[1] == out


REPLAY: list[Any] = ["replay", CONFIGURATION, "--seelie", "dragons", "--unseelie", "kelpies"]
RANDOM = ["--seelie-policy", "random", "--unseelie-policy", "random"]


def test_replay_prints_a_game_move_by_move(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *REPLAY, *RANDOM, "--game", 7)
    assert code == 0
    assert "dragons" in out
    assert "kelpies" in out
    assert "Round 6" in out
    assert run(capsys, *REPLAY, *RANDOM, "--game", 8)[1] != out
    assert run(capsys, *REPLAY, *RANDOM, "--game", 7, "--seed", 5)[1] != out


def test_replaying_every_game_of_a_cell_reproduces_its_tally(swept: Path) -> None:
    what = configuration_at(CONFIGURATION)
    system, policies = engine_of(what, ["random"], say=print)
    tallies = pl.read_parquet(swept / "tallies.parquet")
    row = tallies.row(0, named=True)
    cell = named_cell(
        what, (row["seelie"], row["unseelie"]), setting=row["layout"], policies=("random", "random")
    )
    outcomes = [system.outcome(cell, policies, game) for game in range(row["games"])]
    margins = [outcome.scores[0] - outcome.scores[1] for outcome in outcomes]
    counts = [margins.count(row["margin_offset"] + n) for n in range(len(row["margin_counts"]))]
    assert counts == row["margin_counts"]
    assert [outcome.winner for outcome in outcomes].count(0) == row["seelie_wins"]
    assert margins.count(0) == row["ties"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["swep"], "no such command 'swep'. Did you mean 'sweep'?"),
        (["sweep"], "missing argument 'CONFIGURATION'"),
        (
            ["sweep", CONFIGURATION, "--gamse", "3"],
            "no such option '--gamse'. (Did you mean one of: '--games'",
        ),
        (["sweep", "absent.yaml"], "absent.yaml: no such file"),
        (["validate", "absent.yaml"], "absent.yaml: no such file"),
        (["report", "absent"], "absent/manifest.json: no such file; expected the folder of a finished run"),
        (
            ["sweep", CONFIGURATION, "--games", "0"],
            "invalid value for '--games': expected a whole number from 1 to 10000000; got '0'",
        ),
        (
            ["sweep", CONFIGURATION, "--games", "99999999999"],
            "invalid value for '--games': expected a whole number",
        ),
        (
            ["sweep", CONFIGURATION, "--jobs", "0"],
            "invalid value for '--jobs': expected a whole number from 1 to 1024; got '0'",
        ),
        (
            ["sweep", CONFIGURATION, "--seed", "-1"],
            "invalid value for '--seed': expected a whole number from 0 to 9223372036854775807; got '-1'",
        ),
        (
            ["sweep", CONFIGURATION, "--factions", "dragon,kelpies"],
            "unknown faction 'dragon' (did you mean 'dragons'?)",
        ),
        (["sweep", CONFIGURATION, "--factions", "dragons"], "expected at least two factions; got dragons"),
        (["sweep", CONFIGURATION, "--factions", ","], "expected at least one faction; got none"),
        (
            ["sweep", CONFIGURATION, "--layouts", "standart"],
            "unknown layout 'standart' (did you mean 'standard'?)",
        ),
        ([*REPLAY, "--games", "5"], "--games is for a search: expected --where too"),
        ([*REPLAY, "--first", "10"], "--first is for a search: expected --where too"),
        ([*REPLAY, "--json"], "--json is for a search: expected --where too, or --format jsonl"),
        (["completion", "tcsh"], "invalid value for '{bash|zsh|fish}': 'tcsh' is not one of"),
        (["sweep", CONFIGURATION, "--layouts", ""], "expected at least one layout; got none"),
        (["sweep", CONFIGURATION, "--policy", "planer"], "unknown policy 'planer' (did you mean 'planner'?)"),
        (
            ["sweep", CONFIGURATION, "--policy", "greedy:rando"],
            "unknown policy 'rando' (did you mean 'random'?)",
        ),
        (
            ["sweep", CONFIGURATION, "--policy", "a:b:c"],
            "expected one policy, or one for seelie and unseelie",
        ),
        (
            ["sweep", CONFIGURATION, "--games", "many"],
            "expected a whole number from 1 to 10000000; got 'many'",
        ),
        (["sweep", CONFIGURATION, "--out", ""], "invalid value for '--out': expected a path; got ''"),
        (["validate", ""], "invalid value for 'FILE': expected a path; got ''"),
        (["validate", "a\n\x1b[31m.yaml"], "a\ufffd\ufffd[31m.yaml: no such file"),
        (["report", "a\nb"], "a\ufffdb/manifest.json: no such file"),
        (["sweep", CONFIGURATION, "--policy", ""], "unknown policy ''; known: "),
        ([*REPLAY, "--layout", "standrad"], "unknown layout 'standrad' (did you mean 'standard'?)"),
        ([*REPLAY, "--seelie-policy", "greddy"], "unknown policy 'greddy' (did you mean 'greedy'?)"),
        ([*REPLAY, "--unseelie-policy", "randm"], "unknown policy 'randm' (did you mean 'random'?)"),
        ([*REPLAY, "--bid-to", "selie", "--bid", "3"], "unknown seat 'selie' (did you mean 'seelie'?)"),
        ([*REPLAY, "--bid", "3"], "expected --bid-to seelie or unseelie with --bid 3"),
        ([*REPLAY, "--bid-to", "seelie"], "expected --bid with --bid-to seelie"),
        (
            [*REPLAY, "--game", "-1"],
            "invalid value for '--game': expected a whole number from 0 to 1000000000; got '-1'",
        ),
        ([*REPLAY[:2], "--seelie", "dragons"], "missing option '--unseelie'"),
        (
            [*REPLAY[:2], "--seelie", "dragons", "--unseelie", "kelpie"],
            "unknown faction 'kelpie' (did you mean 'kelpies'?)",
        ),
        (
            [*REPLAY[:2], "--seelie", "dragons", "--unseelie", "dragons"],
            "expected different factions for seelie and unseelie; got 'dragons' twice",
        ),
        (
            [*REPLAY, *RANDOM, "--bid-to", "seelie", "--bid", "99"],
            "expected a bid of at most 28 cubes; got 99",
        ),
    ],
)
def test_a_mistake_is_one_message(
    capsys: pytest.CaptureFixture[str], arguments: list[Any], message: str
) -> None:
    assert message in failure(capsys, *arguments)


def test_a_policy_without_a_pair_in_the_file_plays_itself_with_the_headlines_games() -> None:
    what = configuration_at(CONFIGURATION)
    headline = what.policy_pairs[0]
    pairs = [(p.seelie, p.unseelie) for p in what.policy_pairs]
    chosen = overridden(what, policy="greedy")
    assert [(p.seelie, p.unseelie) for p in chosen.policy_pairs] == [("greedy", "greedy")]
    assert chosen.auction is None
    assert ("random", "random") in pairs
    without = what.model_copy(update={"policy_pairs": (headline,)})
    made = overridden(without, policy="random:greedy").policy_pairs
    assert [(p.seelie, p.unseelie, p.games) for p in made] == [("random", "greedy", headline.games)]


def test_games_are_set_for_every_pair_and_the_auction() -> None:
    what = overridden(configuration_at(CONFIGURATION), games=17)
    assert {pair.games for pair in what.policy_pairs} == {17}
    assert what.auction is not None
    assert what.auction.games == 17


def test_a_replayed_cell_is_the_files_first_unless_named() -> None:
    what = configuration_at(CONFIGURATION)
    pair = what.policy_pairs[0]
    first = Cell(("dragons", "kelpies"), next(iter(what.settings)), (pair.seelie, pair.unseelie))
    assert named_cell(what, ("dragons", "kelpies")) == first
    named = named_cell(
        what, ("kelpies", "dragons"), setting="random", policies=(None, "random"), bid_to="unseelie", bid=2
    )
    assert named == Cell(("kelpies", "dragons"), "random", (pair.seelie, "random"), -2)


def test_options_reach_the_comparisons_as_they_do_the_auction() -> None:
    what = configuration_at(CONFIGURATION)
    few = overridden(what, games=17).comparisons
    assert few is not None
    assert {entry.games for entry in (*few.tie_break, *few.abilities)} == {17}
    greedy = overridden(what, policy="greedy").comparisons
    assert greedy is not None
    assert {entry.seelie for entry in (*greedy.tie_break, *greedy.abilities)} == {"greedy"}
    assert overridden(what, policy="random").comparisons is None
    alone = what.model_copy(update={"policy_pairs": what.policy_pairs[3:4], "auction": None})
    assert set(playing(alone)) == {"planner", "random", "greedy"}  # greedy plays in comparisons alone
