"""A position of a contest and the rules it is played by: records, and the numbers that stand in them."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel, record_type, types

RED, BLUE = 0, 1
NOBODY = -1

# what is decided or thrown next
ACT, EXCHANGE, LIMB, FINISH, AGONY, FATE, REST, RECHARGE, BREAK, OVER = range(10)

# actions
STRIKE, CALL_1, CALL_2, DRINK, DEFEND, STUNNED = range(6)  # in an exchange
ARM, LEG = 6, 7  # the limb that agony takes
FINISH_OFF, SPARE = 8, 9
WALK, WAIT = 10, 11  # in agony, beside DRINK
NO_REST, ARMOUR_ON, ARMOUR_OFF = 12, 13, 14
SAVE, PAY_1, PAY_2, PAY_BOTH = 15, 16, 17, 18  # coins to recharge effects: none, the first, the second, both
ACTIONS = 19
NONE = -1
MOST_LEGAL = 5
MOST_EFFECTS = 2

# what effects do
NO_EFFECT, WOUND, STUN, SHATTER = range(4)

# how a character is
STANDING, IN_AGONY, UNCONSCIOUS, STABLE, DEAD = range(5)  # stable: at 0 HP, no longer in agony
NO_LIMB, LOST_ARM, LOST_LEG, LOST_BOTH = range(4)  # an arm and a leg: one bit each
NO_INJURY, MINOR, MAJOR = range(3)

# the worst that befell somebody in a contest
UNHURT, FELL, HURT, MAIMED, DIED = range(5)  # agony at most, a minor injury, a major injury, death

# what a loadout does at a rest
AS_LIKED, TAKES_OFF, KEEPS_ON, RESTS_NEVER = range(4)

SECONDS = 60
DICE = 6
"""Dice of one throw, 0 to 99: two of each of three kinds, the first for Red, the second for Blue."""
LANDS, CAUGHT = 0, 2  # in an exchange: whether the seat's strike lands; whether the seat's shield catches
ARRIVES, SCRIPT, AFFLICTS = 0, 2, 4  # after a fall: when the healer comes, a scripted death, an affliction
BROKEN = 0  # in a break: whether it is broken (the first die alone)

RULES = np.dtype(
    [
        # loadouts, by seat
        ("hp", np.int16, 2),  # at full
        ("ap", np.int16, 2),  # of the armour, at full
        ("temporary", np.int16, 2),
        ("exempt", np.uint8, 2),  # armour that may stay on in a short rest
        ("armoured", np.uint8, 2),  # something to take off
        ("hit_rate", np.int16, 2),
        ("damage", np.int16, 2),
        ("shield", np.uint8, 2),
        ("potions", np.int16, 2),
        ("mana", np.int16, 2),
        ("coins", np.int16, 2),
        ("effect", np.uint8, (2, MOST_EFFECTS)),
        ("amount", np.int16, (2, MOST_EFFECTS)),
        ("uses", np.int16, (2, MOST_EFFECTS)),
        ("cost", np.int16, (2, MOST_EFFECTS)),  # mana of a use
        ("recharge", np.int16, (2, MOST_EFFECTS)),  # coins for all uses; NONE: it has no recharge
        ("at_rest", np.uint8, 2),
        ("afflictions", np.int16, 2),
        # the contest
        ("bouts", np.int16),
        ("break_minutes", np.int16),
        ("rest", np.uint8),
        ("broken_after", np.int16),
        ("broken", np.int16),  # of 100
        ("healer", np.uint8),
        ("healer_from", np.int16),
        ("healer_to", np.int16),
        ("scripted_death", np.int16),  # of 100
        # the game
        ("exchanges", np.int16),
        ("exchange_seconds", np.int16),
        ("defending", np.int16),
        ("catches", np.int16),
        ("holds", np.int16),
        ("lost_arm", np.int16),
        ("lost_leg", np.int16),
        ("potion_hp", np.int16),
        ("healer_hp", np.int16),
        ("walking", np.int16),
        ("hp_minutes", np.int16),  # natural regeneration of 1 HP
        ("rest_minutes", np.int16),  # of the shortest short rest
        ("rest_hp", np.int16),
        ("agony_minutes", np.int16),
        ("bleed_minutes", np.int16),
        ("major_hp", np.int16),
        ("afflictions_to_die", np.int16),
        ("affliction", np.int16),  # of 100 major injuries
        ("armour_back_on", np.uint8),  # when a rest is broken
        # rulings
        ("hp_per_half_hour", np.uint8),
        ("ap_armour_on", np.uint8),
        ("pro_rata", np.uint8),
        ("overkill", np.uint8),
        ("separate", np.uint8),
        ("rescue_heals", np.uint8),
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("phase", np.uint8),
        ("side", np.int8),  # who decides
        ("bout", np.int16),  # from 1
        ("exchange", np.int16),  # from 1
        ("clock", np.int32),  # seconds
        ("act", np.int8, 2),  # what both sides chose in this exchange
        ("hp", np.int16, 2),
        ("ap", np.int16, 2),
        ("temporary", np.int16, 2),
        ("worn", np.uint8, 2),
        ("shield", np.int16, 2),  # hits that it still catches; 0: broken, or none
        ("potions", np.int16, 2),
        ("mana", np.int16, 2),
        ("coins", np.int16, 2),
        ("uses", np.int16, (2, MOST_EFFECTS)),
        ("stunned", np.int16, 2),  # exchanges
        ("condition", np.uint8, 2),
        ("limb", np.uint8, 2),  # lost: an arm, a leg, or both
        ("injured", np.uint8, 2),  # of these, what an injury keeps lost
        ("bled", np.int16, 2),  # falls that came to bleed-out
        ("injury", np.uint8, 2),
        ("afflictions", np.int16, 2),
        ("forgot", np.int16, 2),  # falls of which nothing is remembered
        ("mending", np.int32, 2),  # seconds towards the next HP by natural regeneration
        ("fell", np.uint8, 2),  # in this bout
        ("walks", np.uint8, 2),
        ("choice", np.int8, 2),  # at a break: rest or not
        ("pays", np.int8, 2),
        ("wins", np.int16, 2),
        # what is counted
        ("taken", np.int16, 2),  # hits taken before the first fall
        ("first_fall", np.int16, 2),  # of these, when it came; 0: none yet
        ("worst", np.uint8, 2),
        ("rested", np.int8, 2),  # choice at the first break; NONE: there was none
        ("broken", np.uint8),  # breaks that were broken
        ("first_bout", np.int16),  # exchanges of the first bout
    ],
    align=True,
)

rules_type = record_type(RULES)
state_type = record_type(STATE)
CHOOSE_SIGNATURE = types.int64(
    state_type, rules_type, types.int64, types.int8[::1], types.int64, types.uint64, types.float64[::1]
)
CHOOSE = types.FunctionType(CHOOSE_SIGNATURE)


@kernel(allocates=False)
def other(side: int) -> int:
    """Return the other side."""
    return 1 - side


@kernel(allocates=False)
def armour(state: np.void, side: int) -> int:
    """Return the AP that stand between a side and damage: temporary ones, and those of armour that is worn."""
    worn = int(state["ap"][side]) if state["worn"][side] else 0
    return int(state["temporary"][side]) + worn


@kernel(allocates=False)
def can_fight(state: np.void, side: int) -> bool:
    """Tell whether a side can fight a bout: on its feet, with at least 1 HP."""
    return bool(state["condition"][side] == STANDING and state["hp"][side] > 0)
