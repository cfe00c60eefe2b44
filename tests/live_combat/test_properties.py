"""What holds in every contest, whatever the loadouts, rulings, decisions and dice."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from balance.engine.live_combat.game import Fight
from balance.engine.live_combat.kernels import state as s
from balance.engine.live_combat.tables import rules_record
from tests.live_combat.test_agreement import some_contest, some_game, some_loadout

POINTS = ("hp", "ap", "temporary", "shield", "potions", "mana", "coins", "stunned", "mending", "afflictions")
MOST = {
    "hp": "hp",
    "ap": "ap",
    "mana": "mana",
    "coins": "coins",
    "potions": "potions",
    "temporary": "temporary",
}
GROWS = ("wins", "taken", "first_fall", "worst", "forgot", "afflictions")
SHRINKS = ("temporary", "potions", "coins")


def moments(seed: int) -> list[tuple[Fight, bytes]]:
    """Play any contest and return it with every position that it came through."""
    dice = random.Random(seed)
    loadouts = (some_loadout(dice), some_loadout(dice))
    fight = Fight(rules_record(some_game(dice), loadouts, some_contest(dice)))
    seen = [fight.state.tobytes()]
    while not fight.is_over:
        if fight.needs_dice:
            fight.throw([dice.randrange(100) for _ in range(s.DICE)])
        else:
            fight.decide(dice.choice(fight.legal()))
        seen.append(fight.state.tobytes())
    return [(fight, position) for position in seen]


@given(st.integers(0, 2**32))
def test_what_holds_in_every_position(seed: int) -> None:
    played = moments(seed)
    rules = played[0][0].rules
    states = np.frombuffer(b"".join(position for _, position in played), s.STATE)
    for name in POINTS:
        assert (states[name] >= 0).all(), name
    assert (states["uses"] >= 0).all()
    for name, full in MOST.items():
        assert (states[name] <= rules[full]).all(), name
    assert (states["uses"] <= rules["uses"]).all()
    for side in range(2):
        for name in GROWS:
            assert (np.diff(states[name][:, side].astype(int)) >= 0).all(), name
        for name in SHRINKS:  # temporary AP are never repaired
            assert (np.diff(states[name][:, side].astype(int)) <= 0).all(), name
        injuries = states["injury"][:, side].astype(int)
        assert (np.diff(injuries) >= 0).all()  # a minor injury may become a major one, never the other way
        down = np.isin(states["condition"][:, side], (s.IN_AGONY, s.UNCONSCIOUS, s.STABLE, s.DEAD))
        assert (states["hp"][down, side] == 0).all()
        assert (states["hp"][~down, side] > 0).all()
    assert (np.diff(states["clock"].astype(int)) >= 0).all()
    assert (np.diff(states["bout"].astype(int)) >= 0).all()
    assert int(states[-1]["wins"].sum()) <= int(rules["bouts"])
    assert set(np.unique(states["injury"])) <= {s.NO_INJURY, s.MINOR, s.MAJOR}  # one of them, never two


def played_out(fight: Fight, seed: int, owners: tuple[int, int]) -> tuple[int, ...]:
    """Play a contest with decisions and dice that follow their owners, in whatever seat; return bouts won by owner."""
    while not fight.is_over:
        at = f"{seed} {fight.phase} {fight.state['bout']} {fight.state['exchange']}"
        if not fight.needs_dice:
            own = random.Random(f"{at} {owners[fight.side]}")
            fight.decide(own.choice(fight.legal()))
            continue
        own_dice = [random.Random(f"{at} {owner}").choices(range(100), k=3) for owner in owners]
        thrown = [own_dice[side][kind] for kind in range(3) for side in range(2)]
        thrown[0] = random.Random(at).randrange(100) if fight.phase == "break" else thrown[0]
        fight.throw(thrown)
    return tuple(fight.wins[owners.index(owner)] for owner in range(2))


@given(st.integers(0, 2**32))
def test_the_seats_are_mere_labels(seed: int) -> None:
    dice = random.Random(seed)
    of, contest, loadouts = some_game(dice), some_contest(dice), (some_loadout(dice), some_loadout(dice))
    one = Fight(rules_record(of, loadouts, contest))
    other = Fight(rules_record(of, loadouts[::-1], contest))
    assert played_out(one, seed, (0, 1)) == played_out(other, seed, (1, 0))
