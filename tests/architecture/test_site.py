"""The pages that are made from the code are up to date, and all pages make a site without a broken link."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import click
import pytest

from balance import policies
from balance.cli import cli
from balance.config.pacts import load_configuration
from balance.config.pacts.game import Game
from balance.config.pacts.load import RunFile
from balance.config.pacts.tweaks import read_tweak
from balance.config.tweak import TweakHead
from docs.generate import DOCS, PAGES
from docs.generate.examples import GAME, RUN, TWEAK
from tests.support import ROOT


@pytest.mark.parametrize("name", PAGES)
def test_a_page_made_from_the_code_is_as_the_code_is(name: str) -> None:
    committed = (DOCS / name).read_text(encoding="utf-8")
    assert committed == PAGES[name](), "write it anew: python -m docs.generate"


def test_the_page_of_commands_has_every_command_and_option() -> None:
    text = PAGES["commands.md"]()
    for name, command in cli.commands.items():
        assert f"### balance {name}\n" in text
        part = text.split(f"### balance {name}\n")[1].partition("\n##")[0]
        options = [
            o for p in command.params if isinstance(p, click.Option) for o in (*p.opts, *p.secondary_opts)
        ]
        assert [o for o in options if f"`{o}`" not in part and f"`{o} " not in part] == []


@pytest.mark.parametrize("model", [RunFile, Game, TweakHead])
def test_every_key_of_a_file_is_described(model: type[RunFile | Game | TweakHead]) -> None:
    schema = model.model_json_schema()
    parts = {"the file": schema, **schema.get("$defs", {})}
    bare = [
        f"{name}.{key}"
        for name, part in parts.items()
        for key, value in part.get("properties", {}).items()
        if not value.get("description") and not is_a_word(part)
    ]
    assert bare == []


def is_a_word(part: dict[str, dict[str, object]]) -> bool:
    """Tell whether a model is a word of abilities: its docstring says what each parameter does."""
    return bool({"trigger", "modifier", "ability"} & set(part["properties"]))


@pytest.mark.parametrize("heading", RUN)
def test_an_example_of_the_configuration_file_can_be_used(tmp_path: Path, heading: str) -> None:
    used(tmp_path, "factions.yaml", RUN[heading])


@pytest.mark.parametrize("heading", GAME)
def test_an_example_of_the_game_file_can_be_used(tmp_path: Path, heading: str) -> None:
    used(tmp_path, "games/pacts.yaml", GAME[heading])


def used(folder: Path, file: str, example: str) -> None:
    """Load the shipped configuration with one section of a file replaced."""
    shutil.copytree(ROOT / "configs", folder / "configs")
    path = folder / "configs" / file
    kept: list[str] = []
    key = example.partition(":")[0]
    inside = False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line[:1].isalpha():
            inside = line.startswith(f"{key}:")
        if not inside:
            kept.append(line)
    path.write_text("\n".join([*kept, example]), encoding="utf-8")
    load_configuration(folder / "configs" / "factions.yaml", policies=policies.weights("pacts"))


def test_the_example_of_a_tweak_can_be_used(tmp_path: Path) -> None:
    path = tmp_path / "tweak.yaml"
    path.write_text(TWEAK, encoding="utf-8")
    tweak = read_tweak(ROOT / "configs" / "factions.yaml", path, policies=policies.weights("pacts"))
    assert [str(change) for change in tweak.changes] == [
        "points_card: 3 → 2",
        "factions.kelpies.active.count: 3 → 2",
    ]


class Addresses(HTMLParser):
    """The addresses that a page loads by itself, and those that it links to."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag loads."""
        given = dict(attrs)
        if tag in {"script", "img", "iframe", "source"}:
            self.loaded.append(given.get("src") or "")
        elif tag == "link" and given.get("rel") not in {
            "index",
            "search",
            "next",
            "prev",
            "author",
            "canonical",
        }:
            self.loaded.append(given.get("href") or "")


def site(folder: Path) -> Iterator[Path]:
    """Build the site, with warnings (a link or an anchor that leads nowhere) as errors, and yield its pages."""
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", str(folder / "trees")]
    built = subprocess.run(
        [*command, "docs", str(folder / "site")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    yield from (folder / "site").glob("*.html")


def test_the_site_has_no_broken_link_and_needs_no_network(tmp_path: Path) -> None:
    pages = list(site(tmp_path))
    assert len(pages) > len(list(DOCS.glob("*.md")))  # and the index and the search
    for page in pages:
        addresses = Addresses()
        addresses.feed(page.read_text(encoding="utf-8"))
        assert [a for a in addresses.loaded if "//" in a] == [], page.name
    for style in (tmp_path / "site").rglob("*.css"):
        assert "url(http" not in style.read_text(encoding="utf-8"), style.name
