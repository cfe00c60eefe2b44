"""Policies in plain Python from the command line: where they are found, what is refused, what is never mixed."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from balance.cli import main
from tests.support import CONFIGURATION, ROOT

MINE = '''
"""Three ways to play, one that does not work, and things that are no policies."""

import helper


def choose(observation, legal, random):
    """Takes anything, each action as likely as any other."""
    return random.choice(legal)


def last(observation, legal, random):
    return helper.pick(legal)


def greedy(observation, legal, random):
    return legal[0]


def late(observation, legal, random):
    """Fails in a late round of a few games, not of the first ones."""
    if observation["round"] == 6 and 0.81 < random.random() < 0.8115:
        return ("split", (0, 9))
    return random.choice(legal)


def broken(observation, legal, random):
    return observation["weather"]


def nothing(observation, legal, random):
    pass


def leaves(observation, legal, random):
    raise SystemExit(0)


def rambles(observation, legal, random):
    raise ValueError("no " * 10_000)


def endless(observation, legal, random):
    return ("court",) * 100_000


class Strange(Exception):
    def __str__(self):
        raise ValueError("no text")


def strange(observation, legal, random):
    raise Strange


def two(observation, legal):
    return legal[0]


table = {}
'''
HELPER = "def pick(legal):\n    return legal[-1]\n"
SMALL = ("--factions", "dragons,kelpies", "--layouts", "standard", "--games", "4", "--jobs", "1", "--quiet")
PAIR = ("--seelie", "dragons", "--unseelie", "kelpies")
# as the installed command runs: the working directory is not among the folders that modules are looked up in
INSTALLED = f"import sys; sys.path.append({str(ROOT)!r}); from balance.cli import main; sys.exit(main())"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a working directory with a configuration and a module of policies."""
    shutil.copytree(CONFIGURATION.parent, tmp_path / "configs")
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    (tmp_path / "helper.py").write_text(HELPER, encoding="utf-8")
    return tmp_path


@contextlib.contextmanager
def as_started_in(folder: Path, path: Path | None) -> Iterator[None]:
    """Work in a folder as a new process does: none of its modules is loaded, and it is not looked for modules in."""
    before = sys.path[:]
    sys.path[:] = [name for name in before if name] + ([str(path)] if path else [])
    importlib.invalidate_caches()
    try:
        with contextlib.chdir(folder):
            yield
    finally:
        sys.path[:] = before
        for name, module in list(sys.modules.items()):
            if (getattr(module, "__file__", None) or "").startswith(str(folder)):
                del sys.modules[name]


def balance(folder: Path, *arguments: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run ``balance`` in a folder; `path` is one more folder in which installed things are looked for."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with as_started_in(folder, path), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(list(arguments))
    texts = []
    for stream in (out, err):
        stream.seek(0)
        texts.append(stream.read())
    return subprocess.CompletedProcess(arguments, code, *texts)


def balance_apart(
    folder: Path, *arguments: str, path: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``balance`` in the same way, in a process of its own, as the installed command is run."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    return subprocess.run(
        [sys.executable, "-P", "-c", INSTALLED, *arguments],
        cwd=folder,
        env={**environment, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def sweep(
    folder: Path, policy: str, *more: str, path: Path | None = None, apart: bool = False
) -> subprocess.CompletedProcess[str]:
    run = balance_apart if apart else balance
    return run(folder, "sweep", "configs/factions.yaml", "--policy", policy, *SMALL, *more, path=path)


def refusal(process: subprocess.CompletedProcess[str]) -> str:
    """Return the one message of a command that failed."""
    assert process.returncode == 2, process.stderr
    assert "Traceback" not in process.stderr
    (message,) = (line for line in process.stderr.splitlines() if line.startswith("error: "))
    return message.removeprefix("error: ")


def run_of(folder: Path, name: str = "outputs/factions") -> tuple[dict[str, Any], pl.DataFrame]:
    manifest = json.loads((folder / name / "manifest.json").read_text(encoding="utf-8"))
    return manifest, pl.read_parquet(folder / name / "tallies.parquet")


def test_a_module_of_the_working_directory_plays_a_sweep_the_same_for_any_number_of_jobs(
    folder: Path,
) -> None:
    for jobs in ("1", "2"):
        done = sweep(folder, "mine:choose", "--out", f"run{jobs}", "--jobs", jobs, apart=True)
        assert (done.returncode, done.stderr) == (0, "")
    files = ["tallies.parquet", "facts.parquet", "summary.json", "report.html"]
    one, two = ([(folder / run / name).read_bytes() for name in files] for run in ("run1", "run2"))
    assert one == two
    manifest, tallies = run_of(folder, "run1")
    assert set(tallies["seelie_policy"]) == set(tallies["unseelie_policy"]) == {"mine:choose"}
    assert tallies["games"].to_list() == [4, 4]
    assert manifest["headline"] == ["mine:choose", "mine:choose"]
    assert manifest["policies"]["mine:choose"] == "Takes anything, each action as likely as any other"
    assert len(manifest["configuration"]["policies"]["mine:choose"]["source"]) == 64


def test_a_finished_run_is_not_played_again_and_a_changed_policy_is_refused(folder: Path) -> None:
    assert sweep(folder, "mine:last").returncode == 0
    before = (folder / "outputs/factions/tallies.parquet").stat().st_mtime_ns
    assert sweep(folder, "mine:last").returncode == 0
    assert (folder / "outputs/factions/tallies.parquet").stat().st_mtime_ns == before
    (folder / "mine.py").write_text(MINE + "# another version\n", encoding="utf-8")
    told = refusal(sweep(folder, "mine:last"))
    assert told.startswith("outputs/factions holds another configuration's run; it differs in ")
    assert "policies.mine:last.source" in told
    assert sweep(folder, "mine:last", "--force").returncode == 0


def test_a_change_anywhere_in_a_policys_package_counts(folder: Path) -> None:
    package = folder / "club" / "players"
    package.mkdir(parents=True)
    for path in (package, package.parent):
        (path / "__init__.py").touch()
    (package / "mine.py").write_text(
        "from club.rules import pick\n\ndef choose(seen, legal, random):\n    return pick(legal)\n"
    )
    (package.parent / "rules.py").write_text(HELPER)
    assert sweep(folder, "club.players.mine:choose").returncode == 0
    (package.parent / "rules.py").write_text(HELPER.replace("-1", "0"))
    assert "policies.club.players.mine:choose.source" in refusal(sweep(folder, "club.players.mine:choose"))


@pytest.mark.parametrize(
    ("text", "seelie", "unseelie"),
    [
        ("mine:last,greedy", "mine:last", "greedy"),
        ("random, mine:choose", "random", "mine:choose"),
        ("random:greedy", "random", "greedy"),
        ("greedy:mine:last", "greedy", "mine:last"),
        ("random,greedy", "random", "greedy"),
        ("mine:greedy", "mine:greedy", "mine:greedy"),  # a module that is there goes before A:B
    ],
)
def test_seats_are_parted_by_a_comma_and_known_names_by_a_colon_too(
    folder: Path, text: str, seelie: str, unseelie: str
) -> None:
    done = sweep(folder, text)
    assert (done.returncode, done.stderr) == (0, "")
    _, tallies = run_of(folder)
    assert set(tallies["seelie_policy"]) == {seelie}
    assert set(tallies["unseelie_policy"]) == {unseelie}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mine:chose", "policy mine:chose: no function 'chose' (did you mean 'choose'?) in {}/mine.py"),
        ("mein:choose", "policy mein:choose: no module 'mein' in the working directory or among what is installed"),
        ("mine:two", "policy mine:two: expected a function two(observation, legal, random); "
         "got two(observation, legal) in {}/mine.py"),
        ("mine:table", "policy mine:table: expected a function table(observation, legal, random); "
         "got something of type dict in {}/mine.py"),
        ("typo:choose", "policy typo:choose: syntax error: expected ':' ({}/typo.py, line 1)"),
        ("sad:choose", "policy sad:choose: importing sad raised ZeroDivisionError: division by zero "
         "({}/sad.py, line 2)"),
        ("ill.mine:choose", "policy ill.mine:choose: importing ill.mine raised ModuleNotFoundError: No module named "
         "'drugs' ({}/ill/__init__.py, line 1)"),
        ("leaves:choose", "policy leaves:choose: importing leaves raised SystemExit: 0 ({}/leaves.py, line 1)"),
        ("empty:choose", "policy empty:choose: looking for 'choose' in {0}/empty.py raised KeyError: 'choose' "
         "({0}/empty.py, line 1)"),
        ("builtins:nothing", "policy builtins:nothing: no function 'nothing' in builtins"),
        ("mine:", "expected a policy in Python as module:function; got 'mine:'"),
        ("planer:greedy", "unknown policy 'planer' (did you mean 'planner'?); known: greedy, planner, random"),
        ("greedy,mine:last,greedy", "expected one policy, or one for seelie and unseelie each with a comma between; "
         "got 'greedy,mine:last,greedy'"),
    ],
)  # fmt: skip
def test_what_is_no_policy_is_refused_before_anything_is_written(
    folder: Path, text: str, message: str
) -> None:
    (folder / "typo.py").write_text("def choose(a, b, c)\n    pass\n", encoding="utf-8")
    (folder / "sad.py").write_text("def choose(a, b, c): pass\nshare = 1 / 0\n", encoding="utf-8")
    (folder / "leaves.py").write_text("raise SystemExit(0)\n", encoding="utf-8")
    (folder / "empty.py").write_text("def __getattr__(name): raise KeyError(name)\n", encoding="utf-8")
    (folder / "ill").mkdir()
    (folder / "ill" / "__init__.py").write_text("import drugs\n", encoding="utf-8")
    assert refusal(sweep(folder, text)) == message.format(folder)
    assert not (folder / "outputs").exists()


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        ("mine:broken", "policy mine:broken, dragons against kelpies on standard, game 0, round 1, court, seelie to "
         "decide: raised KeyError: 'weather' ({}/mine.py, line "),
        ("mine:nothing", "policy mine:nothing, dragons against kelpies on standard, game 0, round 1, court, seelie to "
         "decide: expected one of the legal actions, a tuple; got None; legal: court PLACE 1 oak, "),
        ("mine:leaves", "policy mine:leaves, dragons against kelpies on standard, game 0, round 1, court, seelie to "
         "decide: raised SystemExit: 0 ({}/mine.py, line "),
        ("mine:rambles", "policy mine:rambles, dragons against kelpies on standard, game 0, round 1, court, seelie to "
         "decide: raised ValueError: no no "),
        ("mine:endless", "policy mine:endless, dragons against kelpies on standard, game 0: round 1, court, seelie to "
         "decide: 'court court "),
        ("mine:strange", "policy mine:strange, dragons against kelpies on standard, game 0, round 1, court, seelie to "
         "decide: raised Strange ({}/mine.py, line "),
    ],
)  # fmt: skip
def test_a_policy_that_fails_in_a_game_is_named_with_game_and_position(
    folder: Path, policy: str, message: str
) -> None:
    # in a process of its own where Python could end, or could not carry the error from process to process
    apart = policy in {"mine:leaves", "mine:strange"}
    told = refusal(sweep(folder, policy, "--jobs", "2" if apart else "1", apart=apart))
    assert told.startswith(message.format(folder))
    assert len(told) < 1000
    replay = balance(folder, "replay", "configs/factions.yaml", *PAIR, "--seelie-policy", policy)
    assert refusal(replay).startswith(message.format(folder))
    assert replay.stdout == ""


def test_games_finished_before_a_policy_fails_are_kept(folder: Path) -> None:
    told = refusal(sweep(folder, "mine:late", "--games", "60", "--jobs", "1"))
    assert "round 6" in told
    assert "'split (0, 9)' is not legal" in told
    chunks = list((folder / "outputs/factions/chunks").glob("*.parquet"))
    assert chunks
    assert not (folder / "outputs/factions/manifest.json").exists()
    again = refusal(sweep(folder, "mine:late", "--games", "60", "--jobs", "1"))
    assert again.split(":")[:3] == told.split(":")[:3]  # the same game fails again


def test_a_replay_is_the_game_of_the_sweep(folder: Path) -> None:
    assert sweep(folder, "mine:choose,mine:last", "--games", "1").returncode == 0
    _, tallies = run_of(folder)
    margin = tallies.filter(pl.col("seelie") == "dragons")["margin_mean"].item()
    policies = ("--seelie-policy", "mine:choose", "--unseelie-policy", "mine:last")
    done = balance(folder, "replay", "configs/factions.yaml", *PAIR, *policies)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Seelie: dragons (mine:choose) against Unseelie: kelpies (mine:last)" in done.stdout
    (score,) = (line for line in done.stdout.splitlines() if line.startswith("Final score: "))
    seelie, unseelie = (int(word.strip(",.")) for word in score.split() if word.strip(",.").isdigit())
    assert seelie - unseelie == margin


def installed(folder: Path, *entries: str) -> Path:
    """Return a folder with a package that registers policies as an installed one does."""
    site = folder / "site"
    package = site / "club-1.0.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: club\nVersion: 1.0\n", encoding="utf-8")
    (package / "entry_points.txt").write_text(
        "[balance.policies]\n" + "\n".join(entries) + "\n", encoding="utf-8"
    )
    for name, text in (("club.py", MINE), ("helper.py", HELPER)):
        (site / name).write_text(text, encoding="utf-8")
    return site


def test_a_registered_policy_is_known_by_name_on_the_command_line_and_in_files(folder: Path) -> None:
    site = installed(folder, "modest = club:last")
    assert sweep(folder, "modest,greedy", path=site, apart=True).returncode == 0
    manifest, tallies = run_of(folder)
    assert set(tallies["seelie_policy"]) == {"modest"}
    assert len(manifest["configuration"]["policies"]["modest"]["source"]) == 64
    file = folder / "configs" / "factions.yaml"
    text = file.read_text(encoding="utf-8").replace("{seelie: planner, unseelie: planner, games: 260}",
                                                    "{seelie: modest, unseelie: random, games: 260}")  # fmt: skip
    file.write_text(text, encoding="utf-8")
    assert balance(folder, "validate", "configs/factions.yaml", path=site).returncode == 0
    done = sweep(folder, "modest:random", "--out", "run", path=site)
    assert (done.returncode, done.stderr) == (0, "")
    assert set(run_of(folder, "run")[1]["seelie_policy"]) == {"modest"}
    (site / "club.py").write_text(MINE + "# another version\n", encoding="utf-8")
    assert "policies.modest.source" in refusal(sweep(folder, "modest:random", "--out", "run", path=site))
    assert "unknown policy 'modest'" in refusal(balance(folder, "validate", "configs/factions.yaml"))


def test_a_registered_policy_that_does_not_play_is_no_part_of_a_run(folder: Path) -> None:
    site = installed(folder, "modest = club:last", "lost = gone:choose")
    assert sweep(folder, "random", path=site).returncode == 0
    manifest, _ = run_of(folder)
    assert set(manifest["configuration"]["policies"]) == {"greedy", "planner", "random"}
    assert "known: greedy, planner, random, modest, lost" in refusal(sweep(folder, "modesty", path=site))
    assert "policy lost: no module 'gone'" in refusal(sweep(folder, "lost", path=site))


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("planner = club:last", "the name is taken by one of balance itself; register another name"),
        ("a:b = club:last", "expected a name of letters, digits, '_', '-' and '.'"),
    ],
)
def test_a_name_that_cannot_be_registered_is_refused(folder: Path, entry: str, message: str) -> None:
    site = installed(folder, entry)
    told = refusal(balance(folder, "validate", "configs/factions.yaml", path=site))
    assert told.endswith(message)
    assert "registered as club:last in the entry point group balance.policies" in told
