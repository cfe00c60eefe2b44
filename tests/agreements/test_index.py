"""docs/rules.md names every test of a clause, ruling and option of agreements, and every test it names exists."""

from __future__ import annotations

import re
from pathlib import Path

from balance.config.agreements.rulings import RULINGS
from tests.support import ROOT

HERE = Path(__file__).resolve().parent
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"`tests/agreements/(test_\w+\.py::test_\w+)`", PAGE))


def written(name: str) -> set[str]:
    found = re.findall(r"^def (test_\w+)", (HERE / name).read_text(encoding="utf-8"), re.MULTILINE)
    return {f"{name}::{one}" for one in found}


def test_every_test_named_on_the_rules_page_exists() -> None:
    assert sorted(NAMED - set().union(*(written(path.name) for path in HERE.glob("test_*.py")))) == []


def test_every_clause_with_a_test_is_on_the_rules_page() -> None:
    assert sorted(written("test_rules.py") - NAMED) == []


def test_every_ruling_and_every_option_is_on_the_rules_page() -> None:
    for name, ruling in RULINGS.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |"))
        assert all(f"`{option.name}`" in row for option in ruling.options)
