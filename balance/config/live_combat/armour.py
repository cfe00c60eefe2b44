"""From pieces of armour to its points of coverage, its category and its armour points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from balance.config.live_combat.game import CATEGORIES, Armour, Category
from balance.config.live_combat.models import Piece

Tier = Literal["none", "base", "partial", "full"]
LIGHT, MEDIUM, HEAVY = range(3)
Worn = tuple[int, int, int]
"""Points of coverage of light, medium and heavy pieces."""


@dataclass(frozen=True)
class Suit:
    """An armour as the rules see it.

    Parameters
    ----------
    coverage
        Points of coverage of light, medium and heavy pieces.
    tier
        By all its points of coverage.
    category
        The one it counts as; that of the heaviest piece where the tier does not ask for one; None without armour.
    points
        Its AP.
    """

    coverage: Worn
    tier: Tier
    category: Category | None
    points: int

    @property
    def is_exempt(self) -> bool:
        """Whether it may stay on in a short rest: light, or nothing that gives AP."""
        return self.category in (None, "light") or self.points == 0


def category_of(piece: Piece, armour: Armour) -> int:
    """Return the category of a piece: that of its material, one lighter if it is modern, never below light.

    Raises
    ------
    KeyError
        The material is unknown.
    """
    materials = armour.materials.value
    listed = {name: n for n, key in enumerate(CATEGORIES) for name in getattr(materials, key)}
    return max(LIGHT, listed[piece.material] - (piece.modern is not None))


def coverage_of(pieces: Sequence[Piece], armour: Armour) -> Worn:
    """Return the points of coverage by category; a one-sided piece counts whole."""
    points = [0, 0, 0]
    for piece in pieces:
        points[category_of(piece, armour)] += sum(armour.coverage.value[part] for part in piece.covers)
    return points[0], points[1], points[2]


def tier_of(points: int, armour: Armour) -> Tier:
    """Return what an armour of so many points of coverage is; a higher tier replaces a lower."""
    tiers = armour.tiers.value
    if points >= tiers.full:
        return "full"
    if points >= tiers.partial:
        return "partial"
    return "base" if points >= tiers.base else "none"


def needed(worn: int, tier: Tier, armour: Armour, rulings: Mapping[str, str]) -> float:
    """Return the points of coverage by which a category makes a mixed armour its own."""
    mixed = armour.mixed.value
    if tier == "full":
        return mixed.full
    if rulings["mixed_partial"] == "three_quarters":
        return worn * mixed.partial / armour.tiers.value.partial
    return mixed.partial


def heaviest_with(coverage: Worn, need: float) -> int | None:
    """Return the heaviest category that has enough points; None if none has."""
    return max((n for n in (LIGHT, MEDIUM, HEAVY) if coverage[n] >= need), default=None)


def mixed_category(coverage: Worn, need: float, rulings: Mapping[str, str]) -> int:
    """Return the category of an armour, mixed or not.

    Where no category has enough points, heavier pieces count as lighter ones.
    """
    found = heaviest_with(coverage, need)
    if found is not None:
        return found
    light, medium, heavy = coverage
    stepwise = rulings["mixed_downgrade"] == "stepwise"
    found = heaviest_with((light, medium + heavy, 0) if stepwise else (light + medium, heavy, 0), need)
    return LIGHT if found is None else found


def suit_of_coverage(coverage: Worn, armour: Armour, rulings: Mapping[str, str]) -> Suit:
    """Return the armour whose points of coverage these are."""
    worn = sum(coverage)
    tier = tier_of(worn, armour)
    if worn == 0:
        return Suit(coverage, tier, None, 0)
    heaviest = max(n for n in (LIGHT, MEDIUM, HEAVY) if coverage[n])
    if tier in ("none", "base"):  # gives the same whatever its category
        category = heaviest
    else:
        category = mixed_category(coverage, needed(worn, tier, armour, rulings), rulings)
    name = CATEGORIES[category]
    points = 0 if tier == "none" else int(getattr(getattr(armour.points.value, name), tier))
    return Suit(coverage, tier, name, points)


def suit_of(pieces: Sequence[Piece], armour: Armour, rulings: Mapping[str, str]) -> Suit:
    """Return the armour that some pieces make."""
    return suit_of_coverage(coverage_of(pieces, armour), armour, rulings)


def mixtures(armour: Armour) -> Iterator[Worn]:
    """Yield every mixed armour that has a category: points of coverage of light, medium and heavy pieces.

    All parts that the game knows can be covered, each by a piece of any category, so only sums count.
    """
    most = sum(armour.coverage.value.values())
    least = armour.tiers.value.partial
    for light, medium, heavy in product(range(most + 1), repeat=3):
        worn = light + medium + heavy
        if least <= worn <= most and (light > 0) + (medium > 0) + (heavy > 0) > 1:
            yield light, medium, heavy


def falls_between(coverage: Worn, armour: Armour, rulings: Mapping[str, str]) -> bool:
    """Tell whether no category has enough points of an armour as it is worn."""
    worn = sum(coverage)
    return heaviest_with(coverage, needed(worn, tier_of(worn, armour), armour, rulings)) is None
