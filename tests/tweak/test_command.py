"""`balance tweak` as a process, on the real game."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from balance.cli import main
from balance.tweak.files import SUMMARY
from balance.tweak.road import FILES
from tests.cli.test_process import LIGHT, balance, message
from tests.support import CONFIGURATION, ROOT

DRAGONS = ROOT / "configs" / "tweaks" / "dragons-move-4.yaml"
TIES = ROOT / "configs" / "tweaks" / "shared-ties.yaml"
FEW = ["--policy", "random", "--factions", "dragons,kelpies,sluagh", "--jobs", "2", "--no-bids"]


@pytest.mark.compiled
def test_a_tweak_is_judged_told_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    given = ["tweak", str(CONFIGURATION), str(DRAGONS), *FEW, "--max-games", "400", "--out", str(out)]
    assert main(given) == 0
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert lines[0] == f"report: {out / 'report.html'}"
    assert "touches 4 of 6 pairings, 2 are proved identical" in printed.err
    assert "0 of them discordant" in " ".join(lines)
    assert sum(line.startswith(("Dragons v ", "Kelpies v ", "Sluagh v ")) for line in lines) == 4
    assert sorted(path.name for path in out.iterdir()) == sorted(FILES)
    (result,) = json.loads((out / SUMMARY).read_text(encoding="utf-8"))["tweaks"]
    assert sorted(result["identical"]) == [["kelpies", "sluagh"], ["sluagh", "kelpies"]]

    # the game that is named is another one under the tweak
    commands = [line.split("balance ", 1)[1].split() for line in lines if line.startswith("  balance replay")]
    assert ["--tweak" in command for command in commands] == [False, True]
    games = []
    for command in commands:
        assert main(command) == 0
        games.append(capsys.readouterr().out)
    assert games[0] != games[1]


@pytest.mark.compiled
def test_limits_end_in_exit_codes_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def told(*limits: str) -> tuple[int, str]:
        checks = [word for limit in limits for word in ("--check", limit)]
        few = [*FEW, "--max-games", "400", "--quiet", "--out", str(tmp_path / "out")]
        code = main(["tweak", str(CONFIGURATION), str(TIES), *few, *checks])
        printed = capsys.readouterr()
        assert printed.out == ""
        return code, printed.err

    # shared ties touch every pairing; of 400 games some tens are ties, each worth half a win to Seelie
    assert told("change_share(dragons, kelpies) <= 20", "worse <= 6") == (0, "")
    code, words = told("unknown < 0", "better <= 6")
    assert code == 1
    assert words.startswith("check not met: shared ties: unknown < 0; it is ")
    code, words = told("change_side_advantage > -0.9")
    assert code == 3
    assert words.startswith("check not yet known: shared ties: change_side_advantage > -0.9; it is ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--check", "max_unfairnes < 8"], "unknown 'max_unfairnes' (did you mean 'max_unfairness'?)"),
        (["--check", "share(dragon, kelpies) < 8"], "(did you mean 'share(dragons, kelpies)'?)"),
        (["--check", "max_unfairness"], "expected a limit such as 'max_unfairness < 8'"),
        (["--material", "0"], "expected a number from 0.1 to 20.0; got '0'"),
        (["--alpha", "nan"], "expected a number from 0.0001 to 0.5; got 'nan'"),
        (["--max-games", "100"], "expected a whole number from 200 to 1000000; got '100'"),
        (["--layout", "standart"], "unknown layout 'standart' (did you mean 'standard'?)"),
        (["--policy", "gredy"], "unknown policy 'gredy' (did you mean 'greedy'?)"),
        (["--factions", "dragon,kelpies"], "unknown faction 'dragon' (did you mean 'dragons'?)"),
        ([str(DRAGONS)], "name: 'dragons move 4' is the name of"),
        ([str(DRAGONS).replace("dragons", "dragon")], "no such file (did you mean"),
    ],
)  # fmt: skip
def test_a_wrong_option_is_one_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    given = ["tweak", str(CONFIGURATION), str(DRAGONS), *arguments, "--out", str(tmp_path / "x")]
    assert main(given) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("error: ")
    assert len(printed.err.splitlines()) == 1
    assert words in printed.err
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_name_is_told_at_once(tmp_path: Path) -> None:
    code = LIGHT[2] + "assert 'numba' not in sys.modules; sys.exit(code)"
    given = ["tweak", str(CONFIGURATION), str(DRAGONS), "--check", "x < 1", "--out", str(tmp_path / "x")]
    process = subprocess.run(
        [sys.executable, "-c", code, *given], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "'x < 1' names no figure" in message(process)
    assert list(tmp_path.iterdir()) == []


def test_a_tweak_is_replayed_on_a_file_alone(tmp_path: Path) -> None:
    process = balance("replay", tmp_path, "--tweak", DRAGONS, "--seelie", "dragons", "--unseelie", "kelpies")
    assert message(process) == f"expected the file of a configuration with --tweak; got the folder {tmp_path}"


@pytest.mark.compiled
def test_a_policy_that_draws_its_own_luck_is_found_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lucky_tweak.py").write_text(
        "import random\n\n\ndef choose(observation, legal, draw):\n    return random.choice(legal)\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    few = ["--factions", "dragons,kelpies", "--policy", "lucky_tweak:choose", "--jobs", "1", "--quiet"]
    assert main(["tweak", str(CONFIGURATION), str(DRAGONS), *few, "--out", str(tmp_path / "out")]) == 2
    words = capsys.readouterr().err
    assert "the unchanged rules against themselves do not play the same games: game " in words
    assert (
        "of dragons against kelpies on standard, played by lucky_tweak:choose and lucky_tweak:choose" in words
    )
    assert not (tmp_path / "out").exists()


@pytest.mark.compiled
def test_ctrl_c_ends_it_with_one_message_and_nothing_written(tmp_path: Path) -> None:
    out = tmp_path / "out"
    few = [*FEW, "--max-games", "1000000", "--material", "0.1", "--out", str(out)]
    command = [sys.executable, "-m", "balance", "tweak", str(CONFIGURATION), str(DRAGONS), *few]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    seen = ""
    while "pairings open" not in seen:
        seen = process.stderr.readline()
        assert seen, "it ended by itself"
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    assert errors.splitlines()[-1] == "error: interrupted; nothing was written, the same command starts anew"
    assert "Traceback" not in errors
    assert list(tmp_path.iterdir()) == []
