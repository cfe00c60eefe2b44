"""Where the rules of live combat can be read in more than one way."""

from __future__ import annotations

from typing import Final

from balance.config.rulings import Ruling, ruling

_ALL: Final = (
    ruling(
        "rest_hp",
        "hit points of a short rest",
        ("per_half_hour", "1 for every full 30 minutes of it"),
        ("per_rest", "1 for the rest, however long it is"),
    ),
    ruling(
        "rest_ap",
        "armour points of a short rest",
        ("armour_off", "all, if the armour comes off; light armour may stay on"),
        ("armour_on_too", "all, whether the armour comes off or not"),
    ),
    ruling(
        "rest_broken",
        "a short rest that is broken before its 30 minutes are over",
        ("nothing", "gives nothing"),
        ("pro_rata", "gives hit points, armour points and mana by the minutes rested, in whole points"),
    ),
    ruling(
        "mixed_partial",
        "what a category needs of a partial mixed armour",
        ("three_points", "3 points of coverage, however many are worn; the heavier, if two have them"),
        ("three_quarters", "three quarters of the points worn"),
    ),
    ruling(
        "mixed_downgrade",
        "mixed armour in which no category has enough points",
        ("stepwise", "heavy counts as medium; if still none has enough, all counts as light"),
        (
            "both_at_once",
            "heavy counts as medium and medium as light in one go; if still none has enough, light",
        ),
    ),
    ruling(
        "bonus_stack",
        "several bonuses to the damage of a hit",
        ("every_bonus", 'the highest "deals n" and every "+n"'),
        ("highest_bonus", 'the highest "deals n" and the highest "+n"'),
    ),
    ruling(
        "overkill",
        "damage of a hit beyond 0 HP",
        ("lost", "is lost"),
        ("further_damage", "counts as further damage in agony: unconscious at once"),
    ),
    ruling(
        "stabilised",
        "what stabilises a character in agony",
        ("healed", "being healed to at least 1 HP"),
        ("separate_act", "an act of its own by a healer: the limb comes back, HP stay at 0"),
    ),
    ruling(
        "rescued_in_bleed_out",
        "who is rescued in the bleed-out period",
        ("one_hp", "has 1 HP, and keeps the minor injury"),
        ("healer_hp", "has the HP that the healer gives, and keeps the minor injury"),
    ),
)
RULINGS: Final[dict[str, Ruling]] = {one.name: one for one in _ALL}
