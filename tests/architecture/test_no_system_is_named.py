"""No module outside the rule systems' own rooms asks which system is played, or speaks the words of one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SYSTEMS = sorted(
    path.name for path in (ROOT / "balance/engine").iterdir() if (path / "kernels/__init__.py").is_file()
)

OWN = re.compile(rf"balance/(?:engine|policies|config|stats)/(?:{'|'.join(SYSTEMS)})(?:/|\.py$)")
"""The rooms of the systems themselves."""

WORDS = re.compile(
    r"\b(?:un)?seelie|\bfactions?\b|\bbanshees|\bdragons|\bkelpies|\bsplitter|\bcourts?\b|\bdecks?\b",
    re.I,
)
"""What Pacts alone calls things. Cubes are not searched for: they are what is bid, and of bids nothing is said unless
`Words.bids`; nor is what English has, too (region, tile, point). Rendered pages are read in test_labels.py."""

PACTS = {
    "balance/reports/replay": "the board of Pacts, step by step",
    "balance/reports/pairs/small_tables.py": "tables of cards and splits, made only where a game has facts of them",
    "balance/reports/sections/auction.py": "made only where something is bid",
    "balance/reports/sections/layout_sets.py": "sets of layouts: no other game's settings take turns",
    "balance/reports/sections/tie_break.py": "made only of games with a tie-break",
    "balance/reports/templates/index.html": "the command that plays the shipped game",
    "balance/stats/auction": "made only where something is bid",
    "balance/stats/comparisons": "studies of coverage, on made-up tallies",
    "balance/stats/coverage.py": "a study of coverage, on made-up tallies",
    "balance/stats/details": "facts that Pacts counts, by their names",
    "balance/stats/limits.py": "an example in a message",
    "balance/stats/planted.py": "made-up tallies",
    "balance/stats/played/columns.py": "names of columns that files of played games may have",
    "balance/stats/settings/coverage.py": "a study of coverage, on made-up tallies",
}
"""Rooms that may speak of things of Pacts, and why."""


def modules(*folders: str) -> Iterator[Path]:
    """Yield every module and template that belongs to no system."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in (".py", ".html") and not OWN.match(name):
                yield path


def comparisons(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of every comparison with, or lookup by, a system's name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Compare | ast.Match | ast.MatchValue | ast.Subscript):
            named = [
                leaf.value
                for leaf in ast.walk(node)
                if isinstance(leaf, ast.Constant) and leaf.value in SYSTEMS
            ]
            if named and not isinstance(node, ast.Match):
                yield node.lineno, ast.unparse(node)


def sentences(text: str) -> Iterator[str]:
    """Yield the strings of a module that are no documentation."""
    tree = ast.parse(text)
    told = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def test_the_search_finds_what_it_looks_for() -> None:
    assert "pacts" in SYSTEMS
    bad = 'if manifest["system"] == "pacts":\n    print("Seelie wins")\n'
    assert [line for line, _ in comparisons(bad)] == [1]
    assert [text for text in sentences(bad) if WORDS.search(text)] == ["Seelie wins"]
    assert [line for line, _ in comparisons('if name in ("pacts", "chess"):\n    pass\n')] == [1]
    assert not list(comparisons('import balance\nname = "pacts"\n'))


def test_nobody_asks_which_rule_system_is_played() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in modules("balance")
        if path.suffix == ".py"
        for line, text in comparisons(path.read_text(encoding="utf-8"))
    ]
    assert not found, found


def _allowed(path: Path) -> bool:
    name = path.relative_to(ROOT).as_posix()
    return any(name == room or name.startswith(f"{room}/") for room in PACTS)


def _told(path: Path) -> list[str]:
    """Return the lines of a module or a template that have a word of Pacts."""
    text = path.read_text(encoding="utf-8")
    lines = list(sentences(text)) if path.suffix == ".py" else text.splitlines()
    return [line for line in lines if WORDS.search(line)]


@pytest.mark.parametrize("folder", ["balance/reports", "balance/stats", "balance/sweep", "balance/compare"])
def test_what_readers_are_told_has_no_words_of_one_system(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line[:90]}"
        for path in modules(folder)
        if not _allowed(path)
        for line in _told(path)
    ]
    assert not found, "\n".join(found)


def test_every_exception_is_needed() -> None:
    told = {path for path in modules("balance/reports", "balance/stats") if _told(path)}
    names = [path.relative_to(ROOT).as_posix() for path in told]
    assert [room for room in PACTS if not any(f"{name}/".startswith(f"{room}/") for name in names)] == []
