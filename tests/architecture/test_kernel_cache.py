"""Compiled code is never older than any source it was made from."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from balance.engine import _jit
from balance.engine._jit import PACKAGE, cache_digest, kernel_sources, system_of
from tests.architecture.test_imports import imported
from tests.support import ROOT

SHARED = ["engine/_jit.py", "engine/_random.py"]
SYSTEMS = sorted(path.parent.name for path in PACKAGE.glob("engine/*/kernels"))


def names(system: str | None = None, package: Path = PACKAGE) -> list[str]:
    """Return the sources of a system's compiled code, as they are called within the package."""
    return [path.relative_to(package).as_posix() for path in kernel_sources(system, package)]


def edit(path: Path) -> None:
    """Change a source file."""
    with path.open("a", encoding="utf-8") as file:
        file.write("# edited\n")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a copy of the package with one more rule system, `chess`."""
    copy = tmp_path / "balance"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("engine/chess/kernels/moves.py", "policies/chess/random.py"):
        (copy / name).parent.mkdir(parents=True)
        (copy / name).write_text("", encoding="utf-8")
    return copy


def test_every_file_with_a_kernel_is_among_the_sources_of_its_system() -> None:
    assert PACKAGE == ROOT / "balance"
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if "\n@kernel(" in path.read_text(encoding="utf-8")
    }
    assert "engine/_random.py" in users
    for user in users - set(SHARED):
        system = system_of("balance." + user.removesuffix(".py").replace("/", "."))
        assert system in SYSTEMS, user
        assert user in names(system)
    assert users <= set(names())


def test_what_all_systems_share_belongs_to_none() -> None:
    shared = (
        "balance.engine._jit",
        "balance.engine._random",
        "balance.policies.python",
        "benchmarks.decisions",
    )
    assert [system_of(module) for module in shared] == [None] * 4


@pytest.mark.parametrize("system", SYSTEMS)
def test_compiled_code_is_made_of_shared_sources_and_those_of_its_own_system(system: str) -> None:
    """An import from elsewhere would be compiled in without the digest knowing."""
    own = {*names(system), f"policies/{system}/__init__.py", f"engine/{system}/kernels/__init__.py"}
    found = []
    for name in set(names(system)) - set(SHARED):
        for module in imported(PACKAGE / name):
            if module.partition(".")[0] != PACKAGE.name:
                continue
            path = module.partition(".")[2].replace(".", "/")
            if not {f"{path}.py", f"{path}/__init__.py"} & own:
                found.append(f"{name}: {module}")
    assert found == []


def test_an_edit_of_any_source_changes_the_digest_of_its_system(package: Path) -> None:
    for system in ("pacts", "chess"):
        sources = names(system, package)
        assert set(SHARED) < set(sources)
        seen = {cache_digest(system, package)}
        for name in sources:
            edit(package / name)
            seen.add(cache_digest(system, package))
        assert len(seen) == len(sources) + 1


def test_an_edit_of_any_source_changes_the_digest_of_what_belongs_to_no_system(package: Path) -> None:
    seen = {cache_digest(None, package)}
    for name in names(None, package):
        edit(package / name)
        seen.add(cache_digest(None, package))
    assert {*names("pacts", package), *names("chess", package)} <= set(names(None, package))
    assert len(seen) == len(names(None, package)) + 1


@pytest.mark.parametrize("edited", ["engine/chess/kernels/moves.py", "policies/chess/random.py"])
def test_an_edit_in_one_system_keeps_the_digest_of_another(package: Path, edited: str) -> None:
    before = {system: cache_digest(system, package) for system in ("pacts", "chess")}
    edit(package / edited)
    assert cache_digest("chess", package) != before["chess"]
    assert cache_digest("pacts", package) == before["pacts"]


@pytest.mark.parametrize("edited", SHARED)
def test_an_edit_of_what_is_shared_changes_the_digest_of_every_system(package: Path, edited: str) -> None:
    before = {system: cache_digest(system, package) for system in ("pacts", "chess")}
    edit(package / edited)
    assert not set(before.values()) & {cache_digest(system, package) for system in before}


def test_a_new_kernel_file_and_a_renamed_one_change_the_digest(package: Path) -> None:
    before = cache_digest("pacts", package)
    added = package / "engine" / "pacts" / "kernels" / "added.py"
    added.write_text("", encoding="utf-8")
    with_it = cache_digest("pacts", package)
    added.rename(added.with_name("renamed.py"))
    assert len({before, with_it, cache_digest("pacts", package)}) == 3


def test_an_edit_elsewhere_keeps_the_digest(package: Path) -> None:
    before = cache_digest("pacts", package)
    edit(package / "reports" / "page.py")
    assert cache_digest("pacts", package) == before


@pytest.mark.parametrize(
    ("setting", "value"), [("config.BOUNDSCHECK", 7), ("config.OPT", 7), ("__version__", "0.0")]
)
def test_flags_and_version_change_the_digest(
    monkeypatch: pytest.MonkeyPatch, setting: str, value: object
) -> None:
    before = cache_digest("pacts")
    monkeypatch.setattr(f"numba.{setting}", value)
    assert cache_digest("pacts") != before


SHUFFLE = """
import numpy as np
from balance.engine import _jit
assert str(_jit.PACKAGE).startswith({folder!r})
before = _jit.is_compiled("pacts")
from balance.engine.pacts.kernels.deal import shuffle
hashes, order = np.zeros(4, np.uint64), np.zeros(4, np.int8)
shuffle(np.uint64(1), np.arange(4, dtype=np.uint64), 4, hashes, order)
assert _jit.is_compiled("pacts")
misses = sum(shuffle.stats.cache_misses.values()) if hasattr(shuffle, "stats") else 0
assert before == (misses == 0)
print(*hashes, "compiled now" if misses else "")
"""


def shuffled(folder: Path, **environment: str) -> str:
    """Return what the copied package's `shuffle` computes, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", SHUFFLE.format(folder=str(folder))],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(folder),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "NUMBA_DISABLE_JIT": "0",
            **environment,
        },
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


@pytest.mark.skipif(_jit.JIT_DISABLED, reason="nothing is compiled")
def test_only_an_edit_of_its_own_system_or_of_what_is_shared_compiles_anew(package: Path) -> None:
    folder = package.parent
    first, second = shuffled(folder), shuffled(folder)
    assert first == f"{second} compiled now"  # kept once, then loaded
    edit(package / "engine" / "chess" / "kernels" / "moves.py")
    assert shuffled(folder) == second
    helper = package / "engine" / "_random.py"
    text = helper.read_text(encoding="utf-8")
    helper.write_text(text.replace("0x94D049BB133111EB", "0x94D049BB133111E9"), encoding="utf-8")
    expected = shuffled(folder, NUMBA_DISABLE_JIT="1")
    assert expected != second
    assert shuffled(folder) == f"{expected} compiled now"
    kept = (folder / "cache" / "balance" / "kernels").iterdir()
    assert sorted(path.name.partition("-")[0] for path in kept) == ["all"] * 3 + ["pacts"] * 2
