"""docs/architecture.md names the layers, rooms, modules, functions, manifest keys and dependencies that there are."""

from __future__ import annotations

import importlib
import inspect
import re
import tomllib
from pathlib import Path

import pytest

from balance import answers, road
from balance.config.load import systems
from balance.engine.pacts.kernels import state
from balance.sweep import folder
from tests.support import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the first table behind a heading or a line, its head left out."""
    table = re.search(r"(?:^\|.*\n)+", PAGE[PAGE.index(heading) :], re.MULTILINE)
    assert table is not None
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table[0].splitlines()[2:]]


def names(heading: str) -> list[str]:
    """Return what the first column of a table names."""
    return [name for row in rows(heading) for name in re.findall(r"`([\w.]+)`", row[0])]


def modules(path: Path) -> set[str]:
    return {file.stem for file in path.glob("*.py")} - {"__init__"}


def test_the_layers_are_those_of_the_contract() -> None:
    (layers,) = (c["layers"] for c in PROJECT["tool"]["importlinter"]["contracts"] if c["type"] == "layers")
    assert names("## One road") == [name for layer in layers for name in layer.split(" | ")]


def test_the_rooms_of_the_kernels_are_all_there() -> None:
    assert set(names("| room of")) == modules(ROOT / "balance" / "engine" / "pacts" / "kernels")


def test_the_modules_of_statistics_are_all_there() -> None:
    folder = ROOT / "balance" / "stats"
    of_one_game = set(systems())  # their rooms hold questions alone
    rooms = [
        room for room in folder.iterdir() if (room / "__init__.py").exists() and room.name not in of_one_game
    ]
    inside = {f"{room.name}.{module}" for room in rooms for module in modules(room)}
    assert set(names("## Statistics")) == modules(folder) | inside


def test_every_function_that_holds_a_rule_exists() -> None:
    found = [
        name for row in rows("### Where to find a rule") for name in re.findall(r"`(\w+\.?\w*)`", row[1])
    ]
    assert len(found) > 30
    for name in found:
        module, _, function = name.partition(".")
        if function:
            assert hasattr(importlib.import_module(f"balance.engine.pacts.kernels.{module}"), function), name
        else:
            assert name == "RULES" or name in (state.RULES.names or ()), name


@pytest.mark.parametrize("where", [road.run_sweep, answers.description, folder.Identity.as_json])
def test_every_key_of_the_manifest_is_named(where: object) -> None:
    keys = re.findall(r'^\s+"(\w+)":', inspect.getsource(where), re.MULTILINE)  # type: ignore[arg-type]  # a module or a function
    assert keys
    paragraph = PAGE[PAGE.index("`manifest.json` says") :].split("\n\n")[0]
    assert [key for key in keys if not re.search(rf"\b{key}\b", paragraph)] == []


def test_every_dependency_has_its_reason() -> None:
    project = PROJECT["project"]
    extras = {name: entries for name, entries in project["optional-dependencies"].items() if name != "dev"}
    needed = [*project["dependencies"], *(entry for entries in extras.values() for entry in entries)]
    listed = {name for row in rows("## Dependencies") for name in re.sub(r"\(.*?\)", "", row[0]).split(", ")}
    assert {name.strip() for name in listed} == {re.split(r"[<>=]", entry)[0] for entry in needed}
    rest = PAGE[PAGE.index("For development:") :]
    for entry in project["optional-dependencies"]["dev"]:
        name = re.split(r"[<>=]", entry)[0]
        assert name in rest or name.removeprefix("types-") in rest
