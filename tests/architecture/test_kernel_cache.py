"""Compiled code is never older than any source it was made from."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from balance.engine import _jit
from balance.engine._jit import cache_digest, kernel_sources
from tests.support import ROOT

PACKAGE = ROOT / "balance"
NAMES = [path.relative_to(PACKAGE).as_posix() for path in kernel_sources(PACKAGE)]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a copy of the package."""
    copy = tmp_path / "balance"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def test_every_file_with_a_kernel_is_among_the_sources() -> None:
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if "\n@kernel(" in path.read_text(encoding="utf-8")
    }
    assert users
    assert users <= set(NAMES)


def test_an_edit_of_any_source_changes_the_digest(package: Path) -> None:
    seen = {cache_digest(package)}
    for name in NAMES:
        with (package / name).open("a", encoding="utf-8") as file:
            file.write("# edited\n")
        seen.add(cache_digest(package))
    assert len(seen) == len(NAMES) + 1


def test_a_new_kernel_file_and_a_renamed_one_change_the_digest(package: Path) -> None:
    before = cache_digest(package)
    added = package / "engine" / "pacts" / "kernels" / "added.py"
    added.write_text("", encoding="utf-8")
    with_it = cache_digest(package)
    added.rename(added.with_name("renamed.py"))
    assert len({before, with_it, cache_digest(package)}) == 3


def test_an_edit_elsewhere_keeps_the_digest(package: Path) -> None:
    before = cache_digest(package)
    with (package / "reports" / "page.py").open("a", encoding="utf-8") as file:
        file.write("# edited\n")
    assert cache_digest(package) == before


@pytest.mark.parametrize(("setting", "value"), [("config.BOUNDSCHECK", 7), ("__version__", "0.0")])
def test_flag_and_version_change_the_digest(
    monkeypatch: pytest.MonkeyPatch, setting: str, value: object
) -> None:
    before = cache_digest()
    monkeypatch.setattr(f"numba.{setting}", value)
    assert cache_digest() != before


SHUFFLE = """
import numpy as np
from balance.engine import _jit
from balance.engine.pacts.kernels.deal import shuffle
assert str(_jit.PACKAGE).startswith({folder!r})
hashes, order = np.zeros(4, np.uint64), np.zeros(4, np.int8)
shuffle(np.uint64(1), np.arange(4, dtype=np.uint64), 4, hashes, order)
print(*hashes, "compiled now" if getattr(shuffle, "stats", None) and sum(shuffle.stats.cache_misses.values()) else "")
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
def test_an_edited_helper_in_another_file_gives_the_new_value(package: Path) -> None:
    folder = package.parent
    first, second = shuffled(folder), shuffled(folder)
    assert first == f"{second} compiled now"  # kept once, then loaded
    helper = package / "engine" / "_random.py"
    text = helper.read_text(encoding="utf-8")
    helper.write_text(text.replace("0x94D049BB133111EB", "0x94D049BB133111E9"), encoding="utf-8")
    expected = shuffled(folder, NUMBA_DISABLE_JIT="1")
    assert expected != second
    assert shuffled(folder) == f"{expected} compiled now"
    assert len(list((folder / "cache" / "balance" / "kernels").iterdir())) == 2
