"""Which games are played, by whom: the entries of a sweep's stages, as frozen models."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final

from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    WithJsonSchema,
    field_serializer,
    field_validator,
    model_serializer,
)
from pydantic_core import PydanticCustomError

from balance.config.base import Model
from balance.config.played import Games
from balance.errors import nearest

ADAPTIVE: Final = "adaptive"
NONE: Final = "none"

Share = Annotated[float, Field(gt=0, le=1)]
SeeliePolicy = Annotated[str, Field(description="The policy that plays Seelie.")]
UnseeliePolicy = Annotated[str, Field(description="The policy that plays Unseelie.")]
_LAYOUTS: Final = (
    "Names of layouts. Left out: all but sets and those with random regions; all where there are only these."
)
LayoutNames = Annotated[tuple[str, ...], Field(min_length=1)]


class PolicyPair(Model):
    """One policy per side, the games of each cell, and the layouts they are played on.

    `load_configuration` fills `layouts` in: all but those with random regions, where the file names none.
    """

    seelie: SeeliePolicy
    unseelie: UnseeliePolicy
    games: Annotated[
        Games,
        Field(
            description="Games of each cell: one faction on each side, on one layout. On a set of layouts: games on "
            "each of its layouts in `policy_pairs`, games in all in `comparisons`."
        ),
    ]
    layouts: LayoutNames | None = Field(default=None, description=_LAYOUTS)
    set_share: Share | None = Field(
        default=None,
        description="The share of a set's layouts that is played, at least as many as it has tiles; in "
        "`policy_pairs` only. Left out: all.",
    )

    @property
    def settings(self) -> tuple[str, ...] | None:
        """The layouts' names."""
        return self.layouts

    @model_serializer(mode="wrap")
    def _without_share(self, usual: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave the share out where it is all."""
        return {k: v for k, v in usual(self).items() if k != "set_share" or v is not None}


class Auction(Model):
    """The second stage: which bids are tried, by which policies, with how many games.

    `layouts` is filled in as in `PolicyPair`; `bids` is None where the file says ``adaptive``.
    """

    seelie: SeeliePolicy
    unseelie: UnseeliePolicy
    games: Annotated[
        Games,
        Field(
            description="With a list of bids: games of each cell and bid. With adaptive bids: games that a pairing may "
            "use on each layout over all its bids. A set of layouts counts as one layout here."
        ),
    ]
    bids: Annotated[
        Annotated[tuple[Annotated[int, Field(ge=1)], ...], Field(min_length=1)] | None,
        Field(
            description="Bids in cubes; or `adaptive`, chosen step by step from what was played. Left out: `adaptive`."
        ),
        WithJsonSchema(
            {"anyOf": [{"const": ADAPTIVE}, {"type": "array", "items": {"type": "integer", "minimum": 1}}]}
        ),
    ] = None
    largest: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="The largest adaptive bid. Left out: the largest that the rules admit."
    )
    both_readings: bool = Field(
        default=False,
        description="Whether to play what the other reading of the ruling `auction_side` needs too: under "
        "`court_and_faction` the owners' bids of `court_only`.",
    )
    layouts: LayoutNames | None = Field(default=None, description=_LAYOUTS)

    @property
    def settings(self) -> tuple[str, ...] | None:
        """The layouts' names."""
        return self.layouts

    @field_validator("bids", mode="before")
    @classmethod
    def _adaptive(cls, bids: Any) -> Any:
        """Take the word that stands for bids chosen from the data."""
        if not (bids is None or bids == ADAPTIVE or isinstance(bids, list | tuple)):
            kind, text = "value_error", "{message}"
            close = nearest(bids, [ADAPTIVE]) if isinstance(bids, str) else ""
            message = f"expected a list of cubes or {ADAPTIVE!r}{close}; got {bids!r}"
            raise PydanticCustomError(kind, text, {"message": message})
        return None if bids == ADAPTIVE else bids

    @field_serializer("bids")
    def _bids(self, bids: tuple[int, ...] | None) -> tuple[int, ...] | str:
        return ADAPTIVE if bids is None else bids


class Comparisons(Model):
    """The third stage: the same games under other rules, each entry with the games of a cell and who plays them."""

    tie_break: tuple[PolicyPair, ...] = Field(
        default=(), description="Played with ties to the one side and to the other."
    )
    abilities: tuple[PolicyPair, ...] = Field(
        default=(),
        description="Played as the rules are and with each ability of either side switched off in turn.",
    )
    rulings: tuple[PolicyPair, ...] = Field(
        default=(),
        description="Played as the rules are and with each ruling, assumed value and layout changed in turn.",
    )

    def changed(self, change: Callable[[tuple[PolicyPair, ...]], Iterable[PolicyPair]]) -> Comparisons | None:
        """Return the comparisons with each of their lists changed; None where nothing is left."""
        found = {name: tuple(change(entries)) for name, entries in self}
        return Comparisons(**found) if any(found.values()) else None


class LayoutsAgain(Model):
    """The layouts of a set that look furthest from even, played again on fresh games by a policy on both sides."""

    policy: Annotated[str, Field(description="The policy that plays both sides.")] = "planner"
    games: Annotated[Games, Field(description="Games of each pairing on each of these layouts.")] = 40
    layouts: Annotated[int, Field(ge=0, le=100, description="How many layouts of each set; 0: none.")] = 10
