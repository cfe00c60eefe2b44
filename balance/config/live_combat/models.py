"""What a run file says of a loadout and of a contest."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from balance.config.base import Model
from balance.config.rulings import Source

MOST_EFFECTS = 2
MOST_BOUTS = 7

Number = Annotated[int, Field(ge=0, le=20)]


class Piece(Model):
    """One piece of armour."""

    covers: Annotated[
        tuple[str, ...], Field(min_length=1, description="The parts of the body that it covers.")
    ]
    material: Annotated[
        str, Field(description="What it is made of, or what it looks like if it is `modern`.")
    ]
    modern: Annotated[
        str | None, Field(description="The modern material that it is really made of: one category lighter.")
    ] = None
    one_sided: Annotated[
        bool, Field(description="Covers one side only, as one shoulder of two; it counts whole.")
    ] = False


class Call(Model):
    """An effect that a loadout can call instead of damage."""

    effect: Annotated[str, Field(description="Its name in the game file.")]
    uses: Annotated[int, Field(ge=1, le=20, description="How often before it has to be recharged.")] = 1
    mana: Annotated[int, Field(ge=0, le=20, description="Mana of each use.")] = 0
    recharge: Annotated[
        int | None,
        Field(
            ge=0, le=100, description="Coins for all uses back on a short rest. Left out: it has no recharge."
        ),
    ] = None


class Loadout(Model):
    """What a fighter wears, wields and can do."""

    source: Source | None = None
    hit_point_skills: Annotated[
        Number, Field(description="HP by skills, on top of those that every character has.")
    ] = 0
    armour: Annotated[
        tuple[Piece, ...], Field(description="Pieces of armour; no part of the body is covered twice.")
    ] = ()
    temporary_armour: Annotated[
        Number, Field(description="Temporary AP by abilities: lost first, never repaired.")
    ] = 0
    hit_rate: Annotated[
        int, Field(ge=1, le=100, description="Of 100 strikes, how many land on a foe who does not defend.")
    ]
    deals: Annotated[
        tuple[Annotated[int, Field(ge=1, le=10)], ...],
        Field(
            max_length=5, description='Skills by which a hit deals n damage: "deals 2". They do not stack.'
        ),
    ] = ()
    adds: Annotated[
        tuple[Annotated[int, Field(ge=1, le=10)], ...],
        Field(max_length=5, description='Skills by which a hit does n more damage: "+1".'),
    ] = ()
    effects: Annotated[
        tuple[Call, ...], Field(max_length=MOST_EFFECTS, description="Effects that it can call, one per hit.")
    ] = ()
    shield: Annotated[bool, Field(description="Whether it has a shield.")] = False
    potions: Annotated[int, Field(ge=0, le=20, description="Healing potions.")] = 0
    mana: Annotated[Number, Field(description="Mana at full.")] = 0
    coins: Annotated[int, Field(ge=0, le=100, description="Coins to recharge effects with.")] = 0
    at_rest: Annotated[
        Literal["as the policy likes", "armour off", "armour on", "never rests"],
        Field(description="What it does in a break between bouts, where its policy is not to decide."),
    ] = "as the policy likes"
    afflictions: Annotated[
        int, Field(ge=0, le=4, description="Permanent afflictions that it has already.")
    ] = 0


class Arrival(Model):
    """Minutes after a fall in which a healer arrives; all whole minutes alike, as far as a throw of 100 goes."""

    earliest: Annotated[int, Field(ge=0, le=1440)]
    latest: Annotated[int, Field(ge=0, le=1440)]


class Break(Model):
    """The time between two bouts."""

    minutes: Annotated[int, Field(ge=0, le=1440)]
    rest: Annotated[bool, Field(description="Whether it may be used as a short rest.")] = False
    broken_after: Annotated[
        int | None, Field(ge=0, le=1440, description="Minutes after which the next bout may break in on it.")
    ] = None
    broken: Annotated[int, Field(ge=0, le=100, description="Of 100 breaks, how many are broken so.")] = 0


class Contest(Model):
    """What two loadouts fight: how many bouts, what lies between them, and how far away the healer is."""

    source: Source | None = None
    bouts: Annotated[int, Field(ge=1, le=MOST_BOUTS)] = 1
    between: Annotated[Break | None, Field(description="What lies between two bouts.")] = None
    healer: Annotated[Arrival | None, Field(description="When a healer arrives. Left out: nobody comes.")] = (
        None
    )
    scripted_death: Annotated[
        int,
        Field(
            ge=0,
            le=100,
            description="Of 100 characters whom nobody rescues, how many die by a scripted event of which the players "
            "are informed.",
        ),
    ] = 0
