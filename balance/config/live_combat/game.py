"""The game file of live combat: everything in the rules that is a number or a name."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from balance.config.base import DisplayName, Model
from balance.config.plain import GameFile
from balance.config.sourced import Sourced

Points = Annotated[int, Field(ge=0, le=20)]
Some = Annotated[int, Field(ge=1, le=20)]
Minutes = Annotated[int, Field(ge=1, le=1440)]
Percent = Annotated[int, Field(ge=0, le=100)]
Category = Literal["light", "medium", "heavy"]
CATEGORIES: tuple[Category, ...] = ("light", "medium", "heavy")


class Effect(Model):
    """What a hit does instead of damage."""

    does: Annotated[
        Literal["wound", "stun", "shatter"],
        Field(
            description="`wound`: `amount` HP are lost, armour is passed over; `stun`: the one hit does nothing for "
            "`amount` exchanges; `shatter`: the shield of the one hit breaks."
        ),
    ]
    amount: Annotated[int, Field(ge=1, le=10, description="HP lost, or exchanges stunned.")] = 1


class Tiers(Model):
    """Points of coverage from which an armour is base, partial and full."""

    base: Some
    partial: Some
    full: Some


class Materials(Model):
    """What armour is made of, by category."""

    light: tuple[DisplayName, ...]
    medium: tuple[DisplayName, ...]
    heavy: tuple[DisplayName, ...]


class ArmourPoints(Model):
    """AP by tier."""

    base: Points
    partial: Points
    full: Points


class Categories(Model):
    """AP by category and tier."""

    light: ArmourPoints
    medium: ArmourPoints
    heavy: ArmourPoints


class Mixed(Model):
    """Points of coverage that a category needs in a mixed armour."""

    partial: Some
    full: Some


class Armour(Model):
    """Armour: what it is made of, what it covers, what it gives."""

    materials: Sourced[Materials]
    modern: Sourced[tuple[DisplayName, ...]]
    coverage: Sourced[dict[DisplayName, Some]]
    tiers: Sourced[Tiers]
    points: Sourced[Categories]
    mixed: Sourced[Mixed]


class Health(Model):
    """Hit points, and what befalls those who have none."""

    hit_points: Sourced[Some]
    minutes_per_hit_point: Sourced[Minutes]
    agony_minutes: Sourced[Minutes]
    bleed_out_minutes: Sourced[Minutes]
    hit_points_after_major_injury: Sourced[Some]
    afflictions_to_die: Sourced[Annotated[int, Field(ge=1, le=5)]]
    afflicted_by_major_injury: Sourced[Percent]


class Rest(Model):
    """The short rest."""

    least_minutes: Sourced[Minutes]
    hit_points: Sourced[Some]
    armour_back_on: Sourced[bool]


class Hits(Model):
    """Hits, exchanges and shields."""

    damage: Sourced[Some]
    effects: dict[DisplayName, Sourced[Effect]]
    most_exchanges: Sourced[Annotated[int, Field(ge=1, le=200)]]
    exchange_seconds: Sourced[Annotated[int, Field(ge=1, le=600)]]
    defending: Sourced[Percent]
    shield_catches: Sourced[Percent]
    shield_holds: Sourced[Some]
    lost_arm: Sourced[Percent]
    lost_leg: Sourced[Percent]


class Healing(Model):
    """Potions and healers."""

    potion: Sourced[Some]
    healer: Sourced[Some]
    walking: Sourced[Annotated[int, Field(ge=1, le=100)]]


class Game(GameFile):
    """The rules of live combat as one game file gives them."""

    system: Literal["live_combat"]
    armour: Armour
    health: Health
    rest: Rest
    hits: Hits
    healing: Healing
