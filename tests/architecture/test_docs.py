"""Commands, options, files and names that the documents mention exist."""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import balance
from balance import policies
from balance.cli import cli
from balance.config.pacts import load_configuration
from balance.config.pacts.tweaks import read_tweak
from docs.generate.kinds import anchor
from tests.support import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
LINK = re.compile(r"\[[^\]]+\]\(([^)#\s]+)[^)]*\)")
FOLDERS = {"balance", "configs", "docs", "tests", "benchmarks", ".ci"}

each_page = pytest.mark.parametrize("page", PAGES, ids=[path.name for path in PAGES])


def blocks(page: Path, *languages: str) -> list[str]:
    """Return the fenced blocks of a page in one of the languages."""
    found = FENCE.findall(page.read_text(encoding="utf-8"))
    return [text for language, text in found if language in languages]


def spans(page: Path) -> list[str]:
    """Return what stands between backticks in a page."""
    return SPAN.findall(FENCE.sub("", page.read_text(encoding="utf-8")))


def commands(page: Path, program: str) -> Iterator[list[str]]:
    """Yield the arguments of every command line of a program in a page."""
    lines = [line for block in blocks(page, "sh", "") for line in block.splitlines()]
    for line in [*lines, *spans(page)]:
        command = re.sub(
            r" [<>] [\w./~-]+$", "", line
        )  # what is printed may go to a file, what is read come from one
        words = shlex.split(command, comments=True) if line.startswith(f"{program} ") else []
        if len(words) > 1:
            yield words[1:]


@each_page
def test_commands_are_accepted_as_written(page: Path) -> None:
    for name, *arguments in commands(page, "balance"):
        if name.startswith("-"):
            assert name in {"--help", "-h", "--version"}
            continue
        command = cli.commands.get(name)
        assert command is not None, name
        if set(arguments) & {"CONFIGURATION", "FILE", "RUN", "SHELL"} or not arguments:
            continue
        parent = click.Context(cli, **cli.context_settings)  # alone, the command would keep a help of its own
        with command.make_context(name, list(arguments), parent=parent) as context:
            for value in context.params.values():
                if isinstance(value, Path) and value.parts and value.parts[0] in FOLDERS:
                    assert (ROOT / value).exists(), value


@each_page
def test_make_targets_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    bench = (ROOT / "benchmarks" / "run.py").read_text(encoding="utf-8")
    for words in commands(page, "make"):
        assert {word for word in words if "=" not in word} <= targets
        options = [word.removeprefix("ARGS=") for word in words if word.startswith("ARGS=--")]
        assert all(f'"{option}"' in bench for option in options if "bench" in words)


@each_page
def test_files_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for link in LINK.findall(text):
        if "://" not in link:
            assert (page.parent / link).exists(), link
    for span in spans(page):
        path, _, name = span.partition("::")
        if path.partition("/")[0] not in FOLDERS or not re.fullmatch(r"[\w.*-]+(/[\w.*-]+)*/?", path):
            continue
        if "/" not in path or "NAME" in path:
            continue
        files = list(ROOT.glob(path.rstrip("/")))
        assert files, span
        assert not name or any(f"def {name}(" in file.read_text(encoding="utf-8") for file in files), span


@each_page
def test_anchors_exist(page: Path) -> None:
    for link, to in re.findall(r"\]\(([^)#\s]+\.md)#([^)\s]+)\)", page.read_text(encoding="utf-8")):
        headings = re.findall(r"^#+ (.+)$", (page.parent / link).read_text(encoding="utf-8"), re.MULTILINE)
        assert to in map(anchor, headings), f"{link}#{to}"


@each_page
def test_dotted_names_exist(page: Path) -> None:
    for span in spans(page):
        if re.fullmatch(r"balance(\.\w+)+", span):
            assert resolves(span), span


def resolves(name: str) -> bool:
    """Tell whether a dotted name leads to a module or to something in one."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            if not hasattr(thing, part):
                return False
            thing = getattr(thing, part)
        return True
    return False


def test_the_readme_mentions_every_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in cli.commands if f"| `balance {name} " not in text] == []


def test_python_examples_of_the_readme_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_the_example_of_a_faction_can_be_pasted_in(tmp_path: Path, name: str) -> None:
    entry = blocks(ROOT / name, "yaml")[0]
    shutil.copytree(ROOT / "configs", tmp_path / "configs")
    file = tmp_path / "configs" / "factions.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("\nfactions:\n", f"\nfactions:\n{entry}", 1), encoding="utf-8")
    changed = load_configuration(file, policies=policies.weights("pacts"))
    assert len(changed.factions) == 10


def test_the_tweak_of_the_readme_changes_what_it_says(tmp_path: Path) -> None:
    file = tmp_path / "kelpies.yaml"
    file.write_text(blocks(ROOT / "README.md", "yaml")[1], encoding="utf-8")
    tweak = read_tweak(ROOT / "configs" / "factions.yaml", file, policies=policies.weights("pacts"))
    assert [str(one) for one in tweak.changes] == ["factions.kelpies.active.count: 3 → 2"]


def test_the_changelog_knows_the_version() -> None:
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[:2] == ["Unreleased", balance.__version__]
