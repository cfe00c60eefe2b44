"""Who wins, how many hits it takes, and what a hit does."""

from __future__ import annotations

from balance.config.live_combat.game import CATEGORIES
from balance.stats.live_combat.loadouts import Loadouts
from balance.stats.questions import (
    IN_100,
    Answer,
    Cells,
    Quantity,
    Row,
    best,
    exact,
    listing,
    name_of,
    told,
    value,
)

FELL = ("agony", "minor injury", "major injury", "death")
HIT_SIZES = (1, 2, 3)


def worn(given: Loadouts, name: str) -> str:
    """Return a loadout's armour in words."""
    suit = given.suit(name)
    if suit.category is None:
        return "none"
    parts = sum(suit.coverage)
    mixed = "mixed, counts as " if sum(points > 0 for points in suit.coverage) > 1 else ""
    return f"{mixed}{suit.category}, {parts} of 7 points"


def winners(given: Loadouts) -> Answer | None:
    """Return which loadouts win, over all others alike."""
    if not given.duels:
        return None
    rows, shares = [], {}
    for name in given.loadouts:

        def others(other: str, own: str = name) -> bool:
            return other != own

        duel = given.wins(name, given.duels, others)
        series = given.wins(name, given.rested, others)
        shares[name] = duel
        size = len(given.loadouts)
        rows.append(
            Row(
                (name_of(name), worn(given, name)),
                (
                    exact(given.endurance(name), "points"),
                    exact(given.damage(name), "damage"),
                    value(duel, IN_100, family=size),
                    value(series, IN_100, family=size) if given.rested else None,
                ),
            )
        )
    top = [name_of(name) for name in best(shares)]
    verdict = (
        f"In duels {top[0]} surely wins most, {told(value(shares[best(shares)[0]], IN_100, family=len(shares)))}."
        if len(top) == 1
        else f"In duels these may win most, and cannot be told apart: {listing(top)}."
    )
    return Answer(
        key="winners",
        title="Which loadouts win?",
        sentences=(verdict, "Each other loadout counts alike; the matrices show who beats whom."),
        labels=("Loadout", "Armour"),
        quantities=("HP and AP", "A hit does", "Wins duels", "Wins series with rest"),
        rows=tuple(rows),
        note="Hit rates and what each loadout has are assumed; a level contest is half a win.",
        bar="Wins duels",
        even=True,
    )


def hits(given: Loadouts) -> Answer | None:
    """Return how many hits each loadout bears in play."""
    if not given.duels:
        return None

    def until(cells: Cells, seat: str) -> Quantity:
        return cells.mean(f"hits to agony, {seat}", by_games=True)

    def falls(cells: Cells, seat: str) -> Quantity:
        return cells.share(f"fate, {seat}", *FELL, by_games=True)

    rows = []
    for name in given.loadouts:
        endurance = given.endurance(name)
        rows.append(
            Row(
                (name_of(name), worn(given, name)),
                (
                    exact(endurance, "hits"),
                    exact(-(-endurance // 2), "hits"),
                    value(given.both_seats(until, name, given.duels), "hits"),
                    value(given.both_seats(falls, name, given.duels), IN_100),
                ),
            )
        )
    most = max(given.loadouts, key=given.endurance)
    sentence = (
        "Against hits of 1 damage a character falls after as many as its HP and AP together: "
        f"{name_of(most)} bears most, {told(exact(given.endurance(most), 'hits'))}."
    )
    played = "In play it takes other numbers: hits may do more or pass over armour, shields catch some, potions heal."
    return Answer(
        key="hits-to-agony",
        title="How many hits until agony?",
        sentences=(sentence, played),
        labels=("Loadout", "Armour"),
        quantities=("Of 1 damage", "Of 2 damage", "In duels, when it fell", "Falls in a duel"),
        rows=tuple(rows),
        note="In duels: hits that landed and were not caught, of all opponents, in fights in which the loadout fell.",
        bar="In duels, when it fell",
    )


def armours(given: Loadouts) -> Answer:
    """Return what each armour of one category bears, from the rules alone."""
    armour, hp = given.game.armour, given.game.health.hit_points.value
    tiers = armour.tiers.value
    most = sum(armour.coverage.value.values())
    spans = {
        "base": (tiers.base, tiers.partial - 1),
        "partial": (tiers.partial, tiers.full - 1),
        "full": (tiers.full, most),
    }

    def row(labels: tuple[str, str], points: int) -> Row:
        borne = [exact(-(-(hp + points) // size), "hits") for size in HIT_SIZES]
        return Row(labels, (exact(points, "AP"), *borne))

    rows = [row(("any", f"below {tiers.base}"), 0)]
    for tier, (low, high) in spans.items():
        span = f"{low} to {high}" if high > low else str(low)
        points = {name: getattr(getattr(armour.points.value, name), tier) for name in CATEGORIES}
        if len(set(points.values())) == 1:
            rows.append(row(("any", span), points["light"]))
        else:
            rows += [row((name, span), points[name]) for name in CATEGORIES]
    first, last = rows[0].values[1], rows[-1].values[1]
    assert first is not None
    assert last is not None
    return Answer(
        key="armour",
        title="What does armour bear, by category and coverage?",
        sentences=(
            f"A character with {hp} HP bears {told(first)} of 1 damage without armour, and {told(last)} in full heavy "
            "armour.",
            "Points of coverage between two tiers add nothing.",
        ),
        labels=("Category", "Points of coverage"),
        quantities=("Armour points", *(f"Until agony, of {size} damage" for size in HIT_SIZES)),
        rows=tuple(rows),
        bar=f"Until agony, of {HIT_SIZES[0]} damage",
    )


def damages(given: Loadouts) -> Answer | None:
    """Return what fixed damage is worth against added damage."""
    groups: dict[str, list[str]] = {}
    for name, loadout in given.loadouts.items():
        groups.setdefault(
            str(loadout.model_copy(update={"deals": (), "adds": (), "source": None})), []
        ).append(name)
    group = max(groups.values(), key=len)
    kinds = {name: _skills(given, name) for name in group}
    if len(group) < 2 or not given.duels:
        return None
    rows = []
    for name in group:

        def others(other: str) -> bool:
            return other not in group

        rows.append(
            Row(
                (name_of(name), kinds[name]),
                (
                    exact(given.damage(name), "damage"),
                    value(given.wins(name, given.duels, others), IN_100, family=len(group)),
                ),
            )
        )
    base = given.game.hits.damage.value
    alone = f"By themselves a fixed {base + 1} and a +1 do the same: {base + 1} damage."
    together = (
        f"Together they do {base + 2}; two skills that both deal {base + 1} still do {base + 1}, since fixed damage "
        "does not stack."
    )
    stacking = (
        'Every "+n" counts.'
        if given.rulings["bonus_stack"] == "every_bonus"
        else 'Only the highest "+n" counts.'
    )
    return Answer(
        key="fixed-or-added",
        title=f"Is a fixed {base + 1} worth more than a +1?",
        sentences=(alone, f"{together} {stacking}"),
        labels=("Loadout", "Skills"),
        quantities=("A hit does", "Wins duels"),
        rows=tuple(rows),
        note="Loadouts that differ in nothing else, each against the same other loadouts.",
        bar="Wins duels",
        even=True,
    )


def _skills(given: Loadouts, name: str) -> str:
    """Return a loadout's skills that change damage, in words."""
    loadout = given.loadouts[name]
    found = [*(f"deals {n}" for n in loadout.deals), *(f"+{n}" for n in loadout.adds)]
    return listing(found) if found else "none"
