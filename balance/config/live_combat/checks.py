"""What the models of live combat cannot see alone: names that do not exist, and things that do not fit together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from balance.config.checking import unknown
from balance.config.document import Where
from balance.config.live_combat.game import CATEGORIES, Game
from balance.config.live_combat.models import Contest, Loadout

MOST_HIT_POINTS = 30
MOST_ARRIVALS = 100
FULL_COVERAGE = 7
Found = Iterator[tuple[Where, str]]


def check(game: Game, loadouts: Mapping[str, Loadout], contests: Mapping[str, Contest]) -> Found:
    """Yield what is wrong with a configuration: the keys that lead there, and the message.

    Where the game is wrong by itself, nothing else is told: what it is the cause of would only hide it.
    """
    wrong = list(_game(game))
    yield from wrong
    if wrong:
        return
    for name, loadout in loadouts.items():
        for where, message in _loadout(game, loadout):
            yield ("loadouts", name, *where), message
    for name, contest in contests.items():
        for where, message in _contest(game, contest):
            yield ("contests", name, *where), message


def _game(game: Game) -> Found:
    armour, at = game.armour, ("game", "armour")
    materials = armour.materials.value
    listed = [name for key in CATEGORIES for name in getattr(materials, key)]
    for key in CATEGORIES:
        for n, name in enumerate(getattr(materials, key)):
            if listed.count(name) > 1:
                yield (*at, "materials", "value", key, n), f"material {name!r} is named more than once"
    for n, name in enumerate(armour.modern.value):
        if name in listed:
            yield (*at, "modern", "value", n), f"material {name!r} has a category of its own"
    points = sum(armour.coverage.value.values())
    tiers = armour.tiers.value
    if not tiers.base < tiers.partial < tiers.full:
        yield (*at, "tiers", "value"), "expected base below partial below full"
    if points != FULL_COVERAGE:
        message = f"expected {FULL_COVERAGE} points of coverage in all parts of the body; got {points}"
        yield (*at, "coverage", "value"), message
    elif tiers.full > points:
        yield (
            (*at, "tiers", "value", "full"),
            f"expected at most {points}, the points of all parts; got {tiers.full}",
        )
    mixed = armour.mixed.value
    for tier in ("partial", "full"):
        need, worn = getattr(mixed, tier), getattr(tiers, tier)
        if not worn / 2 < need <= worn:
            message = (
                f"expected more than half of the {worn} points of a {tier} armour, and not more than those"
            )
            yield (*at, "mixed", "value", tier), f"{message}; got {need}"
    if not game.hits.effects:
        yield ("game", "hits", "effects"), "expected at least one effect"


def _loadout(game: Game, loadout: Loadout) -> Found:
    yield from _armour(game, loadout)
    for n, call in enumerate(loadout.effects):
        at = ("effects", n)
        if call.effect not in game.hits.effects:
            yield (*at, "effect"), unknown("effect", call.effect, game.hits.effects)
        if call.effect in [other.effect for other in loadout.effects[:n]]:
            yield (*at, "effect"), f"effect {call.effect!r} is named twice"
        if call.mana > loadout.mana:
            message = f"a use needs {call.mana} mana, but the loadout has {loadout.mana} at full"
            yield (*at, "mana"), message
    most = game.health.afflictions_to_die.value
    if loadout.afflictions >= most:
        message = f"expected fewer than {most} permanent afflictions, by which a character dies"
        yield ("afflictions",), f"{message}; got {loadout.afflictions}"
    hp = game.health.hit_points.value + loadout.hit_point_skills
    if hp > MOST_HIT_POINTS:
        yield ("hit_point_skills",), f"expected at most {MOST_HIT_POINTS} HP in all; got {hp}"
    if loadout.at_rest == "armour off" and not loadout.armour:
        yield ("at_rest",), "expected armour to take off; the loadout has none"


def _armour(game: Game, loadout: Loadout) -> Found:
    parts, materials = game.armour.coverage.value, game.armour.materials.value
    known = [name for key in CATEGORIES for name in getattr(materials, key)]
    worn: Counter[str] = Counter()
    points = 0
    for n, piece in enumerate(loadout.armour):
        at = ("armour", n)
        for m, part in enumerate(piece.covers):
            if part not in parts:
                yield (*at, "covers", m), unknown("part of the body", part, parts)
                continue
            points += parts[part]
            worn[part] += 1
            if worn[part] == 2:
                yield (*at, "covers", m), f"armour is worn twice on one part of the body: {part}"
        if piece.material not in known:
            yield (*at, "material"), unknown("material", piece.material, known)
        if piece.modern is not None and piece.modern not in game.armour.modern.value:
            yield (*at, "modern"), unknown("modern material", piece.modern, game.armour.modern.value)
    if points > FULL_COVERAGE:
        message = f"expected at most {FULL_COVERAGE} points of coverage, those of a full armour; got {points}"
        yield ("armour",), message


def _contest(game: Game, contest: Contest) -> Found:
    healer, between = contest.healer, contest.between
    if healer is not None and healer.latest < healer.earliest:
        message = f"expected a minute not before the earliest, {healer.earliest}; got {healer.latest}"
        yield ("healer", "latest"), message
    elif healer is not None and healer.latest - healer.earliest >= MOST_ARRIVALS:
        message = (
            f"expected at most {MOST_ARRIVALS} minutes from earliest to latest: one for each throw of 100"
        )
        yield ("healer", "latest"), f"{message}; got {healer.latest - healer.earliest + 1}"
    if contest.bouts > 1 and between is None:
        yield (), "expected `between`, what lies between two bouts"
    if contest.bouts == 1 and between is not None:
        yield ("between",), "expected at least 2 bouts for something to lie between; got 1"
    if between is None:
        return
    least = game.rest.least_minutes.value
    if between.rest and between.minutes < least:
        message = f"a short rest takes at least {least} minutes; got {between.minutes}"
        yield ("between", "minutes"), message
    if (between.broken_after is None) != (between.broken == 0):
        yield ("between",), "expected both broken_after (minutes) and broken (of 100 breaks), or neither"
    elif between.broken_after is not None and between.broken_after >= between.minutes:
        message = f"expected fewer minutes than the break has, {between.minutes}; got {between.broken_after}"
        yield ("between", "broken_after"), message
