"""The words that factions are written in: one frozen model per word, with its parameters and their limits."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self, get_args

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    PlainSerializer,
    Tag,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from balance.config.base import Model
from balance.config.document import shown
from balance.config.pacts.cards import LARGEST_COUNT, LARGEST_PLACE, Card, parse_card
from balance.config.rulings import Source

Count = Annotated[int, Field(ge=1, le=LARGEST_COUNT)]
PlaceCount = Annotated[int, Field(ge=1, le=LARGEST_PLACE)]


def _card(value: Any) -> Card:
    """Return a card from its name."""
    if isinstance(value, Card):
        return value
    if not isinstance(value, str):
        msg = f"expected a card such as 'PLACE 1 WILD'; got {shown(value)}"
        raise ValueError(msg)  # noqa: TRY004 - pydantic takes ValueError only
    return parse_card(value)


CardName = Annotated[
    Card,
    BeforeValidator(_card),
    PlainSerializer(str, return_type=str),
    WithJsonSchema({"type": "string", "format": "card"}),
]
"""A card written by name in a file, a `Card` in the model."""


class DiscardSameCourt(Model):
    """Own court reveal: the opponent discards the same card from the unplayed hand."""

    trigger: Literal["court_reveal"]
    ability: Literal["discard_same_court"]


class PlaceGoingFirst(Model):
    """Going first in a round: may place one cube in any region, once."""

    trigger: Literal["going_first"]
    ability: Literal["place"]
    count: Annotated[int, Field(ge=1, le=1)] = 1


class PlaceAfterFirst(Model):
    """The first placing into a region adds `count` own cubes there."""

    trigger: Literal["first_placement"]
    ability: Literal["place"]
    count: Count


class PlaceAtRoundStart(Model):
    """At each round's start a cube in each region without own cubes (ruling `fir_bolg_spawn`)."""

    trigger: Literal["round_start"]
    ability: Literal["place"]
    count: Annotated[int, Field(ge=1, le=1)] = 1


class RemoveAfterWild(Model):
    """After placing with a WILD card, may remove up to `count` opposing cubes there."""

    trigger: Literal["after_wild"]
    ability: Literal["remove"]
    count: Count
    whose: Literal["opposing"] = "opposing"


class MoveBecomes(Model):
    """Every MOVE played is MOVE `count`."""

    modifier: Literal["move_becomes"]
    count: Count


class PlaceBecomes(Model):
    """Every PLACE `printed` played is PLACE `count`, symbol and WILD cards alike (ruling `sluagh_wild`)."""

    modifier: Literal["place_becomes"]
    printed: PlaceCount
    count: PlaceCount


class WildRepeats(Model):
    """Each WILD card may be played `count` times in all, each time with its own region."""

    modifier: Literal["wild_repeats"]
    count: Count


class PointsMayBecome(Model):
    """A POINTS card may instead be played as `card`, a PLACE or MOVE card."""

    modifier: Literal["points_may_become"]
    card: CardName

    @model_validator(mode="after")
    def _only_cubes(self) -> Self:
        if self.card.effect not in {"PLACE", "MOVE"}:
            kind, text = "value_error", "{message}"
            message = f"expected a PLACE or MOVE card; got {self.card.name!r}"
            raise PydanticCustomError(kind, text, {"message": message, "key": "card"})
        return self


class Place(Model):
    """Place exactly `count` own cubes in one region."""

    ability: Literal["place"]
    count: PlaceCount


class Move(Model):
    """Make `count` moves of own cubes, or of cubes of either colour."""

    ability: Literal["move"]
    count: Count
    whose: Literal["either", "own"]


class Remove(Model):
    """Remove `count` cubes from regions of one symbol or from different regions, or all from one region."""

    ability: Literal["remove"]
    count: Annotated[
        Count | Literal["all"],
        WithJsonSchema(
            {"anyOf": [{"type": "integer", "minimum": 1, "maximum": LARGEST_COUNT}, {"const": "all"}]}
        ),
    ]
    whose: Literal["either", "opposing", "both"]
    scope: Literal["symbol", "different", "region"]

    @model_validator(mode="before")
    @classmethod
    def _count_in_words(cls, data: Any) -> Any:
        """Reword a wrong count; a union of number and word would report each of its halves."""
        if isinstance(data, dict) and "count" in data:
            count = data["count"]
            number = isinstance(count, int) and not isinstance(count, bool) and 1 <= count <= LARGEST_COUNT
            if not number and count != "all":
                kind, text = "value_error", "{message}"
                message = f"expected a whole number from 1 to {LARGEST_COUNT}, or all; got {shown(count)}"
                raise PydanticCustomError(kind, text, {"message": message, "key": "count"})
        return data

    @model_validator(mode="after")
    def _two_forms(self) -> Self:
        whole = (self.count == "all", self.whose == "both", self.scope == "region")
        if any(whole) and not all(whole):
            kind, text = "value_error", "{message}"
            message = (
                "expected count: all, whose: both and scope: region together, or none of them; "
                f"got count: {self.count}, whose: {self.whose}, scope: {self.scope}"
            )
            raise PydanticCustomError(kind, text, {"message": message})
        return self


class Replace(Model):
    """Remove `count` cubes from anywhere and put own cubes in their places."""

    ability: Literal["replace"]
    count: Count
    whose: Literal["either", "opposing"]


class SwapTiles(Model):
    """Swap two region tiles now on the mat, unflipped."""

    ability: Literal["swap_tiles"]


class RemoveTile(Model):
    """Return one tile to the box: its region is worth 0 from then on."""

    ability: Literal["remove_tile"]


class CopyCard(Model):
    """Copy another own card in play, never an ABILITY."""

    ability: Literal["copy_card"]


Triggered = DiscardSameCourt | PlaceGoingFirst | PlaceAfterFirst | PlaceAtRoundStart | RemoveAfterWild
Modifier = MoveBecomes | PlaceBecomes | WildRepeats | PointsMayBecome
Passive = Triggered | Modifier
Active = Place | Move | Remove | Replace | SwapTiles | RemoveTile | CopyCard


def _trigger_or_modifier(data: Any) -> str:
    """Return which of the two families of passives an entry belongs to."""
    modifier = "modifier" in data if isinstance(data, dict) else isinstance(data, Modifier)
    return "<modifier>" if modifier else "<trigger>"


Ability = Literal["passive", "active", "court"]
ABILITIES: Final[tuple[Ability, ...]] = get_args(Ability)
"""What can be switched off of a faction, for comparisons."""


def _once(off: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """Return what is switched off in one fixed order."""
    if len(set(off)) < len(off):
        kind, text = "value_error", "expected each of passive, active and court once"
        raise PydanticCustomError(kind, text)
    return tuple(word for word in ABILITIES if word in off)


class Faction(Model):
    """One faction: a passive, an active, and what the box says of it."""

    passive: Annotated[
        Annotated[Annotated[Triggered, Field(discriminator="trigger")], Tag("<trigger>")]
        | Annotated[Annotated[Modifier, Field(discriminator="modifier")], Tag("<modifier>")],
        Discriminator(_trigger_or_modifier),
        Field(description="What is always in force: a trigger with an ability, or a modifier."),
    ]
    active: Annotated[Active, Field(discriminator="ability", description="What an ABILITY card does.")]
    boxed: bool = Field(
        default=True,
        description="Whether the faction is in the box; a promotion is not (ruling `faction_pool`).",
    )
    knots: Annotated[int, Field(ge=0, le=LARGEST_COUNT)] | None = Field(
        default=None, description="The difficulty printed on the card, where known; play does not use it."
    )
    source: Source = Field(
        default="rulebook",
        description="Where the entry comes from. `assumed` puts it on the report's list of assumptions.",
    )
    off: Annotated[tuple[Ability, ...], Field(min_length=1), AfterValidator(_once)] | None = Field(
        default=None,
        description="What is switched off: `passive` is never in force, an ABILITY card does nothing (`active`), the "
        "side has no court cards (`court`).",
    )

    def without(self, ability: Ability) -> Self:
        """Return the faction with one more of its abilities switched off."""
        return self.model_copy(update={"off": _once(tuple({*(self.off or ()), ability}))})

    def has(self, ability: Ability) -> bool:
        """Tell whether an ability is not switched off."""
        return ability not in (self.off or ())
