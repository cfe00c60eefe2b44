"""Which games are played, by whom: the entries of a sweep's stages, as frozen models."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final

from pydantic import Field, field_serializer, field_validator
from pydantic_core import PydanticCustomError

from balance.config.base import Model
from balance.errors import nearest

MOST_GAMES: Final = 10_000_000
ADAPTIVE: Final = "adaptive"

Games = Annotated[int, Field(ge=1, le=MOST_GAMES)]
LayoutNames = Annotated[tuple[str, ...], Field(min_length=1)]


class PolicyPair(Model):
    """One policy per side, the games of each cell, and the layouts they are played on.

    `load_configuration` fills `layouts` in: all but those with random regions, where the file names none.
    """

    seelie: str
    unseelie: str
    games: Games
    layouts: LayoutNames | None = None


class Auction(Model):
    """The second stage: which bids are tried, by which policies, with how many games.

    `layouts` is filled in as in `PolicyPair`.

    Parameters
    ----------
    seelie, unseelie
        The policies.
    games
        With given bids, games of each cell and bid; with adaptive bids, games that a pair may use on each layout over
        all its bids.
    bids
        The bids, in cubes; None (``adaptive`` in the file) chooses them step by step from what was played.
    largest
        The largest adaptive bid; by default the largest that the rules admit.
    both_readings
        Whether to play what the other reading of the ruling ``auction_side`` needs too: under ``court_and_faction`` the
        owners' bids of ``court_only``.
    """

    seelie: str
    unseelie: str
    games: Games
    bids: Annotated[tuple[Annotated[int, Field(ge=1)], ...], Field(min_length=1)] | None = None
    largest: Annotated[int, Field(ge=1)] | None = None
    both_readings: bool = False
    layouts: LayoutNames | None = None

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
    """The third stage: the same games under other rules, each entry with the games of a cell and who plays them.

    Parameters
    ----------
    tie_break
        Played with ties to the one side and to the other.
    abilities
        Played as the rules are and with each ability of either side switched off in turn.
    rulings
        Played as the rules are and with each ruling, assumed value and layout changed in turn
        (`balance.config.variants`).
    """

    tie_break: tuple[PolicyPair, ...] = ()
    abilities: tuple[PolicyPair, ...] = ()
    rulings: tuple[PolicyPair, ...] = ()

    def changed(self, change: Callable[[tuple[PolicyPair, ...]], Iterable[PolicyPair]]) -> Comparisons | None:
        """Return the comparisons with each of their lists changed; None where nothing is left."""
        found = {name: tuple(change(entries)) for name, entries in self}
        return Comparisons(**found) if any(found.values()) else None
