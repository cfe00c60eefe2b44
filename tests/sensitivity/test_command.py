"""`balance sensitivity` as a process, on the real game."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from balance.sensitivity import EFFECTS, FILES
from tests.cli.test_process import LIGHT, balance, message
from tests.support import CONFIGURATION, ROOT

FEW = ["--policy", "random", "--factions", "dragons,kelpies,sluagh", "--jobs", "2"]


@pytest.mark.compiled
def test_a_small_run_says_what_every_conclusion_rests_on(tmp_path: Path) -> None:
    out = tmp_path / "out"
    only = "tie_break,removal_colour,auction_side,decks.special,layouts.standard: mirrored"
    process = balance("sensitivity", CONFIGURATION, *FEW, "--games", 100, "--only", only, "--out", out)
    assert process.returncode == 0, process.stderr
    lines = process.stdout.splitlines()
    assert lines[0] == f"report: {out / 'report.html'}"
    # side and tie-break, three strengths, least fair pair and its distance, each with what becomes of it
    assert sum(not line.startswith(" ") for line in lines[2:]) == 2 + 3 + 2
    assert "1 changes no game at bid 0" in process.stderr
    assert sorted(path.name for path in out.iterdir()) == sorted(FILES)
    rows = pl.read_parquet(out / EFFECTS)
    # random play does not look at the rule: giving the ties away costs exactly the tie rate, twice their half
    change, base = (
        rows.filter(
            (pl.col("variant") == "tie_break: unseelie") & (pl.col("headline") == "tie-break advantage")
        )
        .select("change", "base")
        .row(0)
    )
    assert change == pytest.approx(-2 * base, abs=2e-6)
    # of three factions only the sluagh remove cubes of a chosen colour: dragons against kelpies is not played
    removal = rows.filter(
        (pl.col("variant") == "removal_colour: opposing") & (pl.col("headline") == "side advantage")
    )
    assert removal["games"].item() == 4 * 100


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--only", "tie_brake"], "unknown variant 'tie_brake' (did you mean 'tie_break'?)"),
        (["--layout", "standart"], "unknown layout 'standart' (did you mean 'standard'?)"),
        (["--policy", "gredy"], "unknown policy 'gredy' (did you mean 'greedy'?)"),
        (["--factions", "dragon,kelpies"], "unknown faction 'dragon' (did you mean 'dragons'?)"),
        (["--precision", "0"], "expected a number from 0.05 to 20.0; got '0'"),
        (["--precision", "nan"], "expected a number from 0.05 to 20.0; got 'nan'"),
        (["--games", "0"], "expected a whole number from 1 to 10000000; got '0'"),
    ],
)
def test_a_wrong_option_is_one_message_at_once(tmp_path: Path, arguments: list[str], words: str) -> None:
    code = LIGHT[2] + "assert 'numba' not in sys.modules; sys.exit(code)"
    command = [
        sys.executable,
        "-c",
        code,
        "sensitivity",
        str(CONFIGURATION),
        *arguments,
        "--out",
        str(tmp_path / "x"),
    ]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert words in message(process)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.compiled
def test_ctrl_c_ends_it_with_one_message_and_nothing_written(tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "balance", "sensitivity", str(CONFIGURATION), *FEW, "--games", "500000"]
    process = subprocess.Popen(
        [*command, "--out", str(out)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    seen = ""
    while "all pairings" not in seen:
        seen = process.stderr.readline()
        assert seen, "it ended by itself"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    assert errors.splitlines()[-1] == "error: interrupted; nothing was written, the same command starts anew"
    assert "Traceback" not in errors
    assert list(tmp_path.iterdir()) == []
