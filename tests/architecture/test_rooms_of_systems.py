"""No module outside the rooms of a rule system has its name in its code, and what all share imports none."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from balance.config.load import systems
from tests.support import ROOT

PACKAGE = ROOT / "balance"
OF_PACTS = ("adapters/", "play/", "reports/replay/")
"""Rooms of Pacts under other names: a person at the table, other programs' interfaces, the page of a game."""
OTHER_MEANING = {
    ("stats/summary.py", "agreements"): "policies that agree",
    (
        "__init__.py",
        "balance.engine.pacts.session",
    ): "`balance.Session`, a game of Pacts for programs in Python",
}
SHARED = (
    "config/",
    "engine/",
    "policies/",
    "sweep/",
    "stats/",
    "stages.py",
    "reading.py",
    "answers.py",
    "road.py",
    "testing.py",
)
"""What every rule system goes through: it imports no room of any of them either."""


def outside() -> Iterator[tuple[str, Path]]:
    """Yield the modules that belong to no rule system, each with its path in the package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not set(name.split("/")) & set(systems()) and not name.startswith(OF_PACTS):
            yield name, path


def literals(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module that are no documentation, each with its line."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


def named(name: str, code: str) -> list[str]:
    """Return where a module names a rule system in its code."""
    found = []
    for line, text in literals(ast.parse(code)):
        inside = re.search(r"\bbalance\.\w+\.(\w+)", text)
        known = text if inside is None else inside[1]
        if known in systems() and (name, text) not in OTHER_MEANING:
            found.append(f"{name}:{line}: {text!r}")
    return found


def imported(text: str) -> set[str]:
    """Return the rule systems of which a module imports something."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    parts = (name.split(".") for name in names)
    return {part[2] for part in parts if part[0] == "balance" and len(part) > 2 and part[2] in systems()}


def test_no_module_outside_their_rooms_names_a_rule_system() -> None:
    found = [line for name, path in outside() for line in named(name, path.read_text(encoding="utf-8"))]
    assert found == []


def test_what_all_share_imports_no_rule_system() -> None:
    found = {
        name: imported(path.read_text(encoding="utf-8"))
        for name, path in outside()
        if name.startswith(SHARED)
    }
    assert {name: rooms for name, rooms in found.items() if rooms} == {}


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ('def names(system: str = "pacts"): ...', 1),
        ('if configuration.system == "pacts": ...', 1),
        ('import_module("balance.engine.pacts.layouts")', 1),
        ('known = {"pacts": 1}', 1),
        ('"""pacts"""', 0),
        ('title = "Pacts, the game"', 0),
        ('import_module(f"balance.engine.{system}")', 0),
    ],
)
def test_a_name_in_code_is_noticed(code: str, count: int) -> None:
    assert len(named("somewhere.py", code)) == count


def test_an_import_of_a_room_is_noticed() -> None:
    assert imported("def late():\n    from balance.engine.pacts import VERSION") == {"pacts"}
    assert imported("from balance.engine import pacts, system") == {"pacts"}
    assert imported("from balance.engine.system import Cell") == set()


def test_every_other_meaning_is_still_there() -> None:
    for name, word in OTHER_MEANING:
        assert f'"{word}"' in (PACKAGE / name).read_text(encoding="utf-8")
