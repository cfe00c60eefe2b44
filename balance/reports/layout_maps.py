"""Layouts as small maps: which tile lies on which region, read from the run's manifest."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from balance.reports.templating import environment

PLACED = frozenset({"top-left", "top-right", "center", "bottom-left", "bottom-middle", "bottom-right"})
"""Regions of a board that the style sheet knows where to put; those of other boards are listed by name."""

_TILE = re.compile(r"(\d+)/(\d+)")


@dataclass(frozen=True)
class Region:
    """A region with the points of its tile."""

    name: str
    before: int
    after: int


@dataclass(frozen=True)
class LayoutMap:
    """One layout to draw.

    Parameters
    ----------
    name
        Of the layout.
    words
        What is said of it, below its name.
    regions
        Empty where its tiles are dealt at random, or are not known.
    """

    name: str
    words: str
    regions: tuple[Region, ...]

    @property
    def placed(self) -> bool:
        """Whether the regions have their places."""
        return {region.name for region in self.regions} == PLACED


def regions_of(manifest: Mapping[str, Any], layout: str | Mapping[str, str]) -> tuple[Region, ...]:
    """Return the regions of a layout; empty where tiles are dealt at random or the manifest does not say.

    Parameters
    ----------
    layout
        Its name, or region → tile.
    """
    named = manifest.get("configuration", {}).get("layouts", {})
    laid = named.get(layout) if isinstance(layout, str) else layout
    if not isinstance(laid, Mapping):
        return ()
    dark_first = manifest.get("rulings", {}).get("tile_label", "first_dark") == "first_dark"
    found = []
    for region, label in laid.items():
        tile = _TILE.fullmatch(label) if isinstance(label, str) else None
        if tile is not None:
            one, other = int(tile[1]), int(tile[2])
            found.append(Region(region, *((one, other) if dark_first else (other, one))))
    return tuple(found)


def to_html(groups: Sequence[tuple[str, Sequence[LayoutMap]]]) -> Markup:
    """Return groups of maps, each group below its title."""
    return Markup(
        environment().get_template("page/maps.html").render(groups=groups)
    )  # escaped by the template
