"""Agony, bleed-out, injuries and death in the live combat of The Pact, clause by clause, worked out by hand."""

from __future__ import annotations

import pytest

from balance.config.live_combat.models import Arrival, Contest
from balance.engine.live_combat.kernels import state as s
from balance.engine.live_combat.kernels.fates import reached
from balance.errors import IllegalActionError
from tests.live_combat.table import (
    HEAVY,
    MISS,
    Table,
    game,
    loadout,
    pieces,
    series,
)

RED, BLUE = 0, 1
FULL_PLATE = pieces(*[HEAVY] * 7)
NOBODY = Contest()


# agony


def test_at_0_hp_a_character_loses_an_arm_or_a_leg_of_its_own_choice() -> None:
    table = Table().set(BLUE, hp=1).exchange()
    assert (table.phase, table.fight.seat, table.fight.legal()) == ("limb", "blue", ("arm", "leg"))
    assert table.decide("leg").limb(BLUE) == "leg"


def test_in_agony_one_may_only_drink_a_potion_walk_or_wait() -> None:
    with_potion = Table(blue=loadout(potions=1)).fell(BLUE).decide("spare")
    assert with_potion.fight.legal() == ("drink a potion", "walk", "wait")
    assert Table().fell(BLUE).decide("spare").fight.legal() == ("walk", "wait")


def test_nobody_in_agony_strikes_or_defends() -> None:
    table = Table().fell(BLUE).decide("spare")
    for action in ("strike", "defend", "call the first effect"):
        with pytest.raises(IllegalActionError, match=f"agony: expected one of walk, wait; got '{action}'"):
            table.fight.decide(action)


def test_healed_within_10_minutes_the_limb_comes_back_and_there_is_no_injury() -> None:
    table = Table(contest=Contest(healer=Arrival(earliest=10, latest=10))).fell(BLUE)
    table.decide("spare", "wait").settle()
    assert table.has(BLUE, "hp") == (1,)
    assert (table.limb(BLUE), table.injury(BLUE), table.condition(BLUE)) == ("none", "none", "standing")


def test_not_healed_within_10_minutes_brings_unconsciousness_and_a_minor_injury() -> None:
    table = Table(contest=Contest(healer=Arrival(earliest=11, latest=11))).fell(BLUE, "leg")
    table.decide("spare", "wait").settle()
    assert (table.limb(BLUE), table.injury(BLUE)) == ("leg", "minor")
    assert table.has(BLUE, "hp", "forgot") == (1, 0)


def test_further_damage_in_agony_brings_unconsciousness_and_a_minor_injury_at_once() -> None:
    table = Table(contest=Contest(healer=Arrival(earliest=5, latest=5))).fell(BLUE)
    table.decide("finish")
    assert (table.phase, table.condition(BLUE)) == ("fates", "unconscious")  # nothing left to decide
    table.settle()
    assert (table.limb(BLUE), table.injury(BLUE)) == ("arm", "minor")


def test_a_potion_in_agony_heals_and_stabilises() -> None:
    table = Table(blue=loadout(potions=1), contest=NOBODY).fell(BLUE)
    table.decide("spare", "drink a potion").settle()
    assert table.has(BLUE, "hp", "potions") == (1, 0)
    assert (table.limb(BLUE), table.injury(BLUE)) == ("none", "none")
    assert table.fight.wins == (1, 0)


def test_who_walks_meets_the_healer_sooner() -> None:
    far = Contest(healer=Arrival(earliest=12, latest=12))  # 80 of 100: 9.6, so in minute 10
    assert Table(contest=far).fell(BLUE).decide("spare", "walk").settle().injury(BLUE) == "none"
    assert Table(contest=far).fell(BLUE).decide("spare", "wait").settle().injury(BLUE) == "minor"
    rules = Table(contest=far).fight.rules
    assert [reached(rules, minute, True) for minute in (0, 1, 5, 12, 13)] == [0, 1, 4, 10, 11]


def test_a_healer_comes_in_each_whole_minute_with_the_same_chance() -> None:
    contest = Contest(healer=Arrival(earliest=9, latest=12))
    for die, injury in ((0, "none"), (24, "none"), (25, "none"), (49, "none"), (50, "minor"), (99, "minor")):
        table = Table(contest=contest).fell(BLUE).decide("spare", "wait").settle(healer=die)
        assert table.injury(BLUE) == injury, die


# bleed-out and injuries


@pytest.mark.parametrize(("minute", "injury"), [(5, "minor"), (6, "major")])
def test_the_bleed_out_lasts_5_minutes(minute: int, injury: str) -> None:
    table = Table(contest=Contest(healer=Arrival(earliest=minute, latest=minute))).fell(BLUE)
    assert table.decide("finish").settle().injury(BLUE) == injury


@pytest.mark.parametrize(("minute", "injury"), [(15, "minor"), (16, "major")])
def test_after_10_minutes_of_agony_the_bleed_out_lasts_to_minute_15(minute: int, injury: str) -> None:
    table = Table(contest=Contest(healer=Arrival(earliest=minute, latest=minute))).fell(BLUE)
    assert table.decide("spare", "wait").settle().injury(BLUE) == injury


def test_nobody_unconscious_decides_anything() -> None:
    table = Table(blue=loadout(potions=1), contest=NOBODY).fell(BLUE).decide("finish")
    assert table.fight.legal() == ()
    assert table.phase == "fates"


def test_unaided_the_minor_injury_becomes_a_major_one_and_the_character_is_back_with_1_hp() -> None:
    table = (
        Table(blue=loadout(hit_point_skills=2), contest=NOBODY).fell(BLUE).decide("spare", "wait").settle()
    )
    assert table.injury(BLUE) == "major"  # in place of the minor one: never both
    assert (table.has(BLUE, "hp"), table.condition(BLUE)) == ((1,), "standing")


def test_a_major_injury_leaves_nobody_more_hp_than_it_has_at_full() -> None:
    of = game({"health.hit_points_after_major_injury": 20})
    table = Table(contest=NOBODY, of=of).fell(BLUE).decide("spare", "wait").settle()
    assert table.has(BLUE, "hp") == (3,)


def test_a_character_remembers_nothing_of_how_a_major_injury_came() -> None:
    assert Table(contest=NOBODY).fell(BLUE).decide("spare", "wait").settle().has(BLUE, "forgot") == (1,)
    assert Table().fell(BLUE).decide("spare", "wait").settle().has(BLUE, "forgot") == (0,)


def test_a_minor_injury_never_stands_beside_a_major_one() -> None:
    table = (
        Table(contest=Contest(healer=Arrival(earliest=12, latest=12))).set(BLUE, injury=s.MAJOR).fell(BLUE)
    )
    assert table.decide("spare", "wait").settle().injury(BLUE) == "major"


@pytest.mark.parametrize(("chosen", "lost"), [("leg", "arm and leg"), ("arm", "arm")])
@pytest.mark.parametrize("healed", ["healer", "potion"])
def test_the_limb_of_an_injury_stays_lost_when_a_later_fall_is_healed_in_time(
    chosen: str, lost: str, healed: str
) -> None:
    blue = loadout(potions=1 if healed == "potion" else 0)
    contest = series(bouts=2, rest=False, healer=Arrival(earliest=5, latest=5))
    table = Table(blue=blue, contest=contest).fell(BLUE, "arm").decide("finish").settle().throw(99)
    assert (table.limb(BLUE), table.injury(BLUE)) == ("arm", "minor")  # rescued in bleed-out
    table.fell(BLUE, chosen)
    assert table.limb(BLUE) == lost
    table.decide("spare", "wait" if healed == "healer" else "drink a potion").settle()
    assert (table.limb(BLUE), table.injury(BLUE)) == (
        "arm",
        "minor",
    )  # the new one comes back, that one does not


def test_who_lost_an_arm_and_a_leg_strikes_worse_and_is_an_easier_target() -> None:
    both = Table().set(RED, limb=s.LOST_BOTH)
    assert both.exchange("strike", "strike", (40, 64)).has(BLUE, "hp") == (3,)  # 50 less 10
    assert both.has(RED, "hp") == (2,)  # 50 and 15 more


def test_a_lost_arm_lowers_the_hit_rate_and_a_lost_leg_makes_an_easier_target() -> None:
    armless = Table().set(RED, limb=s.LOST_ARM)  # 50 less 10
    assert armless.exchange("strike", "strike", (40, MISS)).has(BLUE, "hp") == (3,)
    legless = Table().set(BLUE, limb=s.LOST_LEG)  # 50 and 15 more
    assert legless.exchange("strike", "strike", (64, MISS)).has(BLUE, "hp") == (2,)
    assert Table().set(BLUE, limb=s.LOST_LEG).exchange("strike", "strike", (65, MISS)).has(BLUE, "hp") == (3,)


# death


def test_two_permanent_afflictions_are_death() -> None:
    of = game({"health.afflicted_by_major_injury": 25})
    table = Table(blue=loadout(afflictions=1), contest=NOBODY, of=of).fell(BLUE).decide("spare", "wait")
    assert table.settle(affliction=24).condition(BLUE) == "dead"
    assert table.has(BLUE, "hp", "afflictions") == (0, 2)


def test_one_permanent_affliction_is_not_death() -> None:
    of = game({"health.afflicted_by_major_injury": 25})
    table = Table(contest=NOBODY, of=of).fell(BLUE).decide("spare", "wait").settle(affliction=24)
    assert (table.condition(BLUE), table.has(BLUE, "afflictions")) == ("standing", (1,))


def test_no_injury_leaves_an_affliction_unless_the_game_says_so() -> None:
    table = Table(blue=loadout(afflictions=1), contest=NOBODY).fell(BLUE).decide("spare", "wait")
    assert table.settle(affliction=0).has(BLUE, "afflictions") == (1,)


def test_a_scripted_event_may_kill_whom_nobody_rescues() -> None:
    deadly = Contest(scripted_death=20)
    assert (
        Table(contest=deadly).fell(BLUE).decide("spare", "wait").settle(script=19).condition(BLUE) == "dead"
    )
    assert (
        Table(contest=deadly).fell(BLUE).decide("spare", "wait").settle(script=20).condition(BLUE)
        == "standing"
    )
    saved = Contest(scripted_death=100, healer=Arrival(earliest=15, latest=15))
    assert (
        Table(contest=saved).fell(BLUE).decide("spare", "wait").settle(script=0).condition(BLUE) == "standing"
    )


def test_of_the_bouts_that_a_dead_character_leaves_the_other_wins_all() -> None:
    contest = series(bouts=3, healer=None).model_copy(update={"scripted_death": 100})
    table = Table(contest=contest).fell(BLUE).decide("spare", "wait").settle(script=0)
    assert (table.fight.is_over, table.fight.wins) == (True, (3, 0))


# rulings of hits, agony and injuries


def test_damage_beyond_0_hp_is_lost_or_counts_as_further_damage() -> None:
    red = loadout(deals=(2,))
    lost = Table(red).set(BLUE, hp=1).exchange()
    assert lost.condition(BLUE) == "in agony"
    of = game(overkill="further_damage")
    further = Table(red, of=of).set(BLUE, hp=1).exchange()
    assert further.condition(BLUE) == "unconscious"
    assert Table(red, of=of).set(BLUE, hp=2).exchange().condition(BLUE) == "in agony"
    further.decide("arm")
    assert further.phase == "fates"  # no agony, and nothing to finish


def test_being_healed_stabilises_or_is_a_separate_act() -> None:
    of = game(stabilised="separate_act")
    table = Table(of=of).fell(BLUE).decide("spare", "wait").settle()
    assert (table.condition(BLUE), table.limb(BLUE), table.has(BLUE, "hp")) == ("stable", "none", (0,))
    healed = Table().fell(BLUE).decide("spare", "wait").settle()
    assert (healed.condition(BLUE), healed.limb(BLUE), healed.has(BLUE, "hp")) == ("standing", "none", (1,))


def test_where_stabilising_is_a_separate_act_a_potion_leaves_the_limb_to_the_healer() -> None:
    of = game(stabilised="separate_act")
    alone = Table(blue=loadout(potions=1), contest=NOBODY, of=of).fell(BLUE)
    alone.decide("spare", "drink a potion").settle()
    assert (alone.limb(BLUE), alone.injury(BLUE), alone.has(BLUE, "hp")) == ("arm", "none", (1,))
    helped = Table(blue=loadout(potions=1), of=of).fell(BLUE).decide("spare", "drink a potion").settle()
    assert (helped.limb(BLUE), helped.has(BLUE, "hp")) == ("none", (1,))


def test_rescued_in_bleed_out_one_has_1_hp_or_those_of_the_healer_and_keeps_the_injury() -> None:
    contest = Contest(healer=Arrival(earliest=12, latest=12))
    for option, hp in (("one_hp", 1), ("healer_hp", 2)):
        of = game({"healing.healer": 2}, rescued_in_bleed_out=option)
        table = Table(contest=contest, of=of).fell(BLUE).decide("spare", "wait").settle()
        assert (table.has(BLUE, "hp"), table.injury(BLUE), table.limb(BLUE)) == ((hp,), "minor", "arm")
