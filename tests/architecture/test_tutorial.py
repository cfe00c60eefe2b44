"""What the tutorial shows is what its commands print, and its pictures are there."""

from __future__ import annotations

import re

import pytest
from PIL import Image

from balance import policies
from balance.config.pacts.tweaks import read_tweak
from docs import pictures
from tests.support import ROOT

TEXT = pictures.PAGE.read_text(encoding="utf-8")
MOST_BYTES = 1_000_000


def blocks(language: str) -> list[str]:
    """Return the fenced blocks of the tutorial in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_the_tweak_that_it_shows_is_the_one_that_is_shipped() -> None:
    (shown,) = blocks("yaml")
    assert shown == (ROOT / "configs" / "tweaks" / "kelpies-remove-1.yaml").read_text(encoding="utf-8")


def test_the_tweaks_that_it_names_change_what_it_says() -> None:
    changed = [
        str(change)
        for name in ("kelpies-remove-1", "kelpies-place-2")
        for change in read_tweak(
            ROOT / "configs" / "factions.yaml",
            ROOT / "configs" / "tweaks" / f"{name}.yaml",
            policies=policies.weights("pacts"),
        ).changes
    ]
    assert changed == ["factions.kelpies.passive.count: 2 → 1", "factions.kelpies.active.count: 3 → 2"]


def test_every_picture_is_shown_with_a_text_and_every_one_shown_is_drawn() -> None:
    shown = dict(re.findall(r"!\[(.*?)\]\(pictures/(.*?)\.png\)", TEXT))
    assert all(len(text) > 40 for text in shown)
    assert sorted(shown.values()) == sorted(picture.name for picture in pictures.PICTURES)
    assert {path.stem for path in pictures.FOLDER.iterdir()} == set(shown.values())


def test_the_pictures_are_small_and_fit_a_page() -> None:
    files = list(pictures.FOLDER.iterdir())
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
    for path in files:
        with Image.open(path) as picture:
            assert picture.width <= pictures.WIDTH


@pytest.mark.slow
def test_the_commands_print_what_the_tutorial_shows() -> None:
    outputs = "\n".join(text for _, text in pictures.printed())
    missing = [block for block in blocks("text") if block not in outputs]
    assert missing == []
