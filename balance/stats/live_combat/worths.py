"""What one thing more is worth in win share: loadouts that differ in that thing alone, against the same opponents."""

from __future__ import annotations

from collections.abc import Iterable

from balance.stats.live_combat.loadouts import Loadouts, only_difference
from balance.stats.questions import (
    IN_100,
    Answer,
    Quantity,
    Row,
    Value,
    listing,
    name_of,
    ranked,
    surely_above,
    surely_below,
    value,
)

RESTS = {
    "never rests": "the short rest",
    "armour on": "taking the armour off to rest",
    "armour off": "deciding whether the armour comes off",
}


def gained(given: Loadouts, one: str, other: str, contests: Iterable[str]) -> Quantity:
    """Return how much more a loadout wins than another, against all loadouts but these two."""

    def against(opponent: str) -> bool:
        return opponent not in (one, other)

    return given.wins(one, contests, against) - given.wins(other, contests, against)


def judged(found: list[tuple[str, Value]]) -> tuple[str, ...]:
    """Return what surely gains, what surely loses and what is open, largest first."""
    gains = [(what, worth) for what, worth in found if surely_above(worth)]
    losses = [(what, worth) for what, worth in found if surely_below(worth)]
    open_ = [what for what, worth in found if not surely_above(worth) and not surely_below(worth)]
    return (
        *((f"Surely worth wins: {ranked(gains)}.",) if gains else ()),
        *((f"Surely costs wins: {ranked(losses)}.",) if losses else ()),
        *((f"Not settled, or worth nothing: {listing(open_)}.",) if open_ else ()),
    )


def more(given: Loadouts) -> Answer | None:
    """Return what one more HP, AP, +1 and the like are worth."""
    pairs = list(given.pairs())
    if not pairs or not given.duels:
        return None
    family = len(pairs)
    rows, found = [], []
    for one, other, what in pairs:
        duel = value(gained(given, one, other, given.duels), IN_100, signed=True, family=family)
        series = value(gained(given, one, other, given.rested), IN_100, signed=True, family=family)
        direct = given.wins(one, given.duels, lambda opponent, other=other: opponent == other)  # type: ignore[misc]
        rows.append(
            Row(
                (what, name_of(one), name_of(other)),
                (duel, series if given.rested else None, value(direct, IN_100, family=family)),
            )
        )
        found.append((f"{what} for {name_of(other)}", duel))
    return Answer(
        key="one-thing-more",
        title="What is one more HP, AP or +1 worth?",
        sentences=judged(found),
        labels=("What", "Loadout with it", "Without"),
        quantities=("Duels won more", "Series with rest won more", "Wins duels against the one without"),
        rows=tuple(rows),
        note="Loadouts that differ in this alone, each against all others but these two. The section on abilities "
        "shows the last HP, AP and damage of every loadout, switched off with the same dice.",
        bar="Duels won more",
    )


def rests(given: Loadouts) -> Answer | None:
    """Return what a short rest is worth, and what taking the armour off for it is worth."""
    pairs = [
        (one, other, RESTS[given.loadouts[other].at_rest])
        for one in given.loadouts
        for other in given.loadouts
        if only_difference(given.loadouts[one], given.loadouts[other]) == "at_rest"
        and given.loadouts[one].at_rest == "as the policy likes"
    ]
    if not pairs or not given.rested:
        return None
    family = len(pairs) * len(given.rested)
    rows, found = [], []
    for contest in given.rested:
        for one, other, what in pairs:
            worth = value(gained(given, one, other, [contest]), IN_100, signed=True, family=family)
            rows.append(Row((what, name_of(one), name_of(contest)), (worth,)))
            found.append((f"{what} for {name_of(one)} in {name_of(contest)}", worth))
    return Answer(
        key="short-rest",
        title="What is a short rest worth, and taking the armour off for it?",
        sentences=judged(found),
        labels=("What", "Loadout", "Contest"),
        quantities=("Wins more",),
        rows=tuple(rows),
        note="A loadout whose policy decides at each break, less the same loadout that never rests, or that rests in "
        "its armour; both against all others but these. Opponents rest as they like.",
        bar="Wins more",
    )
