"""What distinguishes one layout from another, in numbers and words."""

from __future__ import annotations

from statistics import mean

from balance.config.pacts.laid import Layout, is_usual
from balance.config.pacts.models import Configuration

BEFORE, AFTER = "before the flip", "after the flip"


def layout_features(configuration: Configuration, layout: str) -> dict[str, float]:
    """Return features of a layout, feature in words → value; none where tiles change from game to game.

    Values of tiles are points; those before the flip lie on the dark side, those after it on the light side.

    Raises
    ------
    KeyError
        There is no such layout.
    """
    laid = configuration.layouts[layout]
    if not (isinstance(laid, Layout) and is_usual(laid)):
        return {}
    game = configuration.game
    values = {region: game.tile_values(label) for region, label in laid.tiles.items()}
    borders = {region: len(game.neighbours(region)) for region in values}
    symbols = {region: game.symbol_of(region) for region in values}
    most = max(borders.values())
    heart = [region for region in values if borders[region] == most]
    start = game.setup_regions.value
    found: dict[str, float] = {}
    for side, when in enumerate((BEFORE, AFTER)):
        points = {region: sides[side] for region, sides in values.items()}
        richest = [region for region in points if points[region] == max(points.values())]
        by_symbol = dict.fromkeys(symbols.values(), 0)
        for region, symbol in symbols.items():
            by_symbol[symbol] += points[region]
        found |= {
            f"points {when} where the set-up cubes lie ({' and '.join(start)})": sum(
                points[r] for r in start
            ),
            f"points {when} where most borders meet ({' and '.join(heart)})": sum(points[r] for r in heart),
            f"borders of the region worth most {when}": mean(borders[region] for region in richest),
            f"points between the richest and the poorest symbol {when}": max(by_symbol.values())
            - min(by_symbol.values()),
            f"points of all regions {when}": sum(points.values()),
        }
    return {feature: float(value) for feature, value in found.items()}
