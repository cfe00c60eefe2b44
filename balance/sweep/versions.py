"""What decides games beside the configuration: the code and the versions of what runs it."""

from __future__ import annotations

import hashlib
import importlib
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from balance.engine.system import RuleSystem

PACKAGE = Path(__file__).resolve().parents[1]


@cache
def code_digest(rooms: tuple[str, ...] = ("engine", "policies")) -> str:
    """Return a digest of what decides games: the sources of engine and policies (or other rooms), as first read."""
    total = hashlib.sha256()
    for path in sorted(p for room in rooms for p in (PACKAGE / room).rglob("*.py")):
        total.update(path.relative_to(PACKAGE).as_posix().encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def versions(system: RuleSystem) -> dict[str, str]:
    """Return the versions of everything that a tally could depend on."""
    package = importlib.import_module(PACKAGE.name)  # by name, for it lists modules of every layer
    return {
        "balance": package.__version__,
        f"{system.name} rules": str(system.version),
        "python": platform.python_version(),
        **{name: _version(name) for name in ("numba", "numpy", "polars", "scipy")},
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
