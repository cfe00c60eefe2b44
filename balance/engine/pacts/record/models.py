"""The events of a record as models: which fields each has and what may stand in them (see docs/record.md)."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import Field, TypeAdapter

from balance.config.base import Model
from balance.engine.pacts.record.heads import (
    BySide,
    ConfigurationLine,
    CubesBySide,
    GameLine,
    Number,
    Round,
    Season,
    Side,
    Slot,
    Slots,
    Text,
)


class SetUp(Model):
    """The board as set-up leaves it."""

    event: Literal["set_up"]
    cubes: CubesBySide
    supply: BySide
    tiles: dict[Text, Text]


class AuctionCube(Model):
    """A cube that the auction gave."""

    event: Literal["auction_cube"]
    side: Side
    region: Text


class RoundStart(Model):
    """A round begins."""

    event: Literal["round"]
    round: Round
    season: Season
    splitter: Side


class Court(Model):
    """A court card laid face down, or none."""

    event: Literal["court"]
    side: Side
    card: Text | None


class Deal(Model):
    """The five cards revealed."""

    event: Literal["deal"]
    common: Annotated[tuple[Text, ...], Field(min_length=4, max_length=4)]
    special: Text


class Split(Model):
    """Two piles; the first lies with the second-player token."""

    event: Literal["split"]
    side: Side
    token_pile: Slots
    other_pile: Slots


class Select(Model):
    """Who gets the pile with the token and goes second."""

    event: Literal["select"]
    side: Side
    token_to: Side


class Turn(Model):
    """A turn begins with these own cards."""

    event: Literal["turn"]
    side: Side
    order: Annotated[int, Field(ge=1, le=2)]
    slots: Slots


class CourtReveal(Model):
    """The own court card is turned up."""

    event: Literal["court_reveal"]
    side: Side
    card: Text


class CourtDiscard(Model):
    """What a court card turned up makes the opponent discard."""

    event: Literal["court_discard"]
    side: Side
    card: Text | None


class EndTurn(Model):
    """A turn ended early."""

    event: Literal["end_turn"]
    side: Side
    unused: Slots


class Position(Model):
    """The board after a card, or at the end of a round."""

    event: Literal["position"]
    cubes: CubesBySide
    supply: BySide
    score: BySide
    tiles: dict[Text, Text | None]


class ScoredRegion(Model):
    """A region at scoring: its tile's value, the cubes there, who scores."""

    region: Text
    value: Number
    seelie: Number
    unseelie: Number
    to: Side | None


class Scoring(Model):
    """The regions scored."""

    event: Literal["scoring"]
    round: Round
    regions: tuple[ScoredRegion, ...]
    score: BySide


class Flip(Model):
    """The tiles turned to their light sides."""

    event: Literal["flip"]
    tiles: dict[Text, Text | None]


class End(Model):
    """The last line of a game."""

    event: Literal["end"]
    score: BySide
    winner: Side | None
    tie_break: bool


class Card(Model):
    """A card started, as itself or as another."""

    event: Literal["card"]
    side: Side
    slot: Slot
    card: Text
    as_: Text | None = Field(alias="as")


class Points(Model):
    """What POINTS gives."""

    event: Literal["points"]
    side: Side
    points: Number


class Place(Model):
    """A region and a number of cubes chosen; `passive` only for the cube of going first."""

    event: Literal["place"]
    side: Side
    region: Text
    cubes: Number
    passive: Literal[True] | None = None


class Add(Model):
    """Own cubes that come onto the board."""

    event: Literal["add"]
    side: Side
    region: Text
    cubes: Number
    by: Literal["place", "round_start", "going_first", "first_placement", "replace"]


class Allot(Model):
    """Where the next of too few cubes goes."""

    event: Literal["allot"]
    side: Side
    region: Text


class TakeBack(Model):
    """A cube that goes back to the supply."""

    event: Literal["take_back"]
    side: Side
    region: Text


class Move(Model):
    """One cube, one step."""

    event: Literal["move"]
    side: Side
    cube: Side
    from_: Text = Field(alias="from")
    to: Text


class Remove(Model):
    """One cube removed."""

    event: Literal["remove"]
    side: Side
    cube: Side
    region: Text


class RemoveAll(Model):
    """Every cube of a region removed."""

    event: Literal["remove_all"]
    side: Side
    region: Text


class Swap(Model):
    """Two tiles that change places."""

    event: Literal["swap"]
    side: Side
    regions: Annotated[tuple[Text, ...], Field(min_length=2, max_length=2)]


class RemoveTile(Model):
    """A tile that goes to the box."""

    event: Literal["remove_tile"]
    side: Side
    region: Text


class Copy(Model):
    """The card that an active copies."""

    event: Literal["copy"]
    side: Side
    slot: Slot
    card: Text
    as_: Text | None = Field(alias="as")


class Passive(Model):
    """A passive used that may be declined."""

    event: Literal["passive"]
    side: Side
    passive: Literal["after_wild", "court_reveal", "first_placement", "round_start"]


class Removed(Model):
    """The cubes that `remove_all` or `after_wild` took."""

    event: Literal["removed"]
    side: Side
    region: Text
    cubes: BySide


class Skip(Model):
    """A part of a card or ability left out, or a passive declined."""

    event: Literal["skip"]
    side: Side
    of: Literal[
        "place",
        "move",
        "remove",
        "remove_all",
        "swap",
        "remove_tile",
        "copy",
        "take_back",
        "after_wild",
        "passive",
    ]


Line = (
    ConfigurationLine
    | GameLine
    | SetUp
    | AuctionCube
    | RoundStart
    | Court
    | Deal
    | Split
    | Select
    | Turn
    | CourtReveal
    | CourtDiscard
    | EndTurn
    | Position
    | Scoring
    | Flip
    | End
    | Card
    | Points
    | Place
    | Add
    | Allot
    | TakeBack
    | Move
    | Remove
    | RemoveAll
    | Swap
    | RemoveTile
    | Copy
    | Passive
    | Removed
    | Skip
)

LINES: Final[dict[str, type[Model]]] = {
    get_args(model.model_fields["event"].annotation)[0]: model for model in get_args(Line)
}
"""Event → model of its line."""


def generated_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a line, made from the models."""
    adapter: TypeAdapter[Any] = TypeAdapter(Annotated[Line, Field(discriminator="event")])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a game record",
        **adapter.json_schema(),
    }


@cache
def _schema_text() -> str:
    return resources.files("balance.engine.pacts.record").joinpath("schema.json").read_text(encoding="utf-8")


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a line, as shipped in the package."""
    return dict(json.loads(_schema_text()))


__all__ = ["LINES", "generated_schema", "schema"]
