"""The command line as a process: what it imports, closed pipes, Ctrl-C, and disks that cannot be written."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from balance.sweep.folder import PAGES, RESULTS
from tests.support import CONFIGURATION, ROOT

HEAVY = ("numba", "numpy", "polars", "scipy", "matplotlib", "seaborn", "joblib", "itables")
LIGHT = [sys.executable, "-c", "import sys; from balance.cli import main; code = main(sys.argv[1:])\n"]
SMALL = ["--policy", "random", "--factions", "dragons,kelpies", "--layouts", "standard", "--jobs", "2"]

needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or (os.geteuid() != 0 and "BALANCE_REQUIRE_ROOT_TESTS" not in os.environ),
    reason="needs root, to become another user and to mount a small disk",
)


def balance(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run ``balance`` in a process of its own."""
    command = [sys.executable, "-m", "balance", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)


def messages(process: subprocess.CompletedProcess[str]) -> list[str]:
    """Return the messages of a process in which every command failed."""
    assert process.returncode == 2, process.stderr
    assert process.stdout == ""
    assert "Traceback" not in process.stderr
    errors = [line for line in process.stderr.splitlines() if line.startswith("error: ")]
    return [line.removeprefix("error: ") for line in errors]


def message(process: subprocess.CompletedProcess[str]) -> str:
    """Return the one message of a process that failed."""
    (only,) = messages(process)
    return only


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["sweep", "--help"],
        ["--version"],
        ["validate", str(CONFIGURATION)],
        ["sweep", "absent.yaml"],
        ["sweep", str(CONFIGURATION), "--layouts", "standart"],
        ["sweep", str(CONFIGURATION), "--policy", "planer"],
        ["replay", str(CONFIGURATION), "--seelie", "dragon", "--unseelie", "kelpies"],
    ],
)
def test_help_validate_and_wrong_names_import_nothing_heavy(arguments: list[str]) -> None:
    code = f"{LIGHT[2]}print('heavy:', *[m for m in {HEAVY!r} if m in sys.modules])"
    process = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert process.stdout.splitlines()[-1] == "heavy:"


def test_importing_balance_imports_nothing_of_it() -> None:
    code = "import sys, balance; print([m for m in sys.modules if m.startswith('balance.')])"
    process = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert process.stdout == "[]\n"


def test_a_closed_pipe_ends_a_replay_quietly() -> None:
    command = [sys.executable, "-m", "balance", "replay", str(CONFIGURATION), "--seelie", "dragons"]
    command += ["--unseelie", "kelpies", "--seelie-policy", "random", "--unseelie-policy", "random"]
    read, write = os.pipe()
    os.close(read)
    process = subprocess.run(
        command, cwd=ROOT, stdout=write, stderr=subprocess.PIPE, text=True, check=False, timeout=300
    )
    os.close(write)
    assert process.returncode == 141
    assert process.stderr == ""


def printing(
    *arguments: object, stdout: IO[bytes] | int, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run ``balance`` with its output sent somewhere."""
    command = [sys.executable, "-m", "balance", *map(str, arguments)]
    variables = {**os.environ, **environment}
    return subprocess.run(
        command, cwd=ROOT, stdout=stdout, stderr=subprocess.PIPE, env=variables, check=False, timeout=300
    )


def test_a_terminal_that_lacks_a_character_is_shown_another(tmp_path: Path) -> None:
    path = tmp_path / "\N{DRAGON}.yaml"
    shutil.copytree(CONFIGURATION.parent, tmp_path, dirs_exist_ok=True)
    (tmp_path / CONFIGURATION.name).rename(path)
    process = printing("validate", path, stdout=subprocess.PIPE, PYTHONIOENCODING="latin-1")
    assert (process.returncode, process.stderr) == (0, b"")
    assert process.stdout.startswith(bytes(tmp_path) + b"/?.yaml is valid: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("arguments", [["validate", CONFIGURATION], ["--help"], ["sweep", "--help"]])
def test_output_that_cannot_be_written_is_one_message(arguments: list[object]) -> None:
    with Path("/dev/full").open("wb") as full:
        process = printing(*arguments, stdout=full)
    assert process.returncode == 2
    assert process.stderr == b"error: cannot write what is printed: no space left on device\n"


def test_output_that_is_closed_stops_nobody() -> None:
    script = 'exec "$@" >&-'
    command = ["sh", "-c", script, "sh", sys.executable, "-m", "balance", "validate", str(CONFIGURATION)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, timeout=300)
    assert (process.returncode, process.stderr) == (0, b"")


@pytest.mark.compiled
def test_ctrl_c_ends_a_sweep_with_one_message_and_the_next_one_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "run"
    sweep = ["sweep", CONFIGURATION, *SMALL, "--games", 150_000, "--out", out]
    command = [sys.executable, "-m", "balance", *map(str, sweep)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 200
    while len(list(out.glob("chunks/*.parquet"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    assert "Traceback" not in errors, errors
    assert errors.splitlines()[-1] == (
        "error: interrupted; finished games are kept, the same command goes on from there"
    )
    assert {path.name for path in out.iterdir()} == {"chunks"}
    again = balance(*sweep)
    assert again.returncode == 0
    assert "going on with an interrupted run: " in again.stderr
    assert {path.name for path in out.iterdir()} == {*RESULTS, PAGES}
    whole = balance(*sweep[:-1], tmp_path / "whole")
    assert whole.returncode == 0
    for name in ("tallies.parquet", "facts.parquet", "summary.json", "report.html"):
        assert (out / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Return a folder that every user may enter, with the shipped configurations in it."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        Path(name).chmod(0o755)
        shutil.copytree(CONFIGURATION.parent, Path(name) / "configs")
        yield Path(name)


# Python itself may stand where only root can read, so everything is loaded before the process becomes nobody.
AS_NOBODY = """
import encodings.unicode_escape, functools, json, os, sys  # replays need it, and nobody may not read it later
from balance import policies, road
from balance.cli import main
from balance.loading import configuration_at, engine_of
from balance.reports import page
import balance.terminal
policies.names = functools.cache(policies.names)
page.render = lambda *_: "page"
road.code_digest()
what = configuration_at(sys.argv[1])
engine_of(what, ["random"], say=lambda line: None)
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
(code,) = {main(command) for command in json.loads(sys.argv[2])}
sys.exit(code)
"""


def balance_as_nobody(folder: Path, *commands: list[object]) -> subprocess.CompletedProcess[str]:
    """Run commands of ``balance``, which all end alike, in a process that belongs to the unprivileged user."""
    command = [
        sys.executable,
        "-c",
        AS_NOBODY,
        str(folder / "configs" / CONFIGURATION.name),
        json.dumps([list(map(str, arguments)) for arguments in commands]),
    ]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)


@needs_root
def test_an_output_folder_that_cannot_be_written_is_one_message(open_folder: Path) -> None:
    locked = open_folder / "locked"
    (locked / "run").mkdir(mode=0o755, parents=True)
    sweep = ["sweep", open_folder / "configs" / CONFIGURATION.name, *SMALL, "--games", 5, "--out"]
    outs = (locked / "new", locked / "run", locked / "run" / "deeper")
    found = messages(balance_as_nobody(open_folder, *([*sweep, out] for out in outs)))
    for out, words in zip(outs, found, strict=True):
        assert words.startswith(f"cannot write {out}")
        assert words.endswith(": permission denied")
    assert sorted(path.name for path in locked.rglob("*")) == ["run"]


@needs_root
def test_a_finished_run_that_cannot_be_read_or_written_keeps_its_report(open_folder: Path) -> None:
    out = open_folder / "run"
    assert balance("sweep", CONFIGURATION, *SMALL, "--games", 5, "--out", out).returncode == 0
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    words = message(balance_as_nobody(open_folder, ["report", out]))
    assert words == f"cannot write {out}/games/dragons-v-kelpies-typical.html: permission denied"
    (out / "manifest.json").chmod(0o600)
    words = message(balance_as_nobody(open_folder, ["report", out]))
    assert words == f"cannot read {out}/manifest.json: permission denied"
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a disk of 64 KiB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = [shutil.which("mount") or "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    try:
        done = subprocess.run(mount, capture_output=True, text=True, check=False)
        refused = done.stderr if done.returncode else ""
    except OSError as error:
        refused = str(error)
    if refused and "BALANCE_REQUIRE_ROOT_TESTS" not in os.environ:
        pytest.skip(f"this user may not mount a disk: {refused.strip()}")
    assert not refused
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@needs_root
def test_a_disk_that_fills_up_is_one_message_and_nothing_half_written(small_disk: Path) -> None:
    out = small_disk / "run"
    process = balance("sweep", CONFIGURATION, *SMALL, "--games", 5, "--out", out)
    assert message(process).startswith(f"cannot write {out}/")
    assert message(process).endswith(": no space left on device")
    files = [path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()]
    assert not set(files) & set(RESULTS)
    assert not [name for name in files if name.endswith(".tmp")]
    for name in files:
        whole = (out / name).read_bytes()
        assert whole[-4:] == b"PAR1" if name.endswith(".parquet") else json.loads(whole)


@needs_root
def test_a_disk_without_any_room_is_one_message_and_leaves_nothing(small_disk: Path) -> None:
    filler = os.open(small_disk / "filler", os.O_WRONLY | os.O_CREAT)
    with contextlib.suppress(OSError):
        while True:
            os.write(filler, b"x" * 4096)
    os.close(filler)
    out = small_disk / "run"
    process = balance("sweep", CONFIGURATION, *SMALL, "--games", 5, "--out", out)
    assert message(process).endswith(": no space left on device")
    assert not out.exists() or list(out.iterdir()) == []
