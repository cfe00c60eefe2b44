"""docs/rules.md names every test of a clause, ruling and option of Sea Witch Pacts, and every test it names exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from balance.config.sea_witch.rulings import RULINGS
from tests.support import ROOT

HERE = Path(__file__).resolve().parent
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"`tests/sea_witch/(test_\w+\.py::test_\w+)`", PAGE))


def written(name: str) -> dict[str, str]:
    """Return the tests of a file as file::name with their docstrings."""
    tree = ast.parse((HERE / name).read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {f"{name}::{f.name}": ast.get_docstring(f) or "" for f in functions if f.name.startswith("test_")}


CLAUSES = {**written("test_rules.py"), **written("test_rules_cards.py")}


def test_every_test_named_on_the_rules_page_exists() -> None:
    existing = {**CLAUSES, **written("test_configuration.py")}
    assert sorted(NAMED - set(existing)) == []


def test_every_clause_with_a_test_is_on_the_rules_page() -> None:
    assert sorted(set(CLAUSES) - NAMED) == []
    assert [name for name, clause in CLAUSES.items() if ": " not in clause] == []


def test_every_ruling_and_every_option_is_on_the_rules_page() -> None:
    for name, ruling in RULINGS.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |"))
        assert all(f"`{option.name}`" in row for option in ruling.options)
