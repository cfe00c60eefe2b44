"""Symmetries of the map are found from borders, set-up, symbols and cards."""

from __future__ import annotations

from typing import Any

from balance.config.pacts import Configuration, configuration_from
from balance.config.pacts.symmetries import symmetries
from tests.support import shipped

CONFIGURATION = shipped()

MIRROR = {
    "top-left": "top-right",
    "top-right": "top-left",
    "center": "center",
    "bottom-left": "bottom-right",
    "bottom-middle": "bottom-middle",
    "bottom-right": "bottom-left",
}


def edited(*path: str, value: Any) -> Configuration:
    """Return the configuration with one value of its game changed."""
    contents = CONFIGURATION.contents()
    inner = contents["game"]
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]]["value"] = value
    return configuration_from(contents, policies=CONFIGURATION.policies)


def test_left_and_right_may_be_exchanged_with_oak_and_thorn() -> None:
    (found,) = symmetries(CONFIGURATION)
    assert found.regions == MIRROR
    assert found.symbols == {"oak": "thorn", "thorn": "oak", "ash": "ash"}
    assert found.image(CONFIGURATION.game.regions) == (1, 0, 2, 5, 4, 3)


def test_a_border_on_one_side_only_ends_the_symmetry() -> None:
    borders = dict(CONFIGURATION.game.board.borders.value)
    borders["top-left"] = tuple(r for r in borders["top-left"] if r != "bottom-left")
    borders["bottom-left"] = tuple(r for r in borders["bottom-left"] if r != "top-left")
    assert symmetries(edited("board", "borders", value=borders)) == ()


def test_set_up_on_one_side_ends_the_symmetry() -> None:
    assert symmetries(edited("setup_regions", value=["center", "bottom-left"])) == ()


def test_a_deck_that_prefers_a_symbol_ends_the_symmetry() -> None:
    deck = {str(card): number for card, number in CONFIGURATION.game.decks.common.value.items()}
    deck["PLACE 1 oak"] += 1
    deck["PLACE 1 thorn"] -= 1
    assert symmetries(edited("decks", "common", value=deck)) == ()
