"""Imports go one way, and each contract in pyproject.toml notices when they do not."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

PACKAGE = ROOT / "balance"


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts on the package in a folder."""
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_contract_is_kept() -> None:
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("errors.py", "import balance.config", "data flows one way"),
        ("config/base.py", "import balance.engine", "data flows one way"),
        ("engine/registry.py", "import balance.sweep.store", "data flows one way"),
        ("engine/system.py", "import balance.policies", "data flows one way"),
        ("stats/intervals.py", "import balance.reports.page", "data flows one way"),
        ("reports/page.py", "import balance.road", "data flows one way"),
        ("road.py", "import balance.cli", "data flows one way"),
        ("engine/pacts/kernels/state.py", "import polars", "kernels know only numpy, numba and each other"),
    ],
)
def test_an_import_against_the_direction_is_noticed(
    tmp_path: Path, file: str, line: str, contract: str
) -> None:
    shutil.copytree(PACKAGE, tmp_path / "balance", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    changed = tmp_path / "balance" / file
    changed.write_text(changed.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")
    done = lint_imports(tmp_path)
    assert done.returncode == 1, done.stdout
    assert f"{contract} BROKEN" in done.stdout


def imported(path: Path) -> set[str]:
    """Return the modules that a file imports, wherever in it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def test_only_one_module_imports_numba() -> None:
    importers = [
        path.relative_to(PACKAGE).as_posix()
        for path in sorted(PACKAGE.rglob("*.py"))
        if any(name.partition(".")[0] == "numba" for name in imported(path))
    ]
    assert importers == ["engine/_jit.py"]


def test_no_rule_system_knows_of_another() -> None:
    systems = {path.parent.name for path in PACKAGE.glob("engine/*/kernels")}
    found = []
    for path in PACKAGE.rglob("*.py"):
        own = set(path.relative_to(PACKAGE).with_suffix("").parts) & systems
        if own:
            others = systems - own
            named = [name for name in imported(path) if others & set(name.split("."))]
            found += [f"{path.relative_to(PACKAGE)}: {name}" for name in named]
    assert systems
    assert found == []


def test_nothing_imports_the_command_line() -> None:
    importers = {
        path.name
        for path in PACKAGE.rglob("*.py")
        if path.parent.name != "cli" and any(name.startswith("balance.cli") for name in imported(path))
    }
    assert importers == {"__main__.py"}
