"""What distinguishes a layout, counted by hand from the standard layout and its mirror image."""

from __future__ import annotations

import pytest

from balance.config.pacts.layouts import layout_features
from balance.config.pacts.models import Configuration
from balance.config.pacts.variants import with_ruling


def test_features_of_the_standard_layout_are_those_of_its_tiles(real: Configuration) -> None:
    # top-left 2/7, top-right 4/3, center 5/5, bottom-left 1/5, bottom-middle 3/6, bottom-right 3/4
    assert layout_features(real, "standard") == {
        "points before the flip where the set-up cubes lie (center and bottom-middle)": 8,
        "points before the flip where most borders meet (center)": 5,
        "borders of the region worth most before the flip": 5,  # the center's
        "points between the richest and the poorest symbol before the flip": 5,  # ash 5 + 3, oak 2 + 1
        "points of all regions before the flip": 18,
        "points after the flip where the set-up cubes lie (center and bottom-middle)": 11,
        "points after the flip where most borders meet (center)": 5,
        "borders of the region worth most after the flip": 3,  # top-left
        "points between the richest and the poorest symbol after the flip": 5,  # oak 7 + 5, thorn 3 + 4
        "points of all regions after the flip": 30,
    }


def test_the_ruling_on_labels_turns_before_and_after(real: Configuration) -> None:
    turned = layout_features(with_ruling(real, "tile_label", "second_dark"), "standard")
    assert turned["points of all regions before the flip"] == 30


def test_random_tiles_have_no_features(real: Configuration) -> None:
    assert layout_features(real, "random") == {}
    with pytest.raises(KeyError):
        layout_features(real, "no such layout")
