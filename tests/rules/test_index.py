"""docs/rules.md names every rules test, and every test it names exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from balance.config.pacts import RULINGS
from tests.support import ROOT

HERE = Path(__file__).resolve().parent
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def written() -> dict[str, str]:
    """Return every rules test as file::name with its docstring, this file's own left out."""
    tests = {}
    for path in sorted(HERE.glob("test_*.py")):
        if path.name != Path(__file__).name:
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    tests[f"{path.name}::{node.name}"] = ast.get_docstring(node) or ""
    return tests


def test_every_test_named_on_the_rules_page_exists() -> None:
    named = set(re.findall(r"`(test_\w+\.py::test_\w+)`", PAGE))
    assert sorted(named - set(written())) == []


def test_every_rules_test_is_named_on_the_rules_page() -> None:
    named = set(re.findall(r"`(test_\w+\.py::test_\w+)`", PAGE))
    assert sorted(set(written()) - named) == []


def test_every_rules_test_says_which_clause_it_checks() -> None:
    assert [name for name, clause in written().items() if ": " not in clause] == []


def test_every_ruling_and_every_option_is_on_the_rules_page() -> None:
    for name, ruling in RULINGS.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |"))
        assert [f"`{option.name}`" in row for option in ruling.options] == [True] * len(ruling.options)


def test_every_ruling_a_test_mentions_exists() -> None:
    for name, clause in written().items():
        for ruling in re.findall(r"Rulings?:? ((?:\w+_\w+(?:, )?)+)", clause):
            assert set(ruling.split(", ")) <= set(RULINGS), name
