"""The two lines that stand before events, as models, and the kinds of fields that all lines share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from balance.config.base import Model
from balance.engine.record_lines import (
    FORMAT,
    FORMAT_VERSION,
    LARGEST_NUMBER,
    ConfigurationLine,
    Digest,
    Number,
    Text,
    Version,
    Whole,
)

Slot = Annotated[int, Field(ge=0, le=5)]
Round = Annotated[int, Field(ge=1, le=6)]
Slots = tuple[Slot, ...]
Side = Literal["seelie", "unseelie"]
Season = Literal["dark", "light"]


class BySide(Model):
    """A number for each side."""

    seelie: Number
    unseelie: Number


class CubesBySide(Model):
    """The cubes of each side by region."""

    seelie: dict[Text, Number]
    unseelie: dict[Text, Number]


class Player(Model):
    """Who plays a side."""

    faction: Text
    policy: Text | None = None


class Bid(Model):
    """One bid, None for a pass."""

    player: Literal["first", "second"]
    bid: Number | None


class Auction(Model):
    """What the auction gave, and how it was bid."""

    cubes: Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]
    to: Side
    bids: tuple[Bid, ...] | None = None
    opener: Literal["first"] | None = None
    chosen: Side | None = None


class GameLine(Model):
    """The header of one game."""

    event: Literal["game"]
    version: Version
    system: Literal["pacts"]
    rules_version: Number
    configuration: Digest
    rules: Digest | None = None
    seelie: Player
    unseelie: Player
    layout: Text
    rulings: dict[Text, Text] | None = None
    seed: Whole | None = None
    index: Whole | None = None
    auction: Auction | None


__all__ = [
    "FORMAT",
    "FORMAT_VERSION",
    "Auction",
    "ConfigurationLine",
    "Digest",
    "GameLine",
    "Number",
    "Text",
    "Version",
    "Whole",
]
