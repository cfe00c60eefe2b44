"""From configuration to the rules record that kernels read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from balance.config.live_combat.armour import suit_of
from balance.config.live_combat.game import Game
from balance.config.live_combat.hits import damage_of, rulings_of
from balance.config.live_combat.models import Contest, Loadout
from balance.config.sourced import Sourced
from balance.engine.live_combat.kernels import state as s

EFFECTS: Final = {"wound": s.WOUND, "stun": s.STUN, "shatter": s.SHATTER}
HABITS: Final = {
    "as the policy likes": s.AS_LIKED,
    "armour off": s.TAKES_OFF,
    "armour on": s.KEEPS_ON,
    "never rests": s.RESTS_NEVER,
}
ABILITIES: Final = ("1 HP", "1 AP", "1 damage", "effects", "shield", "potions", "armour off", "short rest")
"""What can be switched off of a loadout: the last point of something, or something altogether."""


def rules_record(
    game: Game,
    loadouts: Sequence[Loadout],
    contest: Contest,
    without: Sequence[Collection[str]] = ((), ()),
) -> NDArray[Any]:
    """Return the rules of a contest between two loadouts, shape (1,).

    Parameters
    ----------
    game
        With every ruling filled in.
    loadouts
        Red's and Blue's.
    contest
        What they fight.
    without
        Of each, what is switched off.
    """
    record = np.zeros(1, s.RULES)
    rules = record[0]
    _game(rules, game)
    _contest(rules, contest)
    for side in range(2):
        _loadout(rules, side, loadouts[side], game)
        _switch_off(rules, side, without[side])
    return record


def _loadout(rules: Any, side: int, loadout: Loadout, game: Game) -> None:
    """Fill in one side."""
    rulings = rulings_of(game)
    suit = suit_of(loadout.armour, game.armour, rulings)
    plain = {
        "hp": game.health.hit_points.value + loadout.hit_point_skills,
        "ap": suit.points,
        "temporary": loadout.temporary_armour,
        "exempt": suit.is_exempt,
        "armoured": bool(loadout.armour),
        "hit_rate": loadout.hit_rate,
        "damage": damage_of(loadout, game, rulings),
        "shield": loadout.shield,
        "potions": loadout.potions,
        "mana": loadout.mana,
        "coins": loadout.coins,
        "at_rest": HABITS[loadout.at_rest],
        "afflictions": loadout.afflictions,
    }
    for name, value in plain.items():
        rules[name][side] = value
    rules["recharge"][side] = s.NONE
    for n, call in enumerate(loadout.effects):
        effect = game.hits.effects[call.effect].value
        rules["effect"][side, n] = EFFECTS[effect.does]
        rules["amount"][side, n] = effect.amount
        rules["uses"][side, n] = call.uses
        rules["cost"][side, n] = call.mana
        rules["recharge"][side, n] = s.NONE if call.recharge is None else call.recharge


def _contest(rules: Any, contest: Contest) -> None:
    """Fill in what is fought."""
    rules["bouts"] = contest.bouts
    rules["scripted_death"] = contest.scripted_death
    if contest.between is not None:
        rules["break_minutes"] = contest.between.minutes
        rules["rest"] = contest.between.rest
        rules["broken_after"] = contest.between.broken_after or 0
        rules["broken"] = contest.between.broken
    if contest.healer is not None:
        rules["healer"] = True
        rules["healer_from"], rules["healer_to"] = contest.healer.earliest, contest.healer.latest


def _game(rules: Any, game: Game) -> None:
    """Fill in the game file's numbers and rulings."""
    health, rest, hits, healing = game.health, game.rest, game.hits, game.healing
    values: dict[str, Sourced[Any]] = {
        "exchanges": hits.most_exchanges,
        "exchange_seconds": hits.exchange_seconds,
        "defending": hits.defending,
        "catches": hits.shield_catches,
        "holds": hits.shield_holds,
        "lost_arm": hits.lost_arm,
        "lost_leg": hits.lost_leg,
        "potion_hp": healing.potion,
        "healer_hp": healing.healer,
        "walking": healing.walking,
        "hp_minutes": health.minutes_per_hit_point,
        "rest_minutes": rest.least_minutes,
        "rest_hp": rest.hit_points,
        "agony_minutes": health.agony_minutes,
        "bleed_minutes": health.bleed_out_minutes,
        "major_hp": health.hit_points_after_major_injury,
        "afflictions_to_die": health.afflictions_to_die,
        "affliction": health.afflicted_by_major_injury,
        "armour_back_on": rest.armour_back_on,
    }
    for name, sourced in values.items():
        rules[name] = sourced.value
    rulings = rulings_of(game)
    rules["hp_per_half_hour"] = rulings["rest_hp"] == "per_half_hour"
    rules["ap_armour_on"] = rulings["rest_ap"] == "armour_on_too"
    rules["pro_rata"] = rulings["rest_broken"] == "pro_rata"
    rules["overkill"] = rulings["overkill"] == "further_damage"
    rules["separate"] = rulings["stabilised"] == "separate_act"
    rules["rescue_heals"] = rulings["rescued_in_bleed_out"] == "healer_hp"


def _switch_off(rules: Any, side: int, abilities: Collection[str]) -> None:
    """Take away what is switched off; nobody falls below 1 HP and 1 damage."""
    if "1 HP" in abilities:
        rules["hp"][side] = max(1, rules["hp"][side] - 1)
    if "1 AP" in abilities:
        which = "ap" if rules["ap"][side] else "temporary"
        rules[which][side] = max(0, rules[which][side] - 1)
    if "1 damage" in abilities:
        rules["damage"][side] = max(1, rules["damage"][side] - 1)
    if "effects" in abilities:
        rules["effect"][side] = s.NO_EFFECT
    if "shield" in abilities:
        rules["shield"][side] = 0
    if "potions" in abilities:
        rules["potions"][side] = 0
    if "armour off" in abilities and rules["at_rest"][side] != s.RESTS_NEVER:
        rules["at_rest"][side] = s.KEEPS_ON
    if "short rest" in abilities:
        rules["at_rest"][side] = s.RESTS_NEVER
