"""The kernels against a slow implementation written from the text alone: the same dice, the same decisions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from balance.config.live_combat.game import Game
from balance.config.live_combat.models import Arrival, Break, Call, Contest, Loadout, Piece
from balance.config.live_combat.rulings import RULINGS
from balance.engine.live_combat.game import CONDITIONS, INJURIES, LIMBS, Fight
from balance.engine.live_combat.tables import rules_record
from tests.live_combat.table import PARTS, game
from tests.reference import live_combat as slow

CONTESTS = 2_100
BLOCKS = 7


def some_loadout(dice: random.Random) -> Loadout:
    """Return any loadout; more often than not with a little of everything."""
    worn = dice.sample(PARTS, dice.randint(0, 7))
    materials = ("leather", "gambeson", "chain mail", "brigandine", "plate", "plate")
    armour = tuple(
        Piece(
            covers=(part,),
            material=dice.choice(materials),
            modern=dice.choice((None, None, "latex")),
            one_sided=dice.random() < 0.2,
        )
        for part in worn
    )
    names = dice.sample(("pierce", "stun", "shatter"), dice.randint(0, 2))
    mana = dice.randint(0, 3)
    effects = tuple(
        Call(
            effect=name,
            uses=dice.randint(1, 3),
            mana=dice.randint(0, mana),
            recharge=dice.choice((None, 0, 2)),
        )
        for name in names
    )
    rests: tuple[Any, ...] = ("as the policy likes", "as the policy likes", "armour on", "never rests")
    return Loadout(
        hit_point_skills=dice.randint(0, 2),
        armour=armour,
        temporary_armour=dice.choice((0, 0, 2)),
        hit_rate=dice.randint(40, 100),
        deals=dice.choice(((), (), (2,), (2, 3))),
        adds=dice.choice(((), (), (1,), (1, 2))),
        effects=effects,
        shield=dice.random() < 0.4,
        potions=dice.randint(0, 2),
        mana=mana,
        coins=dice.randint(0, 3),
        at_rest=dice.choice((*rests, "armour off")) if armour else dice.choice(rests),
        afflictions=dice.choice((0, 0, 0, 1)),
    )


def some_contest(dice: random.Random) -> Contest:
    """Return any contest."""
    first = dice.randint(0, 12)
    healer = dice.choice((None, Arrival(earliest=first, latest=first + dice.randint(0, 12))))
    bouts = dice.randint(1, 3)
    minutes = dice.randint(31, 150)
    broken = dice.choice((0, 0, 60))
    between = Break(
        minutes=minutes,
        rest=dice.random() < 0.8,
        broken=broken,
        broken_after=dice.randint(0, minutes - 1) if broken else None,
    )
    return Contest(
        bouts=bouts,
        between=between if bouts > 1 else None,
        healer=healer,
        scripted_death=dice.choice((0, 30)),
    )


def some_game(dice: random.Random) -> Game:
    """Return the shipped game under any rulings, with some other assumptions."""
    values = {
        "health.afflicted_by_major_injury": dice.choice((0, 50)),
        "rest.armour_back_on": dice.random() < 0.5,
        "healing.potion": dice.randint(1, 2),
        "healing.healer": dice.randint(1, 3),
        "hits.most_exchanges": dice.choice((4, 60)),
        "hits.shield_holds": dice.randint(1, 3),
    }
    return game(values, **{name: dice.choice(ruling.names) for name, ruling in RULINGS.items()})


class Played:
    """Dice and decisions that depend on the moment and the seed alone, and a note of every moment."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.seen: list[Any] = []

    def dice(self, kind: str, bout: int, exchange: int) -> list[int]:
        """Return six dice."""
        self.seen.append((kind, bout, exchange))
        source = random.Random(f"{self.seed} {kind} {bout} {exchange}")
        return [source.randrange(100) for _ in range(6)]

    def decide(self, side: int, of: str, legal: tuple[str, ...], bout: int, exchange: int) -> str:
        """Return any legal decision, strikes more often than others."""
        self.seen.append((side, of, legal, bout, exchange))
        source = random.Random(f"{self.seed} {side} {of} {bout} {exchange}")
        if of == "act" and source.random() < 0.5:
            return legal[0]
        return source.choice(legal)


def by_kernels(of: Game, loadouts: tuple[Loadout, Loadout], contest: Contest, seed: int) -> tuple[Any, ...]:
    """Play a contest step by step with the kernels and return what became of it."""
    fight, played = Fight(rules_record(of, loadouts, contest)), Played(seed)
    while not fight.is_over:
        bout, exchange = int(fight.state["bout"]), int(fight.state["exchange"])
        if fight.needs_dice:
            fight.throw(played.dice(fight.phase, bout, exchange))
            continue
        legal = fight.legal()
        alone = len(legal) == 1
        fight.decide(legal[0] if alone else played.decide(fight.side, fight.phase, legal, bout, exchange))
    state = fight.state
    fates = ("stands", "agony", "minor injury", "major injury", "death")
    names = ("hp", "ap", "temporary", "shield", "potions", "mana", "coins", "stunned", "afflictions", "wins")
    sides = [
        {
            **{name: int(state[name][side]) for name in names},
            "condition": CONDITIONS[state["condition"][side]],
            "limb": LIMBS[state["limb"][side]],
            "injury": INJURIES[state["injury"][side]],
            "fate": fates[state["worst"][side]],
            "hits": int(state["first_fall"][side]) or None,
            "mending": int(state["mending"][side]),
        }
        for side in range(2)
    ]
    return sides, int(state["first_bout"]), int(state["broken"]), played.seen


def by_hand(of: Game, loadouts: tuple[Loadout, Loadout], contest: Contest, seed: int) -> tuple[Any, ...]:
    """Play the same contest slowly."""
    played = Played(seed)

    def decide(side: int, kind: str, legal: list[str], at: slow.Contest) -> str:
        return played.decide(side, kind, tuple(legal), at.bout, at.exchange)

    one = slow.Contest(of, loadouts, contest, decide, played.dice)
    one.play()
    sides = [
        {
            "hp": c.hp, "ap": c.ap, "temporary": c.temporary, "shield": c.shield, "potions": c.potions,
            "mana": c.mana, "coins": c.coins, "stunned": c.stunned, "afflictions": c.afflictions, "wins": c.wins,
            "condition": c.state,
            "limb": " and ".join(sorted(c.limbs)) or "none",
            "injury": c.injury, "fate": c.fate, "hits": c.hits_to_agony,
            "mending": int(c.healing * 7200),
        }
        for c in one.sides
    ]  # fmt: skip
    return sides, one.first_bout, one.broken_breaks, played.seen


@pytest.mark.parametrize("block", range(BLOCKS))
def test_kernels_play_every_contest_as_the_slow_implementation_does(block: int) -> None:
    fates, injuries = set(), set()
    for seed in range(block * CONTESTS // BLOCKS, (block + 1) * CONTESTS // BLOCKS):
        dice = random.Random(seed)
        of, loadouts, contest = some_game(dice), (some_loadout(dice), some_loadout(dice)), some_contest(dice)
        found = by_kernels(of, loadouts, contest, seed)
        assert found == by_hand(of, loadouts, contest, seed), (seed, loadouts, contest)
        fates |= {side["fate"] for side in found[0]}
        injuries |= {side["injury"] for side in found[0]}
    assert fates == {"stands", "agony", "minor injury", "major injury", "death"}
    assert injuries == {"none", "minor", "major"}
