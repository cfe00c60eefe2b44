"""Mixed armour that falls between the categories, from the rules alone."""

from __future__ import annotations

from itertools import product

from balance.config.live_combat.armour import Worn, falls_between, mixtures, suit_of_coverage
from balance.config.live_combat.game import CATEGORIES
from balance.config.live_combat.rulings import RULINGS
from balance.stats.live_combat.loadouts import Loadouts
from balance.stats.questions import Answer, Row, exact, listing

READINGS = tuple(product(RULINGS["mixed_partial"].names, RULINGS["mixed_downgrade"].names))
TOLD = {
    "three_points": "3 points suffice",
    "three_quarters": "three quarters of the points",
    "stepwise": "stepwise",
    "both_at_once": "both at once",
}


def between_categories(given: Loadouts) -> Answer:
    """Return every mixed armour in which no category has enough points, and what it gives under each reading."""
    armour = given.game.armour
    readings = [dict(zip(("mixed_partial", "mixed_downgrade"), one, strict=True)) for one in READINGS]
    every = list(mixtures(armour))
    between = [one for one in every if any(falls_between(one, armour, reading) for reading in readings)]
    own = {name: given.rulings[name] for name in ("mixed_partial", "mixed_downgrade")}
    here = [one for one in between if falls_between(one, armour, own)]
    moved = [one for one in between if len({suit_of_coverage(one, armour, r).points for r in readings}) > 1]
    rows = tuple(
        Row(
            (_told(one), _tier(one, armour.tiers.value.full)),
            tuple(exact(suit_of_coverage(one, armour, reading).points, "AP") for reading in readings),
        )
        for one in sorted(between, key=lambda one: (sum(one), one[::-1]))
    )
    return Answer(
        key="between-categories",
        title="Which mixed armours fall between categories?",
        sentences=(
            f"Under the rulings in force {len(here)} of {len(every)} mixtures of partial and full armour have no "
            "category with enough points, so that heavier pieces count as lighter ones.",
            f"Of the {len(between)} that fall between under some reading, {len(moved)} give other AP by the reading.",
        ),
        labels=("Points of coverage", "Tier"),
        quantities=tuple(f"AP: {TOLD[partial]}, {TOLD[downgrade]}" for partial, downgrade in READINGS),
        rows=rows,
        note="Exact: every mixture of points of coverage by category, whatever the parts of the body. Modern pieces "
        "count with the category that they have after becoming one lighter.",
    )


def _told(coverage: Worn) -> str:
    """Return points of coverage in words."""
    return listing([f"{points} {name}" for points, name in zip(coverage, CATEGORIES, strict=True) if points])


def _tier(coverage: Worn, full: int) -> str:
    """Return whether an armour with a category is partial or full."""
    return "full" if sum(coverage) >= full else "partial"
