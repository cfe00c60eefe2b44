"""docs/rules.md maps every clause of a rule system with a schema to its test, with all rulings and options."""

from __future__ import annotations

import re

import pytest

from balance.config.load import form_of, systems
from balance.config.plain import Schema
from tests.support import ROOT

PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
SCHEMAS = {name: form for name in systems() if isinstance(form := form_of(name), Schema)}
CLAUSES = {
    "agreements": ("test_rules.py", "test_endings.py"),
    "live_combat": ("test_rules.py", "test_agony.py", "test_armour.py", "test_rests.py"),
    "sea_witch": ("test_rules.py", "test_rules_cards.py"),
}
"""The files of each system whose tests are one clause each."""


def named(system: str) -> set[str]:
    """Return the tests of a system that the page names, as file::name."""
    return set(re.findall(rf"`tests/{system}/(test_\w+\.py::test_\w+)`", PAGE))


def written(system: str, file: str) -> set[str]:
    """Return the tests of a file as file::name."""
    text = (ROOT / "tests" / system / file).read_text(encoding="utf-8")
    return {f"{file}::{name}" for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)}


def test_each_system_has_files_of_clauses() -> None:
    assert sorted(CLAUSES) == sorted(SCHEMAS)


@pytest.mark.parametrize("system", SCHEMAS)
def test_every_test_named_on_the_rules_page_exists(system: str) -> None:
    files = [path.name for path in (ROOT / "tests" / system).glob("test_*.py")]
    assert sorted(named(system) - {test for file in files for test in written(system, file)}) == []


@pytest.mark.parametrize("system", SCHEMAS)
def test_every_clause_with_a_test_is_on_the_rules_page(system: str) -> None:
    clauses = {test for file in CLAUSES[system] for test in written(system, file)}
    assert clauses
    assert sorted(clauses - named(system)) == []


@pytest.mark.parametrize("system", SCHEMAS)
def test_every_ruling_and_every_option_is_on_the_rules_page(system: str) -> None:
    for name, ruling in SCHEMAS[system].rulings.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |"))
        assert all(f"`{option.name}`" in row for option in ruling.options), name
